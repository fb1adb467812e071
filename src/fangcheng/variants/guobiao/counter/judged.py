"""The readings of one hand beside its melds, compared: what each comes to with the winning tile at its best place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from fangcheng.hand import POW5, Hand
from fangcheng.score import Group, Reading
from fangcheng.tiles import HIDDEN
from fangcheng.variants.guobiao.counter.kept import Situation, Stands, new_tuple
from fangcheng.variants.guobiao.counter.readings import FULL, NOTHING_BESIDE, Beside, Structure, groups_of
from fangcheng.variants.guobiao.counter.suits import CLOSING, NOTHING, PLACES, PLACES_OF, SINGLE, TILES, Way, is_complete, places
from fangcheng.variants.guobiao.counter.sums import CONCEALED_AT, ONE_PAIR, PAIRS, SMALL

if TYPE_CHECKING:
    from fangcheng.variants.guobiao.counter.count import Counter

Ways: TypeAlias = tuple[Way, Way, Way, Way]
Seen: TypeAlias = Structure | tuple[Ways, Beside]
"""A reading: as sets, or the ways to see its suits and what lies beside them."""
NOWHERE: Final[tuple[int, ...]] = (NOTHING,)
PAIRED: Final = (SINGLE,)
EVERY_PLACE: Final = (1 << PLACES) - 1
OF_M, OF_P, OF_S, OF_Z = TILES


class Best(NamedTuple):
    """The reading that counts: what it is worth, and its rows."""

    total: int
    stands: Stands
    seen: Seen


def shown(seen: Seen, laid: tuple[Group, ...]) -> Reading:
    """A reading as a score shows it: its sets and pairs behind the melds."""
    if isinstance(seen, Structure):
        return Reading(seen[0], laid + groups_of(seen))
    (m, p, s, z), beside = seen
    _, _, m_chows, m_pungs, m_pair = m
    _, _, p_chows, p_pungs, p_pair = p
    _, _, s_chows, s_pungs, s_pair = s
    pair = m_pair or p_pair or s_pair or z[4]
    return Reading(beside[0], (*laid, *beside[4], *m_chows, *p_chows, *s_chows, *m_pungs, *p_pungs, *s_pungs, *z[3], *pair))


class Judged:
    """The readings of one hand beside its melds, compared.

    kind     of the winning tile, HIDDEN for a dealt hand
    kinds    of all its tiles, a bit each
    base     what its melds and gates add to every reading
    before   its concealed tiles without the winning one; states: base-5 indices of the suits with it
    best     the rows of the best reading so far and how it is seen, None before the first
    """

    __slots__ = ("_base", "_before", "_kind", "_kinds", "_rows", "_situation", "_states", "best")

    def __init__(self, rows: Counter, situation: Situation, kind: int, kinds: int, base: int, before: Hand, states: Sequence[int]) -> None:
        self._rows = rows
        self._situation = situation
        self._kind = kind
        self._kinds = kinds
        self._base = base
        self._before = before
        self._states = states
        self.best: tuple[Stands, Seen] | None = None

    def beside(self, beside: Beside) -> None:
        """The readings of the suits with some of their tiles beside the sets."""
        m, p, s, z = self._states
        own_m, own_p, own_s, _ = beside[2]
        m, p, s = m - own_m, p - own_p, s - own_s
        ways_m, ways_p, ways_s, ways_z = (OF_M.get(m) or OF_M[m])[0], (OF_P.get(p) or OF_P[p])[0], (OF_S.get(s) or OF_S[s])[0], OF_Z[z][0]
        if ways_m and ways_p and ways_s and ways_z:
            self.suits(ways_m, ways_p, ways_s, ways_z, beside)

    def suits(self, m: Sequence[Way], p: Sequence[Way], s: Sequence[Way], z: Sequence[Way], beside: Beside) -> None:
        """The readings of the suits, each of which can be seen in some way, side by side, and of what lies beside them."""
        kind, rows, situation = self._kind, self._rows, self._situation
        shape, besides = beside[0], beside[1]
        base, suit = self._base + beside[3], kind // 9
        place = PLACES * (kind - 9 * suit)
        tiles = rows.tile_rows(shape, self._kinds)
        for of_m in m:
            for of_p in p:
                for of_s in s:
                    for of_z in z:
                        total = of_m[0] + of_p[0] + of_s[0] + of_z[0] + base
                        if total & PAIRS != ONE_PAIR:
                            return
                        ways = of_m, of_p, of_s, of_z
                        where = PLACES_OF[ways[suit][1] >> place & EVERY_PLACE] if kind >= 0 else NOWHERE
                        if kind in besides:
                            where += NOWHERE
                        own = (total >> CONCEALED_AT & SMALL) * PLACES
                        self.compare(rows.reading_stands(shape, total, situation) | tiles, own, where, (ways, beside))

    def whole(self, shape: str, tiles: tuple[int, ...], hogs: int) -> None:
        """A reading without sets. tiles: all of them; hogs: what kinds held four times add."""
        rows = self._rows
        parts = rows.parts.get(shape) or rows.part_rows(shape)
        where = PAIRED if shape == "seven_pairs" and self._kind >= 0 else NOWHERE
        seen = new_tuple(Structure, (shape, (), (), HIDDEN, tiles))
        self.compare((parts.get(hogs) or parts[hogs]) | rows.tile_rows(shape, self._kinds), 0, where, seen)

    def places(self, structure: Structure) -> tuple[int, ...]:
        """The places of the winning tile in a reading given as sets."""
        shape, chows, pungs, pair, tiles = structure
        kind = self._kind
        if kind == HIDDEN:
            return NOWHERE
        where = places(chows, pungs, pair, kind) if pair >= 0 else ()
        return (*where, SINGLE if shape == "seven_pairs" else NOTHING) if kind in tiles else where

    def compare(self, reading: Stands, own: int, where: Iterable[int], seen: Seen) -> None:
        """Compare a reading with the best so far, the winning tile at each of its places. own: its place among `Situation.hows`.

        R15: where a discard completes a pung, that is no concealed one; where it lies in a chow or the pair, the pung is.
        """
        table, hows = self._rows, self._situation[0]
        for place in where:
            every, sure = hows.get(own + place) or hows[own + place]
            best = self.best
            # What a reading comes to is asked where there is another.
            if best is None:
                self.best = reading | (every if every == sure or self.is_alone(seen) else sure), seen
                continue
            stands = reading | every
            worth, most = table.resolved[stands][0], table.resolved[best[0]][0]
            if worth < most:
                continue
            # Whether a wait is the only one takes longer than all the rest, so it is asked where it matters.
            if every != sure and not self.is_alone(seen):
                stands = reading | sure
                worth = table.resolved[stands][0]
            if worth > most or (worth == most and table.larger(stands, best[0])):
                self.best = stands, seen

    def is_alone(self, seen: Seen) -> bool:
        """Whether the winning tile's kind is the only one that completes the hand, copies ignored."""
        if isinstance(seen, Structure):
            return self._rows.is_alone(self._before, self._kind)
        return is_only_wait(*seen, self._kind, self._kinds, self._before, self._states)


def is_only_wait(ways: Ways, beside: Beside, kind: int, kinds: int, before: Hand, states: Sequence[int]) -> bool:
    """Whether no other kind than that of the winning tile completes sets and a pair; for the rest see `Judged`."""
    m, p, s, _ = ways
    if not is_alone(states, beside[2], kind, 0 if m[4] else 1 if p[4] else 2 if s[4] else 3):
        return False
    return beside is not NOTHING_BESIDE or kinds.bit_count() > MOST_PAIRED or not wait_for_pair(before.counts, kind)


MOST_PAIRED: Final = 8
"""The most kinds in a complete hand that without a tile waits for seven pairs."""


def is_alone(states: Sequence[int], beside: Sequence[int], kind: int, pair_suit: int) -> bool:
    """Whether no other kind than this completes tiles to sets and a pair, copies ignored.

    states  their base-5 indices with it, the pair in a suit; beside: those of tiles that make no set and wait for nothing
    """
    suit = kind // 9
    state = states[suit] - beside[suit] - POW5[kind]
    closing = CLOSING[suit]
    ranks = closing.get(state) or closing[state]
    if ranks & ranks - 1:
        return False
    # Where the pair lies elsewhere and this suit has one too without the tile, it is the other that may take one more.
    return suit == pair_suit or not is_complete(suit, state) or not CLOSING[pair_suit][states[pair_suit] - beside[pair_suit]]


def wait_for_pair(before: Sequence[int], kind: int) -> bool:
    """Whether tiles wait for another kind than this to be seven pairs. before: their numbers."""
    return before.count(1) + before.count(3) == 1 and not before[kind] & 1 and sum(before) == FULL - 1
