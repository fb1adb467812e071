"""Distance to ready (向听数) of the standard shape, and the tiles that shorten it."""

from __future__ import annotations

from collections.abc import Sequence

from fangcheng.hand import Hand
from fangcheng.shapes.need import check
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
from fangcheng.tiles import FLOWERS, SUIT_OF


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


def distance(hand: Hand, wilds: int = 0) -> int:
    """Tiles to exchange before the hand is ready: -1 complete, 0 ready, up to 8.

    The number of melds follows from the tiles and wilds together: 13 or 14 none, 10 or 11 one, and so on. Wilds (0-8) stand
    for any tile. By shape: a fifth copy of a kind counts as a tile like any other, so -1 is exactly `complete`, and 0 may go
    with no `waits` when only a fifth copy would do. ValueError for a hand that cannot be, or a total that is 0 modulo 3.
    """
    return missing(hand.index, _sets(hand, wilds)) - 1 - wilds


def useful(hand: Hand, wilds: int = 0) -> tuple[int, ...]:
    """Kinds (0-33, ascending) that lower the distance when one is added and, from a full hand, another is discarded.

    Equal to `waits` for a ready hand, empty for a complete one. A kind of which the hand itself holds four is left out.
    ValueError as for `distance`.
    """
    sets = _sets(hand, wilds)
    now = missing(hand.index, sets)
    if now == wilds:
        return ()
    return tuple([kind for kind in range(FLOWERS) if hand.counts[kind] < 4 and _with(hand, kind, sets) < now])


def _sets(hand: Hand, wilds: int) -> int:
    check(hand, wilds)
    if (hand.size + wilds) % 3 == 0:
        raise ValueError(f"{hand.size} tiles and {wilds} wilds are neither ready nor full (1 or 2 modulo 3)")
    return (hand.size + wilds) // 3


def _with(hand: Hand, kind: int, sets: int) -> int:
    suit = SUIT_OF[kind]
    index = hand.index[:4]
    index[suit] += 5 ** (kind - 9 * suit)
    return missing(index, sets)
