"""Kong tiles turned up for everybody (开杠): the konger wins on one of them, or they become discards and the konger's hand is locked.

Games that open kongs build on `OpensKongs`; their extra state on `RevealExtra`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from fangcheng.actions import PASS, WIN, Action
from fangcheng.engine.state import Asks, Extra, State
from fangcheng.engine.steps import OnOffer, Window
from fangcheng.events import Event, Win
from fangcheng.rules.variant import Variant


class Reveal(Event, frozen=True):
    """The tiles of an opened kong are turned up for everybody."""

    seat: int
    tiles: tuple[int, ...]
    positions: tuple[int, ...]


class Locked(Event, frozen=True):
    """The konger did not win: the turned tiles become discards, and the konger's hand is locked from now on."""

    seat: int
    tiles: tuple[int, ...]


class RevealExtra(Extra):
    """locked: per seat, whether its hand can no longer change. turned: kong tiles while they lie in the middle."""

    def __init__(self, seats: int) -> None:
        self.locked = [False] * seats
        self.turned: tuple[int, ...] = ()


def turned_tiles(state: State) -> tuple[int, ...]:
    """The turned kong tiles: in the middle, or among the konger's discards while others may win on them."""
    return state.step.tiles if isinstance(state.step, RevealClaims) else RevealExtra.of(state).turned


class RevealSelf(Window, kw_only=True):
    """The konger alone decides whether to win on the turned tiles."""

    name: ClassVar[str] = "reveal_self"
    tiles: tuple[int, ...]

    def on_offer(self) -> OnOffer | None:
        return OnOffer(self.tiles, "self_draw", -1)

    def asks(self, state: State) -> Asks:
        return {self.seat: (WIN, PASS)} if state.variant.may_win(state, self.seat, self.tiles, "self_draw", -1) else {}

    def follow(self, state: State) -> Event | None:
        if self.answers.get(self.seat) == WIN:
            return Win((state.variant.winner(state, self.seat, self.tiles, "self_draw", -1),))
        return Locked(self.seat, self.tiles)

    def default(self, state: State, seat: int, asked: Sequence[Action]) -> Action:
        return WIN if state.variant.calls_own_wins else PASS


class RevealClaims(Window, kw_only=True):
    """The turned tiles are the konger's discards: all others who can may win on them."""

    name: ClassVar[str] = "reveal_claims"
    opener: int
    tiles: tuple[int, ...]

    def on_offer(self) -> OnOffer | None:
        return OnOffer(self.tiles, "kong_reveal", self.opener)

    def asks(self, state: State) -> Asks:
        asks: Asks = {}
        for seat in (self.opener, *state.others(self.opener)):
            actions = _game(state).reveal_actions(state, self, seat)
            if actions:
                asks[seat] = (*actions, PASS)
        return asks

    def follow(self, state: State) -> Event | None:
        winners = self.answered("win")
        if winners:
            return state.variant.wins(state, winners, self.tiles, "kong_reveal", self.opener)
        return _game(state).reveal_claimed(state, self)


class OpensKongs(Variant):
    """A game whose kongs turn tiles up."""

    def reveal_actions(self, state: State, step: RevealClaims, seat: int) -> list[Action]:
        """What a seat may do about the turned tiles, without ``pass``: others may win."""
        if seat != step.opener and self.may_win(state, seat, step.tiles, "kong_reveal", step.opener):
            return [WIN]
        return []

    def reveal_claimed(self, state: State, step: RevealClaims) -> Event:
        """What follows when nobody wins on the turned tiles: the next seat's turn."""
        return self.next_turn(state, state.next_seat(step.opener))

    def turned_name(self, state: State) -> str:
        """Id of the tiles turned up while they lie in the middle."""
        return "turned"

    def centre(self, state: State) -> list[dict[str, Any]]:
        turned = turned_tiles(state)
        return [*super().centre(state), *([{"id": self.turned_name(state), "tiles": list(turned)}] if turned else [])]

    def tiles_beside(self, state: State) -> list[int]:
        return [*super().tiles_beside(state), *RevealExtra.of(state).turned]


def _game(state: State) -> OpensKongs:
    assert isinstance(state.variant, OpensKongs)
    return state.variant


def fold_reveal(state: State, event: Reveal) -> None:
    """The tiles leave the wall and lie in the middle."""
    for position in event.positions:
        state.wall.take(position)
    RevealExtra.of(state).turned = event.tiles
    state.step = RevealSelf(seat=event.seat, tiles=event.tiles)


def fold_locked(state: State, event: Locked) -> None:
    """The tiles go to the konger's river."""
    extra = RevealExtra.of(state)
    extra.turned, extra.locked[event.seat] = (), True
    state.rivers[event.seat].tiles += event.tiles
    state.step = RevealClaims(opener=event.seat, tiles=event.tiles)
