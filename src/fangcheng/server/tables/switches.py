"""What a table does for a seat whose switches are on. It follows from the offers alone, so it works for every game."""

from __future__ import annotations

from collections.abc import Set

from fangcheng.actions import DISCARD, PASS, Action, Subsets
from fangcheng.engine.decide import asks
from fangcheng.engine.state import State
from fangcheng.engine.steps import Turn
from fangcheng.server.protocol import SwitchName


def switched(state: State, seat: int, on: Set[SwitchName]) -> Action | None:
    """The action that a seat's switches take, None where they leave it to the player."""
    asked, step = asks(state).get(seat, ()), state.step
    if not (on and asked) or isinstance(asked, Subsets):
        return None
    wins = [action for action in asked if action.verb == "win"]
    if wins:
        # A win is never given away: unless its own switch is on, the player is asked.
        return wins[0] if "win" in on else None
    if "no_claims" in on and step.seat != seat and PASS in asked and all(action.verb in _claims(state) for action in asked):
        return PASS
    if "discard_drawn" in on and isinstance(step, Turn) and step.drawn >= 0 and DISCARD[step.drawn >> 2] in asked:
        return DISCARD[step.drawn >> 2]
    return None


def _claims(state: State) -> Set[str]:
    return state.variant.claim_ranks.keys() | {PASS.verb}
