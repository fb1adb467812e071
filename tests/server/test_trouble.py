"""A database that cannot be written just now: it is full, read-only, locked or away. Everybody is told so, and nothing is half done."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from server.ailing import FULL, failing, full, locked, pragma
from server.conftest import Serve
from server.entering import open_room
from server.house import House, Watcher, house
from server.player import GAME, Player

from fangcheng.server.protocol import Ack, Act, Error
from fangcheng.server.storage import database
from fangcheng.server.storage.rows import CommandRow
from fangcheng.server.storage.sql_tables import log
from fangcheng.server.trouble import trouble
from fangcheng.server.web.health import Readiness

__all__ = ["house"]


# --- what an error says --------------------------------------------------------------------------------------------------------------


class DriverError(Exception):
    """An error of PostgreSQL's driver."""

    def __init__(self, sqlstate: str) -> None:
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("error", "found"),
    [
        (failing(FULL), "database_full"),
        (failing(DriverError("53100")), "database_full"),
        (failing(DriverError("25006")), "database_read_only"),
        (failing(DriverError("08006")), "database"),
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
