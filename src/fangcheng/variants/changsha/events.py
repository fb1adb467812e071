"""Events of Changsha mahjong beside the common ones, and what they do to the state."""

from __future__ import annotations

from typing import Final

from fangcheng.engine.birds import Birds, BirdsExtra, fold_birds
from fangcheng.engine.fold import in_turn, lay_kong
from fangcheng.engine.reveal import Locked, Reveal, RevealExtra, fold_locked, fold_reveal
from fangcheng.engine.state import State
from fangcheng.engine.steps import Dealing, Robbing
from fangcheng.events import Answered, Chow, Dice, Draw, Event, Kong, Pung, Viewer
from fangcheng.meld import Meld
from fangcheng.rules.variant import Fold
from fangcheng.tiles import HIDDEN
from fangcheng.variants.changsha import phases


class Float(Event, frozen=True):
    """Everybody's float (飘), revealed together."""

    values: tuple[int, ...]


class Opening(Event, frozen=True):
    """A seat declares its opening patterns (起手胡) and shows `tiles`."""

    seat: int
    elements: tuple[str, ...]
    tiles: tuple[int, ...]


class Open(Kong, frozen=True):
    """A kong is opened (开杠): dice and two tiles follow. `source` is the own seat for a tile that the own kong turned up."""


class LastOffer(Event, frozen=True, tag="last_offer"):
    """The last tile (海底) is offered to a seat."""

    seat: int


class LastTaken(Event, frozen=True, tag="last_taken"):
    """A seat takes the last tile, which is turned face up and never joins the hand."""

    seat: int
    tile: int
    position: int


class LastLaid(Event, frozen=True, tag="last_laid"):
    """The taker did not win: the last tile lies as his discard."""

    seat: int
    tile: int


class ChangshaExtra(RevealExtra, BirdsExtra):
    """What Changsha keeps beside the common state and what opened kongs and birds need.

    float       each seat's float, -1 before the floats are known
    passed      points of the best win each seat has let go since its last own turn; private
    openings    patterns each seat has declared
    shown       tiles each seat lays open for them
    draws       how often each seat has drawn while it had shown tiles
    offers      how many seats have been offered the last tile
    last_taken  the last tile once somebody has taken it, else HIDDEN; until it is a discard it lies in `turned`
    """

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.float = [-1] * seats
        self.passed = [0] * seats
        self.openings: list[tuple[str, ...]] = [()] * seats
        self.shown: list[tuple[int, ...]] = [()] * seats
        self.draws = [0] * seats
        self.offers = 0
        self.last_taken = HIDDEN

    def masked(self, viewer: Viewer) -> ChangshaExtra:
        known = self.copy()
        known.passed = viewer.own(self.passed, 0)
        return known


def extra_of(state: State) -> ChangshaExtra:
    """The game's own part of a state."""
    extra: ChangshaExtra = state.extra
    return extra


def fold_float(state: State, event: Float) -> None:
    extra_of(state).float = list(event.values)
    state.step = Dealing()


def fold_opening(state: State, event: Opening) -> None:
    extra = extra_of(state)
    extra.openings[event.seat], extra.shown[event.seat] = event.elements, event.tiles


def fold_draw(state: State, event: Draw) -> None:
    extra: ChangshaExtra = state.extra
    seat = event.seat
    extra.passed[seat] = 0
    if extra.shown[seat]:  # R6
        extra.draws[seat] += 1
        if extra.draws[seat] == 2:
            extra.shown[seat] = ()


def fold_claim(state: State, event: Chow | Pung | Kong) -> None:
    """Taking the turn ends the bar of a passed win (section 3)."""
    if event.source >= 0:
        extra_of(state).passed[event.seat] = 0


def fold_answered(state: State, event: Answered) -> None:
    if event.missed:
        passed = extra_of(state).passed
        passed[event.seat] = max(passed[event.seat], *event.missed)


def fold_open(state: State, event: Open) -> None:
    if event.source == event.seat:
        _lay_own_turned(state, event)
    else:
        lay_kong(state, event)
    fold_claim(state, event)
    added = event.tiles[0] if event.source < 0 and len(event.tiles) == 1 else HIDDEN
    direct = event.claimed if event.source not in (-1, event.seat) else HIDDEN
    state.step = phases.Opened(seat=event.seat, tile=max(added, direct), source=event.source)


def _lay_own_turned(state: State, event: Open) -> None:
    """Section 5.2, item 7: three in hand make a concealed kong, a pung becomes an added one."""
    state.kongs += 1
    melds = state.melds[event.seat]
    state.rivers[event.seat].claim(event.claimed)
    for tile in event.tiles:
        state.hands[event.seat].remove(tile)
    if event.tiles:
        melds.append(Meld("concealed_kong", (*event.tiles, event.claimed)))
        return
    place = next(at for at, meld in enumerate(melds) if meld.shape == "pung" and meld.kind == event.claimed >> 2)
    melds[place] = Meld("kong", (*melds[place].tiles, event.claimed), melds[place].claimed, melds[place].source)


def fold_dice(state: State, event: Dice) -> None:
    opened = state.step
    assert isinstance(opened, phases.Opened)
    state.step = Robbing(seat=opened.seat, tile=opened.tile, source=opened.source, mode="open")


def forget_passed(state: State, event: Reveal) -> None:
    """Section 5.2, item 4."""
    extra_of(state).passed[event.seat] = 0


def fold_last_offer(state: State, event: LastOffer) -> None:
    extra_of(state).offers += 1
    state.step = phases.LastOffering(seat=event.seat)


def fold_last_taken(state: State, event: LastTaken) -> None:
    state.wall.take(event.position)
    extra = extra_of(state)
    extra.turned, extra.last_taken, extra.passed[event.seat] = (event.tile,), event.tile, 0
    state.step = phases.LastSelf(seat=event.seat, tile=event.tile)


def fold_last_laid(state: State, event: LastLaid) -> None:
    extra_of(state).turned = ()
    state.rivers[event.seat].tiles.append(event.tile)
    state.step = phases.LastClaims(tile=event.tile, source=event.seat)


OWN_EVENTS: Final[tuple[type[Event], ...]] = (Float, Opening, Open, Reveal, Locked, LastOffer, LastTaken, LastLaid, Birds)
FOLDS: Final[dict[type[Event], Fold]] = {
    Float: fold_float,
    Opening: fold_opening,
    Draw: fold_draw,
    Chow: fold_claim,
    Pung: fold_claim,
    Kong: fold_claim,
    Answered: fold_answered,
    Open: fold_open,
    Dice: fold_dice,
    Reveal: in_turn(fold_reveal, forget_passed),
    Locked: fold_locked,
    LastOffer: fold_last_offer,
    LastTaken: fold_last_taken,
    LastLaid: fold_last_laid,
    Birds: fold_birds,
}
