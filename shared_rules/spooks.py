"""Spooks: the reduced core, all of the game that a bare table can know.

Three to twelve players shed their cards on one pile, whose top card sets the rule: blue goes up by
one (S5), green has everybody choose at once (S6), red matches (S7) until somebody cannot, which
ends in a procession (S8) or a pandemonium (S9). The first empty hand ends the deal (S11); in a
scored game hands are counted, deal after deal, until somebody is dead (S12). The core counts hands
and never sees them, but for the cards chosen face down at the readers; the host adds known hands.

Two verbs: `check` judges an action (`spooks_rules`), `apply` carries it out (`spooks_moves`). The
cards are in `spooks_cards`, the state and its questions in `spooks_state`, its bytes in
`spooks_bytes`, actions as lines of text in `spooks_text`, what cards at a seat can mean in
`spooks_choices` (see `board`).
"""

from shared_rules import spooks_cards as cards
from shared_rules.board import nobody_named as names
from shared_rules.board import nothing_assumed as assumed
from shared_rules.spooks_bytes import dump, load
from shared_rules.spooks_choices import asks, choices, hidden, says, targets
from shared_rules.spooks_ends import count_hand
from shared_rules.spooks_moves import apply
from shared_rules.spooks_rules import RULES, VERBS, check, follows, takes_spider_master
from shared_rules.spooks_state import (
    BLUE,
    MASTERS,
    OPTIONS,
    PANDEMONIUM,
    PHASES,
    PROCESSION,
    RED,
    SEATS,
    State,
    bit,
    choosers,
    initial,
    phase,
    receivers,
    turn,
)
from shared_rules.spooks_text import line, parse

# What the host and the board use of the parts; the game is this one module to them.
__all__ = [
    "APART",
    "OPTIONS",
    "PHASES",
    "RULES",
    "SEATS",
    "VERBS",
    "State",
    "apply",
    "asks",
    "assumed",
    "check",
    "choices",
    "choosers",
    "count_hand",
    "dump",
    "follows",
    "hidden",
    "initial",
    "line",
    "load",
    "names",
    "parse",
    "phase",
    "receivers",
    "says",
    "takes_spider_master",
    "targets",
    "turn",
]

NAME = cards.GAME
# No card lies beside the table.
APART = ()  # type: tuple[int, ...]
APART_VERBS = ()  # type: tuple[str, ...]


# --- For people -----------------------------------------------------------------------------


def must_follow(state: State) -> int:
    """The number that the next card must have: on blue (S5), or unless its suit does on red (S7);
    0 where no number is asked for.
    """
    if state.rule == BLUE:
        return cards.wanted(state.top, state.down)
    return cards.number(state.top) if state.rule == RED else 0


def show(state: State) -> "dict[str, object]":
    """What the table's lights say (S15); see `board`.

    seats   per seat `turn` (also: has yet to choose, to give or to be counted), `wait`, `out`
            (dead) or `idle` (no deal is on)
    strip   the rule in force, by its colour and by its pattern: whole for blue, every other place
            for green, pairs for red; to lead anything is dark. A procession fills the strip, a
            pandemonium blinks, and while a master has cards given only the ends are lit.
    run     the direction of play: 1 clockwise, -1 counter-clockwise, 0 when no deal is on
    digits  8 characters: the number that must follow, right-aligned; `H` (high) for a master
    """
    asked = choosers(state)
    seats = []
    for seat in range(1, state.seats + 1):
        if not state.alive & bit(seat):
            seats.append("out")
        elif seat == state.turn or seat in asked:
            seats.append("turn")
        else:
            seats.append("idle" if state.ended else "wait")
    number = must_follow(state)
    return {
        "seats": tuple(seats),
        "strip": _strip(state),
        "blink": state.rule == PANDEMONIUM,
        "fill": state.rule == PROCESSION,
        "run": 0 if state.ended else -1 if state.ccw else 1,
        "digits": "%8s" % ("H" if number == cards.MASTER else number or ""),
    }


_DARK = "............."
_PATTERNS = {"blue": "bbbbbbbbbbbbb", "green": "g.g.g.g.g.g.g", "red": "rr.rr.rr.rr.r"}
# Of the cards whose effect they are: a bat, a skeleton, a ghost or a goblin.
_ENDS = {"blue": "bbb.......bbb", "green": "ggg.......ggg"}


def _strip(state: State) -> str:
    if state.top < 0:
        return _DARK
    if state.rule == PROCESSION:
        return "r" * len(_DARK)
    return (_ENDS if state.rule == MASTERS else _PATTERNS)[cards.colour(state.top)]
