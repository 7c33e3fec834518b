"""Lines of the journal in words: `2 play 5H 5S` as a person reads it."""

from __future__ import annotations

from collections.abc import Sequence

from shared_rules import packs
from tapdeck.rules.spooks_says import card_text
from tapdeck.texts import SENTENCES, Text, say, t

SIGNS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}


def line_in_words(language: str, line: str, names: Sequence[str]) -> str:
    """A line with names for seats, signs for suits, and verbs in a language."""
    words = line.split()
    if not words:
        return ""
    start = words.pop(0)
    if start == "deal" and words:
        start, words = words[0], ["deal", *words[1:]]
    told = []
    if start.isdecimal() and 1 <= int(start) <= len(names):
        told.append(f"{names[int(start) - 1]}:")
    else:
        words.insert(0, start)
    target = words[:1] in (["give"], ["capture"], ["first"])
    for word in words:
        if f"verb.{word}" in SENTENCES[language]:
            told.append(t(language, f"verb.{word}"))
        elif target and word.isdecimal() and 1 <= int(word) <= len(names):
            told.append(f"→ {names[int(word) - 1]}")
            target = False
        elif word in ("cw", "ccw"):
            told.append(t(language, f"way.{word}"))
        elif word == "as":
            told.append("=")
        elif f"type.{word}" in SENTENCES[language]:
            told.append(t(language, f"type.{word}"))
        elif f"kind.{word}" in SENTENCES[language]:
            told.append(t(language, f"kind.{word}"))
        else:
            told.append(card_in_words(language, word))
    return " ".join(told)


def card_in_words(language: str, word: str) -> str:
    """A card's code as people read it; any other word stays."""
    if f"card.{word}" in SENTENCES[language]:
        return t(language, f"card.{word}")
    spook = packs.index("spooks", word)
    if spook >= 0:
        return say(language, Text("words", {"words": (card_text(spook),)}))
    if len(word) == 2 and word[1] in SIGNS and packs.known(word):
        return f"{word[0].replace('T', '10')}{SIGNS[word[1]]}"
    return word.replace("T", "10") if word == "T" else word
