"""The last tile of the wall (海底, rules section 3, R15 to R17): offered round, taken face up, won on or laid down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from fangcheng.actions import PASS, WIN, Action
from fangcheng.engine.state import Asks, State
from fangcheng.engine.steps import OnOffer, Window
from fangcheng.events import Event, Exhausted, Win
from fangcheng.tiles import HIDDEN
from fangcheng.variants.changsha.extra import extra_of

TAKE: Final = Action("take")
REFUSE: Final = Action("refuse")


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


def offer(state: State, seat: int) -> Event:
    """R15: each seat is asked once; after the last refusal the deal is drawn."""
    return Exhausted() if extra_of(state).offers == state.seats else LastOffer(seat)


class LastOffering(Window, kw_only=True):
    """R15: the last tile is offered to one seat after the other."""

    name: ClassVar[str] = "last_offering"

    def asks(self, state: State) -> Asks:
        return {self.seat: (TAKE, REFUSE)}

    def follow(self, state: State) -> Event | None:
        if self.answers[self.seat] == TAKE:
            return LastTaken(self.seat, state.wall.tile(state.wall.head), state.wall.head)
        return offer(state, state.next_seat(self.seat))

    def default(self, state: State, seat: int, asked: Sequence[Action]) -> Action:
        return REFUSE


class LastSelf(Window, kw_only=True):
    """The taker of the last tile may win on it."""

    name: ClassVar[str] = "last_self"
    tile: int = HIDDEN

    def on_offer(self) -> OnOffer | None:
        return OnOffer((self.tile,), "self_draw", -1)

    def asks(self, state: State) -> Asks:
        return {self.seat: (WIN, PASS)} if state.variant.may_win(state, self.seat, (self.tile,), "self_draw", -1) else {}

    def follow(self, state: State) -> Event | None:
        if self.answers.get(self.seat) == WIN:
            return Win((state.variant.winner(state, self.seat, (self.tile,), "self_draw", -1),))
        return LastLaid(self.seat, self.tile)

    def default(self, state: State, seat: int, asked: Sequence[Action]) -> Action:
        return WIN


class LastClaims(Window, kw_only=True):
    """R16: the last tile lies as the taker's discard, and others may win on it."""

    name: ClassVar[str] = "last_claims"
    tile: int
    source: int

    def on_offer(self) -> OnOffer | None:
        return OnOffer((self.tile,), "discard", self.source)

    def asks(self, state: State) -> Asks:
        winners = (seat for seat in state.others(self.source) if state.variant.may_win(state, seat, (self.tile,), "discard", self.source))
        return dict.fromkeys(winners, (WIN, PASS))

    def follow(self, state: State) -> Event | None:
        callers = self.answered("win")
        if callers:
            return state.variant.wins(state, callers, (self.tile,), "discard", self.source)
        return Exhausted()


def fold_last_offer(state: State, event: LastOffer) -> None:
    extra_of(state).offers += 1
    state.step = LastOffering(seat=event.seat)


def fold_last_taken(state: State, event: LastTaken) -> None:
    state.wall.take(event.position)
    extra = extra_of(state)
    extra.turned, extra.last_taken, extra.passed[event.seat] = (event.tile,), event.tile, 0
    state.step = LastSelf(seat=event.seat, tile=event.tile)


def fold_last_laid(state: State, event: LastLaid) -> None:
    extra_of(state).turned = ()
    state.rivers[event.seat].tiles.append(event.tile)
    state.step = LastClaims(tile=event.tile, source=event.seat)
