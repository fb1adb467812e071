"""A server that dies inside a settlement: at one point of the transaction that stores a deal's end, as if the power had gone just then.

A server process imports it first and says where: ``die_at("posted")``.
"""

from __future__ import annotations

import os
import signal
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.engine.default import DefaultDialect

POINTS: Final = {
    "appended": "UPDATE deals SET settled",
    "begun": "UPDATE accounts SET balance",
    "posted": "INSERT INTO results",
    "counted": "",
    "committed": "",
}
"""Where it may die, in the order in which they come: before such a statement, after all of them, and after the commit."""


def die_at(point: str) -> None:
    """Die there in the first settlement that comes to it."""
    statement, settling = POINTS[point], []

    def before(*told: Any) -> None:
        if told[2].startswith("UPDATE deals SET settled"):
            settling.append(told[0])
        if settling and statement and told[2].startswith(statement):
            _die()

    def commit(dialect: DefaultDialect, connection: Any) -> None:
        if settling and point == "counted":
            _die()
        plain(dialect, connection)
        if settling and point == "committed":
            _die()

    plain = DefaultDialect.do_commit
    sa.event.listen(sa.Engine, "before_cursor_execute", before)
    DefaultDialect.do_commit = commit  # type: ignore[method-assign]


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)
