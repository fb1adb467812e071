"""Special shapes beside seven pairs: thirteen orphans (十三幺), knitted hands (全不靠, 七星不靠, 组合龙) and lan hands (十三烂, 七星归位).

For each shape three questions: is a hand complete, how far is it from ready (as `distance`: -1 complete, 0 ready), and what does it wait
for (ascending kinds, as `waits`). Where rules let wilds into a shape, they are passed as a number (0-8) and stand for any tile; no rule
lets them into a lan hand, where a wild tile can only be itself. ValueError for a hand that cannot be: see `check`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations, permutations
from typing import Final, TypeAlias

from fangcheng.hand import POW5, Hand
from fangcheng.shapes.distance import missing
from fangcheng.shapes.need import MOST_TILES, check
from fangcheng.tiles import FLOWERS, HONOURS, SUIT_OF

Lacking: TypeAlias = Callable[[Hand], int]

ORPHANS: Final = tuple(kind for kind in range(FLOWERS) if kind >= HONOURS or kind % 9 in (0, 8))
SEVEN: Final = 7
# 147 of one suit, 258 of another, 369 of the third: nine kinds in each of six ways.
KNITTED: Final = tuple(
    tuple(suit * 9 + rank for suit, first in enumerate(firsts) for rank in (first, first + 3, first + 6))
    for firsts in permutations(range(3))
)
_TRIPLES: Final = tuple(ranks for ranks in combinations(range(9), 3) if ranks[1] - ranks[0] >= 3 and ranks[2] - ranks[1] >= 3)
_COUPLES: Final = tuple(ranks for ranks in combinations(range(9), 2) if ranks[1] - ranks[0] >= 3)
# Sizes of a knitted straight with its set melded or not: a tile short of full, and full.
_OPEN: Final = (10, 13)
_FULL: Final = (11, 14)


# --- thirteen orphans -------------------------------------------------------------------------------------------------------------


def orphans_complete(hand: Hand, wilds: int = 0) -> bool:
    """Whether the tiles and wilds are the thirteen terminals and honours, one of them twice."""
    return _complete(hand, wilds, _orphans_lacking)


def orphans_distance(hand: Hand, wilds: int = 0) -> int:
    """Tiles to exchange before thirteen orphans are ready, -1 to 13."""
    return _distance(hand, wilds, _orphans_lacking)


def orphans_waits(hand: Hand, wilds: int = 0) -> tuple[int, ...]:
    """Kinds that complete thirteen orphans; empty unless tiles and wilds are 13."""
    return _waits(hand, wilds, _orphans_lacking)


def _orphans_lacking(hand: Hand) -> int:
    held = [hand.counts[kind] for kind in ORPHANS]
    return 1 + held.count(0) - (max(held) > 1)


# --- knitted hands ----------------------------------------------------------------------------------------------------------------


def knitted_complete(hand: Hand, wilds: int = 0, *, stars: bool = False) -> bool:
    """Whether the hand is 14 different tiles, honours and knitted ones; with `stars` all seven honours among them."""
    return _complete(hand, wilds, _star_knitted_lacking if stars else _knitted_lacking)


def knitted_distance(hand: Hand, wilds: int = 0, *, stars: bool = False) -> int:
    """Tiles to exchange before honours and knitted tiles are ready, -1 to 13."""
    return _distance(hand, wilds, _star_knitted_lacking if stars else _knitted_lacking)


def knitted_waits(hand: Hand, wilds: int = 0, *, stars: bool = False) -> tuple[int, ...]:
    """Kinds that complete honours and knitted tiles; empty unless tiles and wilds are 13."""
    return _waits(hand, wilds, _star_knitted_lacking if stars else _knitted_lacking)


def _knitted_lacking(hand: Hand) -> int:
    return MOST_TILES - _honours(hand) - _most_knitted(hand)


def _star_knitted_lacking(hand: Hand) -> int:
    return MOST_TILES - _honours(hand) - min(SEVEN, _most_knitted(hand))


def _honours(hand: Hand) -> int:
    return SEVEN - hand.counts[HONOURS:FLOWERS].count(0)


def _most_knitted(hand: Hand) -> int:
    return max(_held(hand, kinds) for kinds in KNITTED)


def _held(hand: Hand, kinds: tuple[int, ...]) -> int:
    return sum([hand.counts[kind] > 0 for kind in kinds])


# --- the knitted straight ---------------------------------------------------------------------------------------------------------


def straight_complete(hand: Hand, wilds: int = 0) -> bool:
    """Whether the hand is nine knitted tiles, a set unless that is melded (so 14 or 11 tiles with wilds), and a pair."""
    wilds = check(hand, wilds)
    total = hand.size + wilds
    return total in _FULL and _straight_lacking(hand, total // 3 - 3) == wilds


def straight_distance(hand: Hand, wilds: int = 0) -> int:
    """Tiles to exchange before a knitted straight is ready, -1 or more; ValueError unless tiles and wilds are 10, 11, 13 or 14."""
    wilds = check(hand, wilds)
    total = hand.size + wilds
    if total not in (*_OPEN, *_FULL):
        raise ValueError(f"{hand.size} tiles and {wilds} wilds (a knitted straight takes 10, 11, 13 or 14)")
    return _straight_lacking(hand, total // 3 - 3) - 1 - wilds


def straight_waits(hand: Hand, wilds: int = 0) -> tuple[int, ...]:
    """Kinds that complete a knitted straight; empty unless tiles and wilds are 13 or 10."""
    wilds = check(hand, wilds)
    sets = (hand.size + wilds) // 3 - 3
    if hand.size + wilds not in _OPEN:
        return ()
    if _straight_lacking(hand, sets) != wilds + 1:
        return ()
    return _lowering(hand, wilds + 1, lambda more: _straight_lacking(more, sets))


def _straight_lacking(hand: Hand, sets: int) -> int:
    """Tiles missing. A knitted tile that is held has no better use: all nine are needed whatever the rest is."""
    fewest = MOST_TILES
    for kinds in KNITTED:
        index = hand.index[:4]
        held = [kind for kind in kinds if hand.counts[kind]]
        for kind in held:
            index[SUIT_OF[kind]] -= POW5[kind]
        fewest = min(fewest, 9 - len(held) + missing(index, sets))
    return fewest


# --- lan hands --------------------------------------------------------------------------------------------------------------------


def lan_complete(hand: Hand, *, stars: bool = False) -> bool:
    """Whether the hand is 14 different tiles, those of a suit three or more apart; with `stars` all seven honours among them."""
    return _complete(hand, 0, _star_lan_lacking if stars else _lan_lacking)


def lan_distance(hand: Hand, *, stars: bool = False) -> int:
    """Tiles to exchange before a lan hand is ready, -1 to 13; in a hand of fewer than 13 tiles, melds count as tiles of no use."""
    return _distance(hand, 0, _star_lan_lacking if stars else _lan_lacking)


def lan_waits(hand: Hand, *, stars: bool = False) -> tuple[int, ...]:
    """Kinds that complete a lan hand; empty unless it has 13 tiles."""
    return _waits(hand, 0, _star_lan_lacking if stars else _lan_lacking)


def _lan_lacking(hand: Hand) -> int:
    return MOST_TILES - _honours(hand) - _most_apart(hand)


def _star_lan_lacking(hand: Hand) -> int:
    return MOST_TILES - _honours(hand) - min(SEVEN, _most_apart(hand))


def _most_apart(hand: Hand) -> int:
    """Tiles of a lan hand's suits that are held: three of a suit, but in two suits it may be two, which lie apart in more ways."""
    suits = [_apart(tuple(count > 0 for count in hand.counts[first : first + 9])) for first in (0, 9, 18)]
    best = sum(max(suit) for suit in suits)
    return best - all(two > three for three, two in suits)


@cache
def _apart(ranks: tuple[bool, ...]) -> tuple[int, int]:
    """How many of three, and of two, ranks that lie apart are held at most."""
    return tuple(max(sum([ranks[rank] for rank in way]) for way in ways) for ways in (_TRIPLES, _COUPLES))  # type: ignore[return-value]


# --- what all have in common --------------------------------------------------------------------------------------------------------


def _complete(hand: Hand, wilds: int, lacking: Lacking) -> bool:
    wilds = check(hand, wilds)
    return hand.size + wilds == MOST_TILES and lacking(hand) == wilds


def _distance(hand: Hand, wilds: int, lacking: Lacking) -> int:
    wilds = check(hand, wilds)
    return lacking(hand) - 1 - wilds


def _waits(hand: Hand, wilds: int, lacking: Lacking) -> tuple[int, ...]:
    wilds = check(hand, wilds)
    if hand.size + wilds != MOST_TILES - 1 or lacking(hand) != wilds + 1:
        return ()
    return _lowering(hand, wilds + 1, lacking)


def _lowering(hand: Hand, now: int, lacking: Lacking) -> tuple[int, ...]:
    """Kinds of which the hand does not hold all four, and with one more of which it lacks fewer tiles."""
    found = []
    for kind in range(FLOWERS):
        if hand.counts[kind] < 4:
            more = hand.copy()
            more.counts[kind] += 1
            more.index[SUIT_OF[kind]] += POW5[kind]
            if lacking(more) < now:
                found.append(kind)
    return tuple(found)
