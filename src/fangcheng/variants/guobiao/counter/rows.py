"""The rows of an element table that hold, as bits of one number in table order, and what they come to together.

A row reads one side of a win, so for each side it is remembered which rows hold for its facts, and for each set of rows that hold which of
them count. The facts of ordinary hands are numbers (see sums.py) that many hands share.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from fangcheng.variants.guobiao.counter.chows import linked
from fangcheng.variants.guobiao.counter.facts import (
    TOLD_APART,
    Chows,
    Ends,
    Held,
    Honours,
    How,
    Only,
    Pungs,
    Row,
    Sets,
    Side,
    Tiles,
    Wait,
)
from fangcheng.variants.guobiao.counter.kept import MOST_KEPT, Counting, Kept, Situation, Stands, Win, WinFields, bits_of
from fangcheng.variants.guobiao.counter.laid import CONCEALED_KONGS, KONGS
from fangcheng.variants.guobiao.counter.suits import PLACES, PUNG_HERE
from fangcheng.variants.guobiao.counter.sums import (
    CHOWS,
    ENDS,
    FOURS,
    HOG,
    HONOUR_PARTS,
    PARTS,
    PUNGS,
    SETS,
    chow_starts,
    chows_in_order,
    five_pair,
    held_facts,
    honour_facts,
    mattering,
    part_honours,
    pungs_in_order,
    set_facts,
    suit_pungs,
)

COMPLETES: Final = ("", "", "edge", "closed", "single")
MOST_TIMES: Final = 8


class Rows:
    """An element table at work.

    table, counting  what it is made of
    excludes         rows that each row strikes out; lessens: rows of which some row strikes out one occurrence
    traits           by suit and its ranks: what conditions of ordinary hands tell apart
    chows, pungs     rows of chows and of suit pungs, by CHOWS and PUNGS of a reading's sum
    parts            by shape: all other rows of sets, honours and numbers of tiles, by PARTS of a sum with the winds that matter (see
                     `mattering`); inverted where chows at both ends of suits may mean more
    resolved         by rows that hold together: what they come to, and those of them that count
    fallback         place of a row that counts where nothing else does, -1 for none
    """

    fallback = -1

    def __init__(self, table: Sequence[Row], counting: Counting) -> None:
        self.table = tuple([own for row in table for own in row.by_way()])
        self.counting = counting
        self._bits: dict[str, int] = {}
        for place, row in enumerate(self.table):
            self._bits[row.id] = self._bits.get(row.id, 0) | 1 << place
        self.width = len(self.table)
        self.first = (1 << self.width) - 1
        # By how often a row holds: what its bit is to be multiplied by.
        self._often = [sum(1 << self.width * time for time in range(times)) for times in range(MOST_TIMES + 1)]
        self.excludes = [self._rows_of(row.excludes) for row in self.table]
        self.lessens = {place: self._rows_of(row.lessens) for place, row in enumerate(self.table) if row.lessens}
        self._striking = sum(1 << place for place, excluded in enumerate(self.excludes) if excluded)
        every = self._often[-1]
        self._left = [self.first * every ^ excluded * every for excluded in self.excludes]
        self._value = {1 << self.width * time + place: row.value for time in range(MOST_TIMES) for place, row in enumerate(self.table)}
        self._rows: dict[Side, list[tuple[int, Row]]] = {}
        for place, row in enumerate(self.table):
            self._rows.setdefault(row.reads, []).append((1 << place, row))
        self._kept: dict[Side, dict[Any, Stands]] = {side: {} for side in self._rows}
        self.traits = _traits_by_suit(self.table)
        self._by_traits: dict[int, Stands] = {}
        self._by_shape: dict[tuple[str, int, int], Stands] = {}
        chow_rows: Kept[Stands] = Kept(self._chow_rows)
        pung_rows: Kept[Stands] = Kept(lambda pungs: self.stands(Pungs, (suit_pungs(pungs),)))
        self.chows: Kept[Stands] = Kept(lambda chows: chow_rows[chows_in_order(chows)])
        self.pungs: Kept[Stands] = Kept(lambda pungs: pung_rows[pungs_in_order(pungs)])
        self.parts: dict[str, Kept[Stands]] = {}
        self._by_honours: dict[tuple[int, int], Kept[Stands]] = {}
        self._by_sets: dict[str, Kept[Stands]] = {}
        self._hows: dict[tuple[Any, ...], Kept[tuple[Stands, Stands]]] = {}
        self._mattering: dict[tuple[int, int], tuple[int, dict[int, int]]] = {}
        self.resolved: Kept[tuple[int, Stands]] = Kept(self.resolve)

    def _rows_of(self, ids: Iterable[str]) -> int:
        """The rows of some elements, a bit each; a game may lack some."""
        return sum([self._bits.get(name, 0) for name in ids])

    # --- rows by side ---------------------------------------------------------------------------------------------------------------

    def stands(self, side: Side, facts: tuple[Any, ...]) -> Stands:
        """The rows of a side that hold for its facts."""
        kept = self._kept[side]
        found = kept.get(facts)
        if found is None:
            asked: Any = side(*facts)
            found = sum([bit * self._often[int(row.when(asked))] for bit, row in self._rows[side]])
            if len(kept) >= MOST_KEPT:
                kept.clear()
            kept[facts] = found
        return found

    def tile_rows(self, shape: str, kinds: int) -> Stands:
        """The rows of tiles. Hands that no condition tells apart share an answer."""
        m, p, s, z = self.traits
        honours = kinds >> 27
        traits = m[kinds & 511] | p[kinds >> 9 & 511] | s[kinds >> 18 & 511] | z[honours]
        if shape == "standard":
            found = self._by_traits.get(traits)
            if found is None:
                found = self._by_traits[traits] = self.stands(Tiles, (shape, kinds, False))
            return found
        # Of the other shapes conditions ask more: how many honours there are, and for one suit alone of what ranks.
        more = honours.bit_count() if traits & traits - 1 & 7 else kinds
        other = self._by_shape.get((shape, traits, more))
        if other is None:
            other = self._by_shape[shape, traits, more] = self.stands(Tiles, (shape, kinds, self.counting.strict_pairs))
        return other

    def _chow_rows(self, chows: int) -> Stands:
        """The rows of chows, by CHOWS of a sum. By the account-once rule a longer element has combined what it strikes out: it is shown."""
        starts = chow_starts(chows)
        rows = self.stands(Chows, (starts, self.counting.account_once))
        struck = 0
        for place, row in enumerate(self.excludes):
            if rows >> place & 1:
                struck |= row
        return rows | struck & self._rows_of(linked(starts))

    def end_rows(self, total: int) -> Stands:
        """The rows of chows at both ends of suits, by a reading's sum."""
        return self.stands(Ends, (chow_starts(total), five_pair(total)))

    def honour_rows(self, seat_wind: int, prevalent_wind: int) -> Kept[Stands]:
        """The rows of honours, by HONOUR_PARTS of a reading's sum."""
        found = self._by_honours.get((seat_wind, prevalent_wind))
        if found is None:
            found = Kept(lambda total: self.stands(Honours, honour_facts(total, seat_wind, prevalent_wind)))
            self._by_honours[seat_wind, prevalent_wind] = found
        return found

    def set_rows(self, shape: str) -> Kept[Stands]:
        """The rows of the numbers of sets, by SETS of a reading's sum."""
        found = self._by_sets.get(shape)
        if found is None:
            found = self._by_sets[shape] = Kept(lambda total: self.stands(Sets, (shape, *set_facts(total))))
        return found

    def part_rows(self, shape: str) -> Kept[Stands]:
        """See `parts`."""
        found = self.parts.get(shape)
        if found is None:
            found = self.parts[shape] = Kept(lambda parts: self._part_rows(shape, parts))
        return found

    def _part_rows(self, shape: str, parts: int) -> Stands:
        sets = parts & SETS
        rows = self.set_rows(shape)[sets] | self.stands(Held, held_facts(parts)) | self.stands(Honours, part_honours(parts))
        return ~rows if sets == ENDS else rows

    def sets_stand(self, shape: str, total: int, honours: Kept[Stands]) -> Stands:
        """The rows of the sets and the pair of a reading, by its sum; there may be more than four of a kind."""
        rows = self.chows[total & CHOWS] | self.pungs[total & PUNGS] | honours[total & HONOUR_PARTS] | self.set_rows(shape)[total & SETS]
        return rows | self.end_rows(total) if total & SETS == ENDS else rows

    def reading_stands(self, shape: str, total: int, situation: Situation) -> Stands:
        """The rows of a reading that hold whatever its tiles and wherever the winning one, by its sum; with at most four of a kind."""
        parts, pungs = total & PARTS, total & PUNGS
        if mattering := total & situation[1]:
            parts += situation[2][mattering]
        if fours := total & FOURS:
            parts += HOG * fours.bit_count()
        rows = (self.parts.get(shape) or self.part_rows(shape))[parts]
        if rows < 0:
            rows = ~rows | self.end_rows(total)
        rows |= self.chows[total & CHOWS]
        # A pung alone makes no element.
        return rows | self.pungs[pungs] if pungs & pungs - 1 else rows

    def situation(self, win: WinFields, lies: int) -> Situation:
        """What is remembered for a way of winning and of how the melds lie (see `Laid`)."""
        by, _, flags, seat_wind, prevalent_wind, heavenly, earthly = win
        hows = self._hows.get((by, flags, heavenly, earthly, lies)) or self._hows_of(Win(*win), lies)
        winds, mattering = self._mattering.get((seat_wind, prevalent_wind)) or self._mattering_of(seat_wind, prevalent_wind)
        return hows, winds, mattering

    def _hows_of(self, win: Win, lies: int) -> Kept[tuple[Stands, Stands]]:
        if len(self._hows) >= MOST_KEPT:
            self._hows.clear()
        found = self._hows[win.by, win.flags, win.heavenly, win.earthly, lies] = Kept(
            lambda at: self._how_rows(win, lies, *divmod(at, PLACES))
        )
        return found

    def _mattering_of(self, seat_wind: int, prevalent_wind: int) -> tuple[int, dict[int, int]]:
        found = self._mattering[seat_wind, prevalent_wind] = mattering(seat_wind, prevalent_wind)
        return found

    def _how_rows(self, win: Win, lies: int, pungs: int, place: int) -> tuple[Stands, Stands]:
        self_draw, counting = win.by == "self_draw", self.counting
        concealed = pungs - (place == PUNG_HERE and not self_draw)
        rows = self.stands(How, (*how_facts(win, lies), concealed))
        sure, alone = (
            self.stands(Wait, (COMPLETES[place], only, not counting.single_unique)) if COMPLETES[place] else 0 for only in (False, True)
        )
        return rows | sure | alone, rows | sure

    # --- counting one reading -------------------------------------------------------------------------------------------------------

    def total(self, stands: Stands) -> int:
        """What rows come to that hold together."""
        return self.resolved[stands][0]

    def resolve(self, stands: Stands) -> tuple[int, Stands]:
        """See `resolved`."""
        counted = self.counted(stands)
        total, rest, value = 0, counted, self._value
        while rest:
            low = rest & -rest
            total += value[low]
            rest ^= low
        return total, counted

    def counted(self, stands: Stands) -> Stands:
        """Which of the rows that hold together count, and how often."""
        counted, striking, left = stands, stands & self._striking, self._left
        while striking:
            low = striking & -striking
            counted &= left[low.bit_length() - 1]
            striking = (striking ^ low) & counted
        for place, rows in self.lessens.items():
            if counted >> place & 1:
                counted = self._lessened(counted, rows)
        return counted or (1 << self.fallback if self.fallback >= 0 else 0)

    def _lessened(self, counted: Stands, rows: int) -> Stands:
        """What counts without the last occurrence of some rows."""
        for bit in bits_of(rows & counted):
            counted ^= bit << self.width * (self.times(counted, bit) - 1)
        return counted

    def times(self, stands: Stands, bit: int) -> int:
        """How often a row holds."""
        return (stands & bit * self._often[-1]).bit_count()

    def apart(self, stands: Stands) -> tuple[int, tuple[tuple[int, int], ...]]:
        """The rows that hold, and those that hold several times with how often."""
        rows = stands & self.first
        return rows, tuple([(bit, self.times(stands, bit)) for bit in bits_of(rows & stands >> self.width)])

    def larger(self, one: Stands, other: Stands) -> bool:
        """Whether of two readings with one total the first has the larger values in table order."""
        counted, others = self.resolved[one][1], self.resolved[other][1]
        unlike = counted ^ others
        places = 0
        while unlike:
            places |= unlike & self.first
            unlike >>= self.width
        first = places & -places
        return self.times(counted, first) > self.times(others, first)


def how_facts(win: Win, lies: int) -> tuple[Any, ...]:
    """The facts of a win that are the same for all readings."""
    return win.by, win.flags, win.heavenly, win.earthly, lies & 255, lies >> KONGS & 255, lies >> CONCEALED_KONGS


def _traits_by_suit(table: Sequence[Row]) -> list[list[int]]:
    """What conditions of ordinary hands tell apart, a bit each, by a suit's ranks: whether the tiles have some of these kinds."""
    asked = [*TOLD_APART, *sorted({~row.when.mask for row in table if isinstance(row.when, Only)})]
    return [
        [sum(1 << bit for bit, mask in enumerate(asked) if ranks << 9 * suit & mask) for ranks in range(512 if suit < 3 else 128)]
        for suit in range(4)
    ]
