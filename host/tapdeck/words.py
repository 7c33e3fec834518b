"""Lines of the log in words: `2 play 5H 5S` as a person reads it, in every language."""

from __future__ import annotations

from shared_rules import packs
from tapdeck.rules import Names
from tapdeck.rules.lineparts import AS, CARD, KIND, RANK, SEAT, WAY, WORD, Part
from tapdeck.rules.spooks_says import card_text
from tapdeck.secrecy import LEFT_OUT
from tapdeck.telling import STRIKE, Statement
from tapdeck.texts import SENTENCES, Text

SIGNS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}


def line_words(said: Statement, game: str, names: Names) -> Text:
    """A line with names for seats, signs for suits, and sentences for all the rest."""
    words: list[str | Text] = []
    if said.seat:
        words.append(Text("words.seat", {"seat": _name(said.seat, names)}))
    if said.verb:
        own = _sentence(f"verb.{game}", said.verb)  # where a verb is another thing elsewhere
        words.append(own if isinstance(own, Text) else _sentence("verb", said.verb))
    words += [_part(part, names) for part in said.parts]
    told = Text("words", {"words": (*words, *[LEFT_OUT] * said.hidden)})
    if not said.corrects:
        return told
    if said.verb == STRIKE:
        return Text("log.strikes", {"number": said.corrects})
    return Text("log.replaces", {"number": said.corrects, "line": told})


def card_words(code: str) -> str | Text:
    """A card's code as people read it; what is no card that they know otherwise stays."""
    if f"card.{code}" in SENTENCES["en"]:
        return Text(f"card.{code}")
    spook = packs.index("spooks", code)
    if spook >= 0:
        return card_text(spook)
    if len(code) == 2 and code[1] in SIGNS and packs.known(code):
        return f"{code[0].replace('T', '10')}{SIGNS[code[1]]}"
    return code


def _part(part: Part, names: Names) -> str | Text:
    if part.kind == SEAT:
        return Text("words.to", {"seat": _name(int(part.text), names)})
    if part.kind == CARD:
        return card_words(part.text)
    if part.kind == RANK:
        return "10" if part.text == "T" else card_words(part.text)
    if part.kind == AS:
        return "="
    if part.kind == KIND:
        kind = _sentence("type", part.text)
        return kind if isinstance(kind, Text) else _sentence("kind", part.text)
    if part.kind == WAY:
        return _sentence("way", part.text)
    if part.kind == WORD:
        return _sentence("word", part.text)
    return part.text


def _sentence(what: str, word: str) -> str | Text:
    key = f"{what}.{word}"
    return Text(key) if key in SENTENCES["en"] else word


def _name(seat: int, names: Names) -> str | Text:
    return names[seat - 1] if 1 <= seat <= len(names) else str(seat)
