"""Bird tiles (鸟): turned after a win, each hits a seat and so changes what that seat gains or pays."""

from __future__ import annotations

from fangcheng.engine.state import State
from fangcheng.events import Event


class Birds(Event, frozen=True):
    """Bird tiles count for the payments; `positions` is empty when a tile that lies open already is the bird."""

    tiles: tuple[int, ...]
    positions: tuple[int, ...]


class BirdsExtra:
    """birds: bird tiles, None before they count. turned_birds: those of them that were turned from the wall."""

    birds: tuple[int, ...] | None = None
    turned_birds: tuple[int, ...] = ()


def turn_birds(state: State, number: int) -> Birds:
    """Birds from the head of the wall, as many as there are."""
    places = tuple(state.wall.from_head())[:number]
    return Birds(tuple(map(state.wall.tile, places)), places)


def fold_birds(state: State, event: Birds) -> None:
    """The birds leave the wall and lie in the middle."""
    for position in event.positions:
        state.wall.take(position)
    extra = state.extra
    assert isinstance(extra, BirdsExtra)
    extra.birds = event.tiles
    extra.turned_birds = event.tiles if event.positions else ()
