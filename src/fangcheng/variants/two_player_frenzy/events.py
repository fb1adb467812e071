"""The events of the two-player game beside the common ones, and what each does to the state."""

from __future__ import annotations

from typing import Final

import msgspec

from fangcheng.engine.ready import Ready, fold_ready
from fangcheng.engine.state import State
from fangcheng.engine.steps import Frozen, Turn
from fangcheng.events import Chow, Deal, Dice, Discard, Draw, Event, Kong, Pung, Win
from fangcheng.rules.variant import Fold
from fangcheng.tiles import kinds_of
from fangcheng.variants.two_player_frenzy.aside import put_back, set_aside
from fangcheng.variants.two_player_frenzy.extra import extra_of
from fangcheng.variants.two_player_frenzy.kongs import founding_of
from fangcheng.variants.two_player_frenzy.phases import Break, Split, SplitTiles, coming, fold_break, fold_look, fold_split
from fangcheng.variants.two_player_frenzy.treasure import TreasureChange, TreasureLook, TreasureRoll


class Disclosed(Event, frozen=True):
    """The deal is over: the treasure is turned up, HIDDEN where there was none, and the tiles that were not in play are shown."""

    tile: int
    unused: tuple[int, ...]


def fold_deal(state: State, event: Deal) -> None:
    extra_of(state).dealt = event.wall


def fold_draw(state: State, event: Draw) -> None:
    extra = extra_of(state)
    if extra.splitting:
        extra.shares[event.seat] = event.tile
        state.step = Split(seat=event.seat, drawn=event.tile)
    elif extra.ready[event.seat]:
        state.step = Frozen(seat=event.seat, drawn=event.tile, source=event.source)


def fold_discard(state: State, event: Discard) -> None:
    extra = extra_of(state)
    extra.discarded[event.tile >> 2] += 1
    extra.first_turn[event.seat] = False
    extra.founded = ()  # R16


def fold_claim(state: State, event: Chow | Pung) -> None:
    extra_of(state).first_turn[event.seat] = False  # R13


def fold_kong(state: State, event: Kong) -> None:
    extra = extra_of(state)
    if event.source >= 0:
        extra.first_turn[event.seat] = False
    elif len(event.tiles) == 3:  # R14: nothing replaces them
        extra.founded = (*extra.founded, founding_of(kinds_of(event.tiles)))
        assert isinstance(state.step, Turn)
        if state.step.source == "tail":
            # R22: a win right after founding is no win on the replacement of a kong made before.
            state.step = msgspec.structs.replace(state.step, source="head")


def fold_roll(state: State, event: TreasureRoll) -> None:
    extra = extra_of(state)
    step = state.step if isinstance(state.step, Turn) else coming(state)
    if extra.hole >= 0:
        put_back(state.wall, extra.hole, extra.dealt)
    if event.hole >= 0:
        set_aside(state.wall, event.hole, event.place)
    extra.rolled, extra.treasure, extra.hole, extra.seen = True, event.tile, event.hole, [False] * state.seats
    state.dice.append(Dice(event.seat, event.dice))
    state.step = step


def fold_win(state: State, event: Win) -> None:
    """The winning tile lies apart from the hand: the drawn one, or the treasure where it lies already."""
    winner, extra = event.wins[0], extra_of(state)
    if winner.by != "self_draw" or not winner.tiles:
        return
    tile = winner.tiles[0]
    if tile in winner.hand:
        state.hands[winner.seat].remove(tile)
        extra.won = winner.tiles
    else:
        extra.treasure, extra.open = tile, True


def fold_disclosed(state: State, event: Disclosed) -> None:
    extra = extra_of(state)
    extra.treasure, extra.open, extra.unused = event.tile, True, event.unused


OWN_EVENTS: Final[tuple[type[Event], ...]] = (Break, Ready, TreasureRoll, TreasureLook, TreasureChange, SplitTiles, Disclosed)
FOLDS: Final[dict[type[Event], Fold]] = {
    Deal: fold_deal,
    Break: fold_break,
    Draw: fold_draw,
    Ready: fold_ready,
    Discard: fold_discard,
    Chow: fold_claim,
    Pung: fold_claim,
    Kong: fold_kong,
    TreasureRoll: fold_roll,
    TreasureChange: fold_roll,
    TreasureLook: fold_look,
    SplitTiles: fold_split,
    Win: fold_win,
    Disclosed: fold_disclosed,
}
