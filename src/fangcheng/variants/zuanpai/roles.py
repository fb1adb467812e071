"""What the tiles of a deal are, once the indicator is turned: the wild, its stand-in and the kong tiles (rules section 4)."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from fangcheng.hand import Hand
from fangcheng.meld import Meld
from fangcheng.tiles import DRAGONS, HIDDEN, HONOURS

RED: Final = DRAGONS
WINDS: Final = tuple(range(HONOURS, DRAGONS))
# Faces that a natural tile can have: with a wild dragon the three dragons are wild or kong tiles; otherwise 中 has the wild's own face.
FACES: Final = range(DRAGONS)


class Roles(NamedTuple):
    """wild: the wild kind (钻牌). stand_in: 中 where it has the wild's face, else HIDDEN. kongs: the two kinds of kong tiles (杠牌)."""

    wild: int
    stand_in: int
    kongs: tuple[int, int]

    def face(self, kind: int) -> int:
        """What a kind counts as."""
        return self.wild if kind == self.stand_in else kind

    def holds_kong_tile(self, hand: Hand) -> bool:
        """Whether a hand holds a kong tile, which is in no set or pair."""
        one, other = self.kongs
        return bool(hand.counts[one] or hand.counts[other])

    def can_lie(self, meld: Meld) -> bool:
        """R12, R49: whether tiles can lie so: wilds and kong tiles singly, all else in sets of faces."""
        kinds = meld.kinds()
        if meld.shape == "single_kong":
            return kinds[0] == self.wild or kinds[0] in self.kongs
        if self.wild in kinds or not set(kinds).isdisjoint(self.kongs):
            return False
        faces = sorted(map(self.face, kinds))
        first, last = faces[0], faces[-1]
        return faces == [first, first + 1, first + 2] and last < HONOURS and first % 9 < last % 9 if meld.shape == "chow" else first == last

    def natural(self, hand: Hand) -> tuple[Hand, int]:
        """The tiles of a hand that are not wild, by their faces, and the number of wild ones, also where they stand for themselves (R9)."""
        wilds = hand.counts[self.wild]
        stand_ins = hand.take(self.stand_in, 4) if self.stand_in >= 0 else []
        if not (wilds or stand_ins):
            return hand, 0
        faces = hand.copy()
        for tile in hand.take(self.wild, 4):
            faces.remove(tile)
        for tile in stand_ins:
            faces.remove(tile)
            faces.add(self.wild * 4 + (tile & 3))
        return faces, wilds


@cache
def roles_of(wild: int) -> Roles:
    """The roles of a deal with this wild kind (sections 4.1 to 4.3)."""
    if wild >= DRAGONS:
        one, other = (kind for kind in range(DRAGONS, DRAGONS + 3) if kind != wild)
        return Roles(wild, HIDDEN, (one, other))
    return Roles(wild, RED, (RED + 1, RED + 2))
