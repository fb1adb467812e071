"""Reasons, common to several games, why something is not on offer."""

from __future__ import annotations

from fangcheng.engine.state import State
from fangcheng.engine.steps import OnOffer, Turn
from fangcheng.rules.variant import Refused


def after_claim(state: State) -> bool:
    """Whether the present turn began with a claim."""
    return isinstance(state.step, Turn) and state.step.source == "claim"


def to_win_on(state: State, seat: int) -> OnOffer | Refused:
    """What a seat could win on now, or why there is nothing: no win after a claim, none on one's own tile."""
    if after_claim(state):
        return Refused("no_win_after_claim")
    offer = state.step.on_offer()
    return Refused("no_tile_to_win_on") if offer is None or offer.source == seat else offer
