"""What the cards of a game are called besides their codes, as people type it in their place.

A card goes by its code, by `10` where that has a T, and by what the table calls it in any of its
languages: `words.py`, and the names in a deck of one's own. Words are taken for cards only where
there is one way to read all of them. Small letters are no codes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import NamedTuple

from shared_rules import packs
from tapdeck.letters import plain
from tapdeck.texts import LANGUAGES, Text, say, t
from tapdeck.words import SIGNS, card_words

# Suits as they are drawn, filled or not.
_SUITS = dict(zip("♠♥♣♦♤♡♧♢", "SHCDSHCD", strict=True))
LONGEST = 40  # characters of a word that is likened to others
NEAR, NEAR_CODE = 0.65, 0.5  # how like a word must be, and one as short as a code; 1 is the same
CODE = 3  # characters of a short one
SHOWN = 4  # of those that are equally near


class Word(NamedTuple):
    """A word as it was typed, in plain form; what stood in quotes is one, spaces and all.

    quotes  those around it, where it has some
    """

    text: str
    quotes: tuple[str, str] | None = None

    def __str__(self) -> str:
        before, after = self.quotes or ("", "")
        return before + self.text + after


def _key(text: str) -> str:
    """What is compared of a name: letters, digits and suits, in one form."""
    folded = plain(plain(text).casefold())
    return "".join(_SUITS.get(char, char) for char in folded if char.isalnum() or char in _SUITS)


class CardNames:
    """The cards of a game, or of a deck of its own.

    codes  of all its cards
    own    names that a deck of one's own has, by code
    """

    def __init__(self, codes: Sequence[str], own: Mapping[str, Sequence[str]]) -> None:
        self.codes = codes
        self._codes = frozenset(codes)
        self._named: dict[str, set[str]] = {}  # codes, by the key of a name
        self._longest = 1  # words in a name
        for code in codes:
            for name in (*called(code), *own.get(code, ())):
                self._named.setdefault(_key(name), set()).add(code)
                self._longest = max(self._longest, len(name.split()))
        self._named.pop("", None)

    def known(self, word: str) -> bool:
        """Whether a word is the code of a card, of these or of another pack."""
        return word in self._codes or packs.known(word)

    def one(self, text: str) -> str:
        """The code of the one card that a text names; the text itself where that is not certain."""
        found = self._meant(text)
        return next(iter(found)) if len(found) == 1 else text

    def read(self, words: Sequence[Word]) -> list[str]:
        """Words as codes of cards. If there is no way to read all of them, those stay as they are
        that could not stand for one card by themselves; if there are several, all stay.
        """
        if all(self.known(str(word)) for word in words):
            return [str(word) for word in words]
        ways = self._ways(words)
        if len(ways) == 1:
            return list(ways[0])
        found = []
        for word in words:
            meant = () if ways else self._meant(word.text)
            found.append(next(iter(meant)) if len(meant) == 1 else str(word))
        return found

    def near(self, word: str) -> str:
        """The codes of the cards that a word is most like; empty: it is like none."""
        key = _key(word)
        if not key or len(key) > LONGEST:
            return ""
        found = {code: _likeness(key, _key(code)) for code in self.codes}
        for name, codes in self._named.items():
            for code in codes:
                found[code] = max(found[code], _likeness(key, name))
        best = max(found.values(), default=0.0)
        if best < (NEAR_CODE if len(key) <= CODE else NEAR):
            return ""
        return ", ".join([code for code, like in found.items() if like == best][:SHOWN])

    def _ways(self, words: Sequence[Word]) -> list[tuple[str, ...]]:
        """The ways to read all of some words; of many only the first two."""
        # From the end on: ways[i] are those of the words from i on.
        ways: list[list[tuple[str, ...]]] = [[()]]
        for start in range(len(words) - 1, -1, -1):
            found: dict[tuple[str, ...], None] = {}
            for size in range(1, min(self._longest + 1, len(ways)) + 1):
                for code in self._together(words[start : start + size]):
                    found |= dict.fromkeys((code, *rest) for rest in ways[size - 1])
            ways.insert(0, list(found)[:2])
        return ways[0]

    def _together(self, words: Sequence[Word]) -> Sequence[str]:
        """The cards that some words side by side may mean."""
        if len(words) == 1:
            return sorted(self._meant(words[0].text))
        if any(word.quotes or self.known(word.text) for word in words):
            return ()
        return sorted(self._named.get(_key("".join(word.text for word in words)), ()))

    def _meant(self, text: str) -> set[str]:
        """The cards that a text may mean; a code is always itself."""
        if self.known(text):
            return {text}
        found = {"T" + text[2:]} & self._codes if text.startswith("10") else set()
        return found | self._named.get(_key(text), set())


def called(code: str) -> tuple[str, ...]:
    """What the table calls a card, in all its languages."""
    words = card_words(code)
    found = [say(lang, words) if isinstance(words, Text) else words for lang in LANGUAGES]
    if code[1:] in SIGNS and packs.index("followers", code) >= 0:
        rank = code[0].replace("T", "10")
        found.append(SIGNS[code[1:]] + rank)
        found += [t(lang, f"page.suit.{code[1:]}", rank=rank) for lang in LANGUAGES]
    return tuple(dict.fromkeys(name for name in found if name != code))


def _likeness(word: str, other: str) -> float:
    """How like a word is to another; the same letters in another order, or the same beginning,
    bring it nearer.
    """
    like = SequenceMatcher(None, word, other, autojunk=False).ratio()
    if word != other and sorted(word) == sorted(other):
        like = max(like, 0.9)
    return like + (0.05 if word[:1] == other[:1] else 0)


@lru_cache(maxsize=64)
def card_names(
    codes: tuple[str, ...], own: tuple[tuple[str, tuple[str, ...]], ...] = ()
) -> CardNames:
    """The cards with these codes; `own`: (code, what its owners call the card)."""
    return CardNames(codes, dict(own))
