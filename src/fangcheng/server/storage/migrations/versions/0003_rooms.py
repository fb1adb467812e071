"""Rooms, the terms of their tables, and presets of hosts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "rooms",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("status", sa.String, nullable=False, index=True),
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id")),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "terms",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("room_id", sa.String, sa.ForeignKey("rooms.id")),
        sa.Column("creator", sa.Integer, nullable=False),
        sa.Column("document", sa.Text, nullable=False),
    )
    op.create_table(
        "presets",
        sa.Column("user_id", sa.String, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("variant", sa.String, primary_key=True),
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("settings", sa.Text, nullable=False),
    )


def downgrade() -> None:
    for name in ("presets", "terms", "rooms"):
        op.drop_table(name)
