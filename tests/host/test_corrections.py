"""Corrections: an old line is replaced, all that followed is judged afresh, nothing is dropped."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules import followers as core
from tapdeck import transcript
from tapdeck.actors import THIS_MACHINE
from tapdeck.device import BoardEvent
from tapdeck.rules import LineError
from tapdeck.session import Session, Setup, core_bytes, fold, summary, view
from tapdeck.store import Store
from tapdeck.table import Table
from tapdeck.texts import say
from tests.rules.followers_table import choose, deal
from tests.rules.full_table import DEALS, GIFTS

NAMES = ("Ann", "Bo", "Cy", "Di")
SETUP = Setup("followers", NAMES)


def reasons(session: Session) -> list[str | None]:
    return [entry.verdict.reason for entry in session.log]


def standing(session: Session) -> list[object]:
    return [entry.standing for entry in session.log]


def lost(session: Session) -> list[int]:
    return [each["seq"] for each in view(session)["became_illegal"]]


def test_a_misread_card_is_corrected_and_what_followed_is_kept() -> None:
    """Field fault: an old deal cannot be corrected."""
    session = fold(SETUP, ["1 play NB", "2 play 5H", "3 play 8C", "4 pass", "1 pass", "2 pass"])
    assert session.state.taken == [0, 0, 5, 0]
    verdict = session.do("correct 2 2 play 7H")
    assert verdict.ok
    assert say("en", verdict.text) == "Line 2 is corrected; all that came later still fits."
    assert session.state.taken == [0, 0, 0, 0]
    assert [entry.verdict.line for entry in session.history][1] == "2 play 7H"
    assert session.log[1].line == "2 play 5H"  # the journal is never changed
    assert session.log[1].corrected
    assert "2 play 7H\n" in transcript.export(session)
    assert lost(session) == []


def test_what_became_illegal_is_listed_with_its_reason() -> None:
    session = fold(SETUP, ["1 play NB", "2 play 5H", "3 play 8C", "4 play 9C"])
    session.do("correct 3 3 play AC")
    [each] = view(session)["became_illegal"]
    assert (each["seq"], each["line"], each["reason"]) == (4, "4 play 9C", "too_low")
    assert "single 9 does not beat single A" in each["text"]["en"]
    assert session.state.turn == 4
    assert [entry.line for entry in session.log][3] == "4 play 9C"  # not dropped


def test_a_chain_that_no_longer_fits_is_listed_and_mended_by_another_correction() -> None:
    session = fold(SETUP, ["1 play NB", "2 play 5H", "3 play 8C", "4 play 9C", "1 play TC"])
    session.do("correct 3 3 play KC")
    assert lost(session) == [4, 5]
    assert reasons(session)[3:5] == ["too_low", "not_your_turn"]
    assert session.do("correct 4 4 pass").ok
    assert lost(session) == [5]
    assert reasons(session)[4] == "too_low"
    assert session.do("correct 5").ok  # struck
    assert lost(session) == []
    assert session.state.turn == 1
    assert [entry.line for entry in session.history][-1] == "4 play 9C"
    assert session.history[-1].verdict.line == "4 pass"


def test_undoing_corrections_restores_step_by_step() -> None:
    lines = ["1 play NB", "2 play 5H", "3 play 8C", "4 play 9C", "1 play TC"]
    session = fold(SETUP, lines)
    states = [(core_bytes(session), standing(session))]
    for line in ("correct 3 3 play KC", "correct 4 4 pass", "correct 5", "1 play AC"):
        assert session.do(line).ok
        states.append((core_bytes(session), standing(session)))
    for step in range(3, -1, -1):
        assert session.do("undo").ok
        state, stood = states[step]
        assert core_bytes(session) == state
        assert standing(session)[: min(len(stood), 5)] == stood[:5]
    assert session.do("undo").ok
    assert [entry.line for entry in session.history] == lines[:-1]


def test_a_correction_is_nobodys_own_action() -> None:
    session = fold(SETUP, ["1 play NB", "2 play 5H", "correct 2 2 play 6H"])
    assert session.do("2 undo").reason == "nothing_to_undo"
    assert session.do("undo").ok
    assert session.do("2 undo").ok


def test_what_was_taken_back_stays_so_whatever_is_corrected() -> None:
    """An undo keeps its meaning: the play that was taken back, not the one before."""
    session = fold(SETUP, ["1 play NB", "2 play 5H", "3 play 8C", "undo", "3 play 9C"])
    session.do("correct 2 2 play 8H")
    assert [entry.verdict.line for entry in session.history] == [
        "1 play NB",
        "2 play 8H",
        "3 play 9C",
    ]
    assert session.log[2].voided
    with pytest.raises(LineError, match="taken back already"):
        session.do("correct 3 3 play TC")


def test_a_refused_line_comes_to_life_after_a_misread() -> None:
    """Field fault: one misread makes every later play illegal."""
    session = fold(
        SETUP, ["1 play NB", "2 play AH", "3 play 8C", "4 play 9C", "1 play TC", "2 play JC"]
    )
    assert reasons(session)[2:] == ["too_low"] + ["not_your_turn"] * 3
    session.do("correct 2 2 play 7H")
    assert reasons(session)[2:6] == [None] * 4
    assert session.state.top_seat == 2


def test_a_refused_line_stays_out_if_its_seat_did_something_else() -> None:
    """The hand went back, and the seat passed: the cards are not on the table."""
    session = fold(SETUP, ["1 play NB", "2 play 5H", "3 play 4C", "3 pass", "4 play 6C"])
    session.do("correct 2 2 play 3H")
    assert reasons(session)[:5] == [None, None, "too_low", None, None]
    assert lost(session) == []


def test_a_pass_becomes_a_play_and_the_trick_goes_to_another() -> None:
    lines = ["1 play NB", "2 play 5H", "3 pass", "4 pass", "1 pass", "2 play 6H"]
    session = fold(SETUP, lines)
    session.do("correct 4 4 play TC")
    assert reasons(session)[:6] == [None] * 5 + ["too_low"]
    assert session.state.taken == [0, 0, 0, 0]
    session.do("correct 6 2 pass")
    assert lost(session) == []
    assert session.state.turn == 3
    session.do("3 pass")
    assert session.state.taken == [0, 0, 0, 15]
    assert session.state.turn == 4


def test_a_departed_player_comes_back_and_goes_again() -> None:
    """Field faults: a departed player back, the turn lost, points to the wrong team."""
    session, _ = whole_deal(3, {})
    before, result = core_bytes(session), summary(session)
    seat = session.state.out[0]
    plays = [
        place
        for place, entry in enumerate(session.log, 1)
        if entry.counts and entry.verdict.seat == seat and entry.verdict.reading
    ]
    last = session.log[plays[-1] - 1].verdict
    leads = last.reason is None and session.do(f"correct {plays[-1]} {seat} pass").ok
    if not leads:  # a leader may not pass: strike the play instead
        assert session.do(f"correct {plays[-1]}").ok
    assert seat not in session.state.out
    assert session.state.counts[seat - 1] > 0
    assert session.do("undo").ok
    assert core_bytes(session) == before
    assert summary(session) == result


def test_an_earlier_deal_is_corrected_and_the_totals_follow() -> None:
    session = fold(SETUP, ["1 nocall", "2 nocall"])
    whole_deal(5, {}, session)
    assert session.do("new").ok
    whole_deal(6, {}, session)
    first, second = (dict(each) for each in session.state.rounds)
    made = first["out"][0] == 1
    assert session.do("correct 1 1 great").ok  # a call that had been taken for none
    assert lost(session) == []
    rounds = session.state.rounds
    assert rounds[0]["points"]["1"] == first["points"]["1"] + (200 if made else -200)
    assert rounds[1] == second
    assert session.state.totals == [
        sum(each["points"][team] for each in rounds) for team in ("1", "2")
    ]


def test_a_correction_that_would_be_refused_is_refused_and_changes_nothing() -> None:
    session = fold(SETUP, ["1 play NB", "2 play 5H", "3 play 8C"])
    before = core_bytes(session), standing(session)
    verdict = session.do("correct 3 3 play 4C")
    assert (verdict.ok, verdict.reason) == (False, "too_low")
    assert (core_bytes(session), standing(session)[:3]) == before
    assert session.do("undo").ok
    assert [entry.line for entry in session.history] == ["1 play NB", "2 play 5H"]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("correct", "no line '' to correct; there are 4"),
        ("correct 0 1 pass", "no line '0'"),
        ("correct 5 1 pass", "no line '5'"),
        ("correct two 1 pass", "no line 'two'"),
        ("correct -1 1 pass", "no line '-1'"),
        ("correct 3 1 pass", "line 3 was taken back already"),
        ("correct 4 1 pass", "line 4 is no action"),
        ("correct 2 2 dance", "no verb 'dance'"),
        ("correct 2 undo", "'undo' is no seat"),
        ("correct 2 correct 1", "'correct' is no seat"),
    ],
)
def test_corrections_that_are_none(line: str, sentence: str) -> None:
    session = fold(SETUP, ["1 play NB", "2 play 5H", "3 play 6H", "undo"])
    before = core_bytes(session), standing(session)
    with pytest.raises(LineError, match=sentence):
        session.do(line)
    assert (core_bytes(session), standing(session)) == before


def test_a_correction_of_hidden_things_stays_hidden() -> None:
    session = fold(SETUP, [*DEALS, *GIFTS])
    place = len(DEALS) + 1
    assert session.do(f"correct {place} 1 give 2 5S").ok
    for viewer in ("public", (2, 3, 4)):
        assert view(session, viewer)["last"]["line"] == f"correct {place} 1 give 2 …"
        assert "5S" not in str(view(session, viewer)["last"])
    assert view(session, (1,))["last"]["line"] == f"correct {place} 1 give 2 5S"
    assert session.do(f"correct {place} 1 give 2 5H").reason == "not_in_hand"
    assert "5♥" not in str(view(session)["last"])
    assert "sees why" in view(session)["last"]["text"]["en"]
    assert "5♥" in view(session, (1,))["last"]["text"]["en"]
    session.do("correct 1 deal 1 " + DEALS[0].split(maxsplit=2)[2])
    assert view(session)["last"]["line"] == "correct 1 deal 1 …"


def test_a_gift_that_became_impossible_is_listed_without_its_card() -> None:
    session = fold(SETUP, [*DEALS, *GIFTS])
    assert session.do("correct 5 1 give 3 2S").ok
    [each] = view(session)["became_illegal"]
    assert (each["seq"], each["line"]) == (6, "1 give 3 …")
    assert "3♠" not in str(each)


def test_two_cards_that_were_dealt_to_the_wrong_hands_are_swapped_by_two_corrections() -> None:
    session = fold(SETUP, [*DEALS, "1 play NB", "2 pass", "3 play 5C"])
    assert session.do("correct 1 " + DEALS[0].replace("KS", "KH")).ok
    assert lost(session) == [2, 5, 6, 7]  # KH is dealt twice now
    assert session.do("correct 2 " + DEALS[1].replace("KH", "KS")).ok
    assert lost(session) == []
    assert session.do("4 play 6D").ok
    assert session.do("1 play KH").ok


def test_corrections_and_card_skills() -> None:
    house = {"extension": True, "cards": {"X8": {"effects": ["team own +10", "lead partner"]}}}
    setup = Setup("followers", NAMES, {}, 1, house)
    session = fold(setup, ["1 play NB", "2 play 5H", "3 pass", "4 pass", "1 pass", "2 play 3H"])
    assert session.do("correct 2 2 play X8").ok
    assert session.state.extra == [0, 10]
    # Seat 4 leads now, so nothing that came after fits.
    assert lost(session) == [3, 4, 5, 6]
    session.do("undo")
    assert session.state.extra == [0, 0]
    assert lost(session) == []


# --- At the table -----------------------------------------------------------------------------


class Board:
    """Keeps the states that are sent down."""

    def __init__(self) -> None:
        self.states: list[Any] = []

    def push_state(self, state: Any) -> None:
        self.states.append(state)

    def push_deck(self, deck: Any) -> None:
        pass

    def set_mode(self, mode: str) -> None:
        pass


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(f"sqlite:///{tmp_path / 'record.sqlite'}")
    yield store
    store.close()


def test_a_correction_is_an_entry_the_board_follows_and_a_restart_gives_the_same(
    store: Store,
) -> None:
    table = Table(store)
    table.start_game("followers", NAMES, by=THIS_MACHINE)
    board = Board()
    table.attach(board)
    for line in ("1 play NB", "2 play 5H", "3 play 6H", "4 play 7H"):
        assert table.act(line, THIS_MACHINE).ok
    version = table.view()["version"]
    assert table.correct(3, "3 play AH", THIS_MACHINE).ok
    state = core.load(board.states[-1].core)
    assert (state.turn, state.top_seat) == (4, 3)
    assert board.states[-1].version == version + 1
    again = Table(store)
    for key in ("became_illegal", "turn", "trick", "last", "version", "notices"):
        assert again.view()[key] == table.view()[key]
    assert [entry.line for entry in store.entries(again.game.id)] == [  # type: ignore[union-attr]
        "1 play NB",
        "2 play 5H",
        "3 play 6H",
        "4 play 7H",
        "correct 3 3 play AH",
    ]
    again.act("undo", THIS_MACHINE)
    assert again.view()["became_illegal"] == []
    assert again.view()["turn"] == 1


def test_entries_count_as_the_journal_does_and_an_unreadable_line_can_be_mended(
    store: Store,
) -> None:
    """Field fault: a garbled event in the middle of a deal."""
    table = Table(store)
    table.start_game("followers", NAMES, by=THIS_MACHINE)
    lines = ["1 play NB", "~~ garbled", "3 play 6H", "4 play 7H"]
    table.on_events([BoardEvent("b", 1, n, 0, 0, "ok", line) for n, line in enumerate(lines, 1)])
    assert [event["ok"] for event in table.events()] == [True, False, False, False]
    assert table.correct(2, "2 play 5H", THIS_MACHINE).ok
    assert [event["counts"] for event in table.events()][:4] == [True] * 4
    assert [event["now"] for event in table.events()][1] == "2 play 5H"
    assert table.view()["turn"] == 1
    assert Table(store).view()["turn"] == 1
    with pytest.raises(LineError):
        table.correct(9, "1 pass", THIS_MACHINE)
    assert len(table.events()) == 5


def test_a_correction_of_an_ended_deal_changes_its_stored_result(store: Store) -> None:
    table = Table(store)
    session, _ = whole_deal(5, {}, fold(SETUP, ["1 nocall"]))
    table.start_game("followers", NAMES, by=THIS_MACHINE)
    for entry in session.log:
        table.act(entry.said, THIS_MACHINE)
    game = table.game
    assert game is not None
    [before] = store.deals(game.id)
    made = 200 if before["out"][0] == 1 else -200
    assert table.correct(1, "1 great", THIS_MACHINE).ok
    [after] = store.deals(game.id)
    assert after["points"]["1"] - before["points"]["1"] == made
    table.act("undo", THIS_MACHINE)
    assert store.deals(game.id) == [before]


# --- Any match --------------------------------------------------------------------------------


def whole_deal(
    seed: int, options: dict[str, str], session: Session | None = None, known: bool = False
) -> tuple[Session, list[str]]:
    """A deal by players with real hands, with refused lines and undos between."""
    rng = random.Random(seed)
    session = session or Session(Setup("followers", NAMES, options))
    hands = deal(session.state, rng)
    if known:
        for seat, hand in enumerate(hands, 1):
            cards = core.line(core.Action(0, "", tuple(sorted(hand)))).strip()
            assert session.do(f"deal {seat} {cards}").ok
    while not session.state.ended:
        if rng.random() < 0.05:
            session.do(f"{rng.randint(1, 4)} play {rng.choice(['5H', 'KS KH', '3D', 'W1'])} ")
            if session.log[-1].verdict.ok:
                session.do("undo")
        action = choose(session.state, hands, rng, ())
        assert session.do(core.line(action)).ok
        if rng.random() < 0.03 and not session.state.ended:
            session.do("undo")
            assert session.do(core.line(action)).ok
        hands[action.seat - 1] -= set(action.cards)
    return session, [entry.line for entry in session.log]


OPTION_SETS = st.fixed_dictionaries(
    {}, optional={name: st.sampled_from(values) for name, values in core.OPTIONS}
)


def correctable(session: Session) -> list[int]:
    return [
        place
        for place, entry in enumerate(session.log, 1)
        if entry.verdict.action is not None and not entry.voided
    ]


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 10_000), options=OPTION_SETS, known=st.booleans(), where=st.floats(0, 0.999)
)
def test_replacing_a_line_by_itself_changes_nothing(
    seed: int, options: dict[str, str], known: bool, where: float
) -> None:
    session, _ = whole_deal(seed, options, known=known)
    places = correctable(session)
    place = places[int(where * len(places))]
    before = core_bytes(session), summary(session), reasons(session), transcript.export(session)
    session.do(f"correct {place} {session.log[place - 1].said}")
    after = core_bytes(session), summary(session), reasons(session)[:-1], transcript.export(session)
    assert after == before
    assert lost(session) == []


LINES = st.sampled_from(
    [f"{seat} {what}" for seat in (1, 2, 3, 4) for what in ("pass", "play 2C", "play AH", "great")]
    + ["effect tokens +1", "effect lead 2", "effect team 1 +50", ""]
)


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    options=OPTION_SETS,
    known=st.booleans(),
    corrections=st.lists(st.tuples(st.floats(0, 0.999), LINES), min_size=1, max_size=4),
)
def test_undoing_corrections_restores_everything(
    seed: int, options: dict[str, str], known: bool, corrections: list[tuple[float, str]]
) -> None:
    """And a fold of the journal gives the same, with the corrections and without them."""
    session, _ = whole_deal(seed, options, known=known)
    before, stood = (core_bytes(session), summary(session)), standing(session)
    made = 0
    for where, line in corrections:
        places = correctable(session)
        if not places:
            break
        place = places[int(where * len(places))]
        made += session.do(f"correct {place} {line}".strip()).ok
        # What is listed and what counts are all that was ever accepted and not taken back.
        for number, entry in enumerate(session.log, 1):
            assert entry.became_illegal == (number in lost(session))
        again = fold(session.setup, [entry.line for entry in session.log])
        assert core_bytes(again) == core_bytes(session)
        assert summary(again) == summary(session)
        assert standing(again) == standing(session) or reasons(again) == reasons(session)
        fresh = transcript.replay(transcript.parse(transcript.export(session)))
        if not known:
            assert all(verdict.ok for _, verdict in fresh.verdicts)
            assert summary(fresh.session) == summary(session)
    for _ in range(made):
        assert session.do("undo").ok
    assert (core_bytes(session), summary(session)) == before
    assert standing(session)[: len(stood)] == stood
