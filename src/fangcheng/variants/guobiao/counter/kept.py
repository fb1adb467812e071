"""How a hand is won and counted, and what is remembered of the answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias, TypeVar

MOST_KEPT: Final = 30_000
V = TypeVar("V")
Stands: TypeAlias = int
"""Rows that hold: a bit for each row of a table in its order, above these one for each that holds a second time, then a third and so on."""


class Win(NamedTuple):
    """How a hand is won; the same for all of its readings. kind: of the winning tile, HIDDEN for a dealt hand; winds -1 for none."""

    by: str
    kind: int
    flags: frozenset[str]
    seat_wind: int = -1
    prevalent_wind: int = -1
    heavenly: bool = False
    earthly: bool = False


WinFields: TypeAlias = tuple[str, int, frozenset[str], int, int, bool, bool]
"""The fields of a Win as a plain tuple, which is made and taken apart more quickly."""

# A NamedTuple's own way to make one checks its number of fields, at twice the price.
new_tuple: Final = tuple.__new__


class Counting(NamedTuple):
    """How a game counts beside its table.

    account_once   two-chow elements by the official rule instead of each type by itself
    single_unique  單釣將 only where it is the only wait
    strict_pairs   elements of tiles do not count for seven pairs
    """

    account_once: bool = False
    single_unique: bool = False
    strict_pairs: bool = False


class Kept(dict[int, V]):
    """What a function has answered."""

    def __init__(self, answer: Callable[[int], V]) -> None:
        self._answer = answer

    def __missing__(self, key: int) -> V:
        if len(self) >= MOST_KEPT:
            self.clear()
        self[key] = found = self._answer(key)
        return found


Situation: TypeAlias = tuple[Kept[tuple[Stands, Stands]], int, Mapping[int, int]]
"""What is remembered for a way of winning.

First the rows of the way of winning and of the wait, by `PLACES * concealed pungs + place`: those that may hold, and those that hold even
if another kind completes the hand too. Then the fields of a reading's sum for pungs of the winds that matter, and by what is in them what
stands for it in PARTS.
"""


def bits_of(rows: int) -> Iterator[int]:
    """The bits set, lowest first."""
    while rows:
        low = rows & -rows
        yield low
        rows ^= low
