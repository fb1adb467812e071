"""The best reading of a hand: every way to see it, every place the winning tile may have, counted by the table.

Rows that hold are bits of one number, in table order. For each side of a win the counter remembers which rows hold for its facts, and
for each set of rows that hold which of them count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from fangcheng.hand import Hand
from fangcheng.meld import Meld
from fangcheng.score import Counted, Excluded, Group, Reading, Score
from fangcheng.shapes import seven_pairs_waits, waits
from fangcheng.tiles import FLOWERS
from fangcheng.variants.guobiao.counter.facts import Row, Side
from fangcheng.variants.guobiao.counter.judged import Best, Judged, Stands, Win, places
from fangcheng.variants.guobiao.counter.readings import Laid, Structure, groups_of, kinds_of, orphan_waits, structures

_MOST_KEPT: Final = 30_000


class Counting(NamedTuple):
    """How a game counts beside its table.

    account_once   two-chow elements by the official rule instead of each type by itself
    single_unique  單釣將 only where it is the only wait
    strict_pairs   elements of tiles do not count for seven pairs
    melted_single  單釣將 beside 四暗刻 on a discard
    """

    account_once: bool = False
    single_unique: bool = False
    strict_pairs: bool = False
    melted_single: bool = False


class Counter:
    """Counts hands by a table. Games with further shapes override `structures`, `places` and `completing`."""

    def __init__(self, table: Sequence[Row], counting: Counting) -> None:
        self.table = tuple(table)
        self.counting = counting
        order = {row.id: place for place, row in enumerate(self.table)}
        self._values = [row.value for row in self.table]
        self._excludes = [sum(1 << order[other] for other in row.excludes if other in order) for row in self.table]
        self._lessens = {place: sum(1 << order[other] for other in row.lessens) for place, row in enumerate(self.table) if row.lessens}
        self._rows: dict[Side, list[tuple[int, Row]]] = {}
        for place, row in enumerate(self.table):
            self._rows.setdefault(row.reads, []).append((1 << place, row))
        self._kept: dict[Side, dict[Any, Stands]] = {side: {} for side in self._rows}
        self._resolved: dict[int, tuple[int, int, int]] = {}
        self._told: dict[Stands, tuple[tuple[Counted, ...], tuple[Excluded, ...]]] = {}

    # --- counting one reading -------------------------------------------------------------------------------------------------------

    def stands(self, side: Side, facts: tuple[Any, ...]) -> Stands:
        """The rows of a side that hold for its facts."""
        kept = self._kept[side]
        found = kept.get(facts)
        if found is None:
            asked: Any = side(*facts)
            held = [(bit, int(row.when(asked))) for bit, row in self._rows[side]]
            found = sum(bit for bit, times in held if times), tuple((bit, times) for bit, times in held if times > 1)
            if len(kept) >= _MOST_KEPT:
                kept.clear()
            kept[facts] = found
        return found

    def total(self, stands: Stands) -> int:
        """What rows come to that hold together."""
        rows, several = stands
        found = self._resolved.get(rows) or self._resolve(rows)
        total = found[1]
        for bit, times in several:
            if bit & found[0]:
                total += self._values[bit.bit_length() - 1] * (times - 1)
        return total

    def _resolve(self, rows: int) -> tuple[int, int, int]:
        """Which of the rows count, what they are worth once each, and which of them count once less."""
        struck = lessened = 0
        for place in _places(rows):
            if not struck >> place & 1:
                struck |= self._excludes[place]
                lessened |= self._lessens.get(place, 0)
        counted = rows & ~struck
        lessened &= counted
        total = sum(self._values[place] for place in _places(counted)) - sum(self._values[place] for place in _places(lessened))
        if len(self._resolved) >= _MOST_KEPT:
            self._resolved.clear()
        self._resolved[rows] = counted, total, lessened
        return counted, total, lessened

    # --- the best reading -----------------------------------------------------------------------------------------------------------

    def score_of(self, hand: Hand, melds: Sequence[Meld], win: Win, before: Hand | None = None) -> Score | None:
        """The explained value of a hand, None when there is no reading."""
        laid = Laid.of(melds)
        best = self.best(hand, laid, win, before)
        return self.score(best, laid.groups) if best else None

    def best(self, hand: Hand, laid: Laid, win: Win, before: Hand | None = None) -> Best | None:
        """The reading with the highest total, of equals the one with the larger values in table order; None when there is no reading.

        before  the concealed tiles without the winning one, where somebody has them at hand
        """
        judged = Judged(self, laid, win, hand.counts[:FLOWERS], before, kinds_of(hand))
        best: Best | None = None
        for structure in self.structures(hand, laid):
            best = judged.better(structure, best)
        return best

    def structures(self, hand: Hand, laid: Laid) -> Iterable[Structure]:
        """Every way to see the concealed tiles beside the melds."""
        return structures(hand, bool(laid.groups))

    def places(self, structure: Structure, kind: int, laid: Laid) -> Iterator[tuple[str, bool]]:
        """Places that the winning tile may have in a structure: what it completes, and whether that is a pung."""
        yield from places(structure, kind)

    def completing(self, before: Hand, structure: Structure, laid: Laid) -> set[int]:
        """The kinds that complete the tiles before the winning one, by shape, copies ignored."""
        kinds = set(waits(before, fifth=True))
        if not laid.groups:
            kinds.update(seven_pairs_waits(before, fifth=True))
            kinds.update(orphan_waits(before.counts))
        return kinds

    def larger(self, one: Stands, other: Stands) -> bool:
        """Whether of two readings with one total the first has the larger values in table order."""
        return one != other and self._vector(one) > self._vector(other)

    def _vector(self, stands: Stands) -> list[int]:
        values = [0] * len(self.table)
        for place, times in self._times(stands):
            values[place] = self._values[place] * times
        return values

    def _times(self, stands: Stands) -> Iterator[tuple[int, int]]:
        """The rows that count, in table order, with how often each does."""
        rows, several = stands
        counted, _, lessened = self._resolved.get(rows) or self._resolve(rows)
        often = dict(several)
        for place in _places(counted):
            times = often.get(1 << place, 1) - (lessened >> place & 1)
            if times:
                yield place, times

    def score(self, best: Best, laid: Sequence[Group], natural: Sequence[int] | None = None) -> Score:
        """The explanation of a reading. natural: the tiles as printed where wild ones have changed."""
        told = self._told.get(best.stands)
        if told is None:
            if len(self._told) >= _MOST_KEPT:
                self._told.clear()
            told = self._told[best.stands] = self._tell(best.stands)
        groups = groups_of(best.structure)
        if natural is not None:
            groups = _with_wilds(groups, list(natural))
        return Score(best.total, told[0], Reading(best.structure.shape, (*laid, *groups)), told[1])

    def _tell(self, stands: Stands) -> tuple[tuple[Counted, ...], tuple[Excluded, ...]]:
        """What counts, and what was struck out by what."""
        rows = stands[0]
        counted = dict(self._times(stands))
        struck: dict[int, str] = {}
        for place in _places(rows):
            if place not in struck:
                for other in _places((self._excludes[place] | self._lessens.get(place, 0)) & rows):
                    if other not in counted:
                        struck.setdefault(other, self.table[place].id)
        elements = tuple(Counted(self.table[place].id, self._values[place] * times, times) for place, times in counted.items())
        return elements, tuple(Excluded(self.table[place].id, by) for place, by in sorted(struck.items()))


def _places(rows: int) -> Iterator[int]:
    """The places of the bits set, lowest first."""
    while rows:
        low = rows & -rows
        yield low.bit_length() - 1
        rows ^= low


def _with_wilds(groups: Iterable[Group], natural: list[int]) -> list[Group]:
    """The groups with what wild tiles stand for in each: kinds that the natural tiles do not give."""
    shown = []
    for group in groups:
        wilds = []
        for kind in group.kinds:
            if natural[kind]:
                natural[kind] -= 1
            else:
                wilds.append(kind)
        shown.append(Group(group.shape, group.kinds, group.melded, tuple(wilds)))
    return shown
