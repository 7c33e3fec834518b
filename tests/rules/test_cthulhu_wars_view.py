"""What the page needs to know of a game of Cthulhu Wars, beyond the numbers themselves."""

from __future__ import annotations

from typing import Any

from tapdeck.rules import cthulhu_wars
from tapdeck.session import Session, Setup, view
from tapdeck.texts import in_all
from tests.rules.cthulhu_wars_table import Game, second_round


def seen(game: Game, *seats: int) -> dict[str, Any]:
    return cthulhu_wars.view(game.state, frozenset(seats))


def test_w5_the_preview_says_why_before_it_counts() -> None:
    game = Game(gates="4, 0, 1", cultists="6, 5, 6").to_action()
    game.do("1 capture 2", "free +1").spend().do("1 turn")
    shown = seen(game)
    first, second, third = shown["gathering"]
    assert first == {
        "cultists": 6, "gates": 8, "free": 1, "captives": 1, "minimum": 0, "power": 16,
    }  # fmt: skip
    assert (second["cultists"], second["minimum"], second["power"]) == (4, 3, 8)
    assert (third["minimum"], third["power"]) == (0, 9)
    assert [each["away"] for each in shown["seats"]] == [0, 1, 0]
    game.do("gather")
    assert seen(game)["gathering"] is None
    assert game.shown["power"] == {"1": 16, "2": 8, "3": 9}


def test_w8_the_ritual_is_shown_before_it_is_paid() -> None:
    game = second_round(gates="2, 1, 1", goo="1, 0, 0")
    asked = {"seat": 1, "cost": 5, "enough": True, "doom": 2, "signs": 1}
    assert seen(game)["ritual"] == asked
    game.do("1 power -7")
    assert seen(game)["ritual"] == asked | {"enough": False}


def test_w12_by_custom_the_turn_goes_round_among_those_with_power() -> None:
    game = Game().do("gather")
    assert seen(game)["acting"] is None
    game.do("first 1 ccw")
    assert seen(game)["acting"] == 1
    assert seen(game.do("1 turn"))["acting"] == 3
    assert seen(game.do("2 power -8", "3 turn"))["acting"] == 1
    assert seen(game.do("1 turn", "1 turn"))["acting"] == 3
    assert seen(game.do("3 power -8"))["acting"] == 1
    assert seen(game.do("1 power -8"))["acting"] is None
    shown = seen(game.do("1 turn"))
    assert (shown["phase"], shown["ended"]) == ("gather", 1)
    assert seen(game.do("gather"))["ended"] is None


def test_w11_the_reckoning_seat_by_seat() -> None:
    game = Game(gates="30, 1, 1").to_action().do("1 sign 2", "1 sign ?", "2 sign 3", "2 sign 1")
    game.do(*["2 book"] * 6).spend().do("3 turn").to_doom()
    assert seen(game)["reckoning"] is None
    one, two, three = seen(game.do("action"))["reckoning"]
    assert one == {
        "seat": 1, "before": 30, "shown": [2], "waiting": 1, "doom": 32, "ready": False,
    }  # fmt: skip
    assert (two["before"], two["shown"], two["doom"], two["ready"]) == (1, [1, 3], 5, True)
    assert (three["before"], three["shown"], three["waiting"]) == (1, [], 0)
    shown = seen(game.do("1 show 3"))
    assert shown["reckoning"][0]["shown"] == [2, 3]
    assert shown["reckoning"][0]["before"] == 30
    assert shown["winner"] == [2]


def test_w6_where_nobody_has_power_nothing_is_reckoned() -> None:
    assert seen(Game(cultists="0", gates="0").do("gather"))["reckoning"] is None


def test_w5_w8_what_everybody_gets_is_said_in_one_sentence() -> None:
    session = Session(Setup("cthulhu_wars", ("Ann", "Bo", "Cy")))
    said = in_all(session.do("gather").text)
    assert said["en"] == "Power is gathered: Ann 8; Bo 8; Cy 8."
    assert said["zh-Hans"].endswith("Cy 8。")
    assert said["zh-Hant"].endswith("Cy 8。")


def test_w10_what_an_undo_takes_back_is_named_without_a_secret() -> None:
    session = Session(Setup("cthulhu_wars", ("Ann", "Bo", "Cy")))
    assert view(session)["undoes"] is None
    for line in ("gather", "first 1 cw", "2 sign 3", "2 capture 2"):
        session.do(line)
    assert view(session)["undoes"] == "2 sign …"
    assert view(session, (2,))["undoes"] == "2 sign 3"
    session.do("undo")
    assert view(session)["undoes"] == "first 1 cw"
