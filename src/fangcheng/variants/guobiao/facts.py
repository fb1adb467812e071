"""What facts of a win, an outcome and a position can be in the Guobiao game (rules section 15)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from fangcheng.rules.told import WINDS, Choice, Flag, PerSeat, Terms, Tile, TileList, Told
from fangcheng.tiles import FLOWERS, parse_kind, parse_kinds
from fangcheng.variants.guobiao.before import HORSES
from fangcheng.variants.guobiao.fishing import TILES
from fangcheng.variants.guobiao.options import GuobiaoOptions
from fangcheng.variants.guobiao.phases import MOST_HORSES

FORTUNES: Final = (8, 18, 28, 38, 48, 58, 68, 78, 88)
DECLARED: Final = ("ready", "first")


def win_facts(options: GuobiaoOptions) -> Mapping[str, Told]:
    """Of a win: a wild kind and the fan that fortune adds (R34) only where the room has them."""
    found: dict[str, Told] = {"seat_wind": Choice(WINDS), "dealer": Flag(), "payer_dealer": Flag()}
    if options.wild == "on":
        found["wild"] = Tile()
    if options.specials in ("dice", "fortune"):
        found["fortune"] = Choice(FORTUNES)
    return found


def end_facts(options: GuobiaoOptions, dealer: int) -> Mapping[str, Told]:
    """Of an outcome: horses (R28) only where the room has them."""
    on = options.horses == "every_deal" or (options.horses != "off" and options.specials in ("dice", "horses"))
    stakes = Staked(dealer) if options.stakes == "on" else PerSeat(Choice((1,)))
    return {"stakes": stakes, "horses": Backed(MOST_HORSES if on else 0)}


def stakes_of(seat: int, dealer: int) -> tuple[int, ...]:
    """R27: what a seat may stake."""
    return (1, 2, 4) if seat == dealer else (1, 2)


@dataclass(frozen=True)
class Staked(Told):
    """A stake a seat, when `dealer` deals."""

    dealer: int
    many: ClassVar[bool] = True

    def allowed(self, terms: Terms) -> str:
        return f"a list of {terms.seats}, for each seat 1 or 2, for the dealer's 4 too"

    def holds(self, value: Any, terms: Terms) -> bool:
        seats = range(terms.seats)
        each = PerSeat(Choice((1, 2, 4))).holds(value, terms)
        return each and all(value[seat] in stakes_of(seat, self.dealer) for seat in seats)


@dataclass(frozen=True)
class Backed(Told):
    """The horses of each seat, so many at most, out of those that lie open (R29)."""

    most: int
    many: ClassVar[bool] = True

    def allowed(self, terms: Terms) -> str:
        return f"{self._each().allowed(terms)}, of {HORSES} kinds in all"

    def holds(self, value: Any, terms: Terms) -> bool:
        kinds = {kind for texts in value for text in texts for kind in parse_kinds(text)} if self._each().holds(value, terms) else None
        return kinds is not None and len(kinds) <= HORSES

    def _each(self) -> PerSeat:
        return PerSeat(TileList(self.most, apart=True))


def check_facts(facts: Mapping[str, Any]) -> None:
    """The facts of a position as a whole; ValueError says what is wrong with one."""
    for name in ("wild", "indicator"):
        if facts.get(name) and parse_kind(facts[name]) >= FLOWERS:
            raise ValueError(f"{name} {facts[name]} is no tile of the game")
    row = parse_kinds("".join(facts.get("horse_row") or ()))
    if row and (len(row) != HORSES or len(set(row)) != HORSES):
        raise ValueError(f"horse_row is {HORSES} different kinds")
    for text in facts.get("fish_tiles") or ():
        if len(parse_kinds(text)) != TILES:
            raise ValueError(f"fish_tiles {text} are not {TILES} tiles")
    if facts.get("fortune") not in (None, *FORTUNES):
        raise ValueError(f"fortune cannot be {facts['fortune']}; it is one of {', '.join(map(str, FORTUNES))}")


def check_seat(seat: int, dealer: int, flags: Mapping[str, Any]) -> None:
    """The facts of a seat in a position; ValueError says what is wrong with one."""
    stakes = stakes_of(seat, dealer)
    if flags.get("stake", 1) not in stakes:
        raise ValueError(f"seat {seat} cannot stake {flags['stake']}, but {', '.join(map(str, stakes))}")
    if flags.get("ready") and flags["ready"] not in DECLARED:
        raise ValueError(f"seat {seat} cannot be ready as {flags['ready']}; it is one of {', '.join(DECLARED)}")
    if flags.get("peek") == seat:
        raise ValueError(f"seat {seat} cannot peek at itself")
    horses = parse_kinds(flags.get("horses", ""))
    if len(horses) > MOST_HORSES or len(set(horses)) < len(horses):
        raise ValueError(f"seat {seat} cannot back {flags['horses']}: at most {MOST_HORSES} different horses")
