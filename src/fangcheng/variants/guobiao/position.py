"""Positions of the Guobiao game that are set up directly: its own facts (rules section 15), and what they fix of chance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from fangcheng.engine.state import State
from fangcheng.engine.steps import Turn
from fangcheng.tiles import HIDDEN, parse_kinds
from fangcheng.variants.guobiao.before import named_wild, special_of
from fangcheng.variants.guobiao.extra import extra_of
from fangcheng.variants.guobiao.facts import check_facts, check_seat
from fangcheng.variants.guobiao.options import options_of

POSITION_FACTS: Final = ("wild", "indicator", "horse_row", "fish_tiles", "fortune")


def set_up(state: State, facts: Mapping[str, Any]) -> None:
    """Complete a position with the game's own facts; ValueError for what they cannot be."""
    check_facts(facts)
    extra = extra_of(state)
    extra.loaded = {name: facts.get(name) for name in (*POSITION_FACTS, "aside", "tail")}
    if not state.loaded_dice:
        state.loaded_dice = ((1, 2),)
    for seat, flags in enumerate(facts["seat_flags"]):
        _seat_flags(state, seat, flags)
    _first_turn(state)
    if isinstance(state.step, Turn):
        extra.special = special_of(options_of(state), state.loaded_dice[0]) or ""
        extra.stakes_known = extra.wild_known = extra.picked = True
        extra.wild = named_wild(options_of(state), facts)
        extra.row = tuple(parse_kinds("".join(facts.get("horse_row") or ())))
        extra.indicator = facts["aside"][0] if facts["aside"] else HIDDEN


def _first_turn(state: State) -> None:
    """The dealer acts first: until he has discarded nobody has, and without a meld his tiles are those that he was dealt."""
    step = state.step
    if isinstance(step, Turn) and not state.discards[state.dealer]:
        state.discards = [0] * state.seats
        if step.seat == state.dealer and step.source == "head" and not state.melds[step.seat]:
            state.step = replace(step, source="deal")


def _seat_flags(state: State, seat: int, flags: Mapping[str, Any]) -> None:
    check_seat(seat, state.dealer, flags)
    extra = extra_of(state)
    extra.stakes[seat] = flags.get("stake", 1)
    if flags.get("ready"):
        extra.ready[seat], extra.first_ready[seat] = True, flags["ready"] == "first"
    extra.peeks[seat] = flags.get("peek", -1)
    extra.picks[seat] = tuple(sorted(parse_kinds(flags.get("horses", ""))))
    if flags.get("no_discard"):
        state.discards[seat] = 0
