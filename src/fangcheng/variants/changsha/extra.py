"""What Changsha mahjong keeps beside the common state."""

from __future__ import annotations

from fangcheng.engine.birds import BirdsExtra
from fangcheng.engine.reveal import RevealExtra
from fangcheng.events import Viewer
from fangcheng.tiles import HIDDEN


class ChangshaExtra(RevealExtra, BirdsExtra):
    """What Changsha keeps beside the common state and what opened kongs and birds need.

    float       each seat's float, -1 before the floats are known
    passed      points of the best win each seat has let go since its last own turn; private
    openings    patterns each seat has declared
    shown       tiles each seat lays open for them
    draws       how often each seat has drawn while it had shown tiles
    offers      how many seats have been offered the last tile
    last_taken  the last tile once somebody has taken it, else HIDDEN; until it is a discard it lies in `turned`
    """

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.float = [-1] * seats
        self.passed = [0] * seats
        self.openings: list[tuple[str, ...]] = [()] * seats
        self.shown: list[tuple[int, ...]] = [()] * seats
        self.draws = [0] * seats
        self.offers = 0
        self.last_taken = HIDDEN

    def masked(self, viewer: Viewer) -> ChangshaExtra:
        known = self.glance()
        known.passed = viewer.own(self.passed, 0)
        return known


extra_of = ChangshaExtra.of
