"""How much one asker may ask: of HTTP and of connections, by address and by session, also behind a proxy."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from typing import Any

import httpx
import pytest
from litestar.datastructures import Headers
from server.conftest import Serve
from server.player import Player
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from fangcheng.server.allowance import BURST, REMEMBERED, Meter
from fangcheng.server.config import Config
from fangcheng.server.players.sessions import COOKIE
from fangcheng.server.web.limits import Players, askers

PASSWORD = "long enough for anybody"
TIGHT = Config(pause=0, think=0, rate=2000, requests=2, connections=2, session_connections=2)
FULL = 2 * BURST


def test_a_meter_allows_a_burst_and_then_its_rate() -> None:
    meter = Meter(2)
    assert [meter.wait("a", 1, 0.0) for _ in range(FULL)] == [0.0] * FULL
    assert meter.wait("a", 1, 0.0) == 0.5
    assert meter.wait("a", 1, 0.5) == 0.0
    assert meter.wait("a", 5, 0.5) == 2.5
    assert meter.wait("b", FULL, 0.5) == 0.0
    assert meter.wait("a", FULL, 1000.0) == 0.0


def test_a_meter_tells_what_is_due_without_counting_it() -> None:
    meter = Meter(2)
    assert [meter.due("a", FULL, 0.0) for _ in range(3)] == [0.0] * 3
    assert meter.wait("a", FULL, 0.0) == 0.0
    assert (meter.due("a", 1, 0.0), meter.due("a", 1, 0.25), meter.due("a", 1, 0.5)) == (0.5, 0.25, 0.0)
    meter.forget("a")
    assert meter.due("a", FULL, 0.5) == 0.0


def test_a_meter_forgets_who_is_quiet_and_nobody_else() -> None:
    meter = Meter(1)
    meter.wait("greedy", BURST, 0.0)
    for number in range(REMEMBERED + 10):
        meter.wait(f"quiet {number}", 1, 0.0)
    meter.wait("last", 1, BURST - 0.5)
    assert set(meter._left) == {"greedy", "last"}
    assert meter.wait("greedy", BURST, BURST - 0.5) == 0.5


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("127.0.0.1", None),
        ("::1", None),
        ("::ffff:127.0.0.1", None),
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unix", "unix"),
    ],
)
def test_whoever_asks(host: str, name: str | None) -> None:
    assert askers({"client": (host, 1)}, Headers({})) == ([name] if name else [])
    assert askers({"client": None}, Headers({"cookie": f"x=1; {COOKIE}=abc; y"})) == ["session abc"]


@pytest.fixture
async def tight(serve: Serve) -> AsyncGenerator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=await serve(TIGHT)) as http:
        yield http


def behind(address: str) -> dict[str, str]:
    return {"X-Forwarded-For": address}


async def asked(http: httpx.AsyncClient, path: str, address: str) -> int:
    return (await http.get(path, headers=behind(address))).status_code


async def test_an_address_that_asks_too_much(tight: httpx.AsyncClient) -> None:
    statuses = await asyncio.gather(*(asked(tight, "/api/health", "203.0.113.1") for _ in range(5 * FULL)))
    assert statuses.count(200) >= FULL
    assert set(statuses) == {200, 429}
    refused = (await asyncio.gather(*(tight.post("/api/guest", json={}, headers=behind("203.0.113.1")) for _ in range(4))))[-1]
    assert refused.status_code == 429
    assert refused.json()["code"] == "too_many_requests"
    assert 0 < refused.json()["detail"]["seconds"] <= BURST
    # Another address is another asker, and this machine's own is not limited.
    assert (await tight.get("/api/health", headers=behind("203.0.113.2"))).status_code == 200
    assert {(await tight.get("/api/health")).status_code for _ in range(3 * FULL)} == {200}


async def test_changes_cost_more(tight: httpx.AsyncClient) -> None:
    answers = await asyncio.gather(*(tight.post("/api/guest", headers=behind("203.0.113.3")) for _ in range(FULL)))
    statuses = [answer.status_code for answer in answers]
    assert set(statuses) == {200, 429}
    assert statuses.count(200) < FULL / 2


async def test_a_session_is_one_asker_wherever_it_asks_from(tight: httpx.AsyncClient) -> None:
    assert (await tight.post("/api/guest")).status_code == 200
    statuses = await asyncio.gather(*(asked(tight, "/api/me", f"203.0.113.{number}") for number in range(5 * FULL)))
    assert set(statuses) == {200, 429}


async def test_whoever_is_no_proxy_is_not_believed(serve: Serve) -> None:
    url = await serve(Config(requests=2, proxies="192.0.2.1"))
    async with httpx.AsyncClient(base_url=url) as http:
        assert {(await http.get("/api/health", headers=behind("203.0.113.1"))).status_code for _ in range(3 * FULL)} == {200}


async def open_line(url: str, table: str, cookies: httpx.Cookies, address: str) -> ClientConnection:
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
    target = f"{url.replace('http', 'ws')}/ws/tables/{table}"
    return await connect(target, additional_headers={"Cookie": cookie, **behind(address)}, proxy=None)


async def test_connections_of_an_address_and_of_a_session(serve: Serve) -> None:
    url = await serve(Config(pause=0, think=0, connections=2, session_connections=1))
    player, other = await Player(url).sign_in(), await Player(url).sign_in()
    table = await player.open_table()
    first = await open_line(url, table, player.http.cookies, "203.0.113.1")
    assert json.loads(await first.recv())["type"] == "table"
    second = await open_line(url, table, player.http.cookies, "203.0.113.2")
    assert json.loads(await second.recv()) == {"type": "closed", "code": "too_many_connections"}
    with pytest.raises(ConnectionClosed):
        await second.recv()
    third = await open_line(url, table, other.http.cookies, "203.0.113.1")
    assert json.loads(await third.recv())["code"] == "not_your_table"
    await third.close()
    # Who leaves makes room.
    await first.close()
    for _ in range(3):
        again = await open_line(url, table, player.http.cookies, "203.0.113.1")
        assert json.loads(await again.recv())["type"] == "table"
        await again.close()
    await player.close()
    await other.close()


async def two_devices(url: str) -> tuple[Player, Player]:
    """One player with two sessions."""
    first, second = await Player(url).sign_in(), Player(url)
    account = {"name": "双机", "password": PASSWORD}
    assert (await first.http.post("/api/register", json=account)).status_code == 200
    assert (await second.http.post("/api/login", json=account)).status_code == 200
    return first, second


async def test_connections_of_a_player_with_several_sessions(serve: Serve) -> None:
    url = await serve(Config(pause=0, think=0, player_connections=2))
    first, second = await two_devices(url)
    stranger = await Player(url).sign_in("乙")
    for player in (first, second):
        assert (await player.connect("lobby"))["type"] == "lobby"
    third = Player(url)
    third.http.cookies = second.http.cookies
    assert await third.connect("lobby") == {"type": "closed", "code": "too_many_connections"}
    # Another player is another asker, and whoever hangs up makes room for himself on any device.
    assert (await stranger.connect("lobby"))["type"] == "lobby"
    for _ in range(3):
        await first.leave()
        assert (await third.connect("lobby"))["type"] == "lobby"
        await third.leave()
        assert (await first.connect("lobby"))["type"] == "lobby"
    for player in (first, second, stranger, third):
        await player.close()


async def test_requests_of_a_player_with_several_sessions(serve: Serve) -> None:
    url = await serve(Config(requests=10))
    devices = await two_devices(url)
    # Registering has cost the first session of it already; both together get no more than one player does.
    asked = [device.http.get("/api/me", headers=behind(f"203.0.113.{place}")) for place in range(40) for device in devices]
    answers = await asyncio.gather(*asked)
    assert {answer.status_code for answer in answers} == {200, 429}
    assert {answer.json()["code"] for answer in answers if answer.status_code == 429} == {"too_many_requests"}
    assert sum(answer.status_code == 200 for answer in answers) < 65
    for device in devices:
        await device.close()


def test_what_a_player_holds_is_let_go_however_it_ends() -> None:
    players = Players(Config(player_connections=1))

    def break_off() -> None:
        with players.holds("a") as allowed, players.holds("a") as again:
            assert (allowed, again) == (True, False)
            raise OSError("the line is cut")

    with pytest.raises(OSError, match="cut"):
        break_off()
    assert not players.connected


async def test_sockets_that_come_and_go_count_as_requests(serve: Serve) -> None:
    player = await Player(await serve(TIGHT)).sign_in()
    codes = []
    for _ in range(FULL + 2):
        await player.leave()
        codes.append((await player.connect("lobby")).get("code"))
    assert codes[0] is None
    assert codes[-1] == "too_fast"
    # Somebody else is not kept out by it.
    other = await Player(player.url).sign_in()
    assert (await other.connect("lobby"))["type"] == "lobby"
    await other.close()
    await player.close()


async def test_new_players_from_an_address(serve: Serve) -> None:
    url = await serve(Config(guests=3))
    here, there = behind("203.0.113.7"), behind("203.0.113.8")
    async with httpx.AsyncClient(base_url=url) as browser:

        async def come(headers: dict[str, str], path: str = "guest", **body: str) -> tuple[int, Any]:
            browser.cookies.clear()
            answer = await browser.post(f"/api/{path}", json=body, headers=headers)
            return answer.status_code, answer.json().get("code")

        assert [(await come(here))[0] for _ in range(3)] == [200] * 3
        # Who is somebody already is no new player, whatever he calls himself.
        assert (await browser.post("/api/guest", json={"name": "丁"}, headers=here)).status_code == 200
        assert await come(here) == (429, "too_many_requests")
        assert await come(here, "register", name="新人", password=PASSWORD) == (429, "too_many_requests")
        assert await come(there) == (200, None)
