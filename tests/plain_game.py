"""A game without any rule of its own, for tests of what is common to all games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from fangcheng.engine.state import Extra, State
from fangcheng.events import WinBy
from fangcheng.payments import Transfer
from fangcheng.rules.options import Options
from fangcheng.rules.variant import Outcome, Payment, Variant, WinFacts
from fangcheng.score import Counted, Group, Reading, Score
from fangcheng.shapes import complete, splits
from fangcheng.tiles import HIDDEN


class PlainOptions(Options):
    """`worth` is what a win costs each payer."""

    worth: Literal[1, 2] = 1


class PlainExtra(Extra):
    def __init__(self) -> None:
        self.mood = ""


class Plain(Variant):
    id = "plain"
    options_type = PlainOptions
    position_facts = frozenset({"mood"})

    def new_extra(self, state: State) -> Extra:
        return PlainExtra()

    def set_up(self, state: State, facts: Mapping[str, Any]) -> None:
        if facts.get("mood") == "bad":
            raise ValueError("no bad moods")
        state.extra.mood = facts.get("mood", "")

    def judge(self, state: State, seat: int, tiles: tuple[int, ...], by: WinBy, source: int) -> Score | None:
        hand = state.hands[seat]
        if by == "self_draw":
            hand = hand.without(tiles)
        return self.score(state.options, WinFacts(hand, state.melds[seat], tiles[0] >> 2, by))

    def score(self, options: Any, facts: WinFacts) -> Score | None:
        hand = facts.hand if facts.win == HIDDEN else facts.hand.plus(facts.win)
        if hand is None or not complete(hand):
            return None
        split = splits(hand)[0]
        groups = tuple(Group(part.shape, (part.kind,)) for part in (*split.sets, split.pair))
        return Score(options.worth, (Counted("plain_win", options.worth),), Reading("standard", groups))

    def pay(self, options: Any, outcome: Outcome) -> Payment:
        if not outcome.wins:
            return Payment((), [outcome.dealer])
        win = outcome.wins[0]
        amount = sum(win.elements.values())
        payers = [win.source] if win.source >= 0 else [seat for seat in range(outcome.seats) if seat != win.seat]
        return Payment([Transfer(payer, win.seat, amount, "win", str(amount)) for payer in payers], [win.seat])


PLAIN = Plain()
