"""Events of the Guobiao game beside the common ones, what it keeps beside the common state, and how the one changes the other."""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

from fangcheng.engine.fold import Fold
from fangcheng.engine.ready import Ready, ReadyExtra, fold_ready
from fangcheng.engine.state import State
from fangcheng.engine.steps import Dealing, Turn
from fangcheng.events import Deal, Dice, Event, Viewer
from fangcheng.hand import Hand
from fangcheng.meld import Meld
from fangcheng.tiles import HIDDEN
from fangcheng.variants.guobiao import phases
from fangcheng.wall import Wall

SpecialName = Literal["horses", "peek", "fish", "exchange", "fortune", "peak"]
SPECIALS: Final[tuple[SpecialName, ...]] = ("horses", "peek", "fish", "exchange", "fortune", "peak")
Picks = tuple[int, ...]


class Stakes(Event, frozen=True):
    """Everybody's stake (底分押倍), revealed together."""

    values: tuple[int, ...]


class Special(Event, frozen=True):
    """The special of this deal: what a double sets, or the room's option."""

    special: SpecialName


class Wild(Event, frozen=True):
    """The wild kind (寶牌) is shown; `tile` is the wall tile turned up for it, where one is."""

    kind: int
    tile: int = HIDDEN
    position: int = -1


class HorseRow(Event, frozen=True, tag="horse_row"):
    """Six horses (馬) of a virtual set lie open."""

    kinds: Picks


class Horses(Event, frozen=True):
    """Everybody has picked horses; each knows his own picks, None where they are hidden."""

    picks: tuple[Picks | None, ...]

    def seen_by(self, viewer: Viewer) -> Event:
        return Horses(tuple(pick if seat in viewer.eyes else None for seat, pick in enumerate(self.picks)))


class HorsesShown(Event, frozen=True, tag="horses_shown"):
    """The deal is decided: everybody's horses lie open."""

    picks: tuple[Picks, ...]


class Exchange(Event, frozen=True):
    """Tiles are exchanged (偷天換日): given away, received from the head, and the rest of the wall mixed anew."""

    given: tuple[tuple[int, ...], ...]
    received: tuple[tuple[int, ...], ...]
    wall: tuple[int, ...]

    def seen_by(self, viewer: Viewer) -> Event:
        def shown(hands: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
            return tuple(tiles if viewer.sees(seat) else (HIDDEN,) * len(tiles) for seat, tiles in enumerate(hands))

        return Exchange(shown(self.given), shown(self.received), ())


class Peek(Event, frozen=True):
    """A seat looks at another's tiles (火眼金睛) from now on. Nobody else learns of it.

    hand, melds  what the target holds now; drawn: the tile it has just drawn, HIDDEN if it is not its turn
    """

    seat: int
    target: int
    hand: tuple[int, ...]
    melds: tuple[Meld, ...]
    drawn: int = HIDDEN

    def seen_by(self, viewer: Viewer) -> Event | None:
        return self if self.seat in viewer.eyes else None


class FishOffer(Event, frozen=True, tag="fish_offer"):
    """Four tiles lie face down before a seat (妙手回春); one of them completes its hand."""

    seat: int
    kinds: Picks

    def seen_by(self, viewer: Viewer) -> Event:
        return FishOffer(self.seat, (HIDDEN,) * len(self.kinds))


class Fish(Event, frozen=True):
    """A seat has picked the `place`-th (1-4) of its four tiles; all four are shown."""

    seat: int
    place: int
    kinds: Picks
    hit: bool


class GuobiaoExtra(ReadyExtra):
    """What the game keeps beside the common state and ready declarations.

    stakes      per seat
    special     the special of the deal, "" for none
    wild        the wild kind, HIDDEN for none; wild_known: whether that is settled
    indicator   the wall tile turned up for the wild kind, out of play
    row         the six horses, () before and without them
    picks       horses of each seat, None while hidden; picked: whether all have picked
    given       tiles each seat gave away, None before the exchange
    peeks       whom each seat looks at, -1 for nobody; private
    first_ready whether a declaration came with the very first discard
    fished      seats that have fished, in order; fish_from: the seat the chance began with
    loaded      facts fixed in advance, in positions that are set up directly
    """

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.stakes = [1] * seats
        self.stakes_known = False
        self.special = ""
        self.wild = HIDDEN
        self.wild_known = False
        self.indicator = HIDDEN
        self.row: Picks = ()
        self.picks: list[Picks | None] = [()] * seats
        self.picked = False
        self.shown = False
        self.given: list[tuple[int, ...]] | None = None
        self.peeks = [-1] * seats
        self.first_ready = [False] * seats
        self.fished: list[int] = []
        self.fish_from = -1
        self.catch: Picks = ()
        self.loaded: dict[str, Any] = {}

    def copy(self) -> GuobiaoExtra:
        other = GuobiaoExtra.__new__(GuobiaoExtra)
        for name, value in vars(self).items():
            setattr(other, name, value.copy() if isinstance(value, list | dict) else value)
        return other

    def masked(self, viewer: Viewer) -> GuobiaoExtra:
        known = self.copy()
        known.loaded = {}
        known.waits = self.waits_known_to(viewer)
        known.peeks = [target if seat in viewer.eyes else -1 for seat, target in enumerate(self.peeks)]
        if not self.shown and self.picked:
            known.picks = [pick if seat in viewer.eyes else None for seat, pick in enumerate(self.picks)]
        if self.given is not None:
            known.given = [tiles if viewer.sees(seat) else (HIDDEN,) * len(tiles) for seat, tiles in enumerate(self.given)]
        return known


def extra_of(state: State) -> GuobiaoExtra:
    """The game's own part of a state."""
    assert isinstance(state.extra, GuobiaoExtra)
    return state.extra


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


def fold_peek(state: State, event: Peek) -> None:
    extra_of(state).peeks[event.seat] = event.target
    state.hands[event.target] = Hand(event.hand)
    state.melds[event.target] = list(event.melds)
    step = state.step
    if isinstance(step, Turn) and step.seat == event.target and event.drawn != HIDDEN:
        state.step = msgspec.structs.replace(step, drawn=event.drawn)


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
    extra_of(state).catch = event.kinds
    state.step = phases.Fished(seat=event.seat, kind=event.kinds[event.place - 1], hit=event.hit)


OWN_EVENTS: Final[tuple[type[Event], ...]] = (
    Stakes, Special, Wild, HorseRow, Horses, HorsesShown, Exchange, Peek, Ready, FishOffer, Fish,
)  # fmt: skip
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
