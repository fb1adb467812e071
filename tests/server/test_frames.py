"""The short way out of a websocket: the bytes are those of the long way, and what it cannot do it leaves to that."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import CLOSING, OPEN

from fangcheng.server.frames import Speaking, head
from fangcheng.server.serve import settings


class Line:
    """The transport of a connection."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.ending = False

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def is_closing(self) -> bool:
        return self.ending


@pytest.fixture
async def speaking() -> Speaking:
    """A socket whose handshake is over."""

    async def app(scope: Any, receive: Any, send: Any) -> None: ...

    config = settings(cast(Any, app))
    config.load()
    made = Speaking(config, ServerState(), {}, asyncio.get_running_loop())
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
