"""Steps of the two-player game beside turn, claims and robbing: break, what precedes a draw, look, split (rules sections 2 to 4, 11)."""

from __future__ import annotations

from typing import ClassVar

from fangcheng.actions import PASS, WIN
from fangcheng.engine.state import Asks, State
from fangcheng.engine.steps import Beginning, Claims, Frozen, Robbing, Step, Window
from fangcheng.events import Event, Exhausted, Win
from fangcheng.tiles import HIDDEN
from fangcheng.variants.two_player_frenzy import treasure
from fangcheng.variants.two_player_frenzy.extra import extra_of
from fangcheng.wall import Stream, WallEnd


class Break(Event, frozen=True):
    """The dealer throws the dice for the break of the wall; they decide nothing."""

    seat: int
    dice: tuple[int, ...]


class SplitTiles(Event, frozen=True, tag="split"):
    """The last two tiles are split (分张), beginning with this seat."""

    seat: int


class Breaking(Step):
    """R3: the tiles are dealt; the dealer's throw is shown."""

    name: ClassVar[str] = "breaking"

    def follow(self, state: State) -> Event | None:
        return Break(state.dealer, Stream(state.seed, "break").throw(2))


def fold_break(state: State, event: Break) -> None:
    extra_of(state).broken = event.dice
    state.step = Beginning()


class Due(Step, kw_only=True):
    """A seat is due to draw: first the treasure, then the tile or the split."""

    name: ClassVar[str] = "due"
    source: WallEnd = "head"

    def follow(self, state: State) -> Event | None:
        return due(state, self.seat, self.source)


def due(state: State, seat: int, source: WallEnd) -> Event:
    """A seat is due to draw: the treasure comes first, then the split or the tile (section 3)."""
    event = treasure.before_draw(state, seat)
    if event:
        return event
    if source == "tail" or extra_of(state).splitting or state.wall.left > 2:
        return state.variant.draw(state, seat, source)
    return SplitTiles(seat) if state.wall.left == 2 else Exhausted()


class Looking(Window, kw_only=True):
    """A declared seat has looked at the treasure: it may win at once if that is what it waits for; then it draws."""

    name: ClassVar[str] = "looking"
    source: WallEnd = "head"

    def asks(self, state: State) -> Asks:
        return {self.seat: (WIN, PASS)} if treasure.is_match(state, self.seat) else {}

    def follow(self, state: State) -> Event | None:
        if self.answers.get(self.seat) == WIN:
            return Win((state.variant.winner(state, self.seat, (extra_of(state).treasure,), "self_draw", -1),))
        return due(state, self.seat, self.source)


class Split(Frozen, kw_only=True):
    """Section 11: a seat has received one of the last two tiles. It may win; nothing is discarded."""

    name: ClassVar[str] = "split"

    def follow(self, state: State) -> Event | None:
        if self.answers.get(self.seat, PASS) == WIN:
            return Win((state.variant.winner(state, self.seat, (self.drawn,), "self_draw", -1),))
        return due(state, state.next_seat(self.seat), "head") if state.wall.left else Exhausted()


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


def fold_look(state: State, event: treasure.TreasureLook) -> None:
    extra = extra_of(state)
    extra.seen[event.seat] = True
    if event.tile != HIDDEN:
        extra.treasure = event.tile
    state.step = Looking(seat=event.seat, source=coming(state).source)


def fold_split(state: State, event: SplitTiles) -> None:
    extra_of(state).splitting = True
    state.step = Due(seat=event.seat)
