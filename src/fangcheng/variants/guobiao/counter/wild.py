"""Wild tiles changed into any kinds (rules section 4.1): the change with the highest fan, without trying 34 to the k hands.

Every structure gets an upper bound from what its chows, its pungs and its tiles can come to; the most promising are counted exactly until
no bound is left that could be better. Open sets are filled one by one in the same way.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from operator import mul
from typing import Final, NamedTuple

from fangcheng.hand import POW5, Hand
from fangcheng.tiles import FLOWERS, HIDDEN, HONOURS
from fangcheng.variants.guobiao.counter.count import Counter
from fangcheng.variants.guobiao.counter.facts import FAR_FROM_FIVE, MIDDLES, OUTSIDE, How
from fangcheng.variants.guobiao.counter.fifth import are_sets, is_standard
from fangcheng.variants.guobiao.counter.gates import PATTERN, is_nine_gates
from fangcheng.variants.guobiao.counter.judged import Best, Judged, Seen, is_alone
from fangcheng.variants.guobiao.counter.laid import CONCEALED_KONGS, Laid
from fangcheng.variants.guobiao.counter.readings import FULL, ORPHANS, Structure, orphan_waits, other_structures
from fangcheng.variants.guobiao.counter.rows import Kept, Win, how_facts
from fangcheng.variants.guobiao.counter.suits import suit_tiles, sum_of
from fangcheng.variants.guobiao.counter.sums import CHOW, HOG, PAIR, PUNG, WITH_CHOWS, WITH_PUNGS
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
        self._worth = worth_of(counter, win.seat_wind, win.prevalent_wind)
        self._sets_laid = len(laid.groups)

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
        counts = _counts(structure)
        won = [self.win.kind]
        if self.drawn:
            won = [kind for kind, number in enumerate(counts) if number > self.natural[kind] and kind in self.drawn]
        kinds, hogs = self._held(counts)
        total = sum_of(structure.chows, structure.pungs, structure.pair) + HOG * hogs
        for kind in won:
            # A wild tile that has become another kind is no last tile of it.
            win = self.win if kind == self.win.kind else self.win._replace(kind=kind, flags=self.win.flags - {"fourth_tile"})
            if kind != HIDDEN:
                counts[kind] -= 1
            gates = not self.laid.kinds and is_nine_gates(counts, kinds, kind)
            situation = self.counter.situation(win, self.laid.lies)
            judged = _Changed(self.counter, situation, kind, kinds, self.laid.total, gates, NO_TILES, (0, 0, 0, 0))
            before = judged.best = self.found.best if self.found else None
            judged.counts = counts
            judged.structure(structure, total)
            if judged.best is not None and judged.best is not before:
                self.found = Changed(judged.best, kind)
            if kind != HIDDEN:
                counts[kind] += 1

    def _held(self, counts: Sequence[int]) -> tuple[int, int]:
        """Kinds of the hand, a bit each, and how many are held four times without a kong, not by melds alone."""
        kinds = hogs = 0
        for kind, number in enumerate(counts):
            if number:
                kinds |= 1 << kind
                hogs += number >= 4
        return kinds | self.laid.kinds, hogs + (self.laid.hogs(counts) if self.laid.mixes(kinds) else 0)

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
        laid, win = self.laid, self.win
        kinds, hogs = self._held(_counts(way))
        more = hogs * HOG_WORTH + WAIT + every_bound(kinds)
        if way.pair < 0 or self._open_sets(way):
            more += 3 * HOG_WORTH + (MORE_KINDS if kinds & ~OUTSIDE else MORE_KINDS_OUTSIDE)
        concealed = len(way.pungs) + (laid.lies >> CONCEALED_KONGS) + self._open_sets(way)
        how = max(
            self.counter.total(self.counter.stands(How, (*how_facts(win, laid.lies), number)))
            for number in range(max(0, concealed - 1), concealed + 1)
        )
        return self.counter.total(self.counter.tile_rows("standard", kinds)) + more + how


def every_bound(kinds: int) -> int:
    """What a tile of some sort in every set may bring to a hand of these kinds: 全帶五 or 全帶幺."""
    return 0 if kinds & MIDDLES and kinds & FAR_FROM_FIVE else 4 if kinds & FAR_FROM_FIVE else 16


class _Worth:
    """What chows and pungs come to when no other row strikes theirs out, by WITH_CHOWS and WITH_PUNGS of a sum; and with one set more, for
    each that it may be, the highest first."""

    def __init__(self, counter: Counter, seat_wind: int, prevalent_wind: int) -> None:
        honours = counter.honour_rows(seat_wind, prevalent_wind)
        self.chows: Kept[int] = Kept(lambda sets: counter.total(counter.sets_stand("standard", sets, honours)))
        self.pungs: Kept[int] = Kept(lambda sets: counter.total(counter.sets_stand("standard", sets, honours)))
        self.with_chow: Kept[tuple[tuple[int, int], ...]] = Kept(
            lambda sets: tuple(sorted(((self.chows[sets + (more & WITH_CHOWS)], kind) for kind, more in CHOW.items()), reverse=True))
        )
        self.with_pung: Kept[tuple[tuple[int, int], ...]] = Kept(
            lambda sets: tuple(sorted(((self.pungs[sets + (more & WITH_PUNGS)], kind) for kind, more in enumerate(PUNG)), reverse=True))
        )


@lru_cache(64)
def worth_of(counter: Counter, seat_wind: int, prevalent_wind: int) -> _Worth:
    """What is remembered for a counter and the winds of a seat."""
    return _Worth(counter, seat_wind, prevalent_wind)


class _Changed(Judged):
    """A changed hand, of which there can be more than four of a kind. counts: of its concealed tiles, without the winning one."""

    __slots__ = ("counts",)

    counts: Sequence[int]

    def is_alone(self, seen: Seen) -> bool:
        assert isinstance(seen, Structure)
        melded = sum(self.counts) + 1 < FULL
        if max(self.counts) > 4:
            return len(_completing_kinds(self.counts, melded)) == 1
        if seen.shape == "standard":
            states = [sum(map(mul, self.counts[first : first + 9], POW5)) for first in (0, 9, 18, 27)]
            states[self._kind // 9] += POW5[self._kind]
            return is_alone(states, self.counts, self._kind, seen.pair // 9)
        return len(set(self._rows.completing(Hand.of_counts(self.counts), seen, melded))) == 1


def _completing_kinds(counts: Sequence[int], melded: bool) -> set[int]:
    """Kinds that complete the tiles to sets and a pair, seven pairs or thirteen orphans, copies ignored."""
    found = set() if melded else set(orphan_waits(counts))
    grown = list(counts)
    for kind in range(FLOWERS):
        grown[kind] += 1
        if _is_complete(grown) or (not melded and sum(grown) == FULL and not any(number & 1 for number in grown)):
            found.add(kind)
        grown[kind] -= 1
    return found


def is_complete(counts: Sequence[int]) -> bool:
    """Whether tiles are sets and exactly one pair."""
    parts = [(counts[first : first + 9], first < HONOURS) for first in (0, 9, 18, 27)]
    paired = [part for part in parts if sum(part[0]) % 3]
    return len(paired) == 1 and is_standard(*paired[0]) and all(are_sets(*part) for part in parts if part is not paired[0])


def _is_complete(counts: Sequence[int]) -> bool:
    """Whether tiles are sets and exactly one pair."""
    parts = [(counts[first : first + 9], first < HONOURS) for first in (0, 9, 18, 27)]
    paired = [part for part in parts if sum(part[0]) % 3]
    return len(paired) == 1 and is_standard(*paired[0]) and all(are_sets(*part) for part in parts if part is not paired[0])


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
                    hand = Hand.of_counts(counts)
                    suit = first // 9
                    yield from [Structure("standard", *way[1:4]) for way in suit_tiles(suit, hand.index[suit]).ways]
                    yield from other_structures(hand, 511 << first)
