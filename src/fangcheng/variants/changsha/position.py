"""Positions of Changsha mahjong: what seats may bring along into one (rules section 15)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fangcheng.engine.state import State
from fangcheng.engine.steps import Turn
from fangcheng.rules.told import MANY, Flag, Number, Terms, Told, check_told
from fangcheng.variants.changsha.extra import extra_of
from fangcheng.variants.changsha.openings import Patterns
from fangcheng.variants.changsha.options import options_of


def set_up(state: State, facts: Mapping[str, Any]) -> None:
    """Locked hands, passed wins (points), floats and opening patterns; ValueError for what no seat can have."""
    extra, options = extra_of(state), options_of(state)
    standing = isinstance(state.step, Turn)
    told: dict[str, Told] = {
        "locked": Flag(),
        "passed_win": Number(0, MANY),
        "float": Number(0, options.float_max),
        "opening": Patterns(options.opening_patterns),
    }
    if standing or not options.float_max:
        extra.float = [0] * state.seats
    for seat, flags in enumerate(facts.get("seat_flags", ())):
        own = {name: value for name, value in flags.items() if name in told}
        check_told(told, own, Terms({}, (), state.seats))
        if not standing:
            if any(own.values()):
                raise ValueError(f"seat {seat} has nothing behind it before the deal, neither {' nor '.join(told)}")
            continue
        extra.locked[seat] = own.get("locked", False)
        extra.passed[seat] = own.get("passed_win", 0)
        extra.float[seat] = own.get("float", 0)
        extra.openings[seat] = tuple(own.get("opening", ()))
