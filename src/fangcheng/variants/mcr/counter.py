"""The counter of the official rules: knitted shapes, the account-once rule, waits that must be the only one, the chicken hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from operator import mul
from typing import Final

from fangcheng.hand import POW5, Hand
from fangcheng.shapes.special import KNITTED
from fangcheng.tiles import FLOWERS, HIDDEN
from fangcheng.variants.guobiao.counter import Counter, Counting, Laid, Structure
from fangcheng.variants.guobiao.counter.facts import HONOUR_MASK
from fangcheng.variants.guobiao.counter.judged import is_alone
from fangcheng.variants.guobiao.counter.readings import FULL, tiles_of
from fangcheng.variants.guobiao.counter.suits import TILES, suit_tiles
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

    def others(self, counts: Sequence[int], kinds: int, laid: Laid) -> list[Structure]:
        found = super().others(counts, kinds, laid)
        return found + knitted_structures(counts, kinds) if len(laid.groups) <= 1 else found

    def is_alone(self, before: Hand, kind: int, structure: Structure) -> bool:
        if structure.shape != "knitted_straight":
            return super().is_alone(before, kind, structure)
        # Section 3.3: the wait of the tiles beside the nine.
        rest, states = before.counts[:FLOWERS], before.index[:4]
        states[kind // 9] += POW5[kind]
        for knitted in structure.tiles:
            rest[knitted] -= 1
            states[knitted // 9] -= POW5[knitted]
        return is_alone(states, rest, kind, structure.pair // 9)


def knitted_structures(counts: Sequence[int], kinds: int) -> list[Structure]:
    """Section 3: nine knitted tiles beside a set and a pair, of which the set may be melded; honours and knitted tiles, all different.

    counts  of each kind; kinds: a bit for each
    """
    number = sum(counts)
    if number == FULL == kinds.bit_count():
        suits = kinds & ~HONOUR_MASK
        knitted = any(suits & mask == suits for mask in KNITTED_MASKS)
        return [Structure("knitted_honors", (), (), HIDDEN, tiles_of(counts))] if knitted else []
    found: list[Structure] = []
    for nine, mask in zip(KNITTED, KNITTED_MASKS, strict=True):
        if kinds & mask == mask and number in (FULL - 3, FULL):
            found += _beside(counts, nine)
    return found


def _beside(counts: Sequence[int], nine: tuple[int, ...]) -> Iterator[Structure]:
    """The tiles beside the nine as a set and a pair, or as a pair."""
    rest = list(counts)
    for kind in nine:
        rest[kind] -= 1
    states = [sum(map(mul, rest[first : first + 9], POW5)) for first in (0, 9, 18, 27)]
    for ways in product(*[(TILES[suit].get(state) or suit_tiles(suit, state)).ways for suit, state in enumerate(states)]):
        chows = tuple([kind for way in ways for kind in way.chows])
        pungs = tuple([kind for way in ways for kind in way.pungs])
        yield Structure("knitted_straight", chows, pungs, max(way.pair for way in ways), nine)


COUNTER: Final = McrCounter()
