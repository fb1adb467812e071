"""Wild tiles changed into any kinds (rules section 4.1): the change with the highest fan, without trying 34 to the k hands.

Every structure gets an upper bound from what its chows, its pungs and its tiles can come to; the most promising are counted exactly until
no bound is left that could be better. Open sets are filled one by one in the same way.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from fangcheng.hand import Hand
from fangcheng.tiles import FLOWERS, HIDDEN
from fangcheng.variants.guobiao.counter.changed import (
    EIGHTS,
    FOURS,
    NIBBLE,
    ChangedHand,
    counts_without,
    kinds_of,
    nine_gates,
    orphans,
    seven_pairs,
    tiles_of,
)
from fangcheng.variants.guobiao.counter.count import Counter
from fangcheng.variants.guobiao.counter.facts import FAR_FROM_FIVE, MIDDLES, OUTSIDE, Held, How
from fangcheng.variants.guobiao.counter.gates import SUITS as ONE_SUIT
from fangcheng.variants.guobiao.counter.gates import is_nine_gates
from fangcheng.variants.guobiao.counter.judged import Best
from fangcheng.variants.guobiao.counter.kept import Kept, Stands, Win
from fangcheng.variants.guobiao.counter.laid import CONCEALED_KONGS, Laid
from fangcheng.variants.guobiao.counter.readings import FULL, Structure
from fangcheng.variants.guobiao.counter.rows import how_facts
from fangcheng.variants.guobiao.counter.suits import PLACES, sum_of
from fangcheng.variants.guobiao.counter.sums import (
    CHOW,
    CONCEALED_AT,
    HOG,
    PAIR,
    PUNG,
    SMALL,
    WITH_CHOWS,
    WITH_PUNGS,
    chow_starts,
    five_pair,
)
from fangcheng.variants.guobiao.counter.ways import open_structures

# What a bound leaves to chance: a wait, and up to three kinds held four times by one set more.
WAIT: Final = 1
HOG_WORTH: Final = 2
# A set more of whatever kinds can bring 五門齊, or to terminals alone 混幺九.
MORE_KINDS: Final = 6
MORE_KINDS_OUTSIDE: Final = 32
PAIRS: Final = tuple(PAIR[kind] for kind in (0, 4, 13, 22, 27, 31))
"""A pair of each sort that elements of chows and pungs tell apart."""


NO_TILES: Final = Hand()
NO_STATES: Final = (0, 0, 0, 0)


class Changed(NamedTuple):
    """A change: the best reading, and the kind that the winning tile counts as."""

    best: Best
    kind: int


def best_change(counter: Counter, natural: Hand, wilds: int, laid: Laid, win: Win, drawn: Container[int] = ()) -> Changed | None:
    """The best reading of the natural tiles with every wild tile changed; None when no change makes a win.

    natural  concealed tiles as printed, the winning one among them unless it counts with the wild ones
    drawn    then the kinds that the winning tile may be: any for a wild one that was drawn
    """
    search = _Search(counter, natural.counts[:FLOWERS], laid, win, drawn)
    if not laid.groups and natural.size + wilds == FULL:
        for structure in (*seven_pairs(natural, wilds), *orphans(natural), *nine_gates(natural)):
            search.count(structure)
    search.count_all(open_structures(natural, wilds))
    return search.found


class _Search:
    """The changes of one hand, compared."""

    def __init__(self, counter: Counter, natural: Sequence[int], laid: Laid, win: Win, drawn: Container[int]) -> None:
        self.counter, self.laid, self.win, self.drawn = counter, laid, win, drawn
        self._natural = sum([number << NIBBLE * kind for kind, number in enumerate(natural)])
        self.found: Changed | None = None
        # R39: a wild tile that has become another kind is no last tile of it.
        changed = win._replace(flags=win.flags - {"fourth_tile"})
        self._situations = counter.situation(win, laid.lies), counter.situation(changed, laid.lies)
        self._worth = worth_of(counter, win.seat_wind, win.prevalent_wind)
        self._honours = counter.honour_rows(win.seat_wind, win.prevalent_wind)
        self._sets_laid = len(laid.groups)
        # It must not know this search, or both would stay in memory until somebody looks for circles.
        self._how: Kept[int] = Kept(lambda concealed: how_bound(counter, win, laid.lies, concealed))

    @property
    def _total(self) -> int:
        return self.found.best.total if self.found else -1

    def count_all(self, ways: Sequence[Structure]) -> None:
        """The most promising first, as long as one may be better."""
        totals = [self.laid.total + sum_of(way.chows, way.pungs, way.pair) for way in ways]
        bounded = sorted(((self._bound(way, totals[place]), place) for place, way in enumerate(ways)), reverse=True)
        for bound, place in bounded:
            if bound < self._total:
                break
            for structure in self._filled(ways[place], totals[place]):
                self.count(structure)

    def count(self, structure: Structure) -> None:
        """Count a structure with the winning tile as each kind that it may be."""
        kinds, packed, hogs = self._held(structure)
        total = self.laid.total + sum_of(structure.chows, structure.pungs, structure.pair) + HOG * hogs
        own = (total >> CONCEALED_AT & SMALL) * PLACES
        tiles = self.counter.tile_rows(structure.shape, kinds)
        reading: Stands | None = None
        tried: set[tuple[int, bool]] = set()
        for kind in self._won(packed):
            changed = kind != self.win.kind
            situation, gates = self._situations[changed], kinds in ONE_SUIT and self._gates(kinds, packed, kind)
            judged = ChangedHand(self.counter, situation, kind, kinds, total, NO_TILES, NO_STATES)
            judged.best = before = self.found.best[1:] if self.found else None
            judged.packed = packed
            if reading is None or kinds in ONE_SUIT:
                sets = self.counter.sets_stand(structure.shape, total, self._honours)
                reading = sets | tiles | self.counter.stands(Held, (hogs, gates))
                if kinds not in ONE_SUIT and self.counter.total(reading) + self._how[own // PLACES] + WAIT < self._total:
                    return
            # Another kind at the same place comes to the same, where it makes no difference what else it waits for.
            where = [place for place in judged.places(structure) if (place, changed) not in tried]
            judged.compare(reading, own, where, structure)
            if judged.best is not before and judged.best is not None:
                self.found = Changed(Best(self.counter.total(judged.best[0]), *judged.best), kind)
            if kinds not in ONE_SUIT:
                tried.update([(place, changed) for place in where if len(set(situation[0][own + place])) == 1])

    def _won(self, packed: int) -> list[int]:
        """The kinds that the winning tile may be among the concealed tiles."""
        if not self.drawn:
            return [self.win.kind]
        return [kind for kind in kinds_of(packed - self._natural) if kind in self.drawn]

    def _gates(self, kinds: int, packed: int, kind: int) -> bool:
        return not self.laid.kinds and is_nine_gates(counts_without(packed, kind), kinds, kind)

    def _held(self, structure: Structure) -> tuple[int, int, int]:
        """Kinds of the hand, a bit each; how many of each are concealed, packed; how many are held four times without a kong, not by melds
        alone."""
        kinds, packed = tiles_of(structure)
        hogs = (packed + FOURS & EIGHTS).bit_count()
        if self.laid.groups:
            hogs += self.laid.hogs(counts_without(packed, HIDDEN))
        return kinds | self.laid.kinds, packed, hogs

    def _open_sets(self, way: Structure) -> int:
        return 4 - self._sets_laid - len(way.chows) - len(way.pungs)

    def _bound(self, way: Structure, total: int) -> int:
        """At least as much as any filling of a way is worth."""
        worth = self._worth
        chows, pungs = total & WITH_CHOWS, total & WITH_PUNGS
        if way.pair < 0:
            sets = max([worth.chows[chows | pair & WITH_CHOWS] + worth.pungs[pungs | pair & WITH_PUNGS] for pair in PAIRS])
        elif self._open_sets(way):
            with_chow, with_pung = worth.with_chow[chows][0][0], worth.with_pung[pungs][0][0]
            sets = max(with_chow + worth.pungs[pungs], with_pung + worth.chows[chows])
        else:
            sets = worth.chows[chows] + worth.pungs[pungs]
        return sets + self._rest(way)

    def _filled(self, way: Structure, total: int) -> Iterator[Structure]:
        """A way with its open set or pair of each kind that may be better than what is found by then."""
        worth, rest = self._worth, self._rest(way)
        chows, pungs = total & WITH_CHOWS, total & WITH_PUNGS
        if way.pair < 0:
            for kind in range(FLOWERS):
                pair = PAIR[kind]
                if worth.chows[chows | pair & WITH_CHOWS] + worth.pungs[pungs | pair & WITH_PUNGS] + rest >= self._total:
                    yield way._replace(pair=kind)
        elif not self._open_sets(way):
            yield way
        else:
            for bound, kind in worth.with_chow[chows]:
                if bound + worth.pungs[pungs] + rest < self._total:
                    break
                yield way._replace(chows=tuple(sorted((*way.chows, kind))))
            for bound, kind in worth.with_pung[pungs]:
                if bound + worth.chows[chows] + rest < self._total:
                    break
                yield way._replace(pungs=tuple(sorted((*way.pungs, kind))))

    def _rest(self, way: Structure) -> int:
        """What tiles, the way of winning and small things come to at most."""
        laid = self.laid
        kinds, _, hogs = self._held(way)
        more = hogs * HOG_WORTH + WAIT + every_bound(kinds)
        if way.pair < 0 or self._open_sets(way):
            more += 3 * HOG_WORTH + (MORE_KINDS if kinds & ~OUTSIDE else MORE_KINDS_OUTSIDE)
        concealed = len(way.pungs) + (laid.lies >> CONCEALED_KONGS) + self._open_sets(way)
        return self.counter.total(self.counter.tile_rows("standard", kinds)) + more + self._how[concealed]


def how_bound(counter: Counter, win: Win, lies: int, concealed: int) -> int:
    """What a way of winning comes to at most with so many concealed pungs, one of which the winning tile may complete."""
    numbers, facts = range(max(0, concealed - 1), concealed + 1), how_facts(win, lies)
    return max(counter.total(counter.stands(How, (*facts, number))) for number in numbers)


def every_bound(kinds: int) -> int:
    """What a tile of some sort in every set may bring to a hand of these kinds: 全帶五 or 全帶幺."""
    return 0 if kinds & MIDDLES and kinds & FAR_FROM_FIVE else 4 if kinds & FAR_FROM_FIVE else 16


class _Worth:
    """What chows and pungs come to when no other row strikes theirs out, by WITH_CHOWS and WITH_PUNGS of a sum; and with one set more, for
    each that it may be, the highest first."""

    def __init__(self, counter: Counter, seat_wind: int, prevalent_wind: int) -> None:
        honours = counter.honour_rows(seat_wind, prevalent_wind)
        self.chows: Kept[int] = Kept(lambda sets: counter.total(_chows_stand(counter, sets, honours)))
        self.pungs: Kept[int] = Kept(lambda sets: counter.total(counter.sets_stand("standard", sets, honours)))
        self.with_chow: Kept[tuple[tuple[int, int], ...]] = Kept(
            lambda sets: tuple(sorted(((self.chows[sets + (more & WITH_CHOWS)], kind) for kind, more in CHOW.items()), reverse=True))
        )
        self.with_pung: Kept[tuple[tuple[int, int], ...]] = Kept(
            lambda sets: tuple(sorted(((self.pungs[sets + (more & WITH_PUNGS)], kind) for kind, more in enumerate(PUNG)), reverse=True))
        )


def _chows_stand(counter: Counter, sets: int, honours: Kept[Stands]) -> Stands:
    """The rows of chows and the pair, those of chows at both ends of suits among them: of these a whole sum tells at once."""
    rows = counter.sets_stand("standard", sets, honours)
    return rows | counter.end_rows(sets) if len(chow_starts(sets)) == 4 and five_pair(sets) >= 0 else rows


@lru_cache(64)
def worth_of(counter: Counter, seat_wind: int, prevalent_wind: int) -> _Worth:
    """What is remembered for a counter and the winds of a seat."""
    return _Worth(counter, seat_wind, prevalent_wind)
