"""Players in the database: their names, passwords, sessions and settings."""

from __future__ import annotations

import asyncio
from typing import Final, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from fangcheng.server.money.ledger import GRANTS, Posting, Transaction, closing, grant, holdings, of_player, post
from fangcheng.server.names import guest_name, name_key, name_look
from fangcheng.server.protocol import Me
from fangcheng.server.storage.sql_tables import (
    accounts,
    element_tallies,
    logins,
    presets,
    results,
    rooms,
    seats,
    sessions,
    settings,
    shares,
    tallies,
    users,
)
from fangcheng.server.storage.times import now_ms
from fangcheng.server.storage.upsert import upsert

SESSION_MS: Final = 365 * 24 * 3600 * 1000
"""Life of a session that is not used."""
HANDLE: Final = 16
"""Characters of a session's hash that identify the session to its player."""


class NameTaken(Exception):
    """Another account has this name, or one that looks like it."""


class Found(NamedTuple):
    """A session: whose it is, and how long it has been idle."""

    player: Me
    seen_ms: int


class SessionRow(NamedTuple):
    """One of a player's sessions; `handle` names it."""

    handle: str
    created_ms: int
    seen_ms: int
    agent: str


class Accounts:
    """All that the database knows of players."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self.keeping = asyncio.Lock()
        """Held while settings are stored and tables are told of them: what tables heard last must be what is stored."""

    async def add_guest(self, user_id: str, name: str, token_hash: str, money: int = 0, agent: str = "") -> None:
        """A new player with a session, and with money to begin with."""
        async with self._engine.begin() as connection:
            await connection.execute(users.insert().values(id=user_id, name=name, name_look=name_look(name), created_ms=now_ms()))
            await connection.execute(sessions.insert().values(_session(user_id, token_hash, agent)))
            await grant(connection, user_id, money)

    # --- sessions -------------------------------------------------------------------------------------------------------------

    async def find(self, token_hash: str) -> Found | None:
        """The session with this hash; None if there is none, or it has ended."""
        query = (
            sa.select(users.c.id, users.c.name, sessions.c.seen_ms, logins.c.user_id.is_not(None).label("account"))
            .join(sessions, sessions.c.user_id == users.c.id)
            .outerjoin(logins, logins.c.user_id == users.c.id)
            .where(sessions.c.token_hash == token_hash, sessions.c.expires_ms > now_ms(), users.c.deleted_ms.is_(None))
        )
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return Found(Me(row.id, row.name, bool(row.account)), row.seen_ms) if row else None

    async def open_session(self, user_id: str, token_hash: str, agent: str, most: int) -> list[str]:
        """Open a session. A player has at most `most`; beyond that the least recently used ones end. Answers their hashes."""
        others = (
            sa.select(sessions.c.token_hash)
            .where(sessions.c.user_id == user_id, sessions.c.token_hash != token_hash)
            .order_by(sessions.c.seen_ms.desc(), sessions.c.created_ms.desc(), sessions.c.token_hash)
        )
        async with self._engine.begin() as connection:
            await connection.execute(sessions.insert().values(_session(user_id, token_hash, agent)))
            ended = list((await connection.execute(others.offset(most - 1))).scalars())
            await connection.execute(sessions.delete().where(sessions.c.token_hash.in_(ended)))
        return ended

    async def touch(self, token_hash: str, agent: str) -> None:
        """Note that a session is in use."""
        now = now_ms()
        seen = sessions.update().where(sessions.c.token_hash == token_hash).values(seen_ms=now, expires_ms=now + SESSION_MS, agent=agent)
        async with self._engine.begin() as connection:
            await connection.execute(seen)

    async def sessions_of(self, user_id: str) -> list[SessionRow]:
        """A player's sessions, the latest in use first."""
        query = (
            sa.select(sessions)
            .where(sessions.c.user_id == user_id, sessions.c.expires_ms > now_ms())
            .order_by(sessions.c.seen_ms.desc(), sessions.c.token_hash)
        )
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).all()
        return [SessionRow(row.token_hash[:HANDLE], row.created_ms, row.seen_ms, row.agent) for row in found]

    async def end_sessions(self, user_id: str, *, handle: str | None = None, but: str | None = None) -> list[str]:
        """End the session of a player that has this handle, or all but one, or all; the hashes of those that have ended."""
        mine = sessions.c.user_id == user_id
        if handle is not None:
            mine &= sa.func.substr(sessions.c.token_hash, 1, HANDLE) == handle
        if but is not None:
            mine &= sessions.c.token_hash != but
        async with self._engine.begin() as connection:
            return list((await connection.execute(sessions.delete().where(mine).returning(sessions.c.token_hash))).scalars())

    async def grant_missing(self, money: int) -> None:
        """Give opening money to players who came before there was any."""
        account = sa.literal("player:") + users.c.id
        query = (
            sa.select(users.c.id).outerjoin(accounts, accounts.c.id == account).where(accounts.c.id.is_(None), users.c.deleted_ms.is_(None))
        )
        async with self._engine.begin() as connection:
            for user_id in (await connection.execute(query)).scalars().all():
                await grant(connection, user_id, money)

    async def forget_expired(self) -> None:
        """Delete sessions that are over."""
        async with self._engine.begin() as connection:
            await connection.execute(sessions.delete().where(sessions.c.expires_ms <= now_ms()))

    # --- names and passwords --------------------------------------------------------------------------------------------------

    async def register(self, user_id: str, name: str, password: str) -> None:
        """Make an account of a guest, who from now on owns the name and signs in with the (hashed) password; NameTaken."""
        row = {"user_id": user_id, "name_key": name_key(name), "name_look": name_look(name), "password": password, "created_ms": now_ms()}
        try:
            async with self._engine.begin() as connection:
                await connection.execute(logins.insert().values(row))
                await _take_name(connection, user_id, name)
        except sa.exc.IntegrityError:
            raise NameTaken from None

    async def rename(self, user_id: str, name: str) -> None:
        """Change a player's name for tables opened from now on; NameTaken where an account has it."""
        keys = {"name_key": name_key(name), "name_look": name_look(name)}
        theirs = sa.or_(*(logins.c[column] == key for column, key in keys.items())) & (logins.c.user_id != user_id)
        try:
            async with self._engine.begin() as connection:
                if (await connection.execute(sa.select(logins.c.user_id).where(theirs))).first():
                    raise NameTaken
                if (await connection.execute(logins.update().where(logins.c.user_id == user_id).values(keys))).rowcount:
                    await _take_name(connection, user_id, name)
                else:
                    await connection.execute(users.update().where(users.c.id == user_id).values(name=name, name_look=name_look(name)))
        except sa.exc.IntegrityError:
            raise NameTaken from None

    async def is_free(self, name: str) -> bool:
        """Whether no account has this name, or one that looks like it."""
        theirs = (logins.c.name_key == name_key(name)) | (logins.c.name_look == name_look(name))
        async with self._engine.connect() as connection:
            return (await connection.execute(sa.select(logins.c.user_id).where(theirs))).first() is None

    async def login(self, name: str) -> tuple[str, str] | None:
        """Id and hashed password of the account with a name."""
        query = sa.select(logins.c.user_id, logins.c.password).where(logins.c.name_key == name_key(name))
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return (row.user_id, row.password) if row else None

    async def password_of(self, user_id: str) -> str | None:
        """The hashed password of a player, None for a guest."""
        query = sa.select(logins.c.password).where(logins.c.user_id == user_id)
        async with self._engine.connect() as connection:
            return (await connection.execute(query)).scalar()

    async def set_password(self, user_id: str, password: str) -> None:
        """Keep another hashed password."""
        async with self._engine.begin() as connection:
            await connection.execute(logins.update().where(logins.c.user_id == user_id).values(password=password))

    # --- settings -------------------------------------------------------------------------------------------------------------

    async def settings_of(self, user_id: str) -> str | None:
        """A player's settings as they were kept, None where they never were."""
        query = sa.select(settings.c.kept).where(settings.c.user_id == user_id)
        async with self._engine.connect() as connection:
            return (await connection.execute(query)).scalar()

    async def keep_settings(self, user_id: str, kept: str) -> None:
        """Keep a player's settings."""
        async with self._engine.begin() as connection:
            insert = upsert(connection, settings).values(user_id=user_id, kept=kept)
            await connection.execute(insert.on_conflict_do_update(index_elements=["user_id"], set_={"kept": kept}))

    # --- the end --------------------------------------------------------------------------------------------------------------

    async def delete(self, user_id: str) -> None:
        """Forget who a player was. The deals that they played stay, without the name; what they held goes back to the house."""
        async with self._engine.begin() as connection:
            await _close_account(connection, user_id)
            for table in (logins, settings, sessions, tallies, element_tallies, shares, presets):
                await connection.execute(table.delete().where(table.c.user_id == user_id))
            for table in (seats, results):
                await connection.execute(table.update().where(table.c.user_id == user_id).values(name=""))
            await _unname_rooms(connection, user_id)
            await connection.execute(users.update().where(users.c.id == user_id).values(name="", name_look="", deleted_ms=now_ms()))


def _session(user_id: str, token_hash: str, agent: str) -> dict[str, str | int]:
    """The row of a session that begins now."""
    now = now_ms()
    return {"token_hash": token_hash, "user_id": user_id, "created_ms": now, "seen_ms": now, "expires_ms": now + SESSION_MS, "agent": agent}


async def _take_name(connection: AsyncConnection, user_id: str, name: str) -> None:
    """Give a name to an account. Guests with this name, or one that looks like it, get a name made up for them."""
    look = name_look(name)
    guests = users.c.id.not_in(sa.select(logins.c.user_id))
    called = (
        (await connection.execute(sa.select(users.c.id).where(users.c.name_look == look, users.c.id != user_id, guests))).scalars().all()
    )
    for guest in called:
        other = guest_name("")
        await connection.execute(users.update().where(users.c.id == guest).values(name=other, name_look=name_look(other)))
    await connection.execute(users.update().where(users.c.id == user_id).values(name=name, name_look=look))


async def _close_account(connection: AsyncConnection, user_id: str) -> None:
    account = of_player(user_id)
    # Written first, so that nobody else books on it before we have.
    await connection.execute(users.update().where(users.c.id == user_id).values(deleted_ms=now_ms()))
    held = (await holdings(connection, [account]))[account]
    if held:
        await post(connection, Transaction(closing(user_id), "closed", (Posting(account, -held), Posting(GRANTS, held))))


async def _unname_rooms(connection: AsyncConnection, user_id: str) -> None:
    """Remove a player's name from closed rooms; from open ones it goes when the player leaves them."""
    query = sa.select(rooms.c.id, rooms.c.document).where(rooms.c.status == "closed", rooms.c.document.contains(user_id, autoescape=True))
    for row in (await connection.execute(query)).all():
        document = msgspec.json.decode(row.document)
        for place in document["places"]:
            if place.get("user") == user_id:
                place["name"] = ""
        kept = msgspec.json.encode(document).decode()
        await connection.execute(rooms.update().where(rooms.c.id == row.id).values(document=kept))
