"""What Anhua mahjong keeps beside the common state."""

from __future__ import annotations

from typing import Final

from fangcheng.engine.birds import BirdsExtra
from fangcheng.engine.reveal import RevealExtra
from fangcheng.events import Viewer
from fangcheng.tiles import HIDDEN

RESERVE: Final = 8  # R43: tiles that are never drawn nor flipped


class AnhuaExtra(RevealExtra, BirdsExtra):
    """What Anhua keeps beside the common state and what opened kongs and birds need.

    ready        seats that declared their dealt hand ready
    passed       kinds barred to each seat by missed wins (漏胡); private
    indicator    the tile turned up, and its place in the wall while it lies there (-1 once taken)
    wild         the wild kind (王), HIDDEN before it is known
    last_drawer  seat that drew the last drawable tile, -1 so far
    """

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.ready = [False] * seats
        self.passed: list[tuple[int, ...]] = [()] * seats
        self.indicator = HIDDEN
        self.indicator_at = -1
        self.wild = HIDDEN
        self.last_drawer = -1

    def frozen(self, seat: int) -> bool:
        """Whether a seat's hand does not change any more: declared ready, or locked by a kong."""
        return self.ready[seat] or self.locked[seat]

    def kinds(self) -> tuple[int, int]:
        """The wild and the indicator's kind of the deal."""
        return self.wild, self.indicator >> 2

    def masked(self, viewer: Viewer) -> AnhuaExtra:
        known = self.glance()
        known.passed = viewer.own(self.passed, ())
        return known


extra_of = AnhuaExtra.of
