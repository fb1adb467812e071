"""What players of Changsha mahjong are told beside the tiles: why something is refused, badges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fangcheng.actions import CLAIM_KONG, Action
from fangcheng.engine.decide import asks
from fangcheng.engine.reasons import to_win_on
from fangcheng.engine.state import State
from fangcheng.rules.variant import Refused, WinFacts
from fangcheng.variants.changsha import elements, openings, wins
from fangcheng.variants.changsha.extra import extra_of
from fangcheng.variants.changsha.floats import Floating
from fangcheng.variants.changsha.kongs import OPEN_NEEDS, SUPPLEMENT_NEEDS


def why_not(state: State, seat: int, action: Action, asked: Sequence[Action]) -> Refused | None:
    """Why an action is refused, where the reason is one of this game's own."""
    if action.verb == "win":
        return _why_no_win(state, seat)
    if action.verb in ("kong", "open") and state.wall.left < (OPEN_NEEDS if action.verb == "open" else SUPPLEMENT_NEEDS):
        return Refused("too_few_tiles_left", {"left": state.wall.left})
    if action.verb in ("kong", "pung", "chow", "discard") and extra_of(state).locked[seat]:
        return Refused("locked_hand")
    if action.verb == "open" and asked and _holds_quad(state, seat, action):
        return Refused("not_ready_after_kong")
    return None


def _holds_quad(state: State, seat: int, action: Action) -> bool:
    if not action.tiles:
        return CLAIM_KONG in asks(state).get(seat, ())
    return action.tiles[0] < 27 and action.tiles[0] in state.variant.own_kongs(state, seat)


def _why_no_win(state: State, seat: int) -> Refused:
    offer = to_win_on(state, seat)
    if isinstance(offer, Refused):
        return offer
    if not wins.looks_like_win(state, seat, offer.tiles):
        return Refused("not_complete")
    score = state.variant.judge(state, seat, *offer)
    if score is None:
        return Refused("small_win_needs_258_pair")
    if offer.source >= 0 and extra_of(state).passed[seat]:
        return Refused("missed_win", {"points": extra_of(state).passed[seat]})
    return Refused("kong_cannot_be_robbed")


def why_no_win(facts: WinFacts) -> Refused:
    """Why plain facts are no win."""
    if facts.by == "opening":
        return Refused("no_opening_pattern")
    if not elements.looks_complete(facts.hand, facts.melds, facts.win):
        return Refused("not_complete")
    return Refused("small_win_needs_258_pair")


def floats(state: State) -> list[int | None]:
    """The float of each seat as far as it is known: until all are in, of the answers the viewer's own."""
    answers = state.step.answers if isinstance(state.step, Floating) else {}
    return [answers[seat].number if seat in answers else level if level >= 0 else None for seat, level in enumerate(extra_of(state).float)]


def badges(state: State, seat: int) -> list[dict[str, Any]]:
    """A locked hand, the float, and opening patterns."""
    extra = extra_of(state)
    badges: list[dict[str, Any]] = [{"id": "locked"}] if extra.locked[seat] else []
    if extra.float[seat] > 0:
        badges.append({"id": "float", "n": extra.float[seat]})
    # Who is asked about his opening patterns must see which they are; only his own hand is known to his view.
    undeclared = isinstance(state.step, openings.Openings) and state.hands[seat].known and not extra.openings[seat]
    patterns = openings.patterns_of(state, seat) if undeclared else extra.openings[seat]
    return badges + [{"id": pattern} for pattern in patterns]
