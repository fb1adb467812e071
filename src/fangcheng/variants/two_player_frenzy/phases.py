"""Steps of the two-player game beside turn, claims and robbing: break, what precedes a draw, look, split (rules sections 2 to 4, 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from fangcheng.actions import PASS, WIN
from fangcheng.engine.state import Asks, State
from fangcheng.engine.steps import Claims, Frozen, Robbing, Step, Window
from fangcheng.events import Event, Exhausted, Win
from fangcheng.wall import Stream

if TYPE_CHECKING:
    from fangcheng.variants.two_player_frenzy import TwoPlayerFrenzy


def game(state: State) -> TwoPlayerFrenzy:
    """The variant of a state, as this game's class."""
    from fangcheng.variants.two_player_frenzy import TwoPlayerFrenzy

    assert isinstance(state.variant, TwoPlayerFrenzy)
    return state.variant


class Breaking(Step):
    """R3: the tiles are dealt; the dealer's throw is shown."""

    name: ClassVar[str] = "breaking"

    def follow(self, state: State) -> Event | None:
        return game(state).break_wall(Stream(state.seed, "break").throw(2), state.dealer)


class Due(Step, kw_only=True):
    """A seat is due to draw: first the treasure, then the tile or the split."""

    name: ClassVar[str] = "due"
    source: Literal["head", "tail"] = "head"

    def follow(self, state: State) -> Event | None:
        return game(state).due(state, self.seat, self.source)


class Looking(Window, kw_only=True):
    """A declared seat has looked at the treasure: it may win at once if that is what it waits for; then it draws."""

    name: ClassVar[str] = "looking"
    source: Literal["head", "tail"] = "head"

    def asks(self, state: State) -> Asks:
        return {self.seat: (WIN, PASS)} if game(state).is_match(state, self.seat) else {}

    def follow(self, state: State) -> Event | None:
        if self.answers.get(self.seat) == WIN:
            return game(state).match(state, self.seat)
        return game(state).due(state, self.seat, self.source)


class Split(Frozen, kw_only=True):
    """Section 11: a seat has received one of the last two tiles. It may win; nothing is discarded."""

    name: ClassVar[str] = "split"

    def follow(self, state: State) -> Event | None:
        if self.answers.get(self.seat, PASS) == WIN:
            return Win((state.variant.winner(state, self.seat, (self.drawn,), "self_draw", -1),))
        return game(state).due(state, state.next_seat(self.seat), "head") if state.wall.left else Exhausted()


def coming(state: State) -> Due:
    """Who draws next, and from where, if nothing else happens at this step."""
    step = state.step
    if isinstance(step, Claims):
        return Due(seat=state.next_seat(step.source))
    if isinstance(step, Robbing):
        return Due(seat=step.seat, source="tail")
    if isinstance(step, Split):
        return Due(seat=state.next_seat(step.seat))
    assert isinstance(step, Due)
    return step
