"""Kinds, tiles and their notation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fangcheng.tiles import (
    FLOWERS,
    KINDS,
    NotationError,
    format_kinds,
    format_sequence,
    full_set,
    kind_name,
    parse_kind,
    parse_kinds,
    successor,
)

kinds = st.lists(st.integers(0, KINDS - 1), max_size=20)


@given(kinds)
def test_notation_keeps_the_order_written(held: list[int]) -> None:
    assert parse_kinds(format_sequence(held)) == held


@given(kinds)
def test_sorted_notation_is_read_back_sorted(held: list[int]) -> None:
    assert parse_kinds(format_kinds(held)) == sorted(held)


def test_numbered_honours_are_read_as_letters() -> None:
    assert parse_kinds("1234567z") == parse_kinds("ESWNCFP")


def test_spaces_are_free() -> None:
    assert parse_kinds(" 12 3m  E ") == parse_kinds("123mE")


@pytest.mark.parametrize(
    ("text", "position", "reason"),
    [
        ("12x", 2, "unexpected character"),
        ("0m", 0, "unexpected character"),
        ("12", 0, "digit without a suit"),
        ("1E", 1, "digit without a suit"),
        ("5mm", 2, "suit 'm' without a digit"),
        ("8z", 0, "no such honour"),
        ("١m", 0, "unexpected character"),
    ],
)
def test_errors_name_character_and_position(text: str, position: int, reason: str) -> None:
    with pytest.raises(NotationError, match=reason) as caught:
        parse_kinds(text)
    assert caught.value.position == position
    assert f"position {position + 1} of" in str(caught.value)


def test_one_kind_is_exactly_one_tile() -> None:
    assert kind_name(parse_kind("5s")) == "5s"
    with pytest.raises(NotationError, match="expected one tile, found 2"):
        parse_kind("55s")


def test_a_full_set_has_four_of_each_and_one_of_each_flower() -> None:
    tiles = full_set(range(KINDS))
    assert len(tiles) == len(set(tiles)) == FLOWERS * 4 + 8
    assert all(tile >> 2 == kind for kind in range(KINDS) for tile in tiles if tile // 4 == kind)


@pytest.mark.parametrize(
    ("kind", "next_kind"), [("8m", "9m"), ("9m", "1m"), ("9s", "1s"), ("E", "S"), ("N", "E"), ("C", "F"), ("F", "P"), ("P", "C")]
)
def test_the_kind_that_follows_goes_round(kind: str, next_kind: str) -> None:
    assert successor(parse_kind(kind)) == parse_kind(next_kind)
