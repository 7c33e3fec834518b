"""What a line is about before any game has read it: whose it is, its verb, what stands behind that.

It is the first look at a line, for those who must know it before it is judged, or without judging
it: the door (`permission.py`), the page, and entries that are no actions. Pure.
"""

from __future__ import annotations

from dataclasses import dataclass

TABLE = 0  # the seat of lines that are nobody's, such as `new`
CORRECT = "correct"


@dataclass(frozen=True)
class Said:
    """What a line is about: its seat, its verb, what stands behind that.

    entry  the number of the entry that it corrects; None: it is no correction
    """

    seat: int
    verb: str
    words: tuple[str, ...] = ()
    entry: int | None = None


def said(line: str) -> Said:
    """What a line is about. What is no line of any game has no verb."""
    words = line.split()
    if words[:1] == [CORRECT]:
        number = _number(words[1]) if len(words) > 1 else None
        about = said(" ".join(words[2:]))
        return Said(about.seat, about.verb, about.words, number or 0)
    if words[:1] == ["deal"] and len(words) > 1:
        return Said(_number(words[1]) or TABLE, "deal", tuple(words[2:]))
    seat = _number(words[0]) if words else None
    if seat is not None and len(words) > 1:
        return Said(seat, words[1], tuple(words[2:]))
    return Said(TABLE, words[0] if words else "", tuple(words[1:]))


def _number(word: str) -> int | None:
    return int(word) if word.isascii() and word.isdecimal() and len(word) < 10 else None
