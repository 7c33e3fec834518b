"""The language of a device, and the sentences that its picture needs."""

from __future__ import annotations

from tapdeck.texts import LANGUAGES, SENTENCES

# What the picture says by itself; the rest comes with the view.
_NEEDED = (
    "page.",
    "card.",
    "reading.",
    "verb.",
    "call.",
    "seat",
    "team",
    "tokens",
    "spooks.",
    "faction.",
    "kind.",
)


def language_of(chosen: str | None, asked: str, usual: str) -> str:
    """The language to speak: the one chosen here, else what the browser asks for, else the usual.

    asked  an Accept-Language header; its order counts, its weights do not (browsers sort it)
    """
    if chosen in LANGUAGES:
        return str(chosen)
    for part in asked.split(","):
        tag = part.partition(";")[0].strip().lower()
        if tag.startswith("zh"):
            traditional = any(mark in tag for mark in ("hant", "-tw", "-hk", "-mo"))
            return "zh-Hant" if traditional else "zh-Hans"
        if tag == "en" or tag.startswith("en-"):
            return "en"
    return usual


def for_picture(language: str) -> dict[str, str]:
    """The picture's sentences in one language, by key."""
    return {
        key: sentence for key, sentence in SENTENCES[language].items() if key.startswith(_NEEDED)
    }
