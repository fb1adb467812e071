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
from fangcheng.tiles import DRAGONS, FLOWERS, HIDDEN, HONOURS
from fangcheng.variants.guobiao.counter.facts import FAR_FROM_FIVE, MIDDLES, Chows, Held, How, Pungs, Row, Sets, Side, Tiles, Wait
from fangcheng.variants.guobiao.counter.fifth import completing_kinds
from fangcheng.variants.guobiao.counter.gates import is_nine_gates
from fangcheng.variants.guobiao.counter.readings import Laid, Structure, groups_of, kinds_of, orphan_waits, structures

_MOST_KEPT: Final = 30_000
Stands = tuple[int, tuple[tuple[int, int], ...]]
"""Rows that hold, and for those that hold several times their bit and how often."""


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


class Win(NamedTuple):
    """How a hand is won; the same for all of its readings. kind: of the winning tile, HIDDEN for a dealt hand; winds -1 for none."""

    by: str
    kind: int
    flags: frozenset[str]
    seat_wind: int = -1
    prevalent_wind: int = -1
    heavenly: bool = False
    earthly: bool = False


class Best(NamedTuple):
    """The reading that counts: its rows with how often they hold, and what it is worth."""

    total: int
    stands: Stands
    structure: Structure


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


class Judged:
    """The readings of one hand beside its melds, compared."""

    def __init__(
        self, counter: Counter, laid: Laid, win: Win, counts: Sequence[int], before: Hand | None = None, kinds: int | None = None
    ) -> None:
        self.counter, self.laid, self.win = counter, laid, win
        self._counts, self._before = counts, before
        self._kinds = (_mask(counts) if kinds is None else kinds) | laid.kinds
        self._held = self._holds(counts)
        self._waits: dict[Any, bool] = {}

    def change(self, counts: Sequence[int], kind: int, flags: frozenset[str]) -> None:
        """Go on with other concealed tiles and another kind of winning tile."""
        self._counts, self.win = counts, self.win._replace(kind=kind, flags=flags)
        self._kinds = _mask(counts) | self.laid.kinds
        self._held = self._holds(counts)
        self._waits = {}

    def _holds(self, counts: Sequence[int]) -> tuple[int, bool]:
        if not self.laid.counts:
            hogs = sum([number >= 4 for number in counts]) if max(counts) >= 4 else 0
            return hogs, is_nine_gates(counts, self._kinds, self.win.kind)
        held = list(counts)
        for kind, number in self.laid.counts:
            held[kind] += number
        hogs = sum([number >= 4 and not self.laid.konged >> kind & 1 for kind, number in enumerate(held)]) if max(held) >= 4 else 0
        return hogs, False

    def better(self, structure: Structure, best: Best | None) -> Best | None:
        """The better of the best so far and this structure with the winning tile at its best place."""
        shape, own_chows, own_pungs, pair, _ = structure
        counter, laid, win, counting = self.counter, self.laid, self.win, self.counter.counting
        kind = win.kind
        chows = tuple(sorted(own_chows + laid.chows)) if laid.chows else own_chows
        pungs = tuple(sorted(own_pungs + laid.pungs)) if laid.pungs else own_pungs
        rows, several = counter.stands(Tiles, (shape, self._kinds, counting.strict_pairs))
        if chows:
            more, times = counter.stands(Chows, (shape, chows, _CHOW_PAIR[pair], counting.account_once))
            rows, several = rows | more, several + times
        if pungs:
            more, times = counter.stands(Pungs, (pungs, _PUNG_PAIR[pair], win.seat_wind, win.prevalent_wind))
            rows, several = rows | more, several + times
        # Only hands without 4 5 6, or without terminals and their like, have a 1 or 9, or a 5, in every set.
        if not self._kinds & MIDDLES or not self._kinds & FAR_FROM_FIVE:
            rows |= counter.stands(Sets, (shape, chows, pungs, pair))[0]
        if self._held != (0, False):
            more, times = counter.stands(Held, self._held)
            rows, several = rows | more, several + times
        for completes, melts in set(counter.places(structure, kind, laid)):
            concealed = len(own_pungs) + laid.concealed_kongs - (melts and win.by != "self_draw")
            open_part = (laid.exposed, laid.exposed_kongs, laid.concealed_kongs, concealed)
            held = rows | counter.stands(How, (win.by, win.flags, win.heavenly, win.earthly, *open_part))[0]
            wait = self._wait(completes, True, concealed) if completes else 0
            stands = (held | wait, several)
            total = counter.total(stands)
            if best is not None and total < best.total:
                continue
            if wait and not (completes == "single" and not counting.single_unique):
                # Whether a wait is the only one takes longer than all the rest, so it is asked where it matters.
                stands = (held | self._wait(completes, self._only(structure, kind), concealed), several)
                total = counter.total(stands)
            if best is None or total > best.total or (total == best.total and counter.larger(stands, best.stands)):
                best = Best(total, stands, structure)
        return best

    def _wait(self, completes: str, unique: bool, concealed: int) -> int:
        """The row of a wait that holds if it is the only one."""
        counting = self.counter.counting
        beside = counting.melted_single or self.win.by == "self_draw" or concealed < 4
        return self.counter.stands(Wait, (completes, unique, not counting.single_unique, beside))[0]

    def _only(self, structure: Structure, kind: int) -> bool:
        key = (kind, structure.tiles)
        if key not in self._waits:
            self._waits[key] = len(self._completing(structure, kind)) == 1
        return self._waits[key]

    def _completing(self, structure: Structure, kind: int) -> set[int]:
        if self._before is not None:
            return self.counter.completing(self._before, structure, self.laid)
        before = list(self._counts)
        before[kind] -= 1
        # Changed wild tiles can be more of a kind than any hand holds.
        if max(before) > 4:
            return completing_kinds(before, bool(self.laid.groups))
        return self.counter.completing(Hand.of_counts(before), structure, self.laid)


def places(structure: Structure, kind: int) -> Iterator[tuple[str, bool]]:
    """Places in the sets and the pair: edge, closed or single waits, or "" for others and for tiles that make no set."""
    if kind == HIDDEN or kind in structure.tiles:
        yield "single" if structure.shape == "seven_pairs" and kind != HIDDEN else "", False
    for chow in structure.chows:
        if 0 <= kind - chow <= 2:
            rank = chow % 9
            middle = kind - chow == 1
            yield "closed" if middle else "edge" if (rank == 0 and kind > chow) or (rank == 6 and kind == chow) else "", False
    if kind in structure.pungs:
        yield "", True
    if kind == structure.pair:
        yield "single", False


def _places(rows: int) -> Iterator[int]:
    """The places of the bits set, lowest first."""
    while rows:
        low = rows & -rows
        yield low.bit_length() - 1
        rows ^= low


def _mask(counts: Sequence[int]) -> int:
    kinds = 0
    for kind, number in enumerate(counts):
        if number:
            kinds |= 1 << kind
    return kinds


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


def chow_pair(kind: int) -> int:
    """One pair for all that elements of chows do not tell apart: fives, other suit tiles, honours, none."""
    return _CHOW_PAIR[kind]


def pung_pair(kind: int) -> int:
    """One pair for all that elements of pungs do not tell apart: suit tiles, winds, dragons, none."""
    return _PUNG_PAIR[kind]


# The last place is that of HIDDEN, -1.
_CHOW_PAIR: Final = (*[kind if kind % 9 == 4 else 0 for kind in range(HONOURS)], *[HONOURS] * 7, HIDDEN)
_PUNG_PAIR: Final = (*[0] * HONOURS, *[HONOURS] * 4, *[DRAGONS] * 3, HIDDEN)
