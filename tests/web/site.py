"""A server as a process of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path


class Site:
    """A server that can be killed and comes back at the same address."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "fangcheng.db"
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self._port}/"
        self._running: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        code = f"from fangcheng.server import run; run('127.0.0.1', {self._port}, {str(self.database)!r})"
        quick = {"FANGCHENG_PAUSE": "0", "FANGCHENG_THINK": "0", "FANGCHENG_RATE": "2000"}
        command = [sys.executable, "-c", code]
        self._running = subprocess.Popen(command, env=os.environ | quick, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self._running.stdout is not None
        assert self.url in self._running.stdout.readline()

    def kill(self) -> None:
        """End it at once."""
        if self._running is not None:
            self._running.kill()
            self._running.communicate()
            self._running = None


@contextmanager
def running(folder: Path) -> Generator[Site]:
    """A server that runs as long as the block does."""
    site = Site(folder)
    site.start()
    try:
        yield site
    finally:
        site.kill()
