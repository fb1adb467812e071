"""The terms that a room has agreed on for a table, and what else of its people and their money a table reads from the database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from fangcheng.server.protocol import Purse, RoomSettings, Terms
from fangcheng.server.storage.sql_tables import results, settings, terms


class TableTerms(NamedTuple):
    """What binds a table: its room ("" for a table without one), the seat of its host when it was opened, and the room's terms."""

    room: str
    creator: int
    terms: Terms


class Opens(msgspec.Struct, frozen=True):
    """The one player setting that a table reads."""

    open_hand: bool = False


class TermsStore:
    """What tables ask of the database beside their deals."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def terms_of(self, table_id: str) -> TableTerms | None:
        """The terms of a table, None for one that was opened without any."""
        query = sa.select(terms.c.room_id, terms.c.creator, terms.c.document).where(terms.c.table_id == table_id)
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).first()
        return None if found is None else TableTerms(found.room_id or "", found.creator, msgspec.json.decode(found.document, type=Terms))

    async def open_hands(self, users: Sequence[str]) -> set[str]:
        """Which of these people let spectators see their tiles."""
        query = sa.select(settings.c.user_id, settings.c.kept).where(settings.c.user_id.in_(users))
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).all()
        return {row.user_id for row in found if msgspec.json.decode(row.kept, type=Opens).open_hand}

    async def money(self, table_id: str, seats: int) -> Purse | None:
        """What the deals of a table have come to in play money, None before the first is over."""
        query = sa.select(results.c.deal, results.c.seat, results.c.money).where(results.c.table_id == table_id)
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).all()
        if not found:
            return None
        latest, purse = max(row.deal for row in found), Purse([0] * seats, [0] * seats)
        for row in found:
            purse.match[row.seat] += row.money
            if row.deal == latest:
                purse.deal[row.seat] = row.money
        return purse


def terms_of(wanted: RoomSettings) -> Terms:
    """The part of a room's settings that binds its tables."""
    return Terms(**{name: getattr(wanted, name) for name in Terms.__struct_fields__})
