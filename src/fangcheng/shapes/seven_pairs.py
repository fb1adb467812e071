"""Seven pairs (七对): complete, distance, waits. Four equal tiles are two pairs, so are a pung and a wild."""

from __future__ import annotations

from fangcheng.hand import Hand
from fangcheng.shapes.need import MOST_TILES, check
from fangcheng.tiles import FLOWERS

_PAIRS = MOST_TILES // 2


def seven_pairs_need(hand: Hand) -> int:
    """Fewest wilds that make pairs of all the tiles: the number of kinds held an odd number of times."""
    return hand.counts.count(1) + hand.counts.count(3)


def seven_pairs_complete(hand: Hand, wilds: int = 0) -> bool:
    """Whether the tiles and all the wilds (0-8) are seven pairs; wilds pair with each other too.

    Anything but 14 tiles in all is not complete. ValueError for a hand that cannot be.
    """
    wilds = check(hand, wilds)
    return hand.size + wilds == MOST_TILES and seven_pairs_need(hand) <= wilds


def seven_pairs_distance(hand: Hand, wilds: int = 0) -> int:
    """Tiles to exchange before seven pairs are ready: -1 complete, 0 ready, up to 6.

    By shape, as `distance` is: a fifth copy counts as a tile like any other. ValueError unless tiles and wilds are 13 or 14.
    """
    wilds = _check_whole(hand, wilds)
    singles = seven_pairs_need(hand)
    pairs = (hand.size - singles) // 2
    return MOST_TILES - 2 * pairs - min(singles, _PAIRS - pairs) - 1 - wilds


def seven_pairs_waits(hand: Hand, wilds: int = 0, *, fifth: bool = False) -> tuple[int, ...]:
    """Kinds (0-33, ascending) that complete seven pairs; empty unless tiles and wilds are 13.

    A kind of which the hand itself holds four is left out unless `fifth`. ValueError for a hand that cannot be.
    """
    wilds = check(hand, wilds)
    singles = seven_pairs_need(hand)
    if hand.size + wilds != MOST_TILES - 1 or singles > wilds + 1:
        return ()
    if singles == wilds + 1:
        return tuple([kind for kind in range(FLOWERS) if hand.counts[kind] & 1])
    return tuple([kind for kind in range(FLOWERS) if fifth or hand.counts[kind] < 4])


def _check_whole(hand: Hand, wilds: int) -> int:
    wilds = check(hand, wilds)
    if hand.size + wilds < MOST_TILES - 1:
        raise ValueError(f"{hand.size} tiles and {wilds} wilds (seven pairs take 13 or 14)")
    return wilds
