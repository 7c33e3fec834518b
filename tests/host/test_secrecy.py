"""S6, S9, S14, W10: what a seat lays down face down nobody is told who does not hold that seat.

The board here is a careless one: it tells of every card that waits, and repeats lines in notices.
The same is played twice with other secrets; all that the service says must be the same, word for
word, until they are turned up.
"""

from __future__ import annotations

import json
import logging
import os
import re
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from websockets.sync.client import connect

from shared_rules import packs
from tapdeck.access import new_token
from tapdeck.app import create_app
from tapdeck.asking import COOKIE
from tapdeck.device import BoardEvent, BoardInfo
from tapdeck.rules.spooks_says import card_text
from tapdeck.settings import load
from tapdeck.table import Table
from tapdeck.texts import LANGUAGES, Text, say
from tapdeck.ui.watchers import for_picture
from tests.host.clients import local

API = "/api/v1"
UID = "e66058388329"
# Lines that come before seat 3 chooses, or gives.
GREEN = ("1 play SP1", "2 play GO2")
PANDEMONIUM = ("1 play SP1", "2 play GH2", "3 play BA3", "1 pass")


class Careless:
    """A game and its board, and everything the service says about it to those without the seat."""

    def __init__(self, folder: Path, game: str, caplog: pytest.LogCaptureFixture) -> None:
        folder.mkdir()
        settings = load(port="none", db=f"sqlite:///{folder / 'record.sqlite'}")
        self.client = local(create_app(settings))
        self.client.__enter__()
        self.table: Table = self.client.app.state.parts.table  # type: ignore[attr-defined]
        self.table.on_hello(
            BoardInfo(uid=UID, board="pico", firmware="1", boot=1, seats=3, readers=3)
        )
        new = {"game": game, "seats": ["Ann", "Bo", "Cy"]}
        assert self.client.post(f"{API}/tables/1/games", json=new).status_code == 201
        self.said: list[str] = []
        self.n = 0
        self._log = caplog
        caplog.clear()
        caplog.set_level(logging.DEBUG)

    def board(self, line: str) -> None:
        """The board has judged a line, and tells what waits there besides."""
        self.n += 1
        self.table.on_events([BoardEvent(UID, 1, self.n, 0, 0, "ok", line)])
        self.look()

    def tells(self, seat: int, card: str) -> None:
        """The board tells of a card that waits, of a reader, and repeats a line."""
        self.table.on_telemetry("pending", {"seat": seat, "cards": card, "reading": card})
        self.look()
        for code, detail in (
            ("journal_full", f"{seat} choose {card}"),
            ("strange_words", f"lies {card} there"),
            ("strange_words", f"{seat} give 1 {card}"),
            ("strange_words", f"{seat} sign {card}"),
        ):
            self.table.on_telemetry("notice", {"seat": seat, "code": code, "detail": detail})
        self.look()

    def page(self, line: str) -> Any:
        """Somebody enters a line; the answer is for them."""
        answer = self.client.post(f"{API}/tables/1/actions", json={"line": line})
        self.look()
        return answer

    def look(self) -> None:
        """Every way out of the service, for somebody who does not hold seat 3."""
        for page in ("", "/events", "/transcript"):
            self.said.append(self.client.get(f"{API}/tables/1{page}").text)
        for page in ("/tables", "/board"):
            self.said.append(self.client.get(API + page).text)
        with self.client.websocket_connect(f"{API}/tables/1/live") as live:
            self.said.append(live.receive_text())
        for held in ((), (1,), (1, 2)):
            self.said.append(json.dumps(for_picture(self.table.view(held)), ensure_ascii=False))

    def close(self) -> str:
        """All of it, and the log; times and ids left out."""
        # The same after the record was folded afresh.
        self.table._book.load()
        self.look()
        self.client.__exit__()
        logged = [record.getMessage() for record in self._log.records]
        logged += [record.exc_text or "" for record in self._log.records]
        lines = [line for line in logged if "sqlite" not in line and "selector" not in line]
        text = "\n".join([*self.said, *lines])
        return re.sub(r'"(at|age|started)": ?\d+', "", text)


def names_of(card: str) -> list[str]:
    """A card's code, and what it is called."""
    called = card_text(packs.index("spooks", card))
    assert isinstance(called, Text)
    return [card, *[say(language, called) for language in LANGUAGES]]


def laid(
    folder: Path,
    before: Sequence[str],
    line: str,
    card: str,
    caplog: pytest.LogCaptureFixture,
) -> str:
    """Everything said in a game of Spooks in which seat 3 lays this card down, well or in vain."""
    it = Careless(folder, "spooks", caplog)
    for each in before:
        it.board(each)
    it.tells(3, card)
    it.board(f"3 {line} {card}")
    assert it.table.events()[-1]["ok"]
    it.tells(3, card)
    # In vain: twice, as something else, what is no action, what is not even a verb.
    it.board(f"3 {line} {card}")
    it.board(f"3 play {card}")
    it.board(f"3 {line} {card} {card} {card}")
    it.board(f"3 chuse {card}")
    it.board(card)
    assert [entry["ok"] for entry in it.table.events()][-5:] == [False] * 5
    # Somebody else tries, and tries to correct: sent away before anything is read.
    for tried in (f"3 {line} {card}", f"correct {len(before) + 1} 3 {line} {card}"):
        answer = it.page(tried)
        # A card that was given lies nowhere any more: only the correction is about it.
        assert answer.status_code == (200 if tried.startswith("3 give") else 403)
        it.said.append(answer.text)
    holder = json.dumps(it.table.view([3]))
    assert card in holder or line.startswith("give")
    return it.close()


@pytest.mark.parametrize(
    ("before", "line"),
    [(GREEN, "choose"), (PANDEMONIUM, "give 1")],
    ids=["a choice", "a gift"],
)
def test_s6_s9_whatever_is_laid_face_down_the_service_says_the_same(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, before: Sequence[str], line: str
) -> None:
    cards = ("BA7", "GO9", "CAT")
    said = [laid(tmp_path / card, before, line, card, caplog) for card in cards]
    for card, text in zip(cards, said, strict=True):
        for name in names_of(card):
            assert not re.search(rf"\b{name}\b", text), name
    assert len(set(said)) == 1
    assert f"3 {line} …" in said[0]


def test_s6_once_they_are_turned_up_everybody_sees_them(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    it = Careless(tmp_path / "turned", "spooks", caplog)
    for line in (*GREEN, "1 choose BA7", "2 choose SK3", "3 choose GO9"):
        it.board(line)
    assert '"BA7"' in json.dumps(it.table.view())
    assert "1 choose BA7" in it.table.transcript()
    # A card that waits in one's turn is nobody's secret.
    it.table.on_telemetry("pending", {"seat": 3, "cards": "BA4", "reading": ""})
    assert it.table.view()["pending"] == {"3": {"cards": ["BA4"], "reading": ""}}
    # It may be one as soon as a goblin lies there.
    it.board("3 play GO5")
    assert it.table.view()["pending"] == {"3": {"cards": ["?"], "reading": ""}}
    it.close()


def signs(folder: Path, value: str, caplog: pytest.LogCaptureFixture) -> str:
    """Everything said in a game of Cthulhu Wars in which seat 3 draws a sign of this value."""
    it = Careless(folder, "cthulhu_wars", caplog)
    other = int(value) % 3 + 1
    for line in ("gather", "first 1 cw"):
        it.board(line)
    it.tells(3, f"S{value}A")  # the token itself
    for line in (f"3 sign {value}", f"3 show {other}"):
        it.board(line)
    for code in ("journal_full", "strange_words"):
        fields = {"seat": 3, "code": code, "detail": f"3 sign {value}"}
        it.table.on_telemetry("notice", fields)
    it.board(f"3 sign {value} {value}")
    it.board(f"3 ritual {value}")
    it.board(f"3 show {value} {value}")
    assert [entry["ok"] for entry in it.table.events()] == [True] * 3 + [False] * 4
    held = it.table.view([3])["seats"][2]["held"]
    assert held == {"named": [int(value)], "unnamed": 0}
    return it.close()


def test_w10_whatever_sign_is_drawn_the_service_says_the_same(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    said = {signs(tmp_path / value, value, caplog) for value in ("1", "2", "3")}
    assert len(said) == 1
    assert "3 sign …" in said.pop()


# --- The running service, at its most talkative ---------------------------------------------


@pytest.fixture
def talkative(tmp_path: Path) -> Iterator[tuple[str, Path, Path]]:
    """A service that logs all it can: its address, its log, its record."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    record, log = tmp_path / "record.sqlite", tmp_path / "log"
    words = ["run", "--port", "none", "--listen", f"127.0.0.1:{port}", "--log-level", "debug"]
    words += ["--db", f"sqlite:///{record.as_posix()}", "--state-dir", str(tmp_path / "flash")]
    with log.open("w", encoding="utf-8") as out:
        process = subprocess.Popen(
            [sys.executable, "-c", "from tapdeck.cli import main; main()", *words],
            env=dict(os.environ),
            stdout=out,
            stderr=out,
        )
        try:
            until = monotonic() + 30
            while True:
                try:
                    with urllib.request.urlopen(f"http://127.0.0.1:{port}{API}/tables", timeout=5):
                        break
                except OSError:
                    assert process.poll() is None, log.read_text(encoding="utf-8")
                    assert monotonic() < until
                    sleep(0.05)
            yield f"127.0.0.1:{port}", log, record
        finally:
            process.terminate()
            process.wait(timeout=20)


def post(address: str, path: str, body: object, cookie: dict[str, str] | None = None) -> Any:
    data = json.dumps(body).encode()
    kind = {"Content-Type": "application/json", **(cookie or {})}
    request = urllib.request.Request(f"http://{address}{path}", data, kind)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


def test_s6_w10_no_log_tells_what_only_a_seats_own_device_sees(
    talkative: tuple[str, Path, Path],
) -> None:
    address, log, _ = talkative
    token = new_token()
    cookie = {"Cookie": f"{COOKIE}={token}"}
    post(address, f"{API}/tables/1/games", {"game": "spooks", "seats": 3})
    assert post(address, f"{API}/tables/1/seats/3/claim", {}, cookie) == {"seats": [3]}
    with (
        connect(f"ws://{address}/page/live", additional_headers=cookie) as own,
        connect(f"ws://{address}/page/live") as other,
    ):
        for line in GREEN:
            assert post(address, f"{API}/tables/1/actions", {"line": line})["ok"]
        with pytest.raises(urllib.error.HTTPError, match="403"):
            post(address, f"{API}/tables/1/actions", {"line": "3 choose BA7"})
        assert post(address, f"{API}/tables/1/actions", {"line": "3 choose BA7"}, cookie)["ok"]
        post(address, "/page/act", {"line": "3 choose BA7"})
        said = ""
        while "BA7" not in said:
            said = str(own.recv(timeout=20))
        seen = ""
        while "3 choose …" not in seen:
            seen = str(other.recv(timeout=20))
            assert "BA7" not in seen
    told = log.read_text(encoding="utf-8")
    assert "page/live" in told
    assert "DEBUG" in told
    for secret in (*names_of("BA7"), token):
        assert secret not in told
