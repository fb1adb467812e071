"""Running the server: its socket, its lock on the database, its log, and its end."""

from __future__ import annotations

import errno
import gc
import logging
import os
import resource
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Final

import structlog
import uvicorn
from litestar.types import ASGIApp

from fangcheng.server import metrics
from fangcheng.server.app import make_app
from fangcheng.server.config import Config, ConfigError
from fangcheng.server.storage.database import find_database
from fangcheng.server.storage.lock import locked
from fangcheng.server.storage.migrations import upgrade
from fangcheng.server.web.door import Door, entering
from fangcheng.server.web.frames import Speaking

DEFAULT_PORT: Final = 8000
PORTS_TRIED: Final = 100
MOST_FILES: Final = 65_536
COLLECT: Final = (50_000, 20, 100)
MAX_FRAME: Final = 65_536
"""Above this a frame is not even read, and the connection ends; between the protocol's limit and this it is an error message."""


def run(host: str = "127.0.0.1", port: int | None = None, database: str | None = None, chosen: Sequence[str] = ()) -> None:
    """Serve until interrupted. Without a port the first free one from 8000 on; ConfigError says why it cannot start.

    chosen  settings as ``rate=50``, which win over the environment
    """
    config, found = Config.from_environment(os.environ | variables(chosen)), find_database(database)
    configure_log()
    allow_files()
    collect_rarely()
    # SIGTERM is treated like Ctrl-C, at whatever moment it comes.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with locked(found), metrics.served(config.metrics), bound(host, port) as listening:
        upgrade(found)
        app = make_app(config, found)
        try:
            Announcing(settings(app, config), host, app.state.end).run(sockets=[listening])
        except KeyboardInterrupt:
            print("Fangcheng: stopped; every table goes on where it is.")


def variables(chosen: Sequence[str]) -> dict[str, str]:
    """Settings such as ``rate=50`` by the names of their environment variables; ConfigError for an unknown one, or one without a value."""
    known, found = set(Config.__struct_fields__), {}
    for setting in chosen:
        name, given, value = setting.partition("=")
        if name not in known:
            raise ConfigError(f"no such setting: {name!r}; there are {', '.join(sorted(known))}")
        if not given:
            raise ConfigError(f"the setting {name} needs a value: --set {name}=VALUE")
        found[f"FANGCHENG_{name.upper()}"] = value
    return found


def allow_files() -> None:
    """Allow as many open files, and so connections, as the system lets us: a thousand players use up the usual 1024."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # Beyond this some systems refuse, whatever they say.
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def collect_rarely() -> None:
    """Collect garbage rarely: almost nothing here makes reference cycles, and searching all tables for them makes everybody wait."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)


def configure_log() -> None:
    """Log to standard error: lines on a terminal, JSON elsewhere. Tracebacks come without local values, which may be secrets."""
    console = sys.stderr.isatty()
    shown = [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            metrics.count_log,
            structlog.processors.TimeStamper(fmt="iso"),
            *(shown if console else [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(ensure_ascii=False)]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
    )


def settings(app: ASGIApp, config: Config | None = None) -> uvicorn.Config:
    """How the application is served."""
    config = config or Config()
    return uvicorn.Config(
        app,
        # Its warnings are about malformed requests: somebody who sends them all day must not fill the disk.
        log_level="error",
        server_header=False,
        forwarded_allow_ips=config.proxies,
        http=entering(Door(config.http_connections, config.proxies)),
        ws=Speaking,
        ws_max_size=MAX_FRAME,
        # A compressor for each connection takes more memory than the table that it speaks of.
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
    )


class Announcing(uvicorn.Server):
    """A server that prints its address once it answers there, and that, when it stops, calls `end` before it closes open connections."""

    def __init__(self, config: uvicorn.Config, host: str, end: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._host, self._end = host, end

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and print the address."""
        await super().startup(sockets)
        if self.started and sockets:
            print(f"Fangcheng: {address(self._host, sockets[0].getsockname()[1])}", flush=True)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no more connections, let the tables end, then hang up on everybody who is still there."""
        for server in self.servers:
            server.close()
        await self._end()
        await super().shutdown(sockets)


def address(host: str, port: int) -> str:
    """What to type into a browser."""
    everywhere = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}
    named = everywhere.get(host) or (f"[{host}]" if ":" in host else host)
    return f"http://{named}:{port}/"


@contextmanager
def bound(host: str, port: int | None) -> Generator[socket.socket]:
    """A socket bound to the port, or to the first free one where none is given."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    candidates = range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED) if port is None else (port,)
    for candidate in candidates:
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, candidate))
            listening.listen()
        except OSError as error:
            listening.close()
            if error.errno == errno.EADDRINUSE and candidate != candidates[-1]:
                continue
            raise ConfigError(f"cannot listen on {host} port {candidate}: {error.strerror or error}") from None
        with listening:
            yield listening
        return
