"""One reading (拆分) of a hand with a chosen pair, found straight away however many wilds there are.

A scorer that knows by look-ups which reading it wants need not list all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from fangcheng.hand import POW5
from fangcheng.shapes.need import sets_need
from fangcheng.shapes.split import ANY_SET, Part, Shape, Split
from fangcheng.tiles import FLOWERS, HONOURS, SUIT_OF

# Wilds that make triplets of 0 to 4 equal tiles.
_TO_TRIPLETS = (0, 2, 1, 0, 2)


class Tiles(NamedTuple):
    """Concealed tiles without the wild ones, and the number of wilds beside them.

    counts, states  34 counts, and base-5 states of the suits as in `Hand.index`
    """

    counts: Sequence[int]
    states: Sequence[int]
    wilds: int


def triplets_need(counts: Sequence[int]) -> int:
    """Fewest wilds that make every tile part of a triplet, without a pair."""
    return sum(_TO_TRIPLETS[count] for count in counts[:FLOWERS] if count)


def can_pair(tiles: Tiles, kind: int, own: int, chows: bool = True) -> bool:
    """Whether the hand is sets and a pair of `kind` made of `own` (0-2) own tiles and wilds; without chows only triplets count."""
    left = tiles.wilds - (2 - own)
    if left < 0 or tiles.counts[kind] < own:
        return False
    if chows:
        index = list(tiles.states)
        index[SUIT_OF[kind]] -= own * POW5[kind]
        return sets_need(index) <= left
    counts = tiles.counts
    return triplets_need(counts) - _TO_TRIPLETS[counts[kind]] + _TO_TRIPLETS[counts[kind] - own] <= left


def one_split(tiles: Tiles, pairs: Iterable[int], chows: bool = True) -> Split | None:
    """A split whose pair is of one of these kinds (the first that works, with as many own tiles as possible), None if there is none.

    Tiles and wilds together must be 2 modulo 3. A pair of two wilds is given the kind it stands for.
    """
    for own in (2, 1, 0):
        for kind in pairs:
            if can_pair(tiles, kind, own, chows):
                return Split(tuple(_sets(tiles, kind, own, chows)), Part("pair", kind, (kind,) * (2 - own)))
    return None


def _sets(tiles: Tiles, pair: int, own: int, chows: bool) -> Iterator[Part]:
    counts, index, wilds = list(tiles.counts), list(tiles.states), tiles.wilds - (2 - own)
    counts[pair] -= own
    index[SUIT_OF[pair]] -= own * POW5[pair]
    for kind in range(FLOWERS):
        while counts[kind]:
            part, used = next(_fitting(counts, index, wilds, kind, chows))
            for other in used:
                counts[other] -= 1
                index[SUIT_OF[other]] -= POW5[other]
            wilds -= len(part.wilds)
            yield part
    yield from [ANY_SET] * (wilds // 3)


def _fitting(counts: list[int], index: list[int], wilds: int, kind: int, chows: bool) -> Iterator[tuple[Part, list[int]]]:
    """Sets that take the lowest tile left and leave a rest that still works out."""
    for shape, kinds in _candidates(kind, chows):
        used: list[int] = []
        missing: list[int] = []
        for other in kinds:
            (used if counts[other] > used.count(other) else missing).append(other)
        rest = index[:]
        for other in used:
            rest[SUIT_OF[other]] -= POW5[other]
        # Without chows every rest works out: each kind goes into triplets by itself.
        if len(missing) <= wilds and (not chows or sets_need(rest) <= wilds - len(missing)):
            yield Part(shape, kinds[0], tuple(missing)), used


def _candidates(kind: int, chows: bool) -> Iterator[tuple[Shape, tuple[int, ...]]]:
    yield "pung", (kind,) * 3
    if chows and kind < HONOURS:
        suit = kind // 9 * 9
        for first in (kind, kind - 1, kind - 2):
            if suit <= first <= suit + 6:
                yield "chow", (first, first + 1, first + 2)
