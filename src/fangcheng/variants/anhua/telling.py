"""What a player of Anhua mahjong should know of his own hand."""

from __future__ import annotations

from fangcheng.engine.reasons import to_win_on
from fangcheng.engine.state import State
from fangcheng.engine.steps import Turn, Window
from fangcheng.rules.variant import Refused
from fangcheng.variants.anhua import refusals, wins
from fangcheng.variants.anhua.ready import ReadyWindow, has_one_draw


def own_facts(state: State, seat: int) -> dict[str, str]:
    """As ``hint`` why a complete hand may not win on what lies before it, or that a declaration would leave the hand one draw."""
    step = state.step
    if seat < 0 or not state.hands[seat].known or (isinstance(step, Window) and seat in step.answers):
        return {}
    if isinstance(step, ReadyWindow):
        return {"hint": "black_wins_first_draw_only"} if seat != state.dealer and has_one_draw(state, seat) else {}
    if isinstance(step, Turn) and step.seat != seat:
        return {}
    why = _why_it_does_not_win(state, seat)
    return {"hint": why.code} if why else {}


def _why_it_does_not_win(state: State, seat: int) -> Refused | None:
    """Why a complete hand does not win; None where it does, is not complete, or has nothing to win on."""
    offer = to_win_on(state, seat)
    if isinstance(offer, Refused):
        return None
    why = refusals.though_complete(state, seat, offer)
    return None if why is None or wins.best(state, seat, offer.tiles, offer.by) else why
