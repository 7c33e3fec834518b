"""What cards can be now: the offers of the page and of the table, the best first (C4, C6, C10)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tapdeck.app import create_app
from tapdeck.session import Session, Setup, choices, view
from tapdeck.settings import load
from tests.host.clients import local
from tests.rules.test_cultivation_full import DEALS, session


def offers(found: Session, seat: int, cards: str, *held: int) -> list[dict[str, Any]]:
    return choices(found, seat, cards.split(), frozenset(held))


def lines(found: Session, seat: int, cards: str, *held: int) -> list[str]:
    return [each["line"] for each in offers(found, seat, cards, *held)]


def test_c4_cards_that_can_be_two_groups_are_offered_as_both_the_better_first() -> None:
    """A type counts and an element does not, so the type comes first."""
    found = session("1 draw")
    assert lines(found, 1, "K03 K15 K04") == ["1 meld K03 K15 K04 as artifact"]
    both = offers(found, 1, "K01 K02 K13")
    assert [each["line"] for each in both] == ["1 meld K01 K02 K13 as elixir"]
    root = offers(found, 1, "K01 K02 K03")
    assert [(each["kind"], each["points"], each["root"]) for each in root] == [
        ("elixir", 2, True),
        ("metal", 1, True),
    ]
    assert root[0]["text"]["en"] == "New single root: elixir; another turn follows"
    assert root[0]["group"] is None


def test_c2_a_draw_that_is_due_counts_as_made() -> None:
    found = session()
    assert lines(found, 1, "K01 K13 K25") == ["1 meld K01 K13 K25 as elixir"]
    assert lines(found, 2, "K01 K13 K25") == [], "it is not their turn"
    nine = "K01 K13 K25 K37 K49 K02 K14 K26 K38"
    assert [each["wins"] for each in offers(found, 1, nine)] == [True]
    assert [each["wins"] for each in offers(found, 1, nine[:-4])] == [False]


def test_c6_an_addition_names_its_group_and_what_it_becomes() -> None:
    """C10: a root may turn into its other kind by what is added."""
    found = session("1 draw", "1 meld K01 K02 K03", "1 draw", "1 meld K16 K17 K28")
    assert lines(found, 1, "K13") == ["1 add 1 K13"]
    added, turned = offers(found, 1, "K04")
    assert (added["line"], added["kind"], added["points"]) == ("1 add 2 K04", "artifact", 1)
    assert (turned["line"], turned["kind"], turned["group"]) == ("1 add 1 K04", "metal", 1)
    assert turned["text"]["en"] == "Add to group 1, which becomes metal"
    assert turned["points"] == -2


@pytest.mark.parametrize("cards", ["", "5H K01", "K99", "K01 K01 K02", "? K01"])
def test_what_is_no_card_can_be_nothing(cards: str) -> None:
    assert lines(session("1 draw"), 1, cards) == []


def test_hands_that_are_known_are_told_to_their_holder_only() -> None:
    """C2: to others the offer is the same whether the hand has the cards or not."""
    found = session(*DEALS, "1 draw K49")
    has, has_not = "K01 K13 K25", "K02 K14 K26"
    assert lines(found, 1, has, 1)
    assert not lines(found, 1, has_not, 1)
    for cards in (has, has_not):
        assert len(lines(found, 1, cards)) == 1
        assert len(lines(found, 1, cards, 2)) == 1


def test_other_games_have_no_such_question() -> None:
    found = Session(Setup("followers", ("Ann", "Bo", "Cy", "Di")))
    assert choices(found, 1, ["5H", "5S"]) == []


def test_the_view_has_every_card_of_the_deck_in_the_words_of_its_file() -> None:
    """C1: which cards there are everybody may know."""
    found = view(session())
    assert len(found["deck_cards"]) == 66
    assert found["deck_cards"]["K03"] == "metal elixir artifact"
    assert found["deck_cards"]["H1"] == "hunyuan"
    assert found["deck_names"] == {}
    own = "A1 fire beast | Ember fox | 火狐\nA2 hunyuan\n" + "".join(
        f"B{number} wood elixir\n" for number in range(16)
    )
    found = view(session(deck=own))
    assert found["deck_names"] == {"A1": ["Ember fox", "火狐"]}
    assert found["deck_cards"]["A1"] == "fire beast"


def test_c12_a_group_says_why_it_is_worth_what_it_is() -> None:
    """C15: and the view counts the turns without anything."""
    found = session("1 draw", "1 meld K01 K02 K03", "1 draw", "1 meld K16 K17 K28 K40", "1 end")
    groups = view(found)["seats"][0]["groups"]
    assert [text["en"] for text in groups[0]["why"]] == [
        "three cards of a type: 1",
        "single root: 1 more",
    ]
    assert [text["zh-Hans"] for text in groups[1]["why"]] == ["同类型四至五张：2 分"]
    for line in ("2 draw", "2 meld K19 K20 K24 H1", "2 end"):
        assert found.do(line).ok
    [element] = view(found)["seats"][1]["groups"]
    assert [text["en"] for text in element["why"]] == ["cards of an element: 0"]
    assert element["special"] == "hunyuan"
    assert view(found)["idle"] == 0


def test_the_service_offers_what_cards_can_be(tmp_path: Path) -> None:
    """Also for cards that wait at a seat of the board."""
    app = create_app(load(port="none", db=f"sqlite:///{(tmp_path / 'r.sqlite').as_posix()}"))
    with local(app) as client:
        client.post("/api/v1/tables/1/games", json={"game": "cultivation", "seats": 3})
        answer = client.get("/api/v1/tables/1/choices?seat=1&cards=K01 K02 K03").json()
        assert [each["line"] for each in answer] == [
            "1 meld K01 K02 K03 as elixir",
            "1 meld K01 K02 K03 as metal",
        ]
        wrong = client.get("/api/v1/tables/1/choices?seat=4&cards=K01")
        assert (wrong.status_code, wrong.json()["detail"]) == (
            422,
            "There is no seat 4; there are 3.",
        )
        table = app.state.parts.table
        waiting = {"seat": 1, "cards": "K01,K02,K03", "reading": "-"}
        table.on_telemetry("pending", waiting)
        pending = client.get("/api/v1/tables/1").json()["pending"]["1"]
        assert [each["kind"] for each in pending["choices"]] == ["elixir", "metal"]
        table.on_telemetry("pending", waiting | {"cards": "K01,K16"})
        assert "choices" not in client.get("/api/v1/tables/1").json()["pending"]["1"]
