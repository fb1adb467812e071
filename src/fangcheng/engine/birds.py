"""Bird tiles (鸟): turned after a win; each hits a seat, and so changes what that seat gains or pays.

Games with birds build on `TurnsBirds`; their extra state on `BirdsExtra`.
"""

from __future__ import annotations

from typing import Any

from fangcheng.engine.state import Extra, State
from fangcheng.events import Event
from fangcheng.rules.variant import Variant
from fangcheng.tiles import kind_name


class Birds(Event, frozen=True):
    """Bird tiles count for the payments; `positions` is empty when a tile that lies open already is the bird."""

    tiles: tuple[int, ...]
    positions: tuple[int, ...]


class BirdsExtra(Extra):
    """birds: bird tiles, None before they count. turned_birds: those of them that were turned from the wall."""

    birds: tuple[int, ...] | None = None
    turned_birds: tuple[int, ...] = ()


class TurnsBirds(Variant):
    """A game with birds: it says how many, whom they hit, and what they do to the payments."""

    def bird_count(self, state: State) -> int:
        """How many birds follow a win."""
        raise NotImplementedError

    def bird_seat(self, state: State, kind: int) -> int | None:
        """The seat that a bird of a kind hits, None for nobody."""
        raise NotImplementedError

    def birds(self, state: State) -> Birds:
        """Birds from the head of the wall, as many as there are."""
        places = tuple(state.wall.from_head())[: self.bird_count(state)]
        return Birds(tuple(map(state.wall.tile, places)), places)

    def after_end(self, state: State) -> Event:
        due = state.win and self.bird_count(state) and BirdsExtra.of(state).birds is None
        return self.birds(state) if due else super().after_end(state)

    def outcome_facts(self, state: State) -> dict[str, Any]:
        return {**super().outcome_facts(state), "birds": [kind_name(tile >> 2) for tile in BirdsExtra.of(state).birds or ()]}

    def centre(self, state: State) -> list[dict[str, Any]]:
        groups, birds = super().centre(state), BirdsExtra.of(state).birds
        if birds is None:
            return groups
        return [*groups, {"id": "birds", "tiles": list(birds), "seats": [self.bird_seat(state, tile >> 2) for tile in birds]}]

    def tiles_beside(self, state: State) -> list[int]:
        return [*super().tiles_beside(state), *BirdsExtra.of(state).turned_birds]


def fold_birds(state: State, event: Birds) -> None:
    """The birds leave the wall and lie in the middle."""
    for position in event.positions:
        state.wall.take(position)
    extra = BirdsExtra.of(state)
    extra.birds = event.tiles
    extra.turned_birds = event.tiles if event.positions else ()
