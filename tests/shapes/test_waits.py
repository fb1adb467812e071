"""Waits against plain search."""

from __future__ import annotations

import sys

import pytest
from shapes import plain

from fangcheng.hand import Hand
from fangcheng.shapes import waits
from fangcheng.tiles import parse_kinds


@pytest.mark.parametrize("seed", range(4))
def test_waits_with_any_wilds(seed: int) -> None:
    seen = 0
    for hand, wilds in plain.random_cases(100 + seed, 150, 1):
        by_shape = plain.waits(hand.kinds(), wilds)
        assert waits(hand, wilds, fifth=True) == by_shape, (hand, wilds)
        assert waits(hand, wilds) == tuple(kind for kind in by_shape if hand.counts[kind] < 4), (hand, wilds)
        seen += bool(by_shape)
    assert seen > 50


def test_waits_of_every_small_hand() -> None:
    for hand in plain.hands_of([0, 1, 2, 3, 4, 27, 28], 4):
        assert waits(hand, fifth=True) == plain.waits(hand.kinds(), 0), hand


def test_a_fifth_copy_in_every_place() -> None:
    for kind in range(9):
        for others in plain.hands_of([k for k in range(9) if 0 < abs(k - kind) < 3], 3):
            hand = Hand.of_kinds([kind] * 4 + others.kinds())
            assert waits(hand, fifth=True) == plain.waits(hand.kinds(), 0), hand


@pytest.mark.parametrize(
    ("text", "wilds", "expected"),
    [
        ("1112345678999m", 0, "123456789m"),
        ("123m456p789sEEEC", 0, "C"),
        ("123m456p78sEEECC", 0, "69s"),
        ("123m456p79sEEECC", 0, "8s"),
        ("11m22p", 0, "1m2p"),
        ("3334m", 0, "245m"),
        ("123m456p78sEEEC", 1, "69sC"),
        ("1m4p7sE", 0, ""),
        ("123m456p789s", 0, ""),
        ("2345m", 0, "25m"),
    ],
)
def test_known_waits(text: str, wilds: int, expected: str) -> None:
    assert waits(Hand.parse(text), wilds) == tuple(parse_kinds(expected))


def test_waiting_for_a_fifth_copy_only() -> None:
    assert waits(Hand.parse("EEEE")) == ()
    assert waits(Hand.parse("EEEE"), fifth=True) == (27,)


def test_wilds_to_spare_wait_for_everything() -> None:
    assert waits(Hand.parse("5m"), 0) == (4,)
    assert waits(Hand.parse("5m"), 3) == tuple(range(34))
    assert waits(Hand.parse("EEEE"), 6) == tuple(kind for kind in range(34) if kind != 27)
    assert waits(Hand(), 1) == tuple(range(34))


def test_what_is_remembered_stays_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["fangcheng.shapes.waits"], "_MOST_KEPT", 3)
    for first in range(7):
        hand = Hand.of_kinds([first, first + 1, 30, 30])
        assert waits(hand) == plain.waits(hand.kinds(), 0)
