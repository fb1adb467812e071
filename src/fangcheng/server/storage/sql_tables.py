"""What is stored: the tables of the database."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

users = sa.Table(
    "users",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("deleted_ms", sa.BigInteger),
    sa.Column("name_look", sa.String, nullable=False, index=True),
)

sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("token_hash", sa.String, primary_key=True),
    sa.Column("user_id", sa.ForeignKey("users.id"), nullable=False, index=True),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("seen_ms", sa.BigInteger, nullable=False),
    sa.Column("expires_ms", sa.BigInteger, nullable=False),
    sa.Column("agent", sa.String, nullable=False),
)

# Players with a password. Both keys of a name are unique: one ignores case, the other is the same for names that look alike.
logins = sa.Table(
    "logins",
    metadata,
    sa.Column("user_id", sa.ForeignKey("users.id"), primary_key=True),
    sa.Column("name_key", sa.String, nullable=False, unique=True),
    sa.Column("name_look", sa.String, nullable=False, unique=True),
    sa.Column("password", sa.String, nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
)

settings = sa.Table(
    "settings",
    metadata,
    sa.Column("user_id", sa.ForeignKey("users.id"), primary_key=True),
    sa.Column("kept", sa.Text, nullable=False),
)

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("variant", sa.String, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("deals", sa.Integer, nullable=False),
    sa.Column("seconds", sa.Integer, nullable=False),
    sa.Column("secret", sa.String, nullable=False),
    sa.Column("over", sa.Boolean, nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("stake", sa.Integer, nullable=False),
    sa.Column("fee", sa.Integer, nullable=False),
    sa.Column("gain_cap", sa.Boolean, nullable=False),
    sa.Column("sharing", sa.String, nullable=False),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("user_id", sa.ForeignKey("users.id"), index=True),
    sa.Column("bot", sa.String),
    sa.Column("name", sa.String, nullable=False),
)

deals = sa.Table(
    "deals",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("secret", sa.String, nullable=False),
    sa.Column("settled", sa.Text),
)

log = sa.Table(
    "log",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("deal", sa.Integer, primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("events", sa.Text, nullable=False),
)

commands = sa.Table(
    "commands",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("table_id", sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("id", sa.String, nullable=False),
    sa.Column("deal", sa.Integer, nullable=False),
    sa.Column("what", sa.String, nullable=False),
    sa.UniqueConstraint("table_id", "seat", "id", "deal", name="uq_commands"),
)

accounts = sa.Table(
    "accounts",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("kind", sa.String, nullable=False),
    sa.Column("balance", sa.BigInteger, nullable=False),
    sa.CheckConstraint("kind <> 'player' OR balance >= 0", name="ck_accounts_nobody_owes"),
)

# `key` says what caused a transaction, so that nothing is booked twice.
transactions = sa.Table(
    "transactions",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("key", sa.String, nullable=False, unique=True),
    sa.Column("kind", sa.String, nullable=False),
    sa.Column("table_id", sa.String),
    sa.Column("deal", sa.Integer),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
)

# `balance` is the account's after the posting.
postings = sa.Table(
    "postings",
    metadata,
    sa.Column("transaction_id", sa.ForeignKey("transactions.id"), primary_key=True),
    sa.Column("place", sa.Integer, primary_key=True),
    sa.Column("account_id", sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("amount", sa.BigInteger, nullable=False),
    sa.Column("balance", sa.BigInteger, nullable=False),
    sa.Index("ix_postings_account", "account_id", "transaction_id", "place"),
)

# What a finished deal was for each seat, and who sat there then. `how`: win, self_draw, deal_in, loss or draw.
results = sa.Table(
    "results",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("deal", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("user_id", sa.ForeignKey("users.id")),
    sa.Column("bot", sa.String),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("points", sa.Integer, nullable=False),
    sa.Column("money", sa.BigInteger, nullable=False),
    sa.Column("how", sa.String, nullable=False),
    sa.Column("ended_ms", sa.BigInteger, nullable=False),
    sa.Index("ix_results_user", "user_id", "ended_ms"),
)

# Sums of a player's results by game, period (``all``, ``2026-11``, ``2026-W49``) and company (``people`` or ``bots``).
tallies = sa.Table(
    "tallies",
    metadata,
    sa.Column("user_id", sa.ForeignKey("users.id"), primary_key=True),
    sa.Column("variant", sa.String, primary_key=True),
    sa.Column("period", sa.String, primary_key=True),
    sa.Column("company", sa.String, primary_key=True),
    sa.Column("deals", sa.BigInteger, nullable=False),
    sa.Column("wins", sa.BigInteger, nullable=False),
    sa.Column("self_draws", sa.BigInteger, nullable=False),
    sa.Column("deal_ins", sa.BigInteger, nullable=False),
    sa.Column("draws", sa.BigInteger, nullable=False),
    sa.Column("points", sa.BigInteger, nullable=False),
    sa.Column("money", sa.BigInteger, nullable=False),
    sa.Column("best", sa.BigInteger, nullable=False),
    sa.Column("best_table", sa.String),
    sa.Column("best_deal", sa.Integer),
    sa.Index("ix_tallies_board", "variant", "period", "company", "points"),
)

element_tallies = sa.Table(
    "element_tallies",
    metadata,
    sa.Column("user_id", sa.ForeignKey("users.id"), primary_key=True),
    sa.Column("variant", sa.String, primary_key=True),
    sa.Column("element", sa.String, primary_key=True),
    sa.Column("times", sa.BigInteger, nullable=False),
)

# Links to deals. `shows`: hands or seat.
shares = sa.Table(
    "shares",
    metadata,
    sa.Column("token", sa.String, primary_key=True),
    sa.Column("table_id", sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("deal", sa.Integer, nullable=False),
    sa.Column("user_id", sa.ForeignKey("users.id"), nullable=False),
    sa.Column("shows", sa.String, nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("table_id", "deal", "user_id", "shows", name="uq_shares"),
)

# A single row, which is written again and again to see whether the database can be written.
pulse = sa.Table(
    "pulse",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
)

# A room changes as a whole and is looked up in memory, so it is one document; the columns are for those who look into the database.
rooms = sa.Table(
    "rooms",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("status", sa.String, nullable=False, index=True),
    sa.Column("table_id", sa.ForeignKey("tables.id")),
    sa.Column("document", sa.Text, nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
)

terms = sa.Table(
    "terms",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("room_id", sa.ForeignKey("rooms.id")),
    sa.Column("creator", sa.Integer, nullable=False),
    sa.Column("document", sa.Text, nullable=False),
)

presets = sa.Table(
    "presets",
    metadata,
    sa.Column("user_id", sa.ForeignKey("users.id"), primary_key=True),
    sa.Column("variant", sa.String, primary_key=True),
    sa.Column("name", sa.String, primary_key=True),
    sa.Column("settings", sa.Text, nullable=False),
)
