"""What people are told of a Guobiao deal beside the common view: badges, tiles in the middle, facts by name, reasons of refusals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fangcheng.actions import Action
from fangcheng.engine.state import State
from fangcheng.engine.steps import Window
from fangcheng.events import Viewer
from fangcheng.rules.variant import Refused
from fangcheng.tiles import HIDDEN, format_kinds, kind_name, kinds_of
from fangcheng.variants.guobiao.extra import extra_of
from fangcheng.variants.guobiao.phases import MOST_EXCHANGED, Exchanging, Fishing, HorsePicking, Staking
from fangcheng.variants.guobiao.settlement import horse_seat


def badges(state: State, seat: int) -> list[dict[str, Any]]:
    """The stake where it is raised, and a ready declaration."""
    extra = extra_of(state)
    found: list[dict[str, Any]] = [{"id": "stake", "n": extra.stakes[seat]}] if extra.stakes[seat] > 1 else []
    if extra.ready[seat]:
        found.append({"id": "heavenly_ready" if extra.first_ready[seat] else "ready"})
    return found


def centre(state: State) -> list[dict[str, Any]]:
    """The indicator, the wild kind, the row of horses with the seat each stands for, the tiles to fish from."""
    extra = extra_of(state)
    groups: list[dict[str, Any]] = []
    if extra.indicator != HIDDEN:
        groups.append({"id": "indicator", "tiles": [extra.indicator]})
    if extra.wild != HIDDEN:
        groups.append({"id": "wild", "tiles": [extra.wild * 4]})
    if extra.row:
        # In the order in which they are offered.
        row = sorted(extra.row)
        seats = [horse_seat(kind, state.dealer, state.seats) for kind in row]
        groups.append({"id": "horse_row", "tiles": [kind * 4 for kind in row], "seats": seats})
    if isinstance(state.step, Fishing):
        groups.append({"id": "fish", "tiles": [HIDDEN] * 4})
    elif extra.catch:
        groups.append({"id": "fish", "tiles": [kind * 4 for kind in extra.catch], "picked": [extra.caught]})
    return groups


def shown(state: State, seat: int) -> list[dict[str, Any]]:
    """The horses that a seat has backed: to himself at once, to everybody at the end."""
    picks = extra_of(state).picks[seat]
    return [{"id": "horses", "tiles": [kind * 4 for kind in picks]}] if picks else []


def facts(state: State, viewer: Viewer) -> dict[str, Any]:
    """Further facts of a view by name."""
    extra = extra_of(state)
    # Of an open window the viewer's own answers alone are known here.
    picking, choosing = _answers(state, HorsePicking), _answers(state, Exchanging)
    picks = [picking[seat].tiles if seat in picking else kinds for seat, kinds in enumerate(extra.picks)]
    staked = _answers(state, Staking)
    found: dict[str, Any] = {
        "stakes": extra.stakes if extra.stakes_known else [staked[seat].number if seat in staked else None for seat in range(state.seats)],
        "special": extra.special,
        "ready": extra.ready,
        "horses": [None if kinds is None else [kind_name(kind) for kind in kinds] for kinds in picks],
        "peek": [target if target >= 0 else None for target in extra.peeks],
    }
    if extra.wild != HIDDEN:
        found["wild"] = kind_name(extra.wild)
    if extra.given is not None:
        found["exchanged"] = [format_kinds(kinds_of(tiles)) for tiles in extra.given]
    elif choosing:
        found["exchanged"] = [format_kinds(choosing[seat].tiles) if seat in choosing else None for seat in range(state.seats)]
    return found


def _answers(state: State, window: type[Window]) -> Mapping[int, Action]:
    """The known answers to a window of a kind, none while another step stands."""
    return state.step.answers if isinstance(state.step, window) else {}


def why_not(state: State, seat: int, action: Action, asked: Sequence[Action]) -> Refused | None:
    """The game's own reason against an action that is not on offer, None where it has none."""
    extra = extra_of(state)
    if action.verb == "peek" and extra.special == "peek":
        return Refused("already_peeked") if extra.peeks[seat] >= 0 else Refused("peek_at_another")
    if action.verb == "raise" and action.number == 4 and any(offer.verb == "raise" for offer in asked):
        return Refused("stake_of_dealer")
    if action.verb == "horses" and isinstance(state.step, HorsePicking):
        return Refused("horses_of_row")
    if action.verb == "exchange" and isinstance(state.step, Exchanging):
        many = len(action.tiles) > MOST_EXCHANGED
        return Refused("too_many_exchanged", {"most": MOST_EXCHANGED}) if many else Refused("tile_not_in_hand")
    if extra.ready[seat] and action.verb in ("chow", "pung", "kong", "discard", "ready"):
        return Refused("ready_hand")
    if action.verb == "ready" and any(offer.verb == "discard" for offer in asked):
        return Refused("not_ready")
    return None
