"""Distance to ready (向听数) of the standard shape, and the tiles that shorten it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fangcheng.hand import Hand
from fangcheng.shapes.mode import accelerated
from fangcheng.shapes.need import check, whole
from fangcheng.shapes.table import (
    CLASS_HONOUR,
    CLASS_SUIT,
    CLASS_THREE,
    CLASS_TWO,
    HONOUR_CLASSES,
    MISSING,
    SETS,
    SUIT_CLASSES,
    load_classes,
)
from fangcheng.tiles import FLOWERS, HONOURS

_UNITS: Final = tuple(5**rank for rank in range(9))
_ROW: Final = HONOUR_CLASSES * (SETS + 1)


@accelerated
def missing(index: Sequence[int], sets: int) -> int:
    """Fewest tiles to add, whatever is left over, so that the hand holds `sets` (0-4) sets and a pair.

    `index` as for `need`. By shape: any number of tiles of a kind may be added, as wilds could stand for them.
    Unchecked for speed; IndexError beyond the tables.
    """
    try:
        two = CLASS_TWO[CLASS_SUIT[index[0]] * SUIT_CLASSES + CLASS_SUIT[index[1]]]
        three = CLASS_THREE[two * SUIT_CLASSES + CLASS_SUIT[index[2]]]
        return MISSING[(three * HONOUR_CLASSES + CLASS_HONOUR[index[3]]) * (SETS + 1) + sets]
    except IndexError:
        if CLASS_SUIT:
            raise
    load_classes()
    return missing(index, sets)


@accelerated
def distance(hand: Hand, wilds: int = 0) -> int:
    """Tiles to exchange before the hand is ready: -1 complete, 0 ready, up to 8.

    The number of melds follows from the tiles and wilds together: 13 or 14 none, 10 or 11 one, and so on. Wilds (0-8) stand
    for any tile. By shape: a fifth copy of a kind counts as a tile like any other, so -1 is exactly `complete`, and 0 may go
    with no `waits` when only a fifth copy would do. ValueError for a hand that cannot be, or a total that is 0 modulo 3.
    """
    wilds = check(hand, wilds)
    return missing(hand.index, _sets(hand.size, wilds)) - 1 - wilds


@accelerated
def useful(hand: Hand, wilds: int = 0) -> tuple[int, ...]:
    """Kinds (0-33, ascending) that lower the distance when one is added and, from a full hand, another is discarded.

    Equal to `waits` for a ready hand, empty for a complete one. A kind of which the hand itself holds four is left out.
    ValueError as for `distance`.
    """
    wilds = check(hand, wilds)
    sets = _sets(hand.size, wilds)
    now = missing(hand.index, sets)
    if now == wilds:
        return ()
    m, p, s, z = hand.index[:4]
    of_m, of_p, of_s, of_z = CLASS_SUIT[m], CLASS_SUIT[p], CLASS_SUIT[s], CLASS_HONOUR[z]
    with_honours = of_z * (SETS + 1) + sets
    three = CLASS_THREE[CLASS_TWO[of_m * SUIT_CLASSES + of_p] * SUIT_CLASSES + of_s]
    found = _lowering(hand, 0, m, CLASS_TWO[of_p * SUIT_CLASSES + of_s], with_honours, now)
    found += _lowering(hand, 9, p, CLASS_TWO[of_m * SUIT_CLASSES + of_s], with_honours, now)
    found += _lowering(hand, 18, s, CLASS_TWO[of_m * SUIT_CLASSES + of_p], with_honours, now)
    return (*found, *_lowering_honours(hand, z, three, sets, now))


@accelerated
def acceptance(hand: Hand, left: Sequence[int], wilds: int = 0) -> tuple[tuple[int, int], ...]:
    """The `useful` kinds of which tiles are left, each with their number. `left` counts (0-4) the tiles of kinds 0-33; ValueError as for
    `distance`, and for a number that cannot be."""
    kinds = useful(hand, wilds)
    numbers = [number if type(number) is int else whole(number, "tiles left") for number in left[:FLOWERS]]
    if len(numbers) < FLOWERS or min(numbers) < 0 or max(numbers) > 4:
        raise ValueError(f"tiles left of {FLOWERS} kinds are wanted, each 0-4: {list(left)}")
    return tuple([(kind, numbers[kind]) for kind in kinds if numbers[kind]])


def _lowering(hand: Hand, first: int, state: int, others: int, with_honours: int, now: int) -> list[int]:
    """Kinds of the suit that begins at `first` with which fewer than `now` tiles are missing; `others` is the class of two suits."""
    counts, own, row = hand.counts, CLASS_SUIT[state], others * SUIT_CLASSES
    found = []
    for kind, unit in enumerate(_UNITS, first):
        after = CLASS_SUIT[state + unit] if counts[kind] < 4 else own
        if after != own and MISSING[CLASS_THREE[row + after] * _ROW + with_honours] < now:
            found.append(kind)
    return found


def _lowering_honours(hand: Hand, state: int, suits: int, sets: int, now: int) -> list[int]:
    counts, row = hand.counts, suits * _ROW + sets
    return [
        kind
        for kind, unit in enumerate(_UNITS[:7], HONOURS)
        if counts[kind] < 4 and MISSING[row + CLASS_HONOUR[state + unit] * (SETS + 1)] < now
    ]


def _sets(size: int, wilds: int) -> int:
    if (size + wilds) % 3 == 0:
        raise ValueError(f"{size} tiles and {wilds} wilds are neither ready nor full (1 or 2 modulo 3)")
    return (size + wilds) // 3
