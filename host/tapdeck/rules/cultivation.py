"""Cultivation: the full rules.

They extend the core (``shared_rules.cultivation``) by what a bare table cannot know: hands, decks
with codes and names of their owners' own (C1), destiny roles (C14), and the ended deals of a match.
Every rule of the core holds here as well: the two lists are merged, and the first that is broken
answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from shared_rules import cultivation as core
from shared_rules import reasons
from shared_rules.actions import Action
from shared_rules.cultivation_state import DEALS, HAND, MATCH_OVER, MOST_DEALS, check_setup
from tapdeck.errors import SaidError
from tapdeck.rules import LINES, NUMBER, Field, Hands, cultivation_deck, cultivation_lines
from tapdeck.rules.cultivation_choices import choices
from tapdeck.rules.cultivation_lines import RoleMove, line, named, parse, parts
from tapdeck.rules.cultivation_roles import DRAWN, USED, mistake, roles_of
from tapdeck.rules.cultivation_roles import view as house_view
from tapdeck.rules.cultivation_says import explain
from tapdeck.rules.cultivation_secrets import elsewhere, hidden_seats, probes, turned_up
from tapdeck.rules.cultivation_sheet import sheet
from tapdeck.rules.cultivation_state import State, start_deal
from tapdeck.rules.cultivation_view import cards_of, round_result, summary, view
from tapdeck.rules.effects import Effect

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
    "choices",
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
    "named",
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
FIRST = "first"
FIRST_DEFAULT = 1
HEADERS = ("deals", "deck")
FORM = (
    Field("deals", NUMBER, str(DEALS), 1, MOST_DEALS),
    Field(
        "deck",
        LINES,
        cultivation_deck.write(cultivation_deck.default()),
        check=cultivation_deck.check,
    ),
)
TEXTS = ("deck",)
# C14: which role somebody has is the table's own business; what comes of it are effects.
TABLE_VERBS = ("role", "use")
VERBS = (*core.VERBS, "deal", "effect", *TABLE_VERBS)
PLAYS = ("meld", "add")
SECRETS = ("deal", "draw")


def seats(options: Mapping[str, str]) -> tuple[int, int]:
    """Two to four, whatever the options."""
    return SEATS


def initial(
    options: Mapping[str, str],
    first: int = 1,
    house: Mapping[str, Any] | None = None,
    seats: int = 0,
    headers: Mapping[str, str] | None = None,
) -> State:
    """A match before its first deal.

    options  name -> value, as in OPTIONS
    first    the seat that begins the first deal
    house    house rules: `roles` (C14)
    seats    how many play; 0: the fewest
    headers  `deals`, how many are played (C13), and `deck`, a deck file's text (C1)

    ValueError: an unknown option or value, no such seat, a mistake in the house rules, a wrong
    number of deals or cards. TextError: the deck's mistakes by line.
    """
    headers = headers or {}
    settings = core.initial(dict(options)).settings
    seats = seats or SEATS[0]
    deals = _number(headers["deals"]) if "deals" in headers else DEALS
    deck = cultivation_deck.default()
    if "deck" in headers:
        deck = cultivation_deck.read(headers["deck"])
    check_setup(first, seats, deals, len(deck.faces))
    return State(settings, first, seats, deals, deck, roles_of(house or {}))


def _number(value: str) -> int:
    if not (value.isascii() and value.isdecimal() and len(value) < 5):
        raise SaidError("wrong.deals_word", word=value)
    return int(value)


def codes(state: State) -> tuple[str, ...]:
    """The codes of the deck that is played with (C1)."""
    return state.codes


# --- The rules: (reason, is it broken?) -----------------------------------------------------


def _wrong_phase(state: State, action: Action) -> bool:
    if action.verb == "deal":
        return state.begun or action.seat in state.dealt
    if state.dealing:
        return True
    if isinstance(action, RoleMove):
        drawn = state.drawn_roles
        if action.verb == "role":
            # C14: one a seat, none twice.
            taken = action.seat in drawn or action.role in drawn.values()
            return taken or not state.has_roles
        return drawn.get(action.seat) != action.role or action.seat in state.used_roles
    return False


def _duplicate_card(state: State, action: Action) -> bool:
    # A card is in one hand only.
    return action.verb == "deal" and any(
        hand >> card & 1 for card in action.cards for hand in state.hidden
    )


RULES: tuple[tuple[str, Callable[[Any, Action], bool]], ...] = reasons.merge(  # type: ignore[assignment]
    core.NAME,
    core.RULES,
    (
        ("wrong_phase", _wrong_phase),
        ("duplicate_card", _duplicate_card),
    ),
)


def check(state: State, action: Action) -> str | None:
    """The reason why an action is refused, or None if it is allowed. Changes nothing."""
    for reason, broken in RULES:
        if broken(state, action):
            return reason
    return None


# --- Carrying out ---------------------------------------------------------------------------


def apply(state: State, action: Action) -> None:
    """Carry out an action that `check` allowed; the state changes in place."""
    verb = action.verb
    place = action.seat - 1
    if verb == "deal":
        state.hidden[place] = _bits(action.cards)
        state.dealt.append(action.seat)
        state.told = True
    elif isinstance(action, Effect):
        if not action.automatic:
            state.ask = 0
        if action.what == "team":
            state.extra[action.target - 1] += action.number
    elif isinstance(action, RoleMove):
        if verb == "role":
            state.drawn_roles[action.seat] = action.role
        else:
            state.used_roles.append(action.seat)
        role = state.roles[action.role]
        if role.asks and role.trigger == _TRIGGERS[verb]:
            state.ask = action.seat  # it changes nothing until somebody enters something
    else:
        core.apply(state, action)
        if verb == "new":
            start_deal(state)
        elif verb == "draw":
            state.hidden[place] |= _bits(action.cards)
        elif verb in core.LAY_VERBS:
            state.hidden[place] &= ~_bits(action.cards)
        if state.ended:
            state.rounds.append(round_result(state))


def _bits(held: tuple[int, ...]) -> int:
    found = 0
    for card in held:
        found |= 1 << card
    return found


_TRIGGERS = {"role": DRAWN, "use": USED}


def follows(state: State, action: Action) -> tuple[Effect, ...]:
    """What a destiny role does by itself (C14); nothing where it asks."""
    if not isinstance(action, RoleMove):
        return ()
    role = state.roles[action.role]
    if role.trigger != _TRIGGERS[action.verb]:
        return ()
    found = []
    for words in role.effects:
        said = list(words)
        if said[0] == "team":
            who = {"own": action.seat, "next": action.seat % state.seats + 1}
            said[1] = str(who.get(said[1], said[1]))
            if int(said[1]) > state.seats:
                continue  # nobody sits there
        effect = cultivation_lines.effect(said, state.seats)
        effect.automatic = True
        found.append(effect)
    return tuple(found)


# --- For people and files -------------------------------------------------------------------


def reading(state: State, action: Action) -> str | None:
    """Nothing is read: a group's kind is in the result."""
    return None


def is_secret(action: Action, refused: bool = False) -> bool:
    """Hands are for those who hold them, and so are cards that are drawn."""
    return action.verb in SECRETS and bool(action.cards)


def all_open(state: State) -> bool:
    """Whether nothing is hidden any more: the match is over."""
    return state.ended == MATCH_OVER


def told(state: State, action: Action, end: State) -> tuple[str, ...]:
    """The line of an action, a draw without its card; none for a hand."""
    if action.verb == "deal":
        return ()
    return (f"{action.seat} draw" if action.verb == "draw" else line(action),)


def hands(state: State) -> Hands | None:
    """The hands that can be dealt in; None: it is too late, or they are there."""
    if state.ended or state.begun or state.dealt:
        return None
    return Hands(frozenset(range(len(state.deck))), HAND, HAND)


def gifts_due(state: State) -> dict[int, int]:
    """Nobody gives cards away here."""
    return {}


def hint(state: State, seat: int) -> Action | None:
    """What a seat might do whose hand is known, as the simulated players would; else None."""
    from tapdeck.players.cultivation import choose

    if state.turn != seat or state.dealing or not state.hand_known(seat):
        return None
    action = named(choose(state, seat, cards_of(state.known(seat))), state)
    return action if check(state, action) is None else None
