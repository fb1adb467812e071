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
from fangcheng.variants.guobiao.counter.facts import FAR_FROM_FIVE, MIDDLES, OUTSIDE, Ends, How
from fangcheng.variants.guobiao.counter.fifth import are_sets, is_standard
from fangcheng.variants.guobiao.counter.gates import PATTERN, is_nine_gates
from fangcheng.variants.guobiao.counter.gates import SUITS as ONE_SUIT
from fangcheng.variants.guobiao.counter.judged import Best, Judged, Seen, is_alone
from fangcheng.variants.guobiao.counter.laid import CONCEALED_KONGS, Laid
from fangcheng.variants.guobiao.counter.readings import FULL, ORPHANS, Structure, orphan_waits, other_structures
from fangcheng.variants.guobiao.counter.rows import Kept, Stands, Win, how_facts
from fangcheng.variants.guobiao.counter.suits import PLACES, suit_tiles, sum_of
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


# Numbers of tiles are packed into one, four bits a kind: a changed hand may hold eight of one.
NIBBLE: Final = 4
CHOW_PACKED: Final = 1 | 1 << NIBBLE | 1 << 2 * NIBBLE
FOURS: Final = sum(4 << NIBBLE * kind for kind in range(FLOWERS))
EIGHTS: Final = 2 * FOURS
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
        for structure in (*_seven_pairs(natural, wilds), *_orphans(natural), *_nine_gates(natural)):
            search.count(structure)
    search.count_all(open_structures(natural, wilds))
    return search.found


class _Search:
    """The changes of one hand, compared."""

    def __init__(self, counter: Counter, natural: Sequence[int], laid: Laid, win: Win, drawn: Container[int]) -> None:
        self.counter, self.laid, self.win, self.drawn = counter, laid, win, drawn
        self._natural = sum([number << NIBBLE * kind for kind, number in enumerate(natural)])
        self.found: Changed | None = None
        # A wild tile that has become another kind is no last tile of it.
        changed = win._replace(flags=win.flags - {"fourth_tile"})
        self._situations = counter.situation(win, laid.lies), counter.situation(changed, laid.lies)
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
        kinds, packed, hogs = self._held(structure)
        total = self.laid.total + sum_of(structure.chows, structure.pungs, structure.pair) + HOG * hogs
        own = (total >> CONCEALED_AT & SMALL) * PLACES
        tiles = self.counter.tile_rows(structure.shape, kinds)
        reading: Stands | None = None
        tried: set[tuple[int, bool]] = set()
        for kind in self._won(packed):
            changed = kind != self.win.kind
            situation, gates = self._situations[changed], kinds in ONE_SUIT and self._gates(kinds, packed, kind)
            judged = _Changed(self.counter, situation, kind, kinds, total, gates, NO_TILES, NO_STATES)
            judged.best = before = self.found.best if self.found else None
            judged.packed = packed
            if reading is None or kinds in ONE_SUIT:
                reading = judged.stands(structure.shape, tiles, total)
            # Another kind at the same place comes to the same, where it makes no difference what else it waits for.
            where = [place for place in judged.places(structure) if (place, changed) not in tried]
            judged.compare(reading, own, where, structure)
            if judged.best is not before and judged.best is not None:
                self.found = Changed(judged.best, kind)
            if kinds not in ONE_SUIT:
                tried.update([(place, changed) for place in where if not situation.hows[own + place][1]])

    def _won(self, packed: int) -> list[int]:
        """The kinds that the winning tile may be among the concealed tiles."""
        if not self.drawn:
            return [self.win.kind]
        return [kind for kind in _kinds_of(packed - self._natural) if kind in self.drawn]

    def _gates(self, kinds: int, packed: int, kind: int) -> bool:
        return not self.laid.kinds and is_nine_gates(_counts_without(packed, kind), kinds, kind)

    def _held(self, structure: Structure) -> tuple[int, int, int]:
        """Kinds of the hand, a bit each; how many of each are concealed, packed; how many are held four times without a kong, not by melds
        alone."""
        kinds, packed = _tiles_of(structure)
        hogs = (packed + FOURS & EIGHTS).bit_count()
        if self.laid.mixes(kinds):
            hogs += self.laid.hogs(_counts_without(packed, HIDDEN))
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
        laid, win = self.laid, self.win
        kinds, _, hogs = self._held(way)
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
    rows, several = counter.sets_stand("standard", sets, honours)
    starts, pair = chow_starts(sets), five_pair(sets)
    return (rows | counter.stands(Ends, (starts, pair))[0] if len(starts) == 4 and pair >= 0 else rows), several


@lru_cache(64)
def worth_of(counter: Counter, seat_wind: int, prevalent_wind: int) -> _Worth:
    """What is remembered for a counter and the winds of a seat."""
    return _Worth(counter, seat_wind, prevalent_wind)


class _Changed(Judged):
    """A changed hand, of which there can be more than four of a kind. packed: the numbers of its concealed tiles."""

    __slots__ = ("packed",)

    packed: int

    def is_alone(self, seen: Seen) -> bool:
        assert isinstance(seen, Structure)
        before = _counts_without(self.packed, self._kind)
        melded = sum(before) + 1 < FULL
        if max(before) > 4:
            return len(_completing_kinds(before, melded)) == 1
        if seen.shape == "standard":
            states = [sum(map(mul, before[first : first + 9], POW5)) for first in (0, 9, 18, 27)]
            states[self._kind // 9] += POW5[self._kind]
            return is_alone(states, before, self._kind, seen.pair // 9)
        return self._rows.is_alone(Hand.of_counts(before), self._kind, seen)


def _tiles_of(structure: Structure) -> tuple[int, int]:
    """Kinds of concealed tiles, a bit each, and how many of each, packed."""
    kinds = packed = 0
    for kind in structure.chows:
        kinds |= 7 << kind
        packed += CHOW_PACKED << NIBBLE * kind
    for kind in structure.pungs:
        kinds |= 1 << kind
        packed += 3 << NIBBLE * kind
    if structure.pair >= 0:
        kinds |= 1 << structure.pair
        packed += 2 << NIBBLE * structure.pair
    for kind in structure.tiles:
        kinds |= 1 << kind
        packed += 1 << NIBBLE * kind
    return kinds, packed


def _kinds_of(packed: int) -> Iterator[int]:
    while packed:
        kind = ((packed & -packed).bit_length() - 1) // NIBBLE
        yield kind
        packed &= -1 << NIBBLE * (kind + 1)


def _counts_without(packed: int, kind: int) -> list[int]:
    """The numbers of tiles without one of a kind; all of them for HIDDEN."""
    counts = [packed >> NIBBLE * each & 15 for each in range(FLOWERS)]
    if kind != HIDDEN:
        counts[kind] -= 1
    return counts


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
                    yield from other_structures(counts, 511 << first)
