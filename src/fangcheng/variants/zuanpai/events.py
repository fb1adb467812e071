"""The events of Zuanpai mahjong beside the common ones, and what each does to the state."""

from __future__ import annotations

from typing import Final

from fangcheng.engine.indicator import Indicator
from fangcheng.engine.state import State
from fangcheng.events import Chow, Dice, Discard, Event, Kong
from fangcheng.meld import Meld
from fangcheng.rules.variant import Fold
from fangcheng.variants.zuanpai.cutting import fold_dice, fold_indicator
from fangcheng.variants.zuanpai.extra import extra_of, roles


def fold_chow(state: State, event: Chow) -> None:
    """The stand-in lies where its face belongs."""
    melds, face = state.melds[event.seat], roles(state).face
    chow = melds[-1]
    melds[-1] = Meld("chow", tuple(sorted(chow.tiles, key=lambda tile: face(tile >> 2))), chow.claimed, chow.source)


def fold_kong(state: State, event: Kong) -> None:
    extra_of(state).chain += 1


def fold_discard(state: State, event: Discard) -> None:
    extra_of(state).chain = 0


OWN_EVENTS: Final[tuple[type[Event], ...]] = (Indicator,)
FOLDS: Final[dict[type[Event], Fold]] = {
    Dice: fold_dice,
    Indicator: fold_indicator,
    Chow: fold_chow,
    Kong: fold_kong,
    Discard: fold_discard,
}
