"""What completes a hand of the two-player game, and what it waits for (rules sections 6 and 7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fangcheng.hand import POW5, Hand
from fangcheng.meld import Meld
from fangcheng.shapes import missing, need, seven_pairs_waits, waits
from fangcheng.tiles import DRAGONS, HIDDEN, HONOURS, SUIT_OF

KINDS: Final = (*range(HONOURS), *range(DRAGONS, DRAGONS + 3))


def is_complete(hand: Hand, melds: Sequence[Meld], extra: int = HIDDEN) -> bool:
    """Section 7: four sets and a pair, or seven pairs, with a tile of kind `extra` added. Three kinds are a set only as a meld."""
    if not hand.known:
        return False
    index = hand.index
    if extra >= 0:
        if hand.counts[extra] == 4:
            return False
        index = index[:]
        index[SUIT_OF[extra]] += POW5[extra]
    return need(index) == 0 or (not melds and is_paired(hand.counts, extra))


def is_paired(counts: Sequence[int], extra: int = HIDDEN) -> bool:
    """R40: whether every kind is held an even number of times when one of kind `extra` is added; four equal tiles are two pairs."""
    return all(held & 1 == (kind == extra) for kind, held in enumerate(counts))


def winning_kinds(hand: Hand, melds: Sequence[Meld]) -> tuple[int, ...]:
    """R2, R26: kinds that complete a hand of 3k+1 tiles, by shape and own tiles alone: a kind of which the player owns four is none."""
    kinds = waits(hand)
    if melds:
        return tuple([kind for kind in kinds if hand.counts[kind] + _melded(melds, kind) < 4])
    pairs = seven_pairs_waits(hand)
    return tuple(sorted({*kinds, *pairs})) if pairs else kinds


def _melded(melds: Sequence[Meld], kind: int) -> int:
    return sum(tile >> 2 == kind for meld in melds for tile in meld.tiles)


def single_wait_discards(hand: Hand, melds: Sequence[Meld]) -> list[tuple[int, int]]:
    """Section 6: kinds whose discard from a full hand leaves exactly one kind to wait for, each with that kind."""
    if not _is_near(hand, melds):
        return []
    rest, found = hand.copy(), []
    for kind, held in enumerate(hand.counts):
        if held:
            tile = rest.any_tile(kind)
            rest.remove(tile)
            kinds = winning_kinds(rest, melds)
            rest.add(tile)
            if len(kinds) == 1:
                found.append((kind, kinds[0]))
    return found


def _is_near(hand: Hand, melds: Sequence[Meld]) -> bool:
    """Whether some discard from a full hand can make it ready at all."""
    if missing(hand.index, hand.size // 3) <= 1:
        return True
    return not melds and sum(held // 2 for held in hand.counts) >= 6
