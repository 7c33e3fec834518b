"""REST and WebSocket as users script against them."""

import pytest
from starlette.websockets import WebSocketDisconnect

from tapdeck import decks
from tapdeck.app import create_app
from tapdeck.device import BoardEvent, BoardInfo
from tapdeck.settings import load
from tapdeck.store import StoreError
from tests.host.clients import local

API = "/api/v1"
NAMES = ["Ann", "Bob", "Cleo", "Dan"]


@pytest.fixture
def client(tmp_path):
    settings = load(port="none", db=f"sqlite:///{tmp_path / 'record.sqlite'}")
    with local(create_app(settings)) as client:
        yield client


@pytest.fixture
def table(client):
    return client.app.state.parts.table


def act(client, line):
    return client.post(f"{API}/tables/1/actions", json={"line": line})


def test_a_fresh_service_has_one_table_with_a_game(client):
    [row] = client.get(f"{API}/tables").json()
    assert (row["id"], row["game"], row["finished"]) == (1, "followers", False)
    assert row["seats"] == ["Seat 1", "Seat 2", "Seat 3", "Seat 4"]
    assert row["link"]["up"] is False


def test_the_view_is_that_of_the_public(client, table):
    seen = client.get(f"{API}/tables/1").json()
    assert seen == table.view("public")
    assert seen["table"] == {"id": 1, "name": "Table 1"}


def test_a_game_is_started_and_played_by_lines(client):
    made = client.post(
        f"{API}/tables/1/games",
        json={"game": "followers", "seats": NAMES, "options": {"eighth": "dog"}},
    )
    assert made.status_code == 201
    assert made.json()["seats"] == NAMES
    taken = act(client, "1 play NB")
    assert taken.status_code == 200
    assert (taken.json()["ok"], taken.json()["reason"]) == (True, None)
    assert taken.json()["reading"] == "single NB"
    refused = act(client, "2 play 5H 6H").json()
    assert (refused["ok"], refused["reason"]) == (False, "not_a_combination")
    assert refused["text"]
    assert refused["text"] == refused["texts"]["en"]
    assert set(refused["texts"]) == {"en", "zh-Hans", "zh-Hant"}
    events = client.get(f"{API}/tables/1/events").json()
    assert [(each["line"], each["ok"], each["source"]) for each in events] == [
        ("1 play NB", True, "page"),
        ("2 play 5H 6H", False, "page"),
    ]
    text = client.get(f"{API}/tables/1/transcript")
    assert text.headers["content-type"].startswith("text/plain")
    assert "game: followers" in text.text
    assert "option.eighth: dog" in text.text
    assert "1 play NB" in text.text


def test_seats_may_be_named_counted_or_left_out(client):
    for seats in (NAMES, 4, None):
        made = client.post(f"{API}/tables/1/games", json={"game": "followers", "seats": seats})
        assert len(made.json()["seats"]) == 4
    wrong = client.post(f"{API}/tables/1/games", json={"game": "followers", "seats": 3})
    assert wrong.status_code == 422


@pytest.mark.parametrize("path", ["", "/events", "/transcript"])
def test_an_unknown_table_is_404_with_a_sentence(client, path):
    answer = client.get(f"{API}/tables/7{path}")
    assert answer.status_code == 404
    assert answer.json()["detail"] == "There is no table 7; there is table 1."
    assert act(client, "1 pass").status_code == 200
    assert client.post(f"{API}/tables/7/actions", json={"line": "1 pass"}).status_code == 404
    assert client.post(f"{API}/tables/7/games", json={"game": "followers"}).status_code == 404


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("2 dance", "dance"),
        ("9 pass", "9"),
        ("1 play 5H QQ", "QQ"),
        ("", "line"),
    ],
)
def test_a_malformed_line_is_422_naming_what_is_wrong(client, line, words):
    answer = act(client, line)
    assert answer.status_code == 422
    assert words in answer.json()["detail"]
    assert client.get(f"{API}/tables/1/events").json() == []


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"game": "chess"}, "followers"),
        ({"game": "followers", "seats": ["Ann"]}, "4"),
        ({"game": "followers", "options": {"nope": "x"}}, "eighth"),
        ({"game": "followers", "options": {"eighth": "x"}}, "dog"),
        ({"game": "followers", "deck": "x"}, "the decks are"),
        ({"game": "followers", "seat": ["Ann"]}, "seat: "),
        ({}, "game: "),
    ],
)
def test_a_game_that_cannot_be_is_422_with_what_is_allowed(client, body, words):
    answer = client.post(f"{API}/tables/1/games", json=body)
    assert answer.status_code == 422
    assert isinstance(answer.json()["detail"], str)
    assert words in answer.json()["detail"]


def test_no_json_at_all_is_a_sentence(client):
    answer = client.post(f"{API}/tables/1/actions", content=b"1 pass")
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith("The request cannot be used.")
    for path in ("/decks", "/tables/1/games"):
        assert client.post(API + path, content=b"{").status_code == 422


def test_a_record_that_cannot_be_written_is_503_and_nothing_happened(client, table, monkeypatch):
    def broken(*_):
        raise StoreError("The disk is full.")

    monkeypatch.setattr(client.app.state.parts.store, "append", broken)
    answer = act(client, "1 play NB")
    assert (answer.status_code, answer.json()["detail"]) == (503, "The disk is full.")
    assert table.events() == []


def test_decks_are_kept_replaced_and_their_gaps_listed(client):
    tags = {"04A1B2C3D4E5F6": "5H", "04:a1:b2:c4": "undo"}
    made = client.post(f"{API}/decks", json={"name": "mine", "pack": "followers", "tags": tags})
    assert made.status_code == 201
    assert made.json()["tags"] == {"04A1B2C3D4E5F6": "5H", "04A1B2C4": "undo"}
    assert len(made.json()["missing"]) == 59
    assert "5H" not in made.json()["missing"]
    whole = decks.simulated_deck("followers")
    again = client.post(
        f"{API}/decks", json={"name": "mine", "pack": "followers", "tags": whole.tags}
    )
    assert again.json()["missing"] == []
    [row] = client.get(f"{API}/decks").json()
    assert row["tags"] == whole.tags


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('{"name":"d","pack":"followers","tags":{"04A1B2C3":"ZZ"}}', ["04A1B2C3", "'ZZ'"]),
        ('{"name":"d","pack":"followers","tags":{"04A1B2C3":"SP1"}}', ["'SP1'"]),
        (
            '{"name":"d","pack":"followers","tags":{"04A1B2C3":"5H","04A1B2C4":"5H"}}',
            ["5H", "04A1B2C3", "04A1B2C4"],
        ),
        (
            '{"name":"d","pack":"followers","tags":{"04A1B2C3":"5H","04A1B2C3":"6H"}}',
            ["04A1B2C3", "5H", "6H"],
        ),
        (
            '{"name":"d","pack":"followers","tags":{"04A1B2C3":"5H","04a1b2c3":"6H"}}',
            ["04A1B2C3", "5H", "6H"],
        ),
        ('{"name":"d","pack":"followers","tags":{"04A1":"5H"}}', ["04A1", "bytes"]),
        ('{"name":"d","pack":"poker","tags":{}}', ["poker", "spooks"]),
        ('{"name":" ","pack":"followers","tags":{}}', ["no name"]),
        ('{"name":"d","pack":"followers"}', ["tags"]),
    ],
)
def test_a_deck_with_a_mistake_says_which_tag_and_which_card(client, body, words):
    answer = client.post(f"{API}/decks", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 422
    assert all(word in answer.json()["detail"] for word in words), answer.json()
    assert client.get(f"{API}/decks").json() == []


def test_the_board_is_described(client, table):
    empty = client.get(f"{API}/board").json()
    assert empty["link"]["up"] is False
    assert empty["board"] is None
    table.on_hello(BoardInfo(uid="e660", board="pico", firmware="1", boot=3, seats=4, readers=4))
    table.on_events([BoardEvent("e660", 3, 1, 0, 0, "ok", "1 play NB")])
    table.on_telemetry("health", {"sent": 9, "corrupt": 2, "readers": "oooo"})
    board = client.get(f"{API}/board").json()
    assert board["board"]["uid"] == "e660"
    assert board["counters"] == {"sent": 9, "corrupt": 2}
    assert board["acknowledged"] == {"3": 1}


def test_live_sends_the_view_at_once_and_on_every_change(client):
    with client.websocket_connect(f"{API}/tables/1/live") as live:
        assert live.receive_json()["version"] & 0xFFFF == 0
        act(client, "1 play NB")
        assert live.receive_json()["trick"][-1]["cards"] == ["NB"]


def test_a_slow_client_gets_the_newest_view_only(client):
    with client.websocket_connect(f"{API}/tables/1/live") as live:
        first = live.receive_json()
        act(client, "1 play NB")
        for _ in range(30):
            act(client, "2 pass")
        received = 0
        while True:
            received += 1
            if live.receive_json()["version"] == first["version"] + 31:
                break
    assert received <= 31


def test_a_client_that_goes_away_is_forgotten(client, table):
    with client.websocket_connect(f"{API}/tables/1/live") as live:
        live.receive_json()
        assert len(table._watchers) == 1
    assert table._watchers == []


def test_live_of_an_unknown_table_says_so(client):
    with (
        client.websocket_connect(f"{API}/tables/9/live") as live,
        pytest.raises(WebSocketDisconnect) as caught,
    ):
        live.receive_json()
    assert caught.value.code == 4404
    assert caught.value.reason == "There is no table 9; there is table 1."


def test_openapi_describes_every_path(client):
    described = client.get("/openapi.json").json()
    assert set(described["paths"]) == {
        API + path
        for path in (
            "/tables",
            "/tables/{table_id}",
            "/tables/{table_id}/events",
            "/tables/{table_id}/transcript",
            "/tables/{table_id}/games",
            "/tables/{table_id}/actions",
            "/tables/{table_id}/choices",
            "/tables/{table_id}/corrections",
            "/tables/{table_id}/dealing",
            "/tables/{table_id}/hint",
            "/tables/{table_id}/house",
            "/tables/{table_id}/results",
            "/tables/{table_id}/seats/{seat}/claim",
            "/tables/{table_id}/seats/{seat}/answer",
            "/tables/{table_id}/deck",
            "/tables/{table_id}/rules",
            "/decks",
            "/decks/{name}/versions",
            "/decks/{name}/restore",
            "/me",
            "/board",
        )
    }
    for operations in described["paths"].values():
        for operation in operations.values():
            assert operation["description"]
    assert "reason" in described["components"]["schemas"]["ActionResult"]["properties"]


# What a transcript does not have: corrections, results, hints, house rules, dealing


def correct(client, seq, line=""):
    return client.post(f"{API}/tables/1/corrections", json={"seq": seq, "line": line})


def test_an_entry_is_corrected_and_what_no_longer_fits_is_listed(client):
    for line in ("1 play NB", "2 play 5H", "3 play 6H", "4 play 7H"):
        assert act(client, line).json()["ok"]
    answer = correct(client, 3, "3 play AH").json()
    assert (answer["ok"], answer["reason"]) == (True, None)
    assert answer["text"] == "Line 3 is corrected. Lines that no longer fit: 1."
    assert [(each["seq"], each["reason"]) for each in answer["became_illegal"]] == [(4, "too_low")]
    events = client.get(f"{API}/tables/1/events").json()
    assert [(each["line"], each["now"]) for each in events[2:4]] == [
        ("3 play 6H", "3 play AH"),
        ("4 play 7H", "4 play 7H"),
    ]
    assert [each["corrected"] for each in events] == [False, False, True, False, False]
    assert [each["counts"] for each in events] == [True, True, True, False, False]
    assert events[3]["ok"]
    assert events[3]["reason_now"] == "too_low"
    assert events[4]["line"] == "correct 3 3 play AH"
    assert client.get(f"{API}/tables/1").json()["became_illegal"][0]["seq"] == 4
    assert "3 play AH" in client.get(f"{API}/tables/1/transcript").text
    assert act(client, "undo").json()["ok"]
    assert client.get(f"{API}/tables/1").json()["became_illegal"] == []
    assert correct(client, 4).json()["ok"]
    assert client.get(f"{API}/tables/1").json()["turn"] == 4


def test_a_correction_that_cannot_be(client):
    act(client, "1 play NB")
    act(client, "2 play 5H")
    assert correct(client, 2, "2 play KH KS W1 W2").json()["reason"] == "two_wilds"
    for seq, line in ((9, "2 pass"), (2, "2 dance"), (0, "")):
        assert correct(client, seq, line).status_code == 422
    assert client.post(f"{API}/tables/1/results", json={"keep": True}).status_code == 422


def test_house_rules_of_a_request_show_and_fire(client):
    house = {"extension": True, "cards": {"NB": {"effects": ["team own +20"]}}}
    made = client.post(f"{API}/tables/1/games", json={"game": "followers", "house": house})
    assert made.json()["house"] == house
    assert act(client, "1 great").json()["ok"]
    assert act(client, "1 draw E3").json()["ok"]
    seen = client.get(f"{API}/tables/1")
    assert "E3" not in seen.text
    assert seen.json()["seats"][0]["extension"] == {"card": None, "shown": False}
    assert act(client, "3 play NB").json()["effects"][0]["line"] == "effect team 1 +20"
    wrong = {"game": "followers", "house": {"extension": 3}}
    answer = client.post(f"{API}/tables/1/games", json=wrong)
    assert answer.status_code == 422
    assert "it can be: true, false" in answer.json()["detail"]
    told = client.get(f"{API}/tables/1/house", params={"game": "followers"}).json()
    assert told["options"] == told["rules"] == {}
    assert told["view"]["extension"] is False
    assert client.get(f"{API}/tables/1/house", params={"game": "whist"}).status_code == 422


def test_a_hint_is_for_the_device_that_holds_the_seat(client):
    ranks = "23456789TJQKA"
    beside = {1: "S NB W1", 2: "H X8 W2", 3: "C LJ W3", 4: "D BJ W4"}
    for seat, words in beside.items():
        suit, *rest = words.split()
        cards = [rank + suit for rank in ranks] + rest
        assert act(client, f"deal {seat} {' '.join(cards)}").json()["ok"]
    answer = client.get(f"{API}/tables/1/hint", params={"seat": 2})
    assert answer.status_code == 422
    assert "holds seat 2" in answer.json()["detail"]
    assert client.post(f"{API}/tables/1/seats/2/claim").json() == {"seats": [2]}
    assert client.get(f"{API}/tables/1/hint", params={"seat": 2}).json()["hint"]["seat"] == 2
    assert client.get(f"{API}/tables/1/hint", params={"seat": 1}).status_code == 422


def test_dealing_without_a_board_is_a_sentence(client):
    answer = client.post(f"{API}/tables/1/dealing", json={"what": "hands"})
    assert answer.status_code == 422
    assert "No board is linked" in answer.json()["detail"]
    assert client.delete(f"{API}/tables/1/dealing").status_code == 204


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("tables/1/games", r'{"game": "followers", "seats": 1000000000000}'),
        ("tables/1/games", r'{"game": "followers", "seats": ["\ud800", "b", "c", "d"]}'),
        ("decks", r'{"name": "\ud800", "pack": "followers", "tags": {"04A1B2C3": "5H"}}'),
        ("decks", r'{"name": "d", "pack": "followers", "tags": {"\ud800": "5H"}}'),
        ("decks", r'{"name": "d", "pack": "followers", "tags": {"04A1B2C3": "\ud800"}}'),
        ("decks", r'{"name": "d", "pack": "followers", "tags": [["04A1B2C3", "5H"]]}'),
    ],
)
def test_a_body_that_nobody_would_send_is_refused(client, path, body):
    answer = client.post(
        f"{API}/{path}", content=body, headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 422
    assert answer.json()["detail"]


def test_of_tags_that_are_named_twice_in_a_body_the_last_ones_count(client):
    body = '{"name": "d", "tags": [1], "pack": "followers", "tags": {"04A1B2C3": "5H"}}'
    answer = client.post(f"{API}/decks", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 201
    assert answer.json()["tags"] == {"04A1B2C3": "5H"}


@pytest.mark.parametrize(("method", "path"), [("GET", "nothing"), ("GET", "tables/1/actions")])
def test_where_nothing_is_a_sentence_says_so(client, method, path):
    answer = client.request(method, f"{API}/{path}")
    assert answer.status_code == 404
    assert path in answer.json()["detail"]
