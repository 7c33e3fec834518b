"""Decks of Cultivation as text (C1): read, checked by line, beside a transcript or inside it."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest

from shared_rules import cultivation_cards as cards
from tapdeck import transcript
from tapdeck.rules import TextError
from tapdeck.rules import cultivation_deck as decks
from tapdeck.session import Session, Setup, core_bytes, summary, view
from tapdeck.textcommands import score_files
from tapdeck.texts import say
from tapdeck.transcript import TranscriptError

TWENTY = [
    "# Our box",
    "",
    "J1 metal elixir | Jade pill | 玉丹",
    "J2 metal elixir artifact beast  # three types",
    "J3 metal elixir |  | 玉剑",
    *[f"W{number} wood beast" for number in range(1, 15)],
    "HY hunyuan | Chaos",
    "TC treasure",
    "E-1 earth formation",
]
TEXT = "\n".join(TWENTY) + "\n"


def test_c1_a_deck_is_read_and_written() -> None:
    deck = decks.read(TEXT)
    assert deck.codes[:3] == ("J1", "J2", "J3")
    assert deck.codes[-3:] == ("HY", "TC", "E-1")
    assert deck.names[:3] == (("Jade pill", "玉丹"), ("", ""), ("", "玉剑"))
    assert deck.faces[-3:-1] == (cards.HUNYUAN, cards.TREASURE)
    assert decks.describe(deck.faces[1]) == ["metal", "elixir", "artifact", "beast"]
    assert decks.read(decks.write(deck)) == deck
    assert decks.read("\ufeff" + TEXT.replace("\n", "\r\n")) == deck
    assert decks.read(decks.write(decks.default())) == decks.default()
    assert decks.check(TEXT) == ()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("J1 wood beast", "J1 is there already, in line 3"),
        ("j9 wood beast", "'j9' is no code"),
        ("玉 wood beast", "'玉' is no code"),
        ("| a name", "a card's code is missing"),
        ("X1", "X1 is what? An element (metal, wood"),
        ("X1 gold beast", "X1: 'gold' is no element"),
        ("X1 beast wood", "X1: 'beast' is no element"),
        ("X1 wood dragon", "X1: 'dragon' is no type; the types are elixir"),
        ("X1 wood fire beast", "X1: 'fire' is no type"),
        ("X1 wood", "X1 has 0 types; a card has one to 3"),
        ("X1 wood elixir artifact formation beast", "X1 has 4 types"),
        ("X1 wood beast beast", "X1 is beast twice"),
        ("X1 hunyuan beast", "X1 is hunyuan, so it has no 'beast'"),
        ("X1 treasure fire", "X1 is treasure, so it has no 'fire'"),
        ("X1 wood beast | a | b | c", "at most two names"),
    ],
)
def test_c1_what_is_wrong_with_a_deck_is_said_by_line(line: str, sentence: str) -> None:
    text = TEXT + f"{line}\nX2 fire beast\nX3 frost beast\n"
    (place, first), (last, second) = decks.check(text)
    assert (place, last) == (len(TWENTY) + 1, len(TWENTY) + 3)
    assert sentence in say("en", first)
    assert "'frost' is no element" in say("en", second)
    with pytest.raises(TextError, match=f"line {place}: .*; line {last}: "):
        decks.read(text)


@pytest.mark.parametrize("count", [0, 15, 85])
def test_c1_a_deck_has_enough_cards_and_fits_a_board(count: int) -> None:
    text = "\n".join(f"C{number} fire beast" for number in range(count))
    [(_, wrong)] = decks.check(text)
    assert say("en", wrong) == f"{count} cards; a deck has 16 to 84"


def test_c1_more_players_need_more_cards() -> None:
    assert Setup("cultivation", ("Ann", "Bo"), headers={"deck": TEXT})
    with pytest.raises(
        ValueError, match="the size of a deck cannot be 20; for 3 players it is 24 to 84"
    ):
        Setup("cultivation", ("Ann", "Bo", "Cy"), headers={"deck": TEXT})


GAME = """game: cultivation
seats: Ann, Bo
deals: 1
{deck}
1 draw
1 meld J1 J2 J3
1 draw W1
1 add 1 K01
1 meld J9 J1 J2
"""
INLINE = GAME.replace("\n1 meld J9 J1 J2", "")


def test_c1_a_deck_inside_a_transcript_ends_at_an_empty_line() -> None:
    block = "deck:   # inline\n" + TEXT.replace("\n\n", "\n") + "  \n"
    for text in (INLINE.format(deck=block), "deck:\n" + TEXT.replace("\n\n", "\n") + "\n"):
        if not text.startswith("game"):
            text += INLINE.format(deck="")
        result = transcript.score(text)
        assert [line["reason"] for line in result["lines"]] == [
            None,
            None,
            None,
            "card_not_in_pack",
        ]
        assert result["state"] == {"turn": 1, "hand_counts": {"1": 7, "2": 8}, "pile": 2}


def test_c1_a_code_of_no_deck_makes_a_transcript_unreadable() -> None:
    block = "deck:\n" + TEXT.replace("\n\n", "\n")
    with pytest.raises(TranscriptError, match="'J9' is no card") as caught:
        transcript.score(GAME.format(deck=block))
    assert caught.value.line == 4 + len(TWENTY) + 5


def test_c1_a_mistake_inside_a_transcript_has_the_transcripts_line() -> None:
    text = "game: cultivation\ndeck:\n" + "A1 fire beast\nA2 ice beast\nA3 fire\n\n1 draw\n"
    with pytest.raises(TranscriptError) as caught:
        transcript.parse(text)
    assert caught.value.line == 4
    assert "'ice' is no element" in str(caught.value)
    assert "line 5: A3 has 0 types" in str(caught.value)


def test_c1_a_deck_file_lies_beside_its_transcript(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "our deck.txt").write_text(TEXT, encoding="utf-8")
    path = tmp_path / "games" / "one.txt"
    path.write_text(INLINE.format(deck="deck: ../our deck.txt  # the box"), encoding="utf-8")
    out, err = StringIO(), StringIO()
    assert score_files([str(path)], True, out=out, err=err) == 0
    assert json.loads(out.getvalue())["lines"][1]["ok"]
    assert not err.getvalue()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "'deck.txt' cannot be read: No such file"),
        (b"A1 fire beast\n\xff\n", "'deck.txt' cannot be read: line 2 is not UTF-8 text"),
        (b"A1 fire beast\nA1 fire beast\n", "deck.txt, line 2: A1 is there already, in line 1"),
        (b"A1 fire beast\n", "deck.txt, line 1: 1 card; a deck has 16 to 84"),
    ],
)
def test_c1_a_deck_file_that_cannot_be_used(
    tmp_path: Path, content: bytes | None, sentence: str
) -> None:
    if content is not None:
        (tmp_path / "deck.txt").write_bytes(content)
    path = tmp_path / "game.txt"
    path.write_text("game: cultivation\ndeck: deck.txt\n1 draw\n", encoding="utf-8")
    out, err = StringIO(), StringIO()
    assert score_files([str(path)], True, out=out, err=err) == 2
    assert err.getvalue().startswith(f"{path}:2: {sentence}")
    assert not out.getvalue()
    with pytest.raises(TranscriptError, match="is not at hand here"):
        transcript.parse(path.read_text(encoding="utf-8"))


def test_c1_a_deck_travels_inside_the_export_and_to_the_board() -> None:
    setup = Setup("cultivation", ("Ann", "Bo"), headers={"deck": TEXT, "deals": "3"})
    session = Session(setup)
    for line in ("1 draw", "1 meld J1 J2 J3", "1 draw", "1 meld W1 W2 HY", "1 end"):
        assert session.do(line).ok
    text = transcript.export(session)
    assert "\ndeals: 3\ndeck:\n# Our box\nJ1 metal elixir | Jade pill | 玉丹\n" in text
    assert "E-1 earth formation\n\n" in text
    again = transcript.replay(transcript.parse(text)).session
    assert core_bytes(again) == core_bytes(session)
    assert summary(again) == summary(session)
    assert again.setup.names == setup.names
    shown = view(session)
    assert shown["cards"]["J1"]["name"] == {
        "en": "Jade pill",
        "zh-Hans": "玉丹",
        "zh-Hant": "玉丹",
    }
    assert shown["cards"]["HY"]["name"]["zh-Hans"] == "Chaos"
    assert shown["cards"]["J2"]["name"]["en"] == "J2"
    assert shown["cards"]["J1"]["kinds_text"]["zh-Hant"] == "金 丹藥"


def test_c2_an_empty_line_may_stand_in_a_deck_file_but_the_export_has_none() -> None:
    spaced = TEXT.replace("\n", "\n\n")
    session = Session(Setup("cultivation", ("Ann", "Bo"), headers={"deck": spaced}))
    again = transcript.replay(transcript.parse(transcript.export(session))).session
    assert again.state.codes == session.state.codes


def test_the_score_sheet_for_people(tmp_path: Path) -> None:
    path = Path(__file__).parents[1] / "playthroughs" / "cultivation_plain_match.txt"
    for lang, words in (("en", "Ann wins the match with 18 points."), ("zh-Hans", "18 分赢得")):
        out = StringIO()
        assert score_files([str(path)], False, lang=lang, out=out, err=StringIO()) == 0
        assert words in out.getvalue()
    open_game = tmp_path / "open.txt"
    open_game.write_text("game: cultivation\nseats: Ann, Bo\n1 draw\n1 draw\n", encoding="utf-8")
    out = StringIO()
    assert score_files([str(open_game)], False, out=out, err=StringIO()) == 0
    assert "Turn: Ann. In the pile: 49." in out.getvalue()
    assert "drew_already: Ann has drawn in this turn already." in out.getvalue()
