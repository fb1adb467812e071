"""What is stored of rooms: the rooms themselves, the terms of the tables that they start, and what hosts have put by."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from fangcheng.server.storage.sql_tables import metadata

# A room changes as a whole and is looked up in memory, so it is one document; the columns are for those who look into the database.
rooms: Final = sa.Table(
    "rooms",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("status", sa.String, nullable=False, index=True),
    sa.Column("table_id", sa.ForeignKey("tables.id")),
    sa.Column("document", sa.Text, nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
)

terms: Final = sa.Table(
    "terms",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("room_id", sa.ForeignKey("rooms.id")),
    sa.Column("creator", sa.Integer, nullable=False),
    sa.Column("document", sa.Text, nullable=False),
)

presets: Final = sa.Table(
    "presets",
    metadata,
    sa.Column("user_id", sa.ForeignKey("users.id"), primary_key=True),
    sa.Column("variant", sa.String, primary_key=True),
    sa.Column("name", sa.String, primary_key=True),
    sa.Column("settings", sa.Text, nullable=False),
)
