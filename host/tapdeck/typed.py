"""What people type, before any parser: full-width letters of Chinese keyboards, names for codes.

Only what is certain is taken: compatibility forms of letters, digits, spaces and punctuation
(Unicode NFKC), never in players' names; `10` for `T` in a code; a card's own name in any language.
Small letters are no codes, as ever.
A line that is as it should be comes back as it is. Boards write their lines themselves, and those
do not come this way.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cache

from shared_rules import packs
from tapdeck.letters import plain, plain_before_names
from tapdeck.rules import LineError
from tapdeck.rules.spooks_says import card_text
from tapdeck.texts import LANGUAGES, SENTENCES, Text, say

_KEY = re.compile(r"[a-z][a-z_.]*")
_COLON = re.compile("[:：]")
_BETWEEN_NAMES = re.compile(r'("[^"]*")|[，、]')
_TEN = re.compile(r"10([SHCD])")
_RAW_VALUES = ("deck",)  # headers whose value is a path
_NAMED_VERBS = ("role", "use")  # what stands behind them is a name of the house rules' own


def transcript_line(line: str) -> str:
    """A line of a transcript or of a deck in it: names of players and of cards stay as they are."""
    if line.isascii():
        return line
    colon = _COLON.search(line)
    key = plain(line[: colon.start()]).strip() if colon else ""
    if colon and _KEY.fullmatch(key):
        value = line[colon.end() :].strip()
        if key == "seats":
            value = _BETWEEN_NAMES.sub(lambda found: found[1] or ",", value)
        else:
            value = header(key, value)
        return f"{key}: {value}"
    return plain_before_names(line)


def header(key: str, value: str) -> str:
    """What a header says, in usual forms; a faction's name as its code."""
    if key in _RAW_VALUES:
        return value
    value = plain(value)
    if not value.isascii():
        value = value.replace("、", ",")
    if key != "factions":
        return value
    words = [word.strip() for word in value.split(",")]
    named = [_factions().get(word.lower(), word) for word in words]
    return value if named == words else ", ".join(named)


@cache
def _factions() -> Mapping[str, str]:
    """By what a faction is called in any language, in small letters: its code."""
    return {
        SENTENCES[language][f"faction.{code}"].lower(): code
        for language in LANGUAGES
        for code in packs.codes("cthulhu_wars")
        if f"faction.{code}" in SENTENCES["en"]
    }


@cache
def _names(game: str) -> Mapping[str, str]:
    """By what a card of a game is called in any language, in small letters: its code."""
    found: dict[str, str] = {}
    for place, code in enumerate(packs.codes(game)):
        texts: list[Text | str] = []
        if game == "spooks":
            texts = [card_text(place)]
        elif f"card.{code}" in SENTENCES["en"]:
            texts = [Text(f"card.{code}")]
        for text in texts:
            if isinstance(text, Text):
                for language in LANGUAGES:
                    found[say(language, text).lower()] = code
    return found


def _code(word: str, codes: Sequence[str], game: str) -> str:
    """A word as the code that it certainly means, else as it is."""
    if word not in codes and game == "followers" and _TEN.fullmatch(word):
        return word.replace("10", "T")
    return word


def action(
    line: str, game: str, codes: Sequence[str] = (), called: Mapping[str, str] | None = None
) -> str:
    """An action's line with the codes that its words certainly mean.

    codes   of the deck that is played with; empty: the pack's
    called  what its owners call their cards, in small letters: the code
    """
    codes = codes or packs.codes(game)
    words = line.split()
    verb = next((place for place, word in enumerate(words) if plain(word).isalpha()), len(words))
    if plain("".join(words[verb : verb + 1])) in _NAMED_VERBS:
        return " ".join([*map(plain, words[: verb + 1]), *words[verb + 1 :]])
    words = [word for each in words for word in plain(each).split()]
    head, tail = words[: verb + 1], words[verb + 1 :]
    if head and not head[-1].isascii() and not tail:
        return " ".join(words)
    names = {**_names(game), **(called or {})}
    if names and any(word not in codes and not word.isdigit() for word in tail):
        said = f" {' '.join(tail)} "
        for name in sorted(names, key=len, reverse=True):
            said = re.sub(rf"(?i)(?<= ){re.escape(name)}(?= )", names[name], said)
        tail = said.split()
    ranks = tail.index("as") if "as" in tail else len(tail)
    cards = [_code(word, codes, game) for word in tail[:ranks]]
    reading = ["T" if word == "10" and game == "followers" else word for word in tail[ranks:]]
    return " ".join([*head, *cards, *reading])


def nearer(error: LineError, codes: Sequence[str]) -> LineError:
    """The same error; of a word that is no card, with the code that comes nearest."""
    word = str(error.text.params.get("word", ""))
    if error.text.key != "wrong.line_card" or not word:
        return error
    near = get_close_matches(word.upper(), codes, 1, 0.5)
    return LineError("wrong.line_card_near", word=word, near=near[0]) if near else error
