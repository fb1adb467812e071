"""What the counter remembers of the tiles of one suit, by their base-5 index: the ways to see them, and what would complete them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from fangcheng.score import Group
from fangcheng.shapes.table import NEED_HONOUR, NEED_SUIT, load_need
from fangcheng.tiles import FLOWERS, HIDDEN
from fangcheng.variants.guobiao.counter.fifth import are_sets, is_standard
from fangcheng.variants.guobiao.counter.sums import CHOW, CONCEALED, HOG, PAIR, PUNG

_MOST_KEPT: Final = 20_000
NOTHING, PUNG_HERE, EDGE, CLOSED, SINGLE = range(5)
PLACES: Final = 5
"""Places of the winning tile: what it completes, where elements ask for that."""


class Way(NamedTuple):
    """One way to see the tiles of a suit as sets, in one suit of the hand with the pair.

    total   what it adds to a reading
    pair    kind of the pair, HIDDEN where it lies elsewhere
    places  those that a tile of a kind has: see `places`; filled as they are asked for
    """

    total: int
    chows: tuple[int, ...]
    pungs: tuple[int, ...]
    pair: int
    places: dict[int, tuple[int, ...]]


class Tiles(NamedTuple):
    """The tiles of a suit. ways: none where they are not complete. kinds: a bit for each of the 34."""

    ways: tuple[Way, ...]
    kinds: int


_Seen: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], int]
"""Ranks that chows begin with, ranks of pungs and of the pair, HIDDEN for none."""

CHOWS: Final = {kind: Group("chow", (kind, kind + 1, kind + 2)) for kind in CHOW}
PUNGS: Final = tuple(Group("pung", (kind,) * 3) for kind in range(FLOWERS))
PAIRS: Final = tuple(Group("pair", (kind,) * 2) for kind in range(FLOWERS))
UNITS: Final = tuple(5**rank for rank in range(9))
# Bytes of NEED tables: all tiles are sets; they are sets and a pair.
COMPLETE: Final = (0, 65)
_WAYS: Final[tuple[dict[int, tuple[_Seen, ...]], ...]] = ({}, {})
TILES: Final[tuple[dict[int, Tiles], ...]] = ({}, {}, {}, {})
CLOSING: Final[tuple[dict[int, int], ...]] = ({}, {}, {}, {})


def suit_tiles(suit: int, state: int) -> Tiles:
    """The tiles of a suit by their index; to be remembered in TILES."""
    kept = TILES[suit]
    if len(kept) >= _MOST_KEPT:
        kept.clear()
    kinds = hogs = 0
    left, kind = state, 9 * suit
    while left:
        left, held = divmod(left, 5)
        if held:
            kinds |= 1 << kind
            hogs += held == 4
        kind += 1
    kept[state] = found = Tiles(tuple([_way(suit, seen, HOG * hogs) for seen in _ways(state, suit == 3)]), kinds)
    return found


def _way(suit: int, seen: _Seen, hogs: int) -> Way:
    """Ranks as the tiles of a suit."""
    first = 9 * suit
    chows = tuple([first + rank for rank in seen[0]])
    pungs = tuple([first + rank for rank in seen[1]])
    pair = first + seen[2] if seen[2] >= 0 else HIDDEN
    return Way(sum_of(chows, pungs, pair) + hogs, chows, pungs, pair, {})


def closing(suit: int, state: int) -> int:
    """Kinds, a bit each, of which one tile more makes the tiles of a suit sets, or sets and the pair; to be remembered in CLOSING."""
    kept = CLOSING[suit]
    if len(kept) >= _MOST_KEPT:
        kept.clear()
    table = _needs(suit == 3)
    kinds = 0
    for rank, unit in enumerate(UNITS if suit < 3 else UNITS[:7]):
        if (table[state + unit] in COMPLETE) if state // unit % 5 < 4 else _closes_as_fifth(suit, state, rank):
            kinds |= 1 << 9 * suit + rank
    kept[state] = kinds
    return kinds


def _closes_as_fifth(suit: int, state: int, rank: int) -> bool:
    """As `closing` for a fifth tile of a rank, which no index holds."""
    counts = [state // unit % 5 for unit in (UNITS if suit < 3 else UNITS[:7])]
    counts[rank] += 1
    return (is_standard if sum(counts) % 3 == 2 else are_sets)(counts, suit < 3)


def shown(chows: Sequence[int], pungs: Sequence[int], pair: int) -> tuple[Group, ...]:
    """Chows, pungs and the pair as a score shows them."""
    return (*[CHOWS[kind] for kind in chows], *[PUNGS[kind] for kind in pungs], *(PAIRS[pair : pair + 1] if pair >= 0 else ()))


def sum_of(chows: Sequence[int], pungs: Sequence[int], pair: int) -> int:
    """What concealed sets and a pair add to a reading."""
    return sum([CHOW[kind] for kind in chows]) + sum([PUNG[kind] + CONCEALED for kind in pungs]) + PAIR[pair]


def places(chows: Sequence[int], pungs: Sequence[int], pair: int, kind: int) -> tuple[int, ...]:
    """The places that a tile of a kind may have in sets and a pair, each once."""
    found = set()
    for chow in chows:
        if kind - chow == 1:
            found.add(CLOSED)
        elif 0 <= kind - chow <= 2:
            found.add(EDGE if (chow % 9 == 0 and kind > chow) or (chow % 9 == 6 and kind == chow) else NOTHING)
    if kind in pungs:
        found.add(PUNG_HERE)
    if kind == pair:
        found.add(SINGLE)
    return tuple(sorted(found))


def _ways(state: int, honours: bool) -> tuple[_Seen, ...]:
    """All ways to see the tiles of a suit, in a fixed order; none where they are not complete."""
    kept = _WAYS[honours]
    found = kept.get(state)
    if found is None:
        if len(kept) >= _MOST_KEPT:
            kept.clear()
        found = kept[state] = tuple(sorted(set(_split(state, honours)), key=_order)) if _needs(honours)[state] in COMPLETE else ()
    return found


def _split(state: int, honours: bool) -> Iterator[_Seen]:
    """Ways by the part with the lowest tile; some several times."""
    if not state:
        yield (), (), HIDDEN
        return
    lowest = next(rank for rank, unit in enumerate(UNITS) if state // unit % 5)
    unit = UNITS[lowest]
    held = state // unit % 5
    if held >= 3:
        for chows, pungs, pair in _ways(state - 3 * unit, honours):
            yield chows, tuple(sorted((lowest, *pungs))), pair
    if held >= 2:
        for chows, pungs, pair in _ways(state - 2 * unit, honours):
            if pair < 0:
                yield chows, pungs, lowest
    if not honours and lowest < 7 and state // UNITS[lowest + 1] % 5 and state // UNITS[lowest + 2] % 5:
        for chows, pungs, pair in _ways(state - unit * 31, honours):
            yield tuple(sorted((lowest, *chows))), pungs, pair


def _order(seen: _Seen) -> tuple[list[tuple[int, str]], int]:
    chows, pungs, pair = seen
    return sorted([(kind, "chow") for kind in chows] + [(kind, "pung") for kind in pungs]), pair


def _needs(honours: bool) -> bytearray:
    if not NEED_SUIT:
        load_need()
    return NEED_HONOUR if honours else NEED_SUIT
