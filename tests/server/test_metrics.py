"""What a supervisor asks: health, readiness, metrics; and a log that tells what happened and no secret."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import IO

import httpx
import pytest
import sqlalchemy as sa
from prometheus_client.parser import text_string_to_metric_families
from server.conftest import FAST, Serve
from server.player import Player

from fangcheng.server import metrics
from fangcheng.server.app import make_app
from fangcheng.server.config import ConfigError
from fangcheng.server.storage.database import Database
from fangcheng.server.storage.migrations import upgrade


def scraped(port: int) -> dict[str, float]:
    """All samples by name and labels."""
    text = httpx.get(f"http://127.0.0.1:{port}/metrics").text
    found = (sample for family in text_string_to_metric_families(text) for sample in family.samples)
    return {f"{sample.name}{sorted(sample.labels.values())}": sample.value for sample in found}


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


async def test_ready_while_it_serves(url: str) -> None:
    async with httpx.AsyncClient(base_url=url) as http:
        for path in ("/api/health", "/api/ready"):
            answer = await http.get(path)
            assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


async def test_not_ready_once_it_stops(tmp_path: Path) -> None:
    database = Database.file(tmp_path / "x.db")
    upgrade(database)
    app = make_app(FAST, database)
    transport = httpx.ASGITransport(app)
    async with app.lifespan(), httpx.AsyncClient(transport=transport, base_url="http://here") as http:
        assert (await http.get("/api/ready")).status_code == 200
        await app.state.end()
        answer = await http.get("/api/ready")
        assert (answer.status_code, answer.json()) == (503, {"code": "not_ready", "detail": {"reason": "stopping"}})
        assert (await http.get("/api/health")).status_code == 200


async def test_metrics_of_a_deal(serve: Serve) -> None:
    port = free_port()
    with metrics.served(port):
        before = await asyncio.to_thread(scraped, port)
        player = await Player(await serve()).sign_in()
        table = await player.open_table(bots=["random"] * 3)
        await player.join(table)
        during = await asyncio.to_thread(scraped, port)
        made = await player.play_deal()
        assert (await player.act("fly"))["type"] == "refused"
        await player.close()
        after = await asyncio.to_thread(scraped, port)

    def more(name: str) -> float:
        return after.get(name, 0) - before.get(name, 0)

    assert during["fangcheng_tables[]"] == 1
    assert during["fangcheng_connections['tables']"] == 1
    assert more("fangcheng_commands_total['act']") == made
    assert sum(more(name) for name in after if name.startswith("fangcheng_deals_total")) == 1
    assert more("fangcheng_refusals_total['deal_over']") + more("fangcheng_refusals_total['stale']") >= 1
    for name in ("commit_seconds", "bot_seconds", "broadcast_seconds"):
        assert more(f"fangcheng_{name}_count[]") > 0, name
    with pytest.raises(httpx.ConnectError):
        scraped(port)


def test_metrics_need_a_free_port() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ConfigError, match=f"port {port}.*FANGCHENG_METRICS"), metrics.served(port):
            pass
    with metrics.served(0):
        pass


def test_warnings_and_errors_count() -> None:
    def counted(level: str) -> float:
        return metrics.log_events.labels(level, "odd")._value.get()

    before = counted("warning"), counted("error"), counted("info")
    for level in ("warning", "error", "info"):
        assert metrics.count_log(None, level, {"event": "odd"}) == {"event": "odd"}
    assert (counted("warning"), counted("error"), counted("info")) == (before[0] + 1, before[1] + 1, before[2])


PASSWORD = "correct-horse-battery-staple-7"


def start_server(database: Path, log: IO[str]) -> tuple[subprocess.Popen[str], str]:
    """A server as a process of its own, and its address."""
    code = f"from fangcheng.server import run; run('127.0.0.1', 0, {str(database)!r})"
    quick = {"FANGCHENG_PAUSE": "0", "FANGCHENG_THINK": "0"}
    server = subprocess.Popen([sys.executable, "-c", code], env=os.environ | quick, stdout=subprocess.PIPE, stderr=log, text=True)
    assert server.stdout is not None
    return server, server.stdout.readline().removeprefix("Fangcheng: ").strip().rstrip("/")


async def provoke(url: str) -> set[str]:
    """Do all that may be written to a log, wrong things above all; what must not be found there."""
    player = await Player(url).sign_in("Nosy")
    token = next(iter(player.http.cookies.values()))
    await player.http.post("/api/accounts", json={"name": "Nosy", "password": PASSWORD})
    await player.http.post("/api/login", json={"name": "Nosy", "password": PASSWORD + "!"})
    await player.http.post("/api/login", content=f'{{"name": "Nosy", "password": "{PASSWORD}"')
    await player.http.post("/api/guest", json={"name": "x"}, headers={"Origin": "https://elsewhere.example"})
    table = await player.open_table()
    await player.join(table, Origin="https://elsewhere.example")
    await player.join(table)
    await player.ask(type="entropy", id="e", text=PASSWORD)
    await player.play_deal()
    assert player.socket is not None
    await player.socket.send("x" * 100_000)
    await player.close()
    return {token, PASSWORD, *(cookie for cookie in player.http.cookies.values())}


async def test_the_log_tells_no_secret(tmp_path: Path) -> None:
    """Of a server process: everything that it prints, against everything that is secret in its database."""
    path, log = tmp_path / "x.db", tmp_path / "log"
    with log.open("w") as output:
        server, url = await asyncio.to_thread(start_server, path, output)
        try:
            secrets = await provoke(url)
        finally:
            server.send_signal(signal.SIGTERM)
            await asyncio.to_thread(server.communicate)
    engine = sa.create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        for table, column in (("sessions", "token_hash"), ("tables", "secret"), ("deals", "secret")):
            secrets |= set(connection.execute(sa.text(f"select {column} from {table}")).scalars())
    engine.dispose()
    written = log.read_text("utf-8")
    lines = [json.loads(line) for line in written.splitlines()]
    assert "wrong_origin" in {line["event"] for line in lines}
    assert all({"event", "level", "timestamp"} <= set(line) for line in lines)
    assert len(secrets) > 4
    assert not [secret for secret in secrets if secret and secret in written]
    assert not re.search(r"[0-9a-f]{64}", written)
