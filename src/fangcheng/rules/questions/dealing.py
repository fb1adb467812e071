"""The questions of set-up: tiles, wall, who deals, what comes before the first turn, positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from fangcheng.events import Deal, Event
from fangcheng.rules.description import Description
from fangcheng.tiles import full_set
from fangcheng.wall import Stream

if TYPE_CHECKING:
    from fangcheng.engine.state import Extra, State
    from fangcheng.engine.steps import Step


class AboutDealing(Description):
    """What a game answers before its first turn."""

    def tiles(self, options: Any) -> tuple[int, ...]:
        """The set that a deal takes its tiles from."""
        return full_set(self.kinds)

    def in_play(self, options: Any) -> int:
        """How many tiles of the set a deal uses."""
        return len(self.tiles(options))

    def first_dealer(self, options: Any, creator: int, stream: Stream) -> int:
        """Who deals the first deal of a match."""
        return creator

    def new_extra(self, state: State) -> Extra:
        """The game's own part of the state, as a deal begins."""
        raise NotImplementedError

    def aside(self, options: Any, facts: Mapping[str, Any]) -> list[int]:
        """Kinds of the tiles that, in a position with these facts, lie neither in the wall nor with a seat."""
        return []

    def set_up(self, state: State, facts: Mapping[str, Any]) -> None:
        """Complete a position that is set up directly with the game's own facts (see docs/formats.md)."""

    def first_step(self, state: State) -> Step | None:
        """What comes before the deal; None: nothing."""
        return None

    def after_deal(self, state: State) -> Step | None:
        """What comes between the deal and the dealer's first turn; None: nothing."""
        return None

    def deal_order(self, state: State) -> Sequence[int]:
        """Which seat takes the tile at each position from the head on: three rounds of four, one each, one more for the dealer."""
        return _in_fours(state.seats, state.dealer)

    def wall_order(self, state: State) -> tuple[int, ...]:
        """The shuffled wall of a deal."""
        return tuple(Stream(state.seed, "wall").shuffle(self.tiles(state.options)))

    def deal(self, state: State) -> Event:
        """The deal from a fresh wall, or the one fixed in advance."""
        if state.loaded_deal:
            return state.loaded_deal
        wall = self.wall_order(state)
        hands: list[list[int]] = [[] for _ in range(state.seats)]
        for tile, seat in zip(wall, self.deal_order(state), strict=False):
            hands[seat].append(tile)
        return Deal(wall, tuple(map(tuple, hands)), len(wall))

    def last_dealt(self, state: State) -> int:
        """The dealer's last dealt tile, which counts as drawn."""
        order = self.deal_order(state)
        return state.wall.tile(len(order) - 1 - order[::-1].index(state.dealer))


@cache
def _in_fours(seats: int, dealer: int) -> tuple[int, ...]:
    order = [(dealer + step) % seats for step in range(seats)]
    four_each = [seat for seat in order for _ in range(4)]
    return (*four_each * 3, *order, dealer)
