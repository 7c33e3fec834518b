"""A file that is no transcript is refused at its first line, with a guess what it is; and one that
cannot be read keeps nothing else from being read.
"""

from __future__ import annotations

import gzip
import io
import json
import sqlite3
import sys
import zipfile
from pathlib import Path

import pytest

from tapdeck import foreign, transcript
from tapdeck.rules import cultivation_deck
from tapdeck.textcommands import classify_command, score_files
from tapdeck.texts import LANGUAGES, in_all

ROOT = Path(__file__).parents[2]
GOOD = "game: followers\nseats: Ann, Bob, Cy, Di\n1 play NB\n"


def database() -> bytes:
    with sqlite3.connect(":memory:") as made:
        made.execute("create table games (id)")
        data = bytes(made.serialize())
    made.close()
    return data


def archive() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        made.writestr("game.txt", GOOD)
    return out.getvalue()


BYTES = [
    ("pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n"),
    ("picture", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
    ("picture", b"\xff\xd8\xff\xe0\0\x10JFIF"),
    ("archive", archive()),
    ("archive", gzip.compress(GOOD.encode(), mtime=0)),
    ("record", database()),
    ("program", b"\x7fELF\2\1\1\0"),
    ("program", b"#!/bin/sh\necho game\n"),
    ("program", b"from pathlib import Path\n\nprint(1)\n"),
    ("utf16", GOOD.encode("utf-16")),
    ("binary", bytes(range(1, 40)) + b"\0\0"),
    ("result", json.dumps(transcript.score(GOOD)).encode()),
    ("json", b'{\n  "a": [1, 2]\n}\n'),
    ("json", b'[{"name": "x"}]'),
    ("json", b"[1, 2]\n"),
    ("plays", b'{"about": "x", "games": [], "plays": [{"uuid": "1", "playerScores": []}]}'),
    ("plays", b'<?xml version="1.0"?>\n<plays username="x" total="1">\n<play id="1"/>\n'),
    ("markup", b"<!DOCTYPE html>\n<html><head><title>game: x</title>\n"),
    ("chess", b'[Event "Casual"]\n[Site "?"]\n\n1. e4 e5\n'),
    ("toml", (ROOT / "pyproject.toml").read_bytes()),
    ("toml", b'# the table\'s own\n\n[followers.options]\nlone_joker = "never"\n'),
    ("toml", b'language = "en"\n'),
    ("log", b"2026-03-01 20:15:03,120 INFO tapdeck: the board is here\n"),
    ("log", b"[2026-03-01T20:15:03Z] started\nNote: game follows\n"),
    ("log", b"Mar  1 20:15:03 host tapdeck[12]: started\n"),
    ("log", b"WARNING: the board sent junk\nseats: none\n"),
    ("log", b"Traceback (most recent call last):\n  File x\n"),
    ("table", b"date,game,winner\n2026-03-01,followers,Ann\n"),
    ("table", b"date;game;winner\r\n2026-03-01;followers;Ann\r\n"),
    ("deck", cultivation_deck.write(cultivation_deck.default()).encode()),
]


def scored(paths: list[Path], lang: str = "en") -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    code = score_files([str(path) for path in paths], True, lang=lang, out=out, err=err)
    return code, out.getvalue(), err.getvalue()


@pytest.mark.parametrize(("kind", "data"), BYTES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_foreign_file_is_refused_at_its_first_line(
    tmp_path: Path, kind: str, data: bytes, lang: str
) -> None:
    path = tmp_path / "file"
    path.write_bytes(data)
    text = foreign.of_bytes(data) or foreign.of_text(data.decode())
    assert text is not None
    assert getattr(text.params["what"], "key", "") == "foreign." + kind
    assert scored([path], lang) == (2, "", f"{path}:1: {in_all(text)[lang]}\n")


@pytest.mark.parametrize(
    "text",
    ["", "\n\n", "Dear all,\nNote: game night is on Friday.\n", "1 play NB\n", "# just so\n"],
)
def test_what_nothing_is_known_of_lacks_its_header(tmp_path: Path, text: str) -> None:
    path = tmp_path / "file"
    path.write_text(text, encoding="utf-8")
    code, _, err = scored([path])
    assert code == 2
    assert err.startswith(f"{path}:1: the header 'game' is missing; a transcript begins with")


def test_a_foreign_file_with_another_encoding_is_refused_at_line_1(tmp_path: Path) -> None:
    """A transcript that has one bad byte is told where that is."""
    for data, line in (
        ("甲乙丙丁\n对局\n".encode("gb18030"), 1),
        ("seats: 甲\n".encode("big5"), 1),
        (GOOD.encode() + "# 甲\n".encode("gb18030"), 4),
    ):
        path = tmp_path / "file"
        path.write_bytes(data)
        assert scored([path]) == (2, "", f"{path}:{line}: this is not UTF-8 text\n")


def test_no_transcript_is_taken_for_something_else() -> None:
    found = sorted(ROOT.glob("tests/**/*.txt"))
    texts = [path.read_text(encoding="utf-8") for path in found]
    transcripts = [text for text in texts if transcript.is_one(text)]
    assert transcripts
    for text in [*transcripts, GOOD, "# a log of 2026-03-01\n\n" + GOOD, "\ufeff" + GOOD]:
        assert foreign.of_bytes(text.encode()) is None
        transcript.parse(text, lambda name: cultivation_deck.write(cultivation_deck.default()))


def test_score_goes_on_after_any_bad_file_and_ends_with_2(tmp_path: Path) -> None:
    paths = []
    for place, (_, data) in enumerate(BYTES):
        for name, content in ((f"{place}.bad", data), (f"{place}.txt", GOOD.encode())):
            paths.append(tmp_path / name)
            paths[-1].write_bytes(content)
    code, out, err = scored([*paths, tmp_path, tmp_path / "missing"])
    assert code == 2
    assert len(out.splitlines()) == len(BYTES)
    assert len(err.splitlines()) == len(BYTES) + 2
    assert scored(paths[1::2])[0] == 0


def test_classify_goes_on_after_a_bad_line_and_ends_with_2(monkeypatch: pytest.MonkeyPatch) -> None:
    data = b"5S 5H\nwhat\n\n\xff\xfe\0\nSP1\n9C" + b" 9C" * 300_000 + b"\nNB"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    out, err = io.StringIO(), io.StringIO()
    assert classify_command("followers", ["-"], out=out, err=err) == 2
    assert [json.loads(line)["type"] for line in out.getvalue().splitlines()] == ["pair", "single"]
    assert [line.split(": ")[0] for line in err.getvalue().splitlines()] == [
        *("-:2", "-:4", "-:5", "-:6")
    ]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"5S\nNB\n")))
    assert classify_command("followers", ["-"], out=out, err=err) == 0
