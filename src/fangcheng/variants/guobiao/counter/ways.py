"""Ways to see natural tiles and wild ones as sets and a pair, whatever the wild tiles stand for: each structure once.

Suit by suit from the lowest tile on. A part uses the natural tiles that it can: what a wild tile would save there it would cost elsewhere,
so no structure is missed. Sets and a pair of wild tiles alone stay open.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from fangcheng.hand import Hand
from fangcheng.shapes.table import NEED, NEED_HONOUR, NEED_SUIT, load_need
from fangcheng.tiles import HIDDEN
from fangcheng.variants.guobiao.counter.readings import Structure

_MOST_KEPT: Final = 20_000
Way: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], int]
"""Chows, pungs and the pair of a suit, HIDDEN where the pair lies elsewhere."""

_kept: Final[dict[tuple[int, int, bool, int], frozenset[Way]]] = {}


def open_structures(natural: Hand, wilds: int) -> list[Structure]:
    """Structures of all the tiles and all the wilds. `pair` is HIDDEN where the pair is open; open sets are left out."""
    if not NEED_SUIT:
        load_need()
    states = natural.index[:4]
    found: set[Way] = set()
    for paired in (*[suit for suit in range(4) if states[suit]], -1):
        found.update(_combined(states, paired, wilds if paired >= 0 else wilds - 2))
    return [Structure("standard", *way) for way in found]


def _combined(states: list[int], paired: int, wilds: int) -> Iterator[Way]:
    """Ways of all suits with the pair in one of them (-1: open); what is left over makes open sets."""
    partial: list[tuple[Way, int]] = [(((), (), HIDDEN), wilds)]
    for suit, state in enumerate(states):
        if not state:
            continue
        partial = [
            ((chows + own[0], pungs + own[1], max(pair, own[2])), left - used)
            for (chows, pungs, pair), left in partial
            for used in range(_least(suit, state, suit == paired), left + 1, 3)
            for own in _ways(suit, state, suit == paired, used)
        ]
    return (way for way, left in partial if left >= 0 and left % 3 == 0)


def _least(suit: int, state: int, paired: bool) -> int:
    byte = (NEED_HONOUR if suit == 3 else NEED_SUIT)[state]
    return NEED[byte] if paired else byte & 63


def _ways(suit: int, state: int, paired: bool, wilds: int) -> frozenset[Way]:
    """Ways of one suit that use exactly these wilds, each part with a natural tile."""
    if not state:
        return frozenset() if paired or wilds else frozenset({((), (), HIDDEN)})
    if wilds < _least(suit, state, paired):
        return frozenset()
    key = (suit, state, paired, wilds)
    found = _kept.get(key)
    if found is None:
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        found = _kept[key] = frozenset(_split(suit, state, paired, wilds))
    return found


def _split(suit: int, state: int, paired: bool, wilds: int) -> Iterator[Way]:
    lowest = next(rank for rank in range(9) if state // 5**rank % 5)
    kind, unit = suit * 9 + lowest, 5**lowest
    held = state // unit % 5
    own = min(held, 3)
    for chows, pungs, pair in _ways(suit, state - own * unit, paired, wilds - 3 + own):
        yield chows, tuple(sorted((kind, *pungs))), pair
    if paired:
        own = min(held, 2)
        for chows, pungs, _ in _ways(suit, state - own * unit, False, wilds - 2 + own):
            yield chows, pungs, kind
    for first in range(max(0, lowest - 2), min(lowest, 6) + 1) if suit < 3 else ():
        used = [5**rank for rank in range(first, first + 3) if state // 5**rank % 5]
        for chows, pungs, pair in _ways(suit, state - sum(used), paired, wilds - 3 + len(used)):
            yield tuple(sorted((suit * 9 + first, *chows))), pungs, pair
