"""Steps of Changsha mahjong beside turn, claims and robbing: float, opening patterns, opened kongs, the last tile (rules section 3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final, cast

from fangcheng.actions import PASS, WIN, Action
from fangcheng.engine.reveal import RevealClaims, RevealSelf
from fangcheng.engine.state import Asks, State
from fangcheng.engine.steps import Claims, Declaring, Robbing, Step, Turn, Window
from fangcheng.events import Dice, Event, Exhausted, Win, WinBy
from fangcheng.tiles import HIDDEN

if TYPE_CHECKING:
    from fangcheng.variants.changsha import Changsha

FLOATS: Final = tuple(Action("float", number=level) for level in range(4))
DECLARE: Final = Action("declare")
TAKE: Final = Action("take")
REFUSE: Final = Action("refuse")
SUPPLEMENT_NEEDS: Final = 2  # R18: tiles in the wall
OPEN_NEEDS: Final = 3


def game(state: State) -> Changsha:
    """The variant of a state, as this game's class."""
    return cast("Changsha", state.variant)


class Floating(Window, kw_only=True):
    """R31: before any tile is seen everybody says in secret how much he floats."""

    name: ClassVar[str] = "floating"

    def asks(self, state: State) -> Asks:
        offers = FLOATS[: game(state).options(state).float_max + 1]
        return dict.fromkeys(range(state.seats), offers)

    def follow(self, state: State) -> Event | None:
        return game(state).reveal_floats(state, self)


class Openings(Declaring, kw_only=True):
    """R6: every seat with an opening pattern declares all of its patterns or none, before the dealer acts."""

    name: ClassVar[str] = "openings"

    def asks(self, state: State) -> Asks:
        return {seat: (DECLARE, PASS) for seat in range(state.seats) if game(state).opening_patterns(state, seat)}

    def declared(self, state: State, seat: int) -> bool:
        return game(state).declared(state, seat)

    def declare(self, state: State, seat: int) -> Event:
        return game(state).declare_opening(state, seat)

    def default(self, state: State, seat: int, asked: Sequence[Action]) -> Action:
        return DECLARE


class Opened(Step, kw_only=True):
    """A kong has been opened: the dice fall before it may be robbed (R21). `tile` is what could be robbed."""

    name: ClassVar[str] = "opened"
    tile: int
    source: int

    def follow(self, state: State) -> Event | None:
        return Dice(self.seat, state.throw(game(state).options(state).kong_dice))


class LastOffering(Window, kw_only=True):
    """R15: the last tile is offered to one seat after the other, each once."""

    name: ClassVar[str] = "last_offering"

    def asks(self, state: State) -> Asks:
        return {self.seat: (TAKE, REFUSE)}

    def follow(self, state: State) -> Event | None:
        if self.answers[self.seat] == TAKE:
            return game(state).take_last(state, self.seat)
        return game(state).offer_last(state, state.next_seat(self.seat))

    def default(self, state: State, seat: int, asked: Sequence[Action]) -> Action:
        return REFUSE


class LastSelf(Window, kw_only=True):
    """The taker of the last tile may win on it."""

    name: ClassVar[str] = "last_self"
    tile: int = HIDDEN

    def asks(self, state: State) -> Asks:
        return {self.seat: (WIN, PASS)} if state.variant.may_win(state, self.seat, (self.tile,), "self_draw", -1) else {}

    def follow(self, state: State) -> Event | None:
        if self.answers.get(self.seat) == WIN:
            return Win((state.variant.winner(state, self.seat, (self.tile,), "self_draw", -1),))
        return game(state).lay_last(self.seat, self.tile)

    def default(self, state: State, seat: int, asked: Sequence[Action]) -> Action:
        return WIN


class LastClaims(Window, kw_only=True):
    """R16: the last tile lies as the taker's discard, and others may win on it."""

    name: ClassVar[str] = "last_claims"
    tile: int
    source: int

    def asks(self, state: State) -> Asks:
        winners = (seat for seat in state.others(self.source) if state.variant.may_win(state, seat, (self.tile,), "discard", self.source))
        return dict.fromkeys(winners, (WIN, PASS))

    def follow(self, state: State) -> Event | None:
        callers = self.answered("win")
        if callers:
            return state.variant.wins(state, callers, (self.tile,), "discard", self.source)
        return Exhausted()


def on_offer(step: Step) -> tuple[tuple[int, ...], WinBy, int]:
    """The tiles that a step offers to win on, how, and from whom (-1: a self-draw)."""
    if isinstance(step, Claims | LastClaims):
        return (step.tile,), "discard", step.source
    if isinstance(step, Robbing):
        return (step.tile,) if step.tile != HIDDEN else (), "rob_kong", step.seat
    if isinstance(step, RevealClaims):
        return step.tiles, "kong_reveal", step.opener
    if isinstance(step, RevealSelf):
        return step.tiles, "self_draw", -1
    if isinstance(step, LastSelf):
        return (step.tile,), "self_draw", -1
    return (step.drawn,) if isinstance(step, Turn) else (), "self_draw", -1
