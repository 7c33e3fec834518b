"""What a game's core offers the board besides its rules, and what a game answers that has nothing
special there. The firmware knows no game: what cards on a reader mean, it asks the core.

    NAME, APART, APART_VERBS
    initial, load, dump, check, apply, phase, turn, line, parse    the game itself
    choosers(state) -> seats
        Those that owe a choice of their own now, in the order in which a shared reader asks them.
    choices(state, seat, verb, cards, named) -> actions
        What the cards that wait at a seat (the last one tapped is the last) can mean for a verb of
        `seat.ROWS`, the best first. `named` is the seat that a `seat N` tag named there, 0 for
        none. The `other` tag steps through them, a press does the one that is chosen. What the
        rules forbid still yields an action, so that the refusal has its reason; nothing at all:
        the cards and the verb make no action that could be judged (two cards to take back, say).
    targets(state, seat, cards) -> seats
        Whom a `seat N` tag can name at this seat now, as a receiver for instance. Another seat's
        tag says whose turn at the reader it is, as always.
    says(action) -> text
        What is to be told of a choice besides its cards: `full_house 3`; empty: nothing.
    asks(choices) -> bool
        Whether the seat's light is to ask which of these choices is meant; the first one is done
        where nobody says.
    hidden(state, seat, card) -> bool
        Whether nobody may be told that this card waits there. It is told as `?` then, without
        what it would be, and lights never tell a card.
    assumed(state, action) -> action or None
        What a table takes for granted before an action, since nobody taps it in: the draw of
        Cultivation. It is an event of its own before that action's, if it is allowed, whether that
        action is or not.
    show(state) -> dict
        What lights and digits say; plain data:
        seats     per seat `turn`, `wait`, `out` or `idle`
        strip     how many of 13 tokens are lit (up to 26); or an entry for each space of a strip
                  of any length: the letters of `COLOURS` that stand there ("" for none; several
                  take turns, and `.` among them is dark for that time)
        blink     the strip goes on and off
        fill      the strip's spaces light up one after the other, in the direction of `run`
        run       a spot runs along the strip: 1 clockwise (from seat 1 to the last), -1 the other
                  way; 0 or missing: none
        digits    8 characters
        rows      where one row is not enough: rows of 8 characters in place of `digits`; a table
                  with fewer rows shows them in turn

Lines name cards by the codes of the default pack, whatever the owners of a deck call them: a board
knows a card as a place in its pack (`packs.MOST` for decks with more). The host knows the deck and
reads them so.
"""

from shared_rules.actions import Action

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

HOOKS = ("choosers", "choices", "targets", "says", "asks", "hidden", "assumed", "show")

# The colours of a strip, by letter.
COLOURS = "rgbywvoc"  # red, green, blue, yellow, white, violet, orange, cyan


def bare(seat: int, verb: str) -> Action:
    """An action that takes no cards; a new deal is the table's, not a seat's."""
    return Action(0 if verb == "new" else seat, verb)


def no_choosers(state: "Any") -> "tuple[int, ...]":
    """Nobody owes a choice out of turn."""
    return ()


def no_targets(state: "Any", seat: int, cards: "tuple[int, ...]") -> "tuple[int, ...]":
    """Nobody is named."""
    return ()


def nothing_said(action: Action) -> str:
    """Cards are what they are."""
    return ""


def nothing_asked(choices: "list[Action]") -> bool:
    """The best choice will do."""
    return False


def nothing_hidden(state: "Any", seat: int, card: int) -> bool:
    """Every card lies open."""
    return False


def nothing_assumed(state: "Any", action: Action) -> "Action | None":
    """Everything is tapped in."""
    return None
