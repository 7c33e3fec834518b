"""What the page says by itself: every sentence that its code names exists."""

import re
from pathlib import Path

import pytest

import tapdeck
from tapdeck.texts import LANGUAGES, SENTENCES
from tapdeck.ui.lines import line_in_words
from tapdeck.ui.words import for_picture, language_of

UI = Path(tapdeck.__file__).parent / "ui"
SOURCES = sorted([*UI.glob("*.py"), *UI.glob("static/*.js")])
NAMES = ("Ann", "Bob", "Cem", "Dee")


def test_every_sentence_that_the_page_names_exists() -> None:
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        for key in re.findall(r'"((?:page|sheet|deal|call|option|verb)\.[\w.]*\w)"', text):
            assert key in SENTENCES["en"], f"{path.name}: {key}"
        # Keys that are put together: something must begin so.
        for start in re.findall(r'["`]((?:page|sheet|card|reading|verb|call)\.[\w.]*)[{$]', text):
            assert any(key.startswith(start) for key in SENTENCES["en"]), f"{path.name}: {start}"


def test_no_sentence_of_the_page_is_idle() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in SOURCES)
    starts = re.findall(r"""["'`](page\.[\w.]*)[{$]""", text)
    for key in SENTENCES["en"]:
        if key.startswith("page.") and not any(key.startswith(start) for start in starts):
            assert re.search(rf"[\"'`]{re.escape(key)}[\"'`]", text), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_gets_the_sentences_of_its_language(language: str) -> None:
    words = for_picture(language)
    assert words["page.bar.rules"] == SENTENCES[language]["page.bar.rules"]
    assert words["card.NB"] == SENTENCES[language]["card.NB"]
    assert not any(key.startswith("reason.") for key in words)


@pytest.mark.parametrize(
    ("chosen", "asked", "usual", "language"),
    [
        ("zh-Hant", "en-GB,en", "en", "zh-Hant"),
        (None, "zh-CN,zh;q=0.9,en;q=0.8", "en", "zh-Hans"),
        (None, "zh-TW,zh;q=0.9", "en", "zh-Hant"),
        (None, "zh-Hant-HK", "en", "zh-Hant"),
        (None, "de-DE,de;q=0.9,en;q=0.5", "zh-Hans", "en"),
        (None, "", "zh-Hans", "zh-Hans"),
        (None, "tlh", "zh-Hant", "zh-Hant"),
        ("xx", "en", "zh-Hant", "en"),
    ],
)
def test_the_language_of_a_device(
    chosen: str | None, asked: str, usual: str, language: str
) -> None:
    assert language_of(chosen, asked, usual) == language


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("2 play 5H TS", "Bob: play 5♥ 10♠"),
        ("1 play NB", "Ann: play Necronomicon"),
        ("2 play 4C 5C W1 as straight T", "Bob: play 4♣ 5♣ Cthulhu = straight 10"),
        ("3 pass", "Cem: pass"),
        ("new", "next deal"),
        ("deal 3 …", "Cem: enter a hand …"),
        ("undo", "take back"),
        ("2 undo", "Bob: take back"),
        ("2 give 4 5H", "Bob: give a card → Dee 5♥"),
        ("3 meld K01 K02 H1 as metal", "Cem: lay a new group K01 K02 H1 = metal"),
        ("1 add 2 K05", "Ann: add to a group 2 K05"),
        ("1 run SP9 GH10 BAM", "Ann: play a run spider 9 ghost 10 bat master"),
        ("aside SK1 CAT", "enter the extra hand skeleton 1 black cat"),
        ("3 give 1 ?", "Cem: give a card → Ann ?"),
        ("", ""),
    ],
)
def test_a_line_of_the_journal_in_words(line: str, words: str) -> None:
    assert line_in_words("en", line, NAMES) == words
