"""Server processes for bench/server.py, each on the first core of this machine, and what they use of it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).parent
CORES = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
"""The first is the server's, the others are the players'."""


class Server:
    """A server process on one core."""

    def __init__(self, command: Sequence[str], port: int, environment: dict[str, str]) -> None:
        self.port = port
        self._process = subprocess.Popen([sys.executable, *command], env=os.environ | environment, stdout=subprocess.DEVNULL)
        if len(CORES) > 1:
            os.sched_setaffinity(self._process.pid, CORES[:1])
        try:
            self._wait()
        except SystemExit:
            self._process.kill()
            raise

    def _wait(self) -> None:
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            if self._process.poll() is not None:
                raise SystemExit(f"the server ended with {self._process.returncode}")
            with socket.socket() as trying:
                if trying.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        raise SystemExit("the server does not answer")

    def memory(self) -> int:
        """Resident memory in bytes."""
        pages = Path(f"/proc/{self._process.pid}/statm").read_text("ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def cpu(self) -> float:
        """Processor seconds so far."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        """End it, and wait until it is gone."""
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(60)
        except subprocess.TimeoutExpired:
            # Nothing of a failed run may keep a core busy in the next one.
            self._process.kill()
            self._process.wait()


class Used:
    """What the server and the players have used of their cores since this was made, in s."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._then, self._cpu, self._own = time.perf_counter(), server.cpu(), time.process_time()

    def shares(self, messages: int) -> dict[str, float]:
        """Shares of both cores, and the server's time for each of so many messages in us."""
        took, cpu = time.perf_counter() - self._then, self._server.cpu() - self._cpu
        return {
            "core_used": cpu / took,
            "players_core_used": (time.process_time() - self._own) / took,
            "us_per_message": 1e6 * cpu / messages,
        }


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


@contextmanager
def fangcheng(database: Path, **settings: int) -> Generator[Server]:
    """A server on a database; `settings` as in docs/operations.md."""
    port = free_port()
    code = f"from fangcheng.server import run; run('127.0.0.1', {port}, {str(database)!r})"
    server = Server(["-c", code], port, {f"FANGCHENG_{name.upper()}": str(value) for name, value in settings.items()})
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def bare(size: int) -> Generator[Server]:
    """A server that only broadcasts."""
    port = free_port()
    server = Server([str(HERE / "_broadcast.py"), str(port), str(size)], port, {})
    try:
        yield server
    finally:
        server.stop()
