"""A scripted player for the server's tests: HTTP and the table's socket, as a browser would use them."""

from __future__ import annotations

import asyncio
import functools
import itertools
import json
import operator
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from fangcheng.actions import Action
from fangcheng.engine.decide import asks, decide, follow, offers
from fangcheng.engine.fold import begin_state, evolve
from fangcheng.engine.view import redact
from fangcheng.events import SPECTATOR, Event, Start
from fangcheng.locales import find
from fangcheng.variants import VARIANTS, get_variant
from fangcheng.wall import commitment

GAME = next(iter(VARIANTS))
PATIENCE = 20.0

Pick = Callable[[dict[str, Any]], str]


def first_offer(view: dict[str, Any]) -> str:
    """Takes what comes first."""
    return str(view["offers"][0]["text"])


def last_offer(view: dict[str, Any]) -> str:
    """Passes where it can."""
    return str(view["offers"][-1]["text"])


class Player:
    """Somebody with a browser. `latest` is the last table message, `room` the room as it was last told."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.AsyncClient(base_url=url, timeout=PATIENCE)
        self.socket: ClientConnection | None = None
        self.latest: dict[str, Any] = {}
        self.room: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self.ids = (f"c-{number}" for number in itertools.count(1))

    async def sign_in(self, name: str = "甲") -> Player:
        answer = await self.http.post("/api/guest", json={"name": name})
        assert answer.status_code == 200, answer.text
        return self

    async def open_table(self, **settings: Any) -> str:
        wanted = {"variant": GAME, "bots": ["first_legal"] * 3, "deals": 1, "seconds": 0, **settings}
        answer = await self.http.post("/api/tables", json=wanted)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    async def join(self, table_id: str, **headers: str) -> dict[str, Any]:
        """Connect to a table; the first message."""
        return await self.connect(f"tables/{table_id}", **headers)

    async def connect(self, place: str, **headers: str) -> dict[str, Any]:
        """Connect to a table, a room or the lobby; the first message."""
        await self.leave()
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"{self.url.replace('http', 'ws')}/ws/{place}"
        self.socket = await connect(address, additional_headers={"Cookie": cookies, **headers}, proxy=None, open_timeout=PATIENCE)
        return await self.receive()

    async def leave(self) -> None:
        if self.socket is not None:
            await self.socket.close()
            self.socket = None

    async def close(self) -> None:
        await self.leave()
        await self.http.aclose()

    async def receive(self) -> dict[str, Any]:
        assert self.socket is not None
        async with asyncio.timeout(PATIENCE):
            message: dict[str, Any] = json.loads(await self.socket.recv())
        if message["type"] == "table":
            self.latest = message
            self.log.append(message)
        elif message["type"] == "room":
            self.room = message["room"]
        return message

    async def until_room(self, holds: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """The room, once something holds of it."""
        while not holds(self.room):
            await self.until("room")
        return self.room

    async def until_table(self, holds: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """The latest table message, once something holds of it."""
        while not holds(self.latest):
            await self.until("table")
        return self.latest

    async def order(self, kind: str, **message: Any) -> dict[str, Any]:
        """Send a command, and its answer."""
        return await self.ask(type=kind, id=next(self.ids), **message)

    async def until(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these types."""
        while (message := await self.receive())["type"] not in kinds:
            pass
        return message

    async def send(self, **message: Any) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps(message))

    async def ask(self, **message: Any) -> dict[str, Any]:
        """Send a message, and what is answered to it."""
        await self.send(**message)
        return await self.until("ack", "refused", "error", "pong", "closed")

    async def act(self, action: str, **changed: Any) -> dict[str, Any]:
        return await self.ask(**{"type": "act", "id": next(self.ids), "seq": self.latest["seq"], "action": action, **changed})

    async def asked(self) -> bool:
        """Wait until there is something to do; False when the deal is over."""
        while self.latest["table"]["status"] == "playing":
            if self.latest["view"]["offers"]:
                return True
            await self.until("table")
        return False

    async def play_deal(self, pick: Pick = first_offer, moves: int = 1000) -> int:
        """Play until the deal is over or so many moves are made; the number of moves."""
        made = 0
        while made < moves and await self.asked():
            seq = self.latest["seq"]
            answer = await self.act(pick(self.latest["view"]))
            # Somebody else may have done what he may do at any moment; it is on its way.
            assert answer["type"] == "ack" or answer["code"] == "stale", answer
            made += 1
            while self.latest["seq"] == seq:
                await self.until("table")
        return made

    async def deal_log(self, table_id: str, number: int) -> list[Event]:
        answer = await self.http.get(f"/api/tables/{table_id}/deals/{number}")
        assert answer.status_code == 200, answer.text
        return read_log(answer.text)


def refused(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """The detail of an answer that must be an error with this status and code, and a text for people."""
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert find("en", f"error.{code}")
    return dict(answer.json()["detail"] or {})


Visit = Callable[[], Awaitable[Player]]
"""Makes a player who has a session; see the fixture `visit`."""


async def got(answer: Awaitable[httpx.Response], status: int = 200) -> Any:
    """What is answered, with this status."""
    found = await answer
    assert found.status_code == status, found.text
    return found.json() if found.content else None


def plain(value: Any) -> Any:
    """A value as a client gets it."""
    return msgspec.json.decode(msgspec.json.encode(value))


def seen_by_spectator(log: list[Event]) -> list[Any]:
    """What a spectator may know of a deal, as it travels."""
    return [plain(seen) for event in log if (seen := redact(event, SPECTATOR)) is not None]


def read_log(text: str) -> list[Event]:
    lines = text.splitlines()
    variant = get_variant(json.loads(lines[0])["variant"])
    union: Any = functools.reduce(operator.or_, variant.event_types)
    return [msgspec.json.decode(line, type=union) for line in lines]


def check_log(log: list[Event]) -> list[tuple[int, Action]]:
    """Play a finished deal again: every event must follow from the secret and legal actions. The free choices made, by seat."""
    start = log[0]
    assert isinstance(start, Start)
    assert commitment(bytes.fromhex(start.secret)) == start.commitment
    state = begin_state(get_variant(start.variant), start)
    chosen: list[tuple[int, Action]] = []
    for event in log[1:]:
        asked = asks(state)
        if asked:
            everybody = range(state.seats)
            causes = [(seat, action) for seat in everybody for action in offers(state, seat) if decide(state, seat, action) == event]
            assert causes, f"no legal action causes {event}"
            if len(asked.get(causes[0][0], ())) != 1:
                chosen.append(causes[0])
        else:
            assert follow(state) == event
        evolve(state, event)
    assert state.settled is not None
    return chosen
