"""Comparing what a case expects with what was found, key by key. Tiles are compared as tiles, so notation may be written freely."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from fangcheng.meld import Meld, format_meld, parse_meld
from fangcheng.tiles import parse_kinds

TILES: Final = ("horses", "exchanged")
"""What lists tiles of a seat, as one text or as one for each."""


def holds(name: str, expected: Any, found: Any) -> bool:
    """Whether a found value is the expected one, as the key wants it compared."""
    noun = name.partition(".")[0]
    if expected is None or found is None:
        return expected is None and found is None
    if noun == "hands":
        return sorted(parse_kinds(expected)) == sorted(parse_kinds(found))
    if noun == "rivers":
        return parse_kinds(expected) == parse_kinds(found)
    if noun in TILES and noun != name and not _in_part((expected, found)):
        return sorted(parse_kinds("".join(expected))) == sorted(parse_kinds("".join(found)))
    if noun == "melds":
        return same_melds(expected, found)
    if noun == "events":
        return in_order(expected, found)
    if name.endswith(".passed_win") and isinstance(expected, list):
        # Kinds that are barred are a set.
        return isinstance(found, list) and sorted(expected, key=str) == sorted(found, key=str)
    if noun == "winner":
        return sorted(_listed(expected)) == sorted(_listed(found))
    if noun == "dealer_next":
        return set(_listed(found)) == set(_listed(expected))
    return type(expected) is type(found) and bool(expected == found)


def _in_part(values: Iterable[Any]) -> bool:
    """Whether tiles of which a viewer knows the number alone are among the values."""
    return any("?" in text for value in values for text in value)


def check_expected(expected: Mapping[str, Any], seats: int) -> None:
    """ValueError unless the values have the types and the notation that `holds` reads, for so many seats."""
    for name, value in expected.items():
        noun, _, place = name.partition(".")
        if noun in ("hands", "melds", "rivers") and not (place.isdecimal() and int(place) < seats):
            raise ValueError(f"{name} names no seat of 0 to {seats - 1}")
        # What is not there yet is expected as null.
        if value is not None or noun in ("melds", "events", "over"):
            _check_value(name, noun, value, seats)


def _check_value(name: str, noun: str, value: Any, seats: int) -> None:
    if noun in ("hands", "rivers"):
        parse_kinds(_typed(name, value, str))
    elif noun in TILES and noun != name:
        for text in [value] if isinstance(value, str) else _typed(name, value, list):
            if not _in_part([_typed(name, text, str)]):
                parse_kinds(text)
    elif noun == "melds":
        for text in _typed(name, value, list):
            _meld(_typed(name, text, str))
    elif noun == "events":
        for text in _typed(name, value, list):
            _typed(name, text, str)
    elif noun in ("payments", "fees"):
        if len([_typed(name, number, int) for number in _typed(name, value, list)]) != seats:
            raise ValueError(f"{name} has {len(value)} entries for {seats} seats")
    elif noun in ("winner", "dealer_next", "turn"):
        for seat in [value] if noun == "turn" else _listed(value):
            if not 0 <= _typed(name, seat, int) < seats:
                raise ValueError(f"{name} {seat} is no seat of 0 to {seats - 1}")
    elif noun == "elements":
        for number in _typed(name, value, dict).values():
            _typed(name, number, int)
    elif noun == "wall_left" or noun.endswith("_next"):
        _typed(name, value, int)
    elif noun == "over":
        _typed(name, value, bool)


def _typed(name: str, value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise ValueError(f"{name} cannot be {value!r}: expected {kind.__name__}")
    return value


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def same_melds(expected: list[str], found: list[str]) -> bool:
    """Melds in order; the seat a meld was claimed from counts where it is expected."""
    pairs = list(zip(map(_meld, expected), map(_meld, found), strict=False))
    return len(expected) == len(found) and all(
        (wanted.shape, sorted(wanted.kinds())) == (seen.shape, sorted(seen.kinds())) and wanted.source in (-1, seen.source)
        for wanted, seen in pairs
    )


def in_order(expected: Iterable[str], found: Iterable[str]) -> bool:
    """Whether the expected names occur in this order, with anything between them."""
    coming = iter(found)
    return all(name in coming for name in expected)


def show_melds(melds: Iterable[Meld]) -> list[str]:
    """Melds as text with the seats they were claimed from."""
    return [format_meld(meld, with_source=True) for meld in melds]


def _meld(text: str) -> Meld:
    if text.startswith("(?"):
        return Meld("concealed_kong", (-1,) * text.count("?"))
    return parse_meld(text.replace(" ", ""))
