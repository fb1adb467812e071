"""The best reading of a hand: every way to see it, every place the winning tile may have, counted by the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from fangcheng.hand import Hand
from fangcheng.meld import Meld
from fangcheng.rules.elements import Element, count
from fangcheng.score import Counted, Excluded, Group, Reading, Score
from fangcheng.shapes import complete, seven_pairs_complete, seven_pairs_waits, splits, waits
from fangcheng.tiles import HIDDEN
from fangcheng.variants.guobiao.counter.facts import EDGES, HONOUR_MASK, Counting, Counts, Facts, Win, wait_of

ORPHANS: Final = tuple(kind for kind in range(34) if (EDGES | HONOUR_MASK) >> kind & 1)


class Held(NamedTuple):
    """A complete hand: concealed tiles with the winning one, the tiles before it (None for a dealt hand), melds."""

    full: Hand
    before: Hand | None
    melds: Sequence[Meld]


class Best(NamedTuple):
    """The reading that counts."""

    total: int
    counted: list[Counted]
    excluded: list[Excluded]
    reading: Reading

    def score(self) -> Score:
        """As a score."""
        return Score(self.total, tuple(self.counted), self.reading, tuple(self.excluded))


class Counter:
    """Counts hands by a table. Games with further shapes override `readings` and `completing`."""

    def __init__(self, table: Sequence[Element[Facts]], counting: Counting) -> None:
        self.table = tuple(table)
        self.counting = counting
        self._order = {element.id: place for place, element in enumerate(self.table)}

    def best(self, held: Held, win: Win) -> Best | None:
        """The reading with the highest total, of equals the one with the larger values in table order; None when there is no reading."""
        counts = Counts.of(held.full.counts, held.melds)
        best: Best | None = None
        for reading, wait, melted in self.placed(held, win):
            facts = Facts(reading, counts, win, wait, melted, self.counting)
            counted, excluded = count(self.table, facts)
            total = sum(element.value for element in counted)
            if best is None or total > best.total or (total == best.total and self._values(counted) > self._values(best.counted)):
                best = Best(total, counted, excluded, reading)
        return best

    def _values(self, counted: list[Counted]) -> list[int]:
        values = [0] * len(self.table)
        for element in counted:
            values[self._order[element.id]] = element.value
        return values

    def placed(self, held: Held, win: Win) -> Iterator[tuple[Reading, str, int]]:
        """Readings with each place of the winning tile: what wait it ends, and whether it melts a concealed pung (1) or not (0)."""
        for reading in self.readings(held):
            if win.kind == HIDDEN or reading.shape != "standard":
                yield reading, "single" if reading.shape == "seven_pairs" and win.kind != HIDDEN else "", 0
                continue
            seen = set()
            for group in reading.groups:
                if not group.melded and win.kind in group.kinds and (group.shape, group.kinds) not in seen:
                    seen.add((group.shape, group.kinds))
                    yield reading, wait_of(group.shape, group.kinds, win.kind), int(group.shape == "pung" and not win.self_draw)

    def readings(self, held: Held) -> Iterator[Reading]:
        """Every reading of the concealed tiles beside the melds."""
        full, melds = held.full, held.melds
        laid = tuple(Group("kong" if meld.is_kong else meld.shape, tuple(sorted(meld.kinds())), melded=True) for meld in melds)
        for split in splits(full):
            own = tuple(Group(part.shape, _KINDS[part.shape, part.kind]) for part in (*split.sets, split.pair))
            yield Reading("standard", laid + own)
        if not melds and full.size == 14:
            if seven_pairs_complete(full):
                pairs = [kind for kind in range(34) for _ in range(full.counts[kind] // 2)]
                yield Reading("seven_pairs", tuple(Group("pair", (kind, kind)) for kind in pairs))
            if is_orphans(full):
                yield Reading("thirteen_orphans", (Group("tiles", tuple(full.kinds())),))

    def completing(self, before: Hand, melds: Sequence[Meld]) -> int:
        """How many kinds complete the tiles before the winning one, by shape, copies ignored."""
        kinds = set(waits(before, fifth=True))
        if not melds:
            kinds.update(seven_pairs_waits(before, fifth=True))
            kinds.update(orphan_waits(before))
        return len(kinds)


def is_orphans(hand: Hand) -> bool:
    """Thirteen orphans: each terminal and honour, one of them twice."""
    return hand.size == 14 and all(hand.counts[kind] for kind in ORPHANS) and sum(hand.counts[kind] for kind in ORPHANS) == 14


def orphan_waits(hand: Hand) -> Sequence[int]:
    """Kinds that complete thirteen tiles to thirteen orphans."""
    if hand.size != 13 or sum(hand.counts[kind] for kind in ORPHANS) != 13:
        return ()
    missing = [kind for kind in ORPHANS if not hand.counts[kind]]
    return ORPHANS if not missing else missing if len(missing) == 1 else ()


def is_complete(hand: Hand, melds: Sequence[Meld]) -> bool:
    """Standard shape, seven pairs or thirteen orphans."""
    return complete(hand) or (not melds and hand.size == 14 and (seven_pairs_complete(hand) or is_orphans(hand)))


def _kinds(shape: str, kind: int) -> tuple[int, ...]:
    return (kind, kind + 1, kind + 2) if shape == "chow" else (kind,) * (3 if shape == "pung" else 2)


_KINDS: Final = {(shape, kind): _kinds(shape, kind) for shape in ("chow", "pung", "pair") for kind in range(34)}
