"""Seven pairs against plain counting."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from shapes import plain

from fangcheng.hand import Hand
from fangcheng.shapes import seven_pairs_complete, seven_pairs_distance, seven_pairs_need, seven_pairs_waits


def pairs_hand(random: Random, size: int) -> Hand:
    """A hand of mostly pairs."""
    kinds: list[int] = []
    while len(kinds) < size:
        kind = random.randrange(34) if random.random() < 0.7 or not kinds else random.choice(kinds)
        number = min(random.choice((1, 2, 2, 2)), 4 - kinds.count(kind), size - len(kinds))
        kinds += [kind] * number
    return Hand.of_kinds(kinds)


def paired(kinds: list[int], wilds: int) -> bool:
    """Whether wilds make pairs of the tiles, one pair after the other."""
    if not kinds:
        return wilds % 2 == 0
    first, *rest = sorted(kinds)
    if rest and rest[0] == first:
        return paired(rest[1:], wilds)
    return wilds > 0 and paired(rest, wilds - 1)


def distance_by_pairs(hand: Hand, wilds: int) -> int:
    """Tiles missing for the best seven pairs, tried pair by pair."""
    best = 14
    counts = list(Counter(hand.kinds()).values())
    singles, pairs = sum(count % 2 for count in counts), sum(count // 2 for count in counts)
    for from_singles in range(singles + 1):
        from_nothing = 7 - pairs - from_singles
        if from_nothing >= 0:
            best = min(best, from_singles + 2 * from_nothing)
    return best - 1 - wilds


@pytest.mark.parametrize("wilds", range(9))
def test_against_counting(wilds: int) -> None:
    random = Random(wilds)
    for _ in range(150):
        full, short = pairs_hand(random, 14 - wilds), pairs_hand(random, 13 - wilds)
        kinds = short.kinds()
        assert seven_pairs_complete(full, wilds) == paired(full.kinds(), wilds)
        by_shape = tuple(kind for kind in plain.KINDS if paired([*kinds, kind], wilds))
        assert seven_pairs_waits(short, wilds, fifth=True) == by_shape
        assert seven_pairs_waits(short, wilds) == tuple(kind for kind in by_shape if short.counts[kind] < 4)
        assert seven_pairs_distance(short, wilds) == distance_by_pairs(short, wilds)
        assert seven_pairs_distance(full, wilds) == distance_by_pairs(full, wilds)
        assert (seven_pairs_distance(full, wilds) == -1) == seven_pairs_complete(full, wilds)
        assert (seven_pairs_distance(short, wilds) == 0) == bool(by_shape)


def test_four_equal_tiles_are_two_pairs() -> None:
    assert seven_pairs_complete(Hand.parse("1111m2222p3333sEE"))
    assert not seven_pairs_complete(Hand.parse("111m2222p3333sEEE"))
    assert seven_pairs_complete(Hand.parse("111m2222p3333sE"), 2)


def test_fourteen_tiles_only() -> None:
    assert not seven_pairs_complete(Hand.parse("1122m"))
    assert seven_pairs_waits(Hand.parse("112m")) == ()
    with pytest.raises(ValueError, match="13 or 14"):
        seven_pairs_distance(Hand.parse("1122m"))


def test_need_and_distance_of_known_hands() -> None:
    assert seven_pairs_need(Hand.parse("1133557799m12p")) == 2
    assert seven_pairs_distance(Hand.parse("1133557799m123p")) == 1
    assert seven_pairs_distance(Hand.parse("123456789m1234p")) == 6
