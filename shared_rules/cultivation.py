"""Cultivation: the reduced core, all of the game that a bare table can know.

Two to four players draw and meld. A turn draws one card, then lays any number of groups and
additions, then ends (C2); a group shares a type or an element (C4), one of each kind a player (C5);
hunyuan and treasure stand in for what is missing (C8, C9); a group that shares both is a single
root and brings another turn (C10). The first empty hand wins (C11). The core counts hands and
knows of their cards only what was taken back before everybody; what needs a known hand or a
destiny role is added by the host.

Two verbs: `check` judges an action (`cultivation_rules`), `apply` carries it out
(`cultivation_moves`). What cards are is in `cultivation_cards`, which groups they make in
`cultivation_groups`, the state and its questions in `cultivation_state`, its bytes in
`cultivation_bytes`, actions as lines of text in `cultivation_text`, what cards at a seat can mean
in `cultivation_choices` (see `board`).
"""

from shared_rules import cultivation_cards as cards
from shared_rules.board import no_choosers as choosers
from shared_rules.board import no_targets as targets
from shared_rules.board import nobody_named as names
from shared_rules.cultivation_bytes import dump, load
from shared_rules.cultivation_choices import choices, gain, hidden, layings
from shared_rules.cultivation_moves import apply, assumed
from shared_rules.cultivation_rules import LAY_VERBS, RULES, VERBS, check
from shared_rules.cultivation_state import (
    OPTIONS,
    PHASES,
    SEATS,
    State,
    initial,
    phase,
    points,
    turn,
    winners,
)
from shared_rules.cultivation_text import asks, describe, line, parse, says

# What the host and the board use of the parts; the game is this one module to them.
__all__ = [
    "APART",
    "LAY_VERBS",
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
    "describe",
    "dump",
    "gain",
    "hidden",
    "initial",
    "layings",
    "line",
    "load",
    "names",
    "parse",
    "phase",
    "points",
    "says",
    "show",
    "targets",
    "turn",
    "winners",
]

NAME = cards.GAME
# No card lies beside the table.
APART = ()  # type: tuple[int, ...]
APART_VERBS = ()  # type: tuple[str, ...]


def show(state: State) -> "dict[str, object]":
    """What the table's lights say; see `board`.

    seats   per seat `turn`, `wait`, or `idle` (no deal is on)
    strip   a stretch a seat, in their order: in turn its cards in hand, white from its beginning
            (the share of 13 cards, rounded up), and its groups, green from its end, a light each;
            after a deal only the groups
    digits  8 characters: each seat's total with what lies before it now, 4 each for two players,
            else 2 each, right-aligned
    counts  per seat (groups, cards in hand)
    """
    width = 4 if state.seats == 2 else 2
    most = 10**width - 1
    seats, shown, counts = [], [], []
    strip = []  # type: list[str]
    for seat in range(1, state.seats + 1):
        seats.append("idle" if state.ended else "turn" if seat == state.turn else "wait")
        total = state.totals[seat - 1] + (0 if state.ended else points(state, seat))
        shown.append("%*d" % (width, max(-(most // 10), min(most, total))))
        counts.append((len(state.own(seat)), state.counts[seat - 1]))
        strip += _stretch(*counts[-1], STRETCHES[state.seats], bool(state.ended))
        strip += [""] * (state.seats == 2 and seat == 1)
    digits = "".join(shown)
    return {
        "seats": tuple(seats),
        "strip": tuple(strip + [""] * (STRIP - len(strip))),
        "digits": digits + " " * (8 - len(digits)),
        "counts": tuple(counts),
    }


STRIP = 13
STRETCHES = (0, 0, 6, 4, 3)  # lights a seat, by how many seats there are


def _stretch(groups: int, held: int, lights: int, ended: bool) -> "list[str]":
    if ended:
        return ["g" if place >= lights - groups else "" for place in range(lights)]
    white = (min(held, STRIP) * lights + STRIP - 1) // STRIP
    return [
        ("w" if place < white else ".") + ("g" if place >= lights - groups else ".")
        for place in range(lights)
    ]
