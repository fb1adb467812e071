"""The readings of one hand beside its melds, compared: what each comes to with the winning tile at its best place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from fangcheng.hand import Hand
from fangcheng.tiles import DRAGONS, HIDDEN, HONOURS
from fangcheng.variants.guobiao.counter.facts import FAR_FROM_FIVE, MIDDLES, Chows, Held, How, Pungs, Sets, Tiles, Wait
from fangcheng.variants.guobiao.counter.fifth import completing_kinds
from fangcheng.variants.guobiao.counter.gates import is_nine_gates
from fangcheng.variants.guobiao.counter.readings import Laid, Structure

if TYPE_CHECKING:
    from fangcheng.variants.guobiao.counter.count import Counter

Stands = tuple[int, tuple[tuple[int, int], ...]]
"""Rows that hold, and for those that hold several times their bit and how often."""


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
    # A dealt hand has no winning tile, and shapes without sets have no pair: both are HIDDEN.
    if kind == structure.pair != HIDDEN:
        yield "single", False


def _mask(counts: Sequence[int]) -> int:
    kinds = 0
    for kind, number in enumerate(counts):
        if number:
            kinds |= 1 << kind
    return kinds


def chow_pair(kind: int) -> int:
    """One pair for all that elements of chows do not tell apart: fives, other suit tiles, honours, none."""
    return _CHOW_PAIR[kind]


def pung_pair(kind: int) -> int:
    """One pair for all that elements of pungs do not tell apart: suit tiles, winds, dragons, none."""
    return _PUNG_PAIR[kind]


# The last place is that of HIDDEN, -1.
_CHOW_PAIR: Final = (*[kind if kind % 9 == 4 else 0 for kind in range(HONOURS)], *[HONOURS] * 7, HIDDEN)
_PUNG_PAIR: Final = (*[0] * HONOURS, *[HONOURS] * 4, *[DRAGONS] * 3, HIDDEN)
