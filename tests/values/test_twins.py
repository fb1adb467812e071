"""The accelerator's methods of hands, walls and streams do what the Python methods do, whatever they are given."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from twins import accelerated, outcome

from fangcheng.actions import DISCARD
from fangcheng.hand import Hand
from fangcheng.shapes.mode import TWINS
from fangcheng.tiles import full_set
from fangcheng.wall import Stream, Wall

TILES = full_set(range(42))
ODD = st.sampled_from([None, "1m", 1.5, -1, -3, 41, 42, 168, 2**40, True, [], (), (1, "x"), range(42), b"1", object()])
hands = st.lists(st.sampled_from(TILES), unique=True, max_size=20).map(Hand)


def parts(hand: Hand) -> Any:
    return hand.counts, hand.index, hand.copies, hand.size, hand.known


def same_on(hand: Hand, name: str, *arguments: Any) -> None:
    """The method and its twin answer alike and leave alike hands."""
    one, other = hand.copy(), hand.copy()
    answer = outcome(getattr(one, name), *arguments)
    assert answer == outcome(TWINS[f"Hand.{name}"], other, *arguments)
    assert type(answer) is type(outcome(TWINS[f"Hand.{name}"], hand.copy(), *arguments))
    assert parts(one) == parts(other)


@accelerated
@given(hand=st.one_of(hands, st.integers(0, 14).map(Hand.opaque)), tile=st.sampled_from(TILES), kind=st.integers(0, 41))
def test_hands(hand: Hand, tile: int, kind: int) -> None:
    same_on(hand, "add", tile)
    same_on(hand, "add_all", (tile, tile ^ 1))
    same_on(hand, "add_all", [tile])
    same_on(hand, "any_tile", kind)
    same_on(hand, "of_each", DISCARD)
    same_on(hand, "quads")
    same_on(hand, "tiles")
    for held in hand.tiles()[:1]:
        same_on(hand, "remove", held)


@accelerated
@given(hand=hands, odd=ODD)
def test_hands_given_what_is_no_tile(hand: Hand, odd: Any) -> None:
    for name in ("add", "add_all", "remove", "any_tile", "of_each"):
        same_on(hand, name, odd)


@accelerated
@given(name=st.sampled_from(["counts", "index", "copies", "size", "known"]), odd=ODD, tile=st.sampled_from(TILES))
def test_a_hand_that_was_tampered_with_crashes_nothing(name: str, odd: Any, tile: int) -> None:
    hand = Hand.parse("123m5p")
    setattr(hand, name, odd)
    for method in (hand.add, hand.remove, hand.any_tile, hand.add_all, hand.of_each):
        outcome(method, tile)
    outcome(hand.quads)
    outcome(hand.tiles)
    delattr(hand, name)
    for method in (hand.add, hand.remove, hand.any_tile):
        outcome(method, tile)
    outcome(hand.quads)


@accelerated
@given(data=st.data(), size=st.integers(1, 30), stack=st.integers(1, 2))
def test_walls(data: st.DataObject, size: int, stack: int) -> None:
    one, other = Wall(range(size), size, stack), Wall(range(size), size, stack)
    for position in data.draw(st.permutations(range(size))):
        assert one.take(position) is TWINS["Wall.take"](other, position) is None
        assert (one.gone, one.left, one.head) == (other.gone, other.left, other.head)


@accelerated
@given(odd=ODD)
def test_walls_given_what_is_no_position(odd: Any) -> None:
    one, other = Wall(range(8), 8), Wall(range(8), 8)
    assert outcome(one.take, odd) == outcome(TWINS["Wall.take"], other, odd)
    assert (one.gone, one.left, one.head) == (other.gone, other.left, other.head)
    one.gone = odd
    outcome(one.take, 0)


@accelerated
@given(seed=st.binary(min_size=1, max_size=8), before=st.integers(0, 40), items=st.lists(st.integers(), max_size=200))
def test_streams(seed: bytes, before: int, items: list[int]) -> None:
    one, other = Stream(seed, "wall"), Stream(seed, "wall")
    assert [one.below(6) for _ in range(before)] == [other.below(6) for _ in range(before)]
    assert one.shuffle(items) == TWINS["Stream.shuffle"](other, items)
    assert one.below(1000) == other.below(1000)


@accelerated
@given(odd=ODD)
def test_streams_given_what_cannot_be_shuffled(odd: Any) -> None:
    assert outcome(Stream(b"s", "wall").shuffle, odd) == outcome(TWINS["Stream.shuffle"], Stream(b"s", "wall"), odd)


@accelerated
def test_methods_are_documented_like_their_twins() -> None:
    for owner in (Hand, Wall, Stream):
        for name, twin in TWINS.items():
            if name.startswith(owner.__name__):
                method = getattr(owner, twin.__name__)
                assert (method.__name__, method.__doc__) == (twin.__name__, twin.__doc__)
