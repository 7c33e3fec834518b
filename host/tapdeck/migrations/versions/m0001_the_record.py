"""The record as it begins: journal, games, results, decks, people, boards."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "boards",
        sa.Column("uid", sa.String(), nullable=False),
        sa.Column("info", sa.JSON(), nullable=False),
        sa.Column("health", sa.JSON(), nullable=True),
        sa.Column("first_seen", sa.BigInteger(), nullable=False),
        sa.Column("last_seen", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_boards")),
    )
    op.create_table(
        "decks",
        sa.Column("id", ID, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("pack", sa.String(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_decks")),
        sa.UniqueConstraint("name", name=op.f("uq_decks_name")),
    )
    op.create_table(
        "people",
        sa.Column("id", ID, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
        sa.UniqueConstraint("name", name=op.f("uq_people_name")),
    )
    op.create_table(
        "tables",
        sa.Column("id", ID, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
    )
    op.create_table(
        "deck_tags",
        sa.Column("deck_id", ID, nullable=False),
        sa.Column("uid", sa.String(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["deck_id"], ["decks.id"], name=op.f("fk_deck_tags_deck_id")),
        sa.PrimaryKeyConstraint("deck_id", "uid", name=op.f("pk_deck_tags")),
    )
    op.create_table(
        "games",
        sa.Column("id", ID, nullable=False),
        sa.Column("table_id", ID, nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("setup", sa.JSON(), nullable=False),
        sa.Column("deck_name", sa.String(), nullable=True),
        sa.Column("deck_tags", sa.JSON(), nullable=True),
        sa.Column("started", sa.BigInteger(), nullable=False),
        sa.Column("finished", sa.BigInteger(), nullable=True),
        sa.Column("winner", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_games_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
    )
    op.create_index(op.f("ix_games_table_id"), "games", ["table_id"], unique=False)
    op.create_table(
        "deals",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("result", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_deals_game_id")),
        sa.PrimaryKeyConstraint("game_id", "number", name=op.f("pk_deals")),
    )
    op.create_table(
        "entries",
        sa.Column("id", ID, nullable=False),
        sa.Column("table_id", ID, nullable=False),
        sa.Column("game_id", ID, nullable=True),
        sa.Column("seq", sa.Integer(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("board", sa.String(), nullable=True),
        sa.Column("boot", sa.BigInteger(), nullable=True),
        sa.Column("n", sa.BigInteger(), nullable=True),
        sa.Column("age", sa.BigInteger(), nullable=True),
        sa.Column("version", sa.BigInteger(), nullable=True),
        sa.Column("board_verdict", sa.String(), nullable=True),
        sa.Column("line", sa.String(), nullable=False),
        sa.Column("own_undo", sa.Boolean(), nullable=False),
        sa.Column("ok", sa.Boolean(), nullable=True),
        sa.Column("reason", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_entries_game_id")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_entries_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entries")),
        sa.UniqueConstraint("board", "boot", "n", name=op.f("uq_entries_board_boot_n")),
        sa.UniqueConstraint("game_id", "seq", name=op.f("uq_entries_game_id_seq")),
    )
    op.create_table(
        "seats",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("person_id", ID, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_seats_game_id")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_seats_person_id")),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_seats")),
    )
