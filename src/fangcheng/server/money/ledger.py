"""The ledger: double-entry accounts of play money, in whole units.

Every transaction's postings sum to zero, an account holds the sum of its postings, and so all accounts together hold nothing. Players,
tables and the house have accounts. A player's is never below zero; the house's may be, for all money comes from there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from fangcheng.server.storage.sql_tables import accounts, postings, transactions
from fangcheng.server.storage.times import now_ms
from fangcheng.server.storage.upsert import upsert

GRANTS: Final = "house:grants"
"""Where all money comes from."""
FEES: Final = "house:fees"
BOTS: Final = "house:bots"
LOCK: Final = 0x6C656467
"""The number of the advisory lock that a transaction holds on PostgreSQL while it books."""
HELD: Final = sa.select(accounts.c.id, accounts.c.balance).where(accounts.c.id.in_(sa.bindparam("names", expanding=True)))
"""What accounts hold. Made once: a statement that contains a list is a reference cycle, which only the garbage collector frees."""
HELD_HERE: Final = HELD.order_by(accounts.c.id).with_for_update()
"""The same for accounts that are about to be changed: nobody else can change them in the meantime."""


def of_player(user_id: str) -> str:
    """The account of a player."""
    return f"player:{user_id}"


def of_table(table_id: str) -> str:
    """The account of a table: what its deals move goes in and at once out again."""
    return f"table:{table_id}"


def closing(user_id: str) -> str:
    """The key of the transaction that gives back what a deleted account held."""
    return f"closed:{user_id}"


class Posting(NamedTuple):
    """What a transaction does to an account."""

    account: str
    amount: int


class Transaction(NamedTuple):
    """Postings that are booked together. `key` says what caused them, so that nothing is booked twice."""

    key: str
    kind: str
    postings: Sequence[Posting]
    table_id: str | None = None
    deal: int | None = None
    reason: str = ""


class Unbalanced(ValueError):
    """A transaction that makes money, or loses some."""


class Overdrawn(ValueError):
    """A transaction that takes more from a player than the player has; the message names the account and what it would hold."""


async def post(connection: AsyncConnection, transaction: Transaction, held: dict[str, int] | None = None) -> bool:
    """Book a transaction; False when its key is booked already. What raises has booked nothing once the caller rolls back.

    `held` is what `holdings` answered earlier in the same database transaction, if the caller has asked; it is kept up to date.
    """
    if sum(posting.amount for posting in transaction.postings):
        raise Unbalanced(f"{transaction.key}: the postings sum to {sum(posting.amount for posting in transaction.postings)}")
    number = await _begin(connection, transaction)
    if number is None:
        return False
    touched = dict.fromkeys(posting.account for posting in transaction.postings)
    if held is None:
        held = await holdings(connection, touched)
    rows = []
    for place, (account, amount) in enumerate(transaction.postings):
        held[account] += amount
        rows.append({"transaction_id": number, "place": place, "account_id": account, "amount": amount, "balance": held[account]})
    for account in touched:
        if held[account] < 0 and _kind(account) == "player":
            raise Overdrawn(f"{account} would hold {held[account]}")
    changed = [{"account": account, "after": held[account]} for account in touched]
    there = accounts.update().where(accounts.c.id == sa.bindparam("account")).values(balance=sa.bindparam("after"))
    await connection.execute(there, changed)
    await connection.execute(postings.insert(), rows)
    return True


async def holdings(connection: AsyncConnection, wanted: Iterable[str]) -> dict[str, int]:
    """What accounts that are about to be changed in this transaction hold; new accounts begin with 0."""
    await _one_at_a_time(connection)
    names = sorted(set(wanted))
    missing = [{"id": name, "kind": _kind(name), "balance": 0} for name in names]
    await connection.execute(upsert(connection, accounts).on_conflict_do_nothing(), missing)
    return {row.id: row.balance for row in await connection.execute(HELD_HERE, {"names": names})}


async def _begin(connection: AsyncConnection, transaction: Transaction) -> int | None:
    """The number of a new transaction, None where its key is booked.

    Written before anything is read: with that a SQLite database is ours until the end.
    """
    await _one_at_a_time(connection)
    row = {
        "key": transaction.key,
        "kind": transaction.kind,
        "table_id": transaction.table_id,
        "deal": transaction.deal,
        "reason": transaction.reason,
        "created_ms": now_ms(),
    }
    insert = upsert(connection, transactions).values(row).on_conflict_do_nothing().returning(transactions.c.id)
    return (await connection.execute(insert)).scalar()


async def _one_at_a_time(connection: AsyncConnection) -> None:
    """On PostgreSQL wait until nobody else books, and let nobody begin before this transaction ends.

    Without it two could wait for each other's accounts, and transactions would finish in another order than that of their numbers.
    """
    if connection.dialect.name == "postgresql":
        await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))


def _kind(account: str) -> str:
    return account.partition(":")[0]


async def grant(connection: AsyncConnection, user_id: str, amount: int) -> bool:
    """Open a player's account with what everybody gets, once."""
    if not amount:
        await holdings(connection, (of_player(user_id),))
        return False
    opening = (Posting(GRANTS, -amount), Posting(of_player(user_id), amount))
    return await post(connection, Transaction(f"grant:{user_id}", "grant", opening))
