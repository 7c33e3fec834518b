"""Cthulhu Wars: the full rules of the tracker.

They extend the core (``shared_rules.cthulhu_wars``) by the values of the signs that factions hold
face down (W10), by the reckoning that shows them (W11), and by the record of the rounds. Every rule
of the core holds here as well: the two lists are merged, and the first that is broken answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from shared_rules import cthulhu_wars as core
from shared_rules import cthulhu_wars_state as table
from shared_rules import cthulhu_wars_text as text
from shared_rules import packs, reasons
from shared_rules.actions import Action
from shared_rules.cthulhu_wars_text import UNSEEN, Move
from shared_rules.wrong import Wrong
from tapdeck.rules import CODES, NUMBERS, Field, Hands, LineError, Mistake, a_mistake
from tapdeck.rules.cthulhu_wars_says import explain
from tapdeck.rules.cthulhu_wars_secrets import elsewhere, hidden_seats, probes, turned_up
from tapdeck.rules.cthulhu_wars_sheet import sheet
from tapdeck.rules.cthulhu_wars_state import State, by_seat, known, named, unnamed
from tapdeck.rules.cthulhu_wars_view import summary, view
from tapdeck.rules.lineparts import NUMBER, SEAT, SIGN, WAY, WORD, Part

__all__ = [
    "FIRST",
    "FIRST_DEFAULT",
    "FORM",
    "HEADERS",
    "NAME",
    "OPTIONS",
    "PLAYS",
    "RULES",
    "SEATS",
    "SECRETS",
    "TABLE_VERBS",
    "TEXTS",
    "VERBS",
    "VERSION",
    "State",
    "all_open",
    "apply",
    "check",
    "codes",
    "elsewhere",
    "explain",
    "follows",
    "gifts_due",
    "hands",
    "hidden_seats",
    "hint",
    "house_view",
    "initial",
    "is_secret",
    "line",
    "mistake",
    "parse",
    "parts",
    "probes",
    "reading",
    "seats",
    "sheet",
    "summary",
    "told",
    "turned_up",
    "view",
]

NAME = core.NAME
VERSION = 1
SEATS = core.SEATS
OPTIONS = core.OPTIONS
HEADERS = core.HEADERS
FORM = (
    Field("factions", CODES, codes=packs.codes(NAME)[: table.FACTIONS], words="faction."),
    *[Field(name, NUMBERS, str(usual), 0, most) for name, (usual, most) in table.STARTS.items()],
)
FIRST = ""  # W7 says who is first
FIRST_DEFAULT = 1
TEXTS = ()
TABLE_VERBS = ()
VERBS = core.VERBS
PLAYS = (*text.CHANGES, "ritual", "capture", "book", "sign")
SECRETS = ("sign", "ritual", "show")


def seats(options: Mapping[str, str]) -> tuple[int, int]:
    """Three to five (W1)."""
    return SEATS


def initial(
    options: Mapping[str, str],
    first: int = 1,
    house: Mapping[str, Any] | None = None,
    seats: int = 0,
    headers: Mapping[str, str] | None = None,
) -> State:
    """A game before its first gathering (W2).

    options, first, house  there are none
    seats    how many play; 0: three
    headers  `factions` as the seats, and `start.…`

    ValueError: an option, a house rule, a wrong number of seats, or a header that is wrong.
    """
    wrong = mistake(house or {})
    if wrong is not None:
        raise wrong.error()
    bare = core.initial(dict(options), first, seats, dict(headers or {}))
    state = State(bare.factions)
    state.power, state.cultists, state.gates, state.goo = (
        bare.power,
        bare.cultists,
        bare.gates,
        bare.goo,
    )
    return state


def mistake(house: Mapping[str, Any]) -> Mistake | None:
    """The first mistake in house rules: whatever they say, since there are none."""
    for key in house:
        return a_mistake(key, key="no_rules", name=key, game=NAME)
    return None


def house_view(house: Mapping[str, Any]) -> dict[str, Any]:
    """No house rules."""
    return {}


def codes(state: State) -> tuple[str, ...]:
    """The faction cards (W1), and the pieces that are tapped (W12)."""
    return packs.codes(NAME)


def parse(line: str, state: State) -> Move:
    """A transcript line as a move. LineError: it is none."""
    try:
        return text.read(line, len(state.factions))
    except Wrong as error:
        raise LineError(f"wrong.{error.key}", **error.facts) from None


def line(action: Action) -> str:
    """A move as the line that `parse` reads."""
    assert isinstance(action, Move)
    return core.line(action)


def parts(action: Action, cards: Sequence[str]) -> tuple[Part, ...]:
    """What `line` has behind the seat and the verb, word for word."""
    assert isinstance(action, Move)
    if action.verb in text.CHANGES:
        return (Part(NUMBER, f"{action.number:+d}"),)
    if action.verb == "capture":
        return (Part(SEAT, str(action.number)),)
    if action.verb == "first":
        return Part(SEAT, str(action.number)), Part(WAY, text.DIRECTIONS[action.clockwise])
    if action.verb == "show" and not action.signs:
        return (Part(WORD, "all"),)
    return tuple(Part(SIGN, str(sign) if sign else "?") for sign in action.signs)


# --- The rules: (reason, is it broken?) -----------------------------------------------------


def _no_such_sign(state: State, move: Move) -> bool:
    if move.verb == "show":
        if not move.signs:
            return False
        sign = move.signs[0]
        if state.named[move.seat - 1][sign - 1]:
            return False
        # An unknown one becomes what is shown, if there can be another of that value.
        return not unnamed(state, move.seat) or known(state, sign) == table.SIGNS[sign - 1]
    return any(
        known(state, sign) + move.signs.count(sign) > table.SIGNS[sign - 1]
        for sign in move.signs
        if sign != UNSEEN
    )


def _sign_count(state: State, move: Move) -> bool:
    # W10: what nobody has entered cannot be added up.
    return move.verb == "show" and not move.signs and unnamed(state, move.seat) > 0


RULES: tuple[tuple[str, Callable[[Any, Any], bool]], ...] = reasons.merge(  # type: ignore[assignment]
    NAME,
    core.RULES,
    (("no_such_sign", _no_such_sign), ("sign_count", _sign_count)),
)


def check(state: State, action: Action) -> str | None:
    """The reason why a move is refused, or None if it is allowed. Changes nothing.

    ValueError: a verb or a seat that the game does not have.
    """
    assert isinstance(action, Move)
    return core.check(state, action, RULES)


# --- Carrying out ---------------------------------------------------------------------------


def apply(state: State, action: Action) -> None:
    """Carry out a move that `check` allowed; the state changes in place."""
    assert isinstance(action, Move)
    if action.verb == "show":
        for sign in action.signs or named(state, action.seat):
            _show(state, action.seat, sign)
    else:
        if action.verb in ("sign", "ritual") and state.left:
            for sign in action.signs:
                if sign != UNSEEN:
                    state.named[action.seat - 1][sign - 1] += 1
        if action.verb == "gather":
            state.before = list(state.doom)
        core.apply(state, action)
        if action.verb in ("turn", "action") and state.at == table.OVER:
            _reckon(state)
    _record(state, action)


def _show(state: State, seat: int, sign: int) -> None:
    if state.named[seat - 1][sign - 1]:
        state.named[seat - 1][sign - 1] -= 1
    if state.at == table.OVER:
        state.reckoned[seat - 1].append(sign)
    core.reveal(state, seat, sign)


def _reckon(state: State) -> None:
    """W11: all signs are shown; those with no known value have to wait."""
    for seat in state.seats:
        for sign in named(state, seat):
            _show(state, seat, sign)


def _record(state: State, move: Move) -> None:
    if move.verb == "gather":
        state.rounds.append({"gathered": by_seat(state.power), "first": None, "rituals": []})
    elif move.verb == "first":
        state.rounds[-1]["first"] = move.number
    elif move.verb == "ritual":
        state.rounds[-1]["rituals"].append(move.seat)
    if move.verb == "turn":
        state.ended = move.seat
    elif move.verb == "gather":
        state.ended = 0
    if state.rounds:
        brought = [now - then for now, then in zip(state.doom, state.before, strict=True)]
        state.rounds[-1]["points"] = by_seat(brought)


def follows(state: State, action: Action) -> tuple[Action, ...]:
    """Nothing follows by itself."""
    return ()


# --- For people and files -------------------------------------------------------------------


def reading(state: State, action: Action) -> str | None:
    """There is nothing to read."""
    return None


def is_secret(action: Action, refused: bool = False) -> bool:
    """The values of signs are for those who drew them, until they are shown (W10). A sign that
    somebody could not show is told to nobody, for it says what they do not hold.
    """
    assert isinstance(action, Move)
    return action.verb in SECRETS and bool(action.signs) and (refused or action.verb != "show")


def all_open(state: State) -> bool:
    """Whether nothing is hidden any more: the game is over, and all known signs are shown."""
    return state.at == table.OVER


def told(state: State, action: Action, end: State) -> tuple[str, ...]:
    """A move as everybody could see it: signs are drawn unseen, and shown by their values."""
    assert isinstance(action, Move)
    if action.verb in ("sign", "ritual"):
        hidden = (UNSEEN,) * len(action.signs)
        return (line(Move(action.seat, action.verb, 0, hidden)),)
    if action.verb == "show" and not action.signs:
        shown = named(state, action.seat)
        return tuple(line(Move(action.seat, "show", 0, (sign,))) for sign in shown)
    return (line(action),)


def hands(state: State) -> Hands | None:
    """There are no hands."""
    return None


def gifts_due(state: State) -> dict[int, int]:
    """There are no gifts."""
    return {}


def hint(state: State, seat: int) -> Action | None:
    """No hints: what is wise depends on the map."""
    return None
