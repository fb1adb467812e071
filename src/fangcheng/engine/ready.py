"""Declaring ready (报听) together with a discard. Everybody learns of the declaration, but only the seat knows what it waits for."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from fangcheng.engine.state import Extra, State
from fangcheng.engine.steps import Step
from fangcheng.events import Discard, Event, Viewer


class Ready(Event, frozen=True):
    """A seat declares ready; `tile` is the discard that goes with it, `drawn` when that is the tile just drawn."""

    seat: int
    tile: int
    waits: tuple[int, ...]
    drawn: bool = False

    def seen_by(self, viewer: Viewer) -> Event:
        return self if self.seat in viewer.eyes else msgspec.structs.replace(self, waits=())


class ReadyExtra(Extra):
    """ready: seats that have declared. waits: the kinds each of them waits for; private."""

    def __init__(self, seats: int) -> None:
        self.ready = [False] * seats
        self.waits: list[tuple[int, ...]] = [()] * seats


class ReadyDiscard(Step, kw_only=True):
    """A seat has declared ready; the discard that it named follows."""

    name: ClassVar[str] = "ready_discard"
    tile: int
    drawn: bool

    def follow(self, state: State) -> Event | None:
        return Discard(self.seat, self.tile, self.drawn)


def fold_ready(state: State, event: Ready) -> None:
    """The declaration stands, even if its discard is won on."""
    extra = ReadyExtra.of(state)
    extra.ready[event.seat], extra.waits[event.seat] = True, event.waits
    state.step = ReadyDiscard(seat=event.seat, tile=event.tile, drawn=event.drawn)
