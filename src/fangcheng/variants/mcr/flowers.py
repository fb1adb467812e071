"""Flowers (花牌, rules section 1): set out as soon as they come, and replaced from the tail; nobody decides anything."""

from __future__ import annotations

from typing import ClassVar, Final

import msgspec

from fangcheng.engine.state import Extra, State
from fangcheng.engine.steps import Beginning, Dealing, Step, Turn
from fangcheng.events import Begin, Deal, Dice, Draw, Event, Exhausted
from fangcheng.rules.variant import Fold
from fangcheng.tiles import FLOWERS, HIDDEN


class Flower(Event, frozen=True):
    """A seat sets a flower out."""

    seat: int
    tile: int


class McrExtra(Extra):
    """What the game keeps beside the common state.

    flowers         set out by each seat
    prevalent_wind  kind of the wind of the round
    dealing         dealt flowers are being replaced; play has not begun
    replacing       the next draw replaces a flower
    """

    def __init__(self, seats: int, prevalent_wind: int) -> None:
        self.flowers: list[tuple[int, ...]] = [()] * seats
        self.prevalent_wind = prevalent_wind
        self.dealing = False
        self.replacing = False


extra_of = McrExtra.of


def is_flower(tile: int) -> bool:
    """Whether a tile is a flower or season."""
    return tile >> 2 >= FLOWERS


class SettingOut(Step, kw_only=True):
    """A flower has been drawn by `seat`, or (-1) dealt ones are looked for."""

    name: ClassVar[str] = "setting_out"
    tile: int = HIDDEN

    def follow(self, state: State) -> Event | None:
        if self.seat >= 0:
            return Flower(self.seat, self.tile)
        for seat in (state.dealer, *state.others(state.dealer)):
            flower = next(filter(is_flower, state.hands[seat].tiles()), HIDDEN)
            if flower != HIDDEN:
                return Flower(seat, flower)
        return Beginning().follow(state)


class Replacing(Step, kw_only=True):
    """A flower lies open; a tile from the tail takes its place, or the deal ends with the wall (R8)."""

    name: ClassVar[str] = "replacing"

    def follow(self, state: State) -> Event | None:
        return state.variant.draw(state, self.seat, "tail") if state.wall.left else Exhausted()


def fold_dice(state: State, event: Dice) -> None:
    state.step = Dealing()


def fold_deal(state: State, event: Deal) -> None:
    extra_of(state).dealing = True
    state.step = SettingOut()


def fold_begin(state: State, event: Begin) -> None:
    extra_of(state).dealing = False


def fold_flower(state: State, event: Flower) -> None:
    extra = extra_of(state)
    state.hands[event.seat].remove(event.tile)
    extra.flowers[event.seat] += (event.tile,)
    extra.replacing = True
    state.step = Replacing(seat=event.seat)


def fold_draw(state: State, event: Draw) -> None:
    extra = extra_of(state)
    replaces, extra.replacing = extra.replacing, False
    if extra.dealing:
        state.step = SettingOut()
    elif is_flower(event.tile):
        state.step = SettingOut(seat=event.seat, tile=event.tile)
    elif replaces and isinstance(state.step, Turn):
        # R8: the replacement of a flower is no replacement of a kong.
        state.step = msgspec.structs.replace(state.step, source="head")


FOLDS: Final[dict[type[Event], Fold]] = {
    Dice: fold_dice,
    Deal: fold_deal,
    Begin: fold_begin,
    Flower: fold_flower,
    Draw: fold_draw,
}
