"""The full rules of every game: each extends its reduced core of ``shared_rules``.

The list of games is explicit (``NAMES``), and every game is a module with the same few names,
written down in ``Game``. Rules are pure: no I/O, no clock, no randomness, nothing of the web.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast

from shared_rules.actions import Action
from tapdeck import limits
from tapdeck.errors import SaidError
from tapdeck.plain import is_text
from tapdeck.rules.lineparts import Part
from tapdeck.texts import Text, Value, say

NAMES = ("followers", "spooks", "cultivation", "cthulhu_wars")


class LineError(SaidError):
    """A line that is no action at all; it says why."""


def check_length(line: str) -> None:
    """Before a line is read at all. LineError: it is longer than any line may be, or is no text."""
    if len(line) > limits.LINE:
        raise LineError("limit.line", most=limits.LINE)
    if not is_text(line):
        raise LineError("wrong.no_text")


class TextError(ValueError):
    """Mistakes in the text of a header (`TEXTS`): (line from 1, what is wrong), at least one."""

    def __init__(self, mistakes: Sequence[tuple[int, Text]]) -> None:
        super().__init__(say("en", together(mistakes)))
        self.mistakes = tuple(mistakes)


def together(mistakes: Sequence[tuple[int, Text]]) -> Text:
    """Mistakes, each with its line, as one sentence."""
    said = [Text("wrong.line", {"line": line, "why": text}) for line, text in mistakes]
    found = said[-1]
    for each in said[-2::-1]:
        found = Text("wrong.more", {"first": each, "rest": found})
    return found


# What kind of thing a header asks for: one number; a number a seat; a code a seat, none of them
# twice; whole lines.
NUMBER, NUMBERS, CODES, LINES = "number", "numbers", "codes", "lines"


@dataclass(frozen=True)
class Field:
    """A header as a form asks for it; the sentence `header.NAME` says what it is.

    usual   what it is where it is missing: a number; for each of CODES the first ones; a text
    fewest, most  of a number
    codes   what can be chosen; the sentence `words` + code says what that is
    check   what is wrong with a text: (line from 1, what it is)
    """

    header: str
    kind: str
    usual: str = ""
    fewest: int = 0
    most: int = 0
    codes: tuple[str, ...] = ()
    words: str = ""
    check: Callable[[str], Sequence[tuple[int, Text]]] = lambda text: ()


@dataclass(frozen=True)
class Mistake:
    """What is wrong in house rules.

    path  the keys that lead to it, and the place in a list (from 0) where it is in one
    text  what is wrong, with what is allowed
    """

    path: tuple[str | int, ...]
    text: Text

    def under(self, *keys: str) -> Mistake:
        """The same mistake, seen from further out."""
        return Mistake((*keys, *self.path), self.text)

    def error(self) -> SaidError:
        """The mistake, to be raised."""
        return SaidError(self.text.key, **self.text.params)


def a_mistake(*path: str | int, key: str, **facts: Value) -> Mistake:
    """A mistake in house rules; `house.KEY` is its sentence."""
    return Mistake(path, Text(f"house.{key}", facts))


@dataclass(frozen=True)
class Hands:
    """The hands that can be dealt in now.

    cards   all that are dealt; each once
    fewest, most   cards in one hand
    """

    cards: frozenset[int]
    fewest: int
    most: int


@dataclass(frozen=True)
class Column:
    """A column of a score sheet: its title, what stands below it, and whether it is set right."""

    title: Value
    foot: Value = ""
    right: bool = False


@dataclass(frozen=True)
class Sheet:
    """A game as a score sheet for people.

    rows   a row a deal or round, with a cell for each column; a list stands line by line
    below  sentences below the table
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[Value | list[Value], ...], ...]
    below: tuple[Text, ...]


# The players' names as they go into sentences, seat 1 first.
Names = Sequence[Text | str]


class Game(Protocol):
    """What a game's module offers. ``Any`` stands for the game's own state."""

    NAME: str
    VERSION: int
    """Of its rules: one more whenever some line is judged, or scored, otherwise than before."""
    SEATS: tuple[int, int]
    """Fewest and most seats, unless options say otherwise."""
    OPTIONS: tuple[tuple[str, tuple[str, ...]], ...]
    """Each option's name and its values, the default first (shared_rules/README.md)."""
    FIRST: str
    """The header of a transcript that names the first seat: `oldest`; empty: there is none."""
    FIRST_DEFAULT: int
    """The seat that it names where it is missing; a negative one counts back, -1 is the last."""
    HEADERS: tuple[str, ...]
    """Further headers of its own (host/README.md); what they say is part of the set-up, as text."""
    FORM: tuple[Field, ...]
    """Those of them that a form asks for, in its order."""
    TEXTS: tuple[str, ...]
    """Those of them that hold whole lines: the file that is named, or what follows the header up to
    an empty line. A mistake in one is a `TextError`."""
    VERBS: tuple[str, ...]
    PLAYS: tuple[str, ...]
    """Those by which somebody gets on in the game; the others are calls, passes and the like."""
    SECRETS: tuple[str, ...]
    """Those whose cards are, or may be, for the acting seat alone."""
    TABLE_VERBS: tuple[str, ...]
    """Verbs that only a table knows: a transcript has their outcome, and them as comments."""

    @staticmethod
    def seats(options: Mapping[str, str]) -> tuple[int, int]:
        """Fewest and most seats under these options; what is wrong with them `initial` says."""

    @staticmethod
    def initial(
        options: Mapping[str, str],
        first: int = 1,
        house: Mapping[str, Any] | None = None,
        seats: int = 0,
        headers: Mapping[str, str] | None = None,
    ) -> Any:
        """A match before its first deal.

        seats    how many play; 0: the fewest
        headers  what the headers of `HEADERS` say; what is not there has its default

        ValueError: unknown option, value, seat or house rule, or a header that is wrong.
        """

    @staticmethod
    def mistake(house: Mapping[str, Any]) -> Mistake | None:
        """The first mistake in house rules, as they come from a file; None if there is none."""

    @staticmethod
    def house_view(house: Mapping[str, Any]) -> dict[str, Any]:
        """House rules as people should see them, with sentences in every language."""

    @staticmethod
    def codes(state: Any) -> tuple[str, ...]:
        """The codes of all cards that can be named; a card is its place here."""

    @staticmethod
    def parse(line: str, state: Any) -> Action:
        """A transcript line as an action. LineError: malformed; the state stays as it is."""

    @staticmethod
    def line(action: Action) -> str:
        """An action as the transcript line that `parse` reads."""

    @staticmethod
    def parts(action: Action, cards: Sequence[str]) -> tuple[Part, ...]:
        """What an action's line has behind its seat and verb, word for word.

        cards  the codes of the action's cards
        """

    @staticmethod
    def check(state: Any, action: Action) -> str | None:
        """The reason code of the refusal, None if the action is allowed. Changes nothing."""

    @staticmethod
    def apply(state: Any, action: Action) -> None:
        """Carry out an action that `check` allowed."""

    @staticmethod
    def follows(state: Any, action: Action) -> Sequence[Action]:
        """What follows by itself from an action that has just been carried out: effects of card
        skills. Each is to be checked and, where it is allowed, carried out, in this order.
        """

    @staticmethod
    def hint(state: Any, seat: int) -> Action | None:
        """What a seat might well do now, allowed by the rules; None: nothing, or its hand is not
        known.
        """

    @staticmethod
    def hands(state: Any) -> Hands | None:
        """The hands that can be dealt in now; None: it is too late, or they are there."""

    @staticmethod
    def gifts_due(state: Any) -> Mapping[int, int]:
        """How many cards each seat has yet to give away; empty: none can be given now."""

    @staticmethod
    def reading(state: Any, action: Action) -> str | None:
        """How an allowed action is read: `pair A`; None where there is nothing to read."""

    @staticmethod
    def explain(state: Any, action: Action, reason: str | None, names: Names) -> Text:
        """One sentence about the verdict on an action, before it is carried out."""

    @staticmethod
    def is_secret(action: Action, refused: bool = False) -> bool:
        """Whether only the acting seat may see what exactly was done or, in vain, tried."""

    @staticmethod
    def hidden_seats(state: Any) -> frozenset[int]:
        """The seats that have something hidden now; 0 for what is hidden and nobody's. Lines of
        such a seat are taken only from those who may see it.
        """

    @staticmethod
    def probes(verb: str, words: Sequence[str]) -> bool:
        """Whether the verdict on a line of this verb, with these words behind it, can depend on
        what other seats have hidden, so that it could be found out by trying.
        """

    @staticmethod
    def elsewhere(state: Any, action: Action, reason: str) -> bool:
        """Whether a refusal comes from what another seat has hidden. It is told with one code for
        all of them.
        """

    @staticmethod
    def turned_up(state: Any, action: Action) -> bool:
        """Whether an action, once carried out, has let everybody see something hidden: what is then
        taken back was looked at.
        """

    @staticmethod
    def all_open(state: Any) -> bool:
        """Whether nothing is hidden any more, so that a transcript may tell everything."""

    @staticmethod
    def told(state: Any, action: Action, end: Any) -> Sequence[str]:
        """The lines by which the transcript of a game with secrets tells of an action: none where
        it is hidden. `state` is that before the action, `end` that of the whole game as it stands.
        """

    @staticmethod
    def summary(state: Any) -> dict[str, Any]:
        """`finished, winner, totals, rounds, state` as host/README.md has them."""

    @staticmethod
    def sheet(state: Any, names: Sequence[str]) -> Sheet:
        """The score sheet. Everybody may see it."""

    @staticmethod
    def view(state: Any, held: frozenset[int]) -> dict[str, Any]:
        """What the holders of some seats may see (none: the public), as plain data."""


def full(name: str) -> Game:
    """The full rules of a game. SaidError: no such game."""
    if name == "followers":
        from tapdeck.rules import followers

        return cast(Game, followers)
    if name == "spooks":
        from tapdeck.rules import spooks

        return cast(Game, spooks)
    if name == "cultivation":
        from tapdeck.rules import cultivation

        return cast(Game, cultivation)
    if name == "cthulhu_wars":
        from tapdeck.rules import cthulhu_wars

        return cast(Game, cthulhu_wars)
    raise SaidError("wrong.no_game", name=name, known=", ".join(NAMES))
