"""The counter of the official rules: knitted shapes, the account-once rule, waits that must be the only one, the chicken hand."""

from __future__ import annotations

from typing import Final

from fangcheng.shapes.special import KNITTED
from fangcheng.variants.guobiao.counter import Counter, Counting
from fangcheng.variants.guobiao.counter.facts import HONOUR_MASK
from fangcheng.variants.guobiao.counter.readings import FULL
from fangcheng.variants.mcr.table import CHICKEN, TABLE

KNITTED_MASKS: Final = tuple(sum(1 << kind for kind in nine) for nine in KNITTED)


class McrCounter(Counter):
    """Counts by the table of 1998."""

    fallback = next(place for place, row in enumerate(TABLE) if row.id == CHICKEN)
    # R3: nine knitted tiles beside a set and a pair, of which the set may be melded.
    beside = KNITTED_MASKS
    shape_beside = "knitted_straight"

    def __init__(self) -> None:
        # R1, R2
        super().__init__(TABLE, Counting(account_once=True, single_unique=True, melted_single=True))

    def whole_shape(self, kinds: int) -> str:
        # R4: honours and knitted tiles, all different.
        suits = kinds & ~HONOUR_MASK
        knitted = kinds.bit_count() == FULL and any(suits & mask == suits for mask in KNITTED_MASKS)
        return "knitted_honors" if knitted else super().whole_shape(kinds)


COUNTER: Final = McrCounter()
