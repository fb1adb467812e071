"""Hands that cannot be are refused with a message, and hands that can be never fail."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fangcheng.hand import Hand
from fangcheng.shapes import (
    complete,
    distance,
    seven_pairs_complete,
    seven_pairs_distance,
    seven_pairs_waits,
    splits,
    useful,
    waits,
)
from fangcheng.tiles import FLOWERS

Question = Callable[[Hand, int], object]
QUESTIONS: list[Question] = [complete, splits, waits, distance, useful, seven_pairs_complete, seven_pairs_waits, seven_pairs_distance]
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
