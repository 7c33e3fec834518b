"""Tokens, the host's PIN, and what a device from elsewhere may do."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from tapdeck.access import Access, WrongPin, new_token
from tapdeck.actors import GUEST, HOST, PLAYER, key_of
from tapdeck.addresses import is_open, url_for_others
from tapdeck.app import create_app
from tapdeck.settings import SettingsError, load
from tapdeck.store import Store
from tapdeck.tokens import run_token
from tests.host.clients import local, remote

API = "/api/v1"
PHONE = "the token of a phone"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(f"sqlite:///{(tmp_path / 'record.sqlite').as_posix()}")
    yield store
    store.close()


def test_a_token_is_kept_as_its_hash(store: Store, tmp_path: Path) -> None:
    access = Access(store)
    token = access.make_token(PLAYER, "score board")
    assert access.role_of(key_of(token)) == PLAYER
    assert Access(store).role_of(key_of(token)) == PLAYER
    assert access.role_of(key_of("another")) == GUEST
    with sqlite3.connect(tmp_path / "record.sqlite") as record:
        assert token not in "".join(record.iterdump())
    record.close()
    assert [each.name for each in access.withdraw("score board")] == ["score board"]
    assert access.role_of(key_of(token)) == GUEST
    assert access.withdraw("") == []


def test_a_pin_has_five_tries_a_minute_by_all_together(store: Store) -> None:
    now = [0.0]
    access = Access(store, "402817", clock=lambda: now[0])
    for number in range(5):
        with pytest.raises(WrongPin, match=r"error\.pin$"):
            access.enter_pin(key_of(f"phone {number}"), "000000")
    with pytest.raises(WrongPin, match="pin_wait"):
        access.enter_pin(key_of(PHONE), "402817")
    assert access.role_of(key_of(PHONE)) == GUEST
    now[0] = 60.0
    access.enter_pin(key_of(PHONE), " 402817 ")
    assert access.role_of(key_of(PHONE)) == HOST
    access.join(key_of(PHONE))
    assert access.role_of(key_of(PHONE)) == HOST


def test_a_record_keeps_the_pin_and_the_codes_it_made(store: Store) -> None:
    access = Access(store)
    assert len(access.pin()) == 6
    assert Access(store).pin() == access.pin()
    assert Access(store, "123456").pin() == "123456"
    code = access.join_code("table 1")
    assert Access(store).is_code(code, "table 1")
    assert not access.is_code(code, "table 1 seat 2")
    assert not access.is_code("ä", "table 1")
    access.renew_codes()
    assert not access.is_code(code, "table 1")


def test_a_pin_of_the_settings_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SettingsError, match="a PIN has 6 digits"):
        load(pin="12a")


def test_the_command_makes_lists_and_takes_back(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = load(db=store.url)
    said: list[str] = []
    assert run_token(settings, HOST, "stream", tell=said.append) == 0
    assert Access(store).role_of(key_of(said[-1])) == HOST
    assert run_token(settings, listed=True, tell=said.append) == 0
    assert "script  host" in said[-1]
    assert "stream" in said[-1]
    assert run_token(settings, withdraw="stream", tell=said.append) == 0
    assert run_token(settings, withdraw="stream", tell=said.append) == 1
    assert "tapdeck token --list" in capsys.readouterr().err
    assert run_token(settings, "king", tell=said.append) == 2
    assert "player, host" in capsys.readouterr().err


def test_where_others_find_the_page() -> None:
    assert not is_open("127.0.0.1:8040")
    assert not is_open("[::1]:8040")
    assert is_open("0.0.0.0:8040")
    assert url_for_others("192.0.2.5:80", 8040) == "http://192.0.2.5:8040"
    assert url_for_others("[2001:db8::1]:80", 8040, secure=True) == "https://[2001:db8::1]:8040"
    assert url_for_others("0.0.0.0:0", 8040).endswith(":8040")


# --- Over the web ---------------------------------------------------------------------------


@pytest.fixture
def app(tmp_path: Path) -> Iterator[FastAPI]:
    settings = load(port="none", db=f"sqlite:///{tmp_path / 'record.sqlite'}", pin="402817")
    app = create_app(settings)
    with local(app):
        yield app


def act(client: Any, line: str) -> int:
    return int(client.post(f"{API}/tables/1/actions", json={"line": line}).status_code)


UNSAFE = [
    ("POST", "/tables/1/games", {"game": "followers"}),
    ("POST", "/tables/1/actions", {"line": "1 play NB"}),
    ("POST", "/tables/1/corrections", {"seq": 1}),
    ("POST", "/tables/1/results", {"keep": True}),
    ("POST", "/tables/1/dealing", {"what": "hands"}),
    ("DELETE", "/tables/1/dealing", None),
    ("POST", "/decks", {"name": "mine", "pack": "followers", "tags": {}}),
    ("POST", "/tables/1/seats/1/claim", None),
]


@pytest.mark.parametrize(("method", "path", "body"), UNSAFE)
def test_a_guest_changes_nothing(app: FastAPI, method: str, path: str, body: Any) -> None:
    for client in (remote(app), remote(app, PHONE)):
        before = client.get(f"{API}/tables/1/events").json()
        answer = client.request(method, API + path, json=body)
        assert answer.status_code in (403, 422), answer.text
        if path != "/tables/1/seats/1/claim":
            assert answer.status_code == 403
        assert client.get(f"{API}/tables/1/events").json() == before
        assert client.get(f"{API}/decks").json() == local(app).get(f"{API}/decks").json()


def test_everybody_may_look_on(app: FastAPI) -> None:
    client = remote(app)
    for path in ("/tables", "/tables/1", "/tables/1/events", "/tables/1/transcript", "/board"):
        assert client.get(API + path).status_code == 200
    assert client.get(f"{API}/me").json()["role"] == "guest"


def test_what_comes_through_a_proxy_is_not_this_machine(app: FastAPI) -> None:
    client = local(app)
    assert client.get(f"{API}/me").json()["role"] == "host"
    for name in ("Forwarded", "X-Forwarded-For", "Via"):
        assert client.get(f"{API}/me", headers={name: "for=192.0.2.9"}).json()["role"] == "guest"
    rebound = client.get(f"{API}/me", headers={"Host": "evil.example:8040"})
    assert rebound.status_code != 200 or rebound.json()["role"] == "guest"


def test_a_player_acts_for_its_seats_and_a_script_says_its_token(app: FastAPI) -> None:
    access: Access = app.state.parts.access
    access.join(key_of(PHONE))
    phone = remote(app, PHONE)
    assert phone.get(f"{API}/me").json()["role"] == "player"
    assert phone.post(f"{API}/tables/1/seats/1/claim").json() == {"seats": [1]}
    assert act(phone, "1 play NB") == 200
    assert act(phone, "2 play 5H") == 200  # nobody's
    token = access.make_token(PLAYER, "robot")
    robot = remote(app)
    robot.headers["Authorization"] = f"Bearer {token}"
    assert robot.get(f"{API}/me").json()["kind"] == "script"
    assert act(robot, "1 pass") == 403
    assert robot.post(f"{API}/tables/1/seats/1/claim").status_code == 409
    assert act(robot, "3 pass") == 200
    assert act(robot, "undo") == 200
    assert robot.post(f"{API}/tables/1/corrections", json={"seq": 2}).status_code == 403
    robot.headers["Authorization"] = "Bearer unknown"
    answer = robot.get(f"{API}/me")
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")


def test_what_is_kept_says_who_did_it(app: FastAPI) -> None:
    app.state.parts.access.join(key_of(PHONE))
    assert act(remote(app, PHONE), "1 play NB") == 200
    assert act(local(app), "2 pass") == 200
    rows = local(app).get(f"{API}/tables/1/events").json()
    assert [row["by"]["kind"] for row in rows] == ["device", "local"]
    assert rows[0]["by"]["id"] == key_of(PHONE)[:6]
    assert key_of(PHONE) not in str(rows)
    assert new_token() not in str(rows)
