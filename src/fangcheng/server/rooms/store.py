"""What the database is asked about rooms and presets."""

from __future__ import annotations

from typing import Final

import msgspec
import sqlalchemy as sa

from fangcheng.server.protocol import Preset, RoomSettings
from fangcheng.server.rooms.room import RoomState
from fangcheng.server.storage.rows import DealRow, TableRow
from fangcheng.server.storage.sql_tables import presets, rooms, terms
from fangcheng.server.tables.store import Store
from fangcheng.server.tables.terms import terms_of

PRESETS: Final = 20
"""Presets that one host may have for a game."""


class RoomsStore:
    """Rooms and presets in the database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def save(self, room: RoomState) -> None:
        """Keep a room as it is now, durably."""
        async with self._store.engine.begin() as connection:
            changed = await connection.execute(_changed(room))
            if not changed.rowcount:
                await connection.execute(rooms.insert().values(id=room.id, created_ms=room.created_ms, **_columns(room)))

    async def open_rooms(self) -> list[RoomState]:
        """All rooms that are not closed."""
        query = sa.select(rooms.c.document).where(rooms.c.status != "closed").order_by(rooms.c.created_ms, rooms.c.id)
        async with self._store.engine.connect() as connection:
            return [msgspec.json.decode(document, type=RoomState) for document in (await connection.execute(query)).scalars()]

    async def room(self, room_id: str) -> RoomState:
        """A room as it is stored, open or closed; KeyError for one that is not."""
        async with self._store.engine.connect() as connection:
            document = (await connection.execute(sa.select(rooms.c.document).where(rooms.c.id == room_id))).scalar()
        if document is None:
            raise KeyError(room_id)
        return msgspec.json.decode(document, type=RoomState)

    async def start(self, room: RoomState, row: TableRow, first: DealRow, events: str) -> None:
        """Open a table of a room that is stored already: the table, its terms and the room that plays, or nothing of it."""
        kept = terms.insert().values(
            table_id=row.id, room_id=room.id, creator=room.host, document=msgspec.json.encode(terms_of(room.settings)).decode()
        )
        await self._store.add_table(row, first, events, (kept, _changed(room)))

    async def presets(self, user_id: str, variant: str) -> list[Preset]:
        """What a host has put by for a game, by name."""
        query = sa.select(presets.c.name, presets.c.settings).where(_of(user_id, variant)).order_by(presets.c.name)
        async with self._store.engine.connect() as connection:
            found = (await connection.execute(query)).all()
        return [Preset(row.name, msgspec.json.decode(row.settings, type=RoomSettings)) for row in found]

    async def put_preset(self, user_id: str, preset: Preset) -> bool:
        """Put settings by, over others of that name; False when there are too many."""
        variant, kept = preset.settings.variant, msgspec.json.encode(preset.settings).decode()
        here = _of(user_id, variant) & (presets.c.name == preset.name)
        async with self._store.engine.begin() as connection:
            if (await connection.execute(presets.update().where(here).values(settings=kept))).rowcount:
                return True
            number = (await connection.execute(sa.select(sa.func.count()).select_from(presets).where(_of(user_id, variant)))).scalar_one()
            if number >= PRESETS:
                return False
            await connection.execute(presets.insert().values(user_id=user_id, variant=variant, name=preset.name, settings=kept))
            return True

    async def delete_preset(self, user_id: str, variant: str, name: str) -> bool:
        """Forget a preset; whether there was one."""
        here = _of(user_id, variant) & (presets.c.name == name)
        async with self._store.engine.begin() as connection:
            return bool((await connection.execute(presets.delete().where(here))).rowcount)


def _columns(room: RoomState) -> dict[str, str | None]:
    return {"status": room.status, "table_id": room.table or None, "document": msgspec.json.encode(room).decode()}


def _changed(room: RoomState) -> sa.Update:
    return rooms.update().where(rooms.c.id == room.id).values(**_columns(room))


def _of(user_id: str, variant: str) -> sa.ColumnElement[bool]:
    return (presets.c.user_id == user_id) & (presets.c.variant == variant)
