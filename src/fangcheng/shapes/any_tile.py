"""Any-tile waits (见字胡): hands with wilds that every tile completes."""

from __future__ import annotations

from collections.abc import Iterable

from fangcheng.hand import Hand
from fangcheng.shapes.need import MOST_TILES
from fangcheng.shapes.seven_pairs import seven_pairs_waits
from fangcheng.shapes.waits import waits


def any_tile(hand: Hand, wilds: int, kinds: Iterable[int]) -> bool:
    """Whether each of these kinds completes the tiles and all the wilds, to sets and a pair or to seven pairs.

    By shape: a fifth copy of a kind completes like any other. ValueError as for `waits`.
    """
    found = set(waits(hand, wilds, fifth=True))
    if hand.size + wilds == MOST_TILES - 1:
        found.update(seven_pairs_waits(hand, wilds, fifth=True))
    return found.issuperset(kinds)
