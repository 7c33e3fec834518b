"""Chinese keyboards, names for codes: what is certain is taken, else the nearest code is said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules import packs
from tapdeck import rules, transcript, typed
from tapdeck.actors import THIS_MACHINE
from tapdeck.cardnames import called, card_names
from tapdeck.classify import cards_of, classify
from tapdeck.rules import LineError, cultivation_deck
from tapdeck.setup import set_up
from tapdeck.store import Store
from tapdeck.table import Table
from tapdeck.texts import LANGUAGES, in_all, t
from tapdeck.transcript import TranscriptError
from tapdeck.words import SIGNS

PLAYTHROUGHS = sorted((Path(__file__).parent.parent / "playthroughs").glob("*.txt"))


@pytest.mark.parametrize(
    ("game", "line", "meant"),
    [
        ("followers", "２ play ５H", "2 play 5H"),
        ("followers", "２　ｐｌａｙ　５Ｈ　５Ｓ", "2 play 5H 5S"),
        ("followers", "1 play 10H 10S", "1 play TH TS"),
        ("followers", "1 play 死灵之书", "1 play NB"),
        ("followers", "1 play 死靈之書", "1 play NB"),
        ("followers", "1 play Necronomicon", "1 play NB"),
        ("followers", "1 play little joker big joker", "1 play LJ BJ"),
        (
            "followers",
            "3 play 6H 7H 8H 9H TH as straight 10",
            "3 play 6H 7H 8H 9H TH as straight T",
        ),
        ("followers", "correct ３ ２ play ５Ｈ", "correct 3 2 play 5H"),
        ("followers", "deal １ ２S", "deal 1 2S"),
        ("followers", "effect team 1 ＋５０", "effect team 1 +50"),
        ("spooks", "1 play 蜘蛛5", "1 play SP5"),
        ("spooks", "1 play spider 5", "1 play SP5"),
        ("spooks", "2 give １ ？", "2 give 1 ?"),
        ("cultivation", "1 meld Ｋ01 K13 Ｋ２５ as metal", "1 meld K01 K13 K25 as metal"),
        ("cthulhu_wars", "１ power －３", "1 power -3"),
        ("cultivation", "1 role 全Ａ", "1 role 全Ａ"),
        ("followers", "undo", "undo"),
        ("followers", "", ""),
        ("followers", "1 play “死灵之书”", "1 play NB"),
        ("followers", "1 play 《死靈之書》", "1 play NB"),
        ("followers", "1 show “Shining Trapezohedron”", "1 show E4"),
        ("followers", "1 show ShiningTrapezohedron", "1 show E4"),
        ("followers", "1 play 5H，5S、5C,5D", "1 play 5H 5S 5C 5D"),
        ("followers", "1 play ♥10 10♠ 红桃J 方塊Q 5 ♣", "1 play TH TS JH QD 5C"),
        ("followers", "1 play 10 of hearts K of spades", "1 play TH KS"),
        ("followers", "1 play 犹格索托斯 猶格‧索托斯", "1 play W2 W2"),
        ("followers", "1 play 死灵之书 as single 死灵之书", "1 play NB as single NB"),
        ("followers", "effect team １ −50", "effect team 1 -50"),
        ("followers", "1 play 5h nb", "1 play 5h nb"),
        ("followers", "1 play K01 SP1", "1 play K01 SP1"),
        ("spooks", "1 run 蜘蛛9，ghost 10 bat master", "1 run SP9 GH10 BAM"),
        ("cultivation", "correct 4 1 role 全Ａ，玉", "correct 4 1 role 全Ａ，玉"),
    ],
)
def test_what_is_certain_is_taken(game: str, line: str, meant: str) -> None:
    assert typed.action(line, game) == meant


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_what_is_as_it_should_be_stays_as_it_is(path: Path) -> None:
    def beside(name: str) -> str:
        return (path.parent / name).read_text(encoding="utf-8")

    read = transcript.parse(path.read_text(encoding="utf-8"), beside)
    codes = rules.full(read.setup.game).codes(read.setup.initial())
    for _, line in read.actions:
        assert typed.action(line, read.setup.game, codes) == " ".join(line.split())


@given(
    st.sampled_from(rules.NAMES),
    st.lists(
        st.text(st.sampled_from("２2５5ＨHh　 ？?死灵之书asplayNB+－"), max_size=6), max_size=6
    ),
)
def test_what_was_taken_once_stays(game: str, words: list[str]) -> None:
    once = typed.action(" ".join(words), game)
    assert typed.action(once, game) == once


OWN = {
    "J1": ("Jade pill", "玉丹"),
    "J2": ("Jade", "玉"),
    "J3": ("Pill",),
    "J4": ("Fox",),
    "J5": ("Fox", "狐"),
}


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("1 take “jade PILL”", "1 take J1"),
        ("1 meld 玉丹 玉 J4", "1 meld J1 J2 J4"),
        ("1 take 狐", "1 take J5"),
        ("1 take Fox", "1 take Fox"),  # two cards are called so
        ("1 meld Jade Pill J4", "1 meld Jade Pill J4"),  # one card, or two
        ("1 meld “Jade” “Pill” J4", "1 meld J2 J3 J4"),
    ],
)
def test_a_decks_own_names_are_taken_where_one_card_has_them(line: str, meant: str) -> None:
    assert typed.action(line, "cultivation", tuple(OWN), OWN) == meant


def test_both_cards_of_a_name_are_near_it() -> None:
    error = typed.nearer(LineError("wrong.line_card", word="Fox"), tuple(OWN), OWN)
    assert error.text.params["near"] == "J4, J5"


def test_every_name_of_a_card_is_certain_in_its_game() -> None:
    for game in rules.NAMES:
        names = card_names(packs.codes(game))
        for code in packs.codes(game):
            assert all(names.one(name) == code for name in called(code)), code


WORDS = st.sampled_from(
    [
        "1",
        "２",
        "play",
        "meld",
        "deal",
        "role",
        "correct",
        "as",
        "Jade",
        "pill",
        "玉丹",
        "“Jade",
        "J1",
    ]
)


@given(
    st.sampled_from(
        [("cultivation", tuple(OWN), OWN), *((game, (), None) for game in rules.NAMES)]
    ),
    st.lists(
        st.one_of(WORDS, st.text(max_size=6), st.text(st.sampled_from('“”"，、《》10♥−as'))),
        max_size=8,
    ),
)
def test_whatever_was_typed_is_taken_once(given_with: Any, words: list[str]) -> None:
    game, codes, own = given_with
    once = typed.action(" ".join(words), game, codes, own)
    assert typed.action(once, game, codes, own) == once


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
@given(data=st.data())
@settings(max_examples=5, deadline=None)
def test_however_a_line_is_typed_it_is_the_line(path: Path, data: st.DataObject) -> None:
    read = transcript.parse(
        path.read_text(encoding="utf-8"),
        lambda name: (path.parent / name).read_text(encoding="utf-8"),
    )
    codes = rules.full(read.setup.game).codes(read.setup.initial())
    for _, line in read.actions:
        words = []
        said, as_, reading = " ".join(line.split()).partition(" as ")
        for word in said.split():
            if word in codes:
                ways = [
                    word,
                    *called(word),
                    *([f"10{word[1:]}"] * (word[0] == "T" and word[1:] in SIGNS)),
                ]
                name = data.draw(st.sampled_from(ways))
                words.append(f"“{name}”" if " " in name and data.draw(st.booleans()) else name)
            else:
                words.append(word)
        written = [wide(word) if data.draw(st.booleans()) else word for word in words]
        typed_so = data.draw(st.sampled_from([" ", "\u3000", "  "])).join(written) + as_ + reading
        assert typed.action(typed_so, read.setup.game, codes) == " ".join(line.split())


def wide(text: str) -> str:
    """As a Chinese keyboard writes it."""
    return "".join(
        "\u3000" if char == " " else chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else char
        for char in text
    )


def test_a_transcript_from_a_chinese_keyboard_is_read() -> None:
    text = (
        'game：followers\nseats：甲，Ａｎｎ、"乙，丙"，丁\noldest：２\noption.eighth：dog\n'
        "２ great\n１ play 死灵之书\n２ play ５H ５S\n"
    )
    read = transcript.parse(text)
    assert read.setup.names == ("甲", "Ａｎｎ", "乙，丙", "丁")
    assert (read.setup.first, read.setup.options["eighth"]) == (2, "dog")
    played = transcript.replay(read)
    assert [verdict.line for _, verdict in played.verdicts] == [
        "2 great",
        "1 play NB",
        "2 play 5H 5S",
    ]
    assert all(verdict.ok for _, verdict in played.verdicts)


def test_what_is_not_certain_is_told_with_the_nearest_code(tmp_path: Path) -> None:
    text = "game: followers\nseats: A, B, C, D\n1 play 5X\n"
    with pytest.raises(TranscriptError, match="'5X' is no card; the nearest is 5S, 5H, 5C, 5D"):
        transcript.replay(transcript.parse(text))
    store = Store(f"sqlite:///{(tmp_path / 'record.sqlite').as_posix()}")
    table = Table(store)
    table.start_game("followers", ("A", "B", "C", "D"), by=THIS_MACHINE)
    with pytest.raises(LineError) as caught:
        table.act("1 play NBX", THIS_MACHINE)
    assert "NB" in in_all(caught.value.text)["zh-Hans"]
    assert table.act("１ play 死灵之书", THIS_MACHINE).ok
    assert table.events()[0]["line"] == "1 play NB"
    store.close()


def test_classify_takes_them_too() -> None:
    assert classify(cards_of(["10H", "１０S"]))["type"] == "pair"
    assert classify(cards_of(["死灵之书"]))["rank"] == "NB"


def test_every_card_with_a_name_is_known_by_it() -> None:
    for code in packs.codes("followers")[52:60]:
        for language in LANGUAGES:
            name = t(language, f"card.{code}")
            assert typed.action(f"1 play {name}", "followers") == f"1 play {code}"


def test_headers_and_decks_are_taken_so_too() -> None:
    assert typed.header("factions", "GC，Yellow Sign，疯狂黑山羊") == typed.header(
        "factions", "GC, YS, 疯狂黑山羊"
    )
    assert typed.header("factions", "伟大的克苏鲁、CC、BG") == "GC, CC, BG"
    assert typed.header("factions", "GC BG CC") == "GC BG CC"
    assert typed.header("deals", "３") == "3"
    assert typed.header("deck", "Ｄeck.txt") == "Ｄeck.txt"
    lines = cultivation_deck.write(cultivation_deck.default()).split("\n")
    wide = "\n".join(["Ｋ０１　metal elixir｜Ａ | 甲", *lines[1:]])
    deck = cultivation_deck.read(wide)
    assert (deck.codes[0], deck.names[0]) == ("K01", ("Ａ", "甲"))


def test_a_game_over_rest_takes_them() -> None:
    setup = set_up(
        "cthulhu_wars", ("A", "B", "C"), {}, None, {}, {"factions": "Great Cthulhu，CC，BG"}
    )
    assert setup.headers["factions"] == "GC, CC, BG"
