"""The full rules of Cultivation: hands, destiny, what may be seen and said (C2, C7, C12, C14)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tapdeck import house, transcript
from tapdeck.rules import LineError, cultivation
from tapdeck.session import Session, Setup, core_bytes, core_state, fold, hint, summary, view
from tapdeck.texts import say
from tests.rules.cultivation_table import Game, game

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
NAMES = ("Ann", "Bo")
HAND_1 = "K01 K13 K25 K37 K04 K16 K28 K40"
HAND_2 = "K07 K19 K31 K43 K10 K22 K34 H1"
DEALS = (f"deal 1 {HAND_1}", f"deal 2 {HAND_2}")


def session(*lines: str, names: tuple[str, ...] = NAMES, **headers: str) -> Session:
    """A session in which all these lines were accepted."""
    found = Session(Setup("cultivation", names, headers=headers))
    for line in lines:
        verdict = found.do(line)
        assert verdict.ok, (line, verdict.reason)
    return found


# --- Hands --------------------------------------------------------------------------------------


def test_c2_hands_are_all_entered_or_none() -> None:
    table = game(DEALS[0])
    assert table.reason("1 draw") == "wrong_phase"
    assert table.reason("effect none") == "wrong_phase"
    assert table.reason(DEALS[0]) == "wrong_phase"
    assert table.reason("deal 2 K01 K02 K03 K05 K06 K08 K09 K11") == "duplicate_card"
    assert table.reason("deal 2 K02 K02 K03 K05 K06 K08 K09 K11") == "duplicate_card"
    assert table.reason("deal 2 5H K02 K03 K05 K06 K08 K09 K11") == "card_not_in_pack"
    assert table.reason("2 draw") == "not_your_turn"
    assert table.reason("new") == "deal_unfinished"
    table.do(DEALS[1])
    assert table.hand(1) == set(HAND_1.split())
    assert table.reason("deal 1 " + HAND_1) == "wrong_phase"


def test_c2_hands_come_before_everything_else() -> None:
    for first in (["1 draw"], ["1 draw", "1 end"]):
        assert game(*first).reason(DEALS[0]) == "wrong_phase"
    sixteen = "\n".join(
        f"C{place} {element} elixir" for place, element in enumerate(["metal", "wood"] * 8)
    )
    assert game("1 end", deck=sixteen).reason("deal 1 C0 C1 C2 C3 C4 C5 C6 C7") == "wrong_phase"
    assert game("effect none").reason(DEALS[0]) is None


def test_c2_a_known_hand_gives_what_it_holds() -> None:
    table = game(*DEALS, "1 draw K49")
    assert table.reason("1 meld K01 K13 K02") == "not_in_hand"
    assert table.reason("1 meld K07 K19 K31") == "not_in_hand"
    table.do("1 meld K01 K13 K25 K37")
    assert table.hand(1) == {"K04", "K16", "K28", "K40", "K49"}
    table.do("1 take K37", "1 end")
    assert table.hand(1) == {"K04", "K16", "K28", "K40", "K49", "K37"}
    assert table.reason("2 draw K37") == "duplicate_card"
    assert table.reason("2 draw K49") == "duplicate_card"
    assert table.reason("2 draw K01") == "card_already_played"
    assert table.reason("2 draw K02") is None


def test_c2_an_unnamed_draw_leaves_one_card_unknown() -> None:
    table = game(*DEALS, "1 draw")
    assert not table.state.hand_known(1)
    assert table.reason("1 meld K01 K13 K02") is None
    assert table.reason("1 meld K01 K14 K02") == "not_in_hand"
    assert table.reason("1 meld K01 K13 H1") == "not_in_hand"  # it is in the other hand
    table.do("1 meld K01 K13 K02")
    assert table.state.hand_known(1)


def test_c2_a_named_draw_with_unknown_hands_is_remembered() -> None:
    table = game("1 draw K02", "1 end", "2 draw")
    assert table.reason("2 meld K02 K03 K14") == "not_in_hand"
    assert table.reason("2 meld K03 K14 K01") is None


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("deal 1 K01 K02", "8 cards, not 2"),
        ("deal 3 " + HAND_1, "the seats are 1 to 2"),
        ("deal", "deal SEAT CARD"),
        ("3 draw", "the seats are 1 to 2"),
        ("01 draw", "no seat 01"),
        ("1 draw K01 K02", r"SEAT draw \[CARD\]"),
        ("1 draw K99", "'K99' is no card"),
        ("1 meld", "needs cards"),
        ("1 meld as beast", "needs cards"),
        ("1 meld K01 K02 K03 as gold", "no kind 'gold'; the kinds are: elixir"),
        ("1 meld K01 K02 K03 as", "as KIND"),
        ("1 meld K01 K02 K03 as metal wood", "as KIND"),
        ("1 add 1", "SEAT add GROUP CARD"),
        ("1 add K01 K02", "'K01' is no number of a group"),
        ("1 take", "SEAT take CARD"),
        ("1 take K01 K02", "SEAT take CARD"),
        ("1 end now", "nothing can follow"),
        ("1 play K01", "no verb 'play'"),
        ("1", "A verb is missing"),
        ("", "empty"),
        ("new 2", "stands alone"),
        ("effect", "no effect ''; the effects are: team, none"),
        ("effect tokens 1", "no effect 'tokens'"),
        ("effect lead 1", "no effect 'lead'"),
        ("effect team 3 +1", "the seats are 1 to 2"),
        ("effect team 1", "wrong number of words"),
        ("effect team 1 one", "is no number"),
        ("effect none 1", "wrong number of words"),
        ("1 role sword", "none in the house rules"),
        ("nonsense", "no seat and no verb"),
    ],
)
def test_lines_that_are_no_actions_say_why(line: str, sentence: str) -> None:
    table = game("1 draw")
    with pytest.raises(LineError, match=sentence):
        cultivation.parse(line, table.state)


# --- Destiny ------------------------------------------------------------------------------------


ROLES = {
    "roles": {
        "sword": {"name": "Heir of the sword", "trigger": "when drawn", "effects": ["team own +2"]},
        "cauldron": {"effects": ["team next -1", "team 4 +9", "none"]},
        "mirror": {"text": "Ask the table."},
    }
}


def destiny(*lines: str, **options: str) -> Session:
    """A session with roles."""
    found = Session(Setup("cultivation", NAMES, {"destiny": "on", **options}, 1, ROLES))
    for line in lines:
        assert found.do(line).ok, line
    return found


def test_c14_effects_are_added_after_doubling() -> None:
    won = ["1 draw", "1 meld K01 K13 K25 K37 K49 K02 K14 K26 K38"]
    table = game("effect team 1 +5", "effect team 1 -2", "effect team 2 -4", *won)
    assert table.state.rounds[0]["points"] == {"1": 9, "2": -4}
    assert table.state.totals == [9, -4]
    assert table.reason("effect team 1 +1") == "deal_over"
    table.do("new")
    assert table.state.extra == [0, 0]


def test_c14_a_role_acts_by_itself_when_it_is_drawn_or_used() -> None:
    found = destiny("1 role sword", "2 role cauldron")
    assert [each.line for each in found.log[0].verdict.follows] == ["effect team 1 +2"]
    assert found.log[1].verdict.follows == ()
    assert found.state.extra == [2, 0]
    assert found.do("2 use cauldron").ok
    # Nobody sits on seat 4.
    assert [each.line for each in found.log[2].verdict.follows] == [
        "effect team 1 -1",
        "effect none",
    ]
    assert found.state.extra == [1, 0]


def test_c14_a_role_asks_until_something_is_entered() -> None:
    found = destiny("1 role mirror", "1 draw")
    assert view(found)["ask"] is None
    found.do("1 use mirror")
    shown = view(found)
    assert (shown["ask"], shown["ask_seat"]) == ("mirror", 1)
    assert shown["seats"][0]["role"]["effects"] == ["ask"]
    assert shown["seats"][0]["role_used"]
    found.do("effect team 2 +3")
    assert view(found)["ask"] is None
    assert found.state.extra == [0, 3]


def test_c14_one_role_each_and_only_in_destiny_mode() -> None:
    found = destiny("1 role sword")
    for line in ("1 role mirror", "2 role sword", "2 use sword", "1 use mirror", "2 use mirror"):
        assert found.do(line).reason == "wrong_phase"
    assert found.do("1 use sword").ok
    assert found.do("1 use sword").reason == "wrong_phase"
    assert destiny(destiny="off").do("1 role sword").reason == "wrong_phase"


def test_c14_the_house_rules_name_the_roles() -> None:
    shown = view(destiny())["house"]["roles"]
    assert [role["role"] for role in shown] == ["sword", "cauldron", "mirror"]
    assert shown[0]["name"]["zh-Hans"] == "Heir of the sword"
    assert shown[0]["effects_text"][0]["en"] == "+2 points for whoever has it"
    assert shown[1]["name"]["en"] == "cauldron"
    assert shown[2]["text"]["en"] == "Ask the table."
    assert view(session())["house"]["roles"] == []


@pytest.mark.parametrize(
    ("rules", "path", "sentence"),
    [
        ({"cards": {}}, ("cards",), "no house rule; there are: roles"),
        ({"roles": []}, ("roles",), "a table for each role"),
        ({"roles": {"a": "ask"}}, ("roles", "a"), "a table with: name, text, trigger, effects"),
        ({"roles": {"a  b": {}}}, ("roles", "a  b"), "cannot be the name of a role"),
        ({"roles": {"a": {"points": 1}}}, ("roles", "a", "points"), "a role has no 'points'"),
        ({"roles": {"a": {"name": 1}}}, ("roles", "a", "name"), "is a text, not 1"),
        ({"roles": {"a": {"trigger": "now"}}}, ("roles", "a", "trigger"), '"when used"'),
        ({"roles": {"a": {"effects": "ask"}}}, ("roles", "a", "effects"), "is a list"),
        *[
            ({"roles": {"a": {"effects": ["ask", wrong]}}}, ("roles", "a", "effects", 1), why)
            for wrong, why in [
                (7, "an effect is a text"),
                ("tokens +1", "team WHO ±N"),
                ("team all +1", "WHO of own, next, 1, 2, 3, 4"),
                ("team own", "it can be: ask, none"),
                ("team own many", "is no number"),
            ]
        ],
    ],
)
def test_c14_a_mistake_says_where_it_is_and_what_is_allowed(
    rules: dict[str, object], path: tuple[str | int, ...], sentence: str
) -> None:
    wrong = cultivation.mistake(rules)
    assert wrong is not None
    assert wrong.path == path
    assert sentence in say("en", wrong.text)
    with pytest.raises(ValueError, match=r".+"):
        Setup("cultivation", NAMES, {}, 1, rules)


def test_c14_the_transcript_has_what_came_of_the_roles() -> None:
    found = destiny("1 role sword")
    for line in ("1 draw", "2 role cauldron", "2 use cauldron", "1 end"):
        assert found.do(line).ok
    text = transcript.export(found)
    assert text.endswith(
        "\n\n# 1 role sword\neffect team 1 +2\n1 draw\n# 2 role cauldron\n# 2 use cauldron\n"
        "effect team 1 -1\neffect none\n1 end\n"
    )
    again = transcript.replay(transcript.parse(text)).session
    assert core_bytes(again) == core_bytes(found)
    with pytest.raises(transcript.TranscriptError, match="no verb 'role'"):
        transcript.score("game: cultivation\n1 role sword\n")


def test_c14_a_golden_journal_leads_to_its_transcript() -> None:
    """A journal played with the house rules beside it exports as the golden transcript has it."""
    path = PLAYTHROUGHS / "journals" / "cultivation_destiny_roles.txt"
    found = house.load(path.with_suffix(".toml"), named=True)["cultivation"]
    text = path.read_text(encoding="utf-8")
    head, _, lines = text.partition("\n\n")
    read = transcript.parse(head).setup
    assert read.options == found.options
    game = Session(Setup("cultivation", read.names, read.options, 1, found.rules, read.headers))
    for line in lines.splitlines():
        action, _, comment = line.partition("#")
        verdict = game.do(action.strip())
        assert verdict.ok, line
        then = ", ".join(each.line.removeprefix("effect ") for each in verdict.follows)
        assert comment.strip() == (f"then: {then}" if then else "")
    golden = (PLAYTHROUGHS / path.name).read_text(encoding="utf-8")
    assert golden.partition("\n")[2] == transcript.export(game)
    assert transcript.score(golden)["rounds"] == summary(game)["rounds"]


# --- What may be seen ---------------------------------------------------------------------------


def test_c7_everybody_sees_what_was_taken_back_and_nothing_else() -> None:
    found = session(*DEALS, "1 draw K49", "1 meld K01 K13 K25 K37", "1 take K37")
    public = view(found)
    assert public["hands"] == {"1": ["K37"]}
    assert public["hands_known"]
    assert set(view(found, (2,))["hands"]["2"]) == set(HAND_2.split())
    assert view(found, (2,))["hands"]["1"] == ["K37"]
    # The list of the deck has it, as it has every card.
    assert "K49" not in str(public | {"deck_cards": None})
    assert "K49" in view(found, (1,))["hands"]["1"]
    # Nor does the board learn of it.
    assert core_state(found).held == [1 << 36, 0]
    assert fold(found.setup, [entry.line for entry in found.log]).state.hidden[1]


def test_a_drawn_card_is_for_whoever_drew_it() -> None:
    found = session("1 draw K49")
    assert view(found)["last"]["line"] == "1 draw …"
    assert view(found, (1,))["last"]["line"] == "1 draw K49"
    found.do("1 end")
    found.do("2 draw K49")
    # Which card another seat holds is not told, not by the code either (C2).
    assert found.log[-1].verdict.reason == "duplicate_card"
    assert view(found)["last"]["reason"] == "hidden_elsewhere"
    assert "K49" not in str(view(found) | {"deck_cards": None})


def test_an_unfinished_game_is_told_without_its_secrets() -> None:
    found = session(*DEALS, "1 draw K49", "1 meld K01 K13 K25 K37", "1 take K37", "1 end")
    text = transcript.export(found)
    assert text.endswith("\n\n1 draw\n1 meld K01 K13 K25 K37\n1 take K37\n1 end\n")
    again = transcript.replay(transcript.parse(text)).session
    assert summary(again) == summary(found)
    done = session("1 draw K49", "1 meld K49 K13 K25 K37 K01 K02 K14 K26 K38", deals="1")
    assert "\n1 draw K49\n" in transcript.export(done)


def test_c12_the_view_explains_the_points_group_by_group() -> None:
    found = session("1 draw", "1 meld K01 K13 K25 K37", "1 meld K04 K05 K06", "1 draw")
    [elixirs, root] = view(found)["seats"][0]["groups"]
    assert elixirs["points_text"]["en"] == "elixir, 4 cards: 2"
    assert root["points_text"]["zh-Hans"] == "法宝，3 张，单灵根：2 分"
    assert (root["number"], root["root"], root["special"]) == (2, True, None)
    assert view(found)["seats"][0]["points"] == 4
    assert view(found)["cards"]["K06"]["kinds"] == ["metal", "artifact", "formation"]
    found.do("1 end")
    found.do("2 draw")
    found.do("2 meld K16 K28 T1")
    assert view(found)["seats"][1]["groups"][0]["special"] == "treasure"


def test_a_hint_is_what_a_player_would_do_with_a_known_hand() -> None:
    found = session(*DEALS)
    assert hint(found, 2) is None
    first = hint(found, 1)
    assert first is not None
    assert first["line"] == "1 draw"
    found.do("1 draw K49")
    best = hint(found, 1)
    assert best is not None
    assert best["line"] == "1 meld K01 K13 K25 K37 K49 as elixir"
    assert found.do(best["line"]).ok
    assert hint(session("1 draw"), 1) is None


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("1 draw", "Ann has drawn in this turn already."),
        ("1 take K01", "K01 cannot be taken: three cards have to stay, two of them not special."),
        ("1 add 3 K37", "Ann has no group 3; there is 1."),
        ("1 add 1 K04", "K04 cannot be added to group 1, elixir."),
        ("1 take K04", "K04 lies in no group of Ann."),
        ("1 meld K02 K14 K26", "Ann cannot have another group of elixir."),
        ("1 meld K02 K05 K08 as wood", "K02 K05 K08 cannot be a group of wood; possible: metal."),
        ("1 meld K01 K14 K26", "K01: played already."),
        ("1 add 1 K02 K14 K26 K38 K50 K51 K39", "Ann holds 6 cards and cannot play 7."),
        ("2 draw", "It is not the turn of Bo, but of Ann."),
        ("1 meld K02 K05 K08", "Ann lays a group of metal: K02 K05 K08."),
        (
            "1 meld K04 K05 K06",
            "Ann lays a single root of artifact: K04 K05 K06. Another turn begins.",
        ),
        ("1 add 1 K37", "Ann adds K37 to group 1, elixir."),
        ("1 end", "Ann ends the turn."),
    ],
)
def test_the_table_says_what_is_done_and_why_not(line: str, sentence: str) -> None:
    found = session("1 draw", "1 meld K01 K13 K25")
    assert say("en", found.do(line).text) == sentence


def test_c10_the_table_says_what_a_root_has_become() -> None:
    found = session("1 draw", "1 meld K01 K02 K03", "1 draw")
    text = say("en", found.do("1 add 1 K13").text)
    assert text == "Ann adds K13 to group 1, elixir."
    found.do("undo")
    text = say("en", found.do("1 add 1 K04").text)
    assert text == "Ann adds K04 to group 1, which is a group of metal now."


def test_hands_can_be_dealt_in_before_the_first_draw() -> None:
    found = cultivation.hands(Game().state)
    assert found is not None
    assert (len(found.cards), found.fewest, found.most) == (66, 8, 8)
    assert cultivation.hands(game("1 draw").state) is None
    assert cultivation.hands(game(DEALS[0]).state) is None
    assert cultivation.gifts_due(Game().state) == {}


@pytest.mark.parametrize(
    ("headers", "sentence"),
    [
        ("deals: 0", "1: the number of deals cannot be 0"),
        ("deals: many", "1: 'many' is no number of deals"),
        ("deals: 100", "1: the number of deals cannot be 100"),
        ("first: 3", "1: no seat 3; the seats are 1 to 2"),
        ("option.destiny: maybe", "1: option destiny cannot be 'maybe'; it can be: off, on"),
        ("oldest: 1", "1: unknown header 'oldest'"),
    ],
)
def test_headers_that_are_wrong(headers: str, sentence: str) -> None:
    with pytest.raises(transcript.TranscriptError, match="line " + sentence):
        transcript.parse(f"{headers}\ngame: cultivation\nseats: Ann, Bo\n")


@pytest.mark.parametrize("names", ["Ann", "Ann, Bo, Cy, Di, Ed"])
def test_two_to_four_play(names: str) -> None:
    with pytest.raises(transcript.TranscriptError, match="is played by 2 to 4"):
        transcript.parse(f"game: cultivation\nseats: {names}\n")
