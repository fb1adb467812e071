"""The questions of kongs: which there are, who may rob them, what follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fangcheng.actions import PASS, WIN, Action
from fangcheng.events import Event, Kong
from fangcheng.rules.questions.drawing import AboutDrawing
from fangcheng.rules.questions.winning import AboutWinning
from fangcheng.tiles import HIDDEN

if TYPE_CHECKING:
    from fangcheng.engine.state import Asks, State
    from fangcheng.engine.steps import Robbing, Turn


class AboutKongs(AboutDrawing, AboutWinning):
    """What a game answers about kongs."""

    def own_kongs(self, state: State, seat: int) -> list[int]:
        """The kinds of which a seat can make a concealed kong, or whose fourth tile it can add to its pung."""
        hand = state.hands[seat]
        kinds = hand.quads()
        for meld in state.melds[seat]:
            if meld.shape == "pung" and hand.counts[meld.tiles[0] >> 2]:
                kinds = sorted((*kinds, meld.kind))
        return kinds

    def turn_kongs(self, state: State, turn: Turn) -> list[int]:
        """Kinds of the kongs on a turn, while enough tiles are left."""
        if state.wall.left < self.kong_needs or (turn.source == "claim" and not self.kong_after_claim(state)):
            return []
        return self.own_kongs(state, turn.seat)

    def kong_after_claim(self, state: State) -> bool:
        """Whether there may be a kong on a turn that a claim began."""
        return False

    def free_kongs(self, state: State) -> tuple[int, ...]:
        """Kinds whose tiles are good for nothing but a kong each, so that any seat sets them out as soon as possible."""
        return ()

    def kong_event(self, action: Action) -> type[Kong]:
        """The event type of a kong action; a game may have several kinds of kongs."""
        return Kong

    def own_kong(self, state: State, turn: Turn, action: Action, event: type[Kong]) -> Kong:
        """A concealed or added kong of a kind in hand: concealed where the hand holds all four."""
        seat = turn.seat
        held = tuple(state.hands[seat].take(action.tiles[0], 4))
        if len(held) == 4 and self.face_down_kongs(state):
            return event(seat, held, face_down=True, watchers=self.watchers(state, seat))
        return event(seat, held)

    def robbable(self, state: State, step: Robbing) -> bool:
        """Whether a kong may be robbed: an added one."""
        return step.tile != HIDDEN and step.source < 0

    def rob_asks(self, state: State, step: Robbing) -> Asks:
        """Who may win on the tile of a kong: every other seat that can, except the one whose discard it was."""
        if not self.robbable(state, step):
            return {}
        others = (seat for seat in state.others(step.seat) if seat != step.source)
        return {seat: (WIN, PASS) for seat in others if self.may_win(state, seat, (step.tile,), "rob_kong", step.seat)}

    def robbing_open(self, state: State, step: Robbing, asked: Asks) -> bool:
        """Whether the window of a kong waits for those who are still asked; by default for all of them."""
        return True

    def robbed(self, state: State, step: Robbing, seats: list[int]) -> Event:
        """What follows a kong on whose tile these seats have called a win."""
        return self.wins(state, seats, (step.tile,), "rob_kong", step.seat)

    def after_kong(self, state: State, step: Robbing) -> Event:
        """What follows a kong that was not robbed: a replacement from the tail."""
        return self.draw(state, step.seat, "tail")
