"""Complete hands and the wilds they need, against plain search."""

from __future__ import annotations

import pytest
from shapes import plain

from fangcheng.hand import Hand
from fangcheng.shapes import complete, need, sets_need


@pytest.mark.parametrize("seed", range(10))
def test_complete_with_any_wilds(seed: int) -> None:
    outcomes = set()
    for hand, wilds in plain.random_cases(seed, 2000, 2):
        expected = plain.complete(hand.kinds(), wilds)
        assert complete(hand, wilds) == expected, (hand, wilds)
        outcomes.add(expected)
    assert outcomes == {False, True}


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_need_of_every_small_hand(size: int) -> None:
    for hand in plain.hands_of([0, 1, 2, 3, 4, 5, 27], size):
        kinds = hand.kinds()
        assert need(hand.index) == next(wilds for wilds in range(20) if plain.complete(kinds, wilds)), hand
        assert sets_need(hand.index) == next(wilds for wilds in range(20) if plain.complete(kinds, wilds, 0)), hand


@pytest.mark.parametrize(
    ("text", "wilds"),
    [
        ("11m", 0),
        ("EE", 0),
        ("1m", 1),
        ("123m456p789sEEECC", 0),
        ("11122233344455m", 0),
        ("1112345678999m5m", 0),
        ("19m1p1sEE", 8),
        ("EEEE", 1),
        ("EEEE", 7),
        ("1111m", 1),
    ],
)
def test_complete(text: str, wilds: int) -> None:
    assert complete(Hand.parse(text), wilds)


@pytest.mark.parametrize(
    ("text", "wilds"),
    [
        ("1m", 0),
        ("12m", 0),
        ("ES", 0),
        ("ESW11m", 0),
        ("89m1p11s", 0),
        ("89m1m11s", 0),
        ("8m1m1p", 2),
        ("123m456p789sEEEC", 0),
        ("123m456p789sEEE", 0),
        ("1m4m7m1p4p7p", 7),
        ("1122334455667m8p", 0),
    ],
)
def test_not_complete(text: str, wilds: int) -> None:
    hand = Hand.parse(text)
    if (hand.size + wilds) % 3 == 2:
        assert need(hand.index) > wilds
    assert not complete(hand, wilds)


def test_wilds_alone() -> None:
    assert [wilds for wilds in range(1, 9) if complete(Hand(), wilds)] == [2, 5, 8]
    assert need([0, 0, 0, 0]) == 2
    assert sets_need([0, 0, 0, 0]) == 0


def test_need_ignores_further_elements() -> None:
    index = Hand.parse("123m456p78sEEECC").index
    assert need(index) == need(index[:4]) == need((*index, 7)) == 1
