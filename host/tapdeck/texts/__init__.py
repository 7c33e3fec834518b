"""Every sentence the table says, in every language.

One file a language for the games, and one for what the table says besides; all languages have
the same keys and the same placeholders (``tests/host/test_texts.py`` holds that). A sentence
that names other things, such as cards or combinations, is built as a ``Text`` by whoever knows
the facts and put into words only here, so nothing above this package speaks a language.

Where a word hangs on a number, the placeholder stands again with both forms: `{count} {count:card
is|cards are} left`. The first is for one (and minus one), the second for any other number; of
several things side by side their count decides. Chinese has one form for all and needs none.
`ui/static/words.js` fills sentences in the same way.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping
from dataclasses import dataclass, field

from tapdeck.texts import (
    access,
    cthulhu_wars,
    cultivation,
    decks,
    doctor,
    en,
    enrol,
    flash,
    guard,
    house,
    limits,
    lines,
    log,
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
    decks,
    doctor,
    enrol,
    flash,
    guard,
    house,
    limits,
    lines,
    log,
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
    said = {name: _Filling.of(lang, value) for name, value in params.items()}
    return SENTENCES[lang][key].format(**said)


def say(lang: str, text: Text) -> str:
    """A Text in one language."""
    return t(lang, text.key, **text.params)


def in_all(text: Text) -> dict[str, str]:
    """A Text in every language, by language."""
    return {lang: say(lang, text) for lang in LANGUAGES}


class _Filling(str):
    """What goes into a placeholder, and the number on which the words around it hang."""

    __slots__ = ("number",)
    number: int | None

    @classmethod
    def of(cls, lang: str, value: object) -> _Filling:
        """A value in a language."""
        if isinstance(value, Text):
            return cls(say(lang, value))
        if isinstance(value, tuple):
            filling = cls(" ".join(cls.of(lang, part) for part in value))
            filling.number = len(value)
            return filling
        return cls(value)

    def __format__(self, forms: str) -> str:
        """The value itself, or the form of the words beside it: `card|cards`."""
        if not forms:
            return str(self)
        one, other = forms.split("|")
        number = getattr(self, "number", None)
        if number is None:
            try:
                number = int(self)
            except ValueError:  # such as the range `14-15`
                return other
        return one if abs(number) == 1 else other
