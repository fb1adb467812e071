"""Waits (听口): the kinds that complete a hand, and the kinds that a suit may use.

One tile changes one suit, and a hand that waits needs exactly one wild more than it has. So a suit helps with those kinds that
save a wild in the suit's own part: as sets when the pair lies elsewhere, as sets and a pair when it lies here.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from fangcheng.hand import Hand
from fangcheng.shapes.mode import accelerated
from fangcheng.shapes.need import check, need
from fangcheng.shapes.table import NEED, NEED_HONOUR, NEED_SUIT
from fangcheng.tiles import FLOWERS

_ALL: Final = tuple(range(FLOWERS))
_MOST_KEPT: Final = 20_000


class _Savings(NamedTuple):
    """Kinds of a suit state that save a wild: for its sets, for its sets and the pair, and for either."""

    sets: tuple[int, ...]
    paired: tuple[int, ...]
    either: tuple[int, ...]


_kept: Final[tuple[dict[int, _Savings], ...]] = ({}, {}, {}, {})


@accelerated
def waits(hand: Hand, wilds: int = 0, *, fifth: bool = False) -> tuple[int, ...]:
    """Kinds (0-33, ascending) that make the hand `complete` when one tile is added; all the wilds (0-8) are used.

    Empty unless tiles and wilds are 1 modulo 3. A kind of which the hand itself holds four is left out, unless `fifth` asks
    for the bare shape. ValueError for a hand that cannot be, including one that is full before the tile is added.
    """
    wilds = check(hand, wilds)
    if (hand.size + wilds) % 3 != 1:
        return ()
    lacking = need(hand.index)
    if lacking > wilds + 1:
        return ()
    kinds = _ALL if lacking < wilds else _one_short(hand.index, lacking)
    if fifth or 4 not in hand.counts:
        return kinds
    return tuple([kind for kind in kinds if hand.counts[kind] < 4])


def _one_short(index: list[int], lacking: int) -> tuple[int, ...]:
    m, p, s, z = index[:4]
    of_m, of_p, of_s, of_z = NEED_SUIT[m], NEED_SUIT[p], NEED_SUIT[s], NEED_HONOUR[z]
    total = of_m + of_p + of_s + of_z
    return (
        _helping(0, m, of_m, total - of_m, lacking)
        + _helping(1, p, of_p, total - of_p, lacking)
        + _helping(2, s, of_s, total - of_s, lacking)
        + _helping(3, z, of_z, total - of_z, lacking)
    )


def _helping(suit: int, state: int, own: int, rest: int, lacking: int) -> tuple[int, ...]:
    """Kinds of one suit that lower the need of the whole hand; `own` and `rest` are sums of NEED bytes."""
    savings = _kept[suit].get(state) or _savings(suit, state)
    sets = own & 63
    pair_elsewhere = sets + NEED[rest] == lacking
    pair_here = (sets - 1 if own > 63 else sets + 2) + (rest & 63) == lacking
    if pair_elsewhere:
        return savings.either if pair_here else savings.sets
    return savings.paired if pair_here else ()


def _savings(suit: int, state: int) -> _Savings:
    table, ranks = (NEED_HONOUR, 7) if suit == 3 else (NEED_SUIT, 9)
    sets_now, paired_now = _needs(table, state)
    sets: list[int] = []
    paired: list[int] = []
    for rank in range(ranks):
        held = state // 5**rank % 5
        sets_then, paired_then = _needs(table, state + 5**rank) if held < 4 else _with_fifth(table, state, rank)
        if sets_then < sets_now:
            sets.append(suit * 9 + rank)
        if paired_then < paired_now:
            paired.append(suit * 9 + rank)
    found = _Savings(tuple(sets), tuple(paired), tuple(sorted({*sets, *paired})))
    if len(_kept[suit]) >= _MOST_KEPT:
        _kept[suit].clear()
    _kept[suit][state] = found
    return found


def _needs(table: bytearray, state: int) -> tuple[int, int]:
    byte = table[state]
    return byte & 63, NEED[byte]


def _with_fifth(table: bytearray, state: int, rank: int) -> tuple[int, int]:
    """As `_needs` with a fifth tile of the rank, which no index can hold: one part that uses it is taken out first."""
    pung_sets, pung_paired = _needs(table, state - 2 * 5**rank)
    ways = [(pung_sets, min(pung_paired, table[state - 5**rank] & 63))]
    for first in range(max(0, rank - 2), min(7, rank + 1)) if table is NEED_SUIT else ():
        neighbours = [at for at in (first, first + 1, first + 2) if at != rank]
        held = [at for at in neighbours if state // 5**at % 5]
        sets, paired = _needs(table, state - sum(5**at for at in held))
        ways.append((sets + 2 - len(held), paired + 2 - len(held)))
    return min(sets for sets, _ in ways), min(paired for _, paired in ways)
