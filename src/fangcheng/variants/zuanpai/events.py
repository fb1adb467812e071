"""What Zuanpai keeps beside the common state, the steps around the deal, and what events do to both."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from fangcheng.engine.indicator import Indicator
from fangcheng.engine.state import Extra, State
from fangcheng.engine.steps import Beginning, Dealing, Step
from fangcheng.events import Chow, Dice, Discard, Event, Kong
from fangcheng.meld import Meld
from fangcheng.rules.variant import Fold
from fangcheng.tiles import HIDDEN, successor
from fangcheng.variants.zuanpai.roles import Roles, roles_of

if TYPE_CHECKING:
    from fangcheng.variants.zuanpai import Zuanpai

CUT: Final = 2  # throws before the deal


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


def extra_of(state: State) -> ZuanpaiExtra:
    """The game's own part of a state."""
    assert isinstance(state.extra, ZuanpaiExtra)
    return state.extra


def roles(state: State) -> Roles:
    """What the tiles are; only once the indicator has been turned."""
    found = extra_of(state).roles
    assert found is not None
    return found


def game(state: State) -> Zuanpai:
    """The variant of a state, as this game's class."""
    from fangcheng.variants.zuanpai import Zuanpai

    assert isinstance(state.variant, Zuanpai)
    return state.variant


class Cutting(Step):
    """The wall stands: the dealer throws for who cuts it, and he throws for where."""

    name: ClassVar[str] = "cutting"

    def follow(self, state: State) -> Event | None:
        return game(state).throw_for_cut(state) if state.seed else None


class Turning(Step):
    """The hands are dealt: the dealer throws for the indicator, and it is turned up."""

    name: ClassVar[str] = "turning"

    def follow(self, state: State) -> Event | None:
        return Dice(state.dealer, state.throw(2)) if len(state.dice) == CUT else game(state).turn_indicator(state)


def fold_dice(state: State, event: Dice) -> None:
    if len(state.dice) == CUT:
        state.step = Dealing()


def fold_indicator(state: State, event: Indicator) -> None:
    extra_of(state).turn(event.tile, event.position)
    if not game(state).options(state).indicator_in_play:
        state.wall.take(event.position)
    state.step = Beginning()


def fold_chow(state: State, event: Chow) -> None:
    """The stand-in lies where its face belongs."""
    melds, face = state.melds[event.seat], roles(state).face
    chow = melds[-1]
    melds[-1] = Meld("chow", tuple(sorted(chow.tiles, key=lambda tile: face(tile >> 2))), chow.claimed, chow.source)


def fold_kong(state: State, event: Kong) -> None:
    extra_of(state).chain += 1


def fold_discard(state: State, event: Discard) -> None:
    extra_of(state).chain = 0


OWN_EVENTS: Final[tuple[type[Event], ...]] = (Indicator,)
FOLDS: Final[dict[type[Event], Fold]] = {
    Dice: fold_dice,
    Indicator: fold_indicator,
    Chow: fold_chow,
    Kong: fold_kong,
    Discard: fold_discard,
}
