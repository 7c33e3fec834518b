"""Every sentence exists in every language, with the same placeholders."""

from __future__ import annotations

import importlib
import pkgutil
import re
import string
from collections.abc import Mapping
from pathlib import Path

import pytest

from shared_rules import packs, reasons
from shared_rules.followers_plays import TYPE_NAMES
from tapdeck import rules, texts
from tapdeck.texts import Text, en, in_all, say, t
from tapdeck.texts.glossary import TERMS, Term

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
KEYS = sorted({key for sentences in texts.SENTENCES.values() for key in sentences})


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize("lang", texts.LANGUAGES)
def test_no_language_lacks_a_sentence(lang: str) -> None:
    assert sorted(texts.SENTENCES[lang]) == KEYS
    assert all(sentence.strip() for sentence in texts.SENTENCES[lang].values())


@pytest.mark.parametrize("lang", texts.LANGUAGES)
def test_placeholders_are_the_same_in_every_language(lang: str) -> None:
    for key in KEYS:
        ours, english = texts.SENTENCES[lang][key], texts.SENTENCES["en"][key]
        assert placeholders(ours) == placeholders(english), key


def test_no_sentence_is_written_twice() -> None:
    names = [module.name for module in pkgutil.iter_modules(texts.__path__)]
    beside = [importlib.import_module(f"tapdeck.texts.{name}") for name in names]
    every = [list(en.SENTENCES), *[list(each.EN) for each in beside if hasattr(each, "EN")]]
    assert sorted(key for keys in every for key in keys) == KEYS


@pytest.mark.parametrize("lang", ["zh-Hans", "zh-Hant"])
def test_no_sentence_was_left_in_english(lang: str) -> None:
    for key in KEYS:
        literal = "".join(
            part for part, _, _, _ in string.Formatter().parse(texts.SENTENCES[lang][key])
        )
        if any(char.isalpha() for char in literal):
            assert any("\u4e00" <= char <= "\u9fff" for char in literal), key


def test_every_notice_of_the_board_has_its_sentence() -> None:
    sources = "".join(path.read_text() for path in FIRMWARE.glob("*.py"))
    codes = set(re.findall(r'(?:"notice", \w+|on_notice\(self\.number), "(\w+)"', sources))
    assert {"two_cards", "neighbour", "unknown_tag"} <= codes
    assert sorted(f"notice.{code}" for code in codes if f"notice.{code}" not in KEYS) == []


@pytest.mark.parametrize(
    "reason", sorted({reason for name in rules.NAMES for reason in reasons.order(name)})
)
def test_every_reason_has_its_sentence(reason: str) -> None:
    assert f"reason.{reason}" in KEYS


@pytest.mark.parametrize("name", rules.NAMES)
def test_every_word_of_a_game_has_its_sentence(name: str) -> None:
    game = rules.full(name)
    assert f"game.{name}" in KEYS
    for option, values in game.OPTIONS:
        assert f"option.{option}" in KEYS
        assert all(f"option.{option}.{value}" in KEYS for value in values)
    for verb in (*game.VERBS, "undo"):
        assert f"verb.{verb}" in KEYS
    for verb in game.VERBS:
        assert any(key == f"done.{verb}" or key.startswith(f"done.{verb}.") for key in KEYS)


def test_every_word_of_followers_has_its_sentence() -> None:
    for name in TYPE_NAMES[1:]:
        assert f"type.{name}" in KEYS
        assert f"reading.{name}" in KEYS
    for code in packs.codes("followers")[52:]:
        assert f"card.{code}" in KEYS
    for phase in ("dealing", "calls", "exchange", "opening", "lead", "follow"):
        assert f"phase.{phase}" in KEYS
    for phase in ("deal_over", "match_over"):
        assert f"phase.{phase}" in KEYS


def test_t_fills_placeholders_and_knows_what_is_missing() -> None:
    assert t("en", "done.pass", seat="Ann") == "Ann passes."
    assert t("zh-Hans", "done.pass", seat="安") == "安跳过。"
    assert t("zh-Hant", "done.pass", seat="安") == "安跳過。"
    with pytest.raises(KeyError):
        t("en", "done.pass")
    with pytest.raises(KeyError):
        t("en", "no.such.sentence")
    with pytest.raises(KeyError):
        t("xx", "done.pass")


def test_a_text_carries_texts_and_cards() -> None:
    text = Text("reason.duplicate_card", {"cards": ("10♥", Text("card.NB"))})
    assert say("en", text) == "10♥ Necronomicon: named twice."
    assert set(in_all(text)) == set(texts.LANGUAGES)
    assert "死靈之書" in in_all(text)["zh-Hant"]


def test_a_name_with_braces_is_no_placeholder() -> None:
    assert say("en", Text("done.pass", {"seat": "{0} {seat}"})) == "{0} {seat} passes."


def second_words(term: Term, sentences: Mapping[str, Mapping[str, str]]) -> list[str]:
    """The sentences, with their language, in which a term has another word than its own."""
    found = []
    for key, english in sentences["en"].items():
        bare = re.sub(r"\{[^}]*\}", "", english)
        said = bool(term.english) and re.search(rf"\b(?:{term.english})\b", bare, re.IGNORECASE)
        for lang, word in (("zh-Hans", term.hans), ("zh-Hant", term.hant)):
            sentence = sentences[lang][key]
            lacks = said and word not in sentence and key not in term.besides
            if lacks or any(other in sentence for other in term.never):
                found.append(f"{lang} {key}: {sentence}")
    return found


@pytest.mark.parametrize("term", TERMS, ids=[term.hans for term in TERMS])
def test_one_word_for_one_thing(term: Term) -> None:
    assert second_words(term, texts.SENTENCES) == []
    assert all(key in KEYS for key in term.besides)
    assert any(term.hans in sentence for sentence in texts.SENTENCES["zh-Hans"].values())
    assert any(term.hant in sentence for sentence in texts.SENTENCES["zh-Hant"].values())


def test_a_second_word_is_found_whether_it_is_known_or_new() -> None:
    term = next(term for term in TERMS if term.english == "factions?")

    def with_word(hans: str, english: str = "Which faction?") -> list[str]:
        return second_words(
            term, {"en": {"a": english}, "zh-Hans": {"a": hans}, "zh-Hant": {"a": "哪個派系？"}}
        )

    assert with_word("哪个派系？") == []
    assert with_word("哪个阵营？") == ["zh-Hans a: 哪个阵营？"]
    assert with_word("哪个势力？") == ["zh-Hans a: 哪个势力？"]
    assert with_word("哪个阵营？", "Whose is it?") == ["zh-Hans a: 哪个阵营？"]
    assert with_word("谁？", "{faction} is who?") == []
