"""What people must hold before they sit down where it costs something, so that nobody finds out afterwards that they cannot pay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fangcheng.rules.variant import Refused
from fangcheng.server.protocol import RoomSettings
from fangcheng.server.rooms.room import Place
from fangcheng.server.tables.store import Store

PURSE: Final = 20
"""Points that everybody must be able to pay for when a match begins; and, where a match has no end, deals whose fee they must have."""


def price(settings: RoomSettings) -> int:
    """What everybody must hold when a match begins: enough for PURSE points, and for the fee of all deals."""
    return PURSE * settings.stake + settings.fee * (settings.deals or PURSE)


async def too_poor(store: Store, people: Sequence[Place], needs: int) -> Refused | None:
    """Why these people may not play for so much: one of them holds less."""
    here = [place for place in people if place.user]
    held = await store.held([place.user for place in here]) if needs else {}
    poor = next((place.name for place in here if needs and held[place.user] < needs), None)
    return None if poor is None else Refused("too_poor", {"name": poor, "needs": needs})
