"""A server as a process of its own."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

FANGCHENG = (sys.executable, "-c", "from fangcheng.cli import main; main()")
"""The command, in whatever environment this runs."""
QUICK = {"FANGCHENG_PAUSE": "0", "FANGCHENG_THINK": "0", "FANGCHENG_RATE": "2000"}


class Site:
    """A server that can be killed and comes back at the same address; on a SQLite file of its own, or on what `where` names."""

    def __init__(self, folder: Path, where: str = "") -> None:
        self.database = folder / "fangcheng.db"
        self.where = where or str(self.database)
        self._log = folder / "server.log"
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self._port}/"
        self._running: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [*FANGCHENG, "serve", "--port", str(self._port), "--database", self.where]
        with self._log.open("ab") as log:
            self._running = subprocess.Popen(command, env=os.environ | QUICK, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self._running.stdout is not None
        assert self.url in self._running.stdout.readline(), self._log.read_text()

    def kill(self) -> None:
        """End it at once."""
        if self._running is not None:
            self._running.kill()
            self._running.communicate()
            self._running = None

    def troubles(self) -> list[str]:
        """What the server's log has of warnings and errors."""
        lines = self._log.read_text().splitlines()
        return [line for line in lines if not line.startswith("{") or json.loads(line)["level"] != "info"]


@contextmanager
def running(folder: Path, where: str = "") -> Generator[Site]:
    """A server that runs as long as the block does."""
    site = Site(folder, where)
    try:
        site.start()
        yield site
    finally:
        site.kill()
