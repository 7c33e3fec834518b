"""House rules in a file: read, checked with the line of a mistake, kept with each game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tapdeck import house, transcript
from tapdeck.actors import THIS_MACHINE
from tapdeck.house import GameRules, HouseError, file_of, line_of, load
from tapdeck.store import Store
from tapdeck.table import Table, TableError
from tapdeck.texts import say

GOOD = """\
# Our table
[followers]
extension = true

[followers.options]
lone_joker = "never"
eighth = "dog"

[followers.cards.NB]
effects = ["team own +20", "ask"]

[followers.cards.E1]
trigger = "when drawn for a call"
effects = ["tokens -1"]
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table-1.toml"


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_gives_options_and_rules_by_game(path: Path) -> None:
    found = load(write(path, GOOD))["followers"]
    assert found.options == {"lone_joker": "never", "eighth": "dog"}
    assert found.rules["extension"] is True
    assert found.rules["cards"]["NB"] == {"effects": ["team own +20", "ask"]}


def test_without_a_file_there_are_no_house_rules(path: Path) -> None:
    assert load(path) == {}
    assert load(write(path, "")) == {}
    assert load(write(path, "[followers]\n"))["followers"] == GameRules()
    with pytest.raises(HouseError, match="do not exist"):
        load(path.with_name("other.toml"), named=True)


def test_one_file_a_table_in_a_folder_or_by_name(tmp_path: Path) -> None:
    assert file_of(tmp_path, 3) == tmp_path / "table-3.toml"
    assert file_of(tmp_path / "ours.toml", 3) == tmp_path / "ours.toml"


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"),
    [
        ('"never"', '"low"', 6, 'lone_joker cannot be \'low\'; it can be: "high", "never"'),
        ("eighth =", "eight =", 7, "no option 'eight'; the options are: lone_joker, eighth"),
        ("true", '"yes"', 3, "extension cannot be 'yes'; it can be: true, false"),
        ("extension", "extensions", 3, "no house rule; there are: extension, cards"),
        ("cards.NB", "cards.N8", 9, "no card with a skill; there are: NB, X8, E1, E2, E3, E4"),
        ("[followers]\n", "[spoons]\n", 2, "'spoons' is no game; the games are: followers"),
        ('"team own +20"', '"team own twenty"', 10, "no number from -9999 to +9999"),
        ('["tokens -1"]', '[\n  "tokens -1", # one\n  "win",\n]', 16, "'win' is no effect"),
        ('["tokens -1"]', "'tokens -1'", 14, "effects is a list"),
        ("when drawn for a call", "when found", 13, 'it can be: "when shown", "when drawn'),
        ('trigger = "', 'triger = "', 13, "it has: trigger, effects"),
    ],
)
def test_a_mistake_names_the_line_and_what_is_allowed(
    path: Path, old: str, new: str, line: int, sentence: str
) -> None:
    assert GOOD.count(old) == 1 or old in ("[followers]\n", "extension", "true", '"never"')
    with pytest.raises(HouseError) as caught:
        load(write(path, GOOD.replace(old, new, 1)))
    assert f"{path}, line {line}: " in str(caught.value)
    assert sentence in str(caught.value)
    for language in ("zh-Hans", "zh-Hant"):
        said = say(language, caught.value.text)
        assert f"{path} 第 {line} 行：" in said
        assert not re.search("the | is | cannot | it can be", said)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[followers\n", r"at line 1"),
        ("a = 1\na = 2\n", r"at line 2"),
        ("followers = 3\n", r"line 1: followers is a table: write \[followers\]"),
        ("\n[followers]\noptions = 3\n", r"line 3: options holds values for"),
        ("\n[followers]\ncards = 3\n", r"line 3: cards holds a table for each card"),
    ],
)
def test_other_mistakes(path: Path, text: str, sentence: str) -> None:
    with pytest.raises(HouseError, match=sentence):
        load(write(path, text))


def test_a_file_that_is_no_text(path: Path) -> None:
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(HouseError, match="cannot be read"):
        load(path)


@pytest.mark.parametrize(
    ("text", "keys", "line"),
    [
        ("a.b.c = 1", ("a", "b", "c"), 1),
        ("[a]\n\nb.c = 1", ("a", "b", "c"), 3),
        ("[x]\nb = 1\n[a]\nb = 2", ("a", "b"), 4),
        ('[a."b"]\n"c" = 1', ("a", "b", "c"), 2),
        ("[a]\nb = { c = 1 }", ("a", "b", "c"), 2),
        ("[ a . b ]\n c=1", ("a", "b", "c"), 2),
        ('[a]\nb = [\n\n "x", # "y"\n "y"]', ("a", "b", 1), 5),
        ('[a]\nb = ["x", "y"]', ("a", "b", 1), 2),
        ("[a]\nb = 1", ("c",), 1),
        ("# [a]\n[b]", ("a",), 1),
        ("[a] # first\nb = [ 1,\n 2 ]", ("a", "b", 1), 3),
    ],
)
def test_the_line_of_a_value(text: str, keys: tuple[str | int, ...], line: int) -> None:
    assert line_of(text, keys) == line


# --- At the table -----------------------------------------------------------------------------


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(f"sqlite:///{tmp_path / 'record.sqlite'}")


def test_new_games_have_the_files_options_and_rules(store: Store, path: Path) -> None:
    write(path, GOOD)
    table = Table(store, house_rules=path.parent)
    game = table.start_game("followers", options={"eighth": "absent"}, by=THIS_MACHINE)
    assert game.options == {"lone_joker": "never", "eighth": "absent"}
    assert game.setup["house"]["extension"] is True
    assert table.view()["house"]["extension"] is True
    assert table.act("1 play NB", THIS_MACHINE).ok
    assert table.view()["last"]["effects"][0]["line"] == "effect team 1 +20"
    assert table.events()[0]["effects"][0]["text"]["en"] == "Card skill: +20 points for Team 1."
    other = table.start_game("followers", house={"extension": False}, by=THIS_MACHINE)
    assert other.setup["house"]["extension"] is False
    assert "NB" in other.setup["house"]["cards"]


def test_later_edits_never_change_a_stored_game(store: Store, path: Path) -> None:
    """Field fault: an updated rule changes the score of a stored game."""
    table = Table(store, house_rules=write(path, GOOD))
    table.start_game("followers", by=THIS_MACHINE)
    for line in ("1 great", "1 draw E1", "1 play NB"):
        assert table.act(line, THIS_MACHINE).ok
    before, text = table.view(), table.transcript()
    write(path, GOOD.replace("+20", "+999").replace("true", "false").replace("never", "high"))
    again = Table(store, house_rules=path)
    after = again.view()
    for key in ("skill_points", "options", "house", "last", "seats", "results_differ"):
        assert after[key] == before[key]
    assert again.transcript() == text
    again.start_game("followers", by=THIS_MACHINE)
    again.act("1 play NB", THIS_MACHINE)
    assert again.view()["skill_points"] == {"1": 999, "2": 0}
    path.unlink()
    with pytest.raises(HouseError, match="do not exist"):
        Table(store, house_rules=path)


def test_a_mistake_stops_the_start_and_refuses_new_games(store: Store, path: Path) -> None:
    table = Table(store, house_rules=path.parent)
    game = table.start_game("followers", by=THIS_MACHINE)
    write(path, "[followers]\nextension = 1\n")
    with pytest.raises(TableError) as caught:
        table.start_game("followers", by=THIS_MACHINE)
    assert "line 2: extension cannot be 1" in say("en", caught.value.text)
    assert "第 2 行：extension 不能是 1；" in say("zh-Hans", caught.value.text)
    assert table.game == game
    with pytest.raises(HouseError, match="line 2"):
        Table(store, house_rules=path.parent)


def test_house_rules_of_a_request_are_checked_too(store: Store) -> None:
    table = Table(store)
    with pytest.raises(TableError) as caught:
        table.start_game(
            "followers", house={"cards": {"NB": {"effects": ["win"]}}}, by=THIS_MACHINE
        )
    assert "'win' is no effect" in say("en", caught.value.text)
    assert "「win」不是效果" in say("zh-Hant", caught.value.text)
    with pytest.raises(TableError):
        table.house("whist")
    assert table.house("followers") == GameRules()


def test_a_board_taps_an_extension_card_and_its_verdict_is_no_conflict(
    store: Store, path: Path
) -> None:
    from tapdeck.device import BoardEvent

    table = Table(store, house_rules=write(path, GOOD))
    table.start_game("followers", by=THIS_MACHINE)
    table.on_events(
        [
            BoardEvent("uid", 1, 1, 0, 0, "ok", "2 small"),
            BoardEvent("uid", 1, 2, 0, 0, "ask", "2 tap E1"),
            BoardEvent("uid", 1, 3, 0, 0, "ok", "1 play NB"),
            BoardEvent("uid", 1, 4, 0, 0, "ask", "2 tap E1"),
            BoardEvent("uid", 1, 5, 0, 0, "ask", "4 tap E2"),
        ]
    )
    assert [event["line"] for event in table.events()] == [
        "2 small",
        "2 draw …",
        "1 play NB",
        "2 show E1",
        "4 draw …",
    ]
    assert [event["ok"] for event in table.events()] == [True] * 4 + [False]
    assert table.view()["conflicts"] == []
    assert [entry.line for entry in store.entries(table.game.id)][1] == "2 tap E1"  # type: ignore[union-attr]
    assert Table(store, house_rules=path).view()["seats"] == table.view()["seats"]
    assert "# 2 draw …\neffect tokens -1\n" in table.transcript()
    transcript.score(table.transcript())


def test_the_documents_example_is_one(path: Path) -> None:
    text = (Path(__file__).parents[2] / "host" / "README.md").read_text(encoding="utf-8")
    [example] = [part.partition("```")[0] for part in text.split("```toml\n")[1:]]
    assert load(write(path, example))["followers"].options == {"lone_joker": "never"}
    doc = house.__doc__ or ""
    shown = "\n".join(line[4:] for line in doc.splitlines() if line.startswith("    "))
    assert load(write(path, shown))["followers"].rules["extension"] is True
