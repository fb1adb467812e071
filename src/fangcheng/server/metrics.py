"""What the server counts and times, for Prometheus. Nothing in it names a player, a table or a secret.

They are served on a port of their own that only this machine reaches: on the public port a proxy would expose them to everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, MutableMapping
from contextlib import contextmanager
from functools import cache
from typing import Any, Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.gc_collector import GCCollector
from prometheus_client.process_collector import ProcessCollector

from fangcheng.server.config import ConfigError

HOST: Final = "127.0.0.1"
QUICK: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5)
"""Limits of the histograms in s."""

registry: Final = CollectorRegistry()
ProcessCollector(registry=registry)
GCCollector(registry=registry)

tables: Final = Gauge("fangcheng_tables", "Tables that this process runs.", registry=registry)
connections: Final = Gauge("fangcheng_connections", "Open connections by what they are for.", ["kind"], registry=registry)
commands: Final = Counter("fangcheng_commands_total", "Commands of players that were carried out, by kind.", ["kind"], registry=registry)
commands_of: Final = cache(commands.labels)
"""The counter of a kind of commands, cached: looking it up takes longer than counting."""
refusals: Final = Counter("fangcheng_refusals_total", "Commands of players that were refused, by code.", ["code"], registry=registry)
timeouts: Final = Counter("fangcheng_timeouts_total", "Decisions that the clock took for a player.", registry=registry)
deals: Final = Counter("fangcheng_deals_total", "Deals that were settled, by game.", ["game"], registry=registry)
commit_seconds: Final = Histogram("fangcheng_commit_seconds", "Time of a transaction.", buckets=QUICK, registry=registry)
commit_writes: Final = Histogram(
    "fangcheng_commit_writes", "Writes that went into one transaction.", buckets=(1, 2, 5, 10, 20, 50, 100), registry=registry
)
bot_seconds: Final = Histogram("fangcheng_bot_seconds", "Time that a bot took for a decision.", buckets=QUICK, registry=registry)
broadcast_seconds: Final = Histogram(
    "fangcheng_broadcast_seconds",
    "Time from an event to its storage and its messages to all.",
    buckets=QUICK,
    registry=registry,
)
log_events: Final = Counter("fangcheng_log_events_total", "Warnings and errors, by event.", ["level", "event"], registry=registry)


def count_log(_: Any, level: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A processor of the log: every warning and error counts."""
    if level not in ("debug", "info"):
        log_events.labels(level, str(event.get("event", ""))).inc()
    return event


def watch_tables(number: Callable[[], int]) -> None:
    """Set where the gauge of tables gets its number."""
    tables.set_function(number)


@contextmanager
def served(port: int) -> Generator[None]:
    """Serve the metrics on 127.0.0.1 at `port`, for 0 not at all; ConfigError when it is taken."""
    if not port:
        yield
        return
    try:
        server, thread = start_http_server(port, addr=HOST, registry=registry)
    except OSError as error:
        raise ConfigError(f"the metrics cannot be served on {HOST} port {port}: {error.strerror or error} (FANGCHENG_METRICS)") from None
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
