"""A device holds the place of a person, not a seat by its number; what devices may do."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "claims",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("person_id", ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_claims_person_id")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_claims_table_id")),
        sa.PrimaryKeyConstraint("table_id", "person_id", "number", name=op.f("pk_claims")),
    )
    op.create_table(
        "grants",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_grants")),
    )
    op.create_table(
        "kept",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_kept")),
    )
    _take_over()
    op.drop_table("visitor_seats")


def _take_over() -> None:
    """Who held a seat now holds the place of whoever sits there in the table's last game."""
    connection = op.get_bind()
    held = connection.execute(
        sa.text(
            "select v.table_id, v.seat, v.key, g.game_id from visitor_seats v join "
            "(select table_id, max(id) as game_id from games group by table_id) g "
            "on g.table_id = v.table_id order by v.table_id, v.seat"
        )
    ).all()
    for table_id, seat, key, game_id in held:
        sitting = connection.execute(
            sa.text("select seat, person_id from seats where game_id = :game order by seat"),
            {"game": game_id},
        ).all()
        person = dict(map(tuple, sitting)).get(seat)
        if person is None:
            continue
        number = sum(1 for other, who in sitting if who == person and other <= seat)
        connection.execute(
            sa.text(
                "insert into claims (table_id, person_id, number, key, since) "
                "values (:table, :person, :number, :key, 0)"
            ),
            {"table": table_id, "person": person, "number": number, "key": key},
        )
