"""Events of the two-player game beside the common ones, and what they do to the state."""

from __future__ import annotations

from typing import Final

import msgspec

from fangcheng.engine.ready import Ready, ReadyExtra, fold_ready
from fangcheng.engine.state import State
from fangcheng.engine.steps import Beginning, Frozen, Turn
from fangcheng.events import Chow, Deal, Dice, Discard, Draw, Event, Kong, Pung, Viewer, Win
from fangcheng.rules.variant import Fold
from fangcheng.tiles import FLOWERS, HIDDEN, kinds_of
from fangcheng.variants.two_player_frenzy.aside import put_back, set_aside
from fangcheng.variants.two_player_frenzy.kongs import founding_of
from fangcheng.variants.two_player_frenzy.phases import Due, Looking, Split, coming


class Break(Event, frozen=True):
    """The dealer throws the dice for the break of the wall; they decide nothing."""

    seat: int
    dice: tuple[int, ...]


class TreasureRoll(Event, frozen=True, tag="treasure_roll"):
    """Dice choose the treasure (宝牌), which is set aside face down; nobody sees it yet.

    tile   the treasure, HIDDEN when every tile left is of a dead kind: then there is none
    hole   position in the wall that is empty now, -1 for none
    place  where the treasure itself lay; not to be known, see aside.py
    """

    seat: int
    dice: tuple[int, ...]
    tile: int = HIDDEN
    hole: int = -1
    place: int = -1

    def seen_by(self, viewer: Viewer) -> Event:
        return msgspec.structs.replace(self, tile=HIDDEN, place=-1)


class TreasureChange(TreasureRoll, frozen=True, tag="treasure_change"):
    """The treasure's kind is dead: it returns to its place in the wall, and dice choose another one (换宝)."""


class TreasureLook(Event, frozen=True, tag="treasure_look"):
    """A declared seat looks at the treasure."""

    seat: int
    tile: int

    def seen_by(self, viewer: Viewer) -> Event:
        return self if self.seat in viewer.eyes else TreasureLook(self.seat, HIDDEN)


class SplitTiles(Event, frozen=True, tag="split"):
    """The last two tiles are split (分张), beginning with this seat."""

    seat: int


class Disclosed(Event, frozen=True):
    """The deal is over: the treasure is turned up, HIDDEN where there was none, and the tiles that were not in play are shown."""

    tile: int
    unused: tuple[int, ...]


class FrenzyExtra(ReadyExtra):
    """What the two-player game keeps beside the common state.

    broken      the throw for the break, () before it
    first_turn  seats that have neither discarded nor claimed
    founded     three-kind kongs made in the present turn
    discarded   how often each kind has been discarded, claimed discards included
    rolled      whether a treasure has been rolled for in this deal
    treasure    the tile set aside; HIDDEN for who has not looked, and where there is none
    hole        its position in the wall, -1 where there is none
    seen        seats that have looked at the present treasure
    open        whether the treasure lies face up
    dealt       the wall as it was built; secret
    splitting   whether the last two tiles are being split
    shares      seats and the tile that each got of the last two, HIDDEN for who does not see it
    won         the tile that a hand was won with, which is no part of the hand
    unused      the tiles that were not in play, None before they are shown
    """

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.broken: tuple[int, ...] = ()
        self.first_turn = [True] * seats
        self.founded: tuple[str, ...] = ()
        self.discarded = [0] * FLOWERS
        self.rolled = False
        self.treasure = HIDDEN
        self.hole = -1
        self.seen = [False] * seats
        self.open = False
        self.dealt: tuple[int, ...] = ()
        self.splitting = False
        self.shares: dict[int, int] = {}
        self.won: tuple[int, ...] = ()
        self.unused: tuple[int, ...] | None = None

    def masked(self, viewer: Viewer) -> FrenzyExtra:
        known = self.copy()
        known.waits, known.dealt = viewer.own(self.waits, ()), ()
        if not self.open and not any(self.seen[seat] for seat in viewer.eyes):
            known.treasure = HIDDEN
        known.shares = {seat: tile if viewer.sees(seat) else HIDDEN for seat, tile in self.shares.items()}
        return known


def extra_of(state: State) -> FrenzyExtra:
    """The game's own part of a state."""
    assert isinstance(state.extra, FrenzyExtra)
    return state.extra


def fold_deal(state: State, event: Deal) -> None:
    extra_of(state).dealt = event.wall


def fold_break(state: State, event: Break) -> None:
    extra_of(state).broken = event.dice
    state.step = Beginning()


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
    extra.founded = ()


def fold_claim(state: State, event: Chow | Pung) -> None:
    extra_of(state).first_turn[event.seat] = False  # R13


def fold_kong(state: State, event: Kong) -> None:
    extra = extra_of(state)
    if event.source >= 0:
        extra.first_turn[event.seat] = False
    elif len(event.tiles) == 3:
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


def fold_look(state: State, event: TreasureLook) -> None:
    extra = extra_of(state)
    extra.seen[event.seat] = True
    if event.tile != HIDDEN:
        extra.treasure = event.tile
    state.step = Looking(seat=event.seat, source=coming(state).source)


def fold_split(state: State, event: SplitTiles) -> None:
    extra_of(state).splitting = True
    state.step = Due(seat=event.seat)


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
