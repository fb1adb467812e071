"""Servers to test against: one in this process, and processes of their own that may be killed."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx
import pytest
import structlog
import uvicorn
from server.databases import database, postgres
from server.player import Player, Visit
from server.process import Process

from fangcheng.server.app import make_app
from fangcheng.server.config import Config
from fangcheng.server.serve import configure_log, settings
from fangcheng.server.storage.database import Database, open_engine
from fangcheng.server.storage.migrations import upgrade
from fangcheng.server.tables.store import Store

__all__ = ["database", "postgres"]

FAST = Config(pause=0, think=0, rate=2000)

Serve = Callable[..., Awaitable[str]]


@pytest.fixture(autouse=True)
def log() -> Generator[None]:
    """The log as a server writes it."""
    configure_log()
    yield
    structlog.reset_defaults()


@asynccontextmanager
async def serving(database: Database, config: Config = FAST) -> AsyncGenerator[str]:
    """A server in this process; its address."""
    upgrade(database)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = uvicorn.Server(settings(make_app(config, database), config))
        running = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started:
            assert not running.done(), "the server has not started"
            await asyncio.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            await running


@pytest.fixture
async def serve(tmp_path: Path) -> AsyncGenerator[Serve]:
    """Starts servers in this process: ``await serve(config)`` gives the address."""
    async with AsyncExitStack() as stack:

        async def start(config: Config = FAST, database: Database | None = None) -> str:
            return await stack.enter_async_context(serving(database or Database.file(tmp_path / "fangcheng.db"), config))

        yield start


@pytest.fixture
async def store(database: Database) -> AsyncGenerator[Store]:
    """The store of an empty database of each kind."""
    upgrade(database)
    made = Store(open_engine(database))
    yield made
    await made.close()


@pytest.fixture
async def url(serve: Serve) -> str:
    """The address of a server without pauses."""
    return await serve()


@pytest.fixture
async def http(url: str) -> AsyncGenerator[httpx.AsyncClient]:
    """A client without a session."""
    async with httpx.AsyncClient(base_url=url, timeout=20) as client:
        yield client


@pytest.fixture
async def visit(url: str) -> AsyncGenerator[Visit]:
    """Makes players who have a session on the server of `url`."""
    async with AsyncExitStack() as stack:

        async def come() -> Player:
            player = Player(url)
            stack.push_async_callback(player.close)
            return await player.sign_in()

        yield come


@pytest.fixture
async def player(visit: Visit) -> Player:
    """A player with a session."""
    return await visit()


@pytest.fixture
def process(tmp_path: Path) -> Generator[Process]:
    """A server process, not yet started."""
    made = Process(str(tmp_path / "fangcheng.db"))
    yield made
    made.close()
