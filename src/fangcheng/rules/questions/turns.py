"""The questions of a turn, of what may be done at any moment, and of what is done for a seat whose time is up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fangcheng.actions import DISCARD, KONG, PASS, WIN, Action
from fangcheng.events import Discard, Event, Win
from fangcheng.rules.questions.kongs import AboutKongs

if TYPE_CHECKING:
    from fangcheng.engine.state import State
    from fangcheng.engine.steps import Frozen, Turn


class AboutTurns(AboutKongs):
    """What a game answers about turns."""

    def turn_actions(self, state: State, turn: Turn) -> tuple[Action, ...]:
        """What the seat to act may do; nothing where the game discards the drawn tile by itself."""
        return (*self.turn_wins(state, turn), *(KONG[kind] for kind in self.turn_kongs(state, turn)), *self.discards(state, turn))

    def turn_wins(self, state: State, turn: Turn) -> list[Action]:
        """The win on a drawn tile, or on the dealt ones; none after a claim."""
        if turn.source != "claim" and self.may_win(state, turn.seat, turn.won_with(), "self_draw", -1):
            return [WIN]
        return []

    def discards(self, state: State, turn: Turn) -> Sequence[Action]:
        """The discards on offer: any tile in hand."""
        return state.hands[turn.seat].of_each(DISCARD)

    def act(self, state: State, turn: Turn, action: Action) -> Event:
        """The event of a legal action on a turn."""
        if action.verb == "discard":
            # As `turn.tile_of` says, without the call: nearly every action is a discard.
            kind, drawn = action.tiles[0], turn.drawn
            if drawn >> 2 == kind:
                return Discard(turn.seat, drawn, True)
            return Discard(turn.seat, state.hands[turn.seat].any_tile(kind))
        if action.verb == "win":
            return Win((self.winner(state, turn.seat, turn.won_with(), "self_draw", -1),))
        return self.own_kong(state, turn, action, self.kong_event(action))

    def undecided_turn(self, state: State, turn: Turn) -> Event:
        """What happens on a turn that leaves nothing to decide (`turn_actions` is empty): the drawn tile goes."""
        return Discard(turn.seat, turn.drawn, True)

    def frozen_actions(self, state: State, step: Frozen) -> tuple[Action, ...]:
        """What a seat with a frozen hand may do when it has drawn, ``pass`` left out: win."""
        return (WIN,) if self.may_win(state, step.seat, (step.drawn,), "self_draw", -1) else ()

    def free_actions(self, state: State, seat: int) -> tuple[Action, ...]:
        """What a seat may do at any moment, without being asked and without anybody waiting for it."""
        return ()

    def free_event(self, state: State, seat: int, action: Action) -> Event:
        """The event of a free action; its fold leaves the step alone."""
        raise NotImplementedError

    def turn_default(self, state: State, turn: Turn, asked: Sequence[Action]) -> Action:
        """What is done when a turn's time is up: a win is called if the game does that, else the drawn tile is discarded, or, after a
        claim, the highest tile."""
        if self.calls_own_wins and WIN in asked:
            return WIN
        discards = [action for action in asked if action.verb == "discard"]
        drawn = [action for action in discards if turn.drawn >= 0 and action.tiles[0] == turn.drawn >> 2]
        return (drawn or discards or list(asked))[-1]

    def window_default(self, state: State, seat: int, asked: Sequence[Action]) -> Action:
        """What is answered to a window when a seat's time is up: pass if possible, else the first on offer."""
        return PASS if PASS in asked else asked[0]
