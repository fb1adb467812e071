"""Accounts, settings, the ledger, and what is counted and shown of finished deals."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

YEAR_MS = 365 * 24 * 3600 * 1000


def upgrade() -> None:
    _people()
    _money()
    _finished_deals()


def _people() -> None:
    op.add_column("users", sa.Column("deleted_ms", sa.BigInteger))
    op.add_column("sessions", sa.Column("seen_ms", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("sessions", sa.Column("expires_ms", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("sessions", sa.Column("agent", sa.String, nullable=False, server_default=""))
    op.execute(f"UPDATE sessions SET seen_ms = created_ms, expires_ms = created_ms + {YEAR_MS}")
    op.create_index("ix_sessions_user_id", "sessions", ["user_id"])
    op.create_table(
        "logins",
        sa.Column("user_id", sa.String, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("name_key", sa.String, nullable=False, unique=True),
        sa.Column("name_look", sa.String, nullable=False, unique=True),
        sa.Column("password", sa.String, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "settings",
        sa.Column("user_id", sa.String, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("kept", sa.Text, nullable=False),
    )


def _money() -> None:
    op.add_column("tables", sa.Column("stake", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("fee", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("gain_cap", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "accounts",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("balance", sa.BigInteger, nullable=False),
        sa.CheckConstraint("kind <> 'player' OR balance >= 0", name="ck_accounts_nobody_owes"),
    )
    op.create_table(
        "transactions",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("key", sa.String, nullable=False, unique=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("table_id", sa.String),
        sa.Column("deal", sa.Integer),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "postings",
        sa.Column("transaction_id", sa.Integer, sa.ForeignKey("transactions.id"), primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("account_id", sa.String, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sa.Column("balance", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_postings_account", "postings", ["account_id", "transaction_id", "place"])


def _finished_deals() -> None:
    op.add_column("tables", sa.Column("sharing", sa.String, nullable=False, server_default="hands"))
    op.create_table(
        "results",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("deal", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("user_id", sa.String, sa.ForeignKey("users.id")),
        sa.Column("bot", sa.String),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("money", sa.BigInteger, nullable=False),
        sa.Column("how", sa.String, nullable=False),
        sa.Column("ended_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_results_user", "results", ["user_id", "ended_ms"])
    op.create_table(
        "tallies",
        sa.Column("user_id", sa.String, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("variant", sa.String, primary_key=True),
        sa.Column("period", sa.String, primary_key=True),
        sa.Column("company", sa.String, primary_key=True),
        *(
            sa.Column(name, sa.BigInteger, nullable=False)
            for name in ("deals", "wins", "self_draws", "deal_ins", "draws", "points", "money", "best")
        ),
        sa.Column("best_table", sa.String),
        sa.Column("best_deal", sa.Integer),
    )
    op.create_index("ix_tallies_board", "tallies", ["variant", "period", "company", "points"])
    op.create_table(
        "element_tallies",
        sa.Column("user_id", sa.String, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("variant", sa.String, primary_key=True),
        sa.Column("element", sa.String, primary_key=True),
        sa.Column("times", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "shares",
        sa.Column("token", sa.String, primary_key=True),
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("user_id", sa.String, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("shows", sa.String, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("table_id", "deal", "user_id", "shows", name="uq_shares"),
    )


def downgrade() -> None:
    for name in ("shares", "element_tallies", "tallies", "results", "postings", "transactions", "accounts", "settings", "logins"):
        op.drop_table(name)
    op.drop_index("ix_sessions_user_id", "sessions")
    for table, columns in (
        ("users", ("deleted_ms",)),
        ("sessions", ("seen_ms", "expires_ms", "agent")),
        ("tables", ("stake", "fee", "gain_cap", "sharing")),
    ):
        with op.batch_alter_table(table) as batch:
            for column in columns:
                batch.drop_column(column)
