"""Sessions: listed, ended, and the connections that end with them."""

from __future__ import annotations

import time

import pytest
from server.bank import GRANT
from server.browsers import FIREFOX, PASSWORD, Browser, browser, says
from server.player import Player

from fangcheng.server.players.accounts import SESSION_MS, Accounts
from fangcheng.server.players.sessions import Sessions, hash_of, short_agent
from fangcheng.server.tables.store import Store

__all__ = ["browser"]


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
