"""What facts of a win, an outcome or a position look like, by their names in case files; ValueError says what is wrong with one.

A game reads facts without asking whether they can be; here is the only place that does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Annotated, Any, Final, Literal, get_args

import msgspec

from fangcheng.locales import section
from fangcheng.meld import Meld, MeldShape, parse_meld
from fangcheng.rules.variant import Outcome, Variant
from fangcheng.tiles import parse_kind, parse_kinds

PLACES: Final = 13
MANY: Final = 99
FLOWER_TILES: Final = 8
Wind = Literal["E", "S", "W", "N"]
Seat = int | None
Count = Annotated[int, msgspec.Meta(ge=0, le=MANY)]
FlowerCount = Annotated[int, msgspec.Meta(ge=0, le=FLOWER_TILES)]


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The opening patterns that a seat has declared."""

    seat: int
    elements: list[str]


CONTEXT: Final[Mapping[str, Any]] = {
    "dealer": bool, "payer_dealer": bool, "wild": str, "indicator": str, "treasure": str, "kong": Literal["open", "supplement"],
    "reveal": str | None, "continuation": Count, "kong_chain": Count, "flowers": FlowerCount, "fortune": Count, "seat_wind": Wind,
    "prevalent_wind": Wind, "loser_melds": list[str],
}  # fmt: skip
OUTCOME: Final[Mapping[str, Any]] = {
    "birds": list[str], "openings": list[Opening], "float": list[int] | None, "balances": list[int | None] | None, "creator": int,
    "melds": list[list[str]] | None, "continuation": int, "wild": str, "stakes": list[int] | None, "horses": list[list[str]] | None,
    "thrown_dealer": int, "last_drawer": Seat,
}  # fmt: skip
POSITION: Final[Mapping[str, Any]] = {
    "wild": str, "indicator": str, "treasure": str, "treasure_place": int, "continuation": int, "prevalent_wind": Wind,
    "fortune": int | None, "horse_row": str | list[str] | None, "fish_tiles": list[str] | None,
}  # fmt: skip
SEAT: Final[Mapping[str, Any]] = {
    "ready": bool | str, "seen_treasure": bool, "first_turn": bool, "locked": bool, "passed_win": int | list[str], "float": int,
    "opening": list[str], "balance": int | None, "stake": int, "peek": int, "horses": str, "no_discard": bool, "flowers": int,
}  # fmt: skip
PER_SEAT: Final = ("float", "balances", "melds", "stakes", "horses")
SEATS: Final = ("creator", "thrown_dealer", "last_drawer", "peek")
WRITTEN: Final[Mapping[MeldShape, str]] = {
    "chow": "[123m]", "pung": "[777p]", "kong": "[7777p]", "concealed_kong": "(7777p)", "three_kind_kong": "{CFP}", "single_kong": "{F}",
}  # fmt: skip
"""A meld of each shape, as it is written."""


FactKind = Literal["flag", "tile", "tiles", "melds", "choice", "integer"]


class FactRow(msgspec.Struct, frozen=True):
    """A further fact of a win as a form shows it.

    kind     ``flag``, ``tile`` (a kind), ``tiles`` (kinds in a row), ``melds``, ``choice`` (one of `values`), ``integer`` (0..`maximum`)
    default  what a form begins with, None for nothing
    """

    id: str
    kind: FactKind
    default: Any
    values: tuple[str, ...] = ()
    maximum: int | None = None


KINDS: Final[Mapping[Any, FactKind]] = {bool: "flag", str: "tile", str | None: "tiles", list[str]: "melds"}
MOST: Final[Mapping[Any, int]] = {Count: MANY, FlowerCount: FLOWER_TILES}


def fact_rows(told: Mapping[str, Any]) -> tuple[FactRow, ...]:
    """The facts of a win, given by name with what a form begins with, in their order."""
    return tuple(_fact_row(name, default) for name, default in told.items())


def _fact_row(name: str, default: Any) -> FactRow:
    kind = CONTEXT[name]
    if kind in MOST:
        return FactRow(name, "integer", default, maximum=MOST[kind])
    if kind in KINDS:
        return FactRow(name, KINDS[kind], default)
    return FactRow(name, "choice", default, get_args(kind))


def check_context(facts: Mapping[str, Any]) -> None:
    """The further facts of a win."""
    check_known("fact of a win", facts, CONTEXT)
    _check_types("context", facts, CONTEXT)
    _check_notation(facts)
    for text in facts.get("loser_melds", ()):
        parse_meld(text)


def check_outcome(variant: Variant, seats: int, facts: Mapping[str, Any]) -> None:
    """The further facts of an outcome."""
    check_known("fact of an outcome", facts, OUTCOME)
    _check_types("outcome", facts, OUTCOME)
    _check_notation(facts)
    check_seats({name: facts[name] for name in SEATS if facts.get(name) is not None}, seats)
    for name in PER_SEAT:
        if facts.get(name) and len(facts[name]) != seats:
            raise ValueError(f"{name} has {len(facts[name])} entries for {seats} seats")
    for opening in facts.get("openings", ()):
        check_seats({"seat of an opening": opening["seat"]}, seats)
        check_elements(variant, opening["elements"])
    _each(parse_kinds, facts.get("birds", ()))
    for texts in facts.get("melds") or ():
        _each(parse_meld, texts)
    for texts in facts.get("horses") or ():
        _each(parse_kinds, texts)


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
    """Seats by what they are."""
    for name, seat in named.items():
        if not 0 <= seat < seats:
            raise ValueError(f"{name} {seat} is no seat of 0 to {seats - 1}")


def check_size(held: int, melds: Sequence[Meld], *, winning: bool, opening: bool) -> None:
    """A hand fills thirteen places before its winning tile, and one more where that is among them (`winning`) or may be (`opening`)."""
    laid = sum(meld.shape != "single_kong" for meld in melds)
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


def written_melds(variant: Variant) -> str:
    """How the melds of a game are written, one of each shape."""
    return " ".join(WRITTEN[shape] for shape in variant.meld_shapes)


def check_melds(variant: Variant, melds: Iterable[Meld]) -> None:
    """Melds are of shapes that the game has."""
    other = other_meld(variant, melds)
    if other:
        raise ValueError(f"{variant.id} has no meld {other}; its melds are written {written_melds(variant)}")


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
    _each(parse_kind, (facts[name] for name in ("wild", "indicator", "treasure") if name in facts))
    parse_kinds(facts.get("reveal") or "")


def _each(parse: Callable[[Any], object], values: Iterable[Any]) -> None:
    for value in values:
        parse(value)
