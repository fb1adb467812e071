"""The melds of a hand, as the counter needs them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from fangcheng.meld import Meld
from fangcheng.score import Group
from fangcheng.variants.guobiao.counter.sums import CHOW, CONCEALED, PUNG

KONGS: Final = 8
CONCEALED_KONGS: Final = 16


class _Part(NamedTuple):
    """One meld. total: what it adds to a reading; lies: see `Laid`."""

    total: int
    kinds: int
    konged: int
    lies: int
    group: Group


class Laid:
    """The melds of a hand, as the counter needs them.

    total    what they add to every reading
    kinds    a bit a kind
    lies     how many are exposed, and by `>> KONGS` and `>> CONCEALED_KONGS` how many are exposed and concealed kongs
    groups   as a score shows them
    """

    __slots__ = ("_alike", "_konged", "groups", "kinds", "lies", "total")

    def __init__(self, melds: Sequence[Meld]) -> None:
        total = kinds = konged = lies = alike = 0
        groups = []
        for meld in melds:
            own, tiles, kong, how, group = _part(meld)
            total += own
            alike |= kinds & tiles
            kinds |= tiles
            konged |= kong
            lies += how
            groups.append(group)
        self.total, self.kinds, self.lies, self.groups = total, kinds, lies, tuple(groups)
        self._konged, self._alike = konged, alike

    @classmethod
    def of(cls, melds: Sequence[Meld]) -> Laid:
        """From melds of known tiles."""
        return _laid(tuple(melds)) if melds else NOTHING_LAID

    def mixes(self, kinds: int) -> bool:
        """Whether some kind is in two melds, or in one and among these."""
        return bool(kinds & self.kinds or self._alike)

    def hogs(self, counts: Sequence[int]) -> int:
        """Kinds held four times without a kong by melds and concealed tiles together, not by the concealed tiles alone."""
        held: dict[int, int] = {}
        for group in self.groups:
            for kind in group.kinds:
                held[kind] = held.get(kind, 0) + 1
        return sum([number + counts[kind] >= 4 > counts[kind] and not self._konged >> kind & 1 for kind, number in held.items()])


@lru_cache(8192)
def _laid(melds: tuple[Meld, ...]) -> Laid:
    """The same melds are asked about again and again in a deal."""
    return Laid(melds)


@lru_cache(8192)
def _part(meld: Meld) -> _Part:
    """Few melds are possible."""
    kinds = sorted(meld.kinds())
    bits = sum(1 << kind for kind in set(kinds))
    lies = 1 << CONCEALED_KONGS if meld.is_concealed else 1 + (meld.is_kong << KONGS)
    total = CHOW[kinds[0]] if meld.shape == "chow" else PUNG[kinds[0]] + CONCEALED * meld.is_concealed
    return _Part(total, bits, bits if meld.is_kong else 0, lies, Group("kong" if meld.is_kong else meld.shape, tuple(kinds), melded=True))


NOTHING_LAID: Final = Laid(())
