"""A server that is killed in the middle of a settlement, at every point of it: each deal is settled exactly once."""

from __future__ import annotations

import asyncio
import random
import signal
from collections.abc import Generator
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from server.chaos import Person, Table, ledger_in_order
from server.dying import POINTS
from server.player import read_log
from server.process import Process

from fangcheng.events import Settle
from fangcheng.server.money.settlement import settle_money
from fangcheng.server.storage.database import Database, open_engine
from fangcheng.server.storage.sql_tables import accounts, results, tallies, transactions
from fangcheng.variants import VARIANTS

TESTS = Path(__file__).resolve().parents[1]
STAKE, FEE = 3, 2
GAME = min(VARIANTS.values(), key=lambda game: game.seats[-1])
SEATS = GAME.seats[-1]


@pytest.fixture
def server(database: Database) -> Generator[Process]:
    """A server process on each kind of database."""
    made = Process(str(database.path) if database.path else database.url.render_as_string(hide_password=False), gather=200)
    yield made
    made.close()


def start(server: Process, point: str | None) -> None:
    """Start it, to die there or not at all."""
    server.start(f"import sys; sys.path.insert(0, {str(TESTS)!r}); from server.dying import die_at; die_at({point!r}); " if point else "")


async def test_killed_at_every_point_of_a_settlement(server: Process, database: Database) -> None:
    chance, points = random.Random(8), list(POINTS)
    people = [Person(server.url, seat, random.Random(chance.random())) for seat in range(SEATS)]
    table = Table(GAME.id, people, len(points), STAKE, FEE)
    start(server, points[0])
    await server.answers()
    await table.open(SEATS)
    playing = asyncio.gather(*(person.play(table.id) for person in people))
    for point, following in zip(points, [*points[1:], None], strict=True):
        assert await asyncio.to_thread(server.ended) == -signal.SIGKILL, point
        start(server, following)
        await server.answers()
    await playing
    # All that was acknowledged is there, once; and what is booked is what a server comes to that nobody has killed.
    assert await table.check() > 50
    await ledger_in_order(str(database.path) if database.path else database.url.render_as_string(hide_password=False))
    await check_money(table, database)


async def check_money(table: Table, database: Database) -> None:
    """Every deal has moved what it should, and has counted once for everybody."""
    held = [10_000] * SEATS
    for number in range(table.deals):
        settle = await settlement(table, number)
        fees = [STAKE * fee + FEE for fee in settle.fees or (0,) * SEATS]
        money = settle_money(settle.transfers, STAKE, fees, held, [None] * SEATS)
        held = [had + change - fee for had, change, fee in zip(held, money.changes, money.fees, strict=True)]
    engine = open_engine(database)
    async with engine.connect() as connection:
        kinds = dict((await connection.execute(sa.select(transactions.c.kind, sa.func.count()).group_by(transactions.c.kind))).all())
        rows = await connection.scalar(sa.select(sa.func.count()).select_from(results))
        counted = (await connection.execute(sa.select(tallies.c.deals).where(tallies.c.period == "all"))).scalars().all()
        balances = (await connection.execute(sa.select(accounts.c.balance).where(accounts.c.kind == "player"))).scalars().all()
    await engine.dispose()
    assert kinds["fee"] == table.deals
    assert rows == table.deals * SEATS
    assert list(counted) == [table.deals] * SEATS
    assert sorted(balances) == sorted(held)


async def settlement(table: Table, number: int) -> Settle:
    person = table.people[0]
    async with httpx.AsyncClient(base_url=person.url, cookies=person.http.cookies) as http:
        answer = await http.get(f"/api/tables/{table.id}/deals/{number}")
    event = read_log(answer.text)[-1]
    assert isinstance(event, Settle)
    return event
