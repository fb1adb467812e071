"""`evolve`: how events change the state. It is the only mutation of a deal and validates nothing.

One function an event; a game adds functions for its own events, and for common ones where it keeps something of its own. The same
functions fold the full log and what a viewer was shown of it.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec

from fangcheng.engine.state import Folds, State
from fangcheng.engine.steps import Beginning, Claims, Dealing, Over, Robbing, Turn, Window, Won
from fangcheng.events import (
    Answered,
    Begin,
    Chow,
    Deal,
    Dice,
    Discard,
    Draw,
    Event,
    Exhausted,
    Kong,
    Pung,
    Settle,
    Start,
    Win,
)
from fangcheng.hand import Hand
from fangcheng.meld import Meld, MeldShape
from fangcheng.rules.options import parse_options
from fangcheng.rules.variant import Fold, Variant
from fangcheng.tiles import HIDDEN
from fangcheng.wall import Wall, deal_seed


def evolve(state: State, event: Event) -> None:
    """Fold one event into the state."""
    asked = state.asked
    state.asked = None
    for fold in state.folds[type(event)]:
        fold(state, event)
    if asked and type(event) is Answered:
        # What the others may do stays the same, so it need not be computed again.
        assert isinstance(state.step, Window)
        state.asked = state.step.still_asked(state, asked)


def begin_state(variant: Variant, start: Start) -> State:
    """The state that the first event of a log makes."""
    seed = deal_seed(bytes.fromhex(start.secret), start.entropy) if start.secret else b""
    state = State(variant, parse_options(variant.options_type, start.options), start, seed, Dealing())
    state.folds = folds_of(variant)
    state.step = variant.first_step(state) or state.step
    return state


@cache
def folds_of(variant: Variant) -> Folds:
    """The folds of every event of a game in their order: the common one, then the game's own."""
    both = (COMMON, variant.folds)
    return {event: tuple(folds[event] for folds in both if event in folds) for folds in both for event in folds}


def in_turn(first: Fold, second: Fold) -> Fold:
    """A fold that runs one fold and then another."""

    def both(state: State, event: Any) -> None:
        first(state, event)
        second(state, event)

    return both


def fold_deal(state: State, event: Deal) -> None:
    state.wall = Wall(event.wall, event.size, state.wall.stack)
    state.hands = [Hand(hand) if not hand or hand[0] != HIDDEN else Hand.opaque(len(hand)) for hand in event.hands]
    state.wall.take_first(sum(map(len, event.hands)))
    state.step = state.variant.after_deal(state) or Beginning()


def fold_begin(state: State, event: Begin) -> None:
    state.step = Turn(seat=event.seat, drawn=event.tile, source="deal")


def fold_draw(state: State, event: Draw) -> None:
    seat, tile = event.seat, event.tile
    state.wall.take(event.position)
    state.hands[seat].add(tile)
    state.step = Turn(seat=seat, drawn=tile, source=event.source, open=event.open)


def fold_discard(state: State, event: Discard) -> None:
    seat, tile = event.seat, event.tile
    state.hands[seat].remove(tile)
    state.rivers[seat].tiles.append(tile)
    state.discards[seat] += 1
    state.latest = seat
    state.step = Claims(tile=tile, source=seat)


def fold_chow(state: State, event: Chow) -> None:
    _claim(state, event, "chow", tuple(sorted((*event.tiles, event.claimed))))


def fold_pung(state: State, event: Pung) -> None:
    _claim(state, event, "pung", (*event.tiles, event.claimed))


def _claim(state: State, event: Chow | Pung, shape: Any, tiles: tuple[int, ...]) -> None:
    for tile in event.tiles:
        state.hands[event.seat].remove(tile)
    state.rivers[event.source].claim(event.claimed)
    state.melds[event.seat].append(Meld(shape, tiles, event.claimed, event.source))
    state.step = Turn(seat=event.seat, source="claim")


def fold_kong(state: State, event: Kong) -> None:
    turn = state.step
    lay_kong(state, event)
    if event.source < 0 and len(event.tiles) == 3:
        # Three kinds are replaced by nothing: the same turn goes on, without the drawn tile if that is among them.
        assert isinstance(turn, Turn)
        state.step = msgspec.structs.replace(turn, drawn=HIDDEN) if turn.drawn in event.tiles else turn
        return
    tile = event.claimed if event.source >= 0 else event.tiles[0] if len(event.tiles) == 1 else HIDDEN
    state.step = Robbing(seat=event.seat, tile=tile, source=event.source)


def lay_kong(state: State, event: Kong) -> None:
    """Set a kong out: claimed, added to a pung or to a three-kind kong, a single tile, concealed, or three kinds."""
    state.kongs += 1
    melds = state.melds[event.seat]
    for tile in event.tiles:
        state.hands[event.seat].remove(tile)
    if event.source >= 0:
        state.rivers[event.source].claim(event.claimed)
        melds.append(Meld("kong", (*event.tiles, event.claimed), event.claimed, event.source))
    elif len(event.tiles) == 1:
        _add_to_kong(melds, event.tiles[0])
    elif len(event.tiles) == 3:
        melds.append(Meld("three_kind_kong", event.tiles))
    else:
        melds.append(Meld("concealed_kong", event.tiles))


def _add_to_kong(melds: list[Meld], tile: int) -> None:
    kind = tile >> 2
    place = next((at for at, meld in enumerate(melds) if meld.shape in ("pung", "three_kind_kong") and kind in meld.kinds()), -1)
    if place < 0:
        melds.append(Meld("single_kong", (tile,)))
        return
    meld = melds[place]
    if meld.shape == "pung":
        melds[place] = Meld("kong", (*meld.tiles, tile), meld.claimed, meld.source)
    else:
        melds[place] = Meld("three_kind_kong", (*meld.tiles[:3], *sorted((*meld.tiles[3:], tile))))


def void_kong(state: State, seat: int, tile: int) -> None:
    """Undo a robbed kong: an added tile leaves its meld, the own tiles of a claimed one return to the hand; the tile goes to the river."""
    melds = state.melds[seat]
    place = next(at for at, meld in enumerate(melds) if meld.shape in ("kong", "three_kind_kong") and tile in meld.tiles)
    kong = melds[place]
    if kong.claimed == tile:
        del melds[place]
        for back in kong.tiles:
            if back != tile:
                state.hands[seat].add(back)
    else:
        shape: MeldShape = "pung" if kong.shape == "kong" else kong.shape
        melds[place] = Meld(shape, tuple(own for own in kong.tiles if own != tile), kong.claimed, kong.source)
    state.rivers[seat].tiles.append(tile)


def fold_dice(state: State, event: Dice) -> None:
    state.dice.append(event)


def fold_answered(state: State, event: Answered) -> None:
    assert isinstance(state.step, Window)
    state.step.answers[event.seat] = event.action


def fold_win(state: State, event: Win) -> None:
    for winner in event.wins:
        if not state.hands[winner.seat].known:
            state.hands[winner.seat] = Hand(winner.hand)
    first = event.wins[0]
    if first.by == "rob_kong":
        void_kong(state, first.source, first.tiles[0])
    state.win = event
    state.step = Won()


def fold_exhausted(state: State, event: Exhausted) -> None:
    state.step = Won()


def fold_settle(state: State, event: Settle) -> None:
    state.hands = [hand if hand.known else Hand(tiles) for hand, tiles in zip(state.hands, event.hands, strict=True)]
    if event.melds:
        state.melds = [list(melds) for melds in event.melds]
    state.settled = event
    state.step = Over()


COMMON: Final[dict[type[Event], Fold]] = {
    Deal: fold_deal,
    Begin: fold_begin,
    Draw: fold_draw,
    Discard: fold_discard,
    Chow: fold_chow,
    Pung: fold_pung,
    Kong: fold_kong,
    Dice: fold_dice,
    Answered: fold_answered,
    Win: fold_win,
    Exhausted: fold_exhausted,
    Settle: fold_settle,
}
