"""The events of Anhua mahjong beside the common ones, and what each does to the state."""

from __future__ import annotations

from typing import Final

from fangcheng.engine import reveal
from fangcheng.engine.birds import Birds, fold_birds
from fangcheng.engine.fold import in_turn
from fangcheng.engine.indicator import Indicator
from fangcheng.engine.reveal import Locked, Reveal
from fangcheng.engine.state import State
from fangcheng.events import Answered, Chow, Deal, Dice, Draw, Event, Kong, Pung
from fangcheng.rules.variant import Fold
from fangcheng.variants.anhua import indicator, kongs, missed
from fangcheng.variants.anhua.extra import RESERVE, extra_of
from fangcheng.variants.anhua.ready import Ready, fold_ready


def fold_draw(state: State, event: Draw) -> None:
    extra = extra_of(state)
    extra.passed[event.seat] = ()
    if state.wall.left == RESERVE:
        extra.last_drawer = event.seat
    if event.position == extra.indicator_at:
        extra.indicator_at = -1


def fold_reveal(state: State, event: Reveal) -> None:
    """Section 5: the hand is locked from the flip on, whether or not it wins on one of the tiles."""
    extra = extra_of(state)
    extra.passed[event.seat], extra.locked[event.seat] = (), True
    indicator.leave(state, event.positions)


def fold_bird_places(state: State, event: Birds) -> None:
    indicator.leave(state, event.positions)


OWN_EVENTS: Final[tuple[type[Event], ...]] = (Indicator, Ready, kongs.Rob, Reveal, Locked, Birds)
FOLDS: Final[dict[type[Event], Fold]] = {
    Deal: indicator.fold_deal,
    Indicator: indicator.fold_indicator,
    Ready: fold_ready,
    Draw: fold_draw,
    Chow: missed.fold_claim,
    Pung: missed.fold_claim,
    Kong: missed.fold_claim,
    Answered: missed.fold_answered,
    kongs.Rob: kongs.fold_rob,
    Dice: kongs.fold_dice,
    Reveal: in_turn(reveal.fold_reveal, fold_reveal),
    Locked: reveal.fold_locked,  # R37, R61
    Birds: in_turn(fold_birds, fold_bird_places),
}
