"""What the two-player game keeps beside the common state."""

from __future__ import annotations

from fangcheng.engine.ready import ReadyExtra
from fangcheng.events import Viewer
from fangcheng.tiles import FLOWERS, HIDDEN


class FrenzyExtra(ReadyExtra):
    """What the two-player game keeps beside the common state.

    broken      the throw for the break, () before it
    first_turn  seats that have neither discarded nor claimed
    founded     three-kind kongs made in the present turn
    discarded   how often each kind has been discarded, claimed discards included
    rolled      whether a treasure has been rolled for in this deal
    treasure    the tile set aside; HIDDEN for who has not looked, and where there is none
    hole        its position in the wall, -1 where there is none
    seen        seats that have looked at the present treasure
    open        whether the treasure lies face up
    dealt       the wall as it was built; secret
    splitting   whether the last two tiles are being split
    shares      seats and the tile that each got of the last two, HIDDEN for who does not see it
    won         the tile that a hand was won with, which is no part of the hand
    unused      the tiles that were not in play, None before they are shown
    """

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.broken: tuple[int, ...] = ()
        self.first_turn = [True] * seats
        self.founded: tuple[str, ...] = ()
        self.discarded = [0] * FLOWERS
        self.rolled = False
        self.treasure = HIDDEN
        self.hole = -1
        self.seen = [False] * seats
        self.open = False
        self.dealt: tuple[int, ...] = ()
        self.splitting = False
        self.shares: dict[int, int] = {}
        self.won: tuple[int, ...] = ()
        self.unused: tuple[int, ...] | None = None

    def masked(self, viewer: Viewer) -> FrenzyExtra:
        known = self.glance()
        known.waits, known.dealt = viewer.own(self.waits, ()), ()
        if not self.open and not any(self.seen[seat] for seat in viewer.eyes):
            known.treasure = HIDDEN
        known.shares = {seat: tile if viewer.sees(seat) else HIDDEN for seat, tile in self.shares.items()}
        return known


extra_of = FrenzyExtra.of
