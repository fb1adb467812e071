"""Splits (拆分): every way to see a hand as sets and one pair, with what each wild stands for.

Each suit is split by itself and remembered; a hand's splits combine them over the ways to share out the pair and the wilds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from fangcheng.hand import Hand
from fangcheng.shapes.mode import accelerated, accelerator
from fangcheng.shapes.need import MOST_TILES, MOST_WILDS, check, need
from fangcheng.shapes.table import NEED, NEED_HONOUR, NEED_SUIT

Shape: TypeAlias = Literal["chow", "pung", "pair", "any"]


class Part(NamedTuple):
    """A set or a pair.

    kind   the lowest kind, 0-33; -1 when the part is made of wilds alone
    wilds  the kinds that wilds stand for inside this part, ascending; ``(-1, ...)`` when the part is made of wilds alone

    Three wilds by themselves are any set: shape ``"any"``, kind -1. Two wilds by themselves are a pair of kind -1.
    """

    shape: Shape
    kind: int
    wilds: tuple[int, ...]


# No object is made more often, and making a struct takes a third of the time that a NamedTuple takes.
class Split(msgspec.Struct, frozen=True, gc=False):
    """A whole hand: its sets by ascending kind, sets of wilds alone last, and its pair."""

    sets: tuple[Part, ...]
    pair: Part


ANY_SET: Final = Part("any", -1, (-1, -1, -1))
ANY_SETS: Final = tuple((ANY_SET,) * number for number in range(4))
ANY_PAIR: Final = Part("pair", -1, (-1, -1))

_FULL_SIZES: Final = frozenset(range(2, MOST_TILES + 1, 3))
_MOST_KEPT: Final = 2_500
_Parts: TypeAlias = tuple[Part, ...]
_SuitSplit: TypeAlias = tuple[_Parts, Part | None]
# All splits of one suit: as sets alone, and as sets and the pair.
_Sets: TypeAlias = tuple[_Parts, ...]
_Pairs: TypeAlias = tuple[tuple[_Parts, Part], ...]

# By suit and state: the fewest wilds that make the tiles sets, the splits with these, and those with a pair where that takes one less.
_kept: Final[tuple[dict[int, tuple[int, _Sets, _Pairs]], ...]] = ({}, {}, {}, {})
_OF_M, _OF_P, _OF_S, _OF_Z = _kept


@accelerated
def splits(hand: Hand, wilds: int = 0) -> tuple[Split, ...]:
    """Every distinct split of the tiles and all the wilds (0-8), in a fixed order; empty when the hand is not `complete`.

    Splits differ in their parts or in which part a wild helps. A wild may stand for a fifth copy of a kind. Parts of wilds
    alone are not spelled out over all kinds (see `Part`), but with many wilds there may still be thousands of splits.
    ValueError for a hand that cannot be.
    """
    m, p, s, z, flowers = hand.index
    if flowers or type(wilds) is not int or not 0 <= wilds <= MOST_WILDS or hand.size + wilds not in _FULL_SIZES:
        wilds = check(hand, wilds)
        if hand.size + wilds not in _FULL_SIZES:
            return ()
    try:
        m_fewest, m_sets, m_pairs = _OF_M[m]
        p_fewest, p_sets, p_pairs = _OF_P[p]
        s_fewest, s_sets, s_pairs = _OF_S[s]
        z_fewest, z_sets, z_pairs = _OF_Z[z]
    except KeyError:
        if need(hand.index) > wilds:
            return ()
        _keep(hand.index)
        return splits(hand, wilds)
    # All else makes threes, so this is -1, 2, 5 ... The one that lacks at -1 is saved by a pair in a suit where a pair takes one less.
    spare = wilds - m_fewest - p_fewest - s_fewest - z_fewest
    if spare == 2 and not (m_pairs or p_pairs or s_pairs or z_pairs):
        m_pairs, p_pairs, s_pairs, z_pairs = map(_pairs, range(4), hand.index)
    elif spare != -1:
        return _with_spare_wilds(hand.index, spare // 3) if spare > 0 else ()
    found = _with_pair_in_each(m_sets, m_pairs, p_sets, p_pairs, s_sets, s_pairs, z_sets, z_pairs)
    if spare == 2:
        found += [Split(m + p + s + z, ANY_PAIR) for m, p, s, z in product(m_sets, p_sets, s_sets, z_sets)]
    return tuple(found)


def _with_pair_in_each(
    m_sets: _Sets, m_pairs: _Pairs, p_sets: _Sets, p_pairs: _Pairs, s_sets: _Sets, s_pairs: _Pairs, z_sets: _Sets, z_pairs: _Pairs
) -> list[Split]:
    """The splits of a hand out of those of its suits, with the pair in each suit in turn. Written out for speed."""
    found: list[Split] = []
    if m_pairs:
        for (m, pair), p, s, z in product(m_pairs, p_sets, s_sets, z_sets):
            found.append(Split(m + p + s + z, pair))
    if p_pairs:
        for m, (p, pair), s, z in product(m_sets, p_pairs, s_sets, z_sets):
            found.append(Split(m + p + s + z, pair))
    if s_pairs:
        for m, p, (s, pair), z in product(m_sets, p_sets, s_pairs, z_sets):
            found.append(Split(m + p + s + z, pair))
    if z_pairs:
        for m, p, s, (z, pair) in product(m_sets, p_sets, s_sets, z_pairs):
            found.append(Split(m + p + s + z, pair))
    return found


def _with_spare_wilds(index: Sequence[int], threes: int) -> tuple[Split, ...]:
    """The splits of a hand with 2 + 3 * `threes` wilds beyond the fewest that make sets of its tiles."""
    suits = {suit: _suit_ways(suit, state, False, threes + 1) for suit, state in enumerate(index[:4]) if state}
    if not suits:
        return (Split(ANY_SETS[threes], ANY_PAIR),)
    found: list[Split] = []
    for suit in suits:
        # A pair takes one wild less than sets, which leaves three for one more set, or costs the two.
        left = threes + (_byte(suit, index[suit]) > 63)
        found += _sharing_out(left, (suits | {suit: _suit_ways(suit, index[suit], True, left)}).values())
    return tuple(found + _sharing_out(threes, suits.values()))


def _sharing_out(threes: int, suits: Iterable[tuple[tuple[_SuitSplit, ...], ...]]) -> list[Split]:
    """The splits of a hand, combined from those of its suits by how many threes of wilds each takes; threes left over are sets."""
    *others, last = suits
    partial: list[tuple[_Parts, Part, int]] = [((), ANY_PAIR, threes)]
    for ways in others:
        partial = [
            (sets + own, own_pair or pair, left - more)
            for sets, pair, left in partial
            for more in range(left + 1)
            for own, own_pair in ways[more]
        ]
    return [
        Split(sets + own + ANY_SETS[left - more], own_pair or pair)
        for sets, pair, left in partial
        for more in range(left + 1)
        for own, own_pair in last[more]
    ]


def _keep(index: Sequence[int]) -> None:
    """Remember what `splits` looks up by the state of each suit."""
    for suit, (kept, state) in enumerate(zip(_kept, index, strict=False)):
        byte = _byte(suit, state)
        if len(kept) >= _MOST_KEPT:
            kept.clear()
        kept[state] = (
            byte & 63,
            tuple([sets for sets, _ in suit_splits(suit, state, False, byte & 63)]),
            _pairs(suit, state) if byte > 63 else (),
        )


@lru_cache(4 * _MOST_KEPT)
def _pairs(suit: int, state: int) -> _Pairs:
    """The splits of one suit's tiles as sets and a pair with the fewest wilds."""
    ways = suit_splits(suit, state, True, NEED[_byte(suit, state)])
    return tuple([(sets, pair) for sets, pair in ways if pair])


@lru_cache(4 * _MOST_KEPT)
def _suit_ways(suit: int, state: int, paired: bool, threes: int) -> tuple[tuple[_SuitSplit, ...], ...]:
    """The splits of one suit's tiles with the fewest wilds, with three more, and so on up to `threes` times three more."""
    byte = _byte(suit, state)
    fewest = NEED[byte] if paired else byte & 63
    return tuple([suit_splits(suit, state, paired, fewest + 3 * more) for more in range(threes + 1)])


def _byte(suit: int, state: int) -> int:
    return (NEED_HONOUR if suit == 3 else NEED_SUIT)[state]


@lru_cache(4 * _MOST_KEPT)
def suit_splits(suit: int, state: int, paired: bool, wilds: int) -> tuple[_SuitSplit, ...]:
    """Splits of one suit's tiles, each part with a tile of its own, that use exactly these wilds."""
    if not state:
        return () if paired or wilds else (((), None),)
    byte = _byte(suit, state)
    if wilds < (NEED[byte] if paired else byte & 63):
        return ()
    lowest = next(rank for rank in range(9) if state // 5**rank % 5)
    found: set[_SuitSplit] = set()
    for part, used in _parts_with(suit, state, lowest, paired):
        is_pair = part.shape == "pair"
        for sets, pair in suit_splits(suit, state - used, paired and not is_pair, wilds - len(part.wilds)):
            found.add((sets, part) if is_pair else (tuple(sorted((part, *sets), key=_by_kind)), pair))
    return tuple(sorted(found, key=_order))


if accelerator:
    accelerator.hold_splits(suit_splits, Split, ANY_SET, ANY_PAIR)


def _parts_with(suit: int, state: int, lowest: int, paired: bool) -> Iterator[tuple[Part, int]]:
    """Parts that hold the lowest tile, each with the amount by which it lowers the state."""
    kind, unit = suit * 9 + lowest, 5**lowest
    held = state // unit % 5
    for own in range(1, min(held, 3) + 1):
        yield _part("pung", kind, (kind,) * (3 - own)), own * unit
        if paired and own <= 2:
            yield _part("pair", kind, (kind,) * (2 - own)), own * unit
    for first in range(max(0, lowest - 2), min(lowest, 6) + 1) if suit < 3 else ():
        ways: list[tuple[tuple[int, ...], int]] = [((), 0)]
        for rank in range(first, first + 3):
            own_way = [(wild, used + 5**rank) for wild, used in ways if state // 5**rank % 5]
            ways = own_way + ([((*wild, suit * 9 + rank), used) for wild, used in ways] if rank != lowest else [])
        for wild, used in ways:
            yield _part("chow", suit * 9 + first, wild), used


@lru_cache(None)
def _part(shape: Shape, kind: int, wilds: tuple[int, ...]) -> Part:
    """A part. There are a few hundred; all splits share them, so that they stay in the processor's cache."""
    return Part(shape, kind, wilds)


def _by_kind(part: Part) -> tuple[int, str, tuple[int, ...]]:
    return part.kind, part.shape, part.wilds


def _order(split: _SuitSplit) -> tuple[list[tuple[int, str, tuple[int, ...]]], int]:
    sets, pair = split
    return [_by_kind(part) for part in sets], pair.kind if pair else -1
