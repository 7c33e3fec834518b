"""`tapdeck score` and `tapdeck classify`: the commands whose input and output are text.

Each takes its streams and returns an exit code: 0, or 2 when something could not be read.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Literal, TextIO

from rich.console import Console
from rich.table import Table

from tapdeck import classify, foreign, limits, transcript
from tapdeck.errors import SaidError, system_says
from tapdeck.rules import Sheet
from tapdeck.setup import shown_names
from tapdeck.texts import Text, Value, say, t
from tapdeck.transcript import Replay, TranscriptError

UNREADABLE = 2


def score_files(
    paths: Sequence[str],
    as_json: bool = False,
    *,
    lang: str = "en",
    out: TextIO | None = None,
    err: TextIO | None = None,
) -> int:
    """Replay transcripts and print their results; `-` is standard input.

    as_json  one object a file, one a line; else a score sheet for people, in `lang`

    Returns 2 if any of them could not be read, with `FILE:LINE: sentence` on `err`; the others
    are printed all the same.
    """
    out, err = out or sys.stdout, err or sys.stderr
    code = 0
    for path in paths:
        try:
            read = transcript.parse(_text_of(path), _beside(path), lang)
            played = transcript.replay(read)
        except TranscriptError as error:
            print(f"{path}:{error.line}: {say(lang, error.text)}", file=err)
            code = UNREADABLE
        except OSError as error:
            unread = Text("wrong.unread", {"why": system_says(error)})
            print(f"{path}: {say(lang, unread)}", file=err)
            code = UNREADABLE
        else:
            if as_json:
                print(json.dumps(transcript.result(played)), file=out)
            else:
                _sheet(path, played, lang, Console(file=out, highlight=False))
    return code


def classify_command(
    game: str,
    words: Sequence[str],
    *,
    lines: Iterable[str] | None = None,
    lang: str = "en",
    out: TextIO | None = None,
    err: TextIO | None = None,
) -> int:
    """Say what cards are, one JSON object a play.

    words  the card codes of one play, or `-` alone: one play a line out of `lines` (standard
           input); blank lines are skipped
    lang   the language of what is said

    Returns 2 with a sentence on `err` for an unknown game or a string that is no card of it; the
    other lines are answered all the same.
    """
    out, err = out or sys.stdout, err or sys.stderr
    if game not in classify.GAMES:
        known = ", ".join(classify.GAMES)
        print(say(lang, Text("wrong.classify_game", {"game": game, "known": known})), file=err)
        return UNREADABLE
    if list(words) != ["-"]:
        try:
            print(json.dumps(classify.classify(classify.cards_of(words))), file=out)
        except classify.ClassifyError as error:
            print(say(lang, error.text), file=err)
            return UNREADABLE
        return 0
    if lines is None:
        if isinstance(sys.stdin, TextIOWrapper):
            # What is no UTF-8 is no card either: that is for `cards_of` to say.
            sys.stdin.reconfigure(encoding="utf-8", errors="replace")
        lines = limits.lines_of(sys.stdin)
    code = 0
    for number, line in enumerate(lines, 1):
        codes = line.removeprefix("\ufeff").split()
        if not codes:
            continue
        try:
            print(json.dumps(classify.classify(classify.cards_of(codes))), file=out)
        except classify.ClassifyError as error:
            print(f"-:{number}: {say(lang, error.text)}", file=err)
            code = UNREADABLE
    return code


def _text_of(path: str) -> str:
    """A file's text. OSError: not to be read; TranscriptError: too large, or no UTF-8 text."""
    try:
        if path == "-":
            # A stand-in for standard input need not have bytes below its text.
            buffer = getattr(sys.stdin, "buffer", None)
            stream = BytesIO(sys.stdin.read().encode()) if buffer is None else buffer
            data = limits.read_stream(stream, limits.TRANSCRIPT)
        else:
            with Path(path).open("rb") as stream:
                data = limits.read_stream(stream, limits.TRANSCRIPT)
    except limits.TooLarge as error:
        raise TranscriptError(1, foreign.of_bytes(error.begin) or error.text) from None
    what = foreign.of_bytes(data)
    if what is not None:
        raise TranscriptError(1, what)
    try:
        return str(data, "utf-8")
    except UnicodeDecodeError as error:
        before = str(data[: error.start], "utf-8")
        line = before.count("\n") + 1 if transcript.is_one(before) else 1
        raise TranscriptError.at(line, "encoding") from None


def _beside(path: str) -> transcript.Reader:
    """Reads files whose names are relative to a transcript's; standard input's to this folder."""

    def read(name: str) -> str:
        data = limits.read_file(Path(path).parent / name, limits.DECK_FILE)
        try:
            return str(data, "utf-8")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise SaidError("wrong.line_not_utf8", line=line) from None

    return read


def _sheet(path: str, played: Replay, lang: str, console: Console) -> None:
    """A score sheet for people."""
    session = played.session
    sheet = session.game.sheet(session.state, shown_names(session.setup.names, lang))
    title = f"{t(lang, 'game.' + session.setup.game)}: {path}"
    console.print(sheet_table(lang, sheet, title))
    for sentence in sheet.below:
        console.print(say(lang, sentence), markup=False)
    refused = [(number, verdict) for number, verdict in played.verdicts if not verdict.ok]
    if refused:
        console.print(t(lang, "sheet.refused") + ":", markup=False)
    for number, verdict in refused:
        console.print(
            f"  {path}:{number}: {verdict.reason}: {say(lang, verdict.text)}",
            markup=False,
            soft_wrap=True,
        )


def sheet_table(lang: str, sheet: Sheet, title: str | None = None) -> Table:
    """A score sheet's columns and rows, to be printed."""
    table = Table(title=title, show_footer=True)
    for column in sheet.columns:
        justify: Literal["right", "left"] = "right" if column.right else "left"
        table.add_column(_said(lang, column.title), _said(lang, column.foot), justify=justify)
    for row in sheet.rows:
        table.add_row(*[_cell(lang, cell) for cell in row])
    return table


def _cell(lang: str, cell: Value | list[Value]) -> str:
    lines = cell if isinstance(cell, list) else [cell]
    return "\n".join(_said(lang, line) for line in lines)


def _said(lang: str, value: Value) -> str:
    parts = value if isinstance(value, tuple) else (value,)
    return " ".join(say(lang, part) if isinstance(part, Text) else str(part) for part in parts)
