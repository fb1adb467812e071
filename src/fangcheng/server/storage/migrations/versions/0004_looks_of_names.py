"""How every name looks, so that a name that becomes an account's is nobody else's any more."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from fangcheng.server.names import name_look

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("users", sa.Column("name_look", sa.String, nullable=False, server_default=""))
    op.create_index("ix_users_name_look", "users", ["name_look"])
    users = sa.table("users", sa.column("id"), sa.column("name"), sa.column("name_look"))
    connection = op.get_bind()
    for row in connection.execute(sa.select(users.c.id, users.c.name)).all():
        connection.execute(users.update().where(users.c.id == row.id).values(name_look=name_look(row.name)))


def downgrade() -> None:
    op.drop_index("ix_users_name_look", "users")
    with op.batch_alter_table("users") as batch:
        batch.drop_column("name_look")
