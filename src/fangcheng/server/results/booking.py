"""The end of a deal: what it means for everybody at the table, booked in the transaction that stores its last events."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from fangcheng.engine.state import State
from fangcheng.server.money.ledger import BOTS, FEES, GRANTS, Posting, Transaction, closing, holdings, of_player, of_table, post
from fangcheng.server.money.settlement import Money, settle_money
from fangcheng.server.results.statistics import Counted, count, of_absent, outcomes
from fangcheng.server.storage.rows import Played, SeatRow, TableRow
from fangcheng.server.storage.sql_tables import postings, results, transactions, users
from fangcheng.server.storage.times import now_ms

# Made once: a statement that contains a list is a reference cycle, and one per deal would pile up until the next garbage collection.
ANSWERABLE: Final = sa.select(users.c.id).where(users.c.id.in_(sa.bindparam("named", expanding=True)), users.c.deleted_ms.is_(None))


def played(row: TableRow, state: State, seats: tuple[SeatRow, ...] = (), left: frozenset[int] = frozenset()) -> Played:
    """A deal that is over. `seats`: who answers for it, if not those who sit there now; `left`: seats whose players left during it."""
    assert state.settled is not None
    return Played(
        variant=row.variant,
        seats=seats or tuple(row.seats),
        stake=row.stake,
        fee=row.fee,
        gain_cap=row.gain_cap,
        balances=tuple(state.balances),
        winners=tuple(state.win.wins) if state.win else (),
        settle=state.settled,
        left=left,
    )


async def book(connection: AsyncConnection, table_id: str, number: int, deal: Played) -> Money:
    """Book a deal: its money, a result for each seat, and its statistics."""
    seats = await _answerable(connection, deal.seats)
    absent = {seat for seat in deal.left if seats[seat].user_id is not None}
    money, now = await _pay(connection, table_id, number, deal, seats, absent), now_ms()
    ended = [of_absent(outcome) if seat in absent else outcome for seat, outcome in enumerate(outcomes(len(seats), deal.winners))]
    points = _but_gains(deal.settle.payments, absent)
    gained = [change - fee for change, fee in zip(_but_gains(money.changes, absent), money.fees, strict=True)]
    rows = [
        {
            "table_id": table_id,
            "deal": number,
            "seat": seat,
            "user_id": sits.user_id,
            "bot": sits.bot,
            "name": sits.name,
            "points": points[seat],
            "money": gained[seat],
            "how": ended[seat].how,
            "ended_ms": now,
        }
        for seat, sits in enumerate(seats)
    ]
    await connection.execute(results.insert(), rows)
    people = {sits.user_id: Counted(ended[seat], points[seat], gained[seat]) for seat, sits in enumerate(seats) if sits.user_id is not None}
    await count(connection, deal.variant, table_id, number, people, now)
    return money


async def _answerable(connection: AsyncConnection, seats: tuple[SeatRow, ...]) -> tuple[SeatRow, ...]:
    """Who answers for each seat: the house for bots, and for players who have deleted their accounts meanwhile."""
    named = [sits.user_id for sits in seats if sits.user_id is not None]
    there = set((await connection.execute(ANSWERABLE, {"named": named})).scalars())
    return tuple(sits if sits.user_id is None or sits.user_id in there else SeatRow(None, sits.bot, "") for sits in seats)


async def _left_behind(connection: AsyncConnection, users: Collection[str | None]) -> dict[str | None, int]:
    """What players who have deleted their accounts held. The house pays no more than that for them, or one could lose money that one never
    had to a friend."""
    if not users:
        return {}
    keys = {closing(user): user for user in users if user}
    query = (
        sa.select(transactions.c.key, postings.c.amount)
        .join(postings, postings.c.transaction_id == transactions.c.id)
        .where(transactions.c.key.in_(keys), postings.c.account_id == GRANTS)
    )
    return dict.fromkeys(users, 0) | {keys[row.key]: row.amount for row in await connection.execute(query)}


def _but_gains(changes: Sequence[int], absent: Collection[int]) -> list[int]:
    """What each seat's player gets. A player who had left bears the loss, so that nobody escapes one; a gain is the house's."""
    return [min(0, change) if seat in absent else change for seat, change in enumerate(changes)]


async def _pay(
    connection: AsyncConnection, table_id: str, number: int, deal: Played, seats: tuple[SeatRow, ...], absent: Collection[int]
) -> Money:
    nothing = (0,) * len(seats)
    people = [sits.user_id is not None for sits in seats]
    # The fee of a bot would go from the house to the house.
    points = deal.settle.fees or nothing
    fees = [fee * deal.stake + deal.fee if person else 0 for fee, person in zip(points, people, strict=True)]
    if not deal.stake and not any(fees):
        return Money(nothing, nothing, nothing)
    names = [of_player(sits.user_id) if sits.user_id is not None else BOTS for sits in seats]
    table = of_table(table_id)
    held = await holdings(connection, [*names, table, FEES])
    behind = await _left_behind(connection, {sits.user_id for sits in deal.seats if sits.user_id} - {sits.user_id for sits in seats})
    holds = [held[name] if person else behind.get(sits.user_id) for name, person, sits in zip(names, people, deal.seats, strict=True)]
    most = [balance * deal.stake if deal.gain_cap and balance is not None else None for balance in deal.balances]
    money = settle_money(deal.settle.transfers, deal.stake, fees, holds, most)
    key = f"{table_id}:{number}"
    paid = [BOTS if seat in absent and money.changes[seat] > 0 else name for seat, name in enumerate(names)]
    moved, taken = _moves(paid, money.changes, table), [(name, fee) for name, fee in zip(names, money.fees, strict=True) if fee]
    if moved:
        await post(connection, Transaction(f"deal:{key}", "deal", moved, table_id, number), held)
    if taken:
        fees_paid = [*(Posting(name, -fee) for name, fee in taken), Posting(FEES, sum(money.fees))]
        await post(connection, Transaction(f"fee:{key}", "fee", fees_paid, table_id, number), held)
    return money


def _moves(names: list[str], changes: tuple[int, ...], table: str) -> list[Posting]:
    """Losses into the table's account, gains out of it."""
    by_name = list(zip(names, changes, strict=True))
    losses = [Posting(name, change) for name, change in by_name if change < 0]
    gains = [Posting(name, change) for name, change in by_name if change > 0]
    moved = sum(gain.amount for gain in gains)
    return [*losses, Posting(table, moved), Posting(table, -moved), *gains] if moved else []
