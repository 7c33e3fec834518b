"""The referee: cards and gestures to verdicts, on CPython and on MicroPython."""

from __future__ import annotations

from pathlib import Path

import pytest

from shared_rules import followers
from tests.firmware.referee_table import Table, uid_of
from tests.micropython import requires_micropython, run


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(str(tmp_path / "journal"))


def opened(table: Table) -> Table:
    table.do("1 tap NB")
    table.do("1 short")
    table.do("wait 2000")  # the green light goes out
    return table


def test_a_tapped_card_waits_and_a_press_plays_it(table: Table) -> None:
    assert table.do("1 tap NB") == ([], "pending wait wait wait")
    assert ("pending", 1, "NB", "") in table.told
    events, lights = table.do("1 short")
    assert events == [("1 play NB", "ok")]
    assert lights == "accepted turn wait wait"
    assert table.told[-1] == ("pending", 1, "-", "")
    assert table.do("wait 2000")[1] == "wait turn wait wait"


def test_a_card_left_lying_or_tapped_again_changes_nothing(table: Table) -> None:
    opened(table)
    table.do("2 tap 5H")
    table.do("2 tap 5H")
    assert table.do("2 short")[0] == [("2 play 5H", "ok")]


def test_a_refused_play_is_an_event_and_its_cards_can_be_put_back(table: Table) -> None:
    opened(table)
    table.do("2 tap 5H, 6H")
    events, lights = table.do("2 short")
    assert events == [("2 play 5H 6H", "not_a_combination")]
    assert lights == "wait refused wait wait"
    table.do("2 long")
    assert table.told[-1] == ("pending", 2, "-", "")
    assert table.do("2 short") == ([("2 pass", "ok")], "wait accepted turn wait")


def test_f20_an_extension_card_acts_when_it_is_tapped_and_the_host_judges(table: Table) -> None:
    opened(table)
    table.do("2 tap 5H")
    assert table.do("3 tap E2") == ([("3 tap E2", "ask")], "wait pending asking wait")
    assert table.do("2 short")[0] == [("2 play 5H", "ok")]
    table.referee.hear(3, 3, "ok", table.now)
    assert followers.parse("3 tap E2") is None  # nothing that a table could put on top by itself


def test_a_card_that_slid_over_a_neighbours_reader_is_where_it_came_to_rest(table: Table) -> None:
    opened(table)
    table.do("3 tap 9H")
    table.do("2 tap 9H")
    assert table.do("3 short")[0] == [("3 pass", "not_your_turn")]
    assert table.do("2 short")[0] == [("2 play 9H", "ok")]


def test_control_tags_call_pass_and_yield(table: Table) -> None:
    assert table.do("2 tap great")[0] == [("2 great", "ok")]
    assert table.do("3 tap nocall")[0] == [("3 nocall", "ok")]
    assert table.do("4 tap small")[0] == [("4 small", "ok")]
    assert table.do("1 tap great")[0] == [("1 great", "call_closed")]
    opened(table)
    assert table.do("2 tap pass")[0] == [("2 pass", "ok")]
    assert table.do("3 tap yield")[0] == [("3 yield", "cannot_yield")]


def test_a_press_without_cards_in_the_call_window_says_no_call(table: Table) -> None:
    assert table.do("3 short")[0] == [("3 nocall", "ok")]
    assert table.do("3 short")[0] == [("3 nocall", "already_called")]


def test_the_other_tag_steps_through_the_readings(table: Table) -> None:
    opened(table)
    table.do("2 tap 3H, 3S, 5C, 5D, W1")
    table.do("2 tap other")
    assert table.told[-1] == ("pending", 2, "3H,3S,5C,5D,W1", "full_house 3")
    assert table.do("2 short")[0] == [("2 play 3H 3S 5C 5D W1 as full_house 3", "ok")]
    assert (table.referee.state.top_type, table.referee.state.top_rank) == (6, 3)


def test_a_long_press_takes_back_ones_own_last_action(table: Table) -> None:
    opened(table)
    table.do("2 tap 5H")
    table.do("2 short")
    assert table.do("3 long")[0] == [("3 undo", "nothing_to_undo")]
    assert table.do("2 long")[0] == [("2 undo", "ok")]
    assert followers.turn(table.referee.state) == 2
    assert table.do("2 long")[0] == [("2 undo", "nothing_to_undo")]


def test_nobody_takes_back_what_was_followed(table: Table) -> None:
    opened(table)
    table.do("2 tap 5H")
    table.do("2 short")
    table.do("3 short")
    assert table.do("2 long")[0] == [("2 undo", "nothing_to_undo")]
    assert table.do("4 tap undo")[0] == [("undo", "ok")]
    assert followers.turn(table.referee.state) == 3


def test_linked_the_host_is_asked_about_what_the_board_does_not_know(table: Table) -> None:
    table.referee.linked = True
    events, lights = table.do("2 long")
    assert events == [("2 undo", "ask")]
    assert lights == "wait asking wait wait"
    table.referee.hear(2, 1, "nothing_to_undo", table.now)
    assert table.do("wait 0")[1] == "wait refused wait wait"


def test_the_hosts_verdict_lights_only_where_it_is_news(table: Table) -> None:
    opened(table)
    table.do("2 tap 5H")
    table.do("2 short")
    table.do("wait 2000")
    # Event 1 is old, event 2 was judged alike: no new light.
    table.referee.hear(1, 1, "not_in_hand", table.now)
    table.referee.hear(2, 2, "ok", table.now)
    assert table.do("wait 0")[1] == "wait wait turn wait"
    # As of the same event, so it was done on the page.
    table.referee.hear(3, 2, "too_low", table.now)
    assert table.do("wait 0")[1] == "wait wait refused wait"
    table.do("3 short")
    table.referee.hear(3, 3, "not_in_hand", table.now)
    assert table.do("wait 0")[1] == "wait wait refused turn"


def test_an_unknown_tag_is_told_and_plays_nothing(table: Table) -> None:
    table.referee.tag(2, b"\x04\xff\xff\xff\xff\xff\xff", table.now)
    assert table.told == [("notice", 2, "unknown_tag", "04FFFFFFFFFFFF")]
    assert table.events() == []


def test_a_full_journal_refuses_and_changes_nothing(tmp_path: Path) -> None:
    table = Table(str(tmp_path / "journal"), capacity=1)
    opened(table)
    table.do("2 tap 5H")
    events, lights = table.do("2 short")
    assert events == []
    assert lights == "wait refused wait wait"
    assert table.told[-1] == ("notice", 2, "journal_full", "2 play 5H")
    assert followers.turn(table.referee.state) == 2


def test_the_hosts_state_wins_and_later_events_go_on_top(table: Table) -> None:
    opened(table)
    boot = table.journal.boot
    # The host took 5 points' worth of tokens from somewhere, as of the opening lead.
    hosts = followers.load(followers.dump(table.referee.state))
    hosts.tokens = 4
    table.do("2 tap 5H")
    table.do("2 short")
    assert table.referee.adopt(hosts, boot, 1, 7)
    assert table.referee.state.tokens == 4
    assert table.referee.state.top_rank == 5
    assert table.referee.version == 7


def test_a_state_that_has_what_was_just_taken_back_is_not_taken(table: Table) -> None:
    opened(table)
    table.do("2 tap 5H")
    table.do("2 short")
    hosts = followers.load(followers.dump(table.referee.state))
    table.do("2 long")
    assert not table.referee.adopt(hosts, table.journal.boot, 2, 7)
    assert followers.turn(table.referee.state) == 2
    # As of before the play, both the play and its undo are on top, and cancel out.
    before = followers.initial({})
    followers.apply(before, followers.parse("1 play NB"))
    assert table.referee.adopt(before, table.journal.boot, 1, 8)
    assert followers.turn(table.referee.state) == 2


def test_undo_after_a_page_action_is_the_hosts_to_judge(table: Table) -> None:
    opened(table)
    table.referee.linked = True
    hosts = followers.load(followers.dump(table.referee.state))
    followers.apply(hosts, followers.parse("2 pass"))
    table.referee.adopt(hosts, table.journal.boot, 1, 3)
    assert table.do("1 long")[0] == [("1 undo", "ask")]


def test_one_shared_reader_speaks_for_the_seat_whose_turn_it_is(tmp_path: Path) -> None:
    table = Table(str(tmp_path / "journal"), readers=1)
    table.do("1 tap seat 3, NB")
    assert table.do("3 short")[0] == [("3 play NB", "ok")]
    table.do("1 tap 9H")
    assert table.do("4 short")[0] == [("4 play 9H", "ok")]


SCRIPT = """
from tests.firmware.referee_table import Table
table = Table(FOLDER)
for step in STEPS:
    print(step, table.do(step))
print(table.told)
"""
STEPS = [
    "3 short",
    "2 tap great",
    "1 tap NB",
    "1 short",
    "2 tap 3H, 3S, 5C, 5D, W1",
    "2 tap other",
    "2 short",
    "3 tap 9H",
    "3 short",
    "wait 3000",
    "3 long",
    "3 short",
    "3 long",
    "4 tap undo",
    "3 tap LJ, BJ",
    "3 short",
    "4 short",
    "1 short",
    "2 short",
    "3 tap 4H",
    "3 short",
]


@requires_micropython
def test_both_interpreters_referee_alike(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    exec(SCRIPT, {"FOLDER": str(tmp_path / "cpython"), "STEPS": STEPS})
    here = capsys.readouterr().out
    code = f"FOLDER = {str(tmp_path / 'micropython')!r}\nSTEPS = {STEPS!r}\n{SCRIPT}"
    assert run(code) == here
    assert "jokers" not in here
    assert "('3 play LJ BJ', 'ok')" in here


def test_uids_of_the_test_deck_differ() -> None:
    assert len({uid_of(code) for code in range(200)}) == 200
