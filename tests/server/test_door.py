"""Requests that never come to an end are cut off before they cost anything; all others are read as ever."""

from __future__ import annotations

import asyncio
import json
from urllib.parse import urlsplit

import pytest
from litestar import Litestar
from server.conftest import Serve
from server.player import Player
from uvicorn.server import ServerState

from fangcheng.server.config import Config
from fangcheng.server.serve import settings
from fangcheng.server.web import door as doors
from fangcheng.server.web.door import Door

HEAD = b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


async def connected(url: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    place = urlsplit(url)
    return await asyncio.open_connection(place.hostname, place.port)


async def answer(url: str, start: bytes, piece: bytes = b"", pieces: int = 0) -> bytes:
    """What comes back for a request in pieces before the connection ends; b"" where it is only cut."""
    reader, writer = await connected(url)
    writer.write(start)
    try:
        for _ in range(pieces):
            writer.write(piece)
            await writer.drain()
        async with asyncio.timeout(10):
            return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


@pytest.mark.parametrize(
    ("start", "piece"),
    [
        (HEAD, b"A: " + b"x" * 997 + b"\r\n"),
        (HEAD + b"A: ", b"x" * 1000),
        (b"GET /", b"x" * 1000),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n", b"A: " + b"x" * 997 + b"\r\n"),
    ],
    ids=["headers", "one header", "address", "trailers"],
)
async def test_a_head_without_end_is_not_gathered(url: str, start: bytes, piece: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    gathered = []
    received = doors.Guarded.data_received

    def note(self: doors.Guarded, data: bytes) -> None:
        gathered.append(len(data))
        received(self, data)

    monkeypatch.setattr(doors.Guarded, "data_received", note)
    assert not (found := await answer(url, start, piece, 3000)) or found.startswith(b"HTTP/1.1 400 ")
    # The socket's own buffer holds some of the three millions, and what was read at once counts at once.
    assert sum(gathered) < 1_000_000


@pytest.mark.parametrize(
    "start",
    [
        b"",
        b"GET /api/health HTTP/1.1\r\nHost: x\r\n",
        HEAD + b"Content-Length: 15\r\n\r\n{",
        # What was asked before is answered.
        b"GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n\r\n",
        b"GET /api/health HTTP/1.1\r\nHost: x\r\n\r\nGET ",
    ],
    ids=["nothing", "head", "body", "blank lines", "next"],
)
async def test_whoever_does_not_finish_is_not_waited_for(url: str, start: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "PATIENCE", 0.3)
    found = await answer(url, start)
    assert found[:13] == (b"HTTP/1.1 200 " if b"health HTTP/1.1\r\nHost: x\r\n\r\n" in start else b"")


async def test_thousands_of_requests_in_one_go_are_not_kept(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[int] = []
    begun = doors.Guarded.on_message_begin

    def note(self: doors.Guarded) -> None:
        begun(self)
        kept.append(len(self.pipeline))

    monkeypatch.setattr(doors.Guarded, "on_message_begin", note)
    request = b"GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n"
    assert b"HTTP/1.1 400 " in await answer(url, request * 1000)
    assert max(kept) < doors.AHEAD
    # A few are answered in order.
    assert (await answer(url, request * 5 + request.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))).count(b"200 OK") == 6


async def test_requests_and_sockets_outlast_that(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "PATIENCE", 0.3)
    player = await Player(url).sign_in()
    await player.connect("lobby")
    for _ in range(3):
        await asyncio.sleep(0.2)
        # One connection for all of these, with bodies larger than any head.
        assert (await player.http.post("/api/verify", content=b"x" * 200_000)).json()["code"] == "bad_log"
        assert (await player.ask(type="ping"))["type"] == "pong"
    await player.close()


# --- how many, and for how long ---------------------------------------------------------------------------------------------


def test_a_door_counts_addresses_and_neither_this_machine_nor_its_proxies() -> None:
    door = Door(2, "198.51.100.1, 203.0.113.0/28")
    assert [door.enter("192.0.2.1") for _ in range(3)] == ["192.0.2.1", "192.0.2.1", None]
    assert door.enter("2001:db8:1:2::3") == door.enter("2001:db8:1:2::4") == "2001:db8:1:2::/64"
    assert door.enter("2001:db8:1:2:5::6") is None
    for trusted in ("127.0.0.1", "::1", "198.51.100.1", "203.0.113.9"):
        assert [door.enter(trusted) for _ in range(5)] == [""] * 5
    door.leave("192.0.2.1")
    assert [door.enter("192.0.2.1") for _ in range(2)] == ["192.0.2.1", None]
    for network in ("192.0.2.1", "2001:db8:1:2::/64") * 2:
        door.leave(network)
    assert not door.inside


def test_whoever_opens_thousands_fills_no_log(capsys: pytest.CaptureFixture[str]) -> None:
    door = Door(1, "")
    assert [door.enter("192.0.2.1") for _ in range(1000)].count(None) == 999
    (line,) = capsys.readouterr().err.splitlines()
    assert json.loads(line)["event"] == "too_many_connections"
    assert json.loads(line)["address"] == "192.0.2.1"


async def test_nonsense_is_answered_and_fills_no_log(url: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert (await answer(url, b"\x16\x03\x01 nonsense\r\n\r\n")).startswith(b"HTTP/1.1 400 ")
    assert (await answer(url, b"GET / HTTP/1.0\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n")).startswith(b"HTTP/1.1 ")
    assert capfd.readouterr() == ("", "")


async def test_a_connection_too_many_is_cut_off_and_sockets_are_not_among_them(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "network_of", lambda host: host)
    url = await serve(Config(http_connections=3, proxies=""))
    player = await Player(url).sign_in()
    for _ in range(5):
        await player.connect("lobby")
    idle = [await connected(url) for _ in range(2)]
    assert await answer(url, b"GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n") == b""
    assert (await player.http.get("/api/health")).status_code == 200
    assert (await player.ask(type="ping"))["type"] == "pong"
    idle.pop()[1].close()
    async with asyncio.timeout(10):
        while not (found := await answer(url, b"GET /api/health HTTP/1.0\r\nHost: x\r\n\r\n")):
            continue
    assert found.startswith(b"HTTP/1.1 200 ")
    idle.pop()[1].close()
    await player.close()


class Stuck(asyncio.Transport):
    """A connection of which the other end takes only some of what it is sent; after the last of `left` all the rest at once."""

    def __init__(self, left: list[int]) -> None:
        super().__init__()
        self._left = left
        self.connection: doors.Guarded | None = None
        self.ended = asyncio.Event()
        self.aborted = False

    def get_write_buffer_size(self) -> int:
        if self._left:
            return self._left.pop(0)
        assert self.connection is not None
        asyncio.get_running_loop().call_soon(self.connection.resume_writing)
        asyncio.get_running_loop().call_later(0.05, self.ended.set)
        return 0

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None: ...

    def close(self) -> None: ...

    def abort(self) -> None:
        self.aborted = True
        self.ended.set()


@pytest.mark.parametrize(
    ("left", "cut"),
    [([50_000, 50_000], True), ([50_000, 49_999], True), ([50_000, 40_000, 30_000, 29_000], True), ([50_000, 40_000, 30_000], False)],
    ids=["nothing", "a byte", "at first", "slowly"],
)
async def test_an_answer_that_nobody_takes_is_not_kept(left: list[int], cut: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    config = settings(Litestar([]))  # type: ignore[arg-type]
    config.load()
    made, transport = doors.entering(Door(1, ""))(config, ServerState(), {}, asyncio.get_running_loop()), Stuck(left[:])
    transport.connection = made
    made.connection_made(transport)
    # From here on: what is asked has come long before.
    monkeypatch.setattr(doors, "PATIENCE", 0.01)
    made.pause_writing()
    async with asyncio.timeout(10):
        await transport.ended.wait()
    assert transport.aborted == cut
    made.connection_lost(None)
