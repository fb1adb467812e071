"""Players for load tests: a websocket client that is small enough for two thousand of them on one core, and tables of them.

It speaks only what it needs: whole frames, no extensions. Times are s on `time.perf_counter`.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import struct
import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

PATIENCE = 30.0
PRIVATE = 2.0
"""Seconds without a word to anybody else after which an action is taken for a private one."""


class Offer(msgspec.Struct):
    text: str


class View(msgspec.Struct):
    number: int
    offers: list[Offer]


class Info(msgspec.Struct):
    status: str


class Happened(msgspec.Struct):
    type: str


class Said(msgspec.Struct):
    """What a player needs of the server's messages; the rest is skipped while decoding."""

    type: str
    id: str = ""
    code: str = ""
    seq: int = 0
    events: list[Happened] = []
    view: View | None = None
    table: Info | None = None


read = msgspec.json.Decoder(Said).decode
write = msgspec.json.Encoder().encode


def frame(payload: bytes, opcode: int = 1) -> bytes:
    """A client's frame, masked with zeros: the rule wants a mask, and this one costs nothing."""
    size = len(payload)
    head = bytes((0x80 | opcode, 0x80 | size)) if size < 126 else bytes((0x80 | opcode, 0x80 | 126)) + struct.pack(">H", size)
    return head + bytes(4) + payload


class Socket(asyncio.Protocol):
    """One websocket; `received(payload)` is called for every text."""

    def __init__(self, path: str, headers: str, received: Callable[[bytes], None]) -> None:
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n{headers}\r\n"
        )
        self._received = received
        self._buffer = bytearray()
        self._open = False
        self.transport: Any = None
        self.ended = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self._request.encode())

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.ended.done():
            self.ended.set_result(exc)

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer
        buffer += data
        if not self._open:
            head, found, rest = bytes(buffer).partition(b"\r\n\r\n")
            if not found:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                raise ConnectionError(head.decode(errors="replace"))
            self._open, buffer[:] = True, rest
        while len(buffer) >= 2:
            size, start = buffer[1], 2
            if size == 126:
                if len(buffer) < 4:
                    return
                size, start = int.from_bytes(buffer[2:4], "big"), 4
            elif size == 127:
                if len(buffer) < 10:
                    return
                size, start = int.from_bytes(buffer[2:10], "big"), 10
            if len(buffer) < start + size:
                return
            opcode, payload = buffer[0] & 15, bytes(buffer[start : start + size])
            del buffer[: start + size]
            if opcode == 1:
                self._received(payload)
            elif opcode == 9:
                self.transport.write(frame(payload, 10))

    def send(self, payload: bytes) -> None:
        self.transport.write(frame(payload))

    def close(self) -> None:
        self.transport.close()


async def connect(port: int, path: str, received: Callable[[bytes], None], cookie: str = "") -> Socket:
    """Connect to a path of a server on this machine."""
    headers = f"Cookie: {cookie}\r\n" if cookie else ""
    _, socket = await asyncio.get_running_loop().create_connection(lambda: Socket(path, headers, received), "127.0.0.1", port)
    return socket


class Count:
    """What came of a run. `late` lists, in s, how long each action took to be seen by everybody who may see it."""

    def __init__(self) -> None:
        self.late: list[float] = []
        self.acted = self.messages = self.bytes = self.in_part = 0
        self.refused: list[str] = []

    def percentile(self, share: float) -> float:
        """In ms."""
        ordered = sorted(self.late)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


class TableOfPlayers:
    """The people of one table. They act one after the other; an action is seen when all have got what it caused.

    An answer to a window is secret until the last: its own seat alone is told of it. Whatever else its seat is told all are told.
    """

    def __init__(self, tokens: Sequence[str], cookie: str, count: Count, chance: random.Random) -> None:
        self._tokens, self._cookie, self._count, self._chance = tokens, cookie, count, chance
        self._seats = range(len(tokens))
        self.sockets: list[Socket] = []
        self._latest: list[Said | None] = [None] * len(tokens)
        self._got: set[int] = set()
        self._sender = -1
        self._secret = False
        self._sent_at = self._sender_got = 0.0
        self._next: set[int] = set()
        # An id is carried out once, also after the server has been started again.
        self._ids = (f"{chance.getrandbits(32):x}-{number}" for number in itertools.count())
        self._moved = asyncio.Event()
        self._seen = asyncio.Event()

    async def join(self, port: int, table_id: str) -> None:
        """Connect everybody, and wait for the first message of each."""
        for seat, token in enumerate(self._tokens):
            path = f"/ws/tables/{table_id}"
            self.sockets.append(await connect(port, path, lambda payload, seat=seat: self._hear(seat, payload), f"{self._cookie}={token}"))
        async with asyncio.timeout(PATIENCE):
            while not all(self._latest):
                self._moved.clear()
                await self._moved.wait()

    def leave(self) -> None:
        """Hang up."""
        for socket in self.sockets:
            socket.close()

    async def play(self, interval: float, until: float) -> None:
        """One action every `interval` s, at once when it is 0; whoever is asked and chance decide who does what."""
        due = time.perf_counter() + self._chance.random() * interval
        while (now := time.perf_counter()) < until:
            if due > now:
                await asyncio.sleep(due - now)
            if not await self._act(until):
                return
            due = max(due + interval, time.perf_counter() - interval)

    async def _act(self, until: float) -> bool:
        """Do something as soon as anybody can, and wait until it is seen; False when time is up."""
        while not (able := [seat for seat in self._seats if self._able(seat)]):
            self._moved.clear()
            try:
                async with asyncio.timeout_at(asyncio.get_running_loop().time() + until - time.perf_counter()):
                    await self._moved.wait()
            except TimeoutError:
                return False
        seat = self._chance.choice(able)
        said = self._latest[seat]
        assert said is not None
        assert said.view is not None
        command: dict[str, Any] = {"type": "next", "id": next(self._ids)}
        self._sender, self._secret, self._got = -1, False, set()
        if said.view.offers:
            command |= {"type": "act", "seq": said.seq, "deal": said.view.number, "action": self._chance.choice(said.view.offers).text}
            said.view.offers = []
            self._sender = seat
        else:
            self._next.add(seat)
        self._seen.clear()
        self._sent_at = time.perf_counter()
        self.sockets[seat].send(write(command))
        deadline = self._sent_at + PATIENCE
        while not await self._is_seen(PRIVATE):
            if seat in self._got and time.perf_counter() - self._sender_got > PRIVATE:
                self._count_private(seat)
                break
            if time.perf_counter() > deadline:
                raise TimeoutError(f"seat {seat} was not answered to {command}")
        return True

    async def _is_seen(self, seconds: float) -> bool:
        try:
            async with asyncio.timeout(seconds):
                return await self._seen.wait()
        except TimeoutError:
            return False

    def _count_private(self, seat: int) -> None:
        """An action of which nobody else was told in all this time is a private one.

        Where some were told and some were not, they may have been told of what came before, or one was missed: that is counted.
        """
        self._count.in_part += self._got != {seat}
        self._count.late.append(self._sender_got - self._sent_at)
        self._count.acted += 1
        self._sender = -1

    def _able(self, seat: int) -> bool:
        said = self._latest[seat]
        if said is None or said.view is None or said.table is None:
            return False
        return bool(said.view.offers) or (said.table.status == "between" and seat not in self._next)

    def _hear(self, seat: int, payload: bytes) -> None:
        self._count.messages += 1
        self._count.bytes += len(payload)
        said = read(payload)
        if said.type in ("refused", "closed", "error"):
            self._count.refused.append(said.code)
            self._seen.set()
        elif said.type == "ack" and self._next and seat in self._next:
            self._seen.set()
        elif said.type == "table":
            before, self._latest[seat] = self._latest[seat], said
            if before is not None and before.view is not None and said.view is not None and before.view.number != said.view.number:
                self._next.discard(seat)
            if said.events and self._sender >= 0:
                self._note(seat, said.events)
            self._moved.set()

    def _note(self, seat: int, events: list[Happened]) -> None:
        self._got.add(seat)
        if seat == self._sender:
            self._secret = all(event.type == "answered" for event in events)
            self._sender_got = time.perf_counter()
        if self._sender in self._got and (self._secret or len(self._got) == len(self._seats)):
            self._count.late.append(time.perf_counter() - self._sent_at)
            self._count.acted += 1
            self._sender = -1
            self._seen.set()
