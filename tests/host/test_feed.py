"""The log for an open drawer: the newest lines at once, then only what changes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tapdeck.actors import THIS_MACHINE
from tapdeck.app import create_app
from tapdeck.settings import load
from tapdeck.table import Table
from tapdeck.ui import picture
from tapdeck.ui.feed import EARLIER, NEWEST
from tests.host.clients import local

NAMES = ("Ann", "Bob", "Cem", "Dee")


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(load(port="none", db=f"sqlite:///{tmp_path / 'record.sqlite'}"))
    app.include_router(picture.router)
    with local(app) as client:
        yield client


@pytest.fixture
def table(client: TestClient) -> Table:
    table: Table = client.app.state.parts.table  # type: ignore[attr-defined]
    table.start_game("followers", NAMES, by=THIS_MACHINE)
    return table


def act(table: Table, *lines: str) -> None:
    for line in lines:
        table.act(line, THIS_MACHINE)


@contextmanager
def drawer(client: TestClient, language: str = "en") -> Iterator[Any]:
    with client.websocket_connect("/page/log", headers={"accept-language": language}) as feed:
        yield feed


def next_message(feed: Any) -> Any:
    return json.loads(feed.receive_text())


def seqs(message: Any) -> list[int]:
    return [row["seq"] for row in message["rows"]]


def test_a_drawer_gets_the_newest_lines_and_then_each_new_one(
    client: TestClient, table: Table
) -> None:
    act(table, "1 play NB", *["2 play 5H 9S"] * (NEWEST + 9))
    with drawer(client) as feed:
        first = next_message(feed)
        assert seqs(first) == list(range(11, NEWEST + 11))
        assert first["first"] == 10
        assert (first["last"]["seq"], first["unfit"]) == (1, [])
        act(table, "2 play 6H")
        message = next_message(feed)
        assert seqs(message) == [NEWEST + 11]
        assert message["rows"][0]["words"] == {"en": "Bob: play 6♥"}
        assert message["last"]["seq"] == NEWEST + 11
        # Earlier ones, as far as there are any.
        feed.send_text("earlier")
        message = next_message(feed)
        assert seqs(message) == list(range(1, NEWEST + 12))
        assert message["first"] == 0
    assert NEWEST + 11 < EARLIER


def test_what_a_new_line_has_changed_comes_with_it(client: TestClient, table: Table) -> None:
    act(table, "1 play NB", "2 play 5H", "3 play 8C", "4 play 9C")
    with drawer(client) as feed:
        next_message(feed)
        act(table, "correct 3 3 play KC")
        message = next_message(feed)
        assert [(row["seq"], row["stands"]) for row in message["rows"]] == [
            (3, "good"), (4, "unfit"), (5, "good"),
        ]  # fmt: skip
        assert [row["seq"] for row in message["unfit"]] == [4]
        act(table, "undo")
        message = next_message(feed)
        assert [(row["seq"], row["stands"]) for row in message["rows"]] == [
            (3, "good"), (4, "good"), (5, "voided"), (6, "good"),
        ]  # fmt: skip
        assert message["unfit"] == []
        assert message["last"]["seq"] == 4


def test_what_stands_before_the_window_is_not_sent_again(client: TestClient, table: Table) -> None:
    act(table, "1 play NB", "2 play 5H", *["2 play 5S"] * NEWEST)
    with drawer(client) as feed:
        next_message(feed)
        act(table, "correct 2 2 play 6H")
        message = next_message(feed)
        assert seqs(message) == list(range(3, NEWEST + 4))


def test_another_game_is_another_log_and_no_change_is_no_message(
    client: TestClient, table: Table
) -> None:
    act(table, "1 play NB")
    with drawer(client, "zh-CN") as feed:
        assert next_message(feed)["whole"]
        table.on_link(True, "")  # nothing of the log
        table.start_game("spooks", NAMES, by=THIS_MACHINE)
        message = next_message(feed)
        assert message["whole"]
        assert (message["rows"], message["last"]) == ([], None)
        act(table, "1 play SP1")
        message = next_message(feed)
        assert not message["whole"]
        assert message["rows"][0]["words"] == {"zh-Hans": "Ann: 出牌 蜘蛛1"}


def test_the_log_is_asked_for_in_parts_over_rest(client: TestClient, table: Table) -> None:
    act(table, "1 play NB", "2 play 5H", "3 play 8C", "undo")
    events = "/api/v1/tables/1/events"
    whole = client.get(events).json()
    assert [row["seq"] for row in whole] == [1, 2, 3, 4]
    assert (whole[1]["seat"], whole[1]["verb"], whole[1]["cards"]) == (2, "play", ["5H"])
    assert (whole[3]["undoes"], whole[3]["changed_from"]) == (3, 3)
    assert client.get(events, params={"after": 1}).json() == whole[1:]
    assert client.get(events, params={"after": 1, "limit": 2}).json() == whole[1:3]
    assert client.get(events, params={"after": 9}).json() == []
    for language in ("en", "zh-Hans", "zh-Hant"):
        [row] = client.get(events, params={"after": 3, "language": language}).json()
        assert row["words"] == {language: whole[3]["words"][language]}
    for wrong in ({"after": -1}, {"limit": 0}, {"language": "tlh"}, {"after": "x"}):
        assert client.get(events, params=wrong).status_code == 422, wrong
