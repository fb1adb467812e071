"""What is sent on a connection: in order, up to a last message, and not for ever to a viewer who does not take it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from typing import Any

import pytest

from fangcheng.server.protocol import Ack, Pong
from fangcheng.server.web.outbox import BACKLOG, CLOSE_CODE, Outbox

LONG = 5.0
"""Seconds in which whatever is to happen has happened."""


class Taker:
    """The server's end of a socket whose client needs so many seconds for each message. `goes` lists how many went together at once."""

    def __init__(self, seconds: float = 0) -> None:
        self.seconds = seconds
        self.gone = False
        self.taken: list[dict[str, Any]] = []
        self.goes: list[int] = []
        self.closed: tuple[int, str] | None = None

    def say(self, texts: Iterable[bytes]) -> bool:
        if self.gone or self.seconds:
            return False
        said = [json.loads(text) for text in texts]
        self.taken += said
        self.goes.append(len(said))
        return True

    async def send(self, text: bytes) -> None:
        if self.gone:
            raise ConnectionError
        await asyncio.sleep(self.seconds)
        self.taken.append(json.loads(text))

    async def close(self, code: int, reason: str) -> None:
        self.closed = code, reason


def pumping(outbox: Outbox, taker: Taker, seconds: float = LONG) -> asyncio.Task[None]:
    return asyncio.create_task(outbox.pump(taker, seconds))


async def test_all_is_sent_in_order_up_to_the_last_message() -> None:
    outbox, taker = Outbox(), Taker()
    task = pumping(outbox, taker)
    await asyncio.sleep(0)
    outbox.send(Ack("a"))
    outbox.send(Pong())
    assert not outbox.closed
    outbox.close("left")
    assert outbox.closed
    outbox.send(Ack("too late"))
    outbox.close("too late")
    await asyncio.wait_for(task, LONG)
    assert taker.taken == [{"type": "ack", "id": "a"}, {"type": "pong"}, {"type": "closed", "code": "left"}]
    assert taker.closed == (CLOSE_CODE, "left")


async def test_what_is_closed_while_it_sends_is_closed_after_the_last_message() -> None:
    outbox, taker = Outbox(), Taker(0.02)
    task = pumping(outbox, taker)
    outbox.send(Ack("a"))
    await asyncio.sleep(0.01)
    outbox.close("restarting")
    await asyncio.wait_for(task, LONG)
    assert [message["type"] for message in taker.taken] == ["ack", "closed"]
    assert taker.closed == (CLOSE_CODE, "restarting")


async def test_whoever_lets_too_much_wait_is_cut_off() -> None:
    outbox, taker = Outbox(), Taker()
    for number in range(BACKLOG + 5):
        outbox.send(Ack(str(number)))
    await asyncio.wait_for(pumping(outbox, taker), LONG)
    assert len(taker.taken) == BACKLOG + 1
    assert taker.taken[-1] == {"type": "closed", "code": "too_slow"}


async def test_whoever_takes_nothing_for_too_long_is_cut_off() -> None:
    outbox, taker = Outbox(), Taker(LONG)
    task = pumping(outbox, taker, 0.05)
    outbox.send(Pong())
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(task, LONG / 2)
    assert not taker.taken


async def test_whoever_takes_his_time_for_each_is_not() -> None:
    """The time begins anew with what comes then, and while nothing waits it does not run."""
    outbox, taker = Outbox(), Taker(0.04)
    task = pumping(outbox, taker, 0.1)
    for number in range(5):
        outbox.send(Ack(str(number)))
        await asyncio.sleep(0.06)
    await asyncio.sleep(0.2)
    outbox.close("left")
    await asyncio.wait_for(task, LONG)
    assert len(taker.taken) == 6


async def test_what_can_be_sent_at_once_is() -> None:
    """Nothing has to come about before it is on its way; what comes while something waits keeps its place."""
    outbox, taker = Outbox(), Taker()
    task = pumping(outbox, taker)
    await asyncio.sleep(0)
    outbox.send(Ack("a"))
    assert [message["id"] for message in taker.taken] == ["a"]
    taker.seconds = 0.02
    outbox.send(Ack("b"))
    outbox.send(Ack("c"))
    assert len(taker.taken) == 1
    outbox.close("left")
    await asyncio.wait_for(task, LONG)
    assert [message.get("id") for message in taker.taken] == ["a", "b", "c", None]


async def test_what_belongs_together_goes_together() -> None:
    outbox, taker = Outbox(), Taker()
    task = pumping(outbox, taker)
    outbox.send(Ack("a"), Ack("b"))
    await asyncio.sleep(0)
    assert not taker.goes
    await asyncio.sleep(0.01)
    outbox.send(Ack("c"), Pong())
    assert taker.goes == [2]
    outbox.close("left")
    await asyncio.wait_for(task, LONG)
    assert [message["type"] for message in taker.taken] == ["ack", "ack", "ack", "pong", "closed"]


async def test_what_cannot_be_sent_any_more_ends_the_pump() -> None:
    outbox, taker = Outbox(), Taker()
    task = pumping(outbox, taker)
    await asyncio.sleep(0)
    taker.gone = True
    outbox.send(Ack("a"))
    with pytest.raises(ConnectionError):
        await asyncio.wait_for(task, LONG)
    outbox.send(Ack("b"))
    assert not taker.taken


async def test_whoever_stops_taking_what_is_sent_at_once_is_cut_off() -> None:
    outbox, taker = Outbox(), Taker(LONG)
    task = pumping(outbox, taker, 0.05)
    await asyncio.sleep(0)
    outbox.send(Pong())
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(task, LONG / 2)
    assert not taker.taken
