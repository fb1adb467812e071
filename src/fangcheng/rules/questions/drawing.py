"""The questions of drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fangcheng.events import Draw, Event, Exhausted
from fangcheng.rules.questions.secrets import AboutSecrets

if TYPE_CHECKING:
    from fangcheng.engine.state import State
    from fangcheng.wall import WallEnd


class AboutDrawing(AboutSecrets):
    """What a game answers about draws."""

    def next_turn(self, state: State, seat: int) -> Event:
        """A seat is due to draw: the head tile, or the end of the deal."""
        if not state.wall.left:
            return Exhausted()
        return self.draw(state, seat, "head")

    def draw(self, state: State, seat: int, source: WallEnd) -> Event:
        """A seat draws from the head or the tail."""
        wall = state.wall
        position = wall.head if source == "head" else next(wall.from_tail())
        tile = wall.order[position]
        return Draw(seat, tile, position, source, self.lies_open(state, tile, position), self.watchers(state, seat))
