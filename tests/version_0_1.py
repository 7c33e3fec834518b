"""What version 0.1 left behind (`tests/data/version_0_1`), put in place for a test."""

from __future__ import annotations

import json
import shutil
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data" / "version_0_1"
GAMES = range(1, 7)


def record(folder: Path) -> str:
    """Its record, in a folder; the URL."""
    path = folder / "record.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((DATA / "record.sql").read_text(encoding="utf-8"))
        connection.execute("PRAGMA journal_mode=WAL")
    return f"sqlite:///{path}"


def said_of(game: int | str) -> dict[str, Any]:
    """What it said of a game, or (`taken`) of the last one after it had the board's events."""
    name = f"game_{game}" if isinstance(game, int) else game
    found: dict[str, Any] = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    return found


def flash(folder: Path) -> Path:
    """The flash of its simulated table, in a folder."""
    shutil.copytree(DATA / "flash", folder / "flash")
    return folder / "flash"


def firmware(folder: Path) -> Path:
    """A folder with its `firmware` and `shared_rules`."""
    with zipfile.ZipFile(DATA / "firmware.zip") as archive:
        archive.extractall(folder / "device")
    return folder / "device"


def dialogue() -> list[tuple[str, bytes]]:
    """What passed when it took that board's events over: (host or board, bytes)."""
    rows = json.loads((DATA / "dialogue.json").read_text(encoding="utf-8"))
    return [(who, text.encode("latin-1")) for who, text in rows]
