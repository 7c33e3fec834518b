"""How much is taken in from outside: what is more is refused before it is read, with the limit."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware import journal, seats
from tapdeck import classify, decks, house, limits, rules, transcript
from tapdeck.actors import Actor
from tapdeck.app import create_app
from tapdeck.device import BoardEvent
from tapdeck.errors import TableError
from tapdeck.house import HouseError
from tapdeck.rules import LineError, TextError, cultivation_deck
from tapdeck.session import Session
from tapdeck.settings import SettingsError, load
from tapdeck.setup import Setup, set_up
from tapdeck.textcommands import classify_command, score_files
from tapdeck.texts import LANGUAGES, in_all
from tapdeck.transcript import TranscriptError
from tests.host.clients import local

NAMES = ("Ann", "Bob", "Cleo", "Dan")
LONG = {
    "followers": "1 play" + " 5H" * 300_000,
    "spooks": "1 run" + " SP1" * 300_000,
    "cultivation": "1 meld" + " K01" * 300_000,
    "cthulhu_wars": "1 ritual" + " 1" * 300_000,
}


@pytest.fixture(params=rules.NAMES)
def unread(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game that reads no line, so a line that is refused has not been looked at."""

    def parse(line: str, state: object) -> None:
        raise AssertionError("it was read")

    monkeypatch.setattr(rules.full(request.param), "parse", parse)
    return str(request.param)


def names_the_limit(error: LineError) -> bool:
    return all(str(limits.LINE) in sentence for sentence in in_all(error.text).values())


# --- A line -----------------------------------------------------------------------------------


@pytest.mark.parametrize("before", ["", "correct 1 "])
def test_a_line_of_300000_cards_is_refused_unread(unread: str, before: str) -> None:
    session = Session(Setup(unread, NAMES))
    with pytest.raises(LineError) as caught:
        session.do(before + LONG[unread])
    assert names_the_limit(caught.value)
    assert not session.log


def test_a_transcript_with_such_a_line_is_refused_unread(unread: str) -> None:
    for long in (LONG[unread], "# " + LONG[unread], "option.eighth: " + "x" * limits.LINE):
        text = f"game: {unread}\nseats: Ann, Bob, Cleo, Dan\n{long}\n"
        with pytest.raises(TranscriptError, match=f"line 3: .*{limits.LINE}"):
            transcript.score(text)


def test_what_is_to_be_classified_is_measured_first(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(*_: object) -> None:
        raise AssertionError("it was read")

    monkeypatch.setattr("shared_rules.followers.check", check)
    out, err = io.StringIO(), io.StringIO()
    assert classify_command("followers", ["5H"] * 300_000, out=out, err=err) == 2
    long = "5H " * 300_000 + "\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(long.encode() * 2)))
    assert classify_command("followers", ["-"], out=out, err=err) == 2
    first, *lines = err.getvalue().splitlines()
    assert str(limits.LINE) in first
    assert [line.partition(": ")[0] for line in lines] == ["-:1", "-:2"]
    assert all(str(limits.LINE) in line for line in lines)
    assert not out.getvalue()


def test_a_line_may_have_just_so_many_characters() -> None:
    line = "1 play 5H".ljust(limits.LINE)
    assert Session(Setup("followers", NAMES)).do(line).reason is not None
    with pytest.raises(LineError):
        Session(Setup("followers", NAMES)).do(line + " ")
    assert classify.cards_of(["5H"] * (limits.LINE // 3))
    with pytest.raises(LineError):
        classify.cards_of(["5H"] * (limits.LINE // 3 + 2))
    # The longest hand of all, that of a double pack in one hand, is far from it.
    assert len("12 hand" + " SP10" * 112) < limits.LINE / 3


def test_lines_of_a_stream_come_in_bounded_pieces() -> None:
    """Of a line that does not end no more is kept than shows it."""
    fits, longer = "5" * limits.LINE, "5" * (limits.LINE + 1)
    for end in ("\n", ""):
        lines = list(limits.lines_of(io.StringIO(f"{longer * 400}\nNB\n{longer}\n{fits}{end}")))
        assert [len(line.strip()) > limits.LINE for line in lines] == [True, False, True, False]
        assert max(map(len, lines)) <= limits.LINE + 2


# --- REST, the page, a board ------------------------------------------------------------------


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Any]:
    settings = load(
        port="none", db=f"sqlite:///{tmp_path / 'record.sqlite'}", house_rules=str(tmp_path)
    )
    with local(create_app(settings)) as client:
        yield client


def test_no_way_in_reads_such_a_line(unread: str, client: Any) -> None:
    table = client.app.state.parts.table
    begun = client.post("/api/v1/tables/1/games", json={"game": unread})
    assert begun.status_code == 201
    for path, body in (("actions", {}), ("corrections", {"seq": 1})):
        for length, status, said in (
            (limits.LINE + 1, 422, f"at most {limits.LINE} characters"),
            (None, 413, f"{limits.BODY // limits.KB} kB"),  # the body is too much already
        ):
            line = {"line": LONG[unread][:length], **body}
            answer = client.post(f"/api/v1/tables/1/{path}", json=line)
            assert answer.status_code == status
            assert said in answer.json()["detail"]
    by = Actor("local", "local", "host", frozenset())
    for enter in (  # as the page does
        lambda: table.act(LONG[unread], by),
        lambda: table.correct(1, LONG[unread], by),
    ):
        with pytest.raises((LineError, TableError)) as caught:
            enter()
        assert str(limits.LINE) in in_all(caught.value.text)["en"]  # type: ignore[union-attr]
    assert table.events() == []
    # Frames bound what a board can send. What would come all the same is kept, and played by none.
    table.on_events([BoardEvent("e660", 3, 1, 0, 0, "ok", LONG[unread])])
    assert [event["reason"] for event in table.events()] == ["unreadable"]


def bounds(schema: Any, described: Any) -> set[int]:
    """Every maxLength and maxItems of a schema."""
    if isinstance(schema, list):
        return set().union(*(bounds(each, described) for each in schema), set())
    if not isinstance(schema, dict):
        return set()
    found = {schema[key] for key in ("maxLength", "maxItems", "maxProperties") if key in schema}
    return found.union(*(bounds(each, described) for each in schema.values()))


def test_rest_states_the_same_limits(client: Any) -> None:
    described = client.get("/openapi.json").json()
    bodies = described["components"]["schemas"]
    assert bounds(bodies["Action"]["properties"]["line"], described) == {limits.LINE}
    assert bounds(bodies["Correction"]["properties"]["line"], described) == {limits.LINE}
    assert bounds(bodies["NewGame"]["properties"]["seats"], described) == {
        limits.NAME,
        limits.SEATS,
    }
    assert limits.DECK in bounds(bodies["NewGame"]["properties"]["headers"], described)
    assert limits.TAGS in bounds(bodies["NewDeck"]["properties"]["tags"], described)
    assert bounds(bodies["NewDeck"]["properties"]["name"], described) == {limits.NAME}


def unbounded(schema: Any, described: Any, where: str) -> list[str]:
    """Where a schema of a request lets a text or a list be as long as it likes."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return unbounded(described["components"]["schemas"][name], described, where)
    found = []
    if schema.get("type") == "string" and not {"maxLength", "enum", "const"} & set(schema):
        found.append(where)
    if schema.get("type") == "array" and "maxItems" not in schema:
        found.append(where)
    inner = {**schema.get("properties", {}), "[]": schema.get("items")}
    inner["{}"] = schema.get("additionalProperties")
    inner |= {f"{place}": each for place, each in enumerate(schema.get("anyOf", []))}
    for name, each in inner.items():
        if isinstance(each, dict):
            found += unbounded(each, described, f"{where} {name}")
    return found


def test_every_text_and_list_of_a_request_has_a_limit(client: Any) -> None:
    described = client.get("/openapi.json").json()
    found, seen = [], 0
    for path, ways in described["paths"].items():
        for method, way in ways.items():
            wanted = [(each["name"], each["schema"]) for each in way.get("parameters", [])]
            for body in way.get("requestBody", {}).get("content", {}).values():
                wanted.append(("body", body["schema"]))
            for name, schema in wanted:
                seen += 1
                found += unbounded(schema, described, f"{method} {path} {name}")
    assert seen > 20
    assert found == []


# --- Names, decks, house rules ----------------------------------------------------------------


def test_names_have_a_limit_for_new_games_and_none_for_stored_ones() -> None:
    fits = ("x" * limits.NAME, "b", "c", "d")
    longer = ("y" * (limits.NAME + 1), "b", "c", "d")
    assert set_up("followers", fits, {}, None, {}, {}).names == fits
    assert transcript.parse(f"game: followers\nseats: {', '.join(fits)}").setup.names == fits
    with pytest.raises(TableError) as refused:
        set_up("followers", longer, {}, None, {}, {})
    for lang in LANGUAGES:
        assert str(limits.NAME) in in_all(refused.value.text)[lang]
    with pytest.raises(TranscriptError, match=f"line 2: .*{limits.NAME}"):
        transcript.parse(f"game: followers\nseats: {', '.join(longer)}")
    assert Setup("followers", longer)


def test_whatever_names_a_game_has_its_export_can_be_read() -> None:
    names = tuple('"' * (limits.NAME - 2) + f"{seat:2}" for seat in range(1, 13))
    setup = set_up("spooks", names, {"double_pack": "on"}, None, {}, {})
    assert transcript.parse(transcript.export(Session(setup))).setup.names == names


def test_a_deck_file_has_a_limit_and_so_has_what_is_said_of_it() -> None:
    with pytest.raises(TextError) as caught:
        cultivation_deck.read("#" * (limits.DECK + 1))
    assert [line for line, _ in caught.value.mistakes] == [1]
    assert str(limits.DECK) in str(caught.value)
    with pytest.raises(TextError) as caught:
        cultivation_deck.read("K01 " + "x" * limits.LINE)
    assert str(limits.LINE) in str(caught.value)
    bad = "\n".join(["K01 steel"] * 5_000)
    assert len(cultivation_deck.check(bad)) == limits.MISTAKES
    with pytest.raises(TableError) as refused:
        set_up("cultivation", NAMES, {}, None, {}, {"deck": bad})
    assert len(refused.value.problems) == limits.MISTAKES
    assert in_all(refused.value.text)["en"]


def test_a_deck_of_stickers_has_a_limit() -> None:
    tags = [(f"04{number:06X}", "5H") for number in range(limits.TAGS + 1)]
    with pytest.raises(decks.DeckError) as caught:
        decks.checked("x" * (limits.NAME + 1), "followers", tags)
    said = [in_all(problem)["en"] for problem in caught.value.problems]
    assert [str(limits.NAME) in said[0], str(limits.TAGS) in said[1], len(said)] == [True, True, 2]


def test_house_rules_have_a_limit(tmp_path: Path) -> None:
    path = tmp_path / "table-1.toml"
    path.write_text("#" * (limits.SETTINGS + 1), encoding="utf-8")
    with pytest.raises(HouseError, match="100 kB"):
        house.load(path)
    path.write_text("a = " + "[" * 50_000, encoding="utf-8")
    with pytest.raises(HouseError, match="within lists"):
        house.load(path)
    many = {"cards": {"NB": {"effects": ["team own +1"] * 10_000}}}
    with pytest.raises(TableError) as refused:
        set_up("followers", NAMES, {}, None, many, {})
    assert str(limits.SETTINGS) in in_all(refused.value.text)["en"]


@pytest.mark.parametrize("text", ["#" * (limits.SETTINGS + 1), "a = " + "[" * 50_000])
def test_the_settings_file_has_a_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    path = tmp_path / "config.toml"
    path.write_text(text, encoding="utf-8")
    monkeypatch.setenv("TAPDECK_CONFIG", str(path))
    with pytest.raises(SettingsError, match="cannot be read"):
        load()


# --- Transcripts ------------------------------------------------------------------------------


class Endless(io.RawIOBase):
    """A stream that never ends, and counts what was taken of it."""

    def __init__(self) -> None:
        self.given = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self.given += len(buffer)
        buffer[:] = b"#" * len(buffer)
        return len(buffer)


def scored(paths: list[str]) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    return score_files(paths, True, out=out, err=err), out.getvalue(), err.getvalue()


def test_of_a_transcript_no_more_is_read_than_it_may_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "TRANSCRIPT", limits.MB)
    endless = Endless()
    stdin = io.TextIOWrapper(io.BufferedReader(endless))
    monkeypatch.setattr(sys, "stdin", stdin)
    large = tmp_path / "large.txt"
    large.write_bytes(b"#" * (limits.MB + 1))
    for name in ("-", str(large)):
        assert scored([name]) == (
            2,
            "",
            f"{name}:1: a file of this kind may have 1 MB; this one is larger\n",
        )
    assert endless.given < 2 * limits.MB
    with pytest.raises(TranscriptError, match="1 MB"):
        transcript.parse("#\n" * limits.MB)


def test_a_transcript_may_have_just_so_many_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LINES", 10)
    head = "game: followers\nseats: a, b, c, d\n"
    assert transcript.parse(head + "#\n" * 7)
    with pytest.raises(TranscriptError, match=r"line 11: .* 10 lines"):
        transcript.parse(head + "#\n" * 8)


def test_a_hundred_thousand_lines_are_within_the_limits() -> None:
    assert limits.LINES > 100_000
    assert 100_000 * len("1 play 2S 3S 4S 5S 6S as straight_flush 6\n") < limits.TRANSCRIPT


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_deck_that_a_transcript_names_must_be_a_file(tmp_path: Path) -> None:
    """Else a transcript from elsewhere could let the tool wait for ever, or read for ever."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "large").write_bytes(b"#" * (limits.DECK_FILE + 1))
    for name, why in (("pipe", "no file"), (".", "no file"), ("large", "larger"), ("x", "such")):
        game = tmp_path / "game.txt"
        game.write_text(f"game: cultivation\ndeck: {name}\n", encoding="utf-8")
        code, _, err = scored([str(game)])
        assert code == 2
        assert re.search(f":2: '{name}' cannot be read: .*{why}", err, re.IGNORECASE), err


# --- The documents ----------------------------------------------------------------------------


def test_every_limit_stands_in_the_documents() -> None:
    text = (Path(__file__).parents[2] / "host" / "README.md").read_text(encoding="utf-8")
    rows = [
        re.sub(r"[ ,]", "", row.split("|")[2]) for row in text.split("## Limits")[1].splitlines()
        if row.startswith("|")
    ]  # fmt: skip
    known = {
        name: value
        for name, value in vars(limits).items()
        if name.isupper()
        and isinstance(value, int)
        and name not in ("KB", "MB", "DECK_FILE", "EINVAL")
    }
    known |= {"MAX_LINE": journal.MAX_LINE, "MOST_PENDING": seats.MOST_PENDING}
    sizes: dict[str, Callable[[int], str]] = {
        "TRANSCRIPT": lambda most: f"{most // limits.MB}MB",
        **dict.fromkeys(("SETTINGS", "BODY", "ADDRESS"), lambda most: f"{most // limits.KB}kB"),
    }
    for name, most in known.items():
        shown = sizes.get(name, str)(most)
        assert any(row.startswith(shown) for row in rows), f"{name}: {shown}"
