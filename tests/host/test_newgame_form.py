"""The form that starts a game: nothing that was filled in is lost, every game starts with it."""

from __future__ import annotations

import pytest

from shared_rules import games
from tapdeck.rules import Field
from tapdeck.setup import set_up
from tapdeck.ui.newgame_form import Form


def field(form: Form, header: str) -> Field:
    return next(each for each in form.full.FORM if each.header == header)


@pytest.mark.parametrize("name", games.NAMES)
def test_every_game_starts_with_what_its_form_says_at_first(name: str) -> None:
    form = Form(name, (), {})
    assert form.headers() == {}
    made = set_up(name, form.called("en"), form.options, form.first, {}, form.headers())
    assert len(made.names) == form.limits[0]
    assert made.first == form.dealer


@pytest.mark.parametrize("name", games.NAMES)
@pytest.mark.parametrize("goes", [1, 3])
def test_seats_come_and_go_and_it_still_starts(name: str, goes: int) -> None:
    form = Form(name, ("Ann", "Bo", "Cy"), {})
    while len(form.names) < form.limits[1]:
        form.add()
    set_up(name, form.called("en"), form.options, form.first, {}, form.headers())
    if form.limits[0] == form.limits[1]:
        return
    form.remove(goes)
    made = set_up(name, form.called("en"), form.options, form.first, {}, form.headers())
    assert made.names[0] == ("Bo" if goes == 1 else "Ann")


def test_the_dealer_stays_who_it_is_while_seats_go() -> None:
    form = Form("spooks", ("Ann", "Bo", "Cy", "Di", "Ed"), {})
    assert form.dealer == 5
    form.remove(1)
    assert form.dealer == 4
    form.first = 3
    form.remove(1)
    assert form.called("en")[form.dealer - 1] == "Di"
    form.remove(2)
    assert form.first is None
    assert form.dealer == 2


def test_two_seats_never_have_the_same_faction() -> None:
    form = Form("cthulhu_wars", (), {})
    factions = field(form, "factions")
    form.choose(factions, 1, "BG")
    assert form.said["factions"] == ["BG", "CC", "GC"]
    form.choose(factions, 1, "AN")
    assert form.headers() == {"factions": "AN, CC, GC"}
    form.add()
    assert form.said["factions"] == ["AN", "CC", "GC", "BG"]
    form.remove(2)
    assert form.headers() == {"factions": "AN, GC, BG"}


def test_numbers_belong_to_their_seat_and_an_empty_one_is_as_usual() -> None:
    form = Form("cthulhu_wars", (), {})
    form.fill(field(form, "start.power"), "8")
    form.fill(field(form, "start.gates"), "1, 2, 3")
    form.said["start.cultists"][1] = ""
    form.remove(1)
    form.add()
    assert form.headers() == {
        "start.power": "8, 8, 0",
        "start.gates": "2, 3, 1",
        "factions": "CC, BG, GC",
    }


def test_a_text_is_kept_as_it_was_typed_and_nothing_means_the_usual_one() -> None:
    form = Form("cultivation", (), {})
    assert form.said["deck"] == ""
    form.said["deck"] = "X1 gold beast\n"
    assert form.headers() == {"deck": "X1 gold beast\n"}
    form.said["deals"] = ""
    assert "deals" not in form.headers()
    assert field(form, "deck").check("X1 gold beast\n")


def test_options_decide_how_many_can_play_and_no_name_is_lost() -> None:
    """S13: with two packs up to twelve."""
    form = Form("spooks", (), {"double_pack": "on"})
    for _ in range(9):
        form.add()
    form.names[11] = "Zed"
    form.options["double_pack"] = "off"
    assert form.limits == (3, 6)
    assert form.called("en")[11] == "Zed"


def test_what_a_seat_is_called_is_no_name_that_stays() -> None:
    form = Form("spooks", ("Seat 1", "2 号位", "Seat 1", "Ann"), {})
    assert form.names == ["", "", "Seat 1", "Ann"]
    assert form.called("en")[0] == "Seat 1"
