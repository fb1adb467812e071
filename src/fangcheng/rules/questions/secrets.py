"""The questions of who may see what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fangcheng.events import Viewer
from fangcheng.rules.description import Description

if TYPE_CHECKING:
    from fangcheng.engine.state import State


class AboutSecrets(Description):
    """What a game answers about secrets."""

    def watched(self, state: State, viewer: Viewer) -> frozenset[int]:
        """Seats, beside the viewer's own, whose concealed tiles a viewer may see."""
        return frozenset()

    def watchers(self, state: State, seat: int) -> tuple[int, ...]:
        """Other seats that may see the concealed tiles of a seat; nobody learns which they are."""
        return ()

    def lies_open(self, state: State, tile: int, position: int) -> bool:
        """Whether everybody sees which tile is drawn from a position of the wall."""
        return False

    def face_down_kongs(self, state: State) -> bool:
        """Whether the kinds of concealed kongs stay hidden from others until the deal is over."""
        return False
