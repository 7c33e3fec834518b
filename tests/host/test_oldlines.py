"""A forgotten sign is no action any more, and journals from before are read as they were judged."""

from __future__ import annotations

from pathlib import Path

import pytest

from tapdeck import rules
from tapdeck.oldlines import with_signs
from tapdeck.rules import LineError
from tapdeck.session import Session
from tapdeck.setup import Setup
from tapdeck.store import Entry, Store
from tapdeck.table import Table
from tapdeck.texts import in_all

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
