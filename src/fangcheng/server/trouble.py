"""What is wrong with the database when that is no fault of ours: it is away, full, read-only, or locked by somebody else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

import sqlalchemy as sa
import structlog

logger = structlog.get_logger(__name__)

Trouble = Literal["database", "database_full", "database_read_only", "database_locked"]
"""``database``: it cannot be reached, or does not do what it should."""

OUR_FAULT: Final = (sa.exc.IntegrityError, sa.exc.ProgrammingError, sa.exc.DataError, sa.exc.NotSupportedError)
BY_NAME: Final[Mapping[str, Trouble]] = {
    "SQLITE_FULL": "database_full",
    "SQLITE_READONLY": "database_read_only",
    "SQLITE_BUSY": "database_locked",
    "SQLITE_LOCKED": "database_locked",
}
"""First two words of SQLite's names of errors; there are longer ones."""
BY_STATE: Final[Mapping[str, Trouble]] = {"53100": "database_full", "25006": "database_read_only", "55P03": "database_locked"}
"""SQLSTATE of PostgreSQL."""


def trouble(error: BaseException) -> Trouble | None:
    """What an error says about the database; None for a mistake in our statement, or an error about something else."""
    if isinstance(error, sa.exc.DBAPIError):
        return None if isinstance(error, OUR_FAULT) else _named(error.orig)
    return "database" if isinstance(error, OSError | sa.exc.TimeoutError) else None


def noted(error: BaseException, **where: Any) -> Trouble | None:
    """The same, with a line in the log if it is the database."""
    if (found := trouble(error)) is not None:
        logger.warning("database_away", reason=type(error).__name__, trouble=found, **where)
    return found


def _named(error: BaseException | None) -> Trouble:
    name, state = getattr(error, "sqlite_errorname", ""), getattr(error, "sqlstate", None) or ""
    return BY_NAME.get("_".join(name.split("_")[:2])) or BY_STATE.get(state, "database")
