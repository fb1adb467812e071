"""What Zuanpai mahjong keeps beside the common state."""

from __future__ import annotations

from fangcheng.engine.state import Extra, State
from fangcheng.tiles import HIDDEN, successor
from fangcheng.variants.zuanpai.roles import Roles, roles_of


class ZuanpaiExtra(Extra):
    """What Zuanpai keeps beside the common state; all of it is public.

    continuation  how many deals in a row the dealer stays on
    indicator     the tile turned up, HIDDEN so far
    position      its place in the wall, -1 where it never lay there
    roles         what the tiles of the deal are, None before the indicator is turned
    chain         kongs that the seat to act has declared without a discard in between
    """

    def __init__(self, continuation: int) -> None:
        self.continuation = continuation
        self.indicator = HIDDEN
        self.position = -1
        self.roles: Roles | None = None
        self.chain = 0

    def turn(self, tile: int, position: int) -> None:
        """The indicator lies open."""
        self.indicator, self.position = tile, position
        self.roles = roles_of(successor(tile >> 2))


extra_of = ZuanpaiExtra.of


def roles(state: State) -> Roles:
    """What the tiles are; only once the indicator has been turned."""
    found = extra_of(state).roles
    assert found is not None
    return found
