"""What the page says by itself: every sentence that its code names exists."""

import re
from pathlib import Path

import pytest

import tapdeck
from tapdeck.setup import shown_names
from tapdeck.texts import LANGUAGES, SENTENCES
from tapdeck.ui.pages import called_seats
from tapdeck.ui.words import for_picture, language_of
from tests.host import on_node

UI = Path(tapdeck.__file__).parent / "ui"
SOURCES = sorted([*UI.glob("*.py"), *UI.glob("static/*.js")])


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_seat_that_nobody_named_is_called_in_the_language_of_the_device(
    language: str, tmp_path: Path
) -> None:
    given = {"words": for_picture(language), "language": language, "seats": called_seats()}
    seats = [(2, "Seat 2"), (2, "2 号位"), (2, "2 號位"), (2, "Ann"), (1, "Seat 2")]
    asked = [["nameOf", {"seat": seat, "name": name}] for seat, name in seats]
    ours = {"en": "Seat 2", "zh-Hans": "2 号位", "zh-Hant": "2 號位"}[language]
    assert on_node.ask(tmp_path, given, asked) == [ours, ours, ours, "Ann", "Seat 2"]
    assert shown_names(["1 號位", "Seat 2", "Seat 4"], language)[1:] == [ours, "Seat 4"]
