"""One suite over every registered game: whatever a new game is, this holds for it."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType

import pytest

from shared_rules import board, games, packs, reasons, seat
from tapdeck import rules, transcript
from tapdeck.rules import LineError
from tapdeck.session import Session, Setup, core_bytes, core_state, summary, view

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
RESULT = {"game", "finished", "winner", "totals", "rounds", "state", "lines"}
every_game = pytest.mark.parametrize("name", rules.NAMES)


def core_of(name: str) -> ModuleType:
    return games.core(name)


def playthroughs(name: str) -> list[Path]:
    return sorted(PLAYTHROUGHS.glob(f"{name}_*.txt"))


def setup_of(name: str, **options: str) -> Setup:
    seats = rules.full(name).SEATS[0]
    return Setup(name, tuple(f"Player {seat}" for seat in range(1, seats + 1)), options)


def test_the_lists_agree() -> None:
    assert set(games.NAMES) == set(rules.NAMES)
    assert set(rules.NAMES) <= set(packs.games())


@pytest.mark.parametrize("ask", [games.core, rules.full])
def test_an_unknown_game_is_named(ask: object) -> None:
    with pytest.raises(ValueError, match="no game 'whist'; the games are: followers"):
        ask("whist")  # type: ignore[operator]


@every_game
def test_the_full_game_extends_its_core(name: str) -> None:
    core, full = core_of(name), rules.full(name)
    assert full.NAME == core.NAME == name
    assert full.SEATS == core.SEATS
    assert full.OPTIONS == core.OPTIONS
    assert set(core.VERBS) <= set(full.VERBS)
    assert isinstance(full.initial({}, 1), core.State)


@every_game
def test_a_core_offers_the_board_what_it_asks_for(name: str) -> None:
    """In every phase that a playthrough comes to, whatever lies at a seat: each verb of the seat
    table is something that can be judged, or nothing at all.
    """
    core = core_of(name)
    for hook in (*board.HOOKS, "APART", "APART_VERBS"):
        assert hasattr(core, hook), hook
    gestures = (seat.SHORT, seat.LONG, *packs.CONTROLS[:11])
    for path in playthroughs(name)[:3]:
        read = transcript.parse(path.read_text(encoding="utf-8"))
        session = Session(read.setup)
        for _, line in read.actions:
            session.do(line)
            state = core_state(session)
            shown = core.show(state)
            assert set(shown["seats"]) <= {"turn", "wait", "out", "idle"}
            assert all(len(row) == 8 for row in shown.get("rows") or (shown["digits"],))
            if not isinstance(shown["strip"], int):
                assert set("".join(shown["strip"])) <= {*board.COLOURS, "."}
            for cards in ((), (0,), (0, 20)):
                assert core.targets(state, 1, cards) is not None
                assert not any(core.hidden(state, 1, card) not in (True, False) for card in cards)
                meant = {seat.gesture(core.phase(state), bool(cards), each) for each in gestures}
                for verb in meant - {"", *seat.TABLE_ACTIONS}:
                    for action in core.choices(state, 1, verb, cards, 0):
                        reason = core.check(state, action)
                        assert reason is None or reason in reasons.order(name)
                        assert core.line(core.parse(core.line(action))) == core.line(action)
                        assert isinstance(core.says(action), str)
                        granted = core.assumed(state, action)
                        assert granted is None or core.line(granted)


@every_game
def test_the_rules_stand_in_the_order_of_the_reasons(name: str) -> None:
    core = core_of(name)
    full_rules = rules.full(name).RULES  # type: ignore[attr-defined]
    for found in (core.RULES, full_rules):
        ranks = [reasons.rank(name, reason) for reason, _ in found]
        assert ranks == sorted(ranks)
    assert set(core.RULES) <= set(full_rules)


@every_game
def test_every_value_of_every_option_can_be_chosen(name: str) -> None:
    for option, values in rules.full(name).OPTIONS:
        assert len(values) > 1
        for value in values:
            session = Session(setup_of(name, **{option: value}))
            assert session.setup.in_force()[option] == value
            assert len(core_bytes(session)) <= 256  # the whole state, options included
        with pytest.raises(ValueError, match="can be"):
            setup_of(name, **{option: "no such value"})
    with pytest.raises(ValueError, match="no option"):
        setup_of(name, no_such_option="on")


@every_game
def test_a_fresh_game(name: str) -> None:
    session = Session(setup_of(name))
    assert summary(session)["finished"] is False
    assert summary(session)["rounds"] == []
    assert session.do("undo").reason == "nothing_to_undo"
    assert session.do("new").reason == "deal_unfinished"
    for line in ("", "99 pass", "1 dance", "nonsense"):
        with pytest.raises(LineError):
            session.do(line)


@every_game
def test_a_game_has_golden_playthroughs(name: str) -> None:
    assert playthroughs(name), f"no golden playthrough of {name}"
    for path in playthroughs(name):
        assert path.with_suffix(".json").exists()


@every_game
def test_playthroughs_end_in_a_result_of_the_agreed_form(name: str) -> None:
    for path in playthroughs(name):
        result = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        assert set(result) >= RESULT
        assert result["game"] == name
        for line in result["lines"]:
            assert line["ok"] == (line["reason"] is None)
            assert line["reason"] is None or line["reason"] in reasons.order(name)


@every_game
def test_every_step_of_a_playthrough_can_be_shown_and_sent(name: str) -> None:
    """The view is plain data for every viewer, the board's state small and whole, and the same
    fold of the same lines gives the same.
    """
    path = playthroughs(name)[0]
    read = transcript.parse(path.read_text(encoding="utf-8"))
    session = Session(read.setup)
    seats = tuple(range(1, len(read.setup.names) + 1))
    for _, line in read.actions:
        session.do(line)
        for viewer in ("public", seats[:1], seats):
            shown = view(session, viewer)
            assert json.loads(json.dumps(shown)) == shown
        assert core_of(name).dump(core_state(session)) == core_bytes(session)
    again = transcript.replay(read).session
    assert core_bytes(again) == core_bytes(session)
    assert summary(again) == summary(session)


@every_game
def test_undoing_everything_leads_back_to_the_start(name: str) -> None:
    path = min(playthroughs(name), key=lambda each: each.stat().st_size)
    read = transcript.parse(path.read_text(encoding="utf-8"))
    session = transcript.replay(read).session
    while session.history:
        assert session.do("undo").ok
    start = Session(read.setup)
    assert core_bytes(session) == core_bytes(start)
    assert summary(session) == summary(start)
