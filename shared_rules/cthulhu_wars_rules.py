"""What may be done in Cthulhu Wars: the rules, clause by clause."""

from shared_rules.cthulhu_wars_state import (
    ACTION,
    BOOKS,
    CULTISTS,
    DOOM,
    FIRST,
    GATHER,
    OVER,
    SIGNS,
    State,
    awaits_signs,
    away,
    candidates,
    cost,
    draws,
    order,
)
from shared_rules.cthulhu_wars_text import CHANGES, TABLE_VERBS, UNSEEN, VERBS, Move, no_verb

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Rule = tuple[str, Callable[[State, Move], bool]]

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


def check(state: State, move: Move, rules: "tuple[Rule, ...]" = RULES) -> "str | None":
    """The reason why a move is refused, or None if it is allowed. Changes nothing.

    ValueError: a verb or a seat that the game does not have.
    """
    if move.verb not in VERBS:
        raise no_verb(move.verb)
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
