"""Wild tiles changed into any kinds (rules section 4.1): the change with the highest fan, without trying 34 to the k hands.

Every structure gets an upper bound from what its chows, its pungs and its tiles can come to; the most promising are counted exactly until
no bound is left that could be better. Open sets are filled one by one in the same way.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple, TypeAlias

from fangcheng.hand import Hand
from fangcheng.tiles import FLOWERS, HIDDEN, HONOURS
from fangcheng.variants.guobiao.counter.count import Counter
from fangcheng.variants.guobiao.counter.facts import FAR_FROM_FIVE, MIDDLES, OUTSIDE, Chows, How, Pungs, Side, Tiles
from fangcheng.variants.guobiao.counter.gates import PATTERN
from fangcheng.variants.guobiao.counter.judged import Best, Judged, Win, chow_pair, pung_pair
from fangcheng.variants.guobiao.counter.readings import FULL, ORPHANS, Laid, Structure, structures
from fangcheng.variants.guobiao.counter.ways import open_structures

Kinds: TypeAlias = tuple[int, ...]
CHOW_STARTS: Final = tuple(kind for kind in range(HONOURS) if kind % 9 < 7)
# What a bound leaves to chance: a wait, and up to three kinds held four times by one set more.
WAIT: Final = 1
HOG: Final = 2
# A set more of whatever kinds can bring 五門齊, or to terminals alone 混幺九.
MORE_KINDS: Final = 6
MORE_KINDS_OUTSIDE: Final = 32
PAIRS: Final = (0, 4, 13, 22, 27, 31)
"""A pair of each sort that elements of chows and pungs tell apart."""


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
        for structure in (*_seven_pairs(natural, wilds), *_orphans(natural), *_nine_gates(natural)):
            search.count(structure)
    search.count_all(open_structures(natural, wilds))
    return search.found


class _Search:
    """The changes of one hand, compared."""

    def __init__(self, counter: Counter, natural: Sequence[int], laid: Laid, win: Win, drawn: Container[int]) -> None:
        self.counter, self.natural, self.laid, self.win, self.drawn = counter, natural, laid, win, drawn
        self.found: Changed | None = None
        self._judged = Judged(counter, laid, win, natural)
        self._melded = [0] * FLOWERS
        for kind, number in laid.counts:
            self._melded[kind] = number

    @property
    def _total(self) -> int:
        return self.found.best.total if self.found else -1

    def count_all(self, ways: Sequence[Structure]) -> None:
        """The most promising first, as long as one may be better."""
        bounded = sorted(((self._bound(way), place) for place, way in enumerate(ways)), reverse=True)
        for bound, place in bounded:
            if bound < self._total:
                break
            for structure in self._filled(ways[place]):
                self.count(structure)

    def count(self, structure: Structure) -> None:
        """Count a structure with the winning tile as each kind that it may be."""
        counts = _counts(structure)
        won = [self.win.kind]
        if self.drawn:
            won = [kind for kind, number in enumerate(counts) if number > self.natural[kind] and kind in self.drawn]
        for kind in won:
            # A wild tile that has become another kind is no last tile of it.
            flags = self.win.flags if kind == self.win.kind else self.win.flags - {"fourth_tile"}
            self._judged.change(counts, kind, flags)
            before = self.found.best if self.found else None
            best = self._judged.better(structure, before)
            if best is not None and best is not before:
                self.found = Changed(best, kind)

    def _open_sets(self, way: Structure) -> int:
        return 4 - len(self.laid.chows) - len(self.laid.pungs) - len(way.chows) - len(way.pungs)

    def _bound(self, way: Structure) -> int:
        """At least as much as any filling of a way is worth."""
        chows, pungs = self._sets(way)
        number = self._open_sets(way)
        pairs = (way.pair,) if way.pair >= 0 else PAIRS
        sets = max(self._worth(chows, pungs, pair) for pair in pairs)
        if number:
            with_chow, with_pung = self._with_chow(chows, way.pair)[0][0], self._with_pung(pungs, way.pair)[0][0]
            sets = max(with_chow + self._pungs(pungs, way.pair), with_pung + self._chows(chows, way.pair))
        return sets + self._rest(way)

    def _filled(self, way: Structure) -> Iterator[Structure]:
        """A way with its open set or pair of each kind that may be better than what is found by then."""
        chows, pungs = self._sets(way)
        rest = self._rest(way)
        if way.pair < 0:
            yield from (way._replace(pair=kind) for kind in range(FLOWERS) if self._worth(chows, pungs, kind) + rest >= self._total)
        elif not self._open_sets(way):
            yield way
        else:
            for bound, kind in self._with_chow(chows, way.pair):
                if bound + self._pungs(pungs, way.pair) + rest < self._total:
                    break
                yield way._replace(chows=tuple(sorted((*way.chows, kind))))
            for bound, kind in self._with_pung(pungs, way.pair):
                if bound + self._chows(chows, way.pair) + rest < self._total:
                    break
                yield way._replace(pungs=tuple(sorted((*way.pungs, kind))))

    def _sets(self, way: Structure) -> tuple[Kinds, Kinds]:
        laid = self.laid
        return tuple(sorted(way.chows + laid.chows)), tuple(sorted(way.pungs + laid.pungs))

    def _with_chow(self, chows: Kinds, pair: int) -> tuple[tuple[int, int], ...]:
        return bounds_with_chow(self.counter, chows, chow_pair(pair))

    def _with_pung(self, pungs: Kinds, pair: int) -> tuple[tuple[int, int], ...]:
        return bounds_with_pung(self.counter, pungs, pung_pair(pair), self.win.seat_wind)

    def _worth(self, chows: Kinds, pungs: Kinds, pair: int) -> int:
        return self._chows(chows, pair) + self._pungs(pungs, pair)

    def _chows(self, chows: Kinds, pair: int) -> int:
        return plain_sum(self.counter, Chows, ("standard", chows, chow_pair(pair), self.counter.counting.account_once)) if chows else 0

    def _pungs(self, pungs: Kinds, pair: int) -> int:
        return plain_sum(self.counter, Pungs, (pungs, pung_pair(pair), self.win.seat_wind, self.win.prevalent_wind)) if pungs else 0

    def _rest(self, way: Structure) -> int:
        """What tiles, the way of winning and small things come to at most."""
        laid, win = self.laid, self.win
        kinds, hogs = laid.kinds, 0
        for kind, number in enumerate(_counts(way)):
            if number:
                kinds |= 1 << kind
                hogs += number + self._melded[kind] >= 4
        more = hogs * HOG + WAIT + every_bound(kinds)
        if way.pair < 0 or self._open_sets(way):
            more += 3 * HOG + (MORE_KINDS if kinds & ~OUTSIDE else MORE_KINDS_OUTSIDE)
        strict = self.counter.counting.strict_pairs
        concealed = len(way.pungs) + laid.concealed_kongs + self._open_sets(way)
        open_part = (laid.exposed, laid.exposed_kongs, laid.concealed_kongs)
        how = max(
            plain_sum(self.counter, How, (win.by, win.flags, win.heavenly, win.earthly, *open_part, number))
            for number in range(max(0, concealed - 1), concealed + 1)
        )
        return plain_sum(self.counter, Tiles, ("standard", kinds, strict)) + more + how


def every_bound(kinds: int) -> int:
    """What a tile of some sort in every set may bring to a hand of these kinds: 全帶五 or 全帶幺."""
    return 0 if kinds & MIDDLES and kinds & FAR_FROM_FIVE else 4 if kinds & FAR_FROM_FIVE else 16


def plain_sum(counter: Counter, side: Side, facts: tuple[object, ...]) -> int:
    """What the rows of a side come to when none of them is struck out by another side."""
    return counter.total(counter.stands(side, facts))


@lru_cache(8192)
def bounds_with_chow(counter: Counter, chows: Kinds, pair: int) -> tuple[tuple[int, int], ...]:
    """What the chows come to with one more, for each that it may be; the highest first."""
    once = counter.counting.account_once
    worth = ((plain_sum(counter, Chows, ("standard", tuple(sorted((*chows, more))), pair, once)), more) for more in CHOW_STARTS)
    return tuple(sorted(worth, reverse=True))


@lru_cache(8192)
def bounds_with_pung(counter: Counter, pungs: Kinds, pair: int, seat_wind: int) -> tuple[tuple[int, int], ...]:
    """What the pungs come to with one more, for each that it may be; the highest first."""
    worth = ((plain_sum(counter, Pungs, (tuple(sorted((*pungs, more))), pair, seat_wind, HIDDEN)), more) for more in range(FLOWERS))
    return tuple(sorted(worth, reverse=True))


def _counts(structure: Structure) -> list[int]:
    counts = [0] * FLOWERS
    for kind in structure.tiles:
        counts[kind] += 1
    for kind in structure.chows:
        counts[kind] += 1
        counts[kind + 1] += 1
        counts[kind + 2] += 1
    for kind in structure.pungs:
        counts[kind] += 3
    if structure.pair >= 0:
        counts[structure.pair] += 2
    return counts


def _seven_pairs(natural: Hand, wilds: int) -> Iterator[Structure]:
    """Every single tile paired, what is left over as pairs of any kinds."""
    kinds = [kind for kind in range(FLOWERS) for _ in range((natural.counts[kind] + 1) // 2 * 2)]
    left = FULL - len(kinds)
    if left >= 0 and natural.size + wilds == FULL:
        for more in combinations_with_replacement(range(FLOWERS), left // 2):
            yield Structure("seven_pairs", (), (), HIDDEN, tuple(sorted((*kinds, *more, *more))))


def _orphans(natural: Hand) -> Iterator[Structure]:
    """Thirteen orphans; which of them the wild tiles make twice changes nothing."""
    held = [natural.counts[kind] for kind in ORPHANS]
    if sum(held) == natural.size and max(held) <= 2 and held.count(2) <= 1:
        twice = ORPHANS[held.index(2)] if 2 in held else ORPHANS[0]
        yield Structure("thirteen_orphans", (), (), HIDDEN, tuple(sorted((*ORPHANS, twice))))


def _nine_gates(natural: Hand) -> Iterator[Structure]:
    """Every structure of the nine hands of a suit that are nine gates: no bound speaks of them."""
    for first in (0, 9, 18):
        if sum(natural.counts[first : first + 9]) == natural.size:
            for rank in range(9):
                counts = [0] * first + list(PATTERN)
                counts[first + rank] += 1
                if all(held <= asked for held, asked in zip(natural.counts[first : first + 9], counts[first:], strict=True)):
                    yield from structures(Hand.of_counts(counts), melded=False)
