"""An id of a command counts within its deal: older ones are forgotten, and must not be in the way of new ones."""

from __future__ import annotations

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("commands") as batch:
        batch.drop_constraint("uq_commands", type_="unique")
        batch.create_unique_constraint("uq_commands", ["table_id", "seat", "id", "deal"])


def downgrade() -> None:
    with op.batch_alter_table("commands") as batch:
        batch.drop_constraint("uq_commands", type_="unique")
        batch.create_unique_constraint("uq_commands", ["table_id", "seat", "id"])
