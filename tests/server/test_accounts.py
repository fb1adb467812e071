"""Accounts: registering, signing in and out, sessions, settings, and leaving for good."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher
from server.bank import GRANT
from server.conftest import FAST, Serve
from server.player import GAME, Player

from fangcheng.server.config import Config
from fangcheng.server.money.books import Books
from fangcheng.server.players.accounts import SESSION_MS, Accounts
from fangcheng.server.players.passwords import ONE_PLACE_ONE_NAME, Guesses, Passwords
from fangcheng.server.players.sessions import Sessions, hash_of, short_agent
from fangcheng.server.storage.database import Database, open_engine
from fangcheng.server.storage.sql_tables import logins, rooms, seats, users
from fangcheng.server.tables.store import Store

PASSWORD = "four winds"
Browser = Callable[[], httpx.AsyncClient]

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture
async def browser(url: str) -> AsyncGenerator[Browser]:
    """Browsers that nobody has used yet."""
    opened: list[httpx.AsyncClient] = []

    def new() -> httpx.AsyncClient:
        opened.append(httpx.AsyncClient(base_url=url, headers={"user-agent": FIREFOX}, timeout=20))
        return opened[-1]

    yield new
    for client in opened:
        await client.aclose()


async def says(answer: Awaitable[httpx.Response]) -> tuple[int, Any]:
    """Status and code of an answer; without a code what it says."""
    found = await answer
    said = found.json() if found.content else None
    return found.status_code, said["code"] if isinstance(said, dict) and "code" in said else said


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


async def test_changing_the_password_ends_other_sessions(browser: Browser) -> None:
    here, there = browser(), browser()
    await here.post("/api/register", json={"name": "Anna", "password": PASSWORD})
    await there.post("/api/login", json={"name": "Anna", "password": PASSWORD})
    assert await says(here.post("/api/password", json={"old": "wrong one", "new": "new password"})) == (403, "wrong_password")
    assert await says(here.post("/api/password", json={"old": PASSWORD, "new": "short"})) == (400, "bad_password")
    assert (await there.get("/api/me")).status_code == 200
    assert await says(here.post("/api/password", json={"old": PASSWORD, "new": "new password"})) == (204, None)
    assert (await here.get("/api/me")).status_code == 200
    assert (await there.get("/api/me")).status_code == 401
    assert await says(there.post("/api/login", json={"name": "Anna", "password": PASSWORD})) == (403, "wrong_login")
    assert (await there.post("/api/login", json={"name": "Anna", "password": "new password"})).status_code == 200
    guest = browser()
    await guest.post("/api/guest")
    assert await says(guest.post("/api/password", json={"old": PASSWORD, "new": "new password"})) == (409, "no_account")


async def test_sessions_are_listed_and_end(browser: Browser) -> None:
    here, there, elsewhere = browser(), browser(), browser()
    await here.post("/api/register", json={"name": "Anna", "password": PASSWORD})
    for client in (there, elsewhere):
        await client.post("/api/login", json={"name": "Anna", "password": PASSWORD})
    listed = (await there.get("/api/sessions")).json()
    assert [session["current"] for session in listed].count(True) == 1
    assert {session["agent"] for session in listed} == {"Firefox, Linux"}
    assert len({session["id"] for session in listed}) == 3
    other = next(session["id"] for session in (await here.get("/api/sessions")).json() if session["current"])
    assert (await there.delete(f"/api/sessions/{other}")).status_code == 204
    assert (await here.get("/api/me")).status_code == 401
    assert await says(there.delete(f"/api/sessions/{other}")) == (404, "no_such_session")
    assert await says(there.delete("/api/sessions/%25")) == (404, "no_such_session")
    assert (await there.delete("/api/sessions")).status_code == 204
    assert (await elsewhere.get("/api/me")).status_code == 401
    assert (await there.post("/api/logout")).status_code == 204
    assert "fangcheng_session" not in there.cookies
    assert (await there.get("/api/me")).status_code == 401


async def test_connections_end_with_their_session(url: str, browser: Browser) -> None:
    player = await Player(url).sign_in("Anna")
    await player.http.post("/api/register", json={"name": "Anna", "password": PASSWORD})
    await player.join(await player.open_table())
    there = browser()
    await there.post("/api/login", json={"name": "Anna", "password": PASSWORD})
    assert (await there.delete("/api/sessions")).status_code == 204
    assert await player.until("closed") == {"type": "closed", "code": "session_ended"}
    await player.close()


async def test_nobody_ends_the_sessions_of_others(browser: Browser) -> None:
    anna, berta = browser(), browser()
    await anna.post("/api/register", json={"name": "Anna", "password": PASSWORD})
    await berta.post("/api/register", json={"name": "Berta", "password": PASSWORD})
    (session,) = (await anna.get("/api/sessions")).json()
    assert await says(berta.delete(f"/api/sessions/{session['id']}")) == (404, "no_such_session")
    assert (await berta.delete("/api/sessions")).status_code == 204
    assert (await anna.get("/api/me")).status_code == 200


async def test_sessions_end_by_themselves_when_nobody_uses_them(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Accounts(store.engine)
    found = Sessions(kept, GRANT)
    _, token = await found.new_guest("Anna", FIREFOX)
    assert (await found.find(token)) is not None
    for name in ("fangcheng.server.players.accounts.now_ms", "fangcheng.server.players.sessions.now_ms"):
        monkeypatch.setattr(name, lambda: int(time.time() * 1000) + SESSION_MS - 60_000)
    assert (await found.find(token, "Safari on an iPhone")) is not None
    for name in ("fangcheng.server.players.accounts.now_ms", "fangcheng.server.players.sessions.now_ms"):
        monkeypatch.setattr(name, lambda: int(time.time() * 1000) + 2 * SESSION_MS - 120_000)
    player = await found.find(token)
    assert player is not None
    (session,) = await kept.sessions_of(player.id)
    assert (session.handle, session.created_ms < session.seen_ms) == (hash_of(token)[:16], True)
    for name in ("fangcheng.server.players.accounts.now_ms", "fangcheng.server.players.sessions.now_ms"):
        monkeypatch.setattr(name, lambda: int(time.time() * 1000) + 4 * SESSION_MS)
    assert await found.find(token) is None
    await kept.forget_expired()
    monkeypatch.undo()
    assert await found.find(token) is None


async def test_a_session_takes_its_connections_with_it(store: Store) -> None:
    found = Sessions(Accounts(store.engine))
    player, token = await found.new_guest("Anna")
    hung_up: list[str] = []
    with found.connected(token, lambda: hung_up.append("one")), found.connected("another", lambda: hung_up.append("other")):
        await found.end(player.id)
        assert hung_up == ["one"]
    await found.end(player.id)
    assert hung_up == ["one"]


async def test_one_session_too_many_ends_the_one_that_was_used_least(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Accounts(store.engine)
    found = Sessions(kept, GRANT, most=3)
    clock = iter(range(1, 1000))
    monkeypatch.setattr("fangcheng.server.players.accounts.now_ms", lambda: int(time.time() * 1000) + next(clock))
    player, first = await found.new_guest("Anna")
    _, another = await found.new_guest("Bert")
    second, third = await found.begin(player.id, ""), await found.begin(player.id, "")
    await kept.touch(hash_of(first), "")
    hung_up: list[str] = []
    with found.connected(second, lambda: hung_up.append("second")), found.connected(first, lambda: hung_up.append("first")):
        fourth = await found.begin(player.id, "")
        assert hung_up == ["second"]
    assert [await found.find(token) is not None for token in (first, second, third, fourth, another)] == [True, False, True, True, True]


def test_browsers_in_two_words() -> None:
    assert short_agent(FIREFOX) == "Firefox, Linux"
    assert short_agent("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit Version/18.0 Safari/604.1") == "Safari, iPhone"
    assert short_agent("<script>") == ""


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


async def test_who_has_run_out_is_helped_once_a_day(serve: Serve, database: Database) -> None:
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
