"""Text and JSON from outside: bounded, and such as can be written down again, wherever it comes in:
the bodies of REST and the page, set-ups, lines, decks, settings, records of older versions.
"""

import json
import os

import pytest
import sqlalchemy as sa
from hypothesis import example, given
from hypothesis import strategies as st

from tapdeck import limits, schema
from tapdeck.actors import THIS_MACHINE
from tapdeck.app import create_app
from tapdeck.errors import SaidError
from tapdeck.plain import check_json, check_text, is_text, mended
from tapdeck.rules import LineError
from tapdeck.rules.cultivation_deck import default, read, write
from tapdeck.settings import SettingsError, load
from tapdeck.store import Store
from tapdeck.table import Table, TableError
from tests.host.clients import local

HALF = "\ud800"
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
ANY_TEXT = st.text(st.characters(), max_size=4)  # characters() has surrogates
JSON = st.recursive(
    SCALARS | ANY_TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANY_TEXT, inner, max_size=3),
    max_leaves=12,
)


@given(JSON)
@example({"a": [HALF]})
@example({HALF: 1})
@example([float("nan")])
@example([2**53])
@example([[[[[[[[]]]]]]]])
def test_what_is_let_in_can_be_written_and_read_again(value):
    try:
        assert check_json(value) is value
    except SaidError:
        return
    written = json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    assert json.loads(written) == value


@pytest.mark.parametrize(
    ("value", "key"),
    [
        (HALF, "no_text"),
        ({"a": {HALF: 1}}, "no_text"),
        (["x" * (limits.TEXT + 1)], "too_long"),
        (float("inf"), "no_number"),
        (-(2**53), "no_number"),
        ([0] * limits.VALUES, "too_many"),
        ({1, 2}, "no_json"),
    ],
)
def test_what_is_not_let_in_is_said(value, key):
    with pytest.raises(SaidError) as caught:
        check_json(value)
    assert caught.value.text.key == f"wrong.{key}"


def test_depth_is_bounded_without_going_there():
    deep = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(SaidError) as caught:
        check_json(deep)
    assert caught.value.text.key == "wrong.too_deep"
    while deep:  # to take it apart at once would go too deep, too
        deep = deep.pop()
    fine = 0
    for _ in range(limits.DEPTH - 1):
        fine = [fine]
    assert check_json(fine) is fine


def test_a_text_is_bounded():
    assert check_text("玉丹" * 10) == "玉丹" * 10
    assert not is_text("a" + HALF)
    with pytest.raises(SaidError):
        check_text("x" * 11, 10)


# --- REST and the page --------------------------------------------------------------------------

# Texts as JSON has them, and values of other kinds.
NASTY = [
    r'"\ud800"',
    r'"\udfff\ud800"',
    '"' + "x" * 100_000 + '"',
    "[" * 10_000 + "]" * 10_000,
    '{"a":' * 10_000 + "1" + "}" * 10_000,
    "1" * 5000,
    "1e999",
    "-1e999",
    "NaN",
    "1" + "0" * 400,
    "-9223372036854775809",
    "null",
    "[]",
    "{}",
    r'{"\ud800": 1}',
    r'[{"a": ["\ud800"]}]',
    '""',
    r'"\u0000"',
]
PLACES = [
    ("tables/1/games", '{"game": "cultivation", "house": %s}'),
    ("tables/1/games", '{"game": "cultivation", "house": {"roles": {"R": {"name": %s}}}}'),
    ("tables/1/games", '{"game": "cultivation", "house": {"roles": {"R": %s}}}'),
    ("tables/1/games", '{"game": "followers", "house": {"cards": {"NB": {"effects": [%s]}}}}'),
    ("tables/1/games", '{"game": "followers", "seats": ["A", "B", "C", %s]}'),
    ("tables/1/games", '{"game": "followers", "seats": %s}'),
    ("tables/1/games", '{"game": "followers", "first": %s}'),
    ("tables/1/games", '{"game": "followers", "options": {"lone_joker": %s}}'),
    ("tables/1/games", '{"game": "cultivation", "headers": {"deck": %s}}'),
    ("tables/1/games", '{"game": "cultivation", "headers": {"deals": %s}}'),
    ("tables/1/games", '{"game": "followers", "deck": %s}'),
    ("tables/1/games", '{"game": %s}'),
    ("tables/1/actions", '{"line": %s}'),
    ("tables/1/actions", '{"line": "1 pass", "expected_version": %s}'),
    ("tables/1/corrections", '{"seq": %s, "line": "1 pass"}'),
    ("tables/1/corrections", '{"seq": 1, "line": %s}'),
    ("tables/1/results", '{"keep": %s}'),
    ("tables/1/dealing", '{"what": %s}'),
    ("tables/1/seats/1/answer", '{"yes": %s}'),
    ("decks", '{"name": %s, "pack": "followers", "tags": {}}'),
    ("decks", '{"name": "d", "pack": %s, "tags": {}}'),
    ("decks", '{"name": "d", "pack": "followers", "tags": %s}'),
    ("decks", '{"name": "d", "pack": "followers", "tags": {"04A1B2C3": %s}}'),
    # The last of two counts for the form of a body, the first must be looked at as well.
    ("decks", '{"name": "d", "pack": "followers", "tags": {"04A1B2C3": %s, "04A1B2C3": "5H"}}'),
    ("decks", "%s"),
]


@pytest.fixture(scope="module")
def client():
    with local(create_app(load(port="none", db="sqlite://"))) as client:
        client._transport.raise_server_exceptions = False
        yield client


@pytest.mark.parametrize(("path", "body"), PLACES)
def test_no_value_anywhere_makes_the_table_fail(client, path, body):
    for value in NASTY:
        # Json with these is not what the client's own encoder would write.
        raw = (body % value).encode()
        headers = {"content-type": "application/json"}
        answer = client.post(f"/api/v1/{path}", content=raw, headers=headers)
        assert answer.status_code < 500, (value[:40], answer.text)
        assert answer.status_code < 300 or answer.json()["detail"]
        for again in ("tables/1", "tables/1/events", "tables/1/transcript", "decks"):
            assert client.get(f"/api/v1/{again}").status_code == 200, (value[:40], again)


@pytest.mark.parametrize("body", [b"\xff\xfe{\x00}\x00", b"\xff", b'{"line": "\xed\xa0\x80"}', b""])
def test_bytes_that_are_no_json_are_refused(client, body):
    headers = {"content-type": "application/json"}
    answer = client.post("/api/v1/tables/1/actions", content=body, headers=headers)
    assert answer.status_code in (400, 422)


@pytest.mark.parametrize("query", ["game=%ED%A0%80", "game=" + "x" * 300, "game=%00", "game=%FF"])
def test_a_query_is_text_of_some_length(client, query):
    assert client.get(f"/api/v1/tables/1/house?{query}").status_code == 422


@pytest.mark.parametrize("path", ["%ED%A0%80", "%00", "9" * 4000, "-1", "1e3"])
def test_a_path_is_text_of_some_length(client, path):
    assert client.get(f"/api/v1/tables/{path}").status_code in (404, 422)
    assert client.get(f"/api/v1/{path}").status_code == 404


def test_what_is_wrong_with_a_body_is_told_in_some_lines(client):
    body = {"game": "followers", "options": {f"{at}{'x' * 190}": 1 for at in range(40)}}
    answer = client.post("/api/v1/tables/1/games", json=body)
    assert answer.status_code == 422
    assert len(answer.json()["detail"]) < 2000


# --- Decks --------------------------------------------------------------------------------------


def test_the_tags_of_a_deck_are_counted_before_they_are_looked_at(client):
    tags = {f"04{at:06X}": "5H" for at in range(limits.TAGS + 1)}
    answer = client.post("/api/v1/decks", json={"name": "d", "pack": "followers", "tags": tags})
    assert answer.status_code == 422
    twice = ",".join(['"04A1B2C3": "5H"'] * (limits.TAGS + 1))
    raw = f'{{"name": "d", "pack": "followers", "tags": {{{twice}}}}}'
    headers = {"content-type": "application/json"}
    answer = client.post("/api/v1/decks", content=raw.encode(), headers=headers)
    assert answer.status_code == 422
    assert f"may have {limits.TAGS} stickers" in answer.json()["detail"]


def test_the_text_of_a_deck_with_many_bad_lines_is_told_up_to_a_bound(client):
    headers = {"deck": "what?\n" * 5000}
    answer = client.post("/api/v1/tables/1/games", json={"game": "cultivation", "headers": headers})
    assert answer.status_code == 422
    assert len(answer.json()["problems"]) == limits.MISTAKES


def test_texts_of_decks_are_not_kept_for_ever():
    usual = write(default())
    for at in range(100):
        read(f"# {at}\n{usual}")
    assert read.cache_info().maxsize <= 16


# --- Lines, settings, old records ---------------------------------------------------------------


@pytest.mark.parametrize("line", [HALF, f"1 play {HALF}", "1 play " + "5H " * limits.LINE])
def test_a_line_is_text_of_some_length(line):
    table = Table(Store("sqlite://"))
    table.start_game("followers", by=THIS_MACHINE)
    with pytest.raises(LineError):
        table.act(line, THIS_MACHINE)
    with pytest.raises(LineError):
        table.correct(1, line, THIS_MACHINE)
    assert table.events() == []


@pytest.mark.parametrize(
    "given",
    [
        {"names": ["A", "B", "C", HALF]},
        {"names": ["A", "B", "C", "x" * (limits.NAME + 1)]},
        {"house": {"x": HALF}},
        {"options": {HALF: "x"}},
        {"headers": {"deck": HALF}},
    ],
)
def test_a_game_is_set_up_with_text_whoever_asks(given):
    table = Table(Store("sqlite://"))
    with pytest.raises(TableError, match=r"error\.set_up"):
        table.start_game("cultivation", by=THIS_MACHINE, **given)
    assert table.game is None


@pytest.mark.parametrize("name", ["DB", "PORT", "LISTEN", "HOSTS", "PIN"])
def test_a_setting_is_text(monkeypatch, name):
    monkeypatch.setenv(f"TAPDECK_{name}", os.fsdecode(b"x\xff"))
    with pytest.raises(SettingsError) as caught:
        load()
    assert f"TAPDECK_{name} cannot be used" in str(caught.value)
    assert is_text(str(caught.value))
    monkeypatch.setenv(f"TAPDECK_{name}", "x" * 5000)
    with pytest.raises(SettingsError):
        load()


def test_a_record_that_holds_half_a_character_is_shown_all_the_same(tmp_path):
    url = f"sqlite:///{(tmp_path / 'record.sqlite').as_posix()}"
    store = Store(url)
    table = Table(store)
    house = {"roles": {"R1": {"name": "Fool", "text": "", "effects": ["none"]}}}
    table.start_game("cultivation", house=house, by=THIS_MACHINE)
    with store.transaction() as connection:
        setup = connection.scalar(sa.select(schema.games.c.setup))
        setup["house"]["roles"]["R1"]["name"] = f"Fool{HALF}"
        connection.execute(sa.update(schema.games).values(setup=setup))
    store.close()
    with local(create_app(load(port="none", db=url))) as client:
        view = client.get("/api/v1/tables/1").json()
    assert view["house"]["roles"][0]["name"]["en"] == "Fool?"


def test_whole_characters_of_a_record_stay():
    value = {"name": "🂡 玉丹", "half": f"a{HALF}"}
    assert mended(json.dumps(value)) == {"name": "🂡 玉丹", "half": "a?"}
    assert mended(json.dumps(value).encode()) == {"name": "🂡 玉丹", "half": "a?"}
