"""Every entry of the journal knows who made it."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("actor_kind", "actor", "actor_role", "actor_seats"):
        op.add_column("entries", sa.Column(name, sa.String(), nullable=True))
