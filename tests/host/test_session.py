"""A session: lines in, verdicts and views out; undo as a further event (F22, F23 in the view)."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules import followers as core
from tapdeck import session as sessions
from tapdeck import transcript
from tapdeck.rules import LineError
from tapdeck.session import Session, Setup, core_bytes, core_state, fold, summary, view
from tests.rules.followers_table import choose, deal
from tests.rules.full_table import DEALS, GIFTS, HANDS

NAMES = ("Ann", "Bo", "Cy", "Di")
EVERYBODY = (1, 2, 3, 4)


def game(*lines: str, first: int = 1, **options: str) -> Session:
    """A session in which these lines were entered, whatever became of them."""
    return fold(Setup("followers", NAMES, options, first), lines)


def refused(session: Session, line: str) -> str:
    """The English sentence of a refusal."""
    verdict = session.do(line)
    assert not verdict.ok
    assert verdict.reading is None
    return str(view(session)["last"]["text"]["en"])


# --- Setting up ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"game": "whist"}, "no game 'whist'"),
        ({"names": ("Ann", "Bo", "Cy")}, "by 4, not by 3"),
        ({"names": ("Ann", "Bo", "Cy", " ")}, "is no name"),
        ({"names": ("Ann", "Bo", "Cy", "D\ni")}, "is no name"),
        ({"options": {"lone_joker": "low"}}, "lone_joker cannot be 'low'"),
        ({"options": {"jokers": "high"}}, "no option 'jokers'"),
        ({"first": 5}, "no seat 5"),
    ],
)
def test_a_setup_that_cannot_be(wrong: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Setup(**{"game": "followers", "names": NAMES, **wrong})  # type: ignore[arg-type]


def test_the_view_names_every_option_in_force() -> None:
    options = {each["option"]: each for each in view(game(eighth="dog"))["options"]}
    assert {name: each["value"] for name, each in options.items()} == {
        "lone_joker": "high",
        "eighth": "dog",
        "lead_after_out": "clockwise",
        "call_order": "any",
    }
    assert options["lone_joker"]["default"] is True
    assert options["eighth"]["default"] is False
    assert "partner" in options["eighth"]["text"]["en"]


# --- Verdicts --------------------------------------------------------------------------------


def test_an_accepted_line() -> None:
    session = game("1 play NB")
    verdict = session.do("2 play  5H 5S")
    assert (verdict.ok, verdict.reason, verdict.reading) == (True, None, "pair 5")
    assert (verdict.line, verdict.seat) == ("2 play 5H 5S", 2)
    assert view(session)["last"]["text"]["en"] == "Bo plays pair of 5."


def test_a_refused_line_changes_nothing_and_is_kept() -> None:
    session = game("1 play NB", "2 play 5H 5S")
    before = core_bytes(session)
    assert session.do("3 play 5C 5D").reason == "too_low"
    assert core_bytes(session) == before
    assert [entry.line for entry in session.log][-1] == "3 play 5C 5D"
    assert len(session.history) == 2


def test_a_malformed_line_is_not_kept() -> None:
    session = game("1 play NB")
    for line in ("", "5 pass", "2 sing", "2 play 5h", "7 undo", "undo it", "x undo"):
        with pytest.raises(LineError):
            session.do(line)
    assert len(session.log) == 1


@pytest.mark.parametrize(
    ("lines", "line", "sentence"),
    [
        (
            ["1 play NB", "2 play TH TS"],
            "3 play 5C 5D",
            "pair of 5 does not beat pair of 10; "
            "enough would be pair of J or higher, or any higher type.",
        ),
        (
            ["1 play NB", "2 play AH"],
            "3 play 5C",
            "single 5 does not beat single A; "
            "enough would be single little joker or higher, or any higher type.",
        ),
        (
            ["1 play NB", "2 play AH AS"],
            "3 play 5C 5D",
            "pair of 5 does not beat pair of A; enough would be a higher type.",
        ),
        (
            ["1 play NB", "2 play LJ BJ"],
            "3 play 5C 5D 5H 5S",
            "four 5 does not beat both jokers; enough would be nothing at all.",
        ),
        (["1 play NB"], "3 pass", "It is not the turn of Cy, but of Bo."),
        ([], "1 play 5H", "Only the Necronomicon can open a deal, alone; 5♥ has to wait."),
        ([], "1 pass", "The Necronomicon must open the deal, alone."),
        (["1 play NB"], "2 play 5H TS", "5♥ 10♠ is no combination."),
        (["1 play NB"], "2 play W1", "Cthulhu: a wild card is never played alone."),
        (["1 play NB"], "2 play W1 W2", "Cthulhu Yog-Sothoth: only one wild card in a play."),
        (["1 play NB"], "2 play 5H 6H 5H", "5♥: named twice."),
        (["1 play NB"], "2 play NB", "Necronomicon: played already."),
        (["1 play NB"], "2 play E1", "Azathoth: not in this game's pack."),
        (["1 play NB"], "2 play SP1 5H K01", "SP1 K01: not in this game's pack."),
        (["1 play NB"], "2 yield", "Bo is not leading: play or pass."),
        (
            ["1 play NB", "2 pass", "3 pass", "4 pass"],
            "1 yield",
            "Ann can lead, so the lead cannot be yielded.",
        ),
        (["1 play NB", "2 pass", "3 pass", "4 pass"], "1 pass", "Ann leads and must play a card."),
        (
            ["1 play NB"],
            "2 play 5H 5S as triple",
            "5♥ 5♠ cannot be read as triple; it can be pair of 5.",
        ),
        (
            ["1 play NB"],
            "2 play 3H 3S 5H 5S W1 as full_house 4",
            "3♥ 3♠ 5♥ 5♠ Cthulhu cannot be read as full house of 4; "
            "it can be full house of 5 / full house of 3.",
        ),
        (DEALS, "1 play 5H", "Ann does not hold 5♥."),
        (DEALS, "2 play 3H 4S", "Bo does not hold 4♠."),
        (["1 great"], "1 great", "Ann has answered already."),
        (["1 small"], "2 great", "It is too late for that call."),
        ([], "new", "This deal is not finished yet."),
        ([], "undo", "There is nothing to take back."),
        (["1 great"], "2 undo", "Bo was not the last to act and cannot take that back."),
        ([], "1 give 2 5H", "That cannot be done now: calls of the Old Ones."),
        ([DEALS[0]], "1 great", "That cannot be done now: hands are being entered."),
    ],
)
def test_every_refusal_says_why(lines: list[str], line: str, sentence: str) -> None:
    """Field fault: silence after a refused play. A sentence, and what would have been enough."""
    assert refused(game(*lines), line) == sentence


def test_enough_knows_the_options() -> None:
    never = game("1 play NB", "2 play AH", lone_joker="never")
    assert "enough would be a higher type" in refused(never, "3 play 5C")
    for eighth in ("dog", "absent"):
        session = game("1 play NB", "2 pass", eighth=eighth)
        verdict = session.do("3 play X8")
        assert verdict.reason == ("too_low" if eighth == "dog" else "card_not_in_pack")
    assert "may only be led" in refused(game("1 play NB", eighth="dog"), "2 play X8")
    strict = game(call_order="strict", first=3)
    assert refused(strict, "1 nocall") == "Ann is not asked yet: Cy answers first."


# --- Taking back -----------------------------------------------------------------------------


def test_undo_is_a_further_event() -> None:
    session = game("1 play NB", "2 play 5H", "3 pass", "undo", "undo", "2 play 6H")
    assert [entry.voided for entry in session.log] == [False, True, True, False, False, False]
    assert [entry.verdict.ok for entry in session.log] == [True] * 6  # voided lines stay ok
    assert [entry.line for entry in session.history] == ["1 play NB", "2 play 6H"]
    assert core_bytes(session) == core_bytes(game("1 play NB", "2 play 6H"))


def test_undo_is_nothing_to_undo() -> None:
    session = game("1 play NB", "undo")
    verdict = session.do("undo")
    assert verdict.reason == "nothing_to_undo"
    assert not session.history


def test_a_refused_line_is_nothing_to_undo() -> None:
    session = game("1 play NB", "3 pass")
    assert session.do("undo").ok
    assert not session.history


def test_own_undo_takes_back_ones_own_last_action_only() -> None:
    session = game("1 play NB", "2 play 5H")
    assert session.do("1 undo").reason == "nothing_to_undo"
    assert session.do("2 undo").ok
    assert session.do("2 undo").reason == "nothing_to_undo"
    assert session.do("1 undo").ok
    assert session.do("1 undo").reason == "nothing_to_undo"


def test_own_undo_of_the_tables_action_is_nobodys() -> None:
    session = game("1 play NB", "effect tokens +1")
    assert all(session.do(f"{seat} undo").reason == "nothing_to_undo" for seat in EVERYBODY)
    assert session.do("undo").ok


def test_undo_gives_back_trick_turn_and_departed_player() -> None:
    """Field faults: after undo the wrong trick winner, a departed player back, the turn lost."""
    session, setup = a_deal(7, {})
    lines = [entry.line for entry in session.history]
    for place in range(len(lines) - 1, -1, -1):
        session.do("undo")
        assert core_bytes(session) == core_bytes(fold(setup, lines[:place]))
    assert view(session)["rounds"] == []


def test_undo_crosses_new_and_deal() -> None:
    session, _ = a_deal(8, {}, known=True)
    ended = core_bytes(session)
    session.do("new")
    session.do(DEALS[0])
    assert session.do("undo").ok
    assert session.do("undo").ok
    assert core_bytes(session) == ended
    assert session.state.hands_known
    assert len(session.state.rounds) == 1


# Corrections have a file of their own, test_corrections.py.


# --- Random matches --------------------------------------------------------------------------


def a_deal(
    seed: int, options: dict[str, str], known: bool = False, session: Session | None = None
) -> tuple[Session, Setup]:
    """A whole deal by players with real hands, appended to a session."""
    rng = random.Random(seed)
    setup = Setup("followers", NAMES, options, 1 + seed % 4)
    session = session or Session(setup)
    hands = deal(session.state, rng)
    if known:
        for seat, hand in enumerate(hands, 1):
            assert session.do(f"deal {seat} {core_codes(hand)}").ok
    while not session.state.ended:
        action = choose(session.state, hands, rng, ())
        verdict = session.do(core.line(action))
        assert verdict.ok, verdict
        hands[action.seat - 1] -= set(action.cards)
    return session, session.setup


def core_codes(hand: set[int]) -> str:
    return core.line(core.Action(0, "", tuple(sorted(hand)))).strip()


OPTION_SETS = st.fixed_dictionaries(
    {}, optional={name: st.sampled_from(values) for name, values in core.OPTIONS}
)


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10_000), options=OPTION_SETS, known=st.booleans())
def test_f14_f17_f18_f21_invariants_of_whole_matches(
    seed: int, options: dict[str, str], known: bool
) -> None:
    """Points sum to 100 or are void, every card is played once, totals are the rounds' sums, and
    undoing everything leads back to the start.
    """
    session = Session(Setup("followers", NAMES, options, 1 + seed % 4))
    start = core_bytes(session)
    for number in range(4):
        a_deal(seed + number, options, known, session)
        if session.do("new").reason == "match_over":
            break
    result = summary(session)
    rounds = result["rounds"]
    for each in rounds:
        assert sum(each["card_points"].values()) == (0 if each["double"] else 100)
    for team in ("1", "2"):
        assert result["totals"][team] == sum(each["points"][team] for each in rounds)
    tokens = [each["tokens"] for each in rounds]
    assert tokens == sorted(tokens)
    played: list[int] = []
    for entry in session.history:
        action = entry.verdict.action
        assert action is not None
        if action.verb == "new":
            played = []
        elif action.verb == "play":
            played += action.cards
            assert len(set(played)) == len(played)
    again = transcript.score(transcript.export(session))
    assert again["totals"] == result["totals"]
    assert again["rounds"] == rounds
    if not known:
        assert again["state"] == result["state"]
    json.dumps(view(session, EVERYBODY))
    while session.history:
        assert session.do("undo").ok
    assert session.do("undo").reason == "nothing_to_undo"
    assert core_bytes(session) == start
    assert summary(session) == summary(Session(session.setup))


# --- The view --------------------------------------------------------------------------------


def test_the_view_is_plain_data() -> None:
    session = game("1 great", "1 play NB", "2 play 5H 5S", "3 play TC TD")
    shown = view(session)
    assert json.loads(json.dumps(shown)) == shown
    assert [seat["name"] for seat in shown["seats"]] == list(NAMES)
    assert [play["cards"] for play in shown["trick"]] == [["NB"], ["5H", "5S"], ["TC", "TD"]]
    assert shown["top"]["seat"] == 3
    assert shown["top"]["reading"] == "pair T"
    assert shown["top"]["text"] == {"en": "pair of 10", "zh-Hans": "对10", "zh-Hant": "對10"}
    assert (shown["turn"], shown["phase"], shown["trick_points"]) == (4, "follow", 30)
    assert shown["calls"] == [{"seat": 1, "call": "great", "made": None}]
    assert shown["phase_text"]["zh-Hans"]
    assert shown["can_undo"] is True


def test_a_finished_trick_can_still_be_seen() -> None:
    session = game("1 play NB", "2 play 5H", "3 pass", "4 pass", "1 pass")
    shown = view(session)
    assert shown["trick"] == []
    assert shown["last_trick"][-1]["seat"] == 2
    assert shown["points"] == {"1": 0, "2": 5}


def strings(data: object) -> set[str]:
    """Every word that stands anywhere in plain data."""
    if isinstance(data, dict):
        return set().union(*[strings(each) for each in [*data.keys(), *data.values()]], set())
    if isinstance(data, list):
        return set().union(*[strings(each) for each in data], set())
    return set(data.split()) if isinstance(data, str) else set()


@pytest.mark.parametrize("viewer", ["public", (), (1,), (2, 4), EVERYBODY])
def test_f23_hands_are_for_those_who_hold_them(viewer: str | tuple[int, ...]) -> None:
    session = game(*DEALS)
    held = () if viewer == "public" else viewer
    shown = view(session, viewer)
    assert set(shown["hands"]) == {str(seat) for seat in held}
    for seat, hand in HANDS.items():
        seen = set(hand.split()) & strings(shown)
        assert bool(seen) == (seat in held), seat


@pytest.mark.parametrize("count", [1, 5, 12])
@pytest.mark.parametrize("viewer", ["public", (3,), (1,)])
def test_f2_gifts_are_never_public(viewer: str | tuple[int, ...], count: int) -> None:
    """A gift is for the giver, and from the twelfth on for the receiver too."""
    session = game(*DEALS, *GIFTS[:count])
    held = () if viewer == "public" else viewer
    shown = strings(view(session, viewer))
    for line in GIFTS[:count]:
        giver, _, receiver, card = line.split()
        allowed = int(giver) in held or (count == 12 and int(receiver) in held)
        assert (card in shown) == allowed, line


def test_f2_a_refused_gift_is_not_public_either() -> None:
    session = game(*DEALS, "1 give 2 2S", "1 give 2 KS")
    for viewer in ("public", (2,)):
        last = view(session, viewer)["last"]
        assert last["line"] == "1 give 2 …"
        assert not {"KS", "K♠"} & strings(last)
        assert last["reason"] == "wrong_receiver"
    session.do("1 give 3 2S")
    assert "2♠" not in view(session)["last"]["text"]["en"]
    assert view(session, (1,))["last"]["text"]["en"] == "Ann does not hold 2♠."
    session.do("1 give 2 KS")
    assert view(session, (1,))["last"]["line"] == "1 give 2 KS"


def test_a_secret_stays_one_after_undo() -> None:
    """Field fault: after undo a secret is shown."""
    session = game(*DEALS, GIFTS[0], "undo", "undo")
    assert not strings(view(session)) & set(" ".join(HANDS.values()).split())
    assert view(session)["hands"] == {}


def test_shown_lines_hide_what_others_hold() -> None:
    session = game(*DEALS, GIFTS[0])
    last = session.log[-1].verdict
    assert sessions.shown_line(session, last) == "1 give 2 …"
    assert sessions.shown_line(session, last, frozenset({1})) == "1 give 2 2S"
    first = session.log[0].verdict
    assert sessions.shown_line(session, first) == "deal 1 …"


def test_the_board_gets_the_cores_state_and_nothing_hidden() -> None:
    session = game(*DEALS, *GIFTS, "1 play NB")
    state = core_state(session)
    assert type(state) is core.State
    assert core.dump(state) == core_bytes(session)
    assert len(core_bytes(session)) <= 256
    bare = game("1 play NB")
    assert core_bytes(bare) == core_bytes(session)


def test_f21_the_result_is_said() -> None:
    session = game("effect team 1 +1200")
    assert view(session)["result_text"]["en"] == "Nobody has won yet."
    a_deal(3, {}, session=session)
    shown = view(session)
    assert shown["finished"] is True
    assert shown["winner"] == 1
    totals = shown["totals"]
    wanted = f"Team 1 wins the match, {totals['1']} to {totals['2']}."
    assert shown["result_text"]["en"] == wanted
