"""Cultivation at the referee: draws that are assumed or told, melds and additions, what is asked
for, cards taken back, an owner's deck; on both interpreters.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from shared_rules import cultivation, packs
from shared_rules import cultivation_cards as cards
from shared_rules.deck import Deck
from shared_rules.wire import GAME_BITS
from tests.firmware.referee_table import Table, uid_of
from tests.micropython import requires_micropython, run

Events = list[tuple[str, str]]


def table_of(
    folder: Path, seats: int = 2, readers: int = 0, buttons: int = 0, **options: str
) -> Table:
    return Table.linked(folder, "cultivation", seats, readers, buttons, options=options)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return table_of(tmp_path)


def lay(table: Table, seat: int, codes: str, *tags: str) -> Events:
    """A seat taps cards, perhaps control tags, and presses."""
    named = ", ".join([*codes.split(), *tags])
    return table.say(f"{seat} tap {named}", f"{seat} short")


def lit(table: Table) -> str:
    return str(table.do("wait 3000")[1])


def hint(table: Table) -> str:
    return str(table.referee.hint())


def groups(table: Table, seat: int) -> list[str]:
    return [
        " ".join([cards.KINDS[group.kind], *(packs.name("cultivation", c) for c in group.cards)])
        for group in table.referee.state.own(seat)
    ]


# --- A turn ---------------------------------------------------------------------------------


def test_c2_a_turn_begins_by_itself_and_its_draw_is_assumed(table: Table) -> None:
    """The draw is an event of its own before the first meld, and before the end of an idle turn."""
    assert lit(table) == "turn wait"
    assert lay(table, 1, "K01 K13 K25") == [
        ("1 draw", "ok"),
        ("1 meld K01 K13 K25 as elixir", "ok"),
    ]
    assert lay(table, 1, "K37") == [("1 add 1 K37", "ok")]  # C6
    assert table.say("1 short") == [("1 end", "ok")]
    assert lit(table) == "wait turn"
    assert table.say("2 tap done") == [("2 draw", "ok"), ("2 end", "ok")]
    assert table.referee.state.counts == [5, 9]


def test_c2_out_of_turn_nothing_is_drawn(table: Table) -> None:
    assert lay(table, 2, "K01 K13 K25") == [("2 meld K01 K13 K25", "not_your_turn")]
    assert table.say("2 long", "2 short") == [("2 end", "not_your_turn")]


def test_c3_c4_what_is_no_group_is_refused_with_its_reason(table: Table) -> None:
    """The draw was made all the same, and stays; the cards wait to be mended."""
    assert lay(table, 1, "K01 K13") == [("1 draw", "ok"), ("1 meld K01 K13", "too_few")]
    assert lay(table, 1, "K31") == [("1 meld K01 K13 K31", "no_common_kind")]
    assert table.say("1 long") == []
    assert lay(table, 1, "K01 K02 H1 T1") == [("1 meld K01 K02 H1 T1", "ambiguous_special")]
    assert table.referee.state.drawn
    assert lit(table) == "pending wait"


def test_c6_one_card_is_an_addition_where_it_fits(table: Table) -> None:
    assert lay(table, 1, "K01") == [("1 draw", "ok"), ("1 meld K01", "too_few")]
    table.say("1 long")
    lay(table, 1, "K01 K13 K25")
    assert lay(table, 1, "K16") == [("1 meld K16", "too_few")]
    table.say("1 long")
    assert lay(table, 1, "K37") == [("1 add 1 K37", "ok")]


def test_c10_a_single_root_brings_another_turn_with_its_own_draw(table: Table) -> None:
    assert lay(table, 1, "K01 K02 K03") == [
        ("1 draw", "ok"),
        ("1 meld K01 K02 K03 as elixir", "ok"),
    ]
    assert lit(table) == "turn wait"
    assert table.say("1 short") == [("1 draw", "ok"), ("1 end", "ok")]
    assert lit(table) == "wait turn"


def test_c11_the_last_card_wins_and_a_press_begins_the_next_deal(table: Table) -> None:
    nine = "K01 K13 K25 K37 K49 K02 K14 K26 K38"
    assert lay(table, 1, nine)[-1] == (f"1 meld {nine} as elixir", "ok")
    assert cultivation.phase(table.referee.state) == "deal_over"
    assert lit(table) == "idle idle"
    assert table.referee.state.totals == [6, 0]  # C12: doubled
    assert table.say("2 short") == [("new", "ok")]
    assert lit(table) == "wait turn"  # C13


def test_c15_without_a_pile_no_draw_is_assumed(table: Table) -> None:
    table.referee.state.pile = 0
    assert table.say("1 short", "2 short") == [("1 end", "ok"), ("2 end", "ok")]
    assert cultivation.phase(table.referee.state) == "deal_over"


def test_a_long_press_takes_back_first_the_meld_and_then_the_draw(table: Table) -> None:
    lay(table, 1, "K01 K13 K25")
    assert table.say("1 long") == [("1 undo", "ok")]
    assert table.referee.state.drawn
    assert groups(table, 1) == []
    assert table.say("1 long") == [("1 undo", "ok")]
    assert cultivation.dump(table.referee.state) == cultivation.dump(cultivation.initial())
    assert table.say("2 long") == [("2 undo", "ask")]  # the host may know more


# --- What is asked --------------------------------------------------------------------------


def test_c4_the_light_asks_which_kind_and_the_best_one_is_the_default(table: Table) -> None:
    table.do("1 tap K01, K02, K03")
    assert lit(table) == "choice wait"
    assert hint(table) == "ELIXIR"
    assert table.told[-1] == ("pending", 1, "K01,K02,K03", "")
    assert table.say("1 short")[1] == ("1 meld K01 K02 K03 as elixir", "ok")
    assert hint(table) == ""


def test_c4_the_other_tag_steps_through_and_round_again(table: Table) -> None:
    table.do("1 tap K01, K02, K03, other")
    assert table.told[-1] == ("pending", 1, "K01,K02,K03", "as metal")
    assert (lit(table), hint(table)) == ("choice wait", "METAL")
    table.do("1 tap other")
    assert hint(table) == "ELIXIR"
    table.do("1 tap other")
    assert table.say("1 short")[1] == ("1 meld K01 K02 K03 as metal", "ok")
    assert groups(table, 1) == ["metal K01 K02 K03"]


def test_c6_c10_which_group_an_addition_is_for_is_asked_too(table: Table) -> None:
    """K04 fits the artifacts, and would make a plain metal group of the root."""
    lay(table, 1, "K01 K02 K03")
    lay(table, 1, "K16 K17 K28")
    table.do("1 tap K04")
    assert (lit(table), hint(table)) == ("choice wait", "ADD 2")
    assert lay(table, 1, "K04", "other") == [("1 add 1 K04", "ok")]
    assert groups(table, 1) == ["metal K01 K02 K03 K04", "artifact K16 K17 K28"]


def test_what_can_be_one_thing_only_is_not_asked(table: Table) -> None:
    for codes in ("K01, K13, K25", "K01, K31"):
        table.do(f"1 tap {codes}")
        assert (lit(table), hint(table)) == ("pending wait", "")
        table.do("1 long")
    table.do("2 tap K01, K02, K03")
    assert lit(table) == "turn pending"  # not their turn: nothing to be asked


def test_c5_of_a_kind_that_is_taken_only_its_group_is_offered(table: Table) -> None:
    lay(table, 1, "K13 K25 K37")
    table.do("1 tap K01, K02, K03")
    found = [hint(table)]
    for _ in range(2):
        table.do("1 tap other")
        found.append(hint(table))
    assert found == ["ADD 1", "METAL", "ADD 1"]


# --- Taking back ----------------------------------------------------------------------------


@pytest.mark.parametrize("order", ["K37, take", "take, K37"])
def test_c7_the_take_tag_and_a_card_of_ones_own_group(table: Table, order: str) -> None:
    """Before the draw too, whichever of the two is tapped first."""
    lay(table, 1, "K01 K13 K25 K37")
    table.say("1 short", "2 short")
    assert table.say(f"1 tap {order}") == [("1 take K37", "ok")]
    assert not table.referee.state.drawn
    assert table.referee.cards(1) == ()
    assert groups(table, 1) == ["elixir K01 K13 K25"]
    assert table.say("1 tap take, K13") == [("1 take K13", "took_already")]
    assert table.say("1 long", "1 short") == [("1 draw", "ok"), ("1 end", "ok")]


def test_c7_what_cannot_be_taken_back(table: Table) -> None:
    assert table.say("1 tap take, K01") == [("1 take K01", "first_meld")]
    table.say("1 long")
    lay(table, 1, "K01 K13 K25")
    assert table.say("1 tap K13, take") == [("1 take K13", "group_too_small")]
    table.say("1 long")
    assert table.say("1 tap K16, take") == [("1 take K16", "no_such_group")]
    assert table.say("1 tap K28, take") == []  # two cards
    assert table.told[-1] == ("notice", 1, "no_action", "")


def test_a_take_tag_without_a_card_means_nothing_after_a_press(table: Table) -> None:
    lay(table, 1, "K01 K13 K25 K37")
    assert table.say("1 tap take", "1 long") == [("1 undo", "ok")]
    assert table.say("1 tap K01, K13, K25, K37", "1 short")[-1][1] == "ok"
    table.say("1 tap take", "1 short", "2 short")
    assert table.say("1 tap K49", "1 short") == [("1 draw", "ok"), ("1 add 1 K49", "ok")]


def test_a_card_of_a_group_is_not_played_without_the_tag(table: Table) -> None:
    lay(table, 1, "K01 K13 K25 K37")
    assert lay(table, 1, "K37") == [("1 meld K37", "card_already_played")]


# --- Draws that are told --------------------------------------------------------------------


@pytest.fixture
def open_table(tmp_path: Path) -> Table:
    """The hands of the deal were entered."""
    table = table_of(tmp_path)
    table.referee.state.told = True
    return table


def test_c2_with_known_hands_a_card_tapped_first_is_the_draw(open_table: Table) -> None:
    table = open_table
    assert lay(table, 1, "K05") == [("1 draw K05", "ok")]
    assert table.referee.state.drawn
    assert lay(table, 1, "K05 K16 K17") == [("1 meld K05 K16 K17 as artifact", "ok")]
    assert table.say("1 short") == [("1 end", "ok")]
    # Whoever does not tell it draws all the same.
    assert table.say("2 short") == [("2 draw", "ok"), ("2 end", "ok")]


def test_c2_what_is_drawn_nobody_else_is_told(open_table: Table) -> None:
    table = open_table
    table.do("1 tap K05")
    assert lit(table) == "pending wait"
    assert hint(table) == ""
    table.say("1 short")
    assert "K05" not in repr(table.told) + table.screens.text
    assert ("pending", 1, "?", "") in table.told
    table.do("1 tap K16")
    assert table.told[-1] == ("pending", 1, "K16", "")


def test_c7_a_card_that_everybody_saw_is_no_secret(open_table: Table) -> None:
    table = open_table
    lay(table, 1, "K05")
    lay(table, 1, "K01 K13 K25 K37")
    table.say("1 short", "2 short", "1 tap take, K37")
    table.do("1 tap K37")
    assert table.told[-1][2] == "K37"
    # It cannot be the one that is drawn either.
    assert table.say("1 short") == [("1 draw K37", "duplicate_card")]
    assert lay(table, 1, "", "other") == [("1 draw", "ok"), ("1 add 1 K37", "ok")]


def test_c2_before_a_told_draw_several_cards_are_laid_as_always(open_table: Table) -> None:
    assert lay(open_table, 1, "K01 K13 K25") == [
        ("1 draw", "ok"),
        ("1 meld K01 K13 K25 as elixir", "ok"),
    ]


# --- Lights ---------------------------------------------------------------------------------


def strip(table: Table, step: int) -> str:
    """The thirteen lights in one of the two pictures that take turns."""
    table.screens.show(table.referee.shown(table.now), step * 750)
    while table.screens.lights.busy:
        table.screens.step()
    names = {(0, 0, 0): ".", (14, 14, 12): "w", (0, 36, 6): "g"}
    return "".join(names[tuple(colour)] for colour in table.chain.colours[4:])


def test_cards_in_hand_and_groups_of_each_seat_take_turns_on_the_strip(tmp_path: Path) -> None:
    table = table_of(tmp_path)
    assert strip(table, 0) == "wwww...wwww.."
    assert strip(table, 1) == "............."
    lay(table, 1, "K01 K02 K03")
    lay(table, 1, "K16 K28 K40")
    table.say("1 short")
    assert table.referee.shown(table.now)["counts"] == ((2, 4), (0, 8))
    assert strip(table, 0) == "ww.....wwww.."
    assert strip(table, 1) == "....gg......."


@pytest.mark.parametrize(("seats", "held"), [(3, "www.www.www.."), (4, "ww.ww.ww.ww..")])
def test_more_seats_have_shorter_stretches(tmp_path: Path, seats: int, held: str) -> None:
    table = table_of(tmp_path, seats)
    assert strip(table, 0) == held
    lay(table, 1, "K01 K13 K25")
    table.say("1 short")
    width = held.index(".") + 1
    assert strip(table, 1) == "." * (width - 1) + "g" + "." * (13 - width)


def test_digits_are_the_points_as_they_stand(tmp_path: Path) -> None:
    """C12: with what lies there, not doubled yet."""
    table = table_of(tmp_path, 4)
    lay(table, 1, "K01 K02 K03")
    table.say("1 short")
    lay(table, 2, "K16 K28 K40 K52")
    assert table.referee.shown(table.now)["digits"] == " 2 2 0 0"


# --- An owner's deck ------------------------------------------------------------------------


def test_c1_a_deck_of_ones_own_may_have_more_cards_than_the_pack(tmp_path: Path) -> None:
    """The board names its cards by their places, those past the pack's last as well."""
    faces = (cards.plain(3, 8),) * 84
    table = table_of(tmp_path)
    game = 1 << GAME_BITS
    table.referee.adopt(cultivation.initial(deck=faces), table.journal.boot, 0, game)
    deck = Deck("cultivation")
    for card in range(84):
        deck.add(uid_of(card), card)
    table.referee.take_deck(deck)
    assert lay(table, 1, "T3 N67 N84")[1] == ("1 meld T3 N67 N84 as beast", "ok")
    # Put on top of the host's state, which is as of the draw.
    hosts = cultivation.initial(deck=faces)
    cultivation.apply(hosts, cultivation.parse("1 draw"))  # type: ignore[arg-type]
    assert table.referee.adopt(hosts, table.journal.boot, 1, game + 1)
    assert groups(table, 1) == ["beast T3 N67 N84"]


def test_c1_a_sticker_beyond_the_deck_that_is_played_with(tmp_path: Path) -> None:
    table = table_of(tmp_path)
    small = cultivation.initial(deck=cards.default_deck()[:20])
    assert table.referee.adopt(small, table.journal.boot, 0, 1 << GAME_BITS)
    assert lay(table, 1, "K01 K02 K30")[-1] == ("1 meld K01 K02 K30", "card_not_in_pack")


# --- The host -------------------------------------------------------------------------------


def test_without_a_host_nothing_is_judged_and_nothing_lost(table: Table) -> None:
    lay(table, 1, "K01 K13 K25")
    table.do("wait 2000")
    table.referee.linked = False
    assert table.referee.waits
    assert table.do("1 tap K37")[1] == "pending wait"
    assert table.do("1 short") == ([], "refused wait")
    assert table.say("1 long") == []
    assert lit(table) == "turn wait"
    table.do("1 tap K37")
    table.referee.linked = True
    assert table.say("1 short") == [("1 add 1 K37", "ok")]


def test_what_is_chosen_on_the_page_waits_at_the_seat_no_longer(table: Table) -> None:
    """The page's line is carried out by the host; the cards need not be put back by hand."""
    table.do("1 tap K01, K02, K03")
    hosts = cultivation.initial()
    for line in ("1 draw", "1 meld K01 K02 K03 as metal"):
        cultivation.apply(hosts, cultivation.parse(line))  # type: ignore[arg-type]
    assert table.referee.adopt(hosts, table.journal.boot, 0, 2)
    table.referee.hear(1, 0, "ok", table.now)
    assert table.referee.cards(1) == ()
    assert table.told[-1] == ("pending", 1, "-", "")
    assert table.do("wait 0")[1] == "accepted wait"


def test_what_is_done_on_the_page_besides_leaves_the_cards_where_they_are(table: Table) -> None:
    table.do("1 tap K01, K02, K03")
    hosts = cultivation.initial()
    cultivation.apply(hosts, cultivation.parse("1 draw"))  # type: ignore[arg-type]
    assert table.referee.adopt(hosts, table.journal.boot, 0, 1)
    table.referee.hear(1, 0, "ok", table.now)
    assert len(table.referee.cards(1)) == 3
    assert table.say("1 short") == [("1 meld K01 K02 K03 as elixir", "ok")]


def test_what_the_page_refuses_stays_at_the_seat(table: Table) -> None:
    table.do("1 tap K01, K02, K03")
    table.referee.hear(1, 0, "must_draw", table.now)
    assert len(table.referee.cards(1)) == 3


def test_one_reader_for_all_belongs_to_whose_turn_it_is(tmp_path: Path) -> None:
    table = table_of(tmp_path, 3, readers=1, buttons=1)
    assert hint(table) == "SEAT 1"
    assert table.say("1 tap K01, K13, K25", "1 short")[1][1] == "ok"
    table.say("1 short")
    assert hint(table) == "SEAT 2"
    table.do("1 tap K05, K06, K18")
    assert hint(table) == "SEAT 2"
    assert table.say("1 short")[1][0].startswith("2 meld")


STEPS = [
    *("2 tap K05", "2 long", "1 tap K01, K02, K03", "1 tap other", "1 short", "1 tap K13"),
    *("1 short", "1 tap K37", "1 tap other", "1 short", "wait 3000", "1 short", "2 tap K16, H1"),
    *("2 short", "2 tap K28", "2 short", "2 tap K40, K52", "2 short", "2 short", "1 tap take"),
    *("1 tap K01", "1 long", "1 tap T1, K05, K06, K07", "1 tap other", "1 short", "1 long"),
    *("1 short", "2 tap K52, take", "2 long", "2 tap undo", "2 short"),
]
SCRIPT = """
from tests.firmware.referee_table import Table
table = Table(FOLDER, OPTIONS, game="cultivation", seats=3)
table.referee.linked = True
table.referee.state.told = TOLD
for step in STEPS:
    print(step, table.do(step), table.referee.hint())
    table.screens.show(table.referee.shown(table.now), table.now)
    print(table.screens.text, [list(colour) for colour in table.chain.colours[4:]])
print(table.told)
"""
OPTIONS = {"treasure_second_group": "on"}


@requires_micropython
@pytest.mark.parametrize("told", [False, True])
def test_both_interpreters_referee_alike(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], told: bool
) -> None:
    known = {"STEPS": STEPS, "OPTIONS": OPTIONS, "TOLD": told}
    exec(SCRIPT, known | {"FOLDER": str(tmp_path / "cpython")})
    here = capsys.readouterr().out
    facts = {**known, "FOLDER": str(tmp_path / "micro")}
    assert run("".join(f"{name} = {value!r}\n" for name, value in facts.items()) + SCRIPT) == here
    assert "'choice" in here or "choice " in here
    assert ("1 draw K" in here) == told
