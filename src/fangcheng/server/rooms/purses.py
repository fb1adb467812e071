"""What people must hold before they sit down where it costs something: nobody is to find out afterwards that he cannot pay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fangcheng.rules.variant import Refused
from fangcheng.server.protocol import RoomSettings
from fangcheng.server.rooms.room import Place
from fangcheng.server.tables.store import Store

PURSE: Final = 20
"""Points that everybody can pay for who begins to play for money, and deals whose fee he can where a match has no end."""


def price(settings: RoomSettings) -> int:
    """What somebody holds at least who begins a match: enough for points, and for the fee of all its deals."""
    return PURSE * settings.stake + settings.fee * (settings.deals or PURSE)


async def too_poor(store: Store, people: Sequence[Place], needs: int) -> Refused | None:
    """Why these people may not play for so much: one of them holds less."""
    here = [place for place in people if place.user]
    held = await store.held([place.user for place in here]) if needs else {}
    poor = next((place.name for place in here if needs and held[place.user] < needs), None)
    return None if poor is None else Refused("too_poor", {"name": poor, "needs": needs})
