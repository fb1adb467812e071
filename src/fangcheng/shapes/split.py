"""Splits (拆分): every way to see a hand as sets and one pair, with what each wild stands for.

Each suit is split by itself and remembered; a hand's splits combine them over the ways to share out the pair and the wilds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from fangcheng.hand import Hand
from fangcheng.shapes.mode import accelerated, accelerator
from fangcheng.shapes.need import check
from fangcheng.shapes.table import NEED, NEED_HONOUR, NEED_SUIT, load_need

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


# Of splits more are made than of all else, and a struct is made in a third of a NamedTuple's time.
class Split(msgspec.Struct, frozen=True, gc=False):
    """A whole hand: its sets by ascending kind, sets of wilds alone last, and its pair."""

    sets: tuple[Part, ...]
    pair: Part


ANY_SET: Final = Part("any", -1, (-1, -1, -1))
ANY_SETS: Final = tuple((ANY_SET,) * number for number in range(4))
ANY_PAIR: Final = Part("pair", -1, (-1, -1))

_MOST_KEPT: Final = 2_500
_Parts: TypeAlias = tuple[Part, ...]
_SuitSplit: TypeAlias = tuple[_Parts, Part | None]
_Fewest: TypeAlias = tuple[tuple[_Parts, ...], tuple[tuple[_Parts, Part], ...]]

# By suit and whether the pair is in it: by state and number of wilds.
_kept: Final[tuple[tuple[dict[int, tuple[_SuitSplit, ...]], ...], ...]] = tuple(({}, {}) for _ in range(4))
# By suit and state: see _fewest_splits.
_fewest_kept: Final[tuple[dict[int, _Fewest], ...]] = ({}, {}, {}, {})
_OF_M, _OF_P, _OF_S, _OF_Z = _fewest_kept


@accelerated
def splits(hand: Hand, wilds: int = 0) -> tuple[Split, ...]:
    """Every distinct split of the tiles and all the wilds (0-8), in a fixed order; empty when the hand is not `complete`.

    Splits differ in their parts or in which part a wild helps. A wild may stand for a fifth copy of a kind. Parts of wilds
    alone are not spelled out over all kinds (see `Part`), but with many wilds there may still be thousands of splits.
    ValueError for a hand that cannot be.
    """
    check(hand, wilds)
    try:
        m, p, s, z, _ = index = hand.index
        of_m, of_p, of_s, of_z = needs = NEED_SUIT[m], NEED_SUIT[p], NEED_SUIT[s], NEED_HONOUR[z]
    except IndexError:
        if NEED_SUIT:
            raise
        load_need()
        return splits(hand, wilds)
    total = of_m + of_p + of_s + of_z
    if (hand.size + wilds) % 3 != 2 or NEED[total] > wilds:
        return ()
    spare = wilds - (total & 63)
    if spare < 0:
        # No wild is left over, and a pair in one of the suits saves the one that is lacking.
        return _with_fewest_wilds(
            _OF_M.get(m) or _fewest_splits(0, m),
            _OF_P.get(p) or _fewest_splits(1, p),
            _OF_S.get(s) or _fewest_splits(2, s),
            _OF_Z.get(z) or _fewest_splits(3, z),
        )
    found: list[Split] = []
    for suit, byte in enumerate(needs):
        # In its own suit a pair takes the place of one wild, or costs two.
        left = spare + 1 if byte > 63 else spare - 2
        if left >= 0 and index[suit]:
            found += _with_pair_in(suit, index, left)
    if spare >= 2:
        found += _with_pair_in(-1, index, spare - 2)
    return tuple(found)


def _with_fewest_wilds(m: _Fewest, p: _Fewest, s: _Fewest, z: _Fewest) -> tuple[Split, ...]:
    """The splits of a hand with no wild to spare, the pair in each suit in turn. Written out for speed."""
    m_sets, m_pairs = m
    p_sets, p_pairs = p
    s_sets, s_pairs = s
    z_sets, z_pairs = z
    found: list[Split] = []
    for of_m, pair in m_pairs:
        for of_p in p_sets:
            for of_s in s_sets:
                sets = of_m + of_p + of_s
                for of_z in z_sets:
                    found.append(Split(sets + of_z, pair))
    for of_m in m_sets if p_pairs else ():
        for of_p, pair in p_pairs:
            for of_s in s_sets:
                sets = of_m + of_p + of_s
                for of_z in z_sets:
                    found.append(Split(sets + of_z, pair))
    for of_m in m_sets if s_pairs else ():
        for of_p in p_sets:
            for of_s, pair in s_pairs:
                sets = of_m + of_p + of_s
                for of_z in z_sets:
                    found.append(Split(sets + of_z, pair))
    for of_m in m_sets if z_pairs else ():
        for of_p in p_sets:
            for of_s in s_sets:
                sets = of_m + of_p + of_s
                for of_z, pair in z_pairs:
                    found.append(Split(sets + of_z, pair))
    return tuple(found)


def _fewest_splits(suit: int, state: int) -> _Fewest:
    """Splits of one suit's tiles with the fewest wilds that do: as sets; and as sets and a pair, where that takes one wild less."""
    byte = (NEED_HONOUR if suit == 3 else NEED_SUIT)[state]
    kept = _fewest_kept[suit]
    if len(kept) >= _MOST_KEPT:
        kept.clear()
    sets = tuple([sets for sets, _ in suit_splits(suit, state, False, byte & 63)])
    pairs = suit_splits(suit, state, True, NEED[byte]) if byte > 63 else ()
    kept[state] = found = sets, tuple([(sets, pair) for sets, pair in pairs if pair])
    return found


def _with_pair_in(pair_suit: int, index: list[int], spare: int) -> list[Split]:
    """The splits with the pair in this suit (-1: of wilds), with as many wilds to spare beyond the fewest that all suits need."""
    # A suit takes its fewest wilds or three, six ... more; what is left over at the end makes sets by itself.
    partial: list[tuple[_Parts, Part, int]] = [((), ANY_PAIR, spare)]
    for suit, state in enumerate(index):
        if state:
            paired = suit == pair_suit
            fewest = _fewest_wilds(suit, state, paired)
            partial = [
                (sets + own, own_pair or pair, left - more)
                for sets, pair, left in partial
                for more in range(0, left + 1, 3)
                for own, own_pair in suit_splits(suit, state, paired, fewest + more)
            ]
    return [Split(sets + ANY_SETS[left // 3], pair) for sets, pair, left in partial]


def _fewest_wilds(suit: int, state: int, paired: bool) -> int:
    byte = (NEED_HONOUR if suit == 3 else NEED_SUIT)[state]
    return NEED[byte] if paired else byte & 63


def suit_splits(suit: int, state: int, paired: bool, wilds: int) -> tuple[_SuitSplit, ...]:
    """Splits of one suit's tiles, each part with a tile of its own, that use exactly these wilds."""
    kept, key = _kept[suit][paired], state << 4 | wilds
    found = kept.get(key)
    if found is None:
        found = _split_suit(suit, state, paired, wilds)
        if len(kept) >= _MOST_KEPT:
            kept.clear()
        kept[key] = found
    return found


if accelerator:
    accelerator.hold_splits(suit_splits, Split, ANY_SET, ANY_PAIR)


def _split_suit(suit: int, state: int, paired: bool, wilds: int) -> tuple[_SuitSplit, ...]:
    if not state:
        return () if paired or wilds else (((), None),)
    if wilds < _fewest_wilds(suit, state, paired):
        return ()
    lowest = next(rank for rank in range(9) if state // 5**rank % 5)
    found: set[_SuitSplit] = set()
    for part, used in _parts_with(suit, state, lowest, paired):
        is_pair = part.shape == "pair"
        for sets, pair in suit_splits(suit, state - used, paired and not is_pair, wilds - len(part.wilds)):
            found.add((sets, part) if is_pair else (tuple(sorted((part, *sets), key=_by_kind)), pair))
    return tuple(sorted(found, key=_order))


def _parts_with(suit: int, state: int, lowest: int, paired: bool) -> Iterator[tuple[Part, int]]:
    """Parts that hold the lowest tile, each with the amount by which it lowers the state."""
    kind, unit = suit * 9 + lowest, 5**lowest
    held = state // unit % 5
    for own in range(1, min(held, 3) + 1):
        yield Part("pung", kind, (kind,) * (3 - own)), own * unit
        if paired and own <= 2:
            yield Part("pair", kind, (kind,) * (2 - own)), own * unit
    for first in range(max(0, lowest - 2), min(lowest, 6) + 1) if suit < 3 else ():
        ways: list[tuple[tuple[int, ...], int]] = [((), 0)]
        for rank in range(first, first + 3):
            own_way = [(wild, used + 5**rank) for wild, used in ways if state // 5**rank % 5]
            ways = own_way + ([((*wild, suit * 9 + rank), used) for wild, used in ways] if rank != lowest else [])
        for wild, used in ways:
            yield Part("chow", suit * 9 + first, wild), used


def _by_kind(part: Part) -> tuple[int, str, tuple[int, ...]]:
    return part.kind, part.shape, part.wilds


def _order(split: _SuitSplit) -> tuple[list[tuple[int, str, tuple[int, ...]]], int]:
    sets, pair = split
    return [_by_kind(part) for part in sets], pair.kind if pair else -1
