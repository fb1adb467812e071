"""What the counter remembers of the tiles of one suit, by their base-5 index: the ways to see them, and what would complete them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import Final, TypeAlias

from fangcheng.score import Group
from fangcheng.shapes.table import NEED_HONOUR, NEED_SUIT, load_need
from fangcheng.tiles import FLOWERS, HIDDEN
from fangcheng.variants.guobiao.counter.fifth import are_sets, is_standard
from fangcheng.variants.guobiao.counter.kept import MOST_KEPT, Kept
from fangcheng.variants.guobiao.counter.sums import CHOW, CONCEALED, PAIR, PUNG

NOTHING, PUNG_HERE, EDGE, CLOSED, SINGLE = range(5)
PLACES: Final = 5
"""Places of the winning tile: what it completes, where elements ask for that."""
PLACES_OF: Final = tuple([tuple([place for place in range(PLACES) if places >> place & 1]) for places in range(1 << PLACES)])
"""Places by a mask of them."""

# Hands touch few of the many ways and tiles that are remembered, so these are plain tuples, small, and share what they can.
Way: TypeAlias = tuple[int, int, tuple[Group, ...], tuple[Group, ...], tuple[Group, ...]]
"""One way to see the tiles of a suit as sets, in one suit of the hand with the pair: what it adds to a reading; for each rank the places
that a tile of it has, PLACES bits each; its chows, its pungs and its pair, where it has one, as a score shows them."""
Tiles: TypeAlias = tuple[tuple[Way, ...], int, tuple[int, ...]]
"""The tiles of a suit: the ways to see them, none where they are not complete; a bit for each of the 34 kinds; the kinds, each as often as
it is held."""
_Seen: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], int]
"""Ranks that chows begin with, ranks of pungs and of the pair, HIDDEN for none."""
_Part: TypeAlias = tuple[int, int, tuple[Group, ...]]
"""A part of a Way."""
_Half: TypeAlias = tuple[int, tuple[int, ...]]
"""The tiles of some ranks of a suit as Tiles without the ways: what is known of few makes what is known of many."""

CHOWS: Final = {kind: Group("chow", (kind, kind + 1, kind + 2)) for kind in CHOW}
PUNGS: Final = {kind: Group("pung", (kind,) * 3) for kind in range(FLOWERS)}
PAIRS: Final = {kind: Group("pair", (kind,) * 2) for kind in range(FLOWERS)}
UNITS: Final = tuple(5**rank for rank in range(9))
# Bytes of NEED tables: all tiles are sets; they are sets and a pair.
COMPLETE: Final = (0, 65)
NOTHING_SEEN: Final[_Seen] = ((), (), HIDDEN)
_WAYS: Final[tuple[dict[int, tuple[_Seen, ...]], ...]] = ({}, {})


def _tiles(suit: int, state: int) -> Tiles:
    low, high = _HALVES[suit]
    kinds, held = low[state % HALF]
    if state >= HALF:
        more, others = high[state // HALF]
        kinds, held = kinds | more, held + others
    return tuple([_way(9 * suit, *seen) for seen in _ways(state, suit == 3)]), kinds, held


def _half(first: int, state: int) -> _Half:
    """The tiles of the kinds from one on."""
    held: tuple[int, ...] = ()
    kinds = 0
    left, kind = state, first
    while left:
        if number := left % 5:
            held += (kind,) * number
            kinds |= 1 << kind
        left //= 5
        kind += 1
    return kinds, held


def _way(first: int, chows: tuple[int, ...], pungs: tuple[int, ...], pair: int) -> Way:
    """Ranks as the tiles of a suit, which begins with a kind."""
    own, places, chows_shown = _chows(first, chows)
    more, others, pungs_shown = _pungs(first, pungs)
    last, single, pair_shown = _pair(first, pair)
    return own + more + last, places | others | single, chows_shown, pungs_shown, pair_shown


@cache
def _chows(first: int, ranks: tuple[int, ...]) -> _Part:
    """What chows of a suit add to a reading, the places in them and how a score shows them; few are possible."""
    return sum([CHOW[first + rank] for rank in ranks]), _places(ranks, (), HIDDEN), tuple([CHOWS[first + rank] for rank in ranks])


@cache
def _pungs(first: int, ranks: tuple[int, ...]) -> _Part:
    """As `_chows`, concealed ones."""
    total = sum([PUNG[first + rank] + CONCEALED for rank in ranks])
    return total, _places((), ranks, HIDDEN), tuple([PUNGS[first + rank] for rank in ranks])


@cache
def _pair(first: int, rank: int) -> _Part:
    """As `_chows`."""
    return (PAIR[first + rank], _places((), (), rank), (PAIRS[first + rank],)) if rank >= 0 else (0, 0, ())


def _places(chows: Sequence[int], pungs: Sequence[int], pair: int) -> int:
    """The places that a tile of each rank or kind has in sets and a pair, PLACES bits each."""
    found = 1 << PLACES * pair + SINGLE if pair >= 0 else 0
    for chow in chows:
        found |= (_LOWEST if chow % 9 == 0 else _HIGHEST if chow % 9 == 6 else _INNER) << PLACES * chow
    for pung in pungs:
        found |= 1 << PLACES * pung + PUNG_HERE
    return found


def _in_chow(*places: int) -> int:
    return sum([1 << PLACES * rank + place for rank, place in enumerate(places)])


_LOWEST: Final = _in_chow(NOTHING, CLOSED, EDGE)
_INNER: Final = _in_chow(NOTHING, CLOSED, NOTHING)
_HIGHEST: Final = _in_chow(EDGE, CLOSED, NOTHING)


def places(chows: Sequence[int], pungs: Sequence[int], pair: int, kind: int) -> tuple[int, ...]:
    """The places that a tile of a kind may have in sets and a pair, each once."""
    return PLACES_OF[_places(chows, pungs, pair) >> PLACES * kind & (1 << PLACES) - 1]


def _closing(state: int, honours: bool) -> int:
    table = _needs(honours)
    ranks = 0
    for rank, unit in enumerate(UNITS[:7] if honours else UNITS):
        if (table[state + unit] in COMPLETE) if state // unit % 5 < 4 else _closes_as_fifth(state, rank, honours):
            ranks |= 1 << rank
    return ranks


def is_complete(suit: int, state: int) -> bool:
    """Whether the tiles of a suit are sets, or sets and the pair."""
    return _needs(suit == 3)[state] in COMPLETE


_LOW: Final = 5
HALF: Final = 5**_LOW
_HALVES: Final = tuple([(Kept(partial(_half, 9 * suit)), Kept(partial(_half, 9 * suit + _LOW))) for suit in range(4)])
TILES: Final = tuple([Kept(partial(_tiles, suit)) for suit in range(4)])
"""The tiles of each suit by their index."""
_CLOSING_SUIT: Final[Kept[int]] = Kept(partial(_closing, honours=False))
_CLOSING_HONOURS: Final[Kept[int]] = Kept(partial(_closing, honours=True))
CLOSING: Final = (_CLOSING_SUIT, _CLOSING_SUIT, _CLOSING_SUIT, _CLOSING_HONOURS)
"""By suit and index of its tiles: ranks, a bit each, of which one tile more makes them sets, or sets and the pair."""


def _closes_as_fifth(state: int, rank: int, honours: bool) -> bool:
    """As CLOSING for a fifth tile of a rank, which no index holds."""
    counts = [state // unit % 5 for unit in (UNITS[:7] if honours else UNITS)]
    counts[rank] += 1
    return (is_standard if sum(counts) % 3 == 2 else are_sets)(counts, not honours)


def shown(chows: Sequence[int], pungs: Sequence[int], pair: int) -> tuple[Group, ...]:
    """Chows, pungs and the pair as a score shows them."""
    return (*[CHOWS[kind] for kind in chows], *[PUNGS[kind] for kind in pungs], *_pair(0, pair)[2])


def sum_of(chows: Sequence[int], pungs: Sequence[int], pair: int) -> int:
    """What concealed sets and a pair add to a reading."""
    return sum([CHOW[kind] for kind in chows]) + sum([PUNG[kind] + CONCEALED for kind in pungs]) + PAIR[pair]


def _ways(state: int, honours: bool) -> tuple[_Seen, ...]:
    """All ways to see the tiles of a suit, in a fixed order; none where they are not complete."""
    kept = _WAYS[honours]
    found = kept.get(state)
    if found is None:
        if len(kept) >= MOST_KEPT:
            kept.clear()
        ways = _split(state, honours) if _needs(honours)[state] in COMPLETE else []
        found = kept[state] = tuple(ways if len(ways) < 2 else sorted(ways, key=_order))
    return found


def _split(state: int, honours: bool) -> list[_Seen]:
    """The ways by what the tiles of the lowest rank are in: a pung or none, the pair or none, and chows."""
    if not state:
        return [NOTHING_SEEN]
    lowest, first = 0, state
    while not first % 5:
        first //= 5
        lowest += 1
    held, unit, found = first % 5, UNITS[lowest], []
    room = 0 if honours or lowest > 6 else min(first // 5 % 5, first // 25 % 5)
    for pungs in range(held // 3 + 1):
        for pairs in (0, 1):
            number = held - 3 * pungs - 2 * pairs
            if 0 <= number <= room:
                for chows, others, pair in _ways(state - unit * (held + 30 * number), honours):
                    if not pairs or pair < 0:
                        found.append(((lowest,) * number + chows, (lowest,) * pungs + others, lowest if pairs else pair))
    return found


def _order(seen: _Seen) -> tuple[list[tuple[int, str]], int]:
    chows, pungs, pair = seen
    return sorted([(kind, "chow") for kind in chows] + [(kind, "pung") for kind in pungs]), pair


def _needs(honours: bool) -> bytearray:
    if not NEED_SUIT:
        load_need()
    return NEED_HONOUR if honours else NEED_SUIT
