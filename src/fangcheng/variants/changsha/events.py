"""The events of Changsha mahjong beside the common ones, and what each does to the state."""

from __future__ import annotations

from typing import Final

from fangcheng.engine import reveal
from fangcheng.engine.birds import Birds, fold_birds
from fangcheng.engine.fold import in_turn
from fangcheng.engine.reveal import Locked, Reveal
from fangcheng.engine.state import State
from fangcheng.events import Answered, Chow, Dice, Draw, Event, Kong, Pung
from fangcheng.rules.variant import Fold
from fangcheng.variants.changsha import floats, kongs, last_tile, missed, openings
from fangcheng.variants.changsha.extra import ChangshaExtra


def fold_draw(state: State, event: Draw) -> None:
    """An own draw ends the bar of a missed win, and the second one the showing of an opening pattern."""
    extra: ChangshaExtra = state.extra
    extra.passed[event.seat] = 0
    if extra.shown[event.seat]:
        openings.close_shown(state, event.seat)


OWN_EVENTS: Final[tuple[type[Event], ...]] = (
    floats.Float,
    openings.Opening,
    kongs.Open,
    Reveal,
    Locked,
    last_tile.LastOffer,
    last_tile.LastTaken,
    last_tile.LastLaid,
    Birds,
)
FOLDS: Final[dict[type[Event], Fold]] = {
    floats.Float: floats.fold_float,
    openings.Opening: openings.fold_opening,
    Draw: fold_draw,
    Chow: missed.fold_claim,
    Pung: missed.fold_claim,
    Kong: missed.fold_claim,
    Answered: missed.fold_answered,
    kongs.Open: kongs.fold_open,
    Dice: kongs.fold_dice,
    Reveal: in_turn(reveal.fold_reveal, missed.fold_reveal),
    Locked: reveal.fold_locked,
    last_tile.LastOffer: last_tile.fold_last_offer,
    last_tile.LastTaken: last_tile.fold_last_taken,
    last_tile.LastLaid: last_tile.fold_last_laid,
    Birds: fold_birds,
}
