"""Why something is refused in the two-player game. Nothing here may depend on what the asking seat cannot know."""

from __future__ import annotations

from fangcheng.actions import Action
from fangcheng.engine.reasons import after_claim, to_win_on
from fangcheng.engine.state import State
from fangcheng.engine.steps import Turn
from fangcheng.rules.variant import Refused
from fangcheng.variants.two_player_frenzy import kongs, shapes
from fangcheng.variants.two_player_frenzy.extra import extra_of
from fangcheng.variants.two_player_frenzy.options import options_of
from fangcheng.variants.two_player_frenzy.phases import Split


def why_not(state: State, seat: int, action: Action) -> Refused | None:
    """The game's own reason, None where the common ones say enough."""
    if action.verb == "win":
        return _no_win(state, seat)
    if isinstance(state.step, Split):
        return Refused("nothing_but_win_in_split")
    if action.verb == "kong":
        return _no_kong(state, seat, action)
    if extra_of(state).ready[seat] and action.verb in ("discard", "ready", "pung", "chow"):
        return Refused("frozen_hand")
    if action.verb == "ready" and isinstance(state.step, Turn) and state.step.seat == seat:
        return _not_ready(state, seat, action)
    return None


def _no_win(state: State, seat: int) -> Refused:
    offer = to_win_on(state, seat)
    if isinstance(offer, Refused):
        return offer
    return Refused("kong_cannot_be_robbed" if offer.by == "rob_kong" else "not_complete")


def _no_kong(state: State, seat: int, action: Action) -> Refused | None:
    step = state.step
    if after_claim(state):
        return Refused("no_kong_after_claim")
    founding = len(action.tiles) == 3
    if state.wall.left < kongs.NEEDS and not founding:
        return Refused("too_few_tiles_left", {"left": state.wall.left})
    if extra_of(state).ready[seat]:
        return Refused("kong_changes_wait")
    if not isinstance(step, Turn) or step.seat != seat:
        return None
    own = kongs.own_of(state, step)
    if kongs.barred(own, options_of(state)):
        return Refused("kongs_barred_this_turn")
    return _no_founding(own, action) if founding else _no_addition(own, action)


def _no_founding(own: kongs.Own, action: Action) -> Refused | None:
    if action not in kongs.FOUND.values():
        return None
    return Refused("one_of_each_kind") if own.first else Refused("founding_on_first_turn_only")


def _no_addition(own: kongs.Own, action: Action) -> Refused | None:
    kind = action.tiles[0] if len(action.tiles) == 1 else -1
    if kind < 0 or not own.hand.counts[kind]:
        return None
    if any(kind in kongs.FOUNDINGS[name] for name in own.founded):
        return Refused("no_addition_in_founding_turn")
    joins = any(meld.shape in ("pung", "three_kind_kong") and kind in meld.kinds() for meld in own.melds)
    return Refused("drawn_tile_only") if joins else None


def _not_ready(state: State, seat: int, action: Action) -> Refused | None:
    hand = state.hands[seat]
    if len(action.tiles) != 1:
        return None
    if not hand.counts[action.tiles[0]]:
        return Refused("tile_not_in_hand")
    rest = hand.without((hand.any_tile(action.tiles[0]),))
    return Refused("ready_needs_single_wait", {"n": len(shapes.winning_kinds(rest, state.melds[seat]))})
