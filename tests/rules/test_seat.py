"""What a press or a control tag means, by the phase of the game."""

import pytest

from shared_rules import packs
from shared_rules.seat import LONG, ROWS, SHORT, TABLE_ACTIONS, gesture
from tests.micropython import requires_micropython, run

PHASES = ("calls", "opening", "lead", "follow", "deal_over", "match_over")


@pytest.mark.parametrize("phase", PHASES)
def test_a_short_press_plays_the_pending_cards(phase: str) -> None:
    assert gesture(phase, True, SHORT) == "play"


@pytest.mark.parametrize(
    ("phase", "meaning"),
    [
        ("calls", "nocall"),
        ("opening", "pass"),
        ("lead", "pass"),
        ("follow", "pass"),
        ("deal_over", "new"),
        ("match_over", ""),
    ],
)
def test_a_short_press_without_cards_does_what_the_phase_says(phase: str, meaning: str) -> None:
    assert gesture(phase, False, SHORT) == meaning


@pytest.mark.parametrize("phase", PHASES)
def test_a_long_press_puts_cards_back_or_takes_back_ones_own_action(phase: str) -> None:
    assert gesture(phase, True, LONG) == "put_back"
    assert gesture(phase, False, LONG) == "undo"


@pytest.mark.parametrize("pending", [True, False])
@pytest.mark.parametrize("verb", ["pass", "yield", "great", "small", "nocall"])
def test_control_tags_act_at_once_while_a_deal_is_on(verb: str, pending: bool) -> None:
    for phase in ("calls", "opening", "lead", "follow"):
        assert gesture(phase, pending, verb) == verb
    assert gesture("deal_over", pending, verb) == ""


def test_the_undo_tag_takes_back_anyones_action() -> None:
    assert gesture("follow", True, "undo") == "undo_any"


def test_other_steps_through_the_readings_of_pending_cards() -> None:
    assert gesture("follow", True, "other") == "next_reading"
    assert gesture("follow", False, "other") == ""


@pytest.mark.parametrize("phase", ["draw", "meld"])
def test_where_cards_are_melded_a_press_lays_them_or_ends_the_turn(phase: str) -> None:
    assert gesture(phase, True, SHORT) == "meld"
    assert gesture(phase, False, SHORT) == "end"
    assert gesture(phase, True, "take") == "take"
    assert gesture(phase, False, "take") == "await_card"
    assert gesture(phase, False, "done") == "end"
    assert gesture("follow", False, "done") == ""


@pytest.mark.parametrize(
    ("phase", "with_cards", "without"),
    [
        ("start", "play", "pass"),
        ("free", "play", "pass"),
        ("blue", "play", "pass"),
        ("red", "play", "pass"),
        ("green", "choose", "pass"),
        ("procession", "run", "pass"),
        ("pandemonium", "give", "pass"),
        ("masters", "give", "pass"),
        ("counting", "hand", "new"),
        ("deal_over", "play", "new"),
        ("match_over", "play", ""),
    ],
)
def test_in_spooks_a_press_does_what_the_rule_in_force_asks(
    phase: str, with_cards: str, without: str
) -> None:
    """S4-S9, S12, S14. A pass that the rule does not have is refused, with a reason."""
    assert gesture(phase, True, SHORT) == with_cards
    assert gesture(phase, False, SHORT) == without


def test_seat_tags_name_a_seat() -> None:
    assert gesture("follow", False, "seat 3") == "seat 3"


def test_every_gesture_has_an_answer_in_every_phase() -> None:
    meanings = {what for _, _, _, what in ROWS} | {f"seat {seat}" for seat in range(1, 13)} | {""}
    for phase in (*PHASES, "some phase of another game"):
        for name in (SHORT, LONG, *packs.CONTROLS):
            for pending in (True, False):
                assert gesture(phase, pending, name) in meanings
    assert set(TABLE_ACTIONS) < meanings


@requires_micropython
def test_micropython_gives_the_same_meanings(capsys: pytest.CaptureFixture[str]) -> None:
    code = f"""
from shared_rules import packs, seat
for phase in {PHASES!r}:
    for name in ["short", "long"] + list(packs.CONTROLS):
        print(phase, name, seat.gesture(phase, True, name), seat.gesture(phase, False, name))
"""
    exec(compile(code, "same", "exec"), {})
    assert run(code) == capsys.readouterr().out
