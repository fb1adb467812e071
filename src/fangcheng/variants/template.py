"""Plain mahjong, the template of docs/add-a-variant.md: a whole game to copy. It runs and is tested, and no list of games has it.

Four sets and a pair win, from anybody. A win is worth a point, two when it is drawn; whoever gave the tile pays, else all do. Everything
else (turns, claims, kongs, secrets, logs) is what the engine does when a game answers none of its questions.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, Literal

from fangcheng.engine.state import Extra, State
from fangcheng.events import WinBy
from fangcheng.hand import Hand
from fangcheng.payments import Term, bill
from fangcheng.rules.elements import Element, count
from fangcheng.rules.options import Options
from fangcheng.rules.variant import Outcome, Payment, Variant, WinFacts
from fangcheng.score import Group, Reading, Score
from fangcheng.shapes import Split, complete, splits
from fangcheng.tiles import HIDDEN

# A row says what an element is worth, when it holds for the facts of a win, and what it strikes out.
ELEMENTS: Final[tuple[Element[WinFacts], ...]] = (
    Element("drawn_win", 2, lambda facts: facts.by == "self_draw", ("plain_win",)),
    Element("plain_win", 1, lambda facts: 1),
)


class TemplateOptions(Options, frozen=True):
    """What a room chooses: the type lists the values, the default is the rule book's."""

    base: Literal[1, 2, 5] = 1


class Template(Variant):
    """Four players, 136 tiles, no wild tile."""

    id: ClassVar[str] = "template"
    options_type: ClassVar[type[TemplateOptions]] = TemplateOptions

    def new_extra(self, state: State) -> Extra:
        """What the game keeps beside the common state: nothing."""
        return Extra()

    # --- winning ----------------------------------------------------------------------------------------------------------------

    def judge(self, state: State, seat: int, tiles: tuple[int, ...], by: WinBy, source: int) -> Score | None:
        """The facts of a win as they stand on the table. A drawn tile is in the hand already."""
        hand = state.hands[seat]
        if not hand.known:
            return None
        if by == "self_draw":
            hand = hand.copy()
            hand.remove(tiles[0])
        return self.score(state.options, WinFacts(hand, state.melds[seat], tiles[0] >> 2, by))

    def score(self, options: Any, facts: WinFacts) -> Score | None:
        """The same by the facts alone, so that programs and cases can ask."""
        full = with_tile(facts.hand, facts.win)
        if full is None or not complete(full):
            return None
        counted, excluded = count(ELEMENTS, facts)
        points = sum(element.value for element in counted)
        return Score(points, tuple(counted), reading_of(splits(full)[0], facts), tuple(excluded))

    # --- the end ----------------------------------------------------------------------------------------------------------------

    def pay(self, options: TemplateOptions, outcome: Outcome) -> Payment:
        """The winner deals next; after a drawn deal the same seat does."""
        if not outcome.wins:
            return Payment((), [outcome.dealer])
        win = outcome.wins[0]
        payers = [win.source] if win.source >= 0 else [seat for seat in range(outcome.seats) if seat != win.seat]
        base, fan = Term(options.base, "base"), Term(sum(win.elements.values()), "fan")
        return Payment([bill(payer, win.seat, "win", [base], [fan]) for payer in payers], [win.seat])


def with_tile(hand: Hand, kind: int) -> Hand | None:
    """The hand with one more tile of a kind; None where it holds all four already."""
    if kind == HIDDEN:
        return hand
    copy = next((copy for copy in range(4) if not hand.copies[kind] >> copy & 1), None)
    if copy is None:
        return None
    full = hand.copy()
    full.add(kind * 4 + copy)
    return full


def reading_of(split: Split, facts: WinFacts) -> Reading:
    """How the hand is seen: melds first, the pair last."""
    melded = [Group("kong" if meld.is_kong else meld.shape, tuple(sorted(meld.kinds())), melded=True) for meld in facts.melds]
    sizes = {"chow": (0, 1, 2), "pung": (0, 0, 0), "pair": (0, 0)}
    own = [Group(part.shape, tuple(part.kind + step for step in sizes[part.shape])) for part in (*split.sets, split.pair)]
    return Reading("standard", (*melded, *own))
