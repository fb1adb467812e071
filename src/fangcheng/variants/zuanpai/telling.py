"""What players of Zuanpai mahjong are shown beside the tiles: badges, facts of the table, and facts of their own hand."""

from __future__ import annotations

import functools
from typing import Any, Final

from fangcheng.engine.state import State
from fangcheng.engine.steps import Turn
from fangcheng.tiles import kind_name
from fangcheng.variants.zuanpai import geometry, refusals, settlement
from fangcheng.variants.zuanpai.cutting import first_stack
from fangcheng.variants.zuanpai.extra import extra_of
from fangcheng.variants.zuanpai.options import options_of
from fangcheng.variants.zuanpai.situation import situation_on, waits_on_all

WIND_BADGES: Final = ("east", "south", "west", "north")
FED_BADGES: Final = ("fed_east", "fed_south", "fed_west", "fed_north")
LIABLE_SOON: Final = 2  # melds fed to one seat


def badges(state: State, seat: int) -> list[dict[str, Any]]:
    """The seat's wind, the dealer's base, whom the seat has fed two melds or more, and to itself that it waits on every tile."""
    extra, options = extra_of(state), options_of(state)
    badges: list[dict[str, Any]] = [{"id": WIND_BADGES[seat]}]
    if seat == state.dealer:
        badges.append({"id": "base", "n": options.base(True, extra.continuation)})
    if seat == state.dealer and extra.continuation:
        badges.append({"id": "continuation", "n": extra.continuation})
    for other in state.others(seat) if options.bao != "off" else ():
        # Most have too few melds for it, and every view asks of every pair of seats.
        if len(melds := state.melds[other]) >= LIABLE_SOON and (number := len(settlement.fed(melds, seat))) >= LIABLE_SOON:
            badges.append({"id": FED_BADGES[other], "n": number})
    return [*badges, {"id": "any_tile"}] if _waits_on_all(state, seat) else badges


def table_facts(state: State) -> dict[str, Any]:
    """What the tiles are, the dealer's base, and where on the table the wall was cut and the indicator lies."""
    extra = extra_of(state)
    facts: dict[str, Any] = {
        "continuation": extra.continuation,
        "dealer_base": options_of(state).base(True, extra.continuation),
    }
    if extra.roles:
        role = extra.roles
        facts["wild"], facts["indicator"] = kind_name(role.wild), kind_name(extra.indicator >> 2)
        facts["stand_in"] = kind_name(role.stand_in) if role.stand_in >= 0 else None
        facts["kong_tiles"] = [kind_name(kind) for kind in role.kongs]
    if len(state.dice) >= 2:
        first = first_stack(state)
        facts["cut"] = _place(first)
        if extra.position >= 0:
            facts["turned_at"] = _place((first + extra.position // 2) % geometry.STACKS)
    return facts


@functools.cache
def _place(stack: int) -> dict[str, Any]:
    return geometry.place_of(stack)._asdict()


def own_facts(state: State, seat: int) -> dict[str, Any]:
    """What a seat should know of its own hand: whether it waits on every tile, and as ``hint`` why a complete hand may not win."""
    extra, step = extra_of(state), state.step
    if seat < 0 or not extra.roles or not state.hands[seat].known:
        return {}
    if isinstance(step, Turn) and step.seat == seat and step.source != "claim":
        hint = refusals.dark_win(situation_on(state, step))
        return {"hint": hint.code} if hint else {}
    return {"any_tile": _waits_on_all(state, seat)} if state.hands[seat].size % 3 == 1 else {}


def _waits_on_all(state: State, seat: int) -> bool:
    """Whether a seat whose hand is known waits on every tile (跑风) while the deal goes on."""
    hand, roles = state.hands[seat], extra_of(state).roles
    return bool(roles and not state.win and hand.known and hand.size % 3 == 1 and waits_on_all(hand, roles))
