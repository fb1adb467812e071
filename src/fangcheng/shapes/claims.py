"""Who can use a discard: a first look at all hands at once, by the tiles alone. Rules then look more closely at the few that can."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fangcheng.hand import POW5, Hand
from fangcheng.shapes.mode import accelerated
from fangcheng.shapes.need import need
from fangcheng.tiles import HONOURS, SUIT_OF

# Distances to the two tiles that make a chow with a tile, by its rank from 0.
_CHOWS: Final = tuple(
    tuple((low, high) for low, high in ((-2, -1), (-1, 1), (1, 2)) if rank + low >= 0 and rank + high <= 8) for rank in range(9)
)


# What a tile is good for to a seat, in bits.
TO_CHOW: Final = 1
TO_PUNG: Final = 2
TO_WIN: Final = 4


@accelerated
def claimants(hands: Sequence[Hand], kind: int, source: int, only: int = 0) -> tuple[tuple[int, int], ...]:
    """Seats that can use a tile of a kind (0-33) that seat `source` discards, in playing order, each with what it can use it for.

    TO_CHOW when the next seat has two tiles that make a chow with it, TO_PUNG when a seat has two of its kind or more, TO_WIN when the
    hand `looks_won` with it. Without wilds; a hand that is not known, or has flowers, wins on nothing. Unchecked for speed.
    """
    found = []
    for step in range(1, len(hands)):
        seat = (source + step) % len(hands)
        hand = hands[seat]
        uses = TO_PUNG if hand.counts[kind] >= 2 else 0
        if step == 1 and _chows(hand.counts, kind):
            uses |= TO_CHOW
        if _completes(hand, kind, only):
            uses |= TO_WIN
        if uses:
            found.append((seat, uses))
    return tuple(found)


def _chows(counts: Sequence[int], kind: int) -> bool:
    if kind < HONOURS:
        for low, high in _CHOWS[kind % 9]:
            if counts[kind + low] and counts[kind + high]:
                return True
    return False


def _completes(hand: Hand, kind: int, only: int) -> bool:
    """Whether with a tile of a kind the hand looks won."""
    if hand.index[4] or hand.counts[kind] == 4:
        return False
    if need(hand.index) <= 1:  # otherwise no tile completes it
        index = hand.index[:]
        index[SUIT_OF[kind]] += POW5[kind]
        if need(index) == 0:
            return True
    return (hand.size == 13 and _all_even(hand.counts, kind)) or (only >> kind & 1 == 1 and _all_in(hand.counts, only))


@accelerated
def looks_won(hand: Hand, only: int = 0) -> bool:
    """Whether a full hand is sets and one pair, or seven pairs, or holds only kinds whose bits are set in `only` (0: never).

    A first look without wilds, by the concealed tiles alone; a hand that is not known, or has flowers, is not won.
    """
    if hand.index[4]:
        return False
    counts = hand.counts
    return need(hand.index) == 0 or (hand.size == 14 and _all_even(counts)) or (only > 0 and _all_in(counts, only))


def _all_even(counts: Sequence[int], odd: int = -1) -> bool:
    """Whether all kinds but `odd` are held in even numbers."""
    for kind, held in enumerate(counts):  # noqa: SIM110 (the first kinds decide, before a generator would have begun)
        if held & 1 != (kind == odd):
            return False
    return True


def _all_in(counts: Sequence[int], kinds: int) -> bool:
    for kind, held in enumerate(counts):  # noqa: SIM110 (as above)
        if held and not kinds >> kind & 1:
            return False
    return True
