"""The wind of the round (圈风), which a record names and a match counts by its deals."""

from __future__ import annotations

from typing import Final

from fangcheng.engine.fold import begin_state
from fangcheng.engine.state import State
from fangcheng.events import SPECTATOR, Start
from fangcheng.rules.variant import Variant
from fangcheng.tiles import HONOURS, parse_kind

PREVALENT: Final = "prevalent_wind"
DEALS: Final = 16
"""Deals of a whole match: four of each wind."""


def wind_of(state: State) -> int:
    """The wind of the round, from 0; East where the game has none."""
    return parse_kind(state.variant.view_facts(state, SPECTATOR).get(PREVALENT, "E")) - HONOURS


def deal_of_wind(variant: Variant, wind: int) -> int:
    """The first deal of a match that has this wind, so that the log alone tells it; 0 where the game has no such wind."""
    for number in range(DEALS):
        start = Start(variant=variant.id, options={}, seats=variant.seats[-1], dealer=0, number=number)
        if wind_of(begin_state(variant, start)) == wind:
            return number
    return 0
