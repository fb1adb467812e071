"""What the rows of an element table ask about, one small set of facts for each side of a win.

A set of facts is made of a plain tuple: the counter remembers which rows hold for it, so that a row is worked out once and then looked up.
Masks have a bit a kind (0-33) or a bit a rank; so nearly every condition is an AND and a compare.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

from fangcheng.tiles import parse_kinds
from fangcheng.variants.guobiao.counter import chows


def mask_of(text: str) -> int:
    """Bit mask of the kinds in notation."""
    return sum(1 << kind for kind in set(parse_kinds(text)))


SUIT_MASKS: Final = (mask_of("123456789m"), mask_of("123456789p"), mask_of("123456789s"))
HONOUR_MASK: Final = mask_of("ESWNCFP")
WIND_MASK: Final = mask_of("ESWN")
DRAGON_MASK: Final = mask_of("CFP")
EDGES: Final = mask_of("19m19p19s")
OUTSIDE: Final = EDGES | HONOUR_MASK
FIVES: Final = mask_of("5m5p5s")
# Kinds that no hand with a terminal or honour in every set has; kinds that none with a five in every set has.
MIDDLES: Final = mask_of("456m456p456s")
FAR_FROM_FIVE: Final = mask_of("1289m1289p1289s") | HONOUR_MASK
EVERY: Final = 5
"""Sets and the pair of a whole hand."""
TOLD_APART: Final = (*SUIT_MASKS, WIND_MASK, DRAGON_MASK, EDGES, ~OUTSIDE)
"""What conditions of ordinary hands ask of their tiles beside `Only`: whether one of these is among them."""


class Tiles:
    """The tiles of the whole hand, melds and winning tile included.

    shape    ``standard``, ``seven_pairs``, ``thirteen_orphans``, or a shape of the game's own
    kinds    a bit a kind; honours: those of honours; suits: number of suits present
    counted  whether elements of tiles count for this shape (R17b): `strict` not for seven pairs
    """

    __slots__ = ("counted", "honours", "kinds", "shape", "suits")

    def __init__(self, shape: str, kinds: int, strict: bool) -> None:
        self.shape, self.kinds, self.honours = shape, kinds, kinds & HONOUR_MASK
        self.suits = len([suit for suit in SUIT_MASKS if kinds & suit])
        self.counted = not (strict and shape == "seven_pairs")

    def only(self, mask: int) -> bool:
        """Whether every tile is of the mask."""
        return not self.kinds & ~mask


@dataclass(frozen=True)
class Only:
    """A condition: the hand has no tiles but these. always: for seven pairs too, where the option is strict; shape: "" for any."""

    mask: int
    always: bool = False
    shape: str = ""

    def __call__(self, tiles: Tiles) -> bool:
        return not tiles.kinds & ~self.mask and (self.always or tiles.counted) and self.shape in ("", tiles.shape)


class Chows:
    """The chows of a reading.

    starts  their lowest kinds, ascending; suits: a bit a starting rank for each suit
    pairs   two-chow elements by id (R11), `once`: by the official rule
    """

    __slots__ = ("pairs", "starts", "suits")

    def __init__(self, starts: tuple[int, ...], once: bool) -> None:
        self.starts, self.suits = starts, chows.by_suit(starts)
        self.pairs = chows.pairs_account_once(starts) if once else chows.pairs_per_type(starts)

    def equal(self, number: int) -> bool:
        """Whether so many are equal."""
        return any(self.starts.count(chow) >= number for chow in self.starts)


class Ends(NamedTuple):
    """Four chows that begin or end a suit, ascending, and a pair of fives."""

    starts: tuple[int, ...]
    pair: int


class Pungs:
    """The pungs and kongs of suit tiles in a reading. suits: a bit a rank for each; ranks: of each pung."""

    __slots__ = ("ranks", "suits")

    def __init__(self, kinds: tuple[int, ...]) -> None:
        self.suits = chows.by_suit(kinds)
        self.ranks = [kind % 9 for kind in kinds]


class Honours(NamedTuple):
    """The pungs and kongs of honours in a reading, and the pair.

    winds, dragons  number of pungs of each; changed wild tiles can make two of one kind, or its pung and its pair (R42)
    plain_winds     pungs of winds that are neither the seat's nor the prevalent one
    seat_wind       whether there is a pung of the seat's wind; prevalent_wind: of the prevalent one
    pair            a wind or dragon, 0 for any other
    terminals       number of pungs of terminals
    every_wind      whether there is a pung of each wind; every_dragon: of each dragon
    """

    winds: int
    dragons: int
    plain_winds: int
    seat_wind: bool
    prevalent_wind: bool
    pair: int
    terminals: int
    every_wind: bool
    every_dragon: bool


class Sets(NamedTuple):
    """How many chows and pungs a reading has, whether the pair is of a suit, and how many of its sets and pair have a terminal or honour,
    or a five. A whole hand has five of them."""

    shape: str
    chows: int
    pungs: int
    suit_pair: bool
    outside: int
    fives: int


class Held(NamedTuple):
    """What numbers of tiles come to: kinds held four times or more without a kong of it, and whether the hand is nine gates."""

    hogs: int
    nine_gates: bool


class How(NamedTuple):
    """How the hand is won and what lies open.

    by                 ``self_draw``, ``discard``, ``rob_kong``
    flags              situations by name
    heavenly, earthly  the dealer wins on his dealt tiles; a win on the dealer's first discard
    exposed            exposed melds, kongs among them
    concealed_pungs    pungs and kongs made without another's tile
    """

    by: str
    flags: frozenset[str]
    heavenly: bool
    earthly: bool
    exposed: int
    exposed_kongs: int
    concealed_kongs: int
    concealed_pungs: int

    @property
    def self_draw(self) -> bool:
        """Whether nobody gave the winning tile."""
        return self.by == "self_draw"

    @property
    def kongs(self) -> int:
        """Number of kongs."""
        return self.concealed_kongs + self.exposed_kongs


class Wait(NamedTuple):
    """What the winning tile completes: ``edge``, ``closed`` or ``single``; whether it is the only kind that completes the hand.

    lenient  單釣將 need not be the only wait (R12)
    """

    completes: str
    only: bool
    lenient: bool


Side: TypeAlias = type[Tiles | Chows | Ends | Pungs | Honours | Sets | Held | How | Wait]


class Row(NamedTuple):
    """One row of an element table.

    id        key in the catalogues and in case files
    value     value of one occurrence
    reads     the facts that its condition asks about
    when      how often it holds for them (False and 0: not at all)
    excludes  ids of elements that it strikes out
    lessens   ids of elements of which it strikes out one occurrence
    claimed   ids of elements that it strikes out too where another's tile wins; only a row about how the hand is won has any
    """

    id: str
    value: int
    reads: Side
    when: Callable[[Any], int]
    excludes: tuple[str, ...] = ()
    lessens: tuple[str, ...] = ()
    claimed: tuple[str, ...] = ()

    def by_way(self) -> tuple[Row, ...]:
        """The row, or where the way of winning decides what it strikes out, one for each way: of these never more than one holds."""
        if not self.claimed:
            return (self,)
        drawn = self._replace(when=lambda how: how.self_draw and self.when(how), claimed=())
        claimed = self._replace(when=lambda how: not how.self_draw and self.when(how), excludes=self.excludes + self.claimed, claimed=())
        return drawn, claimed
