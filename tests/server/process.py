"""A server in a process of its own."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from typing import IO, Final

import httpx

QUICK: Final = {"pause": 0, "think": 0, "rate": 2000}
PATIENCE: Final = 120.0
"""Seconds that a busy machine may take to start a server, or to end one."""


class Process:
    """A server process that may be killed and started again, always at the same port, with no pauses unless `settings` say otherwise."""

    def __init__(self, database: str, log: IO[str] | None = None, **settings: int) -> None:
        self._database, self._log = database, log
        self._environment = os.environ | {f"FANGCHENG_{name.upper()}": str(value) for name, value in (QUICK | settings).items()}
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.kills = 0
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, before: str = "") -> None:
        """Start it, with something that is to be run before; it may take a while to answer."""
        code = f"{before}from fangcheng.server import run; run('127.0.0.1', {self.port}, {self._database!r})"
        self._process = subprocess.Popen([sys.executable, "-c", code], env=self._environment, stdout=subprocess.DEVNULL, stderr=self._log)

    async def answers(self) -> None:
        """Wait until it answers."""
        deadline, last = time.monotonic() + PATIENCE, "nothing"
        async with httpx.AsyncClient(base_url=self.url) as http:
            while time.monotonic() < deadline:
                assert self._process is not None
                assert self._process.poll() is None, f"the server ended by itself: {self._process.returncode}"
                try:
                    answer = await http.get("/api/ready")
                except httpx.HTTPError as error:
                    last = repr(error)
                else:
                    if answer.status_code == 200:
                        return
                    last = answer.text
                await asyncio.sleep(0.02)
        raise TimeoutError(f"the server is not ready after {PATIENCE} s: {last}")

    def wait(self) -> None:
        """Wait until it answers."""
        asyncio.run(self.answers())

    def end(self, how: signal.Signals) -> int:
        """End it; its exit code."""
        assert self._process is not None
        self._process.send_signal(how)
        code = self._process.wait(PATIENCE)
        self._process = None
        return code

    def ended(self) -> int:
        """Wait until it has ended by itself; its exit code."""
        assert self._process is not None
        code = self._process.wait(PATIENCE)
        self._process = None
        return code

    def close(self) -> None:
        """Make sure that it is gone."""
        if self._process is not None:
            self.end(signal.SIGKILL)

    def kill(self) -> None:
        """As if the power had gone."""
        self.end(signal.SIGKILL)
        self.kills += 1
