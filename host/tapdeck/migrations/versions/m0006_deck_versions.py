"""Every state that a deck was in is kept; a game knows the one that it is played with."""

import json
import secrets

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "deck_versions",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("deck_id", ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("pack", sa.String(), nullable=False),
        sa.Column("tags", sa.JSON(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["deck_id"], ["decks.id"], name=op.f("fk_deck_versions_deck_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deck_versions")),
        sa.UniqueConstraint("deck_id", "number", name=op.f("uq_deck_versions_deck_id_number")),
    )
    op.add_column("games", sa.Column("deck_version", sa.String(), nullable=True))
    connection = op.get_bind()
    for deck_id, pack, changed in connection.execute(
        sa.text("select id, pack, changed from decks")
    ).all():
        tags = connection.execute(
            sa.text("select uid, code from deck_tags where deck_id = :deck order by uid"),
            {"deck": deck_id},
        ).all()
        connection.execute(
            sa.text(
                "insert into deck_versions (id, deck_id, number, pack, tags, at) "
                "values (:id, :deck, 1, :pack, :tags, :at)"
            ),
            {
                "id": secrets.token_hex(8),
                "deck": deck_id,
                "pack": pack,
                "tags": json.dumps(dict(map(tuple, tags))),
                "at": changed,
            },
        )
