"""Decks of Cultivation as text (C1): one card a line, as the owners of a pack write them down.

    K01 metal elixir               # code, element, one to three types
    K03 metal elixir artifact | Jade pill | 玉丹
    H1  hunyuan
    T1  treasure | Peach of ages | 蟠桃

`#` begins a comment, empty lines mean nothing. What is wrong with a deck is said line by line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from shared_rules import cultivation_cards as cards
from shared_rules import packs
from shared_rules.cultivation_state import HAND, MOST_CARDS, SEATS
from tapdeck import limits
from tapdeck.errors import SaidError
from tapdeck.letters import plain_before_names
from tapdeck.rules import TextError, check_length
from tapdeck.texts import Text

# It must fit into a line of a transcript, and of the link to the board.
CODE = re.compile(r"[A-Z0-9][A-Z0-9._+-]{0,11}")
_SPECIALS = {"hunyuan": cards.HUNYUAN, "treasure": cards.TREASURE}
SMALLEST = HAND * SEATS[0]


@dataclass(frozen=True)
class Deck:
    """The cards of a deck; a card is its place here.

    names  (English, Chinese) of each card; empty where the deck has none
    """

    codes: tuple[str, ...]
    faces: tuple[int, ...]
    names: tuple[tuple[str, str], ...]


@cache
def default() -> Deck:
    """The deck that is played with where nobody says otherwise (C1)."""
    codes = packs.codes(cards.GAME)
    return Deck(codes, cards.default_deck(), (("", ""),) * len(codes))


@lru_cache(16)
def read(text: str) -> Deck:
    """A deck from its text. TextError: what is wrong with it by line, or the beginning of that."""
    if len(text) > limits.DECK:
        raise TextError([(1, Text("limit.deck", {"most": limits.DECK}))])
    found: list[tuple[str, int, tuple[str, str]]] = []
    mistakes: list[tuple[int, Text]] = []
    lines_of: dict[str, int] = {}
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, line in enumerate(lines, 1):
        bare = plain_before_names(line).partition("#")[0].strip()
        if not bare:
            continue
        try:
            check_length(line)
            code, faces, names = _card(bare)
            if code in lines_of:
                raise SaidError("deck_text.twice", code=code, line=lines_of[code])
        except SaidError as error:
            mistakes.append((number, error.text))
            if len(mistakes) == limits.MISTAKES:
                break
            continue
        lines_of[code] = number
        found.append((code, faces, names))
    if not mistakes and not SMALLEST <= len(found) <= MOST_CARDS:
        last = max(lines_of.values(), default=1)
        facts = {"count": len(found), "fewest": SMALLEST, "most": MOST_CARDS}
        mistakes.append((last, Text("deck_text.size", facts)))
    if mistakes:
        raise TextError(mistakes)
    return Deck(
        tuple(code for code, _, _ in found),
        tuple(faces for _, faces, _ in found),
        tuple(names for _, _, names in found),
    )


def looks_like_one(text: str) -> bool:
    """Whether a text begins as a deck file does: its first card is one."""
    for line in text.split("\n"):
        bare = plain_before_names(line).partition("#")[0].strip()
        if bare:
            try:
                return bool(_card(bare))
            except SaidError:
                return False
    return False


def check(text: str) -> Sequence[tuple[int, Text]]:
    """What is wrong with a deck: (line from 1, what it is), in the order of the lines."""
    try:
        read(text)
    except TextError as error:
        return error.mistakes
    return ()


def write(deck: Deck) -> str:
    """A deck as the text that `read` reads."""
    lines = []
    for code, faces, names in zip(deck.codes, deck.faces, deck.names, strict=True):
        words = [code, *describe(faces)]
        if any(names):
            words += ["|", names[0]] + (["|", names[1]] if names[1] else [])
        lines.append(" ".join(words))
    return "\n".join(lines) + "\n"


def describe(faces: int) -> list[str]:
    """What a card is, in the words of a deck file: its element and types, or its special kind."""
    for name, special in _SPECIALS.items():
        if faces == special:
            return [name]
    kinds = [cards.KINDS[kind] for kind in cards.kinds(faces)]
    return [kinds[-1], *kinds[:-1]]


def _card(line: str) -> tuple[str, int, tuple[str, str]]:
    """A line as (code, faces, names). SaidError: what is wrong with it."""
    left, *names = [part.strip() for part in line.split("|")]
    if len(names) > 2:
        raise SaidError("deck_text.names")
    if not left:
        raise SaidError("deck_text.no_code")
    code, *words = left.split()
    if not CODE.fullmatch(code):
        raise SaidError("deck_text.code", code=code)
    if not words:
        raise SaidError("deck_text.what", code=code, allowed=_ALLOWED)
    return code, _faces(code, words), (names[0] if names else "", names[1] if names[1:] else "")


_ALLOWED = Text(
    "deck_text.allowed",
    {
        "elements": ", ".join(cards.ELEMENTS),
        "most": cards.MOST_TYPES,
        "types": ", ".join(cards.TYPES),
        "specials": ", ".join(cards.SPECIALS),
    },
)


def _faces(code: str, words: Sequence[str]) -> int:
    first, *rest = words
    if first in _SPECIALS:
        if rest:
            raise SaidError("deck_text.special", code=code, special=first, word=rest[0])
        return _SPECIALS[first]
    if first not in cards.ELEMENTS:
        raise SaidError("deck_text.element", code=code, word=first, allowed=_ALLOWED)
    types = 0
    for word in rest:
        if word not in cards.TYPES:
            known = ", ".join(cards.TYPES)
            raise SaidError("deck_text.type", code=code, word=word, known=known)
        bit = 1 << cards.TYPES.index(word)
        if types & bit:
            raise SaidError("deck_text.type_twice", code=code, word=word)
        types |= bit
    if not 1 <= len(rest) <= cards.MOST_TYPES:
        most = cards.MOST_TYPES
        raise SaidError("deck_text.types", code=code, count=len(rest), most=most)
    return cards.plain(cards.ELEMENTS.index(first), types)
