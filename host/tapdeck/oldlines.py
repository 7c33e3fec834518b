"""Records from before a number needed its sign: lines and house rules, as they were judged then.

There is one parser, which asks for the sign; what is read here was accepted without it, and is
given the one that it had in mind.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_CHANGES = ("power", "gate", "cultist", "goo", "free", "tokens")  # with a number right behind them
_ROLES = ("role", "use")  # then comes a role's name, whatever words it is of


def with_signs(line: str) -> str:
    """A line of an old journal with the signs that are written today: `1 power 3` was +3."""
    words = line.split()
    if any(word in _ROLES for word in words):
        return line
    for place, word in enumerate(words):
        before = words[place - 1] if place else ""
        of_team = place > 1 and words[place - 2] == "team"
        if (before in _CHANGES or of_team) and word.isascii() and word.isdecimal():
            words[place] = f"+{word}"
    return " ".join(words)


def house_with_signs(house: Mapping[str, Any]) -> dict[str, Any]:
    """The house rules of a stored game with the signs that their effects need today."""

    def of(value: Any, effects: bool = False) -> Any:
        if isinstance(value, Mapping):
            return {key: of(each, key == "effects") for key, each in value.items()}
        if isinstance(value, list | tuple):
            return [of(each, effects) for each in value]
        return with_signs(value) if effects and isinstance(value, str) else value

    return {key: of(value) for key, value in house.items()}
