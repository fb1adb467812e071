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

    def face_down_kongs(self, state: State) -> bool:
        """Whether the kinds of concealed kongs stay hidden from others until the deal is over."""
        return False
