"""Hands: counts, indices and copies stay in step, and an opaque hand tells nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fangcheng.hand import OPAQUE, Hand
from fangcheng.tiles import NotationError, full_set, kind_name

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


def test_the_fifth_index_counts_what_no_shape_can_hold() -> None:
    hand = Hand.parse("12mEaf")
    assert hand.index == [6, 0, 0, 1, 2]
    hand.remove(hand.any_tile(34))
    assert hand.index[4] == 1
    assert Hand.opaque(13).index[4] == OPAQUE


@given(tiles)
def test_a_hand_by_its_counts(held: list[int]) -> None:
    hand = Hand(held)
    again = Hand.of_counts(hand.counts[:34])
    assert (again.counts, again.index, again.size) == (hand.counts, hand.index, hand.size)
    assert again == Hand.of_kinds(hand.kinds())


@pytest.mark.parametrize("count", [-1, 5])
def test_no_hand_holds_fewer_than_none_or_more_than_four(count: int) -> None:
    with pytest.raises(ValueError, match=f"{count} tiles of 3m"):
        Hand.of_counts([0, 0, count])


def test_a_tile_that_is_not_held_cannot_be_named() -> None:
    with pytest.raises(ValueError, match="no 5m in hand"):
        Hand.parse("4m").any_tile(4)


def test_what_is_held_is_picked_out_of_one_for_each_kind() -> None:
    hand = Hand.parse("1111m35pPP")
    assert hand.of_each(tuple(range(42))) == (0, 11, 13, 33)
    assert hand.of_each([kind_name(kind) for kind in range(42)]) == ("1m", "3p", "5p", "P")
    assert hand.quads() == [0]
    assert Hand().of_each(tuple(range(42))) == ()


@given(tiles)
def test_tiles_come_in_all_at_once_as_they_do_one_by_one(held: list[int]) -> None:
    one, all_at_once = Hand(), Hand()
    for tile in held:
        one.add(tile)
    all_at_once.add_all(held)
    assert (one, one.index, one.counts) == (all_at_once, all_at_once.index, all_at_once.counts)


def test_copies_are_independent() -> None:
    hand = Hand.parse("123m")
    other = hand.copy()
    other.remove(0)
    assert str(hand) == "123m"
    assert str(other) == "23m"


@given(tiles, st.integers(0, 33))
def test_one_tile_more_and_some_less_leave_the_hand_alone(held: list[int], kind: int) -> None:
    hand = Hand(held)
    full = hand.plus(kind)
    if full is None:
        assert hand.counts[kind] == 4
        with pytest.raises(ValueError, match="all four"):
            hand.absent_tile(kind)
    else:
        (added,) = set(full.tiles()) - set(held)
        assert added == kind * 4 + min({0, 1, 2, 3} - {tile & 3 for tile in held if tile >> 2 == kind})
        assert full.without([added]) == hand == Hand(held)
    assert hand.without(held) == Hand()


@pytest.mark.parametrize("tile", [-1, -4, 8, 42 * 4])
def test_what_cannot_come_or_go_changes_nothing(tile: int) -> None:
    hand = Hand([8, 9, 40])
    before = hand.copy()
    with pytest.raises(ValueError, match=f"tile {tile} is in hand already, or is none"):
        hand.add(tile)
    gone = tile if tile != 8 else 10
    with pytest.raises(ValueError, match=f"tile {gone} is not in hand"):
        hand.remove(gone)
    assert (hand, hand.counts, hand.index, hand.size) == (before, before.counts, before.index, before.size)
