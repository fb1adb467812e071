"""The questions of drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fangcheng.events import Draw, Event, Exhausted
from fangcheng.rules.questions.secrets import AboutSecrets

if TYPE_CHECKING:
    from fangcheng.engine.state import State


class AboutDrawing(AboutSecrets):
    """What a game answers about draws."""

    def next_turn(self, state: State, seat: int) -> Event:
        """A seat is due to draw: the head tile, or the end of the deal."""
        if not state.wall.left:
            return Exhausted()
        return self.draw(state, seat, "head")

    def draw(self, state: State, seat: int, source: str) -> Event:
        """A seat draws from the head or the tail."""
        wall = state.wall
        if source == "head":
            return Draw(seat, wall.order[wall.head], wall.head)
        position = next(wall.from_tail())
        return Draw(seat, wall.tile(position), position, "tail")
