"""The best reading of a hand: every way to see it, every place the winning tile may have, counted by the table; and its explanation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from fangcheng.hand import POW5, Hand
from fangcheng.meld import Meld
from fangcheng.score import Counted, Excluded, Group, Reading, Score
from fangcheng.shapes.waits import waits
from fangcheng.tiles import HIDDEN
from fangcheng.variants.guobiao.counter import sums
from fangcheng.variants.guobiao.counter.core import accelerated
from fangcheng.variants.guobiao.counter.facts import OUTSIDE, Row
from fangcheng.variants.guobiao.counter.gates import SUITS as ONE_SUIT
from fangcheng.variants.guobiao.counter.gates import is_nine_gates
from fangcheng.variants.guobiao.counter.judged import EVERY_PLACE, NOWHERE, Best, Judged, Seen, Ways, is_only_wait, shown
from fangcheng.variants.guobiao.counter.kept import Counting, Kept, Situation, Stands, WinFields, bits_of
from fangcheng.variants.guobiao.counter.laid import NOTHING_LAID, Laid
from fangcheng.variants.guobiao.counter.readings import FULL, NOTHING_BESIDE, Beside, Structure, groups_of, kinds_in
from fangcheng.variants.guobiao.counter.rows import Rows
from fangcheng.variants.guobiao.counter.suits import PLACES, PLACES_OF, TILES
from fangcheng.variants.guobiao.counter.sums import CONCEALED_AT, GATES, HOG, ONE_PAIR, SMALL

OF_M, OF_P, OF_S, OF_Z = TILES
PAIRS: Final = FULL // 2


class Counter(Rows):
    """Counts hands by a table. Games with further shapes override `different_shape`, and `beside` and `shape_beside`.

    beside  masks of tiles that make no set and yet may lie beside sets and a pair, of three suits each; the shape of such a hand
    """

    beside: Sequence[int] = ()
    shape_beside = ""

    def __init__(self, table: Sequence[Row], counting: Counting) -> None:
        super().__init__(table, counting)
        self._counted = [Counted(row.id, row.value) for row in self.table]
        self._struck_by = {1 << place: 0 for place in range(self.width)}
        self._excluded: dict[int, Excluded] = {}
        for place, rows in enumerate(self.excludes):
            for bit in bits_of(rows | self.lessens.get(place, 0)):
                self._struck_by[bit] |= 1 << place
                self._excluded[1 << place | bit] = Excluded(self.table[bit.bit_length() - 1].id, self.table[place].id)
        self.score_of = accelerated(self, self.score_of_any)
        besides = [Beside.of(self.shape_beside, mask) for mask in self.beside]
        # By a bit for each.
        self._beside = [[one for place, one in enumerate(besides) if held >> place & 1] for held in range(1 << len(besides))]
        self._fewest_beside = min([mask.bit_count() for mask in self.beside], default=FULL + 1)
        self._holds_beside = masks_by_suit(self.beside, whole=True)
        self._told: Kept[tuple[int, tuple[Counted, ...], tuple[Excluded, ...]]] = Kept(self._tell)

    def score_of_any(self, hand: Hand, melds: Sequence[Meld], win: WinFields) -> Score | None:
        """The explained value of a hand, None when there is no reading; `score_of` is the same, accelerated where that is built.

        hand  see `best`
        """
        laid = Laid(melds) if melds else NOTHING_LAID
        best = self._best(hand, laid, win)
        return self.score(best[0], best[1], laid.groups) if best else None

    def best(self, hand: Hand, laid: Laid, win: WinFields) -> Best | None:
        """The reading with the highest total, of equals (R10) the one with the larger values in table order; None when there is no reading.

        hand  the concealed tiles without the winning one; with it where it is not known (HIDDEN). The winning one is no fifth of its kind.
        """
        best = self._best(hand, laid, win)
        return Best(self.total(best[0]), *best) if best else None

    def _best(self, hand: Hand, laid: Laid, win: WinFields) -> tuple[Stands, Seen] | None:
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
        ways_m, kinds_m, held_m = OF_M.get(m) or OF_M[m]
        ways_p, kinds_p, held_p = OF_P.get(p) or OF_P[p]
        ways_s, kinds_s, held_s = OF_S.get(s) or OF_S[s]
        ways_z, kinds_z, held_z = OF_Z.get(z) or OF_Z[z]
        own = kinds_m | kinds_p | kinds_s | kinds_z
        base, melded = laid.total, laid.kinds
        if not melded and own in ONE_SUIT and is_nine_gates(hand.counts, own, kind):
            base += GATES
        kinds, number, situation = own | melded, own.bit_count(), self.situation(win, laid.lies)
        whole, besides = not melded and not PAIRS < number < FULL - 1, 0
        # Fourteen kinds leave no pair.
        if self._fewest_beside <= number < FULL and len(laid.groups) <= 1:
            on_m, on_p, on_s = self._holds_beside
            besides = (held := on_m[own & 511]) and (held := held & on_p[own >> 9 & 511]) and held & on_s[own >> 18 & 511]
        sets = ways_m and ways_p and ways_s and ways_z
        if sets and not whole and not besides and len(ways_m) == len(ways_p) == len(ways_s) == len(ways_z) == 1:
            ways = ways_m[0], ways_p[0], ways_s[0], ways_z[0]
            places = PLACES_OF[ways[kind // 9][1] >> kind % 9 * PLACES & EVERY_PLACE] if kind >= 0 else NOWHERE
            if len(places) == 1:
                return self._only_reading(ways, places[0], base, kind, kinds, situation, hand, (m, p, s, z))
        judged = Judged(self, situation, kind, kinds, base, hand, (m, p, s, z))
        if sets:
            judged.suits(ways_m, ways_p, ways_s, ways_z, NOTHING_BESIDE)
        if whole:
            self._judge_whole(judged, own, held_m + held_p + held_s + held_z)
        for beside in self._beside[besides]:
            judged.beside(beside)
        return judged.best

    def _only_reading(
        self, ways: Ways, place: int, base: int, kind: int, kinds: int, situation: Situation, before: Hand, states: Sequence[int]
    ) -> tuple[Stands, Seen] | None:
        """What `Judged` finds for nearly every hand: sets and a pair, one way to see them and one place of the winning tile."""
        m, p, s, z = ways
        total = m[0] + p[0] + s[0] + z[0] + base
        if total & sums.PAIRS != ONE_PAIR:
            return None
        reading = self.reading_stands("standard", total, situation) | self.tile_rows("standard", kinds)
        at, hows = (total >> CONCEALED_AT & SMALL) * PLACES + place, situation[0]
        every, sure = hows.get(at) or hows[at]
        alone = every == sure or is_only_wait(ways, NOTHING_BESIDE, kind, kinds, before, states)
        return reading | (every if alone else sure), (ways, NOTHING_BESIDE)

    # --- shapes other than sets and a pair ----------------------------------------------------------------------------------------

    def whole_shape(self, kinds: int) -> str:
        """The shape of fourteen concealed tiles of thirteen kinds or more, "" for none but sets and a pair. kinds: a bit for each."""
        if kinds == OUTSIDE:
            return "thirteen_orphans"
        return self.different_shape(kinds) if kinds.bit_count() == FULL else ""

    def different_shape(self, kinds: int) -> str:
        """As `whole_shape` of fourteen different tiles."""
        return ""

    def whole_rows(self, kinds: int) -> Stands:
        """The rows of such a shape, which has some of its own; none where there is no such shape."""
        shape = self.whole_shape(kinds)
        return self.tile_rows(shape, kinds) if shape else 0

    def whole_reading(self, kinds: int, twice: int) -> Reading:
        """How such a shape is shown. twice: the kind of which there are two, HIDDEN for none."""
        tiles = kinds_in(kinds) + ((twice,) if twice >= 0 else ())
        return Reading(self.whole_shape(kinds), groups_of(Structure("", (), (), HIDDEN, tuple(sorted(tiles)))))

    def _judge_whole(self, judged: Judged, kinds: int, tiles: tuple[int, ...]) -> None:
        """Seven pairs, and shapes of thirteen kinds or more. tiles: all of them; kinds: a bit for each."""
        number = kinds.bit_count()
        if len(tiles) != FULL:
            return
        if number > PAIRS:
            if shape := self.whole_shape(kinds):
                judged.whole(shape, tiles, 0)
        elif tiles[::2] == tiles[1::2]:
            judged.whole("seven_pairs", tiles, HOG * (PAIRS - number))

    def is_alone(self, before: Hand, kind: int) -> bool:
        """Whether no other kind than this completes the tiles without it, which with it are another shape than sets and a pair."""
        return not set(waits(before, fifth=True)) - {kind}

    # --- explanation ------------------------------------------------------------------------------------------------------------

    def score(self, stands: Stands, seen: Seen, laid: tuple[Group, ...]) -> Score:
        """The explanation of a reading beside melds."""
        total, elements, struck = self._told.get(stands) or self._told[stands]
        return Score(total, elements, shown(seen, laid), struck)

    def _tell(self, stands: Stands) -> tuple[int, tuple[Counted, ...], tuple[Excluded, ...]]:
        """What rows come to, what counts, and what was struck out by what: by the first that does."""
        counted = self.counted(stands)
        once, several, named = counted & self.first, counted >> self.width, self._counted
        elements, struck, rest = [], [], once
        while rest:
            bit = rest & -rest
            rest ^= bit
            elements.append(self._times(bit, self.times(counted, bit)) if bit & several else named[bit.bit_length() - 1])
        rest = stands & self.first & ~once
        while rest:
            bit = rest & -rest
            rest ^= bit
            by = once & self._struck_by[bit]
            struck.append(self._excluded[bit | by & -by])
        return sum([element.value for element in elements]), tuple(elements), tuple(struck)

    def _times(self, bit: int, times: int) -> Counted:
        """An element that counts several times."""
        row = self.table[bit.bit_length() - 1]
        return Counted(row.id, row.value * times, times)


def masks_by_suit(masks: Sequence[int], *, whole: bool) -> list[list[int]]:
    """By suit and the ranks held of it a bit for each mask: whether all of its ranks there are held, or else whether no others are."""
    found = []
    for first in (0, 9, 18):
        parts = [(1 << place, mask >> first & 511) for place, mask in enumerate(masks)]
        found.append([sum([bit for bit, own in parts if ranks & own == (own if whole else ranks)]) for ranks in range(512)])
    return found


def with_wilds(score: Score, natural: Iterable[int]) -> Score:
    """A score with what wild tiles stand for in each concealed group: kinds that the natural tiles, by their numbers, do not give."""
    left = list(natural)
    groups = []
    for group in score.reading.groups:
        if group.melded:
            groups.append(group)
            continue
        wilds = []
        for kind in group.kinds:
            if left[kind]:
                left[kind] -= 1
            else:
                wilds.append(kind)
        groups.append(Group(group.shape, group.kinds, group.melded, tuple(wilds)))
    return msgspec.structs.replace(score, reading=Reading(score.reading.shape, tuple(groups)))
