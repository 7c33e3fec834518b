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
    names(state, card) -> seat
        The seat that a card names, 0: none. Tapped where that seat is the one that acts, such a
        card says so, as a `seat N` tag does; so it does on a reader of several seats that nobody
        has claimed yet. Elsewhere it waits with the other cards.
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
        tracks    the strip is several tracks, one after the other: how many of its spaces each has.
                  Each keeps pixels of its own on a shorter strip, and a longer chain shows as many
                  of the spaces as it has pixels for
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

HOOKS = ("choosers", "choices", "targets", "names", "says", "asks", "hidden", "assumed", "show")

# The colours of a strip, by letter.
COLOURS = "rgbywvoc"  # red, green, blue, yellow, white, violet, orange, cyan
DARK_SPACE = "."


def bare(seat: int, verb: str) -> Action:
    """An action that takes no cards; a new deal is the table's, not a seat's."""
    return Action(0 if verb == "new" else seat, verb)


def no_choosers(state: "Any") -> "tuple[int, ...]":
    """Nobody owes a choice out of turn."""
    return ()


def no_targets(state: "Any", seat: int, cards: "tuple[int, ...]") -> "tuple[int, ...]":
    """Nobody is named."""
    return ()


def nobody_named(state: "Any", card: int) -> int:
    """No card says whose it is."""
    return 0


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


def shares(tracks: "tuple[int, ...]", pixels: int) -> "list[int]":
    """How many of the pixels each of several tracks gets, by its spaces: the first one makes room
    so that a short one can be told apart. Tracks that find no room have none.
    """
    spaces = sum(tracks)
    found: "list[int]" = []
    for track in tracks[1:]:
        left = pixels - 1 - sum(found)
        found.append(max(0, min(left, (track * pixels + spaces - 1) // spaces)))
    return [pixels - sum(found)] + found


def letters_at(
    strip: "str | tuple[str, ...]", pixels: int, tracks: "tuple[int, ...]" = ()
) -> "list[str]":
    """The letters that each of `pixels` pixels shows in turn, for a strip of any length; each of
    several tracks on pixels of its own.
    """
    found: "list[str]" = []
    if len(tracks) > 1:
        first = 0
        for track, share in zip(tracks, shares(tracks, pixels)):
            found += letters_at(strip[first : first + track], share)
            first += track
        return found
    spaces = len(strip)
    for place in range(pixels):
        first = place * spaces // pixels
        last = max(first + 1, (place + 1) * spaces // pixels)
        found.append("".join([space for space in strip[first:last] if space != DARK_SPACE]))
    return found
