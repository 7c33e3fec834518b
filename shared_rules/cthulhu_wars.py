"""Cthulhu Wars: the reduced core of a tracker, all of it that a bare table can know.

The table keeps power, doom, gates, cultists, captives, ritual, signs and spellbooks for 3 to 5
factions, and leads through the phases of a round (W4): gather power (W5, W6), first player (W7),
doom phase with the ritual (W8, W9), action phase (W12). What happens on the map is not its
business: the players enter what changes. The values of signs that are held face down (W10) are
not in the core; the host keeps them for those who drew them.

Two verbs: `check` judges a move, `apply` carries it out. The state, its questions and its bytes
are in `cthulhu_wars_state`, moves and their lines of text in `cthulhu_wars_text`.
"""

from shared_rules.board import no_targets as targets
from shared_rules.board import nothing_asked as asks
from shared_rules.board import nothing_assumed as assumed
from shared_rules.cthulhu_wars_board import choices, choosers, hidden, names, says, show
from shared_rules.cthulhu_wars_state import (
    ACTION,
    BOOKS,
    CULTISTS,
    DOOM,
    DOOM_END,
    FIRST,
    GATHER,
    HEADERS,
    NAME,
    OPTIONS,
    OVER,
    PHASES,
    SEATS,
    SIGNS,
    State,
    awaits_signs,
    away,
    candidates,
    cost,
    draws,
    dump,
    end_space,
    gathering,
    initial,
    load,
    order,
    phase,
    turn,
    winners,
)
from shared_rules.cthulhu_wars_text import (
    CHANGES,
    TABLE_VERBS,
    UNSEEN,
    VERBS,
    Move,
    line,
    parse,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Rule = tuple[str, Callable[[State, Move], bool]]

# What the host and the board use of the parts; the game is this one module to them.
__all__ = [
    "APART",
    "HEADERS",
    "NAME",
    "OPTIONS",
    "PHASES",
    "SEATS",
    "VERBS",
    "Move",
    "State",
    "asks",
    "assumed",
    "choices",
    "choosers",
    "dump",
    "hidden",
    "initial",
    "line",
    "load",
    "names",
    "parse",
    "phase",
    "says",
    "show",
    "targets",
    "turn",
    "winners",
]

# No card is played, and none has a skill: cards only say whose or what is meant.
APART = ()  # type: tuple[int, ...]
APART_VERBS = ()  # type: tuple[str, ...]

# When each verb is possible (W4); `show` is at any moment (W10), `new` never.
_PHASES_OF = {"gather": (GATHER,), "first": (FIRST,), "turn": (ACTION,)}
_IN_DOOM = ("doom", "ritual", "noritual", "action")
_CHANGES = ("capture", "book", "sign") + CHANGES  # W12


# --- The rules: (reason, is it broken?) -----------------------------------------------------


def _match_over(state: State, move: Move) -> bool:
    # W11: the reckoning waits for the signs whose values are not known yet.
    return state.at == OVER and not (move.verb == "show" and awaits_signs(state))


def _deal_unfinished(state: State, move: Move) -> bool:
    return move.verb == "new"


def _wrong_phase(state: State, move: Move) -> bool:
    verb = move.verb
    if verb in _IN_DOOM:
        # W8: the factions advance once, before anything else is decided.
        return state.at != DOOM or state.advanced == (verb == "doom")
    if verb in _CHANGES:
        return state.at not in (DOOM, ACTION)  # W8, W12
    return verb in _PHASES_OF and state.at not in _PHASES_OF[verb]


def _not_enough_power(state: State, move: Move) -> bool:
    if move.verb == "ritual":
        return state.power[move.seat - 1] < cost(state)  # W8
    return move.verb == "power" and state.power[move.seat - 1] + move.number < 0  # W12


def _no_cultist_left(state: State, move: Move) -> bool:
    if move.verb == "capture":
        return not state.cultists[move.number - 1]
    return move.verb == "cultist" and state.cultists[move.seat - 1] + move.number < 0


def _too_many_cultists(state: State, move: Move) -> bool:
    return move.verb == "cultist" and (  # W3: captives count
        move.number > 0
        and state.cultists[move.seat - 1] + away(state, move.seat) + move.number > CULTISTS
    )


def _no_such_gate(state: State, move: Move) -> bool:
    if move.verb == "free":
        return state.free + move.number < 0
    return move.verb == "gate" and state.gates[move.seat - 1] + move.number < 0


def _no_such_unit(state: State, move: Move) -> bool:
    if move.verb == "capture":
        return move.number == move.seat  # captives are enemies (W5)
    return move.verb == "goo" and state.goo[move.seat - 1] + move.number < 0


def _too_many_books(state: State, move: Move) -> bool:
    return move.verb == "book" and state.books[move.seat - 1] == BOOKS


def _no_such_sign(state: State, move: Move) -> bool:
    if move.verb == "show" and not state.signs[move.seat - 1]:
        return True
    named = [sign for sign in move.signs if sign != UNSEEN]
    if move.verb != "show" and named and not state.left:
        return True  # W10: none is left to draw
    # Those that were shown are out for good.
    return any(state.shown[sign - 1] + named.count(sign) > SIGNS[sign - 1] for sign in named)


def _place(state: State, seat: int) -> int:
    return order(state).index(seat)


def _ritual_done(state: State, move: Move) -> bool:
    return move.verb in ("ritual", "noritual") and _place(state, move.seat) < state.decided


def _wrong_first(state: State, move: Move) -> bool:
    if move.verb != "first":
        return False
    possible = candidates(state)
    return len(possible) == 1 and move.number != possible[0]  # W7


def _choose_first(state: State, move: Move) -> bool:
    if move.verb != "first":
        return False
    possible = candidates(state)
    return len(possible) > 1 and move.number not in possible  # W7


def _ritual_order(state: State, move: Move) -> bool:
    return move.verb in ("ritual", "noritual") and _place(state, move.seat) > state.decided  # W8


def _sign_count(state: State, move: Move) -> bool:
    return move.verb == "ritual" and len(move.signs) != draws(state, move.seat)  # W8


# In the order of reasons.order(NAME); the first that is broken is the answer.
RULES = (
    ("match_over", _match_over),
    ("deal_unfinished", _deal_unfinished),
    ("wrong_phase", _wrong_phase),
    ("not_enough_power", _not_enough_power),
    ("no_cultist_left", _no_cultist_left),
    ("too_many_cultists", _too_many_cultists),
    ("no_such_gate", _no_such_gate),
    ("no_such_unit", _no_such_unit),
    ("too_many_books", _too_many_books),
    ("no_such_sign", _no_such_sign),
    ("ritual_done", _ritual_done),
    ("wrong_first", _wrong_first),
    ("choose_first", _choose_first),
    ("ritual_order", _ritual_order),
    ("sign_count", _sign_count),
)  # type: tuple[Rule, ...]


def _no_verb(verb: str) -> ValueError:
    return ValueError("no verb '%s'; the verbs are: %s" % (verb, ", ".join(VERBS)))


def check(state: State, move: Move, rules: "tuple[Rule, ...]" = RULES) -> "str | None":
    """The reason why a move is refused, or None if it is allowed. Changes nothing.

    ValueError: a verb or a seat that the game does not have.
    """
    if move.verb not in VERBS:
        raise _no_verb(move.verb)
    named = [] if move.verb in TABLE_VERBS else [move.seat]
    if move.verb in ("first", "capture"):
        named.append(move.number)
    for seat in named:
        if seat not in state.seats:
            raise ValueError("no seat %d; the seats are 1 to %d" % (seat, len(state.factions)))
    for reason, broken in rules:
        if broken(state, move):
            return reason
    return None


# --- Carrying out ---------------------------------------------------------------------------


def apply(state: State, move: Move) -> None:
    """Carry out a move that `check` allowed; the state changes in place.

    `show all` leaves everything as it is: which signs those are only the host knows, and `reveal`
    carries out what it says.
    """
    verb = move.verb
    place = move.seat - 1
    if verb == "gather":
        _gather(state)
    elif verb == "first":
        state.first = move.number
        state.clockwise = move.clockwise
        state.at = DOOM if state.round > 1 else ACTION  # W8: not in round 1
        state.advanced = False
        state.decided = 0
    elif verb == "doom":
        for seat in state.seats:
            state.doom[seat - 1] += state.gates[seat - 1]
        state.advanced = True
    elif verb == "ritual":
        _ritual(state, place)
    elif verb == "noritual":
        state.decided += 1
    elif verb == "action":
        state.at = ACTION
        _end(state)
    elif verb == "power":
        state.power[place] += move.number
    elif verb == "gate":
        state.gates[place] += move.number
    elif verb == "cultist":
        state.cultists[place] += move.number
    elif verb == "goo":
        state.goo[place] += move.number
    elif verb == "free":
        state.free += move.number
    elif verb == "capture":
        state.cultists[move.number - 1] -= 1
        state.captives[place][move.number - 1] += 1
    elif verb == "book":
        state.books[place] += 1
    elif verb == "sign":
        _draw(state, place, 1)
    elif verb == "show":
        for sign in move.signs:
            reveal(state, move.seat, sign)
    elif verb == "turn":
        _turn(state)
    else:
        raise _no_verb(verb)


def _gather(state: State) -> None:
    state.round += 1
    state.power = [gains["power"] for gains in gathering(state)]
    # W5: captives go back to their owners' pools, not to the map.
    state.captives = [[0] * len(row) for row in state.captives]
    state.at = FIRST
    if not any(state.power):
        state.forsaken = True  # W6
        state.at = OVER


def _draw(state: State, place: int, count: int) -> None:
    """Draw signs; each that is missing from the pool is a point of doom (W8, W10)."""
    drawn = min(count, state.left)
    state.left -= drawn
    state.signs[place] += drawn
    state.doom[place] += count - drawn


def _ritual(state: State, place: int) -> None:
    state.power[place] -= cost(state)
    state.space = min(state.space + 1, end_space(state))  # W9
    state.doom[place] += state.gates[place]
    state.decided += 1
    _draw(state, place, state.goo[place])


def reveal(state: State, seat: int, sign: int) -> None:
    """A seat shows a sign that it holds (W10): doom by its value, and the sign is out."""
    state.signs[seat - 1] -= 1
    state.shown[sign - 1] += 1
    state.doom[seat - 1] += sign


def _end(state: State) -> None:
    if max(state.doom) >= DOOM_END or state.space == end_space(state):
        state.at = OVER  # W11


def _turn(state: State) -> None:
    _end(state)
    if state.at != OVER and not any(state.power):
        state.at = GATHER  # W12: the action phase is over
