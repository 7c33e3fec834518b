"""A request counts once, and one that was made on an old view can be told so."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from tapdeck.actors import key_of
from tapdeck.app import create_app
from tapdeck.settings import load
from tests.host.clients import local, remote

API = "/api/v1"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[FastAPI]:
    app = create_app(load(port="none", db=f"sqlite:///{tmp_path / 'record.sqlite'}"))
    with local(app):
        yield app


def act(client: Any, line: str, key: str = "", **more: Any) -> Any:
    headers = {"Idempotency-Key": key} if key else {}
    body = {"line": line, **more}
    return client.post(f"{API}/tables/1/actions", json=body, headers=headers)


def lines(app: FastAPI) -> list[str]:
    return [row["line"] for row in local(app).get(f"{API}/tables/1/events").json()]


def test_the_same_request_again_gets_the_same_answer_and_does_nothing(app: FastAPI) -> None:
    client = local(app)
    first = act(client, "1 play NB", "one")
    assert first.status_code == 200
    act(client, "2 play 5H")
    again = act(client, "1 play NB", "one")
    assert (again.status_code, again.json()) == (200, first.json())
    refused = act(client, "3 play 4H", "two")
    assert refused.json()["reason"] == "too_low"
    assert act(client, "3 play 4H", "two").json() == refused.json()
    assert lines(app) == ["1 play NB", "2 play 5H", "3 play 4H"]
    assert act(client, "undo").json()["ok"]
    assert act(client, "undo", "three").json()["ok"]
    assert act(client, "undo", "three").json()["ok"]
    assert lines(app)[3:] == ["undo", "undo"]


def test_a_key_for_something_else_is_an_error(app: FastAPI) -> None:
    act(local(app), "1 play NB", "one")
    answer = act(local(app), "2 play 5H", "one")
    assert answer.status_code == 422
    assert "'one'" in answer.json()["detail"]
    assert lines(app) == ["1 play NB"]


def test_keys_are_their_senders_own(app: FastAPI) -> None:
    app.state.parts.access.join(key_of("phone"))
    act(local(app), "1 play NB", "one")
    assert act(remote(app, "phone"), "2 play 5H", "one").json()["ok"]
    assert lines(app) == ["1 play NB", "2 play 5H"]


def test_a_game_a_deck_and_a_correction_count_once(app: FastAPI) -> None:
    client = local(app)
    head = {"Idempotency-Key": "new"}
    new = {"game": "spooks", "seats": 3}
    first = client.post(f"{API}/tables/1/games", json=new, headers=head).json()
    act(client, "1 play SP1")
    assert client.post(f"{API}/tables/1/games", json=new, headers=head).json() == first
    assert lines(app) == ["1 play SP1"]
    fix = {"seq": 1, "line": "2 play SP1"}
    head = {"Idempotency-Key": "fix"}
    for _ in range(2):
        answer = client.post(f"{API}/tables/1/corrections", json=fix, headers=head)
        assert answer.json()["ok"], answer.text
    assert len(lines(app)) == 2
    deck = {"name": "mine", "pack": "spooks", "tags": {"04A1B2C3": "SP1"}}
    head = {"Idempotency-Key": "deck"}
    for _ in range(2):
        assert client.post(f"{API}/decks", json=deck, headers=head).status_code == 201


def test_what_came_of_a_request_survives_a_restart(app: FastAPI, tmp_path: Path) -> None:
    first = act(local(app), "1 play NB", "one").json()
    other = create_app(load(port="none", db=f"sqlite:///{tmp_path / 'record.sqlite'}"))
    with local(other) as client:
        assert act(client, "1 play NB", "one").json() == first
        assert lines(other) == ["1 play NB"]


def test_of_requests_at_once_one_counts(app: FastAPI) -> None:
    answers: list[Any] = []

    def send() -> None:
        answers.append(act(local(app), "1 play NB", "one").json())

    threads = [threading.Thread(target=send) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert lines(app) == ["1 play NB"]
    assert all(answer == answers[0] for answer in answers)


def test_what_was_not_seen_is_told_and_nothing_entered(app: FastAPI) -> None:
    client = local(app)
    seen = client.get(f"{API}/tables/1").json()["version"]
    assert act(client, "1 play NB", expected_version=seen).json()["ok"]
    act(client, "2 play 5H")
    answer = act(client, "3 pass", expected_version=seen)
    assert answer.status_code == 409
    body = answer.json()
    assert [row["line"] for row in body["happened"]] == ["1 play NB", "2 play 5H"]
    assert act(client, "3 pass", expected_version=body["version"]).json()["ok"]
    stale = {"seq": 1, "expected_version": seen}
    assert client.post(f"{API}/tables/1/corrections", json=stale).status_code == 409
    assert lines(app) == ["1 play NB", "2 play 5H", "3 pass"]


@pytest.mark.parametrize("key", ["x" * 201, "two words"])
def test_a_key_has_bounds(app: FastAPI, key: str) -> None:
    assert act(local(app), "1 play NB", key).status_code == 422
