"""Every game is set up over REST with its own headers, and what is wrong is said in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from shared_rules import games, spooks, wrong
from shared_rules.wrong import Wrong
from tapdeck import rules, transcript
from tapdeck.app import create_app
from tapdeck.errors import TableError, why
from tapdeck.rules import cultivation_deck
from tapdeck.settings import load
from tapdeck.setup import Setup, default_first, set_up
from tapdeck.texts import LANGUAGES, SENTENCES, Text, in_all, say
from tests.host.clients import local

GAMES = "/api/v1/tables/1/games"
DECK = "\n".join(f"C{number} fire beast" for number in range(24))


@pytest.fixture
def client(tmp_path: Any) -> Iterator[TestClient]:
    settings = load(port="none", db=f"sqlite:///{tmp_path / 'record.sqlite'}")
    with local(create_app(settings)) as client:
        yield client


def start(client: TestClient, game: str, **body: Any) -> Any:
    answer = client.post(GAMES, json={"game": game, **body})
    assert answer.status_code == 201, answer.text
    return answer.json()


def view(client: TestClient) -> Any:
    return client.get("/api/v1/tables/1").json()


def test_who_is_first_where_nobody_says() -> None:
    """S2: the dealer is the last seat, so that the deal begins at seat 1."""
    assert default_first(rules.full("spooks"), 5) == 5
    assert [default_first(rules.full(name), 3) for name in ("followers", "cultivation")] == [1, 1]


def test_seats_that_nobody_named_are_called_in_the_language_of_the_settings(tmp_path: Any) -> None:
    db = f"sqlite:///{tmp_path / 'record.sqlite'}"
    with local(create_app(load(port="none", db=db, language="zh-Hans"))) as client:
        names = [seat["name"] for seat in view(client)["seats"]]
        assert names == [f"{seat} 号位" for seat in range(1, 5)]
        factions = {"factions": "GC, CC, BG"}
        assert start(client, "cthulhu_wars", headers=factions)["seats"] == names[:3]
        assert start(client, "spooks", seats=3)["seats"] == names[:3]
        said = client.post("/api/v1/tables/1/actions", json={"line": "2 pass"}).json()
        assert said["text"] == said["texts"]["zh-Hans"]
        assert "2 号位" in said["text"]
        assert "Seat 2" in said["texts"]["en"]


def test_s2_s13_spooks_has_a_dealer_and_up_to_twelve_seats(client: TestClient) -> None:
    assert start(client, "spooks", seats=5)["first"] == 5
    assert view(client)["dealer"] == 5
    assert start(client, "spooks", seats=5, first=2)["first"] == 2
    assert view(client)["dealer"] == 2
    many = start(client, "spooks", seats=12, options={"double_pack": "on"})
    assert len(many["seats"]) == 12
    refused = client.post(GAMES, json={"game": "spooks", "seats": 12})
    assert refused.status_code == 422
    assert "it is played by 3 to 6, not by 12" in refused.json()["detail"]


def test_c1_c13_cultivation_has_deals_and_a_deck(client: TestClient) -> None:
    made = start(client, "cultivation", seats=3, first=2, headers={"deals": 2, "deck": DECK})
    assert made["headers"] == {"deals": "2", "deck": DECK}
    assert view(client)["turn"] == 2
    text = client.get("/api/v1/tables/1/transcript").text
    assert "deals: 2" in text
    assert "C23 fire beast" in text
    drawn = client.post("/api/v1/tables/1/actions", json={"line": "2 draw C7"}).json()
    assert drawn["ok"] or drawn["reason"] == "pile_empty"


def test_w1_w2_cthulhu_wars_has_factions_and_what_they_begin_with(client: TestClient) -> None:
    headers = {"factions": "AN, WW, SL", "start.power": 3, "start.cultists": "6, 5, 4"}
    start(client, "cthulhu_wars", seats=3, headers=headers)
    seats = view(client)["seats"]
    assert [seat["faction"] for seat in seats] == ["AN", "WW", "SL"]
    assert [seat["power"] for seat in seats] == [3, 3, 3]
    assert [seat["cultists"] for seat in seats] == [6, 5, 4]


def test_w1_factions_say_how_many_play_where_nobody_is_named() -> None:
    found = set_up("cthulhu_wars", None, {}, None, {}, {"factions": "GC, BG, CC"})
    assert found.names == ("Seat 1", "Seat 2", "Seat 3")
    text = "game: cthulhu_wars\nstart.gates: 2, 1, 1, 1\nfactions: GC, BG, CC, YS\ngather\n"
    power = transcript.score(text)["state"]["power"]
    assert power == {"1": 10, "2": 8, "3": 8, "4": 8}
    # A slip in the factions is told as such.
    with pytest.raises(
        transcript.TranscriptError, match="line 2: the number of factions is 2, that of seats 5"
    ):
        transcript.score("game: cthulhu_wars\nfactions: GC, BG\n")
    assert len(set_up("cthulhu_wars", None, {}, None, {}, {}).names) == 5


def test_c1_each_mistake_in_a_deck_is_a_problem_of_its_own(client: TestClient) -> None:
    headers = {"deck": DECK + "\nX1 gold beast\n\nX2 fire dragon"}
    answer = client.post(GAMES, json={"game": "cultivation", "seats": 2, "headers": headers})
    assert answer.status_code == 422
    first, second = answer.json()["problems"]
    assert first.startswith("line 25: X1: 'gold' is no element")
    assert second.startswith("line 27: X2: 'dragon' is no type")
    assert answer.json()["texts"]["zh-Hans"].startswith("无法这样设置游戏：第 25 行：")
    assert view(client)["game"] == "followers", "the game that is on stays"


WRONG: list[tuple[str, dict[str, Any]]] = [
    ("no_game", {"game": "whist"}),
    ("no_option", {"game": "followers", "options": {"jokers": "x"}}),
    ("no_options", {"game": "cthulhu_wars", "options": {"jokers": "x"}}),
    ("no_value", {"game": "spooks", "options": {"scored": "perhaps"}}),
    ("header", {"game": "cultivation", "headers": {"deal": "3"}}),
    ("no_headers", {"game": "spooks", "headers": {"deal": "3"}}),
    ("seats", {"game": "spooks", "names": ["Ann"]}),
    ("seats_exact", {"game": "followers", "names": ["Ann"]}),
    ("seat", {"game": "followers", "first": 5}),
    ("seat", {"game": "spooks", "first": 7}),
    ("seat", {"game": "cultivation", "first": 5}),
    ("seat_zero", {"game": "spooks", "first": 0}),
    ("name", {"game": "cultivation", "names": ["Ann", "B\no"]}),
    ("name", {"game": "cultivation", "names": ["Ann", " "]}),
    ("deals", {"game": "cultivation", "headers": {"deals": "0"}}),
    ("deals_word", {"game": "cultivation", "headers": {"deals": "few"}}),
    ("deck_size", {"game": "cultivation", "headers": {"deck": DECK}}),
    ("no_faction", {"game": "cthulhu_wars", "headers": {"factions": "GC, XX, BG, CC, YS"}}),
    ("faction_twice", {"game": "cthulhu_wars", "headers": {"factions": "GC, GC, BG, CC, YS"}}),
    ("faction_count", {"game": "cthulhu_wars", "headers": {"factions": "GC, BG"}}),
    ("start", {"game": "cthulhu_wars", "headers": {"start.cultists": "7"}}),
    ("start_count", {"game": "cthulhu_wars", "headers": {"start.gates": "1, 1"}}),
]


def asked(game: str, **wishes: Any) -> Setup:
    """A set-up of which only some things were said."""
    names, first = wishes.get("names"), wishes.get("first")
    return set_up(game, names, wishes.get("options", {}), first, {}, wishes.get("headers", {}))


@pytest.mark.parametrize(("key", "wishes"), WRONG)
def test_what_is_wrong_with_a_set_up_is_said_in_every_language(
    key: str, wishes: dict[str, Any]
) -> None:
    with pytest.raises(TableError) as caught:
        asked(**wishes)
    said = caught.value.text.params["why"]
    assert isinstance(said, Text)
    assert said.key == f"wrong.{key}"
    sentences = in_all(caught.value.text)
    assert set(sentences) == set(LANGUAGES)
    assert len(set(sentences.values())) == len(LANGUAGES)


@pytest.mark.parametrize(("key", "wishes"), WRONG)
def test_the_cores_and_the_table_say_it_alike(key: str, wishes: dict[str, Any]) -> None:
    """What a core says in plain English is the table's own English sentence."""
    with pytest.raises(TableError) as caught:
        asked(**wishes)
    plain = caught.value.__context__
    assert isinstance(plain, ValueError)
    assert str(plain) == say("en", Text(f"wrong.{key}", why(plain).params))  # type: ignore[union-attr]


def test_what_only_some_games_lack_is_said_alike() -> None:
    for error in (
        wrong.wrong_header("x", ()),
        wrong.wrong_seats(2, (3, 5)),
        wrong.wrong_seat(9, 3),
    ):
        assert say("en", why(error)) == str(error)  # type: ignore[arg-type]
    with pytest.raises(Wrong, match="it is played by 3 to 6, not by 7"):
        spooks.initial({}, 0, 7)


def test_every_game_has_a_set_up_where_nobody_says_anything(client: TestClient) -> None:
    for name in games.NAMES:
        made = start(client, name)
        assert view(client)["game"] == name
        assert made["headers"] == {}
    assert cultivation_deck.check(cultivation_deck.write(cultivation_deck.default())) == ()


LINES = {
    "followers": "|dance|new deal|deal|deal 1 5H|9 pass|2|2 dance|2 play|2 play XX|2 play 5H as|"
    "2 play 5H as pairs|2 play 5H as pair Z|2 pass now|2 give|2 draw|effect|effect x|effect team|"
    "effect team 3 1|effect team 1 x|nobody undo|correct 9|correct x",
    "spooks": "|dance|new deal|deal|deal 1 SP1|9 pass|2|2 dance|2 give|2 play|2 play XX",
    "cultivation": "|dance|new deal|deal|deal 1 K01|9 end|2|2 dance|2 end now|2 draw K01 K02|"
    "2 take|2 add|2 add x K01|2 meld|2 meld K01 as|2 meld K01 as x|2 role x|2 draw XX|effect|"
    "effect x|effect team|effect team 1 x",
    "cthulhu_wars": "|dance|9 turn|2|2 dance|2 gather|gather now|2 power x|first 2 up|2 sign 4|"
    "2 show ?",
}


@pytest.mark.parametrize("name", games.NAMES)
def test_a_line_that_is_no_action_is_told_in_every_language(client: TestClient, name: str) -> None:
    start(client, name, seats=4)
    for line in LINES[name].split("|"):
        answer = client.post("/api/v1/tables/1/actions", json={"line": line})
        assert answer.status_code == 422, line
        texts = answer.json()["texts"]
        assert len({*texts.values()}) == len(LANGUAGES), line
        assert not re.search(r" (is|are|has|the|no) ", texts["zh-Hans"]), line
    assert client.get("/api/v1/tables/1/events").json() == []


def test_every_line_error_of_the_sources_has_its_sentence() -> None:
    folder = Path(rules.__file__).parents[1]
    sources = "".join(path.read_text("utf-8") for path in folder.rglob("*.py"))
    said = re.findall(r'\b(?:Line|Said|Classify)Error\(\s*"([^"]*)"', sources)
    assert len(said) > 40
    assert [key for key in said if key not in SENTENCES["en"]] == []
