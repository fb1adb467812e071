"""A tile turned up after the deal that determines which kind is wild (定钻、定王)."""

from __future__ import annotations

from fangcheng.events import Event


class Indicator(Event, frozen=True):
    """A tile of the undealt wall is turned up for everybody, at its position in the wall."""

    tile: int
    position: int
