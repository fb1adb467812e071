"""The three throws around the deal (rules section 2): who cuts the wall, where it is cut, and which tile is turned up."""

from __future__ import annotations

from typing import ClassVar, Final

from fangcheng.engine.indicator import Indicator
from fangcheng.engine.state import State
from fangcheng.engine.steps import Beginning, Dealing, Step
from fangcheng.events import Dice, Event
from fangcheng.variants.zuanpai import geometry
from fangcheng.variants.zuanpai.extra import extra_of
from fangcheng.variants.zuanpai.options import options_of

CUT: Final = 2  # throws before the deal


class Cutting(Step):
    """The wall stands: the dealer's throw names the cutter (R2), the cutter's throw the place."""

    name: ClassVar[str] = "cutting"

    def follow(self, state: State) -> Event | None:
        if not state.seed:
            return None
        thrown = state.dice
        return Dice(geometry.cutter(state.dealer, sum(thrown[0].dice)) if thrown else state.dealer, state.throw(2))


class Turning(Step):
    """The hands are dealt: the dealer throws for the indicator, the upper tile of the stack that this names, and it is turned up."""

    name: ClassVar[str] = "turning"

    def follow(self, state: State) -> Event | None:
        if len(state.dice) == CUT:
            return Dice(state.dealer, state.throw(2))
        first = first_stack(state)
        stack = geometry.indicator_stack(state.dealer, first, sum(state.dice[CUT].dice))
        position = geometry.upper_position(stack, first)
        return Indicator(state.wall.tile(position), position)


def first_stack(state: State) -> int:
    """The stack where the wall was cut; the wall's positions count from there."""
    named, cut = state.dice[:CUT]
    return geometry.first_stack(cut.seat, sum(named.dice) + sum(cut.dice))


def fold_dice(state: State, event: Dice) -> None:
    if len(state.dice) == CUT:
        state.step = Dealing()


def fold_indicator(state: State, event: Indicator) -> None:
    extra_of(state).turn(event.tile, event.position)
    if not options_of(state).indicator_in_play:
        state.wall.take(event.position)
    state.step = Beginning()
