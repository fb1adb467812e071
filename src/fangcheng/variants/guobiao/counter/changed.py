"""A hand whose wild tiles have become other kinds, of which there can be more than four; and shapes other than sets that it can have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from operator import mul
from typing import Final

from fangcheng.hand import POW5, Hand
from fangcheng.tiles import FLOWERS, HIDDEN, HONOURS
from fangcheng.variants.guobiao.counter.fifth import are_sets, is_standard
from fangcheng.variants.guobiao.counter.gates import PATTERN
from fangcheng.variants.guobiao.counter.judged import Judged, Seen, is_alone, wait_for_pair
from fangcheng.variants.guobiao.counter.readings import FULL, NOTHING_BESIDE, ORPHANS, Structure, orphan_waits, pairs_alone, structure_of
from fangcheng.variants.guobiao.counter.suits import TILES

# Numbers of tiles are packed into one, four bits a kind: a changed hand may hold eight of one.
NIBBLE: Final = 4
CHOW_PACKED: Final = 1 | 1 << NIBBLE | 1 << 2 * NIBBLE
FOURS: Final = sum(4 << NIBBLE * kind for kind in range(FLOWERS))
EIGHTS: Final = 2 * FOURS


class ChangedHand(Judged):
    """A changed hand, of which there can be more than four of a kind. packed: the numbers of its concealed tiles."""

    __slots__ = ("packed",)

    packed: int

    def is_alone(self, seen: Seen) -> bool:
        assert isinstance(seen, Structure)
        before = counts_without(self.packed, self._kind)
        melded = sum(before) + 1 < FULL
        if max(before) > 4:
            return len(_completing_kinds(before, melded)) == 1
        if seen.shape == "standard":
            states = [sum(map(mul, before[first : first + 9], POW5)) for first in (0, 9, 18, 27)]
            states[self._kind // 9] += POW5[self._kind]
            return is_alone(states, NOTHING_BESIDE.states, self._kind, seen.pair // 9) and not wait_for_pair(before, self._kind)
        return self._rows.is_alone(Hand.of_counts(before), self._kind)


def tiles_of(structure: Structure) -> tuple[int, int]:
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


def kinds_of(packed: int) -> Iterator[int]:
    while packed:
        kind = ((packed & -packed).bit_length() - 1) // NIBBLE
        yield kind
        packed &= -1 << NIBBLE * (kind + 1)


def counts_without(packed: int, kind: int) -> list[int]:
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


def _is_complete(counts: Sequence[int]) -> bool:
    """Whether tiles are sets and exactly one pair."""
    parts = [(counts[first : first + 9], first < HONOURS) for first in (0, 9, 18, 27)]
    paired = [part for part in parts if sum(part[0]) % 3]
    return len(paired) == 1 and is_standard(*paired[0]) and all(are_sets(*part) for part in parts if part is not paired[0])


def seven_pairs(natural: Hand, wilds: int) -> Iterator[Structure]:
    """Every single tile paired, what is left over as pairs of any kinds."""
    kinds = [kind for kind in range(FLOWERS) for _ in range((natural.counts[kind] + 1) // 2 * 2)]
    left = FULL - len(kinds)
    if left >= 0 and natural.size + wilds == FULL:
        for more in combinations_with_replacement(range(FLOWERS), left // 2):
            yield Structure("seven_pairs", (), (), HIDDEN, tuple(sorted((*kinds, *more, *more))))


def orphans(natural: Hand) -> Iterator[Structure]:
    """Thirteen orphans; which of them the wild tiles make twice changes nothing."""
    held = [natural.counts[kind] for kind in ORPHANS]
    if sum(held) == natural.size and max(held) <= 2 and held.count(2) <= 1:
        twice = ORPHANS[held.index(2)] if 2 in held else ORPHANS[0]
        yield Structure("thirteen_orphans", (), (), HIDDEN, tuple(sorted((*ORPHANS, twice))))


def nine_gates(natural: Hand) -> Iterator[Structure]:
    """Every structure of the nine hands of a suit that are nine gates: no bound speaks of them."""
    for first in (0, 9, 18):
        if sum(natural.counts[first : first + 9]) == natural.size:
            for rank in range(9):
                counts = [0] * first + list(PATTERN)
                counts[first + rank] += 1
                if all(held <= asked for held, asked in zip(natural.counts[first : first + 9], counts[first:], strict=True)):
                    hand = Hand.of_counts(counts)
                    suit = first // 9
                    yield from [structure_of(way) for way in TILES[suit][hand.index[suit]][0]]
                    yield from pairs_alone(counts)
