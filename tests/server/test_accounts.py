"""Accounts: registering, signing in and out, settings, and leaving for good."""

from __future__ import annotations

import asyncio
import time

import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher
from server.browsers import PASSWORD, Browser, browser, says
from server.conftest import FAST, Serve
from server.player import GAME, Player

from fangcheng.server.config import Config
from fangcheng.server.money.books import Books
from fangcheng.server.players.guesses import ONE_PLACE_ONE_NAME, Guesses
from fangcheng.server.players.passwords import Passwords
from fangcheng.server.storage.database import Database, open_engine
from fangcheng.server.storage.sql_tables import logins, rooms, seats, users
from fangcheng.server.tables.store import Store

__all__ = ["browser"]


async def test_a_guest_becomes_an_account_and_stays_who_he_is(browser: Browser) -> None:
    here, there = browser(), browser()
    guest = (await here.post("/api/guest", json={"name": "游客一"})).json()
    old = here.cookies["fangcheng_session"]
    made = (await here.post("/api/register", json={"name": "张三", "password": PASSWORD})).json()
    assert made == {**guest, "name": "张三", "account": True}
    assert here.cookies["fangcheng_session"] != old
    there.cookies.set("fangcheng_session", old)
    assert await says(there.get("/api/me")) == (401, "no_session")
    there.cookies.clear()
    assert await says(there.post("/api/login", json={"name": "张三", "password": PASSWORD})) == (200, made)
    assert (await there.get("/api/me")).json() == made
    assert await says(here.post("/api/register", json={"name": "张四", "password": PASSWORD})) == (409, "already_registered")


async def test_whoever_has_not_played_may_register_at_once(browser: Browser) -> None:
    made = (await browser().post("/api/register", json={"name": "Anna", "password": PASSWORD})).json()
    assert (made["name"], made["account"], made["balance"]) == ("Anna", True, Config().grant)


async def test_names_are_taken_once(browser: Browser) -> None:
    first = browser()
    await first.post("/api/register", json={"name": "Paula", "password": PASSWORD})
    for name in ("Paula", "PAULA", "ＰＡＵＬＡ", "Pau1a", "РАULА"):
        expected = (409, "name_taken") if name != "РАULА" else (400, "bad_name")
        assert await says(browser().post("/api/register", json={"name": name, "password": PASSWORD})) == expected
        assert await says(browser().post("/api/guest", json={"name": name})) == expected
    guest = browser()
    await guest.post("/api/guest", json={"name": "Paul"})
    assert await says(guest.post("/api/guest", json={"name": "paula"})) == (409, "name_taken")
    assert (await guest.get("/api/me")).json()["name"] == "Paul"
    assert (await first.post("/api/guest", json={"name": "paula"})).json()["name"] == "paula"
    assert (await first.post("/api/guest", json={"name": "Olga"})).json()["name"] == "Olga"
    assert (await guest.post("/api/guest", json={"name": "Paula"})).status_code == 200
    assert (await browser().post("/api/login", json={"name": "olga", "password": PASSWORD})).status_code == 200


async def test_a_guest_gives_way_to_an_account_of_his_name(browser: Browser) -> None:
    guest, alike, other, owner = browser(), browser(), browser(), browser()
    for client, name in ((guest, "Bill"), (alike, "BiII"), (other, "Billy")):
        await client.post("/api/guest", json={"name": name})
    await owner.post("/api/register", json={"name": "bill", "password": PASSWORD})
    names = [(await client.get("/api/me")).json()["name"] for client in (guest, alike, other, owner)]
    assert names[0].startswith("游客")
    assert names[1].startswith("游客")
    assert names[2:] == ["Billy", "bill"]
    await owner.post("/api/guest", json={"name": "Billy"})
    assert (await other.get("/api/me")).json()["name"].startswith("游客")


async def test_two_who_want_a_name_at_the_same_moment(browser: Browser) -> None:
    wanted = {"name": "Paula", "password": PASSWORD}
    answers = await asyncio.gather(*(browser().post("/api/register", json=wanted) for _ in range(4)))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]


@pytest.mark.parametrize("password", ["", "seven77", "x" * 129, "ﷺ" * 20])
async def test_passwords_that_do_not_do(browser: Browser, password: str) -> None:
    assert await says(browser().post("/api/register", json={"name": "Anna", "password": password})) == (400, "bad_password")


async def test_signing_in_tells_nothing_about_names(browser: Browser) -> None:
    await browser().post("/api/register", json={"name": "Anna", "password": PASSWORD})
    client, spent = browser(), {}
    await client.post("/api/login", json={"name": "Nobody", "password": PASSWORD})
    for name in ("Anna", "Berta"):
        # The work of this process, of which the server is a part: on a busy machine the time that passes tells of others.
        began = time.process_time()
        for _ in range(3):
            assert await says(client.post("/api/login", json={"name": name, "password": "wrong password"})) == (403, "wrong_login")
        spent[name] = time.process_time() - began
    assert 0.3 < spent["Anna"] / spent["Berta"] < 3


async def test_guessing_is_slowed_down(browser: Browser) -> None:
    await browser().post("/api/register", json={"name": "Anna", "password": PASSWORD})
    client = browser()
    for _ in range(ONE_PLACE_ONE_NAME.most - 1):
        assert (await client.post("/api/login", json={"name": "anna", "password": "wrong password"})).status_code == 403
    refused = await client.post("/api/login", json={"name": "ANNA", "password": PASSWORD})
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_tries")
    assert 0 < refused.json()["detail"]["seconds"] <= ONE_PLACE_ONE_NAME.seconds + 1


def test_guesses_are_counted_by_place_and_name(monkeypatch: pytest.MonkeyPatch) -> None:
    guesses, now = Guesses(), [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    for _ in range(ONE_PLACE_ONE_NAME.most):
        assert guesses.wait("here", "anna") == 0
    assert guesses.wait("here", "anna") == ONE_PLACE_ONE_NAME.seconds
    assert guesses.wait("there", "anna") == 0
    assert guesses.wait("here", "berta") == 0
    now[0] += ONE_PLACE_ONE_NAME.seconds
    assert guesses.wait("here", "anna") == 0
    assert guesses.wait("here", "anna") > 0
    guesses.forget("here", "anna")
    assert guesses.wait("here", "anna") == 0


async def test_hashes_are_made_anew_when_they_are_made_otherwise() -> None:
    old = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    new = Passwords(PasswordHasher(time_cost=2, memory_cost=8, parallelism=1))
    kept = await old.hash(PASSWORD)
    assert await old.check(kept, PASSWORD) == (True, None)
    right, rehashed = await new.check(kept, PASSWORD)
    assert right
    assert rehashed is not None
    assert await new.check(rehashed, PASSWORD) == (True, None)
    assert (await new.check(kept, "four wind")).right is False
    assert (await new.check("no hash at all", PASSWORD)).right is False
    assert (await new.check(None, PASSWORD)).right is False


async def test_settings_are_kept_as_one(browser: Browser) -> None:
    client = browser()
    assert await says(client.get("/api/settings")) == (401, "no_session")
    await client.post("/api/guest")
    defaults = {"sound": True, "animation": True, "open_hand": False, "open_records": True, "messages": True}
    assert (await client.get("/api/settings")).json() == defaults
    chosen = {**defaults, "sound": False, "open_hand": True, "theme": "jade", "volume": 40, "auto_win": True, "language": "zh-Hant"}
    assert (await client.put("/api/settings", json=chosen)).json() == chosen
    assert (await client.get("/api/settings")).json() == chosen
    for wrong in (
        {"volume": 101},
        {"volume": "loud"},
        {"theme": "x" * 25},
        {"theme": "<b>"},
        {"sound": "loud"},
        {"wallpaper": "jade"},
        [1],
    ):
        body = {**defaults, **wrong} if isinstance(wrong, dict) else wrong
        assert await says(client.put("/api/settings", json=body)) == (400, "bad_request")
    assert (await client.get("/api/settings")).json() == chosen


async def test_a_statement_in_pages(browser: Browser) -> None:
    client = browser()
    await client.post("/api/guest")
    page = (await client.get("/api/statement")).json()
    assert page["next"] is None
    assert [(line["kind"], line["amount"], line["balance"]) for line in page["items"]] == [("grant", Config().grant, Config().grant)]
    for wrong in ("limit=0", "limit=101", "before=x", "before=1", "before=1.2.3", f"before={'9' * 30}.1"):
        assert await says(client.get(f"/api/statement?{wrong}")) == (400, "bad_request")
    assert (await client.get("/api/statement?before=1.0&limit=5")).json() == {"items": [], "next": None}


async def test_whoever_has_run_out_is_helped_once_a_day(serve: Serve, database: Database) -> None:
    url = await serve(Config(grant=300, relief=1000), database)
    player = await Player(url).sign_in("Anna")
    assert (await player.http.post("/api/relief")).json()["balance"] == 1000
    assert await says(player.http.post("/api/relief")) == (409, "no_relief_needed")
    engine = open_engine(database)
    me = (await player.http.get("/api/me")).json()["id"]
    await Books(engine).give(f"player:{me}", -999, "gone")
    assert await says(player.http.post("/api/relief")) == (409, "relief_tomorrow")
    assert await Books(engine).relieve(me, 1000, "another day")
    assert (await Books(engine).check()).problems == []
    lines = (await player.http.get("/api/statement")).json()["items"]
    assert [(line["kind"], line["amount"]) for line in lines] == [("relief", 999), ("admin", -999), ("relief", 700), ("grant", 300)]
    await engine.dispose()
    await player.close()


async def test_a_deleted_account_leaves_deals_without_a_name(serve: Serve, database: Database) -> None:
    url = await serve(FAST, database)
    player = await Player(url).sign_in("Anna")
    table = await player.open_table()
    room = (await player.http.post("/api/rooms", json={"variant": GAME})).json()
    # No command that he has sent before passes for the one by which he leaves.
    await player.connect(f"rooms/{room['id']}")
    assert (await player.ask(type="ready", id="deleted", on=True))["type"] == "ack"
    await player.join(table)
    assert (await player.ask(type="switch", id="deleted", switch="win", on=True))["type"] == "ack"
    await player.leave()
    await player.http.post("/api/register", json={"name": "Anna", "password": PASSWORD})
    assert await says(player.http.post("/api/account/delete", json={"password": "wrong one"})) == (403, "wrong_password")
    assert await says(player.http.post("/api/account/delete", json={"password": PASSWORD})) == (204, None)
    assert (await player.http.get("/api/me")).status_code == 401
    assert await says(player.http.post("/api/login", json={"name": "Anna", "password": PASSWORD})) == (403, "wrong_login")
    assert (await player.http.post("/api/register", json={"name": "Anna", "password": PASSWORD})).status_code == 200
    assert await says(player.http.get(f"/api/rooms/{room['id']}")) == (404, "no_such_room")
    engine = open_engine(database)
    store = Store(engine)
    async with asyncio.timeout(20):
        while "leave" not in [command.what for command in (await store.load(table)).commands]:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    async with engine.connect() as connection:
        assert "Anna" not in "".join((await connection.execute(sa.select(rooms.c.document))).scalars())
        named = list((await connection.execute(sa.select(seats.c.name).where(seats.c.table_id == table, seats.c.seat == 0))).scalars())
        assert named == [""]
        assert await connection.scalar(sa.select(sa.func.count()).select_from(users).where(users.c.name == "")) == 1
        assert await connection.scalar(sa.select(sa.func.count()).select_from(logins)) == 1
        gone = sa.text("SELECT sum(balance) FROM accounts WHERE id LIKE 'player:%'")
        assert await connection.scalar(gone) == Config().grant
    await engine.dispose()
    await player.close()
