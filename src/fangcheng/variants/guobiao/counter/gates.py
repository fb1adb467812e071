"""Nine gates (九蓮寶燈): 1112345678999 of one suit before the winning tile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fangcheng.tiles import HIDDEN

PATTERN: Final = (3, 1, 1, 1, 1, 1, 1, 1, 3)
SUITS: Final = {0b111111111 << first: first for first in (0, 9, 18)}


def is_nine_gates(counts: Sequence[int], kinds: int, won: int) -> bool:
    """Whether concealed tiles without the winning one are nine gates; of a dealt hand thirteen of the fourteen must be the pattern.

    kinds  a bit for each, the winning tile's too
    """
    first = SUITS.get(kinds)
    if first is None:
        return False
    held = counts[first : first + 9]
    if won == HIDDEN:
        return all(number >= asked for number, asked in zip(held, PATTERN, strict=True))
    return tuple(held) == PATTERN
