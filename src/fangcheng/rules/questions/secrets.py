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
        """Seats whose concealed tiles a viewer may see beside his own."""
        return frozenset()

    def watchers(self, state: State, seat: int) -> tuple[int, ...]:
        """Seats that may see the concealed tiles of a seat beside its own; who they are nobody learns."""
        return ()

    def lies_open(self, state: State, tile: int, position: int) -> bool:
        """Whether everybody sees which tile it is that is drawn from a position of the wall."""
        return False

    def face_down_kongs(self, state: State) -> bool:
        """Whether the kinds of concealed kongs stay hidden from others until the deal is over."""
        return False
