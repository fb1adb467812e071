"""Why something cannot be done in Anhua mahjong, as far as the game itself is the reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fangcheng.actions import Action
from fangcheng.engine.reasons import after_claim, to_win_on
from fangcheng.engine.reveal import RevealClaims, RevealSelf
from fangcheng.engine.state import State
from fangcheng.engine.steps import Claims, OnOffer, Turn
from fangcheng.hand import Hand
from fangcheng.meld import Meld
from fangcheng.rules.variant import Refused, WinFacts
from fangcheng.tiles import HIDDEN, kind_name
from fangcheng.variants.anhua import elements
from fangcheng.variants.anhua.extra import RESERVE, extra_of
from fangcheng.variants.anhua.options import AnhuaOptions, options_of
from fangcheng.variants.anhua.ready import ReadyWindow

WILDS_KEEP: Final = 3
"""With so many wilds in hand nobody wins on another's tile."""


def why_not(state: State, seat: int, action: Action) -> Refused | None:
    """The game's own reason against an action that is not on offer, None where it has none."""
    step = state.step
    if action.verb == "win":
        return _no_win(state, seat)
    if action.verb == "ready":
        if seat == state.dealer:
            return Refused("dealer_never_declares")
        return Refused("not_ready") if isinstance(step, ReadyWindow) else Refused("ready_is_over")
    if action.verb == "kong":
        return _no_kong(state, seat, action)
    if action.verb in ("chow", "pung", "discard") and extra_of(state).frozen(seat):
        return Refused("frozen_hand")
    if action.verb == "chow" and isinstance(step, Claims) and seat != state.next_seat(step.source):
        return Refused("chow_from_previous_only")
    if action.verb in ("chow", "pung") and isinstance(step, RevealClaims):
        return Refused("kong_tiles_only_win")
    return None


def _no_kong(state: State, seat: int, action: Action) -> Refused | None:
    step, kind = state.step, action.tiles[0] if len(action.tiles) == 1 else HIDDEN
    if isinstance(step, RevealClaims | RevealSelf):
        return Refused("kong_tiles_only_win")
    claimed = isinstance(step, Claims) and state.hands[seat].counts[step.tile >> 2] == 3
    own = isinstance(step, Turn) and step.seat == seat and kind in state.variant.own_kongs(state, seat)
    if not (claimed or own):
        return None
    if state.wall.left <= RESERVE:
        return Refused("too_few_tiles_left", {"left": state.wall.left})
    if after_claim(state) and not options_of(state).kong_after_claim:
        return Refused("no_kong_after_claim")
    if extra_of(state).frozen(seat) and not (isinstance(step, Turn) and kind == step.drawn >> 2):
        return Refused("frozen_hand")
    return Refused("not_ready_after_kong")


def _no_win(state: State, seat: int) -> Refused:
    offer = to_win_on(state, seat)
    return offer if isinstance(offer, Refused) else though_complete(state, seat, offer) or Refused("not_complete")


def though_complete(state: State, seat: int, offer: OnOffer) -> Refused | None:
    """Why a hand that has the shape of a win with a tile on offer, and is not offered the win, may not win; None without the shape."""
    step, complete = state.step, [tile >> 2 for tile in offer.tiles if _complete(state, seat, tile)]
    if not complete:
        return None
    if isinstance(step, Turn | RevealSelf):
        return Refused("needs_258_pair")
    passed = [kind for kind in complete if kind in extra_of(state).passed[seat]]
    if passed:
        return Refused("missed_win", {"tile": kind_name(passed[0])})
    if state.hands[seat].counts[extra_of(state).wild] >= WILDS_KEEP:
        return Refused("three_wilds_only_self_draw")
    if isinstance(step, Claims) and any(_wins_softly(state, seat, kind) for kind in complete):
        return Refused("soft_small_win_only_self_draw")
    return Refused("needs_258_pair")


def _complete(state: State, seat: int, tile: int) -> bool:
    """Whether the hand has the shape of a win with a tile; on the own turn the tile is in it already."""
    kind = HIDDEN if isinstance(state.step, Turn) else tile >> 2
    return _has_shape(state.hands[seat], state.melds[seat], kind, extra_of(state).kinds(), isinstance(state.step, RevealSelf))


def _has_shape(hand: Hand, melds: Sequence[Meld], win: int, kinds: tuple[int, int], own: bool) -> bool:
    """Whether a hand that does not win has the shape of a win with a tile (HIDDEN: as it is), so that its pair or the way is wrong.

    A self-drawn tile (`own`) is looked at as part of the hand: hands that could only be a black heaven have no shape.
    """
    whole = hand.plus(win) if own and win != HIDDEN else hand
    return whole is not None and elements.might_win(whole, melds, HIDDEN if own else win, kinds, False)


def why_no_win(options: AnhuaOptions, facts: WinFacts) -> Refused:
    """Why plain facts are no win; `context` has the kinds of the wild and the indicator."""
    kinds, own = (facts.context["wild"], facts.context["indicator"]), facts.by == "self_draw"
    if not _has_shape(facts.hand, facts.melds, facts.win, kinds, own):
        return Refused("not_complete")
    if own:
        return Refused("needs_258_pair")
    if facts.hand.counts[kinds[0]] >= WILDS_KEEP:
        return Refused("three_wilds_only_self_draw")
    softly = elements.score_win(options, facts._replace(flags=facts.flags | {"discarder_ready"}))
    return Refused("soft_small_win_only_self_draw" if softly else "needs_258_pair")


def _wins_softly(state: State, seat: int, kind: int) -> bool:
    """Whether only the rule for soft small wins stands against a win on a discard: from a declared player it would be one (R11)."""
    wild, indicator = extra_of(state).kinds()
    context, flags = {"wild": wild, "indicator": indicator}, frozenset({"discarder_ready"})
    facts = WinFacts(state.hands[seat], state.melds[seat], kind, "discard", flags, context)
    return elements.score_win(options_of(state), facts) is not None
