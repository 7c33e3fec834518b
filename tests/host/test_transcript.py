"""Transcripts: what can be read, what is refused, what is malformed, and the way back to text."""

from __future__ import annotations

import json
import re

import pytest

from tapdeck import transcript
from tapdeck.session import Session, Setup, fold
from tapdeck.texts import LANGUAGES, say
from tapdeck.transcript import TranscriptError, export, parse, score
from tests.rules.full_table import DEALS, GIFTS

HEAD = "game: followers\nseats: Ann, Bo, Cy, Di\n"


def test_the_result_of_a_short_transcript() -> None:
    result = score(
        HEAD
        + "oldest: 2\n\n# the calls\n1 great\n1 play NB   # opens\n2 play 5H 5S\n3 pass\n3 pass\n"
    )
    assert result == {
        "game": "followers",
        "finished": False,
        "winner": None,
        "totals": {"1": 0, "2": 0},
        "rounds": [],
        "state": {
            "turn": 4,
            "tokens": 0,
            "hand_counts": {"1": 14, "2": 13, "3": 15, "4": 15},
            "top": "pair 5",
        },
        "lines": [
            {"line": 6, "ok": True, "reason": None, "reading": None},
            {"line": 7, "ok": True, "reason": None, "reading": "single NB"},
            {"line": 8, "ok": True, "reason": None, "reading": "pair 5"},
            {"line": 9, "ok": True, "reason": None, "reading": None},
            {"line": 10, "ok": False, "reason": "not_your_turn", "reading": None},
        ],
    }
    json.dumps(result)


def test_a_transcript_may_be_headers_only() -> None:
    result = score("game: followers\n")
    assert result["lines"] == []
    assert parse("game: followers").setup.names == ("Seat 1", "Seat 2", "Seat 3", "Seat 4")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_any_line_ends_and_a_byte_order_mark(end: str, mark: str) -> None:
    text = mark + (HEAD + "\n1 play NB\n2 play 5H\n").replace("\n", end)
    assert [line["line"] for line in score(text)["lines"]] == [4, 5]


def test_odd_separators_are_no_line_ends() -> None:
    """A form feed within a comment does not shift the line numbers."""
    text = "# a\x0cb\x85c\ngame: followers\nseats: Zoë, 小明, Ж, D d\n1 play NB"
    assert parse(text).setup.names == ("Zoë", "小明", "Ж", "D d")
    assert score(text)["lines"][0]["line"] == 4


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ('"Bo, the Great", Ann, Cy, Di', ("Bo, the Great", "Ann", "Cy", "Di")),
        ('"#1", Ann , Cy,Di  # four', ("#1", "Ann", "Cy", "Di")),
        ('"a ""b"" #c", Ann, Cy, Di', ('a "b" #c', "Ann", "Cy", "Di")),
        ('Ann "the" Ax, Bo, Cy, Di', ('Ann "the" Ax', "Bo", "Cy", "Di")),
        ("O'Neil, Bo, Cy, D:i", ("O'Neil", "Bo", "Cy", "D:i")),
        ('"  padded ", Bo, Cy, Di', ("  padded ", "Bo", "Cy", "Di")),
    ],
)
def test_names_with_commas_and_hashes_stand_in_quotes(line: str, names: tuple[str, ...]) -> None:
    setup = parse(f"game: followers\nseats: {line}\n").setup
    assert setup.names == names
    assert parse(export(Session(setup))).setup == setup


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        ("", 1, "'game' is missing"),
        ("seats: a, b, c, d\n1 play NB", 1, "'game' is missing"),
        ("1 play NB", 1, "'game' is missing"),
        ("game: whist", 1, "no game 'whist'"),
        ("game: followers\ngame: followers", 2, "twice"),
        (HEAD + "dealer: 1", 3, "unknown header 'dealer'"),
        (HEAD + "Oldest: 1", 3, "unknown header 'Oldest'"),
        (HEAD + "oldest: 5", 3, "no seat 5"),
        (HEAD + "oldest: 0", 3, "no seat 0"),
        (HEAD + "oldest: Ann", 3, "'Ann' is no seat"),
        (HEAD + "option.jokers: high", 3, "no option 'jokers'"),
        (HEAD + "option.lone_joker: low", 3, "cannot be 'low'"),
        (HEAD + "1 play NB\noldest: 2", 4, "after the first action"),
        ("game: followers\nseats: a, b, c", 2, "not by 3"),
        ("game: followers\nseats: a, b, c, d, e", 2, "not by 5"),
        ("game: followers\nseats: a, b, , d", 2, "is no name"),
        ('game: followers\nseats: a, b, c, "d', 2, "closing quote"),
        ('game: followers\nseats: a, b, "c" d', 2, "comma is missing"),
        (HEAD + "deck:", 3, "unknown header 'deck'"),
        (HEAD + "\n1 play NB\n2 dance", 5, "no verb 'dance'"),
        (HEAD + "5 pass", 3, "no seat 5"),
        (HEAD + "1 play 5X", 3, "'5X' is no card"),
        (HEAD + "1 play", 3, "needs cards"),
        (HEAD + "deal 1 5H 6H", 3, "15 cards, not 2"),
        (HEAD + "1 play NB\n1 undo", 4, "'undo' stands alone"),
        (HEAD + "undo twice", 3, "'undo' is no seat"),
        (HEAD + "spam", 3, "'spam' is no seat and no verb"),
    ],
)
def test_malformed_texts_name_the_line(text: str, line: int, sentence: str) -> None:
    with pytest.raises(TranscriptError, match=sentence) as caught:
        score(text)
    assert caught.value.line == line
    assert str(caught.value) == f"line {line}: {say('en', caught.value.text)}"
    for language in ("zh-Hans", "zh-Hant"):
        said = say(language, caught.value.text)
        assert any("\u4e00" <= char <= "\u9fff" for char in said)
        assert not re.search(r"\b(is|no|not|cannot|after|twice|missing|stands)\b", said), said


@pytest.mark.parametrize("language", LANGUAGES)
def test_seats_without_names_are_called_in_the_language(language: str) -> None:
    """Whoever reads another language sees them in that one: they are nobody's names."""
    setup = parse("game: followers\n1 play NB\n", language=language).setup
    assert setup.names[0] == {"en": "Seat 1", "zh-Hans": "1 号位", "zh-Hant": "1 號位"}[language]
    [entry] = fold(setup, ["1 play NB"]).log
    assert say("en", entry.verdict.text) == "Seat 1 plays single Necronomicon."
    assert say("zh-Hant", entry.verdict.text) == "1 號位打出單張死靈之書。"
    assert parse(export(Session(setup))).setup == setup


def test_a_card_of_another_pack_is_refused_and_the_replay_goes_on() -> None:
    result = score(HEAD + "1 play SP1\n1 play E1\n1 play NB\n2 play K01\n2 play 5H\n")
    assert [line["reason"] for line in result["lines"]] == [
        "card_not_in_pack",
        "card_not_in_pack",
        None,
        "card_not_in_pack",
        None,
    ]


def test_undo_voids_and_the_voided_line_stays_ok() -> None:
    result = score(HEAD + "undo\n1 play NB\n2 play 5H\nundo\nundo\nundo\n")
    assert [(line["ok"], line["reason"], line["reading"]) for line in result["lines"]] == [
        (False, "nothing_to_undo", None),
        (True, None, "single NB"),
        (True, None, "single 5"),
        (True, None, None),
        (True, None, None),
        (False, "nothing_to_undo", None),
    ]
    assert result["state"]["hand_counts"]["1"] == 15


def test_the_export_has_the_history_as_it_counts() -> None:
    setup = Setup("followers", ("Ann", "Bo", "Cy", "Di"), {"eighth": "dog"}, 3)
    session = fold(
        setup,
        ["1 play NB", "2 play 5H", "2 undo", "3 pass", "2 play 6H", "effect team 1 +5", "4 great"],
    )
    assert export(session) == (
        "game: followers\nseats: Ann, Bo, Cy, Di\noldest: 3\noption.eighth: dog\n\n"
        "1 play NB\n2 play 6H\neffect team 1 +5\n"
    )
    again = transcript.replay(parse(export(session))).session
    assert again.setup == setup
    assert export(again) == export(session)


def test_an_unfinished_game_exports_public_things_only() -> None:
    session = fold(
        Setup("followers", ("Ann", "Bo", "Cy", "Di")), [*DEALS, *GIFTS, "1 play NB", "2 play 2S"]
    )
    text = export(session)
    assert "deal" not in text
    assert "give" not in text
    assert text.endswith("\n1 play NB\n2 play 2S\n")
    assert score(text)["state"] == transcript.result(transcript.Replay(session, ()))["state"]
