"""Simulated players: they hold physical cards, lay them on readers and press buttons.

A party of players is a generator: it yields one gesture after the other, and is sent what the
table answered. Whoever drives it (the demonstration, a test) carries the gestures to a table. The
players decide by a seeded random number generator only, so a seed gives one match.
"""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Protocol

NAMES = ("followers", "spooks", "cultivation", "cthulhu_wars")


@dataclass(frozen=True)
class Gesture:
    """One thing that a player's hand does.

    seat     who does it, 1…n
    kind     `tap`: lay a tag on the seat's reader and take it away; `short`, `long`: the button
    tag      what is tapped: a card's code or a control's name; empty for the button
    pending  the codes of the cards that the table should hold as this seat's pending ones
             afterwards, in the order they were tapped
    line     the line that this gesture should write into the journal, whether the action is
             allowed or refused; empty if it should write none
    before   a line that the table writes before that one, since it takes it for granted
    """

    seat: int
    kind: str
    tag: str = ""
    pending: tuple[str, ...] = ()
    line: str = ""
    before: str = ""


@dataclass(frozen=True)
class Answer:
    """What the table said to a gesture that wrote a line; `reason` is None if it was allowed."""

    reason: str | None = None


# Yields gestures; is sent the answer to a gesture with a line, and None after the others.
Play = Generator[Gesture, Answer | None, None]


class Party(Protocol):
    """The players round one table, and how the game is set up that they play."""

    names: tuple[str, ...]
    options: dict[str, str]
    first: int  # the seat that the game's first-seat header names
    headers: dict[str, str]
    mistakes: int  # refused actions so far, all on purpose

    def play(self) -> Play:
        """Play a whole match."""
        ...


class PlayersError(Exception):
    """The table answered what the players cannot explain; the text says what."""


def party(
    game: str, seed: int, options: dict[str, str] | None = None, first: int | None = None
) -> Party:
    """Players for a game.

    seed     the same seed gives the same match
    options  None: those with which the demonstration plays the game
    first    the seat that the game's first-seat header names; None: its default

    ValueError: no players for this game; the sentence lists the games there are players for.
    """
    if game == "followers":
        from tapdeck.players import followers

        return followers.Party(seed, options, first or 1)
    if game == "spooks":
        from tapdeck.players import spooks

        return spooks.Party(seed, spooks.SHOWN if options is None else options, first or 0)
    if game == "cultivation":
        from tapdeck.players import cultivation

        return cultivation.Party(seed, options, first or 1)
    if game == "cthulhu_wars":
        from tapdeck.players import cthulhu_wars_pieces

        return cthulhu_wars_pieces.Party(seed)
    raise ValueError(f"no simulated players for '{game}'; there are for: {', '.join(NAMES)}")
