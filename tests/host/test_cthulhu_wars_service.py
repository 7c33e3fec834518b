"""Cthulhu Wars over REST and WebSocket: W10, no way out of the service tells a hidden sign."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import pytest

from tapdeck.app import create_app
from tapdeck.settings import load
from tests.host.clients import local

API = "/api/v1"


def everything(folder: Path, values: tuple[str, str, str], caplog: pytest.LogCaptureFixture) -> str:
    """All that the service says to somebody who holds no seat, in a game with these signs."""
    caplog.clear()
    caplog.set_level(logging.DEBUG)
    one, two, three = values
    lines = ["gather", "2 sign 1", "first 1 cw", f"2 sign {one}", f"2 sign {two}", "3 sign 2"]
    lines += ["3 show 2", f"1 show {one}", f"2 sign {three}", "undo", f"correct 4 2 sign {three}"]
    found = []
    settings = load(port="none", db=f"sqlite:///{folder / 'record.sqlite'}")
    with local(create_app(settings)) as client:
        new = {"game": "cthulhu_wars", "seats": ["Ann", "Bo", "Cy"]}
        assert client.post(f"{API}/tables/1/games", json=new).status_code == 201
        with client.websocket_connect(f"{API}/tables/1/live") as live:
            found.append(live.receive_text())
            for line in lines:
                answer = client.post(f"{API}/tables/1/actions", json={"line": line})
                assert answer.status_code == 200, line
                found += [answer.text, live.receive_text()]
        for page in ("", "/events", "/transcript"):
            found.append(client.get(f"{API}/tables/1{page}").text)
        found.append(client.get(f"{API}/tables").text)
        # The same after the record was folded afresh.
        client.app.state.parts.table._book.load()  # type: ignore[attr-defined]
        found.append(client.get(f"{API}/tables/1").text)
    found += [record.getMessage() for record in caplog.records if record.name.startswith("tapdeck")]
    return re.sub(r'"(at|age|started)":\d+', "", "\n".join(found))


def test_w10_whatever_was_drawn_the_service_says_the_same(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    said = set()
    for number, values in enumerate((("1", "3", "2"), ("3", "1", "2"), ("2", "2", "1"))):
        folder = tmp_path / str(number)
        folder.mkdir()
        said.add(everything(folder, values, caplog))
    assert len(said) == 1
    [text] = said
    assert "2 sign …" in text
    assert "2 sign ?" in text  # in the transcript
    assert '"held":null' in text.replace(" ", "")
