"""The best reading of a hand: every way to see it, every place the winning tile may have, counted by the table; and its explanation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from fangcheng.hand import POW5, Hand
from fangcheng.meld import Meld
from fangcheng.score import Counted, Excluded, Group, Reading, Score
from fangcheng.shapes.waits import waits
from fangcheng.tiles import FLOWERS, HIDDEN
from fangcheng.variants.guobiao.counter.core import accelerated
from fangcheng.variants.guobiao.counter.facts import OUTSIDE, Row
from fangcheng.variants.guobiao.counter.gates import SUITS as ONE_SUIT
from fangcheng.variants.guobiao.counter.gates import is_nine_gates
from fangcheng.variants.guobiao.counter.judged import Best, Judged, is_alone
from fangcheng.variants.guobiao.counter.kept import Counting, Kept, Stands, Win, bits_of
from fangcheng.variants.guobiao.counter.laid import Laid
from fangcheng.variants.guobiao.counter.readings import FULL, Beside, Structure, groups_of, kinds_in, pairs_alone, with_tiles_beside
from fangcheng.variants.guobiao.counter.rows import Rows
from fangcheng.variants.guobiao.counter.suits import TILES, suit_tiles, sum_of
from fangcheng.variants.guobiao.counter.sums import HOG

_MOST_TOLD: Final = 30_000
OF_M, OF_P, OF_S, OF_Z = TILES


class Counter(Rows):
    """Counts hands by a table. Games with further shapes override `whole_shape`, and `beside` and `shape_beside`.

    beside  masks of tiles that make no set and yet may lie beside sets and a pair, of three suits each; the shape of such a hand
    """

    beside: Sequence[int] = ()
    shape_beside = ""

    def __init__(self, table: Sequence[Row], counting: Counting) -> None:
        super().__init__(table, counting)
        self._ids = [row.id for row in self.table]
        self._counted = [Counted(row.id, row.value) for row in self.table]
        self._strikes = [excluded | self.lessens.get(place, 0) for place, excluded in enumerate(self.excludes)]
        self.score_of = accelerated(self, self.score_of_any)
        self._beside = [Beside.of(mask) for mask in self.beside]
        parts = {mask >> first & 511 for mask in self.beside for first in (0, 9, 18)}
        self._has_beside = [any(ranks & part == part for part in parts) for ranks in range(512)]
        self._wholes: Kept[Structure | None] = Kept(self._whole)
        self._told: dict[Stands, tuple[tuple[Counted, ...], tuple[Excluded, ...]]] = {}

    def score_of_any(self, hand: Hand, melds: Sequence[Meld], win: Win) -> Score | None:
        """The explained value of a hand, None when there is no reading; `score_of` is the same, accelerated where that is built.

        hand  see `best`
        """
        laid = Laid.of(melds)
        best = self.best(hand, laid, win)
        return self.score(best, laid.groups) if best else None

    def best(self, hand: Hand, laid: Laid, win: Win) -> Best | None:
        """The reading with the highest total, of equals (R10) the one with the larger values in table order; None when there is no reading.

        hand  the concealed tiles without the winning one; with it where it is not known (HIDDEN). The winning one is no fifth of its kind.
        """
        m, p, s, z, _ = hand.index
        kind = win[1]
        if kind >= 0:
            if kind < 9:
                m += POW5[kind]
            elif kind < 18:
                p += POW5[kind]
            elif kind < 27:
                s += POW5[kind]
            else:
                z += POW5[kind]
        m_tiles, p_tiles = OF_M.get(m) or suit_tiles(0, m), OF_P.get(p) or suit_tiles(1, p)
        s_tiles, z_tiles = OF_S.get(s) or suit_tiles(2, s), OF_Z.get(z) or suit_tiles(3, z)
        own = m_tiles[1] | p_tiles[1] | s_tiles[1] | z_tiles[1]
        base, gates = laid.total, False
        if laid.kinds:
            if laid.mixes(own):
                base += HOG * laid.hogs(with_tile(hand.counts, kind))
        elif own in ONE_SUIT:
            gates = is_nine_gates(hand.counts, own, kind)
        judged = Judged(self, self.situation(win, laid.lies), kind, own | laid.kinds, base, gates, hand, (m, p, s, z))
        if m_tiles[0] and p_tiles[0] and s_tiles[0] and z_tiles[0]:
            judged.suits(m_tiles, p_tiles, s_tiles, z_tiles)
        if self.may_be_other(own, laid):
            counts = with_tile(hand.counts, kind)
            hogs = HOG * counts.count(4)
            for structure in self.others(counts, (m, p, s, z), own, laid):
                judged.structure(structure, sum_of(structure.chows, structure.pungs, structure.pair) + hogs)
        return judged.best

    # --- shapes other than sets and a pair ----------------------------------------------------------------------------------------

    def whole_shape(self, kinds: int) -> str:
        """The shape of fourteen concealed tiles of thirteen kinds or more, "" for none but sets and a pair. kinds: a bit for each."""
        return "thirteen_orphans" if kinds == OUTSIDE else ""

    def whole_rows(self, kinds: int) -> Stands:
        """The rows of such a shape, which has some of its own; none where there is no such shape."""
        shape = self.whole_shape(kinds)
        return self.tile_rows(shape, kinds) if shape else (0, ())

    def whole_reading(self, kinds: int, twice: int) -> Reading:
        """How such a shape is shown. twice: the kind of which there are two, HIDDEN for none."""
        whole = self._wholes[kinds | twice + 1 << FLOWERS]
        assert whole
        return Reading(whole.shape, groups_of(whole))

    def _whole(self, held: int) -> Structure | None:
        """Such a shape by its kinds, and above these one more than the kind of which there are two."""
        kinds, twice = held & (1 << FLOWERS) - 1, (held >> FLOWERS) - 1
        shape = self.whole_shape(kinds)
        tiles = kinds_in(kinds) + ((twice,) if twice >= 0 else ())
        return Structure(shape, (), (), HIDDEN, tuple(sorted(tiles))) if shape else None

    def may_be_other(self, kinds: int, laid: Laid) -> bool:
        """Whether tiles of these kinds may have another shape than sets and a pair."""
        number, beside = kinds.bit_count(), self._has_beside
        if not laid.kinds and (number <= FULL // 2 or number >= FULL - 1):
            return True
        return beside[kinds & 511] and beside[kinds >> 9 & 511] and beside[kinds >> 18 & 511] and len(laid.groups) <= 1

    def others(self, counts: Sequence[int], states: Sequence[int], kinds: int, laid: Laid) -> list[Structure]:
        """Every way to see concealed tiles beside the melds other than as sets and a pair. counts: of each kind; kinds: a bit for each."""
        number, size, found = kinds.bit_count(), sum(counts), []
        if not laid.groups and number <= FULL // 2:
            found = pairs_alone(counts)
        elif not laid.groups and number >= FULL - 1 and size == FULL:
            whole = self._wholes[kinds | (counts.index(2) + 1 if number < FULL else 0) << FLOWERS]
            found = [whole] if whole else []
        if len(laid.groups) <= 1 and size in (FULL - 3, FULL):
            for beside in self._beside:
                if kinds & beside.mask == beside.mask:
                    found += with_tiles_beside(self.shape_beside, states, beside)
        return found

    def is_alone(self, before: Hand, kind: int, structure: Structure) -> bool:
        """Whether no other kind than this completes the tiles without it, which with it are another shape than sets and a pair."""
        if structure.pair < 0:
            return not set(waits(before, fifth=True)) - {kind}
        # Where there are tiles beside, the wait is that of the others.
        rest, states = before.counts[:FLOWERS], before.index[:4]
        states[kind // 9] += POW5[kind]
        for other in structure.tiles:
            rest[other] -= 1
            states[other // 9] -= POW5[other]
        return is_alone(states, rest, kind, structure.pair // 9)

    # --- explanation ------------------------------------------------------------------------------------------------------------

    def score(self, best: Best, laid: tuple[Group, ...], natural: Sequence[int] | None = None) -> Score:
        """The explanation of a reading. natural: the tiles as printed where wild ones have changed."""
        told = self._told.get(best[1])
        if told is None:
            if len(self._told) >= _MOST_TOLD:
                self._told.clear()
            told = self._told[best[1]] = self._tell(best[1])
        shape, groups = best.shown()
        if natural is not None:
            groups = _with_wilds(groups, list(natural))
        return Score(best[0], told[0], Reading(shape, laid + groups), told[1])

    def _tell(self, stands: Stands) -> tuple[tuple[Counted, ...], tuple[Excluded, ...]]:
        """What counts, and what was struck out by what."""
        rows, several = stands
        ids = self._ids
        counted, _, lessened = self.resolved[rows]
        often = dict(several)
        counted &= ~sum([bit for bit in bits_of(lessened) if often.get(bit, 1) == 1])
        left = rows & ~counted
        elements = []
        struck: dict[int, Excluded] = {}
        for bit in bits_of(counted):
            place = bit.bit_length() - 1
            times = often.get(bit, 1) - bool(lessened & bit)
            elements.append(self._counted[place] if times == 1 else Counted(self.table[place].id, self._values[place] * times, times))
            if gone := self._strikes[place] & left:
                left ^= gone
                struck.update((other, excluded(ids[other.bit_length() - 1], ids[place])) for other in bits_of(gone))
        return tuple(elements), tuple([struck[other] for other in sorted(struck)])


@lru_cache(4096)
def excluded(element: str, by: str) -> Excluded:
    """Few pairs of elements strike each other out."""
    return Excluded(element, by)


def _with_wilds(groups: Iterable[Group], natural: list[int]) -> tuple[Group, ...]:
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
    return tuple(shown)


def with_tile(counts: Sequence[int], kind: int) -> list[int]:
    """The numbers of each kind with one more tile of a kind, none more for HIDDEN."""
    full = list(counts[:FLOWERS])
    if kind != HIDDEN:
        full[kind] += 1
    return full
