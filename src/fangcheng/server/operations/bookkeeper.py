"""What an operator can do with the ledger, beside a running server or without one."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from fangcheng.server.money.books import Books, Check
from fangcheng.server.money.ledger import Overdrawn, of_player
from fangcheng.server.names import name_key
from fangcheng.server.operations.tools import ToolError, engine_of_made
from fangcheng.server.storage.sql_tables import logins, users


class Bookkeeper:
    """Asks and changes the ledger of a database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._books = Books(engine)

    @classmethod
    @asynccontextmanager
    async def of(cls, database: str | None) -> AsyncGenerator[Bookkeeper]:
        """The bookkeeper of a database that a server has made; ConfigError where it is none, or cannot be used."""
        async with engine_of_made(database) as engine:
            yield cls(engine)

    async def check(self) -> Check:
        """Look at every account and transaction."""
        return await self._books.check()

    async def give(self, account: str, amount: int, reason: str) -> int:
        """Give a player money, or take it away; what the player holds then. ToolError for an unknown player or too much taken."""
        user_id = await self._user(account)
        try:
            return await self._books.give(of_player(user_id), amount, reason)
        except Overdrawn:
            held = await self._books.balance(user_id)
            raise ToolError(f"{account} holds {held}; {-amount} cannot be taken") from None

    async def _user(self, account: str) -> str:
        """Id of the player who is meant."""
        if account.startswith("player:"):
            wanted = sa.select(users.c.id).where(users.c.id == account.removeprefix("player:"), users.c.deleted_ms.is_(None))
        else:
            wanted = sa.select(logins.c.user_id).where(logins.c.name_key == name_key(account))
        async with self._engine.connect() as connection:
            user_id = (await connection.execute(wanted)).scalar()
        if user_id is None:
            raise ToolError(f"there is no such player: {account} (name an account, or player:ID)")
        return str(user_id)
