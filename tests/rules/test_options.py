"""Option tables: one Struct validates and describes."""

from typing import Annotated, Literal

import msgspec
import pytest

from fangcheng.rules.options import MOST_POINTS, OptionError, Options, option_rows, parse_options, parse_setting
from fangcheng.variants import VARIANTS


class Sample(Options, frozen=True):
    length: Literal[1, 2, 4] = 2
    strict: bool = False
    parts: tuple[Literal["a", "b"], ...] = ("a", "b")
    base: Annotated[int, msgspec.Meta(ge=1, le=10)] = 1
    cap: Literal[8, 10] | None = None


def test_the_table_says_everything() -> None:
    length, strict, parts, base, cap = option_rows(Sample)
    assert (length.kind, length.values, length.default) == ("choice", (1, 2, 4), 2)
    assert (strict.values, strict.default) == ((True, False), False)
    assert (parts.kind, parts.values, parts.default) == ("subset", ("a", "b"), ("a", "b"))
    assert (base.kind, base.minimum, base.maximum) == ("integer", 1, 10)
    assert (cap.values, cap.default) == ((8, 10, None), None)


def test_good_options() -> None:
    options = parse_options(Sample, {"length": 4, "strict": True, "parts": ["b"], "base": 10, "cap": 8})
    assert options == Sample(length=4, strict=True, parts=("b",), base=10, cap=8)
    assert parse_options(Sample, {}) == Sample()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"width": 1}, "unknown option 'width'; options are length, strict"),
        ({"length": 3}, "option 'length' cannot be 3; it is one of 1, 2, 4"),
        ({"length": True}, "option 'length' cannot be true"),
        ({"strict": 1}, "option 'strict' cannot be 1; it is one of true, false"),
        ({"parts": ["c"]}, "option 'parts' cannot be"),
        ({"parts": ["a", "a"]}, "different values"),
        ({"parts": "a"}, "option 'parts' cannot be a"),
        ({"parts": [["a"]]}, "option 'parts' cannot be"),
        ({"base": 11}, "an integer from 1 to 10"),
        ({"base": 1.0}, "an integer from 1 to 10"),
        ({"cap": 9}, "option 'cap' cannot be 9; it is one of 8, 10, none"),
    ],
)
def test_bad_options_are_named(given: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        parse_options(Sample, given)


@pytest.mark.parametrize(
    ("text", "value"),
    [("length=4", 4), ("strict=true", True), ("parts=a,b", ["a", "b"]), ("parts=", []), ("base=7", 7), ("cap=none", None), ("cap=8", 8)],
)
def test_settings_from_a_command_line(text: str, value: object) -> None:
    name, parsed = parse_setting(Sample, text)
    assert parsed == value
    assert parse_options(Sample, {name: parsed})


@pytest.mark.parametrize("text", ["length", "width=1", "=1"])
def test_bad_settings(text: str) -> None:
    with pytest.raises(OptionError):
        parse_setting(Sample, text)


def test_no_game_has_a_number_without_end() -> None:
    # A room with a base of 2 ** 63 would have no deal that can be written down.
    numbers = {(game.id, row.id): row for game in VARIANTS.values() for row in option_rows(game.options_type) if row.kind == "integer"}
    assert numbers
    assert all(row.minimum is not None and row.maximum is not None and row.maximum <= MOST_POINTS for row in numbers.values()), numbers
