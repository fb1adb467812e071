"""The readings of one hand beside its melds, compared: what each comes to with the winning tile at its best place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from fangcheng.hand import POW5, Hand
from fangcheng.score import Group
from fangcheng.tiles import HIDDEN
from fangcheng.variants.guobiao.counter.kept import Situation, Stands, new_tuple
from fangcheng.variants.guobiao.counter.readings import FULL, Structure, groups_of
from fangcheng.variants.guobiao.counter.suits import CLOSING, NOTHING, PLACES, SINGLE, TILES, Tiles, Way, closing, places, shown, suit_tiles
from fangcheng.variants.guobiao.counter.sums import ALL_SETS, CONCEALED_AT, HOG, ONE_PAIR, PAIRS, SMALL

if TYPE_CHECKING:
    from fangcheng.variants.guobiao.counter.count import Counter

Seen: TypeAlias = "Structure | tuple[Way, Way, Way, Way]"
"""A reading: as sets, or the ways to see its suits."""
NOWHERE: Final[tuple[int, ...]] = (NOTHING,)


class Best(NamedTuple):
    """The reading that counts: its rows with how often they hold, and what it is worth."""

    total: int
    stands: Stands
    seen: Seen

    def shown(self) -> tuple[str, tuple[Group, ...]]:
        """The shape of the concealed tiles, and their sets and pairs, as a score shows them."""
        if isinstance(self.seen, Structure):
            return self.seen.shape, groups_of(self.seen)
        m, p, s, z = self.seen
        return "standard", shown(m[1] + p[1] + s[1], m[2] + p[2] + s[2] + z[2], max(m[3], p[3], s[3], z[3]))


class Judged:
    """The readings of one hand beside its melds, compared.

    kind     of the winning tile, HIDDEN for a dealt hand
    kinds    of all its tiles, a bit each
    base     what its melds add to every reading, and kinds held four times that no part of a reading tells of
    gates    whether it is nine gates
    before   its concealed tiles without the winning one; states: base-5 indices of the suits with it
    """

    __slots__ = ("_base", "_before", "_gates", "_kind", "_kinds", "_rows", "_situation", "_states", "best")

    def __init__(
        self,
        rows: Counter,
        situation: Situation,
        kind: int,
        kinds: int,
        base: int,
        gates: bool,
        before: Hand,
        states: tuple[int, int, int, int],
    ) -> None:
        self._rows, self._situation, self._kind, self._kinds = rows, situation, kind, kinds
        self._base, self._gates, self._before, self._states = base, gates, before, states
        self.best: Best | None = None

    def suits(self, m: Tiles, p: Tiles, s: Tiles, z: Tiles) -> None:
        """The readings of the suits side by side."""
        kind, base = self._kind, self._base
        suit = kind // 9
        tiles = self._rows.tile_rows("standard", self._kinds)
        for of_m in m[0]:
            for of_p in p[0]:
                for of_s in s[0]:
                    for of_z in z[0]:
                        total = of_m[0] + of_p[0] + of_s[0] + of_z[0] + base
                        if total & PAIRS != ONE_PAIR:
                            return
                        seen = (of_m, of_p, of_s, of_z)
                        where = NOWHERE
                        if kind >= 0:
                            way = seen[suit]
                            where = way[4].get(kind) or way[4].setdefault(kind, places(way[1], way[2], way[3], kind))
                        self.compare(self.stands("standard", tiles, total), (total >> CONCEALED_AT & SMALL) * PLACES, where, seen)

    def structure(self, structure: Structure, total: int) -> None:
        """A reading given as sets, and what its tiles add up to without melds."""
        total += self._base
        reading = self.stands(structure.shape, self._rows.tile_rows(structure.shape, self._kinds), total)
        self.compare(reading, (total >> CONCEALED_AT & SMALL) * PLACES, self.places(structure), structure)

    def places(self, structure: Structure) -> tuple[int, ...]:
        """The places of the winning tile in a reading given as sets."""
        shape, chows, pungs, pair, tiles = structure
        kind = self._kind
        if kind == HIDDEN:
            return NOWHERE
        where = places(chows, pungs, pair, kind) if pair >= 0 else ()
        return (*where, SINGLE if shape == "seven_pairs" else NOTHING) if kind in tiles else where

    def stands(self, shape: str, tiles: Stands, total: int) -> Stands:
        """The rows of a reading that hold wherever the winning tile is."""
        _, sets, honours = self._situation
        rows, several = sets[total & ALL_SETS] if shape == "standard" else self._rows.sets_stand(shape, total, honours)
        if total >= HOG or self._gates:
            more, times = self._rows.held_rows(total, self._gates)
            return rows | tiles[0] | more, several + times
        return rows | tiles[0], several

    def compare(self, reading: Stands, own: int, where: Iterable[int], seen: Seen) -> None:
        """Compare a reading with the best so far, the winning tile at each of its places. own: its place among `Situation.hows`.

        R15: where a discard completes a pung, that is no concealed one; where it lies in a chow or the pair, the pung is.
        """
        rows, several = reading
        table, hows = self._rows, self._situation[0]
        for place in where:
            sure, lone = hows[own + place]
            stands = (rows | sure | lone, several)
            worth = table.total(stands) if several else table.resolved[stands[0]][1]
            best = self.best
            if best is not None and worth < best.total:
                continue
            # Whether a wait is the only one takes longer than all the rest, so it is asked where it matters.
            if lone and not self.is_alone(seen):
                stands = (rows | sure, several)
                worth = table.total(stands)
            if best is None or worth > best.total or (worth == best.total and table.larger(stands, best.stands)):
                self.best = new_tuple(Best, (worth, stands, seen))

    def is_alone(self, seen: Seen) -> bool:
        """Whether the winning tile's kind is the only one that completes the hand, copies ignored."""
        before = self._before
        if isinstance(seen, Structure):
            return self._rows.is_alone(before, self._kind, seen)
        m, p, s, _ = seen
        pair_suit = 0 if m[3] >= 0 else 1 if p[3] >= 0 else 2 if s[3] >= 0 else 3
        return is_alone(self._states, before.counts, self._kind, pair_suit)


def is_alone(states: Sequence[int], before: Sequence[int], kind: int, pair_suit: int) -> bool:
    """Whether no other kind completes tiles to sets and a pair, or to seven pairs, copies ignored.

    before  numbers of the tiles without one of this kind; states: base-5 indices with it, the pair in a suit. They wait for no other shape.
    """
    suit = kind // 9
    state = states[suit] - POW5[kind]
    kinds = _closing(suit, state)
    # Where the pair lies elsewhere and this suit has one too without the tile, it is the other that may take one more.
    if suit != pair_suit and (TILES[suit].get(state) or suit_tiles(suit, state)).ways:
        kinds |= _closing(pair_suit, states[pair_suit])
    if kinds & kinds - 1:
        return False
    odd = before.count(1) + before.count(3)
    return odd != 1 or before[kind] & 1 == 1 or sum(before) != FULL - 1


def _closing(suit: int, state: int) -> int:
    kept = CLOSING[suit].get(state)
    return closing(suit, state) if kept is None else kept
