"""Is a hand complete (和牌形), and how many wilds does it lack? Standard shape: sets (chow, pung) and exactly one pair."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Final, SupportsIndex

from fangcheng.hand import Hand
from fangcheng.shapes.mode import accelerated
from fangcheng.shapes.table import NEED, NEED_HONOUR, NEED_SUIT, load_need

MOST_WILDS: Final = 8
MOST_TILES: Final = 14


@accelerated
def need(index: Sequence[int]) -> int:
    """Fewest wilds that complete the tiles to sets and exactly one pair, with no tile left over.

    `index` is `Hand.index`: base-5 indices of m, p, s, honours; more elements are ignored. At most 14 tiles in all.
    The number of sets is free, a wild may stand for a fifth copy of a kind, and more wilds complete the tiles too when their
    number exceeds the need by a multiple of three. Unchecked for speed; IndexError beyond the tables.
    """
    try:
        return NEED[NEED_SUIT[index[0]] + NEED_SUIT[index[1]] + NEED_SUIT[index[2]] + NEED_HONOUR[index[3]]]
    except IndexError:
        if NEED_SUIT:
            raise
    load_need()
    return need(index)


@accelerated
def sets_need(index: Sequence[int]) -> int:
    """Fewest wilds that complete the tiles to sets without a pair; as `need` otherwise."""
    try:
        return (NEED_SUIT[index[0]] + NEED_SUIT[index[1]] + NEED_SUIT[index[2]] + NEED_HONOUR[index[3]]) & 63
    except IndexError:
        if NEED_SUIT:
            raise
    load_need()
    return sets_need(index)


@accelerated
def complete(hand: Hand, wilds: int = 0) -> bool:
    """Whether the concealed tiles and all the wilds (0-8) make sets and one pair.

    Melds, flowers and the wild tiles themselves are not in `hand`. A number of tiles that leaves no room for exactly one
    pair (tiles and wilds not 2 modulo 3) is simply not complete. ValueError for a hand that cannot be: see `check`.
    """
    wilds = check(hand, wilds)
    return (hand.size + wilds) % 3 == 2 and need(hand.index) <= wilds


def check(hand: Hand, wilds: int) -> int:
    """The wilds as a plain int, whatever integer type they are: NumPy's numbers overflow where Python's grow.

    ValueError unless the hand is known and free of flowers, `wilds` is 0-8, and tiles and wilds together are 1-14; TypeError for wilds
    that are no whole number.
    """
    if type(wilds) is not int:
        wilds = whole(wilds, "wilds")
    if not 0 <= wilds <= MOST_WILDS:
        raise ValueError(f"{wilds} wilds (0-{MOST_WILDS})")
    if not 0 < hand.size + wilds <= MOST_TILES:
        raise ValueError(f"{hand.size} tiles and {wilds} wilds (1-{MOST_TILES} together)")
    if hand.index[4]:
        raise ValueError("flowers are no part of a shape: take them out" if hand.known else "the tiles of an opaque hand are unknown")
    return wilds


def whole(number: SupportsIndex, name: str) -> int:
    """A whole number as a plain int; TypeError that names what it is for anything else."""
    try:
        return int(index(number))
    except TypeError:
        raise TypeError(f"{name} are a whole number, not {number!r}") from None
