"""Every sentence the table says, in every language.

One file a language for the games, and one for what the table says besides; all languages have
the same keys and the same placeholders (``tests/host/test_texts.py`` holds that). A sentence
that names other things, such as cards or combinations, is built as a ``Text`` by whoever knows
the facts and put into words only here, so nothing above this package speaks a language.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping
from dataclasses import dataclass, field

from tapdeck.texts import (
    access,
    cthulhu_wars,
    cultivation,
    doctor,
    en,
    enrol,
    flash,
    lines,
    newgame,
    page_cthulhu_wars,
    page_cultivation,
    page_en,
    page_spooks,
    page_zh_hans,
    page_zh_hant,
    prints,
    setup,
    skills,
    spooks,
    table,
    zh_hans,
    zh_hant,
)

LANGUAGES = ("en", "zh-Hans", "zh-Hant")

# Files that have every language side by side, as EN, ZH_HANS and ZH_HANT.
_BESIDE = (
    access,
    cthulhu_wars,
    cultivation,
    doctor,
    enrol,
    flash,
    lines,
    newgame,
    page_cthulhu_wars,
    page_cultivation,
    page_spooks,
    prints,
    setup,
    skills,
    spooks,
    table,
)

SENTENCES: Mapping[str, Mapping[str, str]] = {
    "en": dict(ChainMap(en.SENTENCES, page_en.EN, *[each.EN for each in _BESIDE])),
    "zh-Hans": dict(
        ChainMap(zh_hans.SENTENCES, page_zh_hans.ZH_HANS, *[each.ZH_HANS for each in _BESIDE])
    ),
    "zh-Hant": dict(
        ChainMap(zh_hant.SENTENCES, page_zh_hant.ZH_HANT, *[each.ZH_HANT for each in _BESIDE])
    ),
}


@dataclass(frozen=True)
class Text:
    """A sentence before it is put into a language: its key and what goes into its placeholders.

    A placeholder takes a string or number as it is, another Text, or a tuple of those (set side
    by side with spaces between, as cards are).
    """

    key: str
    params: Mapping[str, Value] = field(default_factory=dict)


Value = str | int | Text | tuple["str | Text", ...]


def t(lang: str, key: str, **params: object) -> str:
    """The sentence ``key`` in ``lang`` with its placeholders filled.

    Raises KeyError for a language or key that does not exist and for a missing placeholder.
    """
    return SENTENCES[lang][key].format(**params)


def say(lang: str, text: Text) -> str:
    """A Text in one language."""
    return t(lang, text.key, **{name: _value(lang, value) for name, value in text.params.items()})


def in_all(text: Text) -> dict[str, str]:
    """A Text in every language, by language."""
    return {lang: say(lang, text) for lang in LANGUAGES}


def _value(lang: str, value: Value) -> str:
    if isinstance(value, Text):
        return say(lang, value)
    if isinstance(value, tuple):
        return " ".join(_value(lang, part) for part in value)
    return str(value)
