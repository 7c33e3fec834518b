"""What has been filled in to start a game: pure, so that a mistake or another game loses nothing.

A form knows seats that come and go, headers with a value for each of them, and what all that says
to `Table.start_game`. What is wrong with it the table says when it is asked to start.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tapdeck import rules
from tapdeck.rules import CODES, LINES, NUMBER, NUMBERS, Field
from tapdeck.setup import default_first, said_name
from tapdeck.texts import t

PER_SEAT = (CODES, NUMBERS)


class Form:
    """A game's set-up as far as it has been filled in.

    names    of the players as they were typed, seat 1 first; empty: as the seat is called
    options  every option with its value
    first    the seat that the game's first-seat header names; None: its default
    said     what each header of the game's form says: a text, or one for each seat
    """

    def __init__(self, game: str, names: Iterable[str], options: Mapping[str, str]) -> None:
        self.game = game
        self.full = rules.full(game)
        self.options = {name: options.get(name, values[0]) for name, values in self.full.OPTIONS}
        fewest, most = self.limits
        self.names = [_typed(name, seat) for seat, name in enumerate(names, 1)][:most]
        self.names += [""] * (fewest - len(self.names))
        self.first: int | None = None
        self.said: dict[str, Any] = {}
        for field in self.full.FORM:
            self.fill(field, "")

    def fill(self, field: Field, header: str) -> None:
        """Let a header say what it says in a transcript; empty: what is usual."""
        if field.kind not in PER_SEAT:
            self.said[field.header] = header or ("" if field.kind == LINES else field.usual)
            return
        words = [word.strip() for word in header.split(",")] if "," in header else header.split()
        if len(words) == 1:
            words *= len(self.names)
        self.said[field.header] = words[: len(self.names)]
        for _ in range(len(self.names) - len(self.said[field.header])):
            self.said[field.header].append(self._fresh(field))

    @property
    def limits(self) -> tuple[int, int]:
        """Fewest and most seats with the options as they are chosen."""
        return self.full.seats(self.options)

    @property
    def dealer(self) -> int:
        """The seat that the first-seat header names as things stand."""
        return self.first or default_first(self.full, len(self.names))

    def add(self) -> None:
        """One more seat, behind the last."""
        self.names.append("")
        for field in self.full.FORM:
            if field.kind in PER_SEAT:
                self.said[field.header].append(self._fresh(field))

    def remove(self, seat: int) -> None:
        """A seat less; those behind it move up."""
        del self.names[seat - 1]
        for field in self.full.FORM:
            if field.kind in PER_SEAT:
                del self.said[field.header][seat - 1]
        if self.first is not None and self.first >= seat:
            self.first = None if self.first == seat else self.first - 1

    def choose(self, field: Field, seat: int, code: str) -> None:
        """A seat takes a code; whoever had it gets this seat's in exchange."""
        held = self.said[field.header]
        if code in held:
            held[held.index(code)] = held[seat - 1]
        held[seat - 1] = code

    def called(self, language: str) -> list[str]:
        """The players' names; the seat's own where none was typed."""
        return [
            name.strip() or t(language, "seat", seat=seat)
            for seat, name in enumerate(self.names, 1)
        ]

    def headers(self) -> dict[str, str]:
        """What the headers say that are not as usual, as `Table.start_game` takes it."""
        found = {}
        for field in self.full.FORM:
            said = self.said[field.header]
            if field.kind == LINES:
                usual = not said.strip()
            elif field.kind == NUMBERS:
                said = [word.strip() or field.usual for word in said]
                usual = all(word == field.usual for word in said)
                said = ", ".join(said)
            elif field.kind == CODES:
                usual = said == list(field.codes[: len(said)])
                said = ", ".join(said)
            else:
                assert field.kind == NUMBER
                said = said.strip() or field.usual
                usual = said == field.usual
            if not usual:
                found[field.header] = said
        return found

    def _fresh(self, field: Field) -> str:
        """What a new seat has."""
        if field.kind == NUMBERS:
            return field.usual
        return next(code for code in field.codes if code not in self.said[field.header])


def _typed(name: str, seat: int) -> str:
    """A name, or nothing where it is only what the seat is called."""
    return name if isinstance(said_name(name, seat), str) else ""
