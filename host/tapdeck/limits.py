"""How much of what comes from outside is taken in. All the numbers are here, and nowhere else.

They are asked before anything is parsed, so that what is too much is refused at once, with a
sentence that says how much there may be. Whatever a real game needs fits in several times over.
host/README.md has them as a table.
"""

from __future__ import annotations

from collections.abc import Iterator
from errno import EINVAL
from pathlib import Path
from stat import S_ISREG
from typing import BinaryIO, TextIO

from tapdeck.errors import SaidError

KB = 1024
MB = 1024 * KB

LINE = 2_000  # characters of a line: of a transcript, an action, a correction, a play to classify
NAME = 60  # characters of the name of a player or a deck
WORD = 200  # characters of an option's or a header's name, an option's value, a code, a UID
SEATS = 99  # how many may be asked for; how many can play, the game says
DECK = 50_000  # characters of a deck file; the biggest deck has a tenth of it
DECK_FILE = 4 * DECK  # bytes of it: no character has more than four
MISTAKES = 20  # of a deck file are told at once
TAGS = 1_000  # stickers of a deck
TRANSCRIPT = 16 * MB  # bytes of a transcript
LINES = 500_000  # lines of a transcript
ENTRIES = 1_000_000  # entries of a journal that may be asked for
SETTINGS = 100 * KB  # bytes of a settings file, of house rules
BODY = 256 * KB  # bytes of a request's body, of a message of a WebSocket
ADDRESS = 4 * KB  # bytes of a request's path and query
FIELDS = 10  # of a form
HEADERS = 50  # of a new game, and its options
VALUES = 2_000  # in JSON of any form, names included
DEPTH = 6  # levels of it
TEXT = 1_000  # characters of a text in it
SETTING = 2_000  # characters of a setting
KEY = 200  # characters of an `Idempotency-Key`


class TooLarge(SaidError):
    """A file that has more bytes than it may have; `begin` are those that were read."""

    def __init__(self, most: int, begin: bytes = b"") -> None:
        self.begin = begin
        size = f"{most // MB} MB" if most >= MB else f"{most // KB} kB"
        super().__init__("limit.file", most=size)


def read_file(path: Path, most: int) -> bytes:
    """The bytes of a file. TooLarge: there are more than `most`; OSError: it cannot be read, or is
    no file but something that need not end.
    """
    if not S_ISREG(path.stat().st_mode):
        raise OSError(EINVAL, "it is no file")
    with path.open("rb") as file:
        return read_stream(file, most)


def read_stream(stream: BinaryIO, most: int) -> bytes:
    """All that comes out of a stream. TooLarge: more than `most` bytes."""
    data = stream.read(most + 1)
    if len(data) > most:
        raise TooLarge(most, data)
    return data


def lines_of(stream: TextIO) -> Iterator[str]:
    """The lines of a stream one by one. Of one that is longer than a line may be only so much comes
    that it is seen to be too long.
    """
    while line := stream.readline(LINE + 2):
        yield line
        while not line.endswith("\n") and (line := stream.readline(64 * KB)):
            pass
