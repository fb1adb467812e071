"""Chaos: people play while their server is killed at random points, again and again; then everything is checked.

    ./scripts/chaos [--deals 200] [--tables 24] [--calm 3] [--database URL] [--seed N]

Held to: every acknowledged action is in the log of its deal, where it belongs, and none is there twice; nobody's action is there that
was not acknowledged to him; every log follows from the deal's secret and these actions, event by event, as in a run without any kill;
what the table says at the end is what the logs add up to; and the ledger is in order.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import signal
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
from server.player import read_log
from server.process import PATIENCE, Process
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from fangcheng.actions import Action, parse_action
from fangcheng.audit import verify
from fangcheng.engine.decide import asks, decide, follow, forced_action
from fangcheng.engine.fold import begin_state, evolve
from fangcheng.engine.state import State
from fangcheng.events import Event, Settle, Start
from fangcheng.server.money.books import Books
from fangcheng.server.storage.database import find_database, open_engine
from fangcheng.variants import VARIANTS, get_variant

GONE = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, httpx.HTTPError)
"""What a client meets when the server has been killed."""


class Person:
    """Somebody who wants to play whatever happens. `kept` lists by deal what was acknowledged to him, in order."""

    def __init__(self, url: str, seat: int, chance: random.Random) -> None:
        self.url, self.seat, self.chance = url, seat, chance
        self.http = httpx.AsyncClient(base_url=url, timeout=PATIENCE)
        self.kept: dict[int, list[str]] = defaultdict(list)
        self.resent = 0
        self.farewells: set[str] = set()
        self.latest: dict[str, Any] = {}
        self._pending: dict[str, Any] | None = None
        self._went_on: set[int] = set()
        self._ids = 0

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    async def play(self, table: str) -> None:
        """Play until the match is over, however often the line breaks."""
        deadline = time.monotonic() + 20 * PATIENCE
        while time.monotonic() < deadline:
            with contextlib.suppress(*GONE):
                await self._play_on(table)
                await self.http.aclose()
                return
            await asyncio.sleep(self.chance.uniform(0.02, 0.1))
        raise TimeoutError(f"seat {self.seat} of {table} has waited too long: {self.latest}")

    async def _play_on(self, table: str) -> None:
        address = f"{self.url.replace('http', 'ws')}/ws/tables/{table}"
        async with connect(address, additional_headers={"Cookie": self.cookie}, proxy=None, close_timeout=1) as line:
            await self._hear(json.loads(await line.recv()))
            if self._pending is not None:
                self.resent += 1
                await line.send(json.dumps(self._pending))
            while self.latest["table"]["status"] != "over" or self._pending is not None:
                if self._pending is None and (self._next_command()):
                    await line.send(json.dumps(self._pending))
                async with asyncio.timeout(PATIENCE):
                    await self._hear(json.loads(await line.recv()))

    def _next_command(self) -> bool:
        """Decide what to do now, if there is anything to do."""
        view, status = self.latest["view"], self.latest["table"]["status"]
        number, offers = view["number"], [offer["text"] for offer in view["offers"] if not offer.get("free")]
        command: dict[str, Any] = {}
        if status == "playing" and offers:
            command = {"type": "act", "seq": self.latest["seq"], "deal": number, "action": self.chance.choice(offers)}
        elif status == "between" and number not in self._went_on:
            self._went_on.add(number)
            command = {"type": "next"}
        if command:
            self._ids += 1
            self._pending = command | {"id": f"{self.seat}-{self._ids}"}
        return bool(command)

    async def _hear(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "closed":
            self.farewells.add(message["code"])
            assert message["code"] == "restarting", message
            raise ConnectionError(message["code"])
        if kind == "table":
            self.latest = message
        elif self._pending is not None and message.get("id") == self._pending["id"]:
            assert kind == "ack", (message, self._pending)
            if self._pending["type"] == "act":
                self.kept[self._pending["deal"]].append(self._pending["action"])
                # What was on offer before is not any more; what is next, the next message tells.
                self.latest["view"]["offers"] = []
            self._pending = None


class Table:
    """People at a table, and bots at its other seats."""

    def __init__(self, game: str, people: list[Person], deals: int, stake: int, fee: int = 0) -> None:
        self.game, self.people, self.deals, self.stake, self.fee = game, people, deals, stake, fee
        self.id = ""

    async def open(self, seats: int) -> None:
        """Sit down, through a room, and start."""
        for person in self.people:
            answer = await person.http.post("/api/guest", json={"name": f"chaos {person.seat}"})
            assert answer.status_code == 200, answer.text
        host, *guests = self.people
        bots = ["" if seat < len(self.people) else "random" for seat in range(seats)]
        wanted = {"variant": self.game, "seats": seats, "deals": self.deals, "seconds": 0, "stake": self.stake, "fee": self.fee}
        answer = await host.http.post("/api/rooms", json=wanted | {"seat": 0, "bots": bots})
        assert answer.status_code == 201, answer.text
        room = answer.json()["id"]
        async with contextlib.AsyncExitStack() as stack:
            address = f"{host.url.replace('http', 'ws')}/ws/rooms/{room}"
            lines = [
                await stack.enter_async_context(connect(address, additional_headers={"Cookie": person.cookie}, proxy=None))
                for person in self.people
            ]
            for person, line in zip(guests, lines[1:], strict=True):
                await self._ask(line, {"type": "sit", "id": "sit", "seat": person.seat})
                await self._ask(line, {"type": "ready", "id": "ready", "on": True})
            await self._ask(lines[0], {"type": "start", "id": "start"})
            while not self.id:
                message = json.loads(await lines[0].recv())
                self.id = message["room"]["table"] if message["type"] == "room" else ""

    async def _ask(self, line: Any, command: dict[str, Any]) -> None:
        await line.send(json.dumps(command))
        async with asyncio.timeout(PATIENCE):
            while True:
                message = json.loads(await line.recv())
                if message["type"] == "room":
                    self.id = message["room"]["table"] or self.id
                if message.get("id") == command["id"]:
                    assert message["type"] == "ack", message
                    return

    async def check(self) -> int:
        """Hold every deal to what was acknowledged; the number of actions that were."""
        person, acted, totals = self.people[0], 0, [0] * len(self.people[0].latest["table"]["names"])
        async with httpx.AsyncClient(base_url=person.url, cookies=person.http.cookies, timeout=PATIENCE) as http:
            for number in range(self.deals):
                answer = await http.get(f"/api/tables/{self.id}/deals/{number}")
                assert answer.status_code == 200, answer.text
                log = read_log(answer.text)
                acted += check_deal(log, {person.seat: person.kept[number] for person in self.people})
                settle = next(event for event in log if isinstance(event, Settle))
                totals = [total + payment for total, payment in zip(totals, settle.payments, strict=True)]
        for person in self.people:
            assert person.latest["table"]["totals"] == totals, (self.id, person.seat)
            assert sum(totals) == 0
            assert set(person.kept) <= set(range(self.deals))
        return acted


def check_deal(log: Sequence[Event], kept: dict[int, list[str]]) -> int:
    """Every event follows, and the free choices of people are exactly what was acknowledged to them; how many."""
    start = log[0]
    assert isinstance(start, Start)
    result = verify(get_variant(start.variant), log)
    assert result.ok, result
    state, left = begin_state(get_variant(start.variant), start), {seat: iter(texts) for seat, texts in kept.items()}
    acted = 0
    for event in log[1:]:
        causes = caused_by(state, event)
        if not causes:
            assert follow(state) == event
        elif (seat := causes[0][0]) in left and forced_action(state, seat) is None:
            wanted = next(left[seat], None)
            assert wanted is not None, f"seat {seat} has done {causes[0][1]}, and it was not acknowledged"
            assert parse_action(wanted) in [action for _, action in causes], (wanted, causes)
            acted += 1
        evolve(state, event)
    assert not [text for texts in left.values() for text in texts], "what was acknowledged is not in the log"
    return acted


def caused_by(state: State, event: Event) -> list[tuple[int, Action]]:
    """The legal actions that cause an event."""
    return [(seat, action) for seat, actions in asks(state).items() for action in actions if decide(state, seat, action) == event]


class Chaos:
    """Tables on a server that is killed while they are played."""

    def __init__(self, server: Process, chance: random.Random, calm: float = 1.5) -> None:
        self.server, self.chance, self.calm = server, chance, calm
        self.tables: list[Table] = []

    async def run(self, tables: Sequence[Table], kills: float = float("inf")) -> None:
        """Play all tables to their end, with at most so many kills on the way."""
        self.tables = list(tables)
        self.server.start()
        await self.server.answers()
        for table in tables:
            await table.open(VARIANTS[table.game].seats[-1])
        playing = asyncio.gather(*(person.play(table.id) for table in tables for person in table.people))
        try:
            while not playing.done() and self.server.kills < kills:
                await asyncio.wait([playing], timeout=self.chance.uniform(0.05, self.calm))
                if not playing.done():
                    await self._kill()
            await playing
        finally:
            playing.cancel()

    async def _kill(self) -> None:
        self.server.kill()
        self.server.start()
        if self.chance.random() < 0.2:
            # While it starts is a moment like any other.
            await asyncio.sleep(self.chance.uniform(0, 1.5))
            self.server.kill()
            self.server.start()
        await self.server.answers()

    async def check(self) -> tuple[int, int]:
        """Check everything; how many actions were acknowledged, and how many of them had to be sent again."""
        acted = sum([await table.check() for table in self.tables])
        return acted, sum(person.resent for table in self.tables for person in table.people)


def tables_of(url: str, number: int, deals: int, chance: random.Random) -> Iterator[Table]:
    """Tables of all games in turn: one full of people, one with bots, and so on."""
    games = list(VARIANTS.values())
    for place in range(number):
        game = games[place % len(games)]
        seats = game.seats[-1]
        people = [Person(url, seat, random.Random(chance.random())) for seat in range(seats if place % 2 == 0 else 1)]
        yield Table(game.id, people, deals, stake=place % 2)


async def ledger_in_order(database: str) -> None:
    """Every posting, account and result of a database adds up."""
    engine = open_engine(find_database(database))
    checked = await Books(engine).check()
    await engine.dispose()
    assert not checked.problems, checked.problems


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=200, help="deals in all, at least")
    parser.add_argument("--tables", type=int, default=24)
    parser.add_argument("--database", help="a database of its own: a file, or the URL of a PostgreSQL database")
    parser.add_argument("--calm", type=float, default=3.0, help="longest time in s between a start and the next kill")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    chance, each = random.Random(given.seed), -(-given.deals // given.tables)
    with tempfile.TemporaryDirectory() as folder:
        database = given.database or str(Path(folder, "chaos.db"))
        server = Process(database, gather=200)
        chaos, began = Chaos(server, chance, given.calm), time.monotonic()

        async def play() -> tuple[int, int]:
            await chaos.run(list(tables_of(server.url, given.tables, each, chance)))
            found = await chaos.check()
            await ledger_in_order(database)
            return found

        try:
            acted, resent = asyncio.run(play())
        finally:
            server.end(signal.SIGTERM)
    print(f"{each * given.tables} deals, {server.kills} kills, {acted} acknowledged actions, {resent} of them sent again:")
    print("all are there, none twice; every log follows, and totals and ledger are in order.")
    print(f"{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
