"""Lines of journals from before a number needed its sign, as they were judged then."""

from __future__ import annotations

_CHANGES = ("power", "gate", "cultist", "goo", "free", "tokens")  # with a number right behind them


def with_signs(line: str) -> str:
    """A line of an old journal with the signs that are written today: `1 power 3` was +3."""
    words = line.split()
    for place, word in enumerate(words):
        before = words[place - 1] if place else ""
        of_team = place > 1 and words[place - 2] == "team"
        if (before in _CHANGES or of_team) and word.isascii() and word.isdecimal():
            words[place] = f"+{word}"
    return " ".join(words)
