"""How the events of the Guobiao game change its state."""

from __future__ import annotations

from typing import Final

from fangcheng.engine.ready import Ready, fold_ready
from fangcheng.engine.state import State
from fangcheng.engine.steps import Dealing
from fangcheng.events import Deal, Dice, Event
from fangcheng.rules.variant import Fold
from fangcheng.variants.guobiao import phases
from fangcheng.variants.guobiao.events import Exchange, Fish, FishOffer, HorseRow, Horses, HorsesShown, Peek, Special, Stakes, Wild
from fangcheng.variants.guobiao.extra import extra_of
from fangcheng.variants.guobiao.peeking import fold_peek
from fangcheng.wall import Wall


def fold_stakes(state: State, event: Stakes) -> None:
    extra = extra_of(state)
    extra.stakes, extra.stakes_known = list(event.values), True
    state.step = phases.Throwing(seat=state.dealer)


def fold_dice(state: State, event: Dice) -> None:
    state.step = phases.Announcing()


def fold_special(state: State, event: Special) -> None:
    extra_of(state).special = event.special
    state.step = Dealing()


def fold_deal(state: State, event: Deal) -> None:
    state.step = phases.next_phase(state)


def fold_wild(state: State, event: Wild) -> None:
    extra = extra_of(state)
    extra.wild, extra.wild_known, extra.indicator = event.kind, True, event.tile
    if event.position >= 0:
        state.wall.take(event.position)
    state.step = phases.next_phase(state)


def fold_row(state: State, event: HorseRow) -> None:
    extra_of(state).row = event.kinds
    state.step = phases.HorsePicking()


def fold_horses(state: State, event: Horses) -> None:
    extra = extra_of(state)
    extra.picks, extra.picked = list(event.picks), True
    state.step = phases.next_phase(state)


def fold_shown(state: State, event: HorsesShown) -> None:
    extra = extra_of(state)
    extra.picks, extra.shown = list(event.picks), True


def fold_exchange(state: State, event: Exchange) -> None:
    for seat, (given, received) in enumerate(zip(event.given, event.received, strict=True)):
        for tile in given:
            state.hands[seat].remove(tile)
        for tile in received:
            state.hands[seat].add(tile)
    extra_of(state).given = list(event.given)
    _remix(state, event.wall)
    state.step = phases.next_phase(state)


def _remix(state: State, rest: tuple[int, ...]) -> None:
    """The remaining places hold `rest`; the places already gone stand for everything else."""
    if not rest:
        return
    wall, inside = state.wall, set(rest)
    mixed = iter(rest)
    others = iter(tile for tile in wall.order if tile not in inside)
    order = tuple(next(others) if gone else next(mixed) for gone in wall.gone)
    state.wall = Wall(order, wall.size)
    for place, gone in enumerate(wall.gone):
        if gone:
            state.wall.take(place)


def fold_first_ready(state: State, event: Ready) -> None:
    first = not state.discards[event.seat] and not state.melds[event.seat]
    fold_ready(state, event)
    extra_of(state).first_ready[event.seat] = first


def fold_fish_offer(state: State, event: FishOffer) -> None:
    extra = extra_of(state)
    if extra.fish_from < 0:
        extra.fish_from = event.seat
    extra.fished.append(event.seat)
    state.step = phases.Fishing(seat=event.seat, kinds=event.kinds)


def fold_fish(state: State, event: Fish) -> None:
    extra = extra_of(state)
    extra.catch, extra.caught = event.kinds, event.place - 1
    state.step = phases.Fished(seat=event.seat, kind=event.kinds[event.place - 1], hit=event.hit)


FOLDS: Final[dict[type[Event], Fold]] = {
    Stakes: fold_stakes,
    Dice: fold_dice,
    Special: fold_special,
    Deal: fold_deal,
    Wild: fold_wild,
    HorseRow: fold_row,
    Horses: fold_horses,
    HorsesShown: fold_shown,
    Exchange: fold_exchange,
    Peek: fold_peek,
    Ready: fold_first_ready,
    FishOffer: fold_fish_offer,
    Fish: fold_fish,
}
