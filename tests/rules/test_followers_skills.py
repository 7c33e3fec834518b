"""Card skills by house rules (F19) and the extension cards (F20): each effect, each trigger."""

from __future__ import annotations

from pathlib import Path

import pytest

from shared_rules import followers as core
from shared_rules import packs
from tapdeck import house, transcript
from tapdeck.rules import LineError, followers
from tapdeck.session import Session, Setup, core_bytes, fold, summary, view
from tapdeck.texts import say
from tests.rules.full_table import DEALS, GIFTS

NAMES = ("Ann", "Bo", "Cy", "Di")
PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
JOURNALS = sorted((PLAYTHROUGHS / "journals").glob("followers_*.txt"))


def skill(card: str, *effects: str, trigger: str | None = None) -> dict[str, object]:
    """House rules with one skill, the extension in play."""
    rule: dict[str, object] = {"effects": list(effects)}
    if trigger:
        rule["trigger"] = trigger
    return {"extension": True, "cards": {card: rule}}


def game(rules: dict[str, object], *lines: str, **options: str) -> Session:
    """A session in which all these lines were accepted."""
    session = Session(Setup("followers", NAMES, options, 1, rules))
    for line in lines:
        verdict = session.do(line)
        assert verdict.ok, (line, verdict.reason)
    return session


def followed(session: Session) -> list[tuple[str, bool]]:
    """What followed by itself from the last line."""
    return [(each.line, each.ok) for each in session.log[-1].verdict.follows]


# --- Effects ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("effect", "line", "points"),
    [
        ("team own +20", "effect team 2 +20", [0, 20]),
        ("team other +20", "effect team 1 +20", [20, 0]),
        ("team own -5", "effect team 2 -5", [0, -5]),
        ("team 1 +7", "effect team 1 +7", [7, 0]),
        ("team 2 +7", "effect team 2 +7", [0, 7]),
    ],
)
def test_f19_points_to_a_team(effect: str, line: str, points: list[int]) -> None:
    session = game(skill("NB", effect), "2 play NB")
    assert followed(session) == [(line, True)]
    assert session.state.extra == points
    assert session.state.totals == [0, 0]  # they are in this deal's account


@pytest.mark.parametrize(("effects", "tokens"), [(["+3"], 3), (["-1"], 0), (["+2", "-5", "+1"], 1)])
def test_f19_tokens_never_below_none(effects: list[str], tokens: int) -> None:
    session = game(skill("NB", *[f"tokens {each}" for each in effects]), "2 play NB")
    assert session.state.tokens == tokens


@pytest.mark.parametrize(
    ("who", "seat"), [("own", 3), ("partner", 1), ("next", 4), ("2", 2), ("4", 4)]
)
def test_f19_the_lead_is_given_after_the_trick_went_to_its_top_play(who: str, seat: int) -> None:
    session = game(skill("X8", f"lead {who}"), "1 play NB", "2 pass", "3 play X8")
    assert followed(session) == [(f"effect lead {seat}", True)]
    assert session.state.turn == seat
    assert session.state.top_seat == 0
    assert view(session)["phase"] == "lead"
    tens = game(skill("X8", "lead 4"), "1 play NB", "2 play TH", "3 pass", "4 pass", "1 pass")
    tens.do("2 play X8")
    assert tens.state.taken == [0, 10, 0, 0]


@pytest.mark.parametrize(
    ("who", "seat"), [("own", 3), ("partner", 1), ("next", 4), ("1", 1), ("2", 2)]
)
def test_f19_the_trick_is_taken_with_its_points_and_the_lead(who: str, seat: int) -> None:
    rules = skill("E1", f"trick {who}")
    lines = ["3 great", "3 draw E1", "1 play NB", "2 play 5H", "3 play TH", "3 show E1"]
    session = game(rules, *lines)
    assert followed(session) == [(f"effect trick {seat}", True)]
    assert session.state.taken[seat - 1] == 15
    assert session.state.turn == seat


def test_f19_the_next_player_is_one_with_cards() -> None:
    session = game(skill("X8", "lead next"), "1 play NB", "2 pass", "3 pass", "4 pass")
    session.state.counts[1] = 0
    session.do("1 play X8")
    assert session.state.turn == 3


def test_f19_none_asks_nobody_and_ask_asks() -> None:
    assert view(game(skill("NB", "none"), "1 play NB"))["ask"] is None
    assert view(game(skill("NB"), "1 play NB"))["ask"] is None
    for rules in ({}, skill("NB", "ask"), skill("NB", "team own +5", "ask"), skill("X8", "none")):
        session = game(rules, "1 play NB")
        assert view(session)["ask"] == "NB"
        before = session.state.extra
        assert session.do("effect tokens +1").ok
        assert view(session)["ask"] is None
        assert session.state.extra == before


def test_f19_several_effects_follow_in_their_order() -> None:
    rules = skill("X8", "team own +10", "trick partner", "tokens +1")
    session = game(rules, "1 play NB", "2 play X8")
    assert [line for line, _ in followed(session)] == [
        "effect team 2 +10",
        "effect trick 4",
        "effect tokens +1",
    ]
    assert session.state.turn == 4


def test_f19_an_effect_that_is_not_possible_comes_to_nothing_and_says_why() -> None:
    """The lead for a player who is out; anything after the play that ended the deal."""
    session = game(skill("X8", "lead 2", "tokens +1"), "1 play NB", "2 pass", "3 pass", "4 pass")
    session.state.counts[1] = 0
    session.do("1 play X8")
    assert followed(session) == [("effect lead 2", False), ("effect tokens +1", True)]
    told = session.log[-1].verdict.follows[0].text
    assert say("en", told) == "The card skill comes to nothing. Bo has no cards left."
    ended = game(skill("X8", "team own +50"), "1 play NB", "2 pass", "3 pass", "4 pass")
    ended.state.counts[:] = [1, 1, 0, 0]
    ended.state.out = [3, 4]
    ended.do("1 play X8")
    assert ended.state.ended
    assert followed(ended) == [("effect team 1 +50", False)]
    assert "effect" not in transcript.export(ended)


def test_f19_the_dogs_lead_comes_before_its_skill() -> None:
    session = game(
        skill("X8", "lead own"),
        "1 play NB",
        "2 pass",
        "3 pass",
        "4 pass",
        "1 play X8",
        eighth="dog",
    )
    assert session.state.turn == 1


# --- Triggers ---------------------------------------------------------------------------------


def test_f19_a_skill_fires_at_its_trigger_only() -> None:
    lines = ["1 small", "1 draw E2"]
    drawn = game(skill("E2", "tokens +1", trigger="when drawn for a call"), *lines)
    assert followed(drawn) == [("effect tokens +1", True)]
    drawn.do("1 show E2")
    assert followed(drawn) == []
    shown = game(skill("E2", "tokens +1"), *lines)
    assert followed(shown) == []
    shown.do("1 show E2")
    assert followed(shown) == [("effect tokens +1", True)]
    other = game(skill("E3", "tokens +1"), *lines, "1 show E2")
    assert followed(other) == []


def test_f19_asking_at_a_secret_draw_is_for_its_holder() -> None:
    session = game(skill("E2", "ask", trigger="when drawn for a call"), "3 great", "3 draw E2")
    assert view(session)["ask"] is None
    assert view(session)["ask_seat"] == 3
    assert view(session, (3,))["ask"] == "E2"
    assert view(session, (1, 2, 4))["ask"] is None
    session.do("3 show E2")
    assert view(session)["ask"] == "E2"
    plain = game(skill("NB"), "3 great", "3 draw E2")
    assert view(plain, (3,))["ask"] is None  # by default they ask when they are shown
    plain.do("3 show E2")
    assert view(plain)["ask"] == "E2"


# --- The extension ----------------------------------------------------------------------------


def test_f20_a_caller_draws_one_and_only_its_holder_sees_which() -> None:
    session = game({"extension": True}, "1 great", "1 draw E1")
    for viewer in ("public", (2, 3, 4)):
        shown = view(session, viewer)
        assert shown["seats"][0]["extension"] == {"card": None, "shown": False}
        assert shown["last"]["line"] == "1 draw …"
        assert "Azathoth" not in str(shown)
        assert "E1" not in str(shown)
    assert view(session, (1,))["seats"][0]["extension"] == {"card": "E1", "shown": False}
    assert view(session, (1,))["last"]["line"] == "1 draw E1"
    assert view(session)["seats"][1]["extension"] is None
    session.do("undo")
    assert "E1" not in str(view(session))
    session.do("1 draw E1")
    session.do("1 show E1")
    assert view(session)["seats"][0]["extension"] == {"card": "E1", "shown": True}
    assert say("en", session.log[-1].verdict.text) == "Ann shows Azathoth."


@pytest.mark.parametrize(
    ("lines", "line", "reason", "sentence"),
    [
        ([], "1 draw E1", "wrong_phase", "after a call of its own"),
        (["1 nocall"], "1 draw E1", "wrong_phase", "after a call"),
        (["1 great", "1 draw E1"], "1 draw E2", "wrong_phase", "draws one extension card"),
        (["1 great", "2 great", "1 draw E1"], "2 draw E1", "duplicate_card", "drawn it already"),
        (["1 great"], "1 draw 5H", "card_not_in_pack", "not in this game's pack"),
        (["1 great"], "1 draw SP1", "card_not_in_pack", "SP1"),
        (["1 great"], "1 show E1", "not_in_hand", "has not drawn Azathoth"),
        (["1 great", "1 draw E1"], "1 show E2", "not_in_hand", "has not drawn Nodens"),
        (["1 great", "1 draw E1"], "2 show E1", "not_in_hand", "Bo has not drawn"),
        (["1 great", "1 draw E1", "1 show E1"], "1 show E1", "card_already_played", "shown"),
        (["1 great", DEALS[0]], "1 draw E1", "wrong_phase", "hands are being entered"),
    ],
)
def test_f20_what_cannot_be_drawn_or_shown(
    lines: list[str], line: str, reason: str, sentence: str
) -> None:
    session = game({"extension": True}, *lines)
    before = core_bytes(session)
    verdict = session.do(line)
    assert verdict.reason == reason
    assert sentence in say("en", verdict.text)
    assert core_bytes(session) == before
    off = fold(Setup("followers", NAMES), lines)
    assert off.do(line).reason in ("card_not_in_pack", "wrong_phase")


def test_f20_without_the_extension_there_is_nothing_to_draw() -> None:
    session = game({}, "1 great")
    assert session.do("1 draw E1").reason == "card_not_in_pack"
    assert session.do("1 tap E1").reason == "card_not_in_pack"


def test_f20_the_first_tap_draws_and_the_second_shows() -> None:
    session = game({"extension": True}, "4 small", "4 tap E3")
    assert session.log[-1].verdict.line == "4 draw E3"
    session.do("4 tap E3")
    assert session.log[-1].verdict.line == "4 show E3"
    assert session.do("4 tap E3").reason == "wrong_phase"  # there is no second draw
    session.do("undo")
    assert view(session)["seats"][3]["extension"] == {"card": None, "shown": False}


def test_f20_extension_cards_go_back_after_the_deal_and_are_never_played() -> None:
    session = game({"extension": True}, "1 great", "1 draw E1", "1 play NB")
    assert session.do("2 play E1").reason == "card_not_in_pack"
    session.state.counts[:] = [1, 1, 0, 0]
    session.state.out = [3, 4]
    session.state.turn = 2
    session.state.passes = 0
    assert session.do("2 play 5H").ok
    assert session.do("1 show E1").reason == "deal_over"
    assert session.do("new").ok
    assert session.do("2 great").ok
    assert session.do("2 draw E1").ok


@pytest.mark.parametrize("line", ["1 draw", "1 draw E1 E2", "1 show Q", "draw E1", "1 tap"])
def test_f20_lines_that_are_none(line: str) -> None:
    with pytest.raises(LineError):
        game({"extension": True}, "1 great").do(line)


# --- Undo, files, records ---------------------------------------------------------------------


def test_undo_takes_back_a_play_with_what_followed_from_it() -> None:
    rules = skill("X8", "team own +10", "trick partner", "tokens +3")
    session = game(rules, "1 play NB")
    before = core_bytes(session)
    session.do("2 play X8")
    session.do("undo")
    assert core_bytes(session) == before


def test_an_export_has_effects_and_reads_the_same_without_the_house_rules() -> None:
    rules = {
        "extension": True,
        "cards": {
            "NB": {"effects": ["team own +20", "ask"]},
            "E1": {"effects": ["tokens +2"]},
            "X8": {"effects": ["lead partner"]},
        },
    }
    lines = ["1 great", "1 draw E1", "1 play NB", "2 pass", "3 play X8", "1 play 5H", "1 show E1"]
    session = game(rules, *lines)
    text = transcript.export(session)
    assert text.partition("\n\n")[2] == (
        "1 great\n# 1 draw …\n1 play NB\neffect team 1 +20\n2 pass\n3 play X8\neffect lead 1\n"
        "1 play 5H\n# 1 show E1\neffect tokens +2\n"
    )
    assert "extension" not in text
    again = transcript.replay(transcript.parse(text)).session
    assert again.setup.house == {}
    assert summary(again) == summary(session)
    assert core_bytes(again) == core_bytes(session)


@pytest.mark.parametrize("verb", ["1 draw E1", "1 show E1", "1 tap E1", "correct 1 2 pass"])
def test_a_transcript_has_no_verbs_of_the_tables_own(verb: str) -> None:
    with pytest.raises(transcript.TranscriptError, match="no verb"):
        transcript.score(f"game: followers\n1 great\n{verb}\n")
    with pytest.raises(transcript.TranscriptError, match="no option 'extension'"):
        transcript.score("game: followers\noption.extension: on\n")


def test_the_core_takes_every_state_that_effects_lead_to() -> None:
    rules = skill("NB", "tokens +40", "lead 3")
    session = game(rules, *DEALS, *GIFTS, "1 play NB")
    state = core.load(core_bytes(session))
    assert (state.tokens, state.turn) == (40, 3)


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_f19_f20_golden_journals_lead_to_their_transcripts(path: Path) -> None:
    """A journal played with the house rules beside it exports as the golden transcript has it."""
    rules = house.load(path.with_suffix(".toml"), named=True)["followers"]
    text = path.read_text(encoding="utf-8")
    head, _, lines = text.partition("\n\n")
    read = transcript.parse(head)
    session = Session(Setup("followers", read.setup.names, {}, read.setup.first, rules.rules))
    for line in lines.splitlines():
        action, _, comment = line.partition("#")
        if action.strip():
            verdict = session.do(action.strip())
            assert verdict.ok
            then = ", ".join(
                each.line.removeprefix("effect ") + ("" if each.ok else " comes to nothing")
                for each in verdict.follows
            )
            assert comment.strip() == (f"then: {then}" if then else "")
    golden = (PLAYTHROUGHS / path.name).read_text(encoding="utf-8")
    assert golden.partition("\n")[2] == transcript.export(session)
    assert golden.partition("\n")[0] == text.partition("\n")[0]
    assert transcript.score(golden)["rounds"] == summary(session)["rounds"]


def test_f19_every_effect_and_trigger_has_a_golden_journal() -> None:
    effects, triggers = set(), set()
    for path in JOURNALS:
        rules = house.load(path.with_suffix(".toml"))["followers"].rules
        for code, each in rules["cards"].items():
            effects |= {text.split()[0] for text in each["effects"]}
            triggers.add(each.get("trigger", followers.followers_skills.TRIGGERS[code][0]))
    assert effects == {*followers.followers_lines.EFFECTS, "ask"}
    assert triggers == {"when played", "when drawn for a call", "when shown"}


# --- House rules as data ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "path", "sentence"),
    [
        ({"extensions": True}, ("extensions",), "no house rule; there are: extension, cards"),
        ({"extension": "on"}, ("extension",), "cannot be 'on'; it can be: true, false"),
        ({"cards": []}, ("cards",), "a table for each card: NB, X8, E1, E2, E3, E4"),
        ({"cards": {"W1": {}}}, ("cards", "W1"), "no card with a skill; there are: NB, X8"),
        ({"cards": {"NB": "ask"}}, ("cards", "NB"), "a table with: trigger, effects"),
        ({"cards": {"NB": {"effect": []}}}, ("cards", "NB", "effect"), "it has: trigger, effects"),
        (
            {"cards": {"NB": {"trigger": "when shown"}}},
            ("cards", "NB", "trigger"),
            "cannot be 'when shown'; it can be: \"when played\"",
        ),
        (
            {"cards": {"E1": {"trigger": "when played"}}},
            ("cards", "E1", "trigger"),
            'it can be: "when shown", "when drawn for a call"',
        ),
        ({"cards": {"NB": {"effects": "ask"}}}, ("cards", "NB", "effects"), "is a list"),
        *[
            ({"cards": {"NB": {"effects": ["ask", wrong]}}}, ("cards", "NB", "effects", 1), why)
            for wrong, why in [
                ("win", "begins with one of: team, tokens, lead, trick, none, ask"),
                ("", "begins with one of"),
                (7, "an effect is a text"),
                ("team own", "wrong number of words"),
                ("team 3 +5", "the teams are 1 and 2; instead of the number there may stand: own"),
                ("team partner +5", "no team 'partner'"),
                ("team own five", "no number from -9999 to +9999"),
                ("tokens +10000", "no number from -9999"),
                ("lead 5", "the seats are 1 to 4; instead"),
                ("lead other", "may stand: own, partner, next"),
                ("trick", "wrong number of words"),
                ("none at all", "wrong number of words"),
            ]
        ],
    ],
)
def test_f19_a_mistake_says_where_it_is_and_what_is_allowed(
    rules: dict[str, object], path: tuple[str | int, ...], sentence: str
) -> None:
    wrong = followers.mistake(rules)
    assert wrong is not None
    assert wrong.path == path
    assert sentence in say("en", wrong.text)
    with pytest.raises(ValueError, match=r".+"):
        Setup("followers", NAMES, {}, 1, rules)


def test_the_view_names_the_house_rules_in_force() -> None:
    """Field fault: no one knows which rule is in force."""
    shown = view(game(skill("E1", "team own +20", "lead partner", "tokens -1")))["house"]
    assert shown["extension"] is True
    [card] = shown["cards"]
    assert (card["card"], card["trigger"]) == ("E1", "when shown")
    assert [text["en"] for text in card["effects_text"]] == [
        "+20 points for the team of its player",
        "the partner leads",
        "-1 bomb token",
    ]
    assert view(game({}))["house"]["cards"] == []
    assert packs.name("followers", core.APART[0]) == "E1"
