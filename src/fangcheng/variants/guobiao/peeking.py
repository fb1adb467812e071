"""Peeking (火眼金睛, rules section 4.3): each seat may look at another's tiles from some moment on; nobody else learns of it."""

from __future__ import annotations

import msgspec

from fangcheng.actions import Action
from fangcheng.engine.state import State
from fangcheng.engine.steps import Turn
from fangcheng.events import Event, Viewer
from fangcheng.hand import Hand
from fangcheng.tiles import HIDDEN
from fangcheng.variants.guobiao.events import Peek
from fangcheng.variants.guobiao.extra import extra_of


def actions(state: State, seat: int) -> tuple[Action, ...]:
    """R31: once, at any moment from the deal to its end, one target."""
    extra = extra_of(state)
    if extra.special != "peek" or extra.peeks[seat] >= 0 or not state.wall.size or state.settled or state.win:
        return ()
    return tuple(Action("peek", number=other) for other in range(state.seats) if other != seat)


def peek(state: State, seat: int, target: int) -> Event:
    """A seat looks at another's tiles."""
    step = state.step
    drawn = step.drawn if isinstance(step, Turn) and step.seat == target else HIDDEN
    return Peek(seat, target, tuple(state.hands[target].tiles()), tuple(state.melds[target]), drawn)


def watched(state: State, viewer: Viewer) -> frozenset[int]:
    """Whom a viewer looks at."""
    peeks = extra_of(state).peeks
    return frozenset(peeks[seat] for seat in viewer.eyes if peeks[seat] >= 0)


def watchers(state: State, seat: int) -> tuple[int, ...]:
    """Who looks at a seat's tiles."""
    return tuple(other for other, target in enumerate(extra_of(state).peeks) if target == seat)


def fold_peek(state: State, event: Peek) -> None:
    extra_of(state).peeks[event.seat] = event.target
    state.hands[event.target] = Hand(event.hand)
    state.melds[event.target] = list(event.melds)
    step = state.step
    if isinstance(step, Turn) and step.seat == event.target and event.drawn != HIDDEN:
        state.step = msgspec.structs.replace(step, drawn=event.drawn)
