"""A table by itself in a database of its own, with people who keep what they are sent."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server.conftest import FAST
from server.player import GAME, PATIENCE, read_log

from fangcheng.engine.match import Match
from fangcheng.events import Event
from fangcheng.server.config import Config
from fangcheng.server.players.accounts import Accounts
from fangcheng.server.protocol import Ack, Act, Closed, Error, Refusal, Sent, Table, Terms
from fangcheng.server.storage.batches import encode_batch
from fangcheng.server.storage.database import Database, open_engine
from fangcheng.server.storage.migrations import upgrade
from fangcheng.server.storage.rows import DealRow, SeatRow, TableRow
from fangcheng.server.storage.sql_tables import terms
from fangcheng.server.tables.inbox import Joined, Sends, Watches
from fangcheng.server.tables.play import start_event
from fangcheng.server.tables.store import Store
from fangcheng.server.tables.table import TableTask
from fangcheng.variants import get_variant


class Watcher:
    """A connection that keeps what it is sent."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.sent: list[Sent] = []
        self.times: list[float] = []
        self.arrived = asyncio.Event()

    def send(self, *messages: Sent) -> None:
        self.sent += messages
        self.times += [time.monotonic()] * len(messages)
        self.arrived.set()

    def close(self, code: str) -> None:
        self.send(Closed(code))

    @property
    def tables(self) -> list[Table]:
        return [message for message in self.sent if isinstance(message, Table)]

    @property
    def latest(self) -> Table:
        return self.tables[-1]

    async def until(self, holds: Callable[[], Any]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not holds():
                self.arrived.clear()
                await self.arrived.wait()


class House:
    """One table in a database of its own."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.config = FAST
        self.table: TableTask | None = None
        self.running: asyncio.Task[None] | None = None
        self._ids = 0

    async def open(
        self,
        sitting: Sequence[str | None],
        seconds: int = 0,
        deals: int = 1,
        config: Config = FAST,
        game: str = GAME,
        secret: str = "",
        **agreed: Any,
    ) -> list[Watcher]:
        """A new table of bots by name and people (None), all of whom are there. Its first deal is any, unless a secret is given."""
        self.config = config
        people = [SeatRow(f"u{seat}", None, f"u{seat}") if bot is None else SeatRow(None, bot, bot) for seat, bot in enumerate(sitting)]
        for sits in people:
            if sits.user_id is not None:
                await Accounts(self.store.engine).add_guest(sits.user_id, sits.name, sits.user_id)
        row = TableRow(id="t", variant=game, options={}, deals=deals, seconds=seconds, secret="00" * 32, seats=people)
        variant, first = get_variant(game), DealRow(0, secret or random.randbytes(32).hex())
        match = Match.begin(variant, bytes(32), options={}, seats=len(sitting), deals=deals)
        kept = msgspec.json.encode(Terms(seconds=seconds, **agreed)).decode()
        more = (terms.insert().values(table_id="t", creator=0, document=kept),)
        await self.store.add_table(row, first, encode_batch([start_event(variant, match, first)]), more)
        return self.start(sitting)

    def start(self, sitting: Sequence[str | None]) -> list[Watcher]:
        self.table = TableTask("t", self.store, self.config)
        watchers = [Watcher(seat) for seat, bot in enumerate(sitting) if bot is None]
        for watcher in watchers:
            self.table.post(Joined(watcher.seat, watcher))
        self.running = asyncio.create_task(self.table.run())
        return watchers

    async def watch(self, user: str = "watcher") -> Watcher:
        """A spectator."""
        assert self.table is not None
        watcher = Watcher(-1)
        self.table.post(Watches(user, watcher))
        await watcher.until(lambda: watcher.sent)
        return watcher

    async def stop(self) -> None:
        if self.running is not None:
            self.running.cancel()
            await asyncio.gather(self.running, return_exceptions=True)
            self.running = None

    async def send(self, watcher: Watcher, command: Any) -> Sent:
        """Send a command, and its answer."""
        assert self.table is not None
        before = len(watcher.sent)
        self.table.post(Sends(watcher.seat, watcher, command))
        answers: list[Sent] = []

        def answered() -> bool:
            answers[:] = [message for message in watcher.sent[before:] if isinstance(message, Ack | Refusal | Error)]
            return bool(answers)

        await watcher.until(answered)
        return answers[0]

    async def act(self, watcher: Watcher, action: str) -> Sent:
        self._ids += 1
        return await self.send(watcher, Act(f"i-{self._ids}", watcher.latest.seq, action))

    async def log(self) -> list[Event]:
        batches = await self.store.deal_log("t", 0)
        assert batches is not None
        events = [msgspec.json.encode(event) for batch in batches for event in msgspec.json.decode(batch)]
        return read_log(b"\n".join(events).decode())

    async def somebody(self, watchers: list[Watcher]) -> list[Watcher]:
        """Those who are asked, once anybody is; nobody when the deal is over."""
        async with asyncio.timeout(PATIENCE):
            while watchers[0].latest.table.status == "playing":
                asked = [watcher for watcher in watchers if watcher.latest.view.offers]
                if asked:
                    return asked
                await asyncio.sleep(0.001)
        return []

    async def play_out(self, watchers: list[Watcher], chance: random.Random) -> None:
        """Random people play the deal to its end, in random order."""
        while asked := await self.somebody(watchers):
            watcher = chance.choice(asked)
            seq = watcher.latest.seq
            answer = await self.act(watcher, chance.choice(watcher.latest.view.offers).text)
            assert isinstance(answer, Ack)
            await watcher.until(lambda: watcher.latest.seq > seq)  # noqa: B023


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[House]:
    database = Database.file(tmp_path / "fangcheng.db")
    upgrade(database)
    store = Store(open_engine(database))
    made = House(store)
    yield made
    await made.stop()
    await store.close()
