"""What the database is asked about rooms, their tables' terms, and presets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec
import sqlalchemy as sa

from fangcheng.server.protocol import Preset, Purse, RoomSettings, Terms
from fangcheng.server.rooms.room import RoomState
from fangcheng.server.storage.rows import DealRow, TableRow
from fangcheng.server.storage.sql_rooms import presets, rooms, terms
from fangcheng.server.storage.sql_tables import results, settings
from fangcheng.server.tables.store import Store

PRESETS: Final = 20
"""Presets that one host may have for a game."""


class TableTerms(NamedTuple):
    """What a table keeps to: its room ("" for a table without one), the seat of its host when it was opened, and the room's terms."""

    room: str
    creator: int
    terms: Terms


class Opens(msgspec.Struct, frozen=True):
    """What of a player's settings a table goes by."""

    open_hand: bool = False


class RoomsStore:
    """The database behind typed questions."""

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

    async def terms_of(self, table_id: str) -> TableTerms | None:
        """The terms of a table, None for one that was opened without any."""
        query = sa.select(terms.c.room_id, terms.c.creator, terms.c.document).where(terms.c.table_id == table_id)
        async with self._store.engine.connect() as connection:
            found = (await connection.execute(query)).first()
        return None if found is None else TableTerms(found.room_id or "", found.creator, msgspec.json.decode(found.document, type=Terms))

    async def open_hands(self, users: Sequence[str]) -> set[str]:
        """Those of these people who let spectators see their tiles."""
        query = sa.select(settings.c.user_id, settings.c.kept).where(settings.c.user_id.in_(users))
        async with self._store.engine.connect() as connection:
            found = (await connection.execute(query)).all()
        return {row.user_id for row in found if msgspec.json.decode(row.kept, type=Opens).open_hand}

    async def money(self, table_id: str, seats: int) -> Purse | None:
        """What the deals of a table have come to in play money, None before the first is over."""
        query = sa.select(results.c.deal, results.c.seat, results.c.money).where(results.c.table_id == table_id)
        async with self._store.engine.connect() as connection:
            found = (await connection.execute(query)).all()
        if not found:
            return None
        latest, purse = max(row.deal for row in found), Purse([0] * seats, [0] * seats)
        for row in found:
            purse.match[row.seat] += row.money
            if row.deal == latest:
                purse.deal[row.seat] = row.money
        return purse

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


def terms_of(wanted: RoomSettings) -> Terms:
    """What of a room's settings its tables keep to."""
    return Terms(**{name: getattr(wanted, name) for name in Terms.__struct_fields__})


def _columns(room: RoomState) -> dict[str, str | None]:
    return {"status": room.status, "table_id": room.table or None, "document": msgspec.json.encode(room).decode()}


def _changed(room: RoomState) -> sa.Update:
    return rooms.update().where(rooms.c.id == room.id).values(**_columns(room))


def _of(user_id: str, variant: str) -> sa.ColumnElement[bool]:
    return (presets.c.user_id == user_id) & (presets.c.variant == variant)
