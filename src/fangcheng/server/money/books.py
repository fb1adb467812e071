"""The ledger as it is read: what a player holds, a player's statement, and whether everything adds up."""

from __future__ import annotations

import secrets
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from fangcheng.server.money.ledger import GRANTS, Posting, Transaction, holdings, of_player, post
from fangcheng.server.storage.sql_tables import accounts, postings, results, transactions

Place = tuple[int, int]
"""Where a posting stands: the number of its transaction, and its place in it."""

MOST_NAMED: Final = 20
"""Problems of a kind that are named one by one."""


class Line(NamedTuple):
    """A line of a statement; `balance` is what the account held after it."""

    place: Place
    kind: str
    amount: int
    balance: int
    table_id: str | None
    deal: int | None
    reason: str
    created_ms: int


class Check(NamedTuple):
    """What was looked at, and all that does not add up, in words."""

    accounts: int
    transactions: int
    problems: list[str]


class Books:
    """The ledger of a database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def balance(self, user_id: str) -> int:
        """What a player holds."""
        query = sa.select(accounts.c.balance).where(accounts.c.id == of_player(user_id))
        async with self._engine.connect() as connection:
            return int((await connection.execute(query)).scalar() or 0)

    async def statement(self, account: str, before: Place | None, limit: int) -> list[Line]:
        """Lines of an account, newest first, those before a place."""
        query = (
            sa.select(postings, transactions.c.kind, transactions.c.table_id, transactions.c.deal, transactions.c.reason)
            .add_columns(transactions.c.created_ms)
            .join(transactions, transactions.c.id == postings.c.transaction_id)
            .where(postings.c.account_id == account)
            .order_by(postings.c.transaction_id.desc(), postings.c.place.desc())
            .limit(limit)
        )
        if before is not None:
            number, place = before
            earlier = (postings.c.transaction_id == number) & (postings.c.place < place)
            query = query.where((postings.c.transaction_id < number) | earlier)
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).all()
        return [
            Line((row.transaction_id, row.place), row.kind, row.amount, row.balance, row.table_id, row.deal, row.reason, row.created_ms)
            for row in found
        ]

    async def give(self, account: str, amount: int, reason: str) -> int:
        """Move money from the house to a player's account, or back; what the account holds then. Overdrawn where it holds too little."""
        gift = Transaction(f"admin:{secrets.token_hex(8)}", "admin", (Posting(GRANTS, -amount), Posting(account, amount)), reason=reason)
        async with self._engine.begin() as connection:
            await post(connection, gift)
            held = await connection.execute(sa.select(accounts.c.balance).where(accounts.c.id == account))
            return int(held.scalar_one())

    async def relieve(self, user_id: str, amount: int, day: str) -> bool:
        """Top a player up to `amount`, once per `day`; False for one who holds as much already, or has been helped that day."""
        account = of_player(user_id)
        async with self._engine.begin() as connection:
            held = (await holdings(connection, [account]))[account]
            if held >= amount:
                return False
            lacks = amount - held
            relief = Transaction(f"relief:{user_id}:{day}", "relief", (Posting(GRANTS, -lacks), Posting(account, lacks)))
            return await post(connection, relief)

    async def check(self) -> Check:
        """Look at every transaction and every account, as they were at one moment."""
        async with self._moment() as connection:
            numbers = [await connection.scalar(sa.select(sa.func.count()).select_from(table)) for table in (accounts, transactions)]
            problems = [problem for look in LOOKS for problem in await _named(connection, *look)]
            total = await connection.scalar(sa.select(sa.func.coalesce(sa.func.sum(accounts.c.balance), 0)))
        if total:
            problems.append(f"all accounts together hold {total}, not 0")
        return Check(numbers[0] or 0, numbers[1] or 0, problems)

    @asynccontextmanager
    async def _moment(self) -> AsyncGenerator[AsyncConnection]:
        """A connection that sees one state of the database, whatever is written in the meantime."""
        async with self._engine.connect() as connection:
            if connection.dialect.name == "postgresql":
                connection = await connection.execution_options(isolation_level="REPEATABLE READ")
            else:
                await connection.exec_driver_sql("BEGIN")
            yield connection


async def _named(connection: AsyncConnection, words: str, query: sa.Select[tuple[str, int, int]]) -> list[str]:
    """The rows of a look as sentences: `words` filled in with what was found, its amount, and the amount it should have."""
    found = (await connection.execute(query)).all()
    named = [words.format(*row) for row in found[:MOST_NAMED]]
    return [*named, f"... and {len(found) - MOST_NAMED} more of these"] if len(found) > MOST_NAMED else named


_zero: Final = sa.literal(0)
_booked: Final = sa.func.coalesce(sa.func.sum(postings.c.amount), 0)
_running: Final = (
    sa.select(
        (postings.c.account_id + sa.literal(" in transaction ") + sa.cast(postings.c.transaction_id, sa.String)).label("what"),
        postings.c.balance.label("noted"),
        sa.func.sum(postings.c.amount)
        .over(partition_by=postings.c.account_id, order_by=(postings.c.transaction_id, postings.c.place))
        .label("summed"),
    )
).subquery()
_paid: Final = (
    sa.select(transactions.c.table_id, transactions.c.deal, postings.c.account_id, sa.func.sum(postings.c.amount).label("amount"))
    .join(postings, postings.c.transaction_id == transactions.c.id)
    .where(transactions.c.kind.in_(("deal", "fee")))
    .group_by(transactions.c.table_id, transactions.c.deal, postings.c.account_id)
    .subquery()
)
_in_ledger: Final = sa.func.coalesce(_paid.c.amount, 0)

LOOKS: Final[tuple[tuple[str, sa.Select[tuple[str, int, int]]], ...]] = (
    (
        "transaction {0}: its postings sum to {1}, not {2}",
        sa.select(transactions.c.key, _booked, _zero)
        .outerjoin(postings, postings.c.transaction_id == transactions.c.id)
        .group_by(transactions.c.id, transactions.c.key)
        .having(_booked != 0)
        .order_by(transactions.c.id),
    ),
    (
        "transaction {0}: it has {1} postings, fewer than {2}",
        sa.select(transactions.c.key, sa.func.count(postings.c.place), sa.literal(2))
        .outerjoin(postings, postings.c.transaction_id == transactions.c.id)
        .group_by(transactions.c.id, transactions.c.key)
        .having(sa.func.count(postings.c.place) < 2)
        .order_by(transactions.c.id),
    ),
    (
        "account {0}: it holds {1}, its postings sum to {2}",
        sa.select(accounts.c.id, accounts.c.balance, _booked)
        .outerjoin(postings, postings.c.account_id == accounts.c.id)
        .group_by(accounts.c.id, accounts.c.balance)
        .having(accounts.c.balance != _booked)
        .order_by(accounts.c.id),
    ),
    (
        "account {0}: the balance noted there is {1}, its postings up to there sum to {2}",
        sa.select(_running.c.what, _running.c.noted, _running.c.summed).where(_running.c.noted != _running.c.summed),
    ),
    (
        "account {0}: it holds {1}, and a player holds at least {2}",
        sa.select(accounts.c.id, accounts.c.balance, _zero).where(accounts.c.kind == "player", accounts.c.balance < 0),
    ),
    (
        "account {0}: it holds {1}, and a table holds {2} between deals",
        sa.select(accounts.c.id, accounts.c.balance, _zero).where(accounts.c.kind == "table", accounts.c.balance != 0),
    ),
    (
        "deal {0}: the player's result is {1}, what was booked to him {2}",
        sa.select(
            (results.c.table_id + sa.literal(":") + sa.cast(results.c.deal, sa.String) + sa.literal(", player:") + results.c.user_id),
            results.c.money,
            _in_ledger,
        )
        .outerjoin(
            _paid,
            (_paid.c.table_id == results.c.table_id)
            & (_paid.c.deal == results.c.deal)
            & (_paid.c.account_id == sa.literal("player:") + results.c.user_id),
        )
        .where(results.c.user_id.is_not(None), results.c.money != _in_ledger),
    ),
)
"""What must not be found: a sentence, and the query for what fills it in: what it is, its amount, and the amount it should have."""
