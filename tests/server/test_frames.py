"""The short way out of a websocket: the bytes are those of the long way, and what it cannot do it leaves to that."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Any, cast

import pytest
import uvicorn
from server.player import PATIENCE, Player
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import CLOSING, OPEN

from fangcheng.server.serve import settings
from fangcheng.server.web import frames
from fangcheng.server.web.frames import DIRECT, Speaking, head


class Line:
    """The transport of a connection."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.ending = False
        self.cut = asyncio.Event()

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def is_closing(self) -> bool:
        return self.ending

    def close(self) -> None:
        """The client takes nothing, so that this never ends it."""
        self.ending = True

    def abort(self) -> None:
        self.cut.set()


def speaking_config() -> uvicorn.Config:
    """How an application is served that does nothing."""

    async def app(scope: Any, receive: Any, send: Any) -> None: ...

    config = settings(cast(Any, app))
    config.load()
    return config


@pytest.fixture
async def speaking() -> Speaking:
    """A socket whose handshake is over."""

    made = Speaking(speaking_config(), ServerState(), {}, asyncio.get_running_loop())
    made.transport, made.conn.state = cast(Any, Line()), OPEN
    return made


def written(speaking: Speaking) -> list[bytes]:
    return cast(Line, speaking.transport).written


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_a_frame_is_that_of_the_long_way(size: int) -> None:
    text = b"x" * size
    assert head(size) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


async def test_several_texts_are_written_together(speaking: Speaking) -> None:
    assert speaking.say([b"one", "二".encode()])
    assert written(speaking) == [b"\x81\x03one\x81\x03\xe4\xba\x8c"]


@pytest.mark.parametrize("why", ["slow", "gone", "ending", "goodbye"])
async def test_what_cannot_be_sent_at_once_is_not(speaking: Speaking, why: str) -> None:
    if why == "slow":
        speaking.pause_writing()
    elif why == "gone":
        speaking.disconnected = True
    elif why == "ending":
        cast(Line, speaking.transport).ending = True
    else:
        speaking.conn.state = CLOSING
    assert not speaking.say([b"one"])
    assert not written(speaking)


async def test_uvicorn_is_what_the_short_way_knows(speaking: Speaking) -> None:
    """All that is taken from a class that uvicorn does not promise to anybody."""
    made = speaking
    for name in ("conn", "disconnected", "handshake_complete", "loop", "queue", "transport", "writable"):
        assert hasattr(made, name), f"uvicorn's sockets have no {name} any more: see fangcheng/server/frames.py"
    own = {name for name, what in vars(Speaking).items() if callable(what) and not name.startswith("_")} - {"say"}
    gone = [name for name in (*own, "handle_bytes", "handle_parser_exception") if not hasattr(WebSocketsSansIOProtocol, name)]
    assert not gone, f"uvicorn's sockets have no {gone} any more: see fangcheng/server/frames.py"


async def test_a_socket_offers_the_short_way(speaking: Speaking) -> None:
    speaking.scope = cast(Any, {"extensions": None})
    speaking.handshake_complete = True
    await speaking.run_asgi()
    assert cast(Any, speaking.scope["extensions"])[DIRECT] == {"say": speaking.say}


async def test_what_nobody_takes_after_the_end_is_not_kept(speaking: Speaking, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "LINGER", 0.01)
    speaking.scope = cast(Any, {"extensions": {}})
    speaking.handshake_complete = True
    await speaking.run_asgi()
    line = cast(Line, speaking.transport)
    assert line.ending
    assert not line.cut.is_set()
    async with asyncio.timeout(PATIENCE):
        await line.cut.wait()


async def test_whoever_answers_no_ping_is_gone_at_once(speaking: Speaking) -> None:
    speaking.keepalive_timeout()
    assert speaking.queue.get_nowait()["type"] == "websocket.disconnect"


async def connected(player: Player) -> Any:
    await player.connect("lobby")
    assert player.socket is not None
    return player.socket


async def test_messages_come_in_pieces_and_pings_between(player: Player) -> None:
    socket = await connected(player)

    async def pieces() -> AsyncGenerator[str]:
        for piece in ('{"ty', "", 'pe": "pi'):
            yield piece
            await (await socket.ping())
        yield 'ng"}'

    await socket.send(pieces())
    assert await player.until("pong", "error") == {"type": "pong"}


async def test_pings_are_counted(player: Player) -> None:
    socket = await connected(player)

    async def ping_on() -> None:
        while True:
            await (await socket.ping())

    with pytest.raises(ConnectionClosed):
        await asyncio.wait_for(ping_on(), PATIENCE)
    assert socket.close_code == CloseCode.POLICY_VIOLATION


async def test_pieces_without_end_are_counted(player: Player) -> None:
    socket = await connected(player)
    await socket.send(["{"] + [""] * 90)
    with pytest.raises(ConnectionClosed):
        await player.until("error")
    assert socket.close_code == CloseCode.POLICY_VIOLATION


async def test_a_text_that_is_none_is_an_error_and_fills_no_log(player: Player, capfd: pytest.CaptureFixture[str]) -> None:
    socket = await connected(player)
    await socket.send(b"\xff\xfe", text=True)
    assert (await player.until("error"))["code"] == "not_json"
    assert (await player.ask(type="ping"))["type"] == "pong"
    assert capfd.readouterr() == ("", "")


async def test_nothing_is_compressed(player: Player) -> None:
    """Though the client offers to, and would have to undo what `say` does not do."""
    socket = await connected(player)
    assert "Sec-WebSocket-Extensions" in socket.request.headers
    assert "Sec-WebSocket-Extensions" not in socket.response.headers


@pytest.mark.parametrize("size", [125, 126, 65_535, 65_536])
async def test_a_message_of_any_size_is_read_and_answered(player: Player, size: int) -> None:
    socket = await connected(player)
    await socket.send(" " * size)
    assert (await player.until("error"))["code"] == ("not_json" if size < 4096 else "too_large")
