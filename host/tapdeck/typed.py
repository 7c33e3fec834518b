"""What people type, before any parser: full-width letters of Chinese keyboards, names for codes.

Only what is certain is taken: compatibility forms of letters, digits, spaces and punctuation
(Unicode NFKC), never in players' names; commas between cards; `10` for `T` in a code; a card's own
name in any language, where no other card has it (`cardnames.py`). Small letters are no codes, as
ever.
A line that is as it should be comes back as it is. Boards write their lines themselves, and those
do not come this way.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from shared_rules import packs
from shared_rules.followers_plays import GAME, RANK_NAMES
from tapdeck import limits
from tapdeck.cardnames import CardNames, Word, card_names
from tapdeck.letters import plain, plain_before_names
from tapdeck.rules import LineError
from tapdeck.said import CORRECT
from tapdeck.texts import LANGUAGES, SENTENCES

_KEY = re.compile(r"[a-z][a-z_.]*")
_COLON = re.compile("[:：]")
_BETWEEN_NAMES = re.compile(r'("[^"]*")|[，、]')
_RAW_VALUES = ("deck",)  # headers whose value is a path
# Verbs whose lines name cards, with the words before them: a seat, a group.
_BEFORE_CARDS = {
    **dict.fromkeys(("play", "draw", "show", "tap", "choose", "run", "hand", "aside"), 0),
    **dict.fromkeys(("take", "meld"), 0),
    **dict.fromkeys(("deal", "give", "add"), 1),
}
_READ_AS, _AS = ("play", "meld"), "as"
# In plain form. What stands in quotes is one word; commas set words apart.
_QUOTES = (('"', '"'), ("“", "”"), ("「", "」"), ("『", "』"), ("《", "》"))
_SIGNS = re.escape("".join(a + b for a, b in _QUOTES))
_WORD = re.compile(
    "|".join(f"{a}[^{a}{b}]*{b}" for a, b in _QUOTES) + rf"|[^\s,、{_SIGNS}]+|[^\s,、]"
)
_DASH = re.compile(r"^[−–—‐](?=\d+$)")  # before a number they are a minus
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


def action(
    line: str,
    game: str,
    codes: Sequence[str] = (),
    called: Mapping[str, Sequence[str]] | None = None,
) -> str:
    """An action's line with the codes that its words certainly mean.

    codes   of the deck that is played with; empty: the pack's
    called  by code: what its owners call a card
    """
    if len(line) > limits.LINE:
        return line  # the parser says so
    said = line.split(maxsplit=2)
    if said and plain(said[0]) == CORRECT:
        # What it puts in as it was typed, for the names of roles.
        rest = [action(each, game, codes, called) for each in said[2:]]
        return " ".join([*map(plain, said[:2]), *rest])
    words = plain(line).split()
    at = 1 if words and words[0].isdecimal() else 0
    verb = words[at] if at < len(words) else ""
    if verb in _NAMED_VERBS:
        return " ".join([*words[: at + 1], *line.split()[at + 1 :]])
    before = _BEFORE_CARDS.get(verb)
    if before is None:
        return " ".join(_DASH.sub("-", word) for word in words)
    names = _card_names(game, codes, called)
    start = at + 1 + before
    found = _words(" ".join(words[start:]))
    end = len(found)
    if verb in _READ_AS:
        end = next((place for place, word in enumerate(found) if str(word) == _AS), end)
    reading = [str(word) for word in found[end:]]
    reading[2:] = [_rank(word, names, game) for word in reading[2:]]
    return " ".join([*words[:start], *names.read(found[:end]), *reading])


def cards(words: Sequence[str], game: str) -> list[str]:
    """Words as cards of a game's pack, as far as that is certain."""
    return _card_names(game).read(_words(plain(" ".join(words))))


def nearer(
    error: LineError, codes: Sequence[str], called: Mapping[str, Sequence[str]] | None = None
) -> LineError:
    """The same error; of a word that is no card, with the codes that come nearest."""
    word = str(error.text.params.get("word", ""))
    if error.text.key != "wrong.line_card" or not word:
        return error
    near = card_names(tuple(codes), _own(called)).near(word)
    return LineError("wrong.line_card_near", word=word, near=near) if near else error


def _card_names(
    game: str, codes: Sequence[str] = (), called: Mapping[str, Sequence[str]] | None = None
) -> CardNames:
    return card_names(tuple(codes) or packs.codes(game), _own(called))


def _own(called: Mapping[str, Sequence[str]] | None) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((code, tuple(names)) for code, names in (called or {}).items())


def _rank(word: str, names: CardNames, game: str) -> str:
    """A rank behind a type of combination; only Followers of Cthulhu have them."""
    if game != GAME:
        return word
    code = names.one(word)
    return "T" if word == "10" else code if code in RANK_NAMES else word


def _words(text: str) -> list[Word]:
    """A text in plain form as words, each with the quotes that it stood in."""
    quotes = dict(_QUOTES)
    found = []
    for word in _WORD.findall(text):
        if len(word) > 1 and quotes.get(word[0]) == word[-1]:
            found.append(Word(word[1:-1], (word[0], word[-1])))
        else:
            found.append(Word(word))
    return found
