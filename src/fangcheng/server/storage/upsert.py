"""Inserts that may say what to do about rows that exist already. Both databases have them, each in its own class."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection


def upsert(connection: AsyncConnection, table: sa.Table) -> Any:
    """An insert into a table that has `on_conflict_do_update` and `on_conflict_do_nothing`."""
    return upsert_in(connection.dialect.name, table)


def upsert_in(dialect: str, table: sa.Table) -> Any:
    """The same by the name of the dialect, for statements that are made once."""
    return (postgresql if dialect == "postgresql" else sqlite).insert(table)
