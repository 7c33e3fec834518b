"""Followers of Cthulhu: the reduced core, all of the game that a bare table can know.

A partnership climbing game: seats 1 to 4 clockwise, teams 1+3 and 2+4. A deal opens with the
calls (F3) and `NB` (F4); then tricks are climbed (F5-F14) until one player holds cards (F17) or
two partners are out first (F18); the match ends at 1000 points or 13 bomb tokens (F21). The core
counts hands and never sees them; what needs a known hand, a gift or a card's printed skill is
added by the host.

Two verbs: `check` judges an action, `apply` carries it out (`followers_moves`). What can be played
is in `followers_plays`, what given cards can be in `followers_choices`, the state, its questions
and its bytes in `followers_state`, what a deal is worth in `followers_score`, actions as lines of
text in `followers_text`. What it offers the board besides is described in `board`.
"""

from shared_rules import followers_plays as plays
from shared_rules.actions import Action
from shared_rules.board import no_targets as targets
from shared_rules.board import nobody_named as names
from shared_rules.board import nothing_asked as asks
from shared_rules.board import nothing_assumed as assumed
from shared_rules.board import nothing_hidden as hidden
from shared_rules.followers_choices import choices, reading, readings, says, wanted
from shared_rules.followers_moves import VERBS, apply, lead, no_verb, take_trick
from shared_rules.followers_score import (
    calls,
    card_points,
    deal_points,
    winner,
)
from shared_rules.followers_state import (
    DEAL_OVER,
    MATCH_OVER,
    OPTIONS,
    PHASES,
    SEATS,
    UNANSWERED,
    State,
    asked,
    calls_open,
    choosers,
    dump,
    great_open,
    holders,
    initial,
    load,
    owes_small,
    phase,
    team,
    turn,
    unseen_wilds,
)
from shared_rules.followers_text import describe, line, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Rule = tuple[str, Callable[[State, Action], bool]]

# What the host and the board use of the parts; the game is this one module to them.
__all__ = [
    "APART",
    "OPTIONS",
    "PHASES",
    "SEATS",
    "VERBS",
    "State",
    "apply",
    "asks",
    "assumed",
    "calls",
    "calls_open",
    "card_points",
    "choices",
    "choosers",
    "deal_points",
    "describe",
    "dump",
    "hidden",
    "holders",
    "initial",
    "lead",
    "line",
    "load",
    "names",
    "parse",
    "phase",
    "reading",
    "readings",
    "says",
    "take_trick",
    "targets",
    "team",
    "turn",
    "winner",
]

NAME = plays.GAME
# Cards that lie beside the table (F20): none of them is played. Tapping one acts at once, and only
# the host can judge what it does; a table alone keeps it as `SEAT tap CARD` until the host is back.
APART = plays.APART
APART_VERBS = ("draw", "show", "tap")
TURN_VERBS = ("play", "pass", "yield")
CALL_VERBS = ("great", "small", "nocall")


# --- The rules: (reason, is it broken?) -----------------------------------------------------


def _match_over(state: State, action: Action) -> bool:
    return state.ended == MATCH_OVER


def _deal_over(state: State, action: Action) -> bool:
    return state.ended == DEAL_OVER and action.verb != "new"


def _deal_unfinished(state: State, action: Action) -> bool:
    return action.verb == "new" and not state.ended


def _player_out(state: State, action: Action) -> bool:
    return action.verb in TURN_VERBS and not state.counts[action.seat - 1]


def _not_your_turn(state: State, action: Action) -> bool:
    # F5; nobody's turn before NB, whose holder the table does not know (F4).
    return action.verb in TURN_VERBS and bool(state.turn) and state.turn != action.seat


def _wrong_phase(state: State, action: Action) -> bool:
    # F3: under strict order all calls come first.
    return action.verb in TURN_VERBS and bool(asked(state))


def _card_not_in_pack(state: State, action: Action) -> bool:
    # F1: E1-E4 lie apart; F13: the eighth card may be left out.
    return action.verb not in APART_VERBS and any(
        not 0 <= card < plays.IN_PLAY or (card == plays.X8 and state.eighth_absent)
        for card in action.cards
    )


def _duplicate_card(state: State, action: Action) -> bool:
    return len(set(action.cards)) != len(action.cards)


def _card_already_played(state: State, action: Action) -> bool:
    return action.verb == "play" and any(state.saw(card) for card in action.cards)


def _not_in_hand(state: State, action: Action) -> bool:
    # F23: an unknown hand is only counted.
    return action.verb == "play" and len(action.cards) > state.counts[action.seat - 1]


def _wilds(action: Action) -> int:
    return sum([1 for card in action.cards if plays.is_wild(card)])


def _two_wilds(state: State, action: Action) -> bool:
    return action.verb == "play" and _wilds(action) > 1  # F9


def _wild_alone(state: State, action: Action) -> bool:
    return action.verb == "play" and len(action.cards) == 1 and plays.is_wild(action.cards[0])  # F9


def _wild_with_joker(state: State, action: Action) -> bool:
    return (  # F9
        action.verb == "play"
        and (plays.LJ in action.cards or plays.BJ in action.cards)
        and _wilds(action) > 0
    )


def _not_a_combination(state: State, action: Action) -> bool:
    if action.verb != "play":
        return False
    if state.jokers_never_lone and len(action.cards) == 1:  # F12
        return action.cards[0] in (plays.LJ, plays.BJ)
    return not readings(state, action)  # F6


def _bad_reading(state: State, action: Action) -> bool:
    return action.verb == "play" and action.want is not None and not wanted(state, action)  # F10


def _must_lead_necronomicon(state: State, action: Action) -> bool:
    if state.opened:
        return False
    return action.verb in TURN_VERBS and (
        action.verb != "play" or tuple(action.cards) != (plays.NB,)  # F4
    )


def _must_lead(state: State, action: Action) -> bool:
    return action.verb == "pass" and not state.top_seat  # F5


def _too_low(state: State, action: Action) -> bool:
    if action.verb != "play" or not state.top_seat:
        return False
    if state.eighth_is_dog and plays.X8 in action.cards:
        return True  # F13: the dog may only be led
    best = reading(state, action)
    return best is None or best <= (state.top_type, state.top_rank)  # F8


def _cannot_yield(state: State, action: Action) -> bool:
    """F16: only a leader yields, and a yield is believed as far as counting goes."""
    if action.verb != "yield":
        return False
    if state.top_seat:
        return True
    stuck = set(state.yielded)
    stuck.add(action.seat)
    room = unseen_wilds(state)
    if state.jokers_never_lone:
        # One joker a hand: two together can be led.
        room += min(len(stuck), [state.saw(plays.LJ), state.saw(plays.BJ)].count(False))
    return sum([state.counts[seat - 1] for seat in stuck]) > room


def _call_closed(state: State, action: Action) -> bool:
    if action.verb == "great":
        return not great_open(state)  # F3
    return action.verb in CALL_VERBS and state.closed


def _already_called(state: State, action: Action) -> bool:
    if action.verb not in CALL_VERBS:
        return False
    # F3: one answer a seat and window; a great caller has no small answer.
    if action.verb == "great" or (action.verb == "nocall" and great_open(state)):
        return state.great[action.seat - 1] != UNANSWERED
    return not owes_small(state, action.seat)


def _wrong_call_order(state: State, action: Action) -> bool:
    if action.verb not in CALL_VERBS or not state.strict_calls:
        return False
    # F3: whoever is asked about the great call cannot answer with a small one.
    return action.seat != asked(state) or (action.verb == "small" and great_open(state))


# In the order of reasons.order(NAME); the first that is broken is the answer.
RULES = (
    ("match_over", _match_over),
    ("deal_over", _deal_over),
    ("deal_unfinished", _deal_unfinished),
    ("player_out", _player_out),
    ("not_your_turn", _not_your_turn),
    ("wrong_phase", _wrong_phase),
    ("card_not_in_pack", _card_not_in_pack),
    ("duplicate_card", _duplicate_card),
    ("card_already_played", _card_already_played),
    ("not_in_hand", _not_in_hand),
    ("two_wilds", _two_wilds),
    ("wild_alone", _wild_alone),
    ("wild_with_joker", _wild_with_joker),
    ("not_a_combination", _not_a_combination),
    ("bad_reading", _bad_reading),
    ("must_lead_necronomicon", _must_lead_necronomicon),
    ("must_lead", _must_lead),
    ("too_low", _too_low),
    ("cannot_yield", _cannot_yield),
    ("call_closed", _call_closed),
    ("already_called", _already_called),
    ("wrong_call_order", _wrong_call_order),
)  # type: tuple[Rule, ...]


def check(state: State, action: Action, rules: "tuple[Rule, ...]" = RULES) -> "str | None":
    """The reason why an action is refused, or None if it is allowed. Changes nothing.

    ValueError: a verb or a seat that the game does not have.
    """
    if action.verb not in VERBS:
        raise no_verb(action.verb)
    if action.verb != "new" and not 1 <= action.seat <= 4:
        raise ValueError("no seat %d; the seats are 1 to 4" % action.seat)
    for reason, broken in rules:
        if broken(state, action):
            return reason
    return None


# --- For people -----------------------------------------------------------------------------


def show(state: State) -> "dict[str, object]":
    """What the table's lights say.

    seats   per seat `turn`, `wait`, `out`, or `idle` (no deal is on)
    strip   how many bomb tokens there are, on a strip of 13; the last deal may bring more
    digits  8 characters: the totals of team 1 and of team 2, 4 each, right-aligned
    """
    now = turn(state)
    seats = []
    for seat in (1, 2, 3, 4):
        if state.ended:
            seats.append("idle")
        elif not state.counts[seat - 1]:
            seats.append("out")
        else:
            seats.append("turn" if seat == now else "wait")
    return {
        "seats": tuple(seats),
        "strip": state.tokens,
        "digits": "".join(["%4d" % max(-999, min(9999, total)) for total in state.totals]),
    }
