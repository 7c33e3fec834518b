"""A line of a game in parts: what stands behind its seat and verb, each word with its kind."""

from __future__ import annotations

from typing import NamedTuple

# What kind of thing a word of a line is, behind its seat and verb.
SEAT, TEAM, CARD, GROUP, SIGN, NUMBER, AS, KIND, RANK, WAY, WORD = (
    "seat",
    "team",
    "card",
    "group",
    "sign",
    "number",
    "as",
    "kind",
    "rank",
    "way",
    "word",
)
UNTOLD = (CARD, SIGN)  # what may be for one seat's eyes alone, with all that stands behind it


class Part(NamedTuple):
    """A word of a line, with what kind of thing it is."""

    kind: str
    text: str
