"""A forgotten sign is no action any more, and journals from before are read as they were judged."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tapdeck import rules
from tapdeck.oldlines import with_signs
from tapdeck.rules import LineError
from tapdeck.session import Session
from tapdeck.setup import Setup
from tapdeck.store import Entry, Store
from tapdeck.table import Table
from tapdeck.texts import in_all, say

UNSIGNED = [
    ("followers", "effect team 1 50", "50"),
    ("followers", "effect tokens 1", "1"),
    ("cultivation", "effect team 2 3", "3"),
    *[("cthulhu_wars", f"1 {verb} 3", "3") for verb in ("power", "gate", "cultist", "goo")],
    ("cthulhu_wars", "free 1", "1"),
]


@pytest.mark.parametrize(("game", "line", "word"), UNSIGNED)
def test_a_number_without_its_sign_is_a_line_error_that_says_what_to_write(
    game: str, line: str, word: str
) -> None:
    names = ("Ann", "Bo", "Cy", "Di")
    session = Session(Setup(game, names))
    for said in (line, f"correct 1 {line}"):
        session.log.clear()
        session.do({"cthulhu_wars": "gather", "cultivation": "1 draw"}.get(game, "1 great"))
        with pytest.raises(LineError) as caught:
            session.do(said)
        for sentence in in_all(caught.value.text).values():
            assert f"+{word}" in sentence
            assert f"-{word}" in sentence
        assert len(session.log) == 1


@pytest.mark.parametrize(("game", "line", "word"), UNSIGNED)
def test_an_old_line_had_the_sign_in_mind(game: str, line: str, word: str) -> None:
    signed = with_signs(line)
    assert signed == line[: -len(word)] + f"+{word}"
    assert with_signs(signed) == signed
    full = rules.full(game)
    assert full.parse(signed, Session(Setup(game, ("A", "B", "C", "D"))).state)


def test_a_roles_name_is_no_number() -> None:
    for line in ("2 role power 3", "2 use tokens 1", "correct 7 2 use team 1 9"):
        assert with_signs(line) == line


STORED = [
    (
        "followers",
        {},
        {"cards": {"NB": {"trigger": "when played", "effects": ["team own 20", "tokens 1"]}}},
        ["1 play NB"],
        lambda view: (view["skill_points"], view["tokens"]),
        ({"1": 20, "2": 0}, 1),
    ),
    (
        "cultivation",
        {"destiny": "on"},
        {"roles": {"team 7": {"trigger": "when drawn", "effects": ["team own 7", "ask"]}}},
        ["1 role team 7"],
        lambda view: [seat["extra"] for seat in view["seats"]],
        [7, 0, 0, 0],
    ),
]


@pytest.mark.parametrize(("game", "options", "house", "lines", "look", "found"), STORED)
def test_f19_c14_a_stored_game_keeps_its_house_rules_without_signs(
    tmp_path: Path,
    game: str,
    options: dict[str, str],
    house: Any,
    lines: list[str],
    look: Any,
    found: object,
) -> None:
    """A new game must write them; the file says where it does not."""
    wrong = rules.full(game).mistake(house)
    assert wrong is not None
    assert wrong.path[-2:] == ("effects", 0)
    assert "has no sign: write +" in say("en", wrong.text)
    store = Store(f"sqlite:///{(tmp_path / 'record.sqlite').as_posix()}")
    store.add_table(1, "Table 1")
    names = ("Ann", "Bo", "Cy", "Di")
    kept = store.new_game(1, game, names, options, {"first": 1, "house": house}, None)
    entries = [
        Entry(at=1, source="page", line=line, ok=True, game_id=kept.id, seq=seq)
        for seq, line in enumerate(lines, 1)
    ]
    store.append(1, entries)
    view = Table(store).view()
    assert look(view) == found
    assert "judged_anew" not in {notice["code"] for notice in view["notices"]}
    store.close()


def test_w12_a_journal_from_before_is_folded_as_it_was_judged(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{(tmp_path / 'record.sqlite').as_posix()}")
    store.add_table(1, "Table 1")
    setup = {"first": 1, "headers": {"factions": "GC, CC, BG"}}
    game = store.new_game(1, "cthulhu_wars", ("Ann", "Bo", "Cy"), {}, setup, None)
    lines = ("gather", "first 1 cw", "1 power -3", "correct 3 1 power 2", "2 power +1")
    store.append(
        1,
        [
            Entry(at=1, source="page", line=line, ok=True, game_id=game.id, seq=seq)
            for seq, line in enumerate(lines, 1)
        ],
    )
    table = Table(store)
    view = table.view()
    assert [seat["power"] for seat in view["seats"]] == [10, 9, 8]
    assert "judged_anew" not in {notice["code"] for notice in view["notices"]}
    store.close()
