"""The wall with its holes, and the streams that chance comes from."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fangcheng.wall import Stream, Wall, commitment, deal_seed


@given(st.integers(1, 40), st.data())
def test_holes_head_and_tail(size: int, data: st.DataObject) -> None:
    wall = Wall(range(size), size)
    for position in data.draw(st.lists(st.integers(0, size - 1), unique=True)):
        wall.take(position)
    remaining = [position for position in range(size) if not wall.gone[position]]
    assert list(wall.from_head()) == remaining
    assert wall.head == (remaining[0] if remaining else size)
    assert wall.left == len(remaining)
    assert sorted(wall.from_tail()) == remaining
    assert len(wall.stacks_from_tail()) == len({position // 2 for position in remaining})


def test_tail_order_is_last_stack_first_upper_before_lower() -> None:
    wall = Wall(range(8), 8)
    assert list(wall.from_tail()) == [6, 7, 4, 5, 2, 3, 0, 1]
    wall.take(6)
    assert list(wall.from_tail())[:3] == [7, 4, 5]
    assert wall.stacks_from_tail() == [7, 4, 2, 0]


def test_the_tail_of_a_single_row_is_its_last_tile() -> None:
    wall = Wall(range(5), 5, stack=1)
    wall.take(3)
    assert list(wall.copy().from_tail()) == wall.stacks_from_tail() == [4, 2, 1, 0]


@given(st.integers(1, 40), st.data())
def test_a_deal_takes_from_the_head_as_single_tiles_do(size: int, data: st.DataObject) -> None:
    dealt, one_by_one, number = Wall(range(size), size), Wall(range(size), size), data.draw(st.integers(0, size))
    dealt.take_first(number)
    for position in range(number):
        one_by_one.take(position)
    assert (dealt, dealt.head, dealt.left) == (one_by_one, one_by_one.head, one_by_one.left)


def test_a_tile_can_return_to_its_place() -> None:
    wall = Wall(range(6), 6)
    wall.take(0)
    wall.take(1)
    wall.put_back(0)
    assert (wall.head, wall.left) == (0, 5)


def test_streams_are_independent_and_reproducible() -> None:
    first = Stream(b"seed", "wall").shuffle(range(108))
    assert first == Stream(b"seed", "wall").shuffle(range(108))
    assert first != Stream(b"seed", "dice").shuffle(range(108))
    assert first != Stream(b"seec", "wall").shuffle(range(108))
    assert sorted(first) == list(range(108))


def test_known_values_of_the_stream() -> None:
    """The scheme is public: other programs must be able to recompute a wall."""
    assert Stream(b"seed", "wall").shuffle(range(10)) == KNOWN_SHUFFLE
    assert [Stream(b"seed", f"dice/{number}").throw(2) for number in range(4)] == KNOWN_THROWS


KNOWN_SHUFFLE = [1, 7, 8, 0, 6, 5, 3, 2, 4, 9]
KNOWN_THROWS = [(5, 5), (1, 1), (6, 3), (2, 6)]


@pytest.mark.parametrize("bound", [2, 6, 7, 108])
def test_numbers_are_uniform(bound: int) -> None:
    stream = Stream(b"uniform", str(bound))
    drawn = Counter(stream.below(bound) for _ in range(400 * bound))
    chi = sum((drawn[number] - 400) ** 2 / 400 for number in range(bound))
    assert chi < bound + 6 * (2 * bound) ** 0.5


def test_contributions_cannot_be_shifted_between_seats() -> None:
    assert deal_seed(b"s", ["ab", "c"]) != deal_seed(b"s", ["a", "bc"])
    assert deal_seed(b"s", ["a"]) != deal_seed(b"s", [])


def test_a_commitment_is_no_seed() -> None:
    """Everybody knows it before the first tile is dealt."""
    assert commitment(b"s") == "ff883dec8c484d7dd8e30bc8f8ae4cbba14e14712e1535f6684832168e188595"
    for entropy in ([], [""], ["", "", "", ""], ["mine"]):
        assert commitment(b"s") != deal_seed(b"s", entropy).hex()
