"""The melds of a hand, as the counter needs them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from fangcheng.meld import Meld
from fangcheng.score import Group
from fangcheng.tiles import FLOWERS
from fangcheng.variants.guobiao.counter.sums import CHOW, CONCEALED, KONG, PUNG

KONGS: Final = 8
CONCEALED_KONGS: Final = 16


def _part(shape: str, kind: int) -> _Part:
    chow, kong = shape == "chow", shape != "pung"
    kinds = (kind, kind + 1, kind + 2) if chow else (kind,) * (4 if kong else 3)
    if chow:
        return CHOW[kind], 7 << kind, 1, Group("chow", kinds, melded=True)
    concealed = shape == "concealed_kong"
    lies = 1 << CONCEALED_KONGS if concealed else 1 + (kong << KONGS)
    return (KONG if kong else PUNG)[kind] + CONCEALED * concealed, 1 << kind, lies, Group("kong" if kong else "pung", kinds, melded=True)


_Part: TypeAlias = tuple[int, int, int, Group]
"""A meld: what it adds to a reading; its kinds, a bit each; how it lies (see `Laid`); as a score shows it."""
PARTS: Final[dict[str, dict[int, _Part]]] = {
    "chow": {kind: _part("chow", kind) for kind in CHOW},
    **{shape: {kind: _part(shape, kind) for kind in range(FLOWERS)} for shape in ("pung", "kong", "concealed_kong")},
}
"""By shape and lowest kind."""


class Laid:
    """The melds of a hand, as the counter needs them.

    total    what they add to every reading
    kinds    a bit a kind
    lies     how many are exposed, and by `>> KONGS` and `>> CONCEALED_KONGS` how many are exposed and concealed kongs
    groups   as a score shows them
    """

    __slots__ = ("groups", "kinds", "lies", "total")

    def __init__(self, melds: Sequence[Meld]) -> None:
        total = kinds = lies = 0
        groups = []
        for meld in melds:
            own, tiles, how, group = PARTS[meld.shape][min(meld.tiles) >> 2]
            total += own
            kinds |= tiles
            lies += how
            groups.append(group)
        self.total, self.kinds, self.lies, self.groups = total, kinds, lies, tuple(groups)

    @classmethod
    def of(cls, melds: Sequence[Meld]) -> Laid:
        """From melds of known tiles."""
        return cls(melds) if melds else NOTHING_LAID

    def hogs(self, counts: Sequence[int]) -> int:
        """Kinds held four times without a kong by melds and concealed tiles together, not by the concealed tiles alone, whose numbers these
        are."""
        melded = [kind for group in self.groups if group.shape != "kong" for kind in group.kinds]
        return sum([counts[kind] < 4 <= counts[kind] + melded.count(kind) for kind in set(melded)])


NOTHING_LAID: Final = Laid(())
