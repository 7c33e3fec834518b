"""How a game is set up: names, options, headers, house rules. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from unicodedata import category

from shared_rules.wrong import wrong_header, wrong_seats
from tapdeck import limits, rules, typed
from tapdeck.errors import SaidError, TableError, why
from tapdeck.plain import check_json, check_text
from tapdeck.rules import CODES, Game, TextError, together
from tapdeck.texts import LANGUAGES, Text, say, t

# Control characters, line and paragraph separators: not for a name.
_BREAKS = ("Cc", "Zl", "Zp")


def default_first(game: Game, seats: int) -> int:
    """The seat that a game's first-seat header names where it is missing."""
    return game.FIRST_DEFAULT + (seats + 1 if game.FIRST_DEFAULT < 0 else 0)


def set_up(
    game: str,
    names: Sequence[str] | None,
    options: Mapping[str, str],
    first: int | None,
    house: Mapping[str, Any],
    headers: Mapping[str, str],
    language: str = "en",
) -> Setup:
    """A set-up with what was asked for.

    names  None: as their seats are called in `language`, as many as the headers have codes for or
           can play
    first  None: the game's default

    TableError: there is no such game, with what is wrong.
    """
    try:
        full = rules.full(game)
        if names is None:
            names = default_names(full, headers, language)
        if first is None:
            first = default_first(full, len(names))
        check_new(names, house, options, headers)
        headers = {name: typed.header(name, text) for name, text in headers.items()}
        return Setup(game, tuple(names), options, first, house, headers)
    except TextError as error:
        problems = [
            Text("wrong.line", {"line": line, "why": text}) for line, text in error.mistakes
        ]
        raise TableError("error.set_up", problems, why=together(error.mistakes)) from None
    except ValueError as error:
        raise TableError("error.set_up", why=why(error)) from None


def check_new(
    names: Sequence[str],
    house: Mapping[str, Any] | None = None,
    options: Mapping[str, str] | None = None,
    headers: Mapping[str, str] | None = None,
) -> None:
    """Whether a new game is within the limits; stored ones are read as they are. SaidError: not."""
    for name in names:
        if len(name) > limits.NAME:
            raise SaidError("limit.name", name=name[:20], most=limits.NAME)
        check_text(name)
    for word in (*(options or {}), *(options or {}).values(), *(headers or {})):
        check_text(word, limits.WORD)
    for text in (headers or {}).values():
        check_text(text)
    if house and len(json.dumps(house, default=str)) > limits.SETTINGS:
        raise SaidError("limit.house", most=limits.SETTINGS)
    check_json(house)


def default_names(game: Game, headers: Mapping[str, str], language: str = "en") -> list[str]:
    """What the seats are called where nobody says how many there are: as many as a header has codes
    for, such as factions, else as many as can play.
    """
    fewest, most = game.SEATS
    for each in game.FORM:
        codes = headers.get(each.header, "").replace(",", " ").split()
        if each.kind == CODES and fewest <= len(codes) <= most:
            return seat_names(len(codes), language)
    return seat_names(most, language)


def seat_names(count: int, language: str = "en") -> list[str]:
    """What the seats are called where nobody says: Seat 1 and so on."""
    return [t(language, "seat", seat=seat) for seat in range(1, count + 1)]


def said_name(name: str, seat: int) -> Text | str:
    """A player's name; where it is only what the seat is called in some language, that is said in
    every language.
    """
    usual = any(name == t(language, "seat", seat=seat) for language in LANGUAGES)
    return Text("seat", {"seat": seat}) if usual else name


def shown_names(names: Sequence[str], language: str) -> list[str]:
    """The players' names, seat 1 first, as somebody reads them who speaks this language."""
    found = [said_name(name, seat) for seat, name in enumerate(names, 1)]
    return [say(language, each) if isinstance(each, Text) else each for each in found]


@dataclass(frozen=True)
class Setup:
    """How a game was set up: all that a fold needs besides the journal.

    game     a name out of ``rules.NAMES``
    names    the players', clockwise from seat 1
    options  named options (shared_rules/README.md); what is not named has its default
    first    the seat the game's first-seat header names (followers: the oldest player)
    house    house rules, as the game knows them; what is not said has its default
    headers  what the game's further headers say (`HEADERS`), as text

    ValueError, with a sentence: unknown game, option or value, a wrong number of names, no such
    seat, a name that is empty or not one line, a mistake in the house rules or in a header.
    """

    game: str
    names: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    first: int = 1
    house: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        fewest, most = rules.full(self.game).seats(self.options)
        if not fewest <= len(self.names) <= most:
            raise wrong_seats(len(self.names), (fewest, most))
        for name in self.names:
            if not name.strip() or any(category(char) in _BREAKS for char in name):
                raise SaidError("wrong.name", name=name)
        self.initial()

    @cached_property
    def said(self) -> tuple[Text | str, ...]:
        """The players' names as they go into sentences, seat 1 first."""
        return tuple(said_name(name, seat) for seat, name in enumerate(self.names, 1))

    def initial(self) -> Any:
        """The game's state before anything happened."""
        game = rules.full(self.game)
        for name in self.headers:
            if name not in game.HEADERS:
                raise wrong_header(name, game.HEADERS)
        return game.initial(self.options, self.first, self.house, len(self.names), self.headers)

    def in_force(self) -> dict[str, str]:
        """Every option of the game with the value in force."""
        options = rules.full(self.game).OPTIONS
        return {name: self.options.get(name, values[0]) for name, values in options}
