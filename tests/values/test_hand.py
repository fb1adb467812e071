"""Hands: counts, indices and copies stay in step, and an opaque hand tells nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fangcheng.hand import Hand
from fangcheng.tiles import NotationError, full_set

tiles = st.lists(st.sampled_from(full_set(range(34))), unique=True, max_size=14)


def plain_index(hand: Hand, suit: int) -> int:
    first, length = (9 * suit, 9) if suit < 3 else (27, 7)
    return sum(hand.counts[first + rank] * 5**rank for rank in range(length))


@given(tiles, st.randoms(use_true_random=False))
def test_indices_follow_every_tile(held: list[int], rng) -> None:  # type: ignore[no-untyped-def]
    hand = Hand(held)
    for tile in rng.sample(held, len(held) // 2):
        hand.remove(tile)
        held.remove(tile)
    assert hand.tiles() == sorted(held)
    assert hand.size == len(held) == sum(hand.counts)
    assert hand.index[:4] == [plain_index(hand, suit) for suit in range(4)]


@given(tiles)
def test_a_hand_is_read_back_from_its_text(held: list[int]) -> None:
    assert Hand.parse(str(Hand(held))).counts == Hand(held).counts


def test_a_fifth_tile_is_named_with_its_place() -> None:
    with pytest.raises(NotationError, match="five tiles of 3m") as caught:
        Hand.parse("33m 33m12p3m")
    assert caught.value.position == 10


def test_an_opaque_hand_knows_its_size_only() -> None:
    hand = Hand.opaque(13)
    hand.add(-1)
    hand.remove(77)
    assert (hand.size, hand.tiles(), str(hand)) == (13, [], "?" * 13)
    assert hand != Hand()


def test_a_tile_that_is_not_held_cannot_be_named() -> None:
    with pytest.raises(ValueError, match="no 5m in hand"):
        Hand.parse("4m").any_tile(4)


def test_copies_are_independent() -> None:
    hand = Hand.parse("123m")
    other = hand.copy()
    other.remove(0)
    assert str(hand) == "123m"
    assert str(other) == "23m"
