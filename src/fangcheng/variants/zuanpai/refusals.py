"""Why something cannot be done in Zuanpai mahjong, as far as the game itself is the reason."""

from __future__ import annotations

from fangcheng.actions import Action
from fangcheng.engine.state import State
from fangcheng.engine.steps import Claims, Turn
from fangcheng.rules.facts import told_wild
from fangcheng.rules.variant import Refused, WinFacts
from fangcheng.tiles import HIDDEN, kind_name
from fangcheng.variants.zuanpai import elements
from fangcheng.variants.zuanpai.extra import roles
from fangcheng.variants.zuanpai.options import ZuanpaiOptions, options_of
from fangcheng.variants.zuanpai.roles import roles_of
from fangcheng.variants.zuanpai.situation import Situation, situation_of, situation_on


def why_not(state: State, seat: int, action: Action) -> Refused | None:
    """The game's own reason against an action that is not on offer, None where it has none."""
    step = state.step
    if isinstance(step, Turn) and step.seat == seat:
        if action.verb == "win":
            return _no_win(state, step)
        if action.verb == "kong":
            return _no_kong(state, step, action)
        if action.verb == "discard":
            return _no_discard(state, step, action)
    if isinstance(step, Claims):
        return _no_claim(state, step, seat, action)
    return None


def dark_win(win: Situation) -> Refused | None:
    """Why a complete hand may not win (杠亮胡不亮 and 有钻必须见字胡), None where it may or is not complete."""
    if not win.complete or elements.wins(win):
        return None
    return Refused("wild_goes_out_first") if win.must_kong else Refused("wild_needs_any_tile")


def why_no_win(options: ZuanpaiOptions, facts: WinFacts) -> Refused:
    """Why plain facts are no win."""
    if facts.by != "self_draw":
        return Refused("self_draw_only")
    wild = told_wild(facts.context)
    if wild == HIDDEN:
        return Refused("wild_not_told")
    impossible = next((meld for meld in facts.melds if not roles_of(wild).can_lie(meld)), None)
    if impossible:
        return Refused("no_meld_beside_wild", {"meld": str(impossible), "wild": kind_name(wild)})
    win = situation_of(options, facts)
    return _why_none(win) if win else Refused("not_complete")


def _why_none(win: Situation) -> Refused:
    return dark_win(win) or (Refused("kong_tile_in_hand") if win.blocked else Refused("not_complete"))


def _no_win(state: State, turn: Turn) -> Refused:
    if turn.source == "claim":
        return Refused("no_win_after_claim")
    return _why_none(situation_on(state, turn))


def _no_kong(state: State, turn: Turn, action: Action) -> Refused | None:
    if turn.source == "claim":
        return Refused("no_kong_after_claim")
    if not state.wall.left:
        return Refused("no_replacement_left")
    if roles(state).wild in action.tiles and state.hands[turn.seat].counts[roles(state).wild]:
        return Refused("wilds_stay") if options_of(state).wild_kong_rule == "off" else Refused("wild_kong_needs_any_tile")
    return None


def _no_discard(state: State, turn: Turn, action: Action) -> Refused | None:
    role, counts = roles(state), state.hands[turn.seat].counts
    kind = action.tiles[0] if len(action.tiles) == 1 else -1
    if kind < 0 or not counts[kind] or not state.wall.left:
        return None
    return Refused("kong_tile_stays") if kind in role.kongs else Refused("wild_stays") if kind == role.wild else None


def _no_claim(state: State, claims: Claims, seat: int, action: Action) -> Refused | None:
    role = roles(state)
    if action.verb == "win":
        return Refused("self_draw_only")
    if action.verb == "chow":
        if seat != state.next_seat(claims.source):
            return Refused("chow_from_previous_only")
        if not options_of(state).chow:
            return Refused("no_chows")
        if role.wild in action.tiles:
            return Refused("wild_in_no_meld")
        if action in state.variant.chows(state, seat, claims.tile >> 2):
            return Refused("only_kong_tiles_left")
    if action.verb == "pung" and state.hands[seat].counts[claims.tile >> 2] >= 2:
        return Refused("only_kong_tiles_left")
    return None
