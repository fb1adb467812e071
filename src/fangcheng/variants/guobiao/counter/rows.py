"""The rows of an element table that hold, as bits of one number in table order, and what they come to together.

A row reads one side of a win, so for each side it is remembered which rows hold for its facts, and for each set of rows that hold which of
them count. The facts of ordinary hands are numbers (see sums.py) that many hands share.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

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
from fangcheng.variants.guobiao.counter.kept import MOST_KEPT, Counting, Kept, Situation, Stands, Win, bits_of
from fangcheng.variants.guobiao.counter.laid import CONCEALED_KONGS, KONGS
from fangcheng.variants.guobiao.counter.suits import PLACES, PUNG_HERE
from fangcheng.variants.guobiao.counter.sums import (
    CHOWS,
    ENDS,
    HOGS_AT,
    HONOUR_PARTS,
    PUNGS,
    SETS,
    chow_starts,
    chows_in_order,
    five_pair,
    honour_facts,
    pungs_in_order,
    set_facts,
    suit_pungs,
)

COMPLETES: Final = ("", "", "edge", "closed", "single")


class Rows:
    """An element table at work.

    table, counting  what it is made of
    excludes         rows that each row strikes out; lessens: rows of which some row strikes out one occurrence
    traits           by suit and its ranks: what conditions of ordinary hands tell apart
    fallback         place of a row that counts where nothing else does, -1 for none
    """

    fallback = -1

    def __init__(self, table: Sequence[Row], counting: Counting) -> None:
        self.table = tuple(table)
        self.counting = counting
        order = {row.id: place for place, row in enumerate(self.table)}
        self._values = [row.value for row in self.table]
        self._value_of = {1 << place: row.value for place, row in enumerate(self.table)}
        self.excludes = [sum(1 << order[other] for other in row.excludes if other in order) for row in self.table]
        self.lessens = {place: sum(1 << order[other] for other in row.lessens) for place, row in enumerate(self.table) if row.lessens}
        self._rows: dict[Side, list[tuple[int, Row]]] = {}
        for place, row in enumerate(self.table):
            self._rows.setdefault(row.reads, []).append((1 << place, row))
        self._kept: dict[Side, dict[Any, Stands]] = {side: {} for side in self._rows}
        self.traits = _traits_by_suit(self.table)
        once = counting.account_once
        self._by_traits: dict[int, Stands] = {}
        self._by_shape: dict[tuple[str, int, int], Stands] = {}
        in_order: Kept[Stands] = Kept(lambda total: self.stands(Chows, (chow_starts(total), once)))
        self._by_chows: Kept[Stands] = Kept(lambda total: in_order[chows_in_order(total)])
        suits_in_order: Kept[Stands] = Kept(lambda total: self.stands(Pungs, (suit_pungs(total),)))
        self._by_pungs: Kept[Stands] = Kept(lambda total: suits_in_order[pungs_in_order(total)])
        self._by_honours: dict[tuple[int, int], Kept[Stands]] = {}
        self._by_all_sets: dict[tuple[int, int], Kept[Stands]] = {}
        self._by_sets: dict[str, Kept[Stands]] = {}
        self._situations: dict[tuple[Any, ...], Situation] = {}
        self.resolved: Kept[tuple[int, int, int]] = Kept(self.resolve)

    # --- rows by side ---------------------------------------------------------------------------------------------------------------

    def stands(self, side: Side, facts: tuple[Any, ...]) -> Stands:
        """The rows of a side that hold for its facts."""
        kept = self._kept[side]
        found = kept.get(facts)
        if found is None:
            asked: Any = side(*facts)
            held = [(bit, int(row.when(asked))) for bit, row in self._rows[side]]
            found = sum(bit for bit, times in held if times), tuple((bit, times) for bit, times in held if times > 1)
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

    def chow_rows(self, chows: int) -> Stands:
        """The rows of chows, by CHOWS of a reading's sum."""
        return self._by_chows[chows]

    def pung_rows(self, pungs: int) -> Stands:
        """The rows of suit pungs, by PUNGS of a reading's sum."""
        return self._by_pungs[pungs]

    def honour_rows(self, seat_wind: int, prevalent_wind: int) -> Kept[Stands]:
        """The rows of honours, by HONOUR_PARTS of a reading's sum."""
        found = self._by_honours.get((seat_wind, prevalent_wind))
        if found is None:
            found = Kept(lambda total: self.stands(Honours, honour_facts(total, seat_wind, prevalent_wind)))
            self._by_honours[seat_wind, prevalent_wind] = found
        return found

    def all_set_rows(self, seat_wind: int, prevalent_wind: int) -> Kept[Stands]:
        """The rows of the sets and the pair of an ordinary hand, by ALL_SETS of a reading's sum."""
        found = self._by_all_sets.get((seat_wind, prevalent_wind))
        if found is None:
            honours = self.honour_rows(seat_wind, prevalent_wind)
            found = Kept(lambda total: self.sets_stand("standard", total, honours))
            self._by_all_sets[seat_wind, prevalent_wind] = found
        return found

    def set_rows(self, shape: str) -> Kept[Stands]:
        """The rows of the numbers of sets, by SETS of a reading's sum."""
        found = self._by_sets.get(shape)
        if found is None:
            found = self._by_sets[shape] = Kept(lambda total: self.stands(Sets, (shape, *set_facts(total))))
        return found

    def sets_stand(self, shape: str, total: int, honours: Kept[Stands]) -> Stands:
        """The rows of the sets and the pair of a reading, by its sum."""
        rows, several = (self._by_sets.get(shape) or self.set_rows(shape))[total & SETS]
        if chows := total & CHOWS:
            more, times = self._by_chows[chows]
            rows, several = rows | more, several + times
            if total & SETS == ENDS:
                rows |= self.stands(Ends, (chow_starts(total), five_pair(total)))[0]
        if pungs := total & PUNGS:
            more, times = self._by_pungs[pungs]
            rows, several = rows | more, several + times
        if parts := total & HONOUR_PARTS:
            more, times = honours[parts]
            rows, several = rows | more, several + times
        return rows, several

    def held_rows(self, total: int, gates: bool) -> Stands:
        """The rows of kinds held four times, by a reading's sum, and of nine gates."""
        return self.stands(Held, (total >> HOGS_AT, gates))

    def situation(self, win: Win, lies: int) -> Situation:
        """What is remembered for a way of winning and of how the melds lie (see `Laid`)."""
        by, _, flags, seat_wind, prevalent_wind, heavenly, earthly = win
        key = (by, flags, seat_wind, prevalent_wind, heavenly, earthly, lies)
        found = self._situations.get(key)
        if found is None:
            if len(self._situations) >= MOST_KEPT:
                self._situations.clear()
            hows: Kept[tuple[int, int]] = Kept(lambda at: self._how_rows(win, lies, *divmod(at, PLACES)))
            honours = self.honour_rows(seat_wind, prevalent_wind)
            found = self._situations[key] = Situation(hows, self.all_set_rows(seat_wind, prevalent_wind), honours)
        return found

    def _how_rows(self, win: Win, lies: int, pungs: int, place: int) -> tuple[int, int]:
        self_draw, counting = win.by == "self_draw", self.counting
        concealed = pungs - (place == PUNG_HERE and not self_draw)
        rows, _ = self.stands(How, (*how_facts(win, lies), concealed))
        beside = counting.melted_single or self_draw or concealed < 4
        sure, alone = (
            self.stands(Wait, (COMPLETES[place], only, not counting.single_unique, beside))[0] if COMPLETES[place] else 0
            for only in (False, True)
        )
        return rows | sure, alone & ~sure

    # --- counting one reading -------------------------------------------------------------------------------------------------------

    def total(self, stands: Stands) -> int:
        """What rows come to that hold together."""
        rows, several = stands
        counted, total, _ = self.resolved[rows]
        for bit, times in several:
            if bit & counted:
                total += self._value_of[bit] * (times - 1)
        return total

    def resolve(self, rows: int) -> tuple[int, int, int]:
        """Which of the rows count, what they are worth once each, and which of them count once less."""
        struck = lessened = total = 0
        left = rows
        while left:
            low = left & -left
            place = low.bit_length() - 1
            total += self._values[place]
            struck |= self.excludes[place]
            if place in self.lessens:
                lessened |= self.lessens[place]
            left = (left ^ low) & ~struck
        counted = rows & ~struck
        if not counted and self.fallback >= 0:
            return 1 << self.fallback, self._values[self.fallback], 0
        lessened &= counted
        return counted, total - sum([self._value_of[bit] for bit in bits_of(lessened)]), lessened

    def larger(self, one: Stands, other: Stands) -> bool:
        """Whether of two readings with one total the first has the larger values in table order."""
        return one != other and self._vector(one) > self._vector(other)

    def _vector(self, stands: Stands) -> list[int]:
        values = [0] * len(self.table)
        for place, times in self.times(stands):
            values[place] = self._values[place] * times
        return values

    def times(self, stands: Stands) -> Iterator[tuple[int, int]]:
        """The rows that count, in table order, with how often each does."""
        rows, several = stands
        counted, _, lessened = self.resolved[rows]
        often = dict(several)
        for bit in bits_of(counted):
            place = bit.bit_length() - 1
            times = often.get(bit, 1) - (lessened >> place & 1)
            if times:
                yield place, times


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
