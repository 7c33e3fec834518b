"""Spooks: the full rules.

They extend the core (``shared_rules.spooks``) by what a bare table cannot know: hands and the extra
hand (S2, S3), who could have followed (S7, S8), and the ended deals of a match. Every rule of the
core holds here as well: the two lists are merged, and the first that is broken answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

from shared_rules import packs, reasons
from shared_rules import spooks as core
from shared_rules import spooks_state as table
from shared_rules.actions import Action
from shared_rules.options import settings_of
from shared_rules.spooks_cards import CAT, PACK
from shared_rules.spooks_state import COUNTING, GREEN, MASTERS, PROCESSION, RED
from tapdeck.errors import SaidError
from tapdeck.rules import Hands, Mistake, a_mistake
from tapdeck.rules.spooks_lines import line, parse, parts
from tapdeck.rules.spooks_says import explain, lowest_spider
from tapdeck.rules.spooks_secrets import elsewhere, hidden_seats, probes, turned_up
from tapdeck.rules.spooks_sheet import sheet
from tapdeck.rules.spooks_state import Pile, State, start_deal
from tapdeck.rules.spooks_view import summary, view

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
VERSION = 2  # 2: a spider master may be the last card on any spider (S14)
SEATS = core.SEATS
OPTIONS = core.OPTIONS
FIRST = "dealer"
FIRST_DEFAULT = -1
HEADERS = ()
FORM = ()
TEXTS = ()
TABLE_VERBS = ()
VERBS = (*core.VERBS, "deal", "aside")
PLAYS = ("play", "choose", "run")
SECRETS = ("deal", "aside", "choose", "give")

_FROM_HAND = ("play", "choose", "run", "give")


def seats(options: Mapping[str, str]) -> tuple[int, int]:
    """Three to six, with two packs up to twelve (S13). ValueError: no such options."""
    return table.seats_allowed(settings_of(OPTIONS, dict(options)))


def initial(
    options: Mapping[str, str],
    first: int = 1,
    house: Mapping[str, Any] | None = None,
    seats: int = 0,
    headers: Mapping[str, str] | None = None,
) -> State:
    """A match before its first deal.

    options  name -> value, as in OPTIONS
    first    the dealer's seat (S2)
    seats    how many play; 0: the fewest
    house, headers  none: the game has no skills of cards

    ValueError: an unknown option or value, no such seat, too few or too many seats, house rules.
    """
    wrong = mistake(house or {})
    if wrong is not None:
        raise wrong.error()
    if first < 1:
        raise SaidError("wrong.seat_zero", seat=first)
    fresh = core.initial(dict(options), first, seats)
    return State(fresh.settings, fresh.seats, fresh.dealer)


def mistake(house: Mapping[str, Any]) -> Mistake | None:
    """There are no house rules for this game, so any is a mistake."""
    for key in house:
        return a_mistake(key, key="no_rules", name=key, game=NAME)
    return None


def house_view(house: Mapping[str, Any]) -> dict[str, Any]:
    """Nothing to see."""
    return {}


def codes(state: State) -> tuple[str, ...]:
    """The codes of all cards (S1)."""
    return packs.codes(NAME)


# --- The rules: (reason, is it broken?) -----------------------------------------------------


def _wrong_phase(state: State, action: Action) -> bool:
    if action.verb == "deal":
        return _begun(state) or action.seat in state.dealt
    if state.dealing:
        return True
    if action.verb == "aside":
        return not state.extra_hand or _begun(state) or state.aside_named
    return False


def _begun(state: State) -> bool:
    """Whether a card has left a hand. Where all spiders lie aside, anything may be led before."""
    return state.seen > 0


def _duplicate_card(state: State, action: Action) -> bool:
    if action.verb not in ("deal", "aside"):
        return False
    held = [card for hand in state.hands for card in hand]
    if action.verb == "deal":
        held += state.aside
    return any(held.count(card) + action.cards.count(card) > state.copies for card in action.cards)


def _missing(state: State, action: Action) -> bool:
    """Whether a known hand does not hold what is named."""
    if not action.cards:
        return action.verb == "give"  # a gift that was not seen, from a hand that is known
    return bool(Counter(action.cards) - Counter(state.hands[action.seat - 1]))


def _not_in_hand(state: State, action: Action) -> bool:
    if action.verb in _FROM_HAND and state.hands_known:
        return _missing(state, action)
    if action.verb not in (*_FROM_HAND, "hand"):
        return False
    # A card that was set aside is in nobody's hand.
    return any(
        card in state.aside
        and state.times_seen(card)
        + state.times_counted(card)
        + action.cards.count(card)
        + state.aside.count(card)
        > state.copies
        for card in action.cards
    )


def _must_start_lowest(state: State, action: Action) -> bool:
    if action.verb != "play" or state.opened or not state.aside:
        return False
    return action.cards[0] != lowest_spider(state)


def _cannot_pass(state: State, action: Action) -> bool:
    if action.verb != "pass":
        return False
    if not state.hands_known:
        # S8: nor is a cat that lies aside in a runner's hand.
        cats = table.unseen_cats(state) - state.aside.count(CAT)
        return state.rule == PROCESSION and state.counts[action.seat - 1] > cats
    hand = state.hands[action.seat - 1]
    if state.rule == RED:
        return any(core.follows(state, card) for card in hand)  # S7
    return state.rule == PROCESSION and any(card != CAT for card in hand)  # S8


RULES: tuple[tuple[str, Callable[[Any, Action], bool]], ...] = reasons.merge(  # type: ignore[assignment]
    core.NAME,
    core.RULES,
    (
        ("wrong_phase", _wrong_phase),
        ("duplicate_card", _duplicate_card),
        ("not_in_hand", _not_in_hand),
        ("must_start_lowest", _must_start_lowest),
        ("cannot_pass", _cannot_pass),
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
    if verb == "deal":
        state.hands[action.seat - 1] = sorted(action.cards)
        state.dealt.append(action.seat)
        if state.hands_known:
            _find_starter(state)
        return
    if verb == "aside":
        state.aside = sorted(action.cards)
        state.aside_named = True
        if lowest_spider(state) < 0:
            _start_without_spiders(state)
        return
    led = not state.top_seat and state.rule != GREEN
    if state.hands_known and verb in _FROM_HAND:
        for card in action.cards:
            state.hands[action.seat - 1].remove(card)
    if verb == "choose":
        _choose(state, action)
    elif verb == "give":
        _give(state, action)
    else:
        core.apply(state, action)
    if verb in ("play", "run"):
        if led:
            state.pile = []
            state.turned = []
        state.pile.append(Pile(action.seat, verb, action.cards))
    elif verb == "new":
        start_deal(state)
    elif verb == "hand":
        state.counted_hands[action.seat] = action.cards
    _finish(state, verb)


def _find_starter(state: State) -> None:
    """S3, S13: the first from the dealer's left with the lowest spider."""
    held = Counter(card for hand in state.hands for card in hand)
    state.aside = sorted((Counter(dict.fromkeys(range(PACK), state.copies)) - held).elements())
    lowest = lowest_spider(state)
    if lowest < 0:
        _start_without_spiders(state)
        return
    state.turn = next(seat for seat in table.deal_order(state) if lowest in state.hands[seat - 1])


def _start_without_spiders(state: State) -> None:
    # The sources do not say who starts if every spider is set aside: the dealer's left leads
    # anything.
    state.opened = True
    state.turn = table.deal_order(state)[0]


def _choose(state: State, action: Action) -> None:
    state.choices.append(action)
    last = state.owing == table.bit(action.seat)
    core.apply(state, action)
    if last:
        state.turned = sorted((each.seat, each.cards[0]) for each in state.choices)
        state.known_choices += state.choices
        state.choices = []


def _give(state: State, action: Action) -> None:
    card = action.cards[0] if action.cards else -1
    at_once = not (state.rule == MASTERS and not state.turn)
    state.passing.append((action.seat, action.number, card))
    last = state.owing == table.bit(action.seat)
    core.apply(state, action)
    if not at_once and not last:
        return  # S14, GHM: the cards arrive together
    if state.hands_known:
        for _, to, each in state.passing:
            state.hands[to - 1].append(each)
            state.hands[to - 1].sort()
    state.passing = []


def _finish(state: State, verb: str) -> None:
    """Count known hands of losers (S12), and note the result of a deal that has just ended."""
    if not state.ended or (state.ended == COUNTING and not state.hands_known):
        return
    if state.ended == COUNTING:
        for seat in table.choosers(state):
            state.counted_hands[seat] = tuple(state.hands[seat - 1])
            core.count_hand(state, seat, state.counted_hands[seat])
    part = table.members(state, state.counted)
    state.rounds.append(
        {
            "winners": table.members(state, state.winners),
            "points": {str(seat): state.points[seat - 1] for seat in part} if state.scored else {},
        }
    )


# --- For people and files -------------------------------------------------------------------


def reading(state: State, action: Action) -> None:
    """A card is what it is."""
    return


def follows(state: State, action: Action) -> tuple[Action, ...]:
    """Nothing follows by itself."""
    return ()


def is_secret(action: Action, refused: bool = False) -> bool:
    """Hands and gifts are for those who hold them; a choice is, while the table cannot say whether
    it was turned up, for whoever made it (S2, S6, S9).
    """
    return action.verb in SECRETS


def all_open(state: State) -> bool:
    """Whether nothing is hidden any more: the match is over."""
    return state.ended == table.MATCH_OVER


def told(state: State, action: Action, end: State) -> tuple[str, ...]:
    """What everybody saw: choices once they were turned up, gifts without their card, and of a
    deal with known hands that was scored the losers' hands.
    """
    verb = action.verb
    if verb in ("deal", "aside"):
        return ()
    if verb == "choose" and not any(action is each for each in end.known_choices):
        return ()
    shown = Action(action.seat, verb, (), action.number) if verb == "give" else action
    return (line(shown), *_losers(state, action))


def _losers(state: State, action: Action) -> list[str]:
    if not (state.scored and state.hands_known and action.verb in _FROM_HAND):
        return []
    after = deepcopy(state)
    apply(after, action)
    if not after.ended:
        return []
    return [line(Action(seat, "hand", cards)) for seat, cards in after.counted_hands.items()]


def hands(state: State) -> Hands | None:
    """The hands that can be dealt in (S2); None: it is too late, or they are there, or not every
    card is dealt once.
    """
    if state.ended or state.opened or state.dealt or state.extra_hand or state.copies > 1:
        return None
    sizes = [size for size in state.dealt_sizes if size]
    return Hands(frozenset(range(PACK)), min(sizes), max(sizes))


def gifts_due(state: State) -> dict[int, int]:
    """Who has to give a card away now (S9, S14)."""
    if state.rule not in (MASTERS, table.PANDEMONIUM):
        return {}
    givers = [state.turn] if state.turn else table.choosers(state)
    return dict.fromkeys(givers, 1)


def hint(state: State, seat: int) -> Action | None:
    """What a seat might do whose hand is known, as the simulated players would; else None."""
    from tapdeck.players.spooks import choose

    if not state.hands_known or state.ended or not state.counts[seat - 1]:
        return None
    action = choose(state, seat, state.hands[seat - 1])
    return action if action is not None and check(state, action) is None else None
