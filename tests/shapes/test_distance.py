"""Distance to ready and useful tiles: against plain search, and against walking from hand to hand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from shapes import plain

from fangcheng.hand import Hand
from fangcheng.shapes import complete, distance, missing, useful, waits
from fangcheng.tiles import parse_kinds

FEW_KINDS = [0, 1, 2, 3, 4, 27, 28]


@pytest.mark.parametrize("rest", [1, 2])
def test_distance_with_any_wilds(rest: int) -> None:
    for hand, wilds in plain.random_cases(400 + rest, 500, rest):
        expected = plain.missing(hand.kinds(), (hand.size + wilds) // 3)
        assert distance(hand, wilds) == expected - 1 - wilds, (hand, wilds)


@pytest.mark.parametrize("sets", range(5))
def test_missing_for_any_number_of_sets(sets: int) -> None:
    for hand, _ in plain.random_cases(500 + sets, 150, 2, most_wilds=0):
        assert missing(hand.index, sets) == plain.missing(hand.kinds(), sets), hand


def exchanges(hand: Hand) -> Iterator[Hand]:
    """Hands that differ by one tile."""
    for out in sorted(set(hand.kinds())):
        for into in FEW_KINDS:
            if hand.counts[into] < 4:
                other = hand.copy()
                other.remove(other.any_tile(out))
                yield Hand.of_kinds([*other.kinds(), into])


@pytest.mark.parametrize(("size", "wilds"), [(4, 0), (3, 1), (2, 2), (5, 2)])
def test_distance_counts_exchanges_to_the_nearest_ready_hand(size: int, wilds: int) -> None:
    every = {str(hand): hand for hand in plain.hands_of(FEW_KINDS, size)}
    front = [hand for hand in every.values() if plain.waits(hand.kinds(), wilds)]
    walked = {str(hand): 0 for hand in front}
    while front:
        following = []
        for hand in front:
            for other in exchanges(hand):
                if str(other) not in walked:
                    walked[str(other)] = walked[str(hand)] + 1
                    following.append(other)
        front = following
    assert walked == {name: distance(hand, wilds) for name, hand in every.items()}


@pytest.mark.parametrize("rest", [1, 2])
def test_useful_tiles_are_those_that_lower_the_distance(rest: int) -> None:
    for hand, wilds in plain.random_cases(600 + rest, 60, rest):
        sets = (hand.size + wilds) // 3
        now = plain.missing(hand.kinds(), sets)
        expected = [
            kind for kind in plain.KINDS if now > wilds and hand.counts[kind] < 4 and plain.missing([*hand.kinds(), kind], sets) < now
        ]
        assert useful(hand, wilds) == tuple(expected), (hand, wilds)


@pytest.mark.parametrize("seed", range(2))
def test_distance_agrees_with_complete_and_waits(seed: int) -> None:
    for hand, wilds in plain.random_cases(700 + seed, 500, 2):
        assert (distance(hand, wilds) == -1) == complete(hand, wilds)
    for hand, wilds in plain.random_cases(800 + seed, 500, 1):
        assert (distance(hand, wilds) == 0) == bool(waits(hand, wilds, fifth=True))
        if distance(hand, wilds) == 0:
            assert useful(hand, wilds) == waits(hand, wilds)


@pytest.mark.parametrize(
    ("text", "wilds", "expected"),
    [
        ("123m456p789sEEECC", 0, -1),
        ("123m456p789sEEEC", 0, 0),
        ("123m456p78sEEECF", 0, 1),
        ("147m258p369sESWN", 0, 8),
        ("147m258p369sESWNC", 0, 8),
        ("147m258p369sE", 3, 5),
        ("1m4m", 0, 0),
        ("1m", 0, 0),
        ("14m7pE", 0, 2),
        ("1m4m7pE7s", 0, 2),
        ("19m19p", 1, 1),
    ],
)
def test_known_distances(text: str, wilds: int, expected: int) -> None:
    assert distance(Hand.parse(text), wilds) == expected


def test_a_hand_that_waits_for_its_own_fifth_copy_only() -> None:
    hand = Hand.parse("EEEE")
    assert distance(hand) == 0
    assert (waits(hand), useful(hand)) == ((), ())
    assert waits(hand, fifth=True) == (27,)


def test_known_useful_tiles() -> None:
    assert useful(Hand.parse("123m456p78sEEECF")) == tuple(parse_kinds("69sCF"))
    assert useful(Hand.parse("123m456p789sEEECC")) == ()
