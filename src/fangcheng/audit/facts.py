"""What facts of a win, an outcome or a position look like, by their names in case files; ValueError says what is wrong with one.

A game reads facts without asking whether they can be; here is where that is asked. What those of a win and of an outcome can be the game
says itself (`win_facts`, `end_facts`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, Literal

import msgspec

from fangcheng.locales import section
from fangcheng.meld import PLACES, Meld, sets_of
from fangcheng.rules.facts import told_indicator
from fangcheng.rules.told import OF_EVERY_WIN, Choice, Number, Terms, Told, check_told, written_melds
from fangcheng.rules.variant import Outcome, Variant
from fangcheng.tiles import parse_kind

Wind = Literal["E", "S", "W", "N"]

POSITION: Final[Mapping[str, Any]] = {
    "wild": str, "indicator": str, "treasure": str, "treasure_place": int, "continuation": int, "prevalent_wind": Wind,
    "fortune": int | None, "horse_row": str | list[str] | None, "fish_tiles": list[str] | None,
}  # fmt: skip
SEAT: Final[Mapping[str, Any]] = {
    "ready": bool | str, "seen_treasure": bool, "first_turn": bool, "locked": bool, "passed_win": int | list[str], "float": int,
    "opening": list[str], "balance": int | None, "stake": int, "peek": int, "horses": str, "no_discard": bool, "flowers": int,
}  # fmt: skip
SEATS: Final = ("peek",)


class FactRow(msgspec.Struct, frozen=True):
    """A further fact of a win as a form shows it.

    kind     ``flag``, ``tile`` (a kind), ``tiles`` (kinds in a row), ``melds``, ``choice`` (one of `values`), ``integer`` (of `minimum` to
             `maximum`)
    default  what a form begins with, None for nothing
    """

    id: str
    kind: Literal["flag", "tile", "tiles", "melds", "choice", "integer"]
    default: Any
    values: tuple[str | int, ...] = ()
    minimum: int | None = None
    maximum: int | None = None


def fact_rows(variant: Variant) -> tuple[FactRow, ...]:
    """What a form asks about a win, in the order of the game's `score_facts`."""
    told = variant.win_facts(variant.options_type())
    return tuple(_fact_row(name, told[name], default) for name, default in variant.score_facts.items())


def _fact_row(name: str, told: Told, default: Any) -> FactRow:
    if isinstance(told, Number):
        return FactRow(name, "integer", default, minimum=told.least, maximum=told.most)
    if isinstance(told, Choice):
        return FactRow(name, "choice", default, told.values)
    assert told.kind != "other"
    return FactRow(name, told.kind, default)


def terms_of(variant: Variant, options: Any, seats: int) -> Terms:
    """What the values of facts are measured by."""
    return Terms(Counter(tile >> 2 for tile in variant.tiles(options)), variant.meld_shapes, seats)


def check_context(variant: Variant, options: Any, facts: Mapping[str, Any]) -> None:
    """The further facts of a win: names and values that it can have in a room with these options; ToldError for a value."""
    told = {**OF_EVERY_WIN, **variant.win_facts(options)}
    check_known("fact of a win", facts, told)
    check_told(told, facts, terms_of(variant, options, variant.seats[-1]))
    if facts.get("dealer") and facts.get("payer_dealer"):
        raise ValueError("winner and payer cannot both be the dealer")
    if facts.get("wild") and facts.get("indicator"):
        told_indicator(facts)


def check_outcome(variant: Variant, options: Any, seats: int, dealer: int, facts: Mapping[str, Any]) -> None:
    """The further facts of an outcome: names and values that it can have in a room with these options; ToldError for a value."""
    told = variant.end_facts(options, dealer)
    check_known("fact of an outcome", facts, told)
    check_told(told, facts, terms_of(variant, options, seats))


def check_position(variant: Variant, facts: Mapping[str, Any], flags: Sequence[Mapping[str, Any]], seats: int) -> None:
    """The further facts of a position and of its seats."""
    _check_types("position", facts, POSITION)
    _check_notation(facts)
    for own in flags:
        _check_types("seat flags", own, SEAT)
        check_seats({name: own[name] for name in SEATS if name in own}, seats)
        check_elements(variant, own.get("opening", ()))


def check_elements(variant: Variant, names: Iterable[str]) -> None:
    """Elements of a game are those that its catalogue names; a game without a catalogue may have any."""
    known = section("en", "element", variant.id)
    for name in names:
        if known and name not in known:
            raise ValueError(f"unknown element {name!r}; {variant.id} has {', '.join(known)}")


def check_seats(named: Mapping[str, int], seats: int) -> None:
    """ValueError, which names its role, unless each of these seats is one at the table. `named`: seats by role."""
    for name, seat in named.items():
        if not 0 <= seat < seats:
            raise ValueError(f"{name} {seat} is no seat of 0 to {seats - 1}")


def check_size(held: int, melds: Sequence[Meld], *, winning: bool, opening: bool) -> None:
    """ValueError unless a hand fills thirteen places, or fourteen where its winning tile is among them (`winning`) or may be (`opening`).

    `held` counts the concealed tiles; a meld fills three places, a tile set out singly none.
    """
    laid = sets_of(melds)
    if laid > 4:
        raise ValueError(f"{laid} melds where a hand has four sets")
    places = held + 3 * laid
    wanted = {PLACES, PLACES + 1} if opening else {PLACES + 1} if winning else {PLACES}
    if places not in wanted:
        raise ValueError(f"{held} tiles and {laid} melds fill {places} places, not {' or '.join(map(str, sorted(wanted)))}")


def carried(variant: Variant, options: Any, seats: int) -> frozenset[str]:
    """What a deal of this game hands on to the next."""
    return frozenset(variant.pay(options, Outcome(seats, 0, [])).carry)


def other_meld(variant: Variant, melds: Iterable[Meld]) -> Meld | None:
    """The first meld of a shape that the game does not have."""
    return next((meld for meld in melds if meld.shape not in variant.meld_shapes), None)


def check_melds(variant: Variant, melds: Iterable[Meld]) -> None:
    """Melds are of shapes that the game has."""
    other = other_meld(variant, melds)
    if other:
        raise ValueError(f"{variant.id} has no meld {other}; its melds are written {written_melds(variant.meld_shapes)}")


def check_known(what: str, names: Iterable[str], known: Collection[str]) -> None:
    """Names are among those that somebody reads: none is passed over without a word."""
    for name in names:
        if name not in known:
            raise ValueError(f"unknown {what} {name!r}" + (f"; known: {', '.join(sorted(known))}" if known else ""))


def _check_types(what: str, facts: Mapping[str, Any], types: Mapping[str, Any]) -> None:
    for name, value in facts.items():
        if name in types:
            try:
                msgspec.convert(value, types[name])
            except msgspec.ValidationError as error:
                raise ValueError(f"{what}.{name}: {error}") from None


def _check_notation(facts: Mapping[str, Any]) -> None:
    for name in ("wild", "indicator", "treasure"):
        if name in facts:
            parse_kind(facts[name])
