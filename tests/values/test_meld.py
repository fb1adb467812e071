"""Melds and their notation."""

import pytest

from fangcheng.meld import format_meld, parse_meld, places_beside, sets_of
from fangcheng.tiles import NotationError


@pytest.mark.parametrize("text", ["[123s]", "[777p<2]", "[7777p<0]", "(7777p)", "{CFP}", "{CFPP}", "{1m1p1s1p}", "{F}", "[CCCC]"])
def test_notation_round_trip(text: str) -> None:
    assert format_meld(parse_meld(text), with_source=True) == text


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("[345m]", "chow"),
        ("[C89m]", "chow"),
        ("[555m]", "pung"),
        ("[5555m]", "kong"),
        ("(5555m)", "concealed_kong"),
        ("{F}", "single_kong"),
    ],
)
def test_shapes(text: str, shape: str) -> None:
    assert parse_meld(text).shape == shape


@pytest.mark.parametrize(
    ("text", "reason", "position"),
    [
        ("123s", "a meld begins with", 0),
        ("[123s", "ends with", 4),
        ("[124s]", "make no meld", 1),
        ("[12s]", "make no meld", 1),
        ("[891m]", "make no meld", 1),
        ("[ESW]", "make no meld", 1),
        ("(777p)", "make no meld", 1),
        ("[777p<x]", "a seat number", 6),
        ("[777p<²]", "a seat number", 6),
        ("[777p<12]", "a seat number", 6),
        ("[77xp]", "unexpected character", 3),
        ("[55555m]", "make no meld", 1),
    ],
)
def test_errors_name_what_is_wrong_and_where(text: str, reason: str, position: int) -> None:
    with pytest.raises(NotationError, match=reason) as caught:
        parse_meld(text)
    assert caught.value.position == position


def test_a_meld_has_tiles_of_its_own() -> None:
    assert len(set(parse_meld("{1m1p1s1p}").tiles)) == 4


def test_how_many_tiles_a_hand_holds_beside_its_melds() -> None:
    kongs = [parse_meld(text) for text in ("[123m]", "(7777p)", "{F}", "{F}")]
    assert (sets_of(kongs), places_beside(kongs)) == (2, 7)
    assert (sets_of([]), places_beside([])) == (0, 13)
    assert places_beside([*kongs[:2]] * 3) < 0
