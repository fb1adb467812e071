"""The counter of the official rules: knitted shapes, the account-once rule, waits that must be the only one, the chicken hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from fangcheng.hand import Hand
from fangcheng.shapes import splits, waits
from fangcheng.shapes.special import KNITTED, knitted_complete
from fangcheng.tiles import FLOWERS, HIDDEN
from fangcheng.variants.guobiao.counter import Counter, Counting, Laid, Structure
from fangcheng.variants.guobiao.counter.readings import FULL
from fangcheng.variants.mcr.table import CHICKEN, TABLE

KNITTED_TILES: Final = 9
KNITTED_MASKS: Final = tuple(sum(1 << kind for kind in nine) for nine in KNITTED)


class McrCounter(Counter):
    """Counts by the table of 1998."""

    fallback = next(place for place, row in enumerate(TABLE) if row.id == CHICKEN)
    # Of nine knitted tiles each suit has three.
    beside = tuple(any(ranks & three == three for three in (0b001001001, 0b010010010, 0b100100100)) for ranks in range(512))

    def __init__(self) -> None:
        super().__init__(TABLE, Counting(account_once=True, single_unique=True, melted_single=True))

    def others(self, hand: Hand, kinds: int, laid: Laid) -> Iterable[Structure]:
        yield from super().others(hand, kinds, laid)
        if len(laid.groups) <= 1:
            yield from knitted_structures(hand, kinds, bool(laid.groups))

    def completing(self, before: Hand, kind: int, structure: Structure) -> set[int]:
        if structure.shape != "knitted_straight":
            return super().completing(before, kind, structure)
        # Section 3.3: the wait of the tiles beside the nine.
        rest = before.counts[:FLOWERS]
        for kind in structure.tiles:
            rest[kind] -= 1
        return set(waits(Hand.of_counts(rest), fifth=True))


def knitted_structures(hand: Hand, kinds: int, melded: bool) -> Iterator[Structure]:
    """Section 3: nine knitted tiles beside a set and a pair; honours and knitted tiles, all different. kinds: a bit for each."""
    if hand.size != (FULL - 3 if melded else FULL):
        return
    if kinds.bit_count() == FULL and knitted_complete(hand):
        yield Structure("knitted_honors", (), (), HIDDEN, tuple(hand.kinds()))
        return
    for nine, mask in zip(KNITTED, KNITTED_MASKS, strict=True):
        if kinds & mask == mask:
            counts = hand.counts[:FLOWERS]
            for kind in nine:
                counts[kind] -= 1
            for sets, pair in splits(Hand.of_counts(counts)):
                chows = tuple(part.kind for part in sets if part.shape == "chow")
                pungs = tuple(part.kind for part in sets if part.shape == "pung")
                yield Structure("knitted_straight", chows, pungs, pair.kind, nine)


COUNTER: Final = McrCounter()
