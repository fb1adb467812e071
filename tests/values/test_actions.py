"""Actions and their text."""

import pytest

from fangcheng.actions import CHOWS, parse_action
from fangcheng.tiles import NotationError, parse_kind

TEXTS = [
    "discard 5m", "ready 5m", "ready", "chow 46m", "pung", "kong", "kong 5m", "kong CFP", "kong 1m1p1s", "open", "open 5m", "win", "pass",
    "pung on 5m", "chow 46m on 5m", "kong on E", "float 2", "declare", "take", "refuse", "horses 5m6p", "exchange 1m9p", "peek 2", "fish 3",
]  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
def test_text_round_trip(text: str) -> None:
    assert str(parse_action(text)) == text


def test_chows_are_sorted_and_spaces_are_free() -> None:
    assert parse_action("chow 6m4m") == parse_action("chow 4 6m") == CHOWS[parse_kind("5m")][1]


@pytest.mark.parametrize(
    ("text", "reason", "position"),
    [
        ("", "begins with a verb", 0),
        ("5m", "begins with a verb", 0),
        ("discard 5x", "unexpected character", 9),
        ("float 12345678", "at most six digits", 6),
        ("float ²", "unexpected character", 6),
    ],
)
def test_errors(text: str, reason: str, position: int) -> None:
    with pytest.raises(NotationError, match=reason) as caught:
        parse_action(text)
    assert caught.value.position == position


@pytest.mark.parametrize(("kind", "number"), [("1m", 1), ("2p", 2), ("5s", 3), ("8s", 2), ("9m", 1), ("E", 0), ("P", 0)])
def test_how_many_chows_a_tile_can_complete(kind: str, number: int) -> None:
    assert len(CHOWS[parse_kind(kind)]) == number
