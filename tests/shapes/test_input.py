"""Hands that cannot be are refused with a message, and hands that can be never fail."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fangcheng.hand import Hand
from fangcheng.shapes import (
    acceptance,
    complete,
    distance,
    seven_pairs_complete,
    seven_pairs_distance,
    seven_pairs_waits,
    special,
    splits,
    useful,
    waits,
)
from fangcheng.tiles import FLOWERS

Question = Callable[[Hand, int], object]
QUESTIONS: list[Question] = [complete, splits, waits, distance, useful, seven_pairs_complete, seven_pairs_waits, seven_pairs_distance]
SPECIAL: list[Question] = [
    getattr(special, f"{shape}_{question}")
    for shape in ("orphans", "knitted", "straight")
    for question in ("complete", "distance", "waits")
]
each_question = pytest.mark.parametrize("ask", QUESTIONS)

tiles = st.sets(st.integers(0, 4 * FLOWERS - 1), max_size=16)


@each_question
@given(tiles=tiles, wilds=st.integers(-3, 12))
def test_refused_exactly_when_wilds_or_total_cannot_be(ask: Question, tiles: set[int], wilds: int) -> None:
    hand = Hand(tiles)
    if may_ask(ask, hand.size, wilds):
        ask(hand, wilds)
    else:
        with pytest.raises(ValueError, match="wilds"):
            ask(hand, wilds)


def may_ask(ask: Question, size: int, wilds: int) -> bool:
    total = size + wilds
    if ask in (distance, useful) and total % 3 == 0:
        return False
    return 0 <= wilds <= 8 and (13 if ask is seven_pairs_distance else 1) <= total <= 14


@each_question
def test_the_hand_is_left_as_it_was(ask: Question) -> None:
    hand = Hand.parse("1133557799m12pE")
    before = hand.copy()
    ask(hand, 1)
    assert hand == before
    assert (hand.counts, hand.index) == (before.counts, before.index)


@each_question
def test_no_opaque_hand(ask: Question) -> None:
    with pytest.raises(ValueError, match="opaque"):
        ask(Hand.opaque(13), 0)


@each_question
def test_no_flowers(ask: Question) -> None:
    with pytest.raises(ValueError, match="flowers"):
        ask(Hand.parse("123456789m123pa"), 0)


@each_question
def test_messages_name_the_numbers(ask: Question) -> None:
    with pytest.raises(ValueError, match=r"9 wilds \(0-8\)"):
        ask(Hand.parse("1m"), 9)
    with pytest.raises(ValueError, match=r"14 tiles and 1 wilds \(1-14 together\)"):
        ask(Hand.parse("123456789m12345p"), 1)


@pytest.mark.parametrize("ask", [*QUESTIONS, *SPECIAL])
@pytest.mark.parametrize("number", [np.uint8, np.int8, np.int64, np.array])
def test_wilds_may_be_any_whole_number(ask: Question, number: Callable[[int], Any]) -> None:
    for text, wilds in (
        ("123456789m1123p", 1),
        ("123456789m112p", 1),
        ("123m55p", 0),
        ("147m25p69sEE", 2),
        ("19m19p19sESWN", 3),
        ("1m", 1),
    ):
        hand = Hand.parse(text)
        assert repr(outcome(ask, hand, number(wilds))) == repr(outcome(ask, hand, wilds))


def outcome(ask: Question, hand: Hand, wilds: Any) -> object:
    try:
        return ask(hand, wilds)
    except ValueError as error:
        return str(error)


@pytest.mark.parametrize("ask", [*QUESTIONS, *SPECIAL])
@pytest.mark.parametrize("wilds", [1.0, "1", None, [1], np.float64(1), np.array([1]), np.bool_(True)])
def test_wilds_are_a_whole_number(ask: Question, wilds: Any) -> None:
    with pytest.raises(TypeError, match="wilds are a whole number, not"):
        ask(Hand.parse("123456789m123p"), wilds)


def test_tiles_left_are_whole_numbers() -> None:
    hand = Hand.parse("13m55p")
    lefts: list[Any] = [[4] * 34, (4,) * 34, bytes([4] * 42), np.full(34, 4), np.full(34, 4, dtype=np.uint8)]
    for left in lefts:
        assert repr(acceptance(hand, left)) == "((1, 4),)"
    with pytest.raises(TypeError, match=r"tiles left are a whole number, not 1\.5"):
        acceptance(hand, [1.5] * 34)  # type: ignore[list-item]
    for impossible in ([4] * 33, [5] * 34, [-1] * 34):
        with pytest.raises(ValueError, match="tiles left of 34 kinds are wanted, each 0-4"):
            acceptance(hand, impossible)
