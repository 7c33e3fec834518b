"""Those who look at the page: language, theme, seats held, by device."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "visitors",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=True),
        sa.Column("theme", sa.String(), nullable=False),
        sa.Column("suits", sa.String(), nullable=False),
        sa.Column("bottom", sa.Integer(), nullable=False),
        sa.Column("welcomed", sa.Boolean(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_visitors")),
    )
    op.create_table(
        "visitor_seats",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_visitor_seats_table_id")
        ),
        sa.ForeignKeyConstraint(["key"], ["visitors.key"], name=op.f("fk_visitor_seats_key")),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_visitor_seats")),
    )
