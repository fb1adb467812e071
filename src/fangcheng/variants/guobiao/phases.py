"""Steps of the Guobiao game beside turn, claims and robbing: stakes, dice, wild tile, horses, exchange, fishing (rules sections 2.1, 4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

import msgspec

from fangcheng.actions import Action, Subsets
from fangcheng.engine.state import Asks, State
from fangcheng.engine.steps import Beginning, Step, Window
from fangcheng.events import Dice, Event, Viewer
from fangcheng.tiles import HIDDEN
from fangcheng.variants.guobiao import before, fishing
from fangcheng.variants.guobiao.extra import extra_of

STAKES: Final = tuple(Action("raise", number=stake) for stake in (1, 2, 4))
FISH: Final = tuple(Action("fish", number=place) for place in (1, 2, 3, 4))
MOST_HORSES: Final = 2
MOST_EXCHANGED: Final = 5


def next_phase(state: State) -> Step:
    """What comes between the deal and the dealer's first turn: wild tile, horses, exchange, in this order, each once."""
    for wanted, step in (
        (before.wants_wild(state), Wilding()),
        (before.wants_horses(state), Rowing()),
        (before.wants_exchange(state), Exchanging()),
    ):
        if wanted:
            return step
    return Beginning()


class Staking(Window, kw_only=True):
    """R27: everybody chooses a stake in secret; the dealer may choose four."""

    name: ClassVar[str] = "staking"

    def asks(self, state: State) -> Asks:
        return {seat: STAKES if seat == state.dealer else STAKES[:2] for seat in range(state.seats)}

    def follow(self, state: State) -> Event | None:
        return before.stakes(state, self)


class Throwing(Step, kw_only=True):
    """The dealer throws two dice; a double sets the special of the deal."""

    name: ClassVar[str] = "throwing"

    def follow(self, state: State) -> Event | None:
        return Dice(state.dealer, state.throw(2))


class Announcing(Step):
    """The dice have fallen: a special is announced, or the tiles are dealt."""

    name: ClassVar[str] = "announcing"

    def follow(self, state: State) -> Event | None:
        return before.announce(state)


class Wilding(Step):
    """The tiles are dealt: the wild kind is shown."""

    name: ClassVar[str] = "wilding"

    def follow(self, state: State) -> Event | None:
        return before.wild(state)


class Rowing(Step):
    """Six horses are laid open."""

    name: ClassVar[str] = "rowing"

    def follow(self, state: State) -> Event | None:
        return before.horse_row(state)


class HorsePicking(Window, kw_only=True):
    """R29: everybody picks up to two of the six horses in secret."""

    name: ClassVar[str] = "horse_picking"

    def asks(self, state: State) -> Asks:
        offers = Subsets("horses", extra_of(state).row, MOST_HORSES)
        return dict.fromkeys(range(state.seats), offers)

    def follow(self, state: State) -> Event | None:
        return before.horses(state, self)


class Exchanging(Window, kw_only=True):
    """R33: everybody chooses up to five tiles to give away."""

    name: ClassVar[str] = "exchanging"

    def asks(self, state: State) -> Asks:
        return {seat: Subsets("exchange", state.hands[seat].kinds(), MOST_EXCHANGED) for seat in range(state.seats)}

    def follow(self, state: State) -> Event | None:
        return before.exchange(state, self)


class Fishing(Window, kw_only=True):
    """R32: a ready seat picks one of four tiles that lie face down."""

    name: ClassVar[str] = "fishing"
    kinds: tuple[int, ...]

    def asks(self, state: State) -> Asks:
        return {self.seat: FISH}

    def follow(self, state: State) -> Event | None:
        return fishing.pull(state, self)

    def default(self, state: State, seat: int, asked: Sequence[Action]) -> Action:
        return fishing.random_pick(state, asked)

    def masked(self, viewer: Viewer) -> Fishing:
        return msgspec.structs.replace(super().masked(viewer), kinds=(HIDDEN,) * len(self.kinds))


class Fished(Step, kw_only=True):
    """The catch lies open: a win, the next seat's chance, or the end of the deal."""

    name: ClassVar[str] = "fished"
    kind: int
    hit: bool

    def follow(self, state: State) -> Event | None:
        return fishing.after_catch(state, self)
