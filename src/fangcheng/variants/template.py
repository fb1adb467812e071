"""Plain mahjong, the template of docs/add-a-variant.md: a whole game to copy. It runs and is tested, and no list of games has it.

Four sets and a pair win, from anybody. A win is worth a point, two when it is drawn; whoever gave the tile pays, else all do. Everything
else (turns, claims, kongs, secrets, logs) is what the engine does when a game answers none of its questions.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, Literal

from fangcheng.engine.state import Extra, State
from fangcheng.events import WinBy
from fangcheng.payments import Term, bill
from fangcheng.rules.elements import Element, count
from fangcheng.rules.options import Options
from fangcheng.rules.variant import Outcome, Payment, Variant, WinFacts
from fangcheng.score import Group, Reading, Score, group_of, kinds_of_set
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
            hand = hand.without(tiles)
        return self.score(state.options, WinFacts(hand, state.melds[seat], tiles[0] >> 2, by))

    def score(self, options: Any, facts: WinFacts) -> Score | None:
        """The same by the facts alone, so that programs and cases can ask."""
        # None: there is no fifth tile.
        full = facts.hand if facts.win == HIDDEN else facts.hand.plus(facts.win)
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
        base, fan = Term(options.base, "base"), Term(sum(win.elements.values()), "fan")
        return Payment([bill(payer, win.seat, "win", [base], [fan]) for payer in outcome.payers(win)], [win.seat])


def reading_of(split: Split, facts: WinFacts) -> Reading:
    """How the hand is seen: melds first, the pair last."""
    own = [Group(part.shape, kinds_of_set(part.shape, part.kind)) for part in (*split.sets, split.pair)]
    return Reading("standard", (*map(group_of, facts.melds), *own))
