"""Events of Anhua mahjong beside the common ones, the steps they lead to, and what they do to the state."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from fangcheng.actions import PASS, Action
from fangcheng.engine.birds import Birds, BirdsExtra, fold_birds
from fangcheng.engine.fold import in_turn
from fangcheng.engine.indicator import Indicator
from fangcheng.engine.reveal import Locked, Reveal, RevealExtra, fold_locked, fold_reveal
from fangcheng.engine.state import Asks, State
from fangcheng.engine.steps import Declaring, Step
from fangcheng.events import Answered, Chow, Deal, Dice, Draw, Event, Kong, Pung, Viewer
from fangcheng.rules.variant import Fold
from fangcheng.tiles import HIDDEN, successor

if TYPE_CHECKING:
    from fangcheng.variants.anhua import Anhua

READY: Final = Action("ready")
RESERVE: Final = 8  # tiles that are never drawn nor flipped


class Ready(Event, frozen=True):
    """A seat declares its dealt hand ready (报听)."""

    seat: int


class Rob(Event, frozen=True):
    """A kong is robbed (抢杠): `seats` have called a win on its tile."""

    seat: int
    tile: int
    seats: tuple[int, ...]


class AnhuaExtra(RevealExtra, BirdsExtra):
    """What Anhua keeps beside the common state.

    ready        seats that declared their dealt hand ready
    passed       kinds barred to each seat by missed wins (漏胡); private
    indicator    the tile turned up, and its place in the wall while it lies there (-1 once taken)
    wild         the wild kind (王), HIDDEN before it is known
    last_drawer  seat that drew the last drawable tile, -1 so far
    """

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.ready = [False] * seats
        self.passed: list[tuple[int, ...]] = [()] * seats
        self.indicator = HIDDEN
        self.indicator_at = -1
        self.wild = HIDDEN
        self.last_drawer = -1

    def masked(self, viewer: Viewer) -> AnhuaExtra:
        known = self.copy()
        known.passed = viewer.own(self.passed, ())
        return known


def extra_of(state: State) -> AnhuaExtra:
    """The game's own part of a state."""
    assert isinstance(state.extra, AnhuaExtra)
    return state.extra


def game(state: State) -> Anhua:
    """The variant of a state, as this game's class."""
    from fangcheng.variants.anhua import Anhua

    assert isinstance(state.variant, Anhua)
    return state.variant


class Indicating(Step):
    """The hands are dealt: the indicator is turned up next."""

    name: ClassVar[str] = "indicating"

    def follow(self, state: State) -> Event | None:
        return game(state).turn_indicator(state)


class ReadyWindow(Declaring, kw_only=True):
    """R38: non-dealers whose dealt hands are ready may declare it before the dealer's first action, all at once."""

    name: ClassVar[str] = "ready_window"
    verb: ClassVar[str] = "ready"

    def asks(self, state: State) -> Asks:
        return {seat: (READY, PASS) for seat in state.others(state.dealer) if game(state).may_declare(state, seat)}

    def declared(self, state: State, seat: int) -> bool:
        return extra_of(state).ready[seat]

    def declare(self, state: State, seat: int) -> Event:
        return Ready(seat)


class Flipping(Step):
    """A kong stands: its tiles are turned up once the dice have been thrown for show."""

    name: ClassVar[str] = "flipping"
    thrown: bool = False

    def follow(self, state: State) -> Event | None:
        return game(state).flip(state, self.seat) if self.thrown else Dice(self.seat, state.throw(2))


class Robbed(Step, kw_only=True):
    """The robbers win."""

    name: ClassVar[str] = "robbed"
    tile: int
    seats: tuple[int, ...]

    def follow(self, state: State) -> Event | None:
        return state.variant.wins(state, list(self.seats), (self.tile,), "rob_kong", self.seat)


def fold_deal(state: State, event: Deal) -> None:
    state.step = Indicating()


def fold_indicator(state: State, event: Indicator) -> None:
    extra = extra_of(state)
    extra.indicator, extra.indicator_at = event.tile, event.position
    extra.wild = successor(event.tile >> 2)  # R1
    state.step = ReadyWindow()


def fold_ready(state: State, event: Ready) -> None:
    extra_of(state).ready[event.seat] = True


def fold_draw(state: State, event: Draw) -> None:
    extra = extra_of(state)
    extra.passed[event.seat] = ()
    if state.wall.left == RESERVE:
        extra.last_drawer = event.seat
    if event.position == extra.indicator_at:
        extra.indicator_at = -1


def fold_reveal_places(state: State, event: Reveal) -> None:
    extra = extra_of(state)
    extra.passed[event.seat] = ()
    if extra.indicator_at in event.positions:
        extra.indicator_at = -1


def fold_bird_places(state: State, event: Birds) -> None:
    if extra_of(state).indicator_at in event.positions:
        extra_of(state).indicator_at = -1


def fold_claim(state: State, event: Chow | Pung | Kong) -> None:
    """Section 4: an own chow, pung or kong that is carried out lifts the bar."""
    extra_of(state).passed[event.seat] = ()


def fold_answered(state: State, event: Answered) -> None:
    passed = extra_of(state).passed
    passed[event.seat] = tuple(sorted({*passed[event.seat], *event.missed}))


def fold_dice(state: State, event: Dice) -> None:
    state.step = Flipping(seat=event.seat, thrown=True)


def fold_rob(state: State, event: Rob) -> None:
    state.step = Robbed(seat=event.seat, tile=event.tile, seats=event.seats)


OWN_EVENTS: Final[tuple[type[Event], ...]] = (Indicator, Ready, Rob, Reveal, Locked, Birds)
FOLDS: Final[dict[type[Event], Fold]] = {
    Deal: fold_deal,
    Indicator: fold_indicator,
    Ready: fold_ready,
    Draw: fold_draw,
    Chow: fold_claim,
    Pung: fold_claim,
    Kong: fold_claim,
    Answered: fold_answered,
    Rob: fold_rob,
    Dice: fold_dice,
    Reveal: in_turn(fold_reveal, fold_reveal_places),
    Locked: fold_locked,
    Birds: in_turn(fold_birds, fold_bird_places),
}
