"""After a kong (rules section 5): it may be robbed, else dice fall for show (R33) and its tiles are turned up."""

from __future__ import annotations

from typing import ClassVar

from fangcheng.engine.reveal import Reveal
from fangcheng.engine.state import State
from fangcheng.engine.steps import Step
from fangcheng.events import Dice, Event
from fangcheng.variants.anhua.extra import RESERVE
from fangcheng.variants.anhua.options import options_of


class Rob(Event, frozen=True):
    """A kong is robbed (抢杠): `seats` have called a win on its tile."""

    seat: int
    tile: int
    seats: tuple[int, ...]


class Robbed(Step, kw_only=True):
    """The robbers win."""

    name: ClassVar[str] = "robbed"
    tile: int
    seats: tuple[int, ...]

    def follow(self, state: State) -> Event | None:
        return state.variant.wins(state, list(self.seats), (self.tile,), "rob_kong", self.seat)


class Flipping(Step):
    """A kong stands: the dice have been thrown, and its tiles are turned up."""

    name: ClassVar[str] = "flipping"

    def follow(self, state: State) -> Event | None:
        """R31, R32, R49: two or three tiles, but never one of the last eight."""
        options = options_of(state)
        order = state.wall.from_head() if options.kong_tiles_from == "head" else state.wall.from_tail()
        number = min(options.kong_flip, state.wall.left - RESERVE)
        places = tuple(place for place, _ in zip(order, range(number), strict=False))
        return Reveal(self.seat, tuple(map(state.wall.tile, places)), places)


def fold_rob(state: State, event: Rob) -> None:
    state.step = Robbed(seat=event.seat, tile=event.tile, seats=event.seats)


def fold_dice(state: State, event: Dice) -> None:
    state.step = Flipping(seat=event.seat)
