"""Shapes of tiles of which there may be more than four of a kind, as changed wild tiles make them: no look-up table holds these."""

from __future__ import annotations

from collections.abc import Sequence

from fangcheng.tiles import FLOWERS, HONOURS
from fangcheng.variants.guobiao.counter.readings import FULL, orphan_waits


def completing_kinds(counts: Sequence[int], melded: bool) -> set[int]:
    """Kinds that complete the tiles to sets and a pair, seven pairs or thirteen orphans, copies ignored."""
    found = set() if melded else set(orphan_waits(counts))
    grown = list(counts)
    for kind in range(FLOWERS):
        grown[kind] += 1
        if is_standard(grown) or (not melded and sum(grown) == FULL and not any(number & 1 for number in grown)):
            found.add(kind)
        grown[kind] -= 1
    return found


def is_standard(counts: Sequence[int]) -> bool:
    """Whether tiles are sets and exactly one pair."""
    if sum(counts) % 3 != 2:
        return False
    for kind, number in enumerate(counts):
        if number >= 2:
            left = list(counts)
            left[kind] -= 2
            if _are_sets(left):
                return True
    return False


def _are_sets(left: list[int]) -> bool:
    """Whether tiles are sets alone: from the lowest on, what no pung takes must begin chows."""
    for kind, number in enumerate(left):
        rest = number % 3
        if not rest:
            continue
        if kind >= HONOURS or kind % 9 > 6 or min(left[kind + 1], left[kind + 2]) < rest:
            return False
        left[kind + 1] -= rest
        left[kind + 2] -= rest
    return True
