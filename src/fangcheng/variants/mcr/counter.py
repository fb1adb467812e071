"""The counter of the official rules: knitted shapes, the account-once rule, waits that must be the only one, the chicken hand."""

from __future__ import annotations

from typing import Final

from fangcheng.shapes.special import KNITTED
from fangcheng.variants.guobiao.counter import Counter, Counting
from fangcheng.variants.guobiao.counter.count import masks_by_suit
from fangcheng.variants.mcr.table import CHICKEN, TABLE

KNITTED_MASKS: Final = tuple(sum(1 << kind for kind in nine) for nine in KNITTED)
OF_M, OF_P, OF_S = masks_by_suit(KNITTED_MASKS, whole=False)


class McrCounter(Counter):
    """Counts by the table of 1998."""

    fallback = next(place for place, row in enumerate(TABLE) if row.id == CHICKEN)
    # R3: nine knitted tiles beside a set and a pair, of which the set may be melded.
    beside = KNITTED_MASKS
    shape_beside = "knitted_straight"

    def __init__(self) -> None:
        # R1, R2
        super().__init__(TABLE, Counting(account_once=True, single_unique=True))

    def different_shape(self, kinds: int) -> str:
        # R4: honours and knitted tiles, all different.
        return "knitted_honors" if OF_M[kinds & 511] & OF_P[kinds >> 9 & 511] & OF_S[kinds >> 18 & 511] else ""


COUNTER: Final = McrCounter()
