"""What the lights and digits of the simulated table say, read back and compared with the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from shared_rules.board import letters_at

STRIP = 13  # pixels, the last ones of the chain
CLEAR = 0.45  # a channel that belongs to a colour has so much of the strongest one
ORANGE = 0.15  # so much green makes red an orange
DARK = "."
# Which of red, green and blue are there: the letter of the colour (shared_rules/board.py).
_LETTERS = {"100": "r", "010": "g", "001": "b", "110": "y", "101": "v", "011": "c", "111": "w"}

Shown = Mapping[str, Any]


def decode(display: Mapping[str, Any], shown: Shown) -> dict[str, Any]:
    """What the lights and digits say.

    display  as the control port has it: `pixels` and `digits`
    shown    what the game's core shows: whether its strip counts tokens or has colours

    Always `digits`. With tokens: how many are lit, and the `totals` of two sides, read from the
    digits (none where they say something else). With colours: `strip`, a letter a pixel.
    """
    digits = str(display["digits"])
    pixels = display["pixels"][-STRIP:]
    if not isinstance(shown["strip"], int):
        return {"digits": digits, "strip": "".join(_letter(pixel) for pixel in pixels)}
    strip = [pixel for pixel in pixels if any(pixel)]
    # Tokens past the 13th count from the first pixel again, in a colour with some blue in it.
    lit = len(strip) + sum(1 for pixel in strip if pixel[2])
    totals = {}
    for side, text in (("1", digits[:4]), ("2", digits[4:8])):
        try:
            totals[side] = int(text)
        except ValueError:
            return {"tokens": lit, "digits": digits, "totals": {}}  # a word, not totals
    return {"tokens": lit, "digits": digits, "totals": totals}


def differs(decoded: Mapping[str, Any], shown: Shown) -> str:
    """A sentence if the table shows something else than the game says; empty if they agree. Where
    something moves, they agree when it stands as a whole: look again.
    """
    rows = shown.get("rows") or (shown["digits"],)
    wanted = " or ".join(f"'{row}'" for row in rows)
    fits = decoded["digits"] in rows
    if isinstance(shown["strip"], int):
        tokens = min(shown["strip"], 2 * STRIP)
        if fits and decoded["tokens"] == tokens:
            return ""
        return (
            f"the table shows {decoded['tokens']} tokens and '{decoded['digits']}', "
            f"the service says {tokens} tokens and {wanted}"
        )
    spaces = letters_at(shown["strip"], STRIP, shown.get("tracks", ()))
    wrong = sum(
        1
        for letter, space in zip(decoded["strip"], spaces, strict=True)
        if letter not in (space or DARK)
    )
    # What runs along the strip is at one place.
    if fits and wrong <= (1 if shown.get("run") else 0):
        return ""
    return (
        f"the table shows '{decoded['strip']}' and '{decoded['digits']}', "
        f"the service says '{' '.join(space or DARK for space in spaces)}' and {wanted}"
    )


def is_first(decoded: Mapping[str, Any], shown: Shown) -> bool:
    """Whether the table shows what comes first where rows of digits, or letters of a space, take
    turns.
    """
    rows = shown.get("rows") or (shown["digits"],)
    if isinstance(shown["strip"], int):
        return bool(decoded["digits"] == rows[0])
    spaces = letters_at(shown["strip"], STRIP, shown.get("tracks", ()))
    first = "".join((space or DARK)[0] for space in spaces)
    return (decoded["digits"], decoded["strip"]) == (rows[0], first)


def _letter(pixel: Sequence[int]) -> str:
    most = max(pixel)
    if not most:
        return DARK
    red, green, blue = (value / most for value in pixel)
    there = "".join("1" if value >= CLEAR else "0" for value in (red, green, blue))
    return "o" if there == "100" and green >= ORANGE else _LETTERS[there]
