"""Sets of the tiles of a suit, of which there may be more than four of a kind: no look-up table holds these."""

from __future__ import annotations

from collections.abc import Sequence


def is_standard(counts: Sequence[int], chows: bool) -> bool:
    """Whether the tiles of a suit are sets and exactly one pair. chows: whether its tiles form chows."""
    for rank, number in enumerate(counts):
        if number >= 2:
            left = list(counts)
            left[rank] -= 2
            if are_sets(left, chows):
                return True
    return False


def are_sets(counts: Sequence[int], chows: bool) -> bool:
    """Whether the tiles of a suit are sets alone: from the lowest on, what no pung takes must begin chows."""
    left = list(counts)
    for rank, number in enumerate(left):
        rest = number % 3
        if rest:
            if not chows or rank > 6 or min(left[rank + 1], left[rank + 2]) < rest:
                return False
            left[rank + 1] -= rest
            left[rank + 2] -= rest
    return True
