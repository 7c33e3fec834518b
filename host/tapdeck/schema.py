"""The tables of the record. Changes to them go with a migration in `migrations/versions`.

Times are whole milliseconds since 1970 (UTC). Journals hold seats and ids; the names of people
stand in `people` only.
"""

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite counts up by itself in columns of the type INTEGER only.
_Id = sa.BigInteger().with_variant(sa.Integer, "sqlite")

people = sa.Table(
    "people",
    metadata,
    sa.Column("id", _Id, primary_key=True),
    sa.Column("name", sa.String, nullable=False, unique=True),
)

decks = sa.Table(
    "decks",
    metadata,
    sa.Column("id", _Id, primary_key=True),
    sa.Column("name", sa.String, nullable=False, unique=True),
    sa.Column("pack", sa.String, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
)

deck_tags = sa.Table(
    "deck_tags",
    metadata,
    sa.Column("deck_id", _Id, sa.ForeignKey("decks.id"), primary_key=True),
    sa.Column("uid", sa.String, primary_key=True),  # upper case hex
    sa.Column("code", sa.String, nullable=False),  # a card's code or a control's name
)

# Every state that a deck was in; the last one is what it is now.
deck_versions = sa.Table(
    "deck_versions",
    metadata,
    sa.Column("id", sa.String, primary_key=True),  # random: no other record has it
    sa.Column("deck_id", _Id, sa.ForeignKey("decks.id"), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),  # from 1 in each deck
    sa.Column("pack", sa.String, nullable=False),
    sa.Column("tags", sa.JSON, nullable=False),  # {uid: code}
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("deck_id", "number"),
)

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", _Id, primary_key=True),
    sa.Column("name", sa.String, nullable=False),
)

# The game that a table plays is the last one started there.
games = sa.Table(
    "games",
    metadata,
    sa.Column("id", _Id, primary_key=True),
    sa.Column("table_id", _Id, sa.ForeignKey("tables.id"), nullable=False, index=True),
    sa.Column("game", sa.String, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),  # as they were when the game was made
    sa.Column("setup", sa.JSON, nullable=False),  # the rest of the set-up, without names
    sa.Column("deck_name", sa.String),
    sa.Column("deck_tags", sa.JSON),  # {uid: code} as it is played with, null without a deck
    sa.Column("deck_version", sa.String),  # which state of the deck that is; null in old games
    sa.Column("started", sa.BigInteger, nullable=False),
    sa.Column("finished", sa.BigInteger),
    sa.Column("winner", sa.JSON),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("game_id", _Id, sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("person_id", _Id, sa.ForeignKey("people.id"), nullable=False),
)

deals = sa.Table(
    "deals",
    metadata,
    sa.Column("game_id", _Id, sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),  # from 1
    sa.Column("result", sa.JSON, nullable=False),  # as in `rounds` of a replay
)

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("id", _Id, primary_key=True),
    sa.Column("table_id", _Id, sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("game_id", _Id, sa.ForeignKey("games.id")),  # null: nothing was being played
    sa.Column("seq", sa.Integer),  # from 1 in each game
    sa.Column("at", sa.BigInteger, nullable=False),  # when it happened
    sa.Column("source", sa.String, nullable=False),  # board, page or import
    sa.Column("board", sa.String),  # unique id of the board
    sa.Column("boot", sa.BigInteger),
    sa.Column("n", sa.BigInteger),  # from 1 in each boot
    sa.Column("age", sa.BigInteger),  # ms between the event and its arrival
    sa.Column("version", sa.BigInteger),  # of the state it was judged on
    sa.Column("board_verdict", sa.String),  # "ok" or a reason
    sa.Column("line", sa.String, nullable=False),
    sa.Column("own_undo", sa.Boolean, nullable=False),
    sa.Column("ok", sa.Boolean),  # as judged then; null: not judged
    sa.Column("reason", sa.String),
    # Who did it (actors.py); null in entries of a record from before that was kept.
    sa.Column("actor_kind", sa.String),
    sa.Column("actor", sa.String),  # a board's unique id, or the hash of a token
    sa.Column("actor_role", sa.String),
    sa.Column("actor_seats", sa.String),  # those it held, with spaces between
    sa.UniqueConstraint("board", "boot", "n"),
    sa.UniqueConstraint("game_id", "seq"),
)

boards = sa.Table(
    "boards",
    metadata,
    sa.Column("uid", sa.String, primary_key=True),
    sa.Column("info", sa.JSON, nullable=False),  # its hello
    sa.Column("health", sa.JSON),  # its last report
    sa.Column("first_seen", sa.BigInteger, nullable=False),
    sa.Column("last_seen", sa.BigInteger, nullable=False),
)

# Devices that look at the page, by the hash of their cookie.
visitors = sa.Table(
    "visitors",
    metadata,
    sa.Column("key", sa.String, primary_key=True),
    sa.Column("language", sa.String),  # null: what the browser asks for
    sa.Column("theme", sa.String, nullable=False),  # dark or light
    sa.Column("suits", sa.String, nullable=False),  # two or four colours
    sa.Column("bottom", sa.Integer, nullable=False),  # the seat nearest to the viewer; 0: unsaid
    sa.Column("welcomed", sa.Boolean, nullable=False),
    sa.Column("seen", sa.BigInteger, nullable=False),
)

# Who holds a seat: a device the place of a person, wherever that person sits.
claims = sa.Table(
    "claims",
    metadata,
    sa.Column("table_id", _Id, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("person_id", _Id, sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),  # of namesakes, by their seats, from 1
    sa.Column("key", sa.String, nullable=False),  # of a device
    sa.Column("since", sa.BigInteger, nullable=False),
)

# What devices and scripts may do, by the hash of their token. Who is not here is a guest.
grants = sa.Table(
    "grants",
    metadata,
    sa.Column("key", sa.String, primary_key=True),
    sa.Column("kind", sa.String, nullable=False),  # device or script
    sa.Column("role", sa.String, nullable=False),  # host or player
    sa.Column("name", sa.String, nullable=False),  # what people call it
    sa.Column("since", sa.BigInteger, nullable=False),
)

# What this record keeps for itself: the host's PIN, the secret of the join links.
kept = sa.Table(
    "kept",
    metadata,
    sa.Column("name", sa.String, primary_key=True),
    sa.Column("value", sa.String, nullable=False),
)

# Requests that were carried out, by actor and the key that it gave them, with what it was told.
answers = sa.Table(
    "answers",
    metadata,
    sa.Column("actor", sa.String, primary_key=True),
    sa.Column("key", sa.String, primary_key=True),
    sa.Column("digest", sa.String, nullable=False),  # of the request
    sa.Column("answer", sa.JSON, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False, index=True),
)
