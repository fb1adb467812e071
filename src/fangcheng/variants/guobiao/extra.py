"""What a Guobiao deal keeps beside the common state."""

from __future__ import annotations

from typing import Any

from fangcheng.engine.ready import ReadyExtra
from fangcheng.events import Viewer
from fangcheng.tiles import HIDDEN
from fangcheng.variants.guobiao.events import Picks


class GuobiaoExtra(ReadyExtra):
    """What the game keeps beside the common state and ready declarations.

    stakes      per seat
    special     the special of the deal, "" for none
    wild        the wild kind, HIDDEN for none; wild_known: whether that is settled
    indicator   the wall tile turned up for the wild kind, out of play
    row         the six horses, () before and without them
    picks       horses of each seat, None while hidden; picked: whether all have picked
    given       tiles each seat gave away, None before the exchange
    peeks       whom each seat looks at, -1 for nobody; private
    first_ready whether a declaration came with the very first discard
    fished      seats that have fished, in order; fish_from: the seat the chance began with
    catch       the four tiles that were fished from last; caught: the place of the one that was picked, from 0
    loaded      facts fixed in advance, in positions that are set up directly
    """

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.stakes = [1] * seats
        self.stakes_known = False
        self.special = ""
        self.wild = HIDDEN
        self.wild_known = False
        self.indicator = HIDDEN
        self.row: Picks = ()
        self.picks: list[Picks | None] = [()] * seats
        self.picked = False
        self.shown = False
        self.given: list[tuple[int, ...]] | None = None
        self.peeks = [-1] * seats
        self.first_ready = [False] * seats
        self.fished: list[int] = []
        self.fish_from = -1
        self.catch: Picks = ()
        self.caught = -1
        self.loaded: dict[str, Any] = {}

    def masked(self, viewer: Viewer) -> GuobiaoExtra:
        known = self.glance()
        known.loaded = {}
        known.waits = viewer.own(self.waits, ())
        known.peeks = viewer.own(self.peeks, -1)
        if not self.shown and self.picked:
            known.picks = viewer.own(self.picks, None)
        if self.given is not None:
            known.given = list(viewer.tiles(self.given))
        return known


extra_of = GuobiaoExtra.of
