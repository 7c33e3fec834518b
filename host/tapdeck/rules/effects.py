"""Outcomes of what is printed on a card or a role, as the table enters them (F19, C14)."""

from __future__ import annotations

from shared_rules.actions import Action
from tapdeck.rules import LineError

BIGGEST_EFFECT = 9999  # points or tokens in one line; more is a slip of the pen


class Effect(Action):
    """The outcome of a card skill (F19) or a destiny role (C14), entered by the table.

    what    which of the game's effects
    target  the team or the seat that it concerns, 0 for none
    number  signed: points or bomb tokens
    automatic  whether a house rule says so, and nobody entered it
    """

    __slots__ = ("automatic", "target", "what")

    def __init__(self, what: str, target: int = 0, number: int = 0) -> None:
        super().__init__(0, "effect", (), number)
        self.what = what
        self.target = target
        self.automatic = False


def signed(word: str) -> int:
    """A number with its sign. LineError: it is none, or out of bounds, or the sign is missing: a
    forgotten minus must not be counted.
    """
    digits = word[1:] if word[:1] in ("+", "-") else word
    if not (digits.isascii() and digits.isdecimal()) or (
        # Thousands of digits are none that `int` would read.
        len(digits) > 9 or int(digits) > BIGGEST_EFFECT
    ):
        raise LineError("wrong.line_number", word=word, most=BIGGEST_EFFECT)
    if digits == word:
        raise LineError("wrong.line_unsigned", word=word)
    return int(word)
