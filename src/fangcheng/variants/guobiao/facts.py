"""What facts of a position can be in the Guobiao game; ValueError says what is wrong with one (rules section 15)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from fangcheng.tiles import FLOWERS, parse_kind, parse_kinds
from fangcheng.variants.guobiao.before import HORSES
from fangcheng.variants.guobiao.fishing import TILES
from fangcheng.variants.guobiao.phases import MOST_HORSES

FORTUNES: Final = (8, 18, 28, 38, 48, 58, 68, 78, 88)
DECLARED: Final = ("ready", "first")


def check_facts(facts: Mapping[str, Any]) -> None:
    """The facts of the whole deal."""
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
    """The facts of a seat."""
    stakes = (1, 2, 4) if seat == dealer else (1, 2)
    if flags.get("stake", 1) not in stakes:
        raise ValueError(f"seat {seat} cannot stake {flags['stake']}, but {', '.join(map(str, stakes))}")
    if flags.get("ready") and flags["ready"] not in DECLARED:
        raise ValueError(f"seat {seat} cannot be ready as {flags['ready']}; it is one of {', '.join(DECLARED)}")
    if flags.get("peek") == seat:
        raise ValueError(f"seat {seat} cannot peek at itself")
    horses = parse_kinds(flags.get("horses", ""))
    if len(horses) > MOST_HORSES or len(set(horses)) < len(horses):
        raise ValueError(f"seat {seat} cannot back {flags['horses']}: at most {MOST_HORSES} different horses")
