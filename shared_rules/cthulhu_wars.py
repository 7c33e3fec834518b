"""Cthulhu Wars: the reduced core of a tracker, all of it that a bare table can know.

The table keeps power, doom, gates, cultists, captives, ritual, signs and spellbooks for 3 to 5
factions, and leads through the phases of a round (W4): gather power (W5, W6), first player (W7),
doom phase with the ritual (W8, W9), action phase (W12). What happens on the map is not its
business: the players enter what changes. The values of signs that are held face down (W10) are
not in the core; the host keeps them for those who drew them.

Two verbs: `check` judges a move (`cthulhu_wars_rules`), `apply` carries it out
(`cthulhu_wars_moves`). The state and its questions are in `cthulhu_wars_state`, its bytes in
`cthulhu_wars_bytes`, moves and their lines of text in `cthulhu_wars_text`, what pieces at a seat
mean in `cthulhu_wars_board`.
"""

from shared_rules.board import no_targets as targets
from shared_rules.board import nothing_asked as asks
from shared_rules.board import nothing_assumed as assumed
from shared_rules.cthulhu_wars_board import choices, choosers, hidden, names, says, show
from shared_rules.cthulhu_wars_bytes import dump, load
from shared_rules.cthulhu_wars_moves import apply, reveal
from shared_rules.cthulhu_wars_rules import RULES, check
from shared_rules.cthulhu_wars_state import (
    HEADERS,
    NAME,
    OPTIONS,
    OVER,
    PHASES,
    SEATS,
    State,
    candidates,
    draws,
    end_space,
    gathering,
    initial,
    phase,
    turn,
    winners,
)
from shared_rules.cthulhu_wars_text import TABLE_VERBS, VERBS, Move, line, parse

# What the host and the board use of the parts; the game is this one module to them.
__all__ = [
    "APART",
    "APART_VERBS",
    "HEADERS",
    "NAME",
    "OPTIONS",
    "OVER",
    "PHASES",
    "RULES",
    "SEATS",
    "TABLE_VERBS",
    "VERBS",
    "Move",
    "State",
    "apply",
    "asks",
    "assumed",
    "candidates",
    "check",
    "choices",
    "choosers",
    "draws",
    "dump",
    "end_space",
    "gathering",
    "hidden",
    "initial",
    "line",
    "load",
    "names",
    "parse",
    "phase",
    "reveal",
    "says",
    "show",
    "targets",
    "turn",
    "winners",
]

# No card is played, and none has a skill: cards only say whose or what is meant.
APART = ()  # type: tuple[int, ...]
APART_VERBS = ()  # type: tuple[str, ...]
