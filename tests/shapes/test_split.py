"""Splits against plain search, and what their documentation promises."""

from __future__ import annotations

from collections import Counter

import pytest
from shapes import plain

from fangcheng.hand import Hand
from fangcheng.shapes import ANY_PAIR, ANY_SET, Part, Split, complete, splits


def held(split: Split) -> Counter[int]:
    """The tiles of a split without its wilds."""
    tiles: Counter[int] = Counter()
    for part in (*split.sets, split.pair):
        if part.kind >= 0:
            steps = (0, 1, 2) if part.shape == "chow" else (0,) * (2 if part.shape == "pair" else 3)
            tiles += Counter(part.kind + step for step in steps)
            tiles -= Counter(part.wilds)
    return tiles


def suit_of(pair: Part) -> int:
    """In the order in which splits come: with the pair in each suit, then of wilds."""
    return 4 if pair == ANY_PAIR else min(3, pair.kind // 9)


@pytest.mark.parametrize("seed", range(3))
def test_splits_with_up_to_four_wilds(seed: int) -> None:
    seen = 0
    for hand, wilds in plain.random_cases(200 + seed, 300, 2, most_wilds=4):
        found = splits(hand, wilds)
        assert set(found) == plain.splits(hand.kinds(), wilds), (hand, wilds)
        assert len(set(found)) == len(found)
        seen += bool(found)
    assert seen > 100


@pytest.mark.parametrize(
    ("text", "wilds"),
    [("1123m", 7), ("5m", 7), ("55m", 6), ("1234m4p", 6), ("1m5p9sE", 7), ("2345m", 7), ("3334m", 4), ("123m1s", 7), ("223344m", 8)],
)
def test_splits_with_many_wilds(text: str, wilds: int) -> None:
    hand = Hand.parse(text)
    found = splits(hand, wilds)
    assert found
    assert set(found) == plain.splits(hand.kinds(), wilds)


@pytest.mark.parametrize("seed", range(2))
def test_each_split_uses_every_tile_and_wild(seed: int) -> None:
    for hand, wilds in plain.random_cases(300 + seed, 300, 2):
        found = splits(hand, wilds)
        assert bool(found) == complete(hand, wilds)
        pair_suits = [suit_of(split.pair) for split in found]
        assert pair_suits == sorted(pair_suits)
        for split in found:
            parts = (*split.sets, split.pair)
            assert held(split) == Counter(hand.kinds())
            assert sum(len(part.wilds) for part in parts) == wilds
            assert split.pair.shape == "pair"
            assert 3 * len(split.sets) + 2 == hand.size + wilds
            ranked = [(part.kind if part.kind >= 0 else 99, part.shape, part.wilds) for part in split.sets]
            assert ranked == sorted(ranked)
            assert all(tuple(sorted(part.wilds)) == part.wilds for part in parts)


def test_order_does_not_depend_on_earlier_calls() -> None:
    first = splits(Hand.parse("112233m44p"), 3)
    splits(Hand.parse("112233m445566p"), 2)
    assert splits(Hand.parse("112233m44p"), 3) == first


def test_three_pungs_or_three_chows() -> None:
    found = splits(Hand.parse("111222333m55pEEE"))
    assert {tuple(part.shape for part in split.sets) for split in found} == {("chow", "chow", "chow", "pung"), ("pung",) * 4}
    assert {split.pair for split in found} == {Part("pair", 13, ())}


def test_what_a_wild_stands_for() -> None:
    assert splits(Hand.parse("12mEE"), 0) == ()
    assert splits(Hand.parse("13mEE"), 1) == (Split((Part("chow", 0, (1,)),), Part("pair", 27, ())),)
    assert splits(Hand.parse("EEEE"), 1) == (
        Split((Part("pung", 27, ()),), Part("pair", 27, (27,))),
        Split((Part("pung", 27, (27,)),), Part("pair", 27, ())),
    )


def test_parts_of_wilds_alone_are_not_spelled_out() -> None:
    assert splits(Hand(), 2) == (Split((), ANY_PAIR),)
    assert splits(Hand(), 8) == (Split((ANY_SET, ANY_SET), ANY_PAIR),)
    assert splits(Hand.parse("EE"), 3) == (
        Split((ANY_SET,), Part("pair", 27, ())),
        Split((Part("pung", 27, (27, 27)),), Part("pair", 27, (27,))),
        Split((Part("pung", 27, (27,)),), ANY_PAIR),
    )


def test_a_wild_is_never_an_honour_chow() -> None:
    for hand in plain.hands_of([27, 28, 29, 31, 32], 4):
        assert all(part.shape != "chow" for split in splits(hand, 4) for part in split.sets)
