"""A database that cannot be written just now: it is full, read-only, locked or away. Everybody is told so, and nothing is half done."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from server.conftest import Serve
from server.entering import open_room
from server.house import House, Watcher, house
from server.player import GAME, Player
from sqlalchemy.ext.asyncio import AsyncEngine

from fangcheng.server.protocol import Ack, Act, Error
from fangcheng.server.storage import database
from fangcheng.server.storage.rows import CommandRow
from fangcheng.server.storage.sql_tables import log, pulse
from fangcheng.server.storage.sqlite import Driver
from fangcheng.server.tables.store import Store
from fangcheng.server.trouble import trouble
from fangcheng.server.web import health
from fangcheng.server.web.health import Readiness

__all__ = ["house"]

FULL = sqlite3.OperationalError("database or disk is full")
FULL.sqlite_errorname = "SQLITE_FULL"  # type: ignore[misc]


def failing(error: BaseException) -> sa.exc.DBAPIError:
    return sa.exc.OperationalError("INSERT a secret", {}, error)


@contextmanager
def full(engine: AsyncEngine) -> Generator[None]:
    """A disk without room: whatever writes fails, in the middle of its transaction. What came before it must be taken back."""

    def refuse(*told: Any) -> None:
        # The first statement goes through, and is taken back.
        if told[2].startswith(("INSERT", "UPDATE")) and "INTO log " not in told[2]:
            raise failing(FULL)

    async def refuse_rows(*told: Any) -> None:
        raise FULL

    sa.event.listen(engine.sync_engine, "before_cursor_execute", refuse)
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Driver, "insert", refuse_rows)
            yield
    finally:
        sa.event.remove(engine.sync_engine, "before_cursor_execute", refuse)


@asynccontextmanager
async def pragma(engine: AsyncEngine, setting: str, after: str) -> AsyncGenerator[None]:
    """SQLite set otherwise for a while, on the one connection that there is."""
    for text in (setting, after):
        async with engine.connect() as connection:
            await connection.exec_driver_sql(f"PRAGMA {text}")
        if text == setting:
            yield


@asynccontextmanager
async def locked(engine: AsyncEngine) -> AsyncGenerator[None]:
    """Somebody else writes, and does not come to an end."""
    other = sqlite3.connect(str(engine.url.database), isolation_level=None)
    async with pragma(engine, "busy_timeout=20", "busy_timeout=1000"):
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")
    other.close()


# --- what an error says --------------------------------------------------------------------------------------------------------------


class Said(Exception):
    """An error of PostgreSQL's driver."""

    def __init__(self, sqlstate: str) -> None:
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("error", "found"),
    [
        (failing(FULL), "database_full"),
        (failing(Said("53100")), "database_full"),
        (failing(Said("25006")), "database_read_only"),
        (failing(Said("08006")), "database"),
        (failing(Exception("whatever")), "database"),
        (sa.exc.TimeoutError(), "database"),
        (ConnectionRefusedError(), "database"),
        (sa.exc.IntegrityError("insert", {}, Exception()), None),
        (sa.exc.ProgrammingError("insert", {}, Exception()), None),
        (KeyError("t"), None),
    ],
)
def test_what_is_the_databases_trouble_and_what_our_mistake(error: Exception, found: str | None) -> None:
    assert trouble(error) == found


# --- readiness -----------------------------------------------------------------------------------------------------------------------


@pytest.fixture
async def asks(store: Store, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Readiness]:
    """The question on each kind of database, with every answer a new one."""
    monkeypatch.setattr(health, "FRESH", -1.0)
    made = Readiness(store.engine)
    yield made
    await made.close()


async def test_ready_is_who_can_write_and_nothing_grows(store: Store, asks: Readiness) -> None:
    for _ in range(3):
        assert await asks.problem() is None
    async with store.engine.connect() as connection:
        assert await connection.scalar(sa.select(sa.func.count()).select_from(pulse)) == 1


async def test_however_many_ask_it_is_written_once(store: Store) -> None:
    asked, written = Readiness(store.engine), []
    sa.event.listen(store.engine.sync_engine, "before_cursor_execute", lambda *told: written.append(told[2]))
    assert await asyncio.gather(*(asked.problem() for _ in range(50))) == [None] * 50
    assert len([text for text in written if text.startswith("INSERT")]) == 1


async def test_not_ready_on_a_full_disk(store: Store, asks: Readiness, capsys: pytest.CaptureFixture[str]) -> None:
    if store.engine.dialect.name == "postgresql":
        async with store.engine.begin() as connection:
            refuse = "BEGIN RAISE EXCEPTION USING ERRCODE = '53100', MESSAGE = 'no space left'; END"
            await connection.exec_driver_sql(f"CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $${refuse}$$")
            await connection.exec_driver_sql("CREATE TRIGGER full_disk BEFORE INSERT ON pulse EXECUTE FUNCTION refuse()")
        assert await asks.problem() == "database_full"
        async with store.engine.begin() as connection:
            await connection.exec_driver_sql("DROP TRIGGER full_disk ON pulse")
    else:
        with full(store.engine):
            assert await asks.problem() == "database_full"
    assert await asks.problem() is None
    logged = capsys.readouterr().err
    assert "database_away" in logged
    assert "secret" not in logged
    assert "Traceback" not in logged


async def test_not_ready_where_only_reading_is_possible(store: Store, asks: Readiness) -> None:
    if store.engine.dialect.name == "postgresql":
        name = store.engine.url.database
        async with store.engine.begin() as connection:
            await connection.exec_driver_sql(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        await store.engine.dispose()
        assert await asks.problem() == "database_read_only"
    else:
        async with pragma(store.engine, "query_only=ON", "query_only=OFF"):
            assert await asks.problem() == "database_read_only"
        assert await asks.problem() is None


class Away:
    """An engine whose database cannot be reached."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def begin(self) -> Any:
        raise self.error


@pytest.mark.parametrize("error", [OSError("no route"), sa.exc.TimeoutError("secret"), failing(Exception("secret"))])
async def test_not_ready_without_a_database(error: Exception, capsys: pytest.CaptureFixture[str]) -> None:
    assert await Readiness(Away(error)).problem() == "database"  # type: ignore[arg-type]
    assert "secret" not in capsys.readouterr().err


async def test_not_ready_where_the_database_does_not_answer(store: Store, asks: Readiness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "PATIENCE", 0.05)
    async with store.engine.begin() as first:
        await first.execute(pulse.insert().values(id=1, at_ms=0))
        assert await asks.problem() == "database"
    await asks.close()
    monkeypatch.setattr(health, "PATIENCE", 20)
    assert await asks.problem() is None


# --- in the middle of a deal ---------------------------------------------------------------------------------------------------------


async def batches(house: House) -> int:
    async with house.store.engine.connect() as connection:
        return await connection.scalar(sa.select(sa.func.count()).select_from(log)) or 0


async def act_in_vain(house: House, people: list[Watcher], reason: str) -> Watcher:
    """Somebody acts while nothing can be stored: who it was."""
    actor, *_ = await house.somebody(people)
    before, seq, told = await batches(house), actor.latest.seq, len(actor.tables)
    answer = await house.send(actor, Act("same", seq, actor.latest.view.offers[0].text))
    assert answer == Error("database_away", {"reason": reason})
    # All are told that, and then how things stand: as before.
    for watcher in people:
        await watcher.until(lambda: answer in watcher.sent)  # noqa: B023
    await actor.until(lambda: len(actor.tables) > told)
    assert actor.latest.seq == seq
    assert await batches(house) == before
    assert not [message for message in actor.sent if isinstance(message, Ack)]
    return actor


@pytest.mark.parametrize("reason", ["database_full", "database_read_only", "database_locked"])
async def test_what_cannot_be_stored_has_not_happened(house: House, reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    people = await house.open([None] * 4)
    engine, chance = house.store.engine, random.Random(1)
    await people[0].until(lambda: people[0].tables)
    await house.somebody(people)
    if reason == "database_full":
        with full(engine):
            actor = await act_in_vain(house, people, reason)
    elif reason == "database_read_only":
        async with pragma(engine, "query_only=ON", "query_only=OFF"):
            actor = await act_in_vain(house, people, reason)
    else:
        async with locked(engine):
            actor = await act_in_vain(house, people, reason)
    # Sent again under the same id it counts, once; and the deal goes on to its end as if nothing had been.
    again = Act("same", actor.latest.seq, actor.latest.view.offers[0].text)
    assert [await house.send(actor, again) for _ in range(2)] == [Ack("same")] * 2
    await house.play_out(people, chance)
    events = await house.log()
    assert events[-1].name == "settle"
    assert "Traceback" not in capsys.readouterr().err


async def test_whoever_waits_for_a_locked_database_waits_once(house: House) -> None:
    """With the patience that a server really has: nobody tries again what has just been waited for, and all that is gathered is told."""
    people = await house.open([None] * 4)
    await people[0].until(lambda: people[0].tables)
    asked = await house.somebody(people)
    other = sqlite3.connect(str(house.store.engine.url.database), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    began = time.monotonic()
    assert await house.act(asked[0], asked[0].latest.view.offers[0].text) == Error("database_away", {"reason": "database_locked"})
    assert time.monotonic() - began < 1.9
    readiness = Readiness(house.store.engine)
    assert await readiness.problem() == "database_locked"
    began = time.monotonic()
    writes = [house.store.accept("t", CommandRow(0, f"c{number}", 0, "next")) for number in range(5)]
    refused = await asyncio.gather(*writes, return_exceptions=True)
    assert [trouble(error) for error in refused if isinstance(error, BaseException)] == ["database_locked"] * 5
    # The first of them alone, the others together.
    assert time.monotonic() - began < 3.5
    other.execute("ROLLBACK")
    other.close()
    await readiness.close()


async def test_a_settlement_that_cannot_be_stored_is_settled_later_and_once(house: House) -> None:
    """The last action is refused as a whole: log, result and statistics."""
    people = await house.open([None, "first_legal", "first_legal", "first_legal"])
    (me,), engine, failures = people, house.store.engine, [3]

    def refuse(*told: Any) -> None:
        if "INTO results" in told[2] and failures[0]:
            failures[0] -= 1
            raise failing(FULL)

    sa.event.listen(engine.sync_engine, "before_cursor_execute", refuse)
    await me.until(lambda: me.tables)
    while await house.somebody(people):
        seq = me.latest.seq
        await house.act(me, me.latest.view.offers[-1].text)
        await me.until(lambda: me.latest.seq > seq or me.latest.table.status != "playing" or failures[0] < 3)  # noqa: B023
    assert failures == [0]
    async with engine.connect() as connection:
        assert (await connection.execute(sa.text("SELECT seat, count(*) FROM results GROUP BY seat"))).all() == [
            (seat, 1) for seat in range(4)
        ]
    assert Error("database_away", {"reason": "database_full"}) in me.sent


# --- rooms and requests --------------------------------------------------------------------------------------------------------------


async def test_requests_and_rooms_are_told_what_is_the_matter_and_go_on(
    tmp_path: Path, serve: Serve, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(database, "PRAGMAS", [*database.PRAGMAS[:-1], "busy_timeout=20"])
    player = await Player(await serve()).sign_in()
    room = await open_room(player)
    other = sqlite3.connect(str(tmp_path / "fangcheng.db"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    away = {"code": "database_away", "detail": {"reason": "database_locked"}}
    for wanted in (player.http.post("/api/guest", json={"name": "丁"}), player.http.post("/api/rooms", json={"variant": GAME})):
        answer = await wanted
        assert (answer.status_code, answer.json()) == (503, away)
    answer = await player.http.get("/api/ready")
    assert (answer.status_code, answer.json()) == (503, {"code": "not_ready", "detail": {"reason": "database_locked"}})
    command = {"type": "bot", "id": "once", "seat": 1, "level": "greedy"}
    assert await player.ask(**command) == {"type": "error", **away}
    other.execute("ROLLBACK")
    other.close()
    # The same connection, the same id; and it has not happened before.
    assert await player.ask(**command) == {"type": "ack", "id": "once"}
    assert (await player.connect(f"rooms/{room}"))["room"]["seats"][1]["bot"] == "greedy"
    assert "Traceback" not in capsys.readouterr().err
    await player.close()
