"""The state of a deal: plain data that only `evolve` changes.

The same class holds the whole truth (on the server, in a replay) and what one viewer knows: there the hands of others are opaque, the
wall has no order, the seed is empty and steps and extras carry no secrets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, Self

from fangcheng.actions import Action
from fangcheng.events import Deal, Dice, Event, Settle, Viewer, Win
from fangcheng.hand import Hand
from fangcheng.meld import Meld
from fangcheng.rules.variant import Fold
from fangcheng.wall import Stream, Wall

if TYPE_CHECKING:
    from fangcheng.engine.steps import Step
    from fangcheng.events import Start
    from fangcheng.rules.options import Options
    from fangcheng.rules.variant import Variant

_COPIED: Final = (list, dict)
Asks = dict[int, Sequence[Action]]
Folds = Mapping[type[Event], Sequence[Fold]]


class River:
    """Discards (牌河) of a seat in order; `claimed` holds the places of those that lie in somebody's meld now."""

    __slots__ = ("claimed", "tiles")

    def __init__(self, tiles: list[int] | None = None, claimed: list[int] | None = None) -> None:
        self.tiles = tiles or []
        self.claimed = claimed or []

    def claim(self, tile: int) -> None:
        """Mark the latest copy of a tile as claimed."""
        self.claimed.append(len(self.tiles) - 1 - self.tiles[::-1].index(tile))

    def lying(self) -> list[int]:
        """Tiles that still lie here."""
        return [tile for place, tile in enumerate(self.tiles) if place not in self.claimed]

    def copy(self) -> River:
        """An independent copy."""
        return River(self.tiles[:], self.claimed[:])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, River) and (self.tiles, self.claimed) == (other.tiles, other.claimed)

    __hash__ = None  # type: ignore[assignment]


class Extra:
    """What a game keeps beside the common state; games subclass it. Compared by value.

    `copy` copies lists and dicts, but not what they contain: a game that nests anything mutable overrides it.
    """

    def copy(self) -> Self:
        """An independent copy."""
        other = object.__new__(type(self))
        vars(other).update({name: value.copy() if type(value) in _COPIED else value for name, value in vars(self).items()})
        return other

    def glance(self) -> Self:
        """A shallow copy: its attributes can be set, but the objects that they refer to are shared."""
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        return other

    @classmethod
    def of(cls, state: State) -> Self:
        """The game's own part of a state of this game. Not checked: this is called very often."""
        extra: Self = state.extra
        return extra

    def masked(self, viewer: Viewer) -> Extra:
        """The part that a viewer may know: this object, or a glance at it with its secrets replaced."""
        return self

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]


@cache
def _others(seats: int, seat: int) -> tuple[int, ...]:
    return tuple((seat + step) % seats for step in range(1, seats))


class State:
    """Where a deal stands.

    hands, melds, rivers  per seat
    wall        places and holes; tiles only where the truth is known
    step        what the deal waits for (engine/steps.py)
    discards    number of discards each seat has made
    kongs       number of kongs declared in the deal
    latest      seat that has discarded last, -1 before the first discard
    dice        throws so far
    loaded_dice, loaded_deal  throws and deal fixed in advance, in positions that are set up directly
    win         the Win event once somebody has won
    settled     the Settle event once the deal is over
    asked       what each seat may do now, None until somebody asks (see `decide.asks`)
    extra       the game's own part
    folds       what each event does, the same for every deal of the game
    """

    __slots__ = (
        "asked", "balances", "carry", "commitment", "creator", "dealer", "dice", "discards", "entropy", "extra", "folds", "hands", "kongs",
        "latest", "loaded_deal", "loaded_dice", "melds", "number", "options", "rivers", "seats", "seed", "settled", "step", "variant",
        "wall", "win",
    )  # fmt: skip

    variant: Variant
    options: Options
    folds: Folds
    hands: list[Hand]
    melds: list[list[Meld]]
    rivers: list[River]
    wall: Wall
    step: Step
    extra: Any  # of the game's own class; its code names the class, and nothing is checked at run time
    dice: list[Dice]
    loaded_deal: Deal | None
    loaded_dice: tuple[tuple[int, ...], ...]
    win: Win | None
    settled: Settle | None
    asked: Asks | None

    def __init__(self, variant: Variant, options: Options, start: Start, seed: bytes, step: Step) -> None:
        seats = start.seats
        self.variant, self.options, self.seed, self.step = variant, options, seed, step
        self.seats, self.dealer, self.creator, self.number = seats, start.dealer, start.creator, start.number
        self.commitment, self.entropy = start.commitment, start.entropy
        self.balances = start.balances or (None,) * seats
        self.carry = dict(start.carry)
        self.hands = [Hand() for _ in range(seats)]
        self.melds = [[] for _ in range(seats)]
        self.rivers = [River() for _ in range(seats)]
        self.wall = Wall((), 0, variant.stack)
        self.discards = [0] * seats
        self.kongs = 0
        self.latest = -1
        self.dice = []
        self.loaded_dice, self.loaded_deal = (), None
        self.win = self.settled = self.asked = None
        self.extra = variant.new_extra(self)

    def next_seat(self, seat: int, steps: int = 1) -> int:
        """The seat that plays `steps` after `seat` (下家 for 1)."""
        return (seat + steps) % self.seats

    def others(self, seat: int) -> tuple[int, ...]:
        """All other seats in playing order, beginning behind `seat`."""
        return _others(self.seats, seat)

    def owned(self, seat: int, kind: int) -> int:
        """How many tiles of a kind a seat holds in its hand and melds."""
        melded = sum(tile >> 2 == kind for meld in self.melds[seat] for tile in meld.tiles)
        return self.hands[seat].counts[kind] + melded

    def throw(self, dice: int) -> tuple[int, ...]:
        """The next throw of `dice` dice."""
        thrown = len(self.dice)
        if thrown < len(self.loaded_dice):
            return self.loaded_dice[thrown]
        return Stream(self.seed, f"dice/{thrown}").throw(dice)

    def glance(self) -> State:
        """A shallow copy to read, not to evolve: its lists of hands and melds are its own, everything else is shared."""
        other = State.__new__(State)
        # Spelled out for speed, in the order of `__slots__`: every view of a table needs one of these.
        (
            other.asked, other.balances, other.carry, other.commitment, other.creator, other.dealer, other.dice, other.discards,
            other.entropy, other.extra, other.folds, other.hands, other.kongs, other.latest, other.loaded_deal, other.loaded_dice,
            other.melds, other.number, other.options, other.rivers, other.seats, other.seed, other.settled, other.step, other.variant,
            other.wall, other.win,
        ) = _everything(self)  # fmt: skip
        other.hands, other.melds = self.hands[:], self.melds[:]
        return other

    def copy(self) -> State:
        """An independent state: evolving one leaves the other alone."""
        other = self.glance()
        other.hands = [hand.copy() for hand in self.hands]
        other.melds = [list(melds) for melds in self.melds]
        other.rivers = [river.copy() for river in self.rivers]
        other.wall, other.step, other.extra = self.wall.copy(), self.step.copy(), self.extra.copy()
        other.discards, other.dice, other.carry = self.discards[:], self.dice[:], dict(self.carry)
        other.asked = None
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in State.__slots__ if name != "asked")

    __hash__ = None  # type: ignore[assignment]


_everything = attrgetter(*State.__slots__)
