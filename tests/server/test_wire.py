"""Requests that never come to an end are cut off before they cost anything; all others are read as ever."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

import pytest
from server.player import Player

from fangcheng.server import wire

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
    received = wire.Guarded.data_received

    def note(self: wire.Guarded, data: bytes) -> None:
        gathered.append(len(data))
        received(self, data)

    monkeypatch.setattr(wire.Guarded, "data_received", note)
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
async def test_who_does_not_finish_is_not_waited_for(url: str, start: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "PATIENCE", 0.3)
    found = await answer(url, start)
    assert found[:13] == (b"HTTP/1.1 200 " if b"health HTTP/1.1\r\nHost: x\r\n\r\n" in start else b"")


async def test_requests_and_sockets_outlast_that(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "PATIENCE", 0.3)
    player = await Player(url).sign_in()
    await player.connect("lobby")
    for _ in range(3):
        await asyncio.sleep(0.2)
        # One connection for all of these, with bodies larger than any head.
        assert (await player.http.post("/api/verify", content=b"x" * 200_000)).json()["code"] == "bad_log"
        assert (await player.ask(type="ping"))["type"] == "pong"
    await player.close()
