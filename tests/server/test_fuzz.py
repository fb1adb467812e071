"""Whatever is sent, over HTTP or on a socket: a clear answer, no error of ours, no table that dies, and no leak."""

from __future__ import annotations

import contextlib
import json
import random
import signal
import sqlite3
from collections.abc import Generator
from pathlib import Path
from typing import Any

import httpx
import jsonschema_rs
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance, status_code_conformance
from server.player import GAME
from server.process import Process
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from fangcheng.server.app import make_app
from fangcheng.server.config import Config
from fangcheng.server.storage.database import Database
from fangcheng.server.web.schema import description

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
FUZZ = settings(
    max_examples=8,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.filter_too_much,
        HealthCheck.data_too_large,
        HealthCheck.function_scoped_fixture,
    ],
)
PATIENCE = 20.0
DESCRIPTION = description(make_app(Config(), Database.file(Path("unused.db"))))
OPERATIONS = [found.ok() for found in schemathesis.openapi.from_dict(DESCRIPTION).get_all_operations()]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Process]:
    """A server process; at the end its log must tell of no failure."""
    folder = tmp_path_factory.mktemp("fuzz")
    with (folder / "log").open("w") as log:
        made = Process(str(folder / "fuzz.db"), log, gather=200)
        made.start()
        made.wait()
        yield made
        assert made.end(signal.SIGTERM) == 0
    events = [json.loads(line) for line in (folder / "log").read_text("utf-8").splitlines()]
    assert not [event for event in events if event["level"] == "error"]
    assert sqlite3.connect(folder / "fuzz.db").execute("pragma integrity_check").fetchone() == ("ok",)


def guest(server: Process) -> str:
    """The session of a new guest."""
    answer = httpx.post(f"{server.url}/api/guest", json={"name": "fuzz"})
    return "; ".join(f"{name}={value}" for name, value in answer.cookies.items())


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_http(operation: schemathesis.APIOperation[Any, Any, Any, Any], server: Process) -> None:
    cookie = guest(server)

    @FUZZ
    @given(case=operation.as_strategy())
    def holds(case: schemathesis.Case) -> None:
        case.call_and_validate(base_url=server.url, checks=CHECKS, headers={"Cookie": cookie}, timeout=PATIENCE)

    holds()


# --- sockets --------------------------------------------------------------------------------------------------------------------

scalars = st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=70)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3), max_leaves=6
)
TYPES = [
    "act",
    "next",
    "auto",
    "switch",
    "entropy",
    "leave",
    "replace",
    "dissolve",
    "say",
    "help",
    "ping",
    "sit",
    "stand",
    "ready",
    "start",
    "kick",
    "bot",
    "host",
    "change",
    "close",
    "queue",
    "unqueue",
    "fly",
]
WORDS = [
    "pass",
    "win",
    "discard 5m",
    "discard 9p",
    "kong 1m",
    "chow 46m",
    "pung",
    "exchange 1m1m",
    "draw",
    "5m",
    "",
    "discard 5m\x00",
    "丢 5m",
]
fields = {
    "id": st.sampled_from(["a", "b", "", "x" * 65]) | values,
    "seq": st.integers(-2, 30) | values,
    "deal": st.sampled_from([0, 1, -1, None]) | values,
    "action": st.sampled_from(WORDS) | values,
    "on": st.booleans() | values,
    "seat": st.integers(-1, 4) | values,
    "switch": st.sampled_from(["win", "no_claims", "discard_drawn", "fly"]) | values,
    "text": st.text("abc+/=_-\n é", max_size=66) | values,
    "agree": st.just(False) | values,
    "what": st.sampled_from(["hello", "smile", "fly"]) | values,
    "level": st.sampled_from(["random", "", "fly"]) | values,
    "variant": st.sampled_from([GAME, "fly"]) | values,
    "stake": st.integers(-1, 7) | values,
    "settings": st.fixed_dictionaries({"variant": st.just(GAME)}, optional={"seconds": values, "options": values, "fee": values}) | values,
    "more": values,
}
messages = st.fixed_dictionaries({"type": st.sampled_from(TYPES)}, optional=fields).map(json.dumps)
sent = st.one_of(messages, messages, messages, st.text(max_size=60), st.binary(max_size=60), st.just("[" * 3000), st.just("x" * 5000))


class Line:
    """One socket, every message on which is held to the schema."""

    def __init__(self, socket: ClientConnection, union: str) -> None:
        described = {"$ref": f"#/components/schemas/{union}", "components": DESCRIPTION["components"]}
        self._valid = jsonschema_rs.validator_for(described)
        self._socket = socket
        self.latest: dict[str, Any] = {}

    def send(self, message: str | bytes) -> None:
        self._socket.send(message)

    def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._socket.recv(PATIENCE))
        self._valid.validate(message)
        if message["type"] == "table":
            self.latest = message
            nothing_leaks(message)
        return message

    def until(self, *kinds: str) -> dict[str, Any]:
        while (message := self.receive())["type"] not in kinds:
            pass
        return message

    def alive(self) -> bool:
        """Whether it still answers, after all that came before; False where it was closed."""
        try:
            self.send('{"type": "ping"}')
            return self.until("pong", "closed")["type"] == "pong"
        except ConnectionClosed:
            return False


@contextlib.contextmanager
def line_to(server: Process, path: str, cookie: str, union: str) -> Generator[Line]:
    """A socket of the server, on which messages of a union come."""
    address = f"{server.url.replace('http', 'ws')}{path}"
    with connect(address, additional_headers={"Cookie": cookie}, proxy=None, open_timeout=PATIENCE) as socket:
        yield Line(socket, union)


def nothing_leaks(message: dict[str, Any]) -> None:
    """No hand and no drawn tile of anybody else while the deal goes on, and no secret before it is over."""
    view = message["view"]
    for seat, shown in enumerate(view["seats"]):
        if seat != view["viewer"] and view["win"] is None and view["settled"] is None:
            assert not shown["hand"]
            assert shown["drawn"] in (None, -1)
    if view["settled"] is None:
        assert all(not event.get("secret") for event in message["events"])


def open_table(server: Process, cookie: str) -> str:
    wanted = {"variant": GAME, "bots": ["first_legal"] * 3, "deals": 0, "seconds": 0}
    answer = httpx.post(f"{server.url}/api/tables", json=wanted, headers={"Cookie": cookie})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


@FUZZ
@given(sending=st.lists(sent, min_size=1, max_size=12), chance=st.randoms(use_true_random=False))
def test_a_table(server: Process, sending: list[str | bytes], chance: random.Random) -> None:
    cookie = guest(server)
    table = open_table(server, cookie)
    with line_to(server, f"/ws/tables/{table}", cookie, "Sent") as line:
        line.until("table")
        for message in sending:
            line.send(message)
            if chance.random() < 0.3 and not line.alive():
                break
        gone = not line.alive()
    # Whoever has given up his seat has no place there any more; everybody else goes on as if nothing had been.
    with line_to(server, f"/ws/tables/{table}", cookie, "Sent") as line:
        first = line.until("table", "closed")
        if first["type"] == "closed":
            assert first["code"] in ("left", "not_your_table"), first
            assert gone
            return
        for number in range(3):
            goes_on(line, f"on-{number}")


def goes_on(line: Line, command: str) -> None:
    """The table takes a legal action, and tells what came of it."""
    while not line.latest["view"]["offers"]:
        if line.latest["table"]["status"] != "playing" or line.latest["table"]["auto"][line.latest["view"]["viewer"]]:
            return
        line.until("table")
    offer = line.latest["view"]["offers"][0]["text"]
    line.send(json.dumps({"type": "act", "id": command, "seq": line.latest["seq"], "deal": line.latest["view"]["number"], "action": offer}))
    assert line.until("ack", "refused", "closed") == {"type": "ack", "id": command}
    line.until("table")


@FUZZ
@given(sending=st.lists(sent, min_size=1, max_size=12))
def test_a_room(server: Process, sending: list[str | bytes]) -> None:
    cookie = guest(server)
    answer = httpx.post(f"{server.url}/api/rooms", json={"variant": GAME, "listed": True}, headers={"Cookie": cookie})
    with line_to(server, f"/ws/rooms/{answer.json()['id']}", cookie, "RoomSent") as line:
        line.until("room")
        for message in sending:
            with contextlib.suppress(ConnectionClosed):
                line.send(message)
        line.alive()
    httpx.get(f"{server.url}/api/rooms/{answer.json()['id']}", headers={"Cookie": cookie}).raise_for_status()


@FUZZ
@given(sending=st.lists(sent, min_size=1, max_size=12))
def test_the_lobby(server: Process, sending: list[str | bytes]) -> None:
    cookie = guest(server)
    with line_to(server, "/ws/lobby", cookie, "LobbySent") as line:
        line.until("lobby")
        for message in sending:
            line.send(message)
        assert line.alive()
