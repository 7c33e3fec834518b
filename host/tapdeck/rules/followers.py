"""Followers of Cthulhu: the full rules.

They extend the core (``shared_rules.followers``) by what a bare table cannot know: hands and the
exchange (F2, F23), the outcomes of card skills (F19), and the ended deals of a match. Every rule
of the core holds here as well: the two lists are merged, and the first that is broken answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from shared_rules import followers as core
from shared_rules import followers_score as score
from shared_rules import followers_state as table
from shared_rules import packs, reasons
from shared_rules.actions import Action
from shared_rules.followers_plays import APART, BJ, FIRST_WILD, IN_PLAY, LAST_WILD, LJ, NB, X8
from shared_rules.followers_state import HAND
from tapdeck.rules import Hands, LineError, followers_lines, followers_skills
from tapdeck.rules.followers_lines import Effect, line, parts
from tapdeck.rules.followers_says import explain
from tapdeck.rules.followers_secrets import elsewhere, hidden_seats, probes, turned_up
from tapdeck.rules.followers_sheet import sheet
from tapdeck.rules.followers_skills import DRAWN, PLAYED, SHOWN, mistake
from tapdeck.rules.followers_skills import view as house_view
from tapdeck.rules.followers_state import GIFTS, Play, State, bits, cards_of, start_deal
from tapdeck.rules.followers_view import summary, view

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
FIRST = "oldest"
FIRST_DEFAULT = 1
HEADERS = ()
FORM = ()
TEXTS = ()
# F20: drawing and showing is the table's own business; what comes of it are effects. `tap` is what
# the board writes: the first tap of an extension card draws it, the next one shows it.
TABLE_VERBS = core.APART_VERBS
VERBS = (*core.VERBS, "deal", "give", "effect", "draw", "show")
PLAYS = ("play",)
SECRETS = ("deal", "give", "draw")

_WILDS = bits(tuple(range(FIRST_WILD, LAST_WILD + 1)))
_JOKERS = bits((LJ, BJ))


def seats(options: Mapping[str, str]) -> tuple[int, int]:
    """Always four."""
    return SEATS


def initial(
    options: Mapping[str, str],
    first: int = 1,
    house: Mapping[str, Any] | None = None,
    seats: int = 4,
    headers: Mapping[str, str] | None = None,
) -> State:
    """A match before its first deal.

    options  name -> value, as in OPTIONS
    first    the oldest player's seat (F3)
    house    house rules: `extension` (F20), `cards` with their skills (F19)
    seats, headers  always four, and none

    ValueError: an unknown option or value, no such seat, or a mistake in the house rules.
    """
    house = house or {}
    return State(
        core.initial(dict(options), first).settings,
        first,
        bool(house.get("extension", False)),
        followers_skills.skills_of(house),
    )


def codes(state: State) -> tuple[str, ...]:
    """The pack (F1), extension included."""
    return packs.codes(NAME)


def parse(text: str, state: State) -> Action:
    """A transcript line as an action.

    LineError: it is none. That takes the state only for the sizes of the hands: with the eighth
    card absent one of the four has 14 cards (F13).
    """
    action = followers_lines.parse(text, state.eighth_absent)
    if action.verb == "tap":
        held = state.drawn[action.seat - 1] == action.cards[0] and action.seat not in state.shown
        action.verb = "show" if held else "draw"
    if action.verb == "deal" and state.eighth_absent and not _wrong_phase(state, action):
        short = sum(1 for seat in state.dealt if state.hands[seat - 1].bit_count() < HAND)
        short += len(action.cards) < HAND
        if short > 1 or (not short and len(state.dealt) == 3):
            raise LineError("wrong.line_absent")
    return action


# --- The rules: (reason, is it broken?) -----------------------------------------------------


def _player_out(state: State, action: Action) -> bool:
    return isinstance(action, Effect) and (  # F19: who is out cannot be given the lead
        action.what == "lead" and not state.counts[action.target - 1]
    )


def _card_not_in_pack(state: State, action: Action) -> bool:
    return action.verb in ("draw", "show") and (  # F20
        not state.extension or action.cards[0] not in APART
    )


def _card_already_played(state: State, action: Action) -> bool:
    return action.verb == "show" and (  # F20: once
        action.seat in state.shown and state.drawn[action.seat - 1] == action.cards[0]
    )


def _wrong_phase(state: State, action: Action) -> bool:
    verb = action.verb
    if verb == "deal":
        # F2: great calls come before the second part of the deal, so only a play makes it late.
        return state.closed or action.seat in state.dealt
    if state.dealing:
        return True
    if verb == "draw":
        # F20: one card a caller.
        callers = [seat for seat, _ in state.called]
        return action.seat not in callers or state.drawn[action.seat - 1] >= 0
    if verb == "give":
        # F2: after strict calls, before the first play; F23: only between known hands.
        late = state.opened or len(state.gifts) == GIFTS
        return late or not state.hands_known or bool(table.asked(state))
    if verb in core.TURN_VERBS:
        return state.exchanging
    if isinstance(action, Effect) and action.what in ("lead", "trick"):
        return not state.opened or (action.what == "trick" and not state.top_seat)
    return False


def _duplicate_card(state: State, action: Action) -> bool:
    if action.verb == "draw":
        return action.cards[0] in state.drawn
    if action.verb != "deal":
        return False
    hand = bits(action.cards)
    return any(hand & other for other in state.hands)


def _not_in_hand(state: State, action: Action) -> bool:
    if action.verb == "show":
        return state.drawn[action.seat - 1] != action.cards[0]
    if not state.dealt or not action.cards:
        return False
    if action.verb == "give":
        # F2: a gift is out of reach until it is received; a received one is not given on.
        given = bits(tuple(card for seat, _, card in state.gifts if seat == action.seat))
        return bool(bits(action.cards) & ~(state.hands[action.seat - 1] & ~given))
    return action.verb == "play" and bool(bits(action.cards) & ~state.hands[action.seat - 1])


def _cannot_yield(state: State, action: Action) -> bool:
    if action.verb != "yield" or not state.dealt:
        return False
    # F16: only wilds cannot be led, and where jokers are never alone one joker.
    rest = state.hands[action.seat - 1] & ~_WILDS
    if state.jokers_never_lone and rest & ~_JOKERS == 0:
        return rest == _JOKERS
    return rest != 0


def _wrong_receiver(state: State, action: Action) -> bool:
    if action.verb != "give":
        return False
    to = action.number
    return to == action.seat or any(gift[:2] == (action.seat, to) for gift in state.gifts)


RULES: tuple[tuple[str, Callable[[Any, Action], bool]], ...] = reasons.merge(  # type: ignore[assignment]
    core.NAME,
    core.RULES,
    (
        ("player_out", _player_out),
        ("wrong_phase", _wrong_phase),
        ("card_not_in_pack", _card_not_in_pack),
        ("duplicate_card", _duplicate_card),
        ("card_already_played", _card_already_played),
        ("not_in_hand", _not_in_hand),
        ("cannot_yield", _cannot_yield),
        ("wrong_receiver", _wrong_receiver),
    ),
)


# Which verbs a reason can concern at all, so that an action is not asked what it cannot break; a
# reason that is not named here concerns every verb. The tests hold this against RULES.
_CARD_VERBS = ("play", "give", "deal", "draw", "show")
_VERBS_OF = {
    "deal_unfinished": ("new",),
    "player_out": (*core.TURN_VERBS, "effect"),
    "not_your_turn": core.TURN_VERBS,
    "card_not_in_pack": _CARD_VERBS,
    "duplicate_card": _CARD_VERBS,
    "card_already_played": ("play", "show"),
    "not_in_hand": ("play", "give", "show"),
    "two_wilds": ("play",),
    "wild_alone": ("play",),
    "wild_with_joker": ("play",),
    "not_a_combination": ("play",),
    "bad_reading": ("play",),
    "must_lead_necronomicon": core.TURN_VERBS,
    "must_lead": ("pass",),
    "too_low": ("play",),
    "cannot_yield": ("yield",),
    "wrong_receiver": ("give",),
    "call_closed": core.CALL_VERBS,
    "already_called": core.CALL_VERBS,
    "wrong_call_order": core.CALL_VERBS,
}
_RULES_OF = {
    verb: tuple(rule for rule in RULES if verb in _VERBS_OF.get(rule[0], VERBS)) for verb in VERBS
}


def check(state: State, action: Action) -> str | None:
    """The reason why an action is refused, or None if it is allowed. Changes nothing.

    KeyError: a verb that the game does not have.
    """
    for reason, broken in _RULES_OF[action.verb]:
        if broken(state, action):
            return reason
    return None


# --- Carrying out ---------------------------------------------------------------------------


def apply(state: State, action: Action) -> None:
    """Carry out an action that `check` allowed; the state changes in place."""
    verb = action.verb
    if verb == "deal":
        _deal(state, action)
        return
    if verb == "play":
        _play(state, action)
    elif verb == "give":
        _give(state, action)
    elif isinstance(action, Effect):
        _effect(state, action)
    elif verb == "draw":
        state.drawn[action.seat - 1] = action.cards[0]
        _ask(state, action.cards[0], DRAWN)
    elif verb == "show":
        state.shown.append(action.seat)
        _ask(state, action.cards[0], SHOWN)
    else:
        if verb in score.CALL_POINTS:
            state.called.append((action.seat, verb))
        core.apply(state, action)
        if verb == "new":
            start_deal(state)
        elif state.ended:
            _record(state)  # F16: all yielded


def _deal(state: State, action: Action) -> None:
    state.hands[action.seat - 1] = bits(action.cards)
    state.dealt.append(action.seat)
    if state.hands_known:
        state.counts = [hand.bit_count() for hand in state.hands]


def _give(state: State, action: Action) -> None:
    state.closed = True  # F3
    state.gifts.append((action.seat, action.number, action.cards[0]))
    if len(state.gifts) < GIFTS:
        return
    for giver, receiver, card in state.gifts:
        state.hands[giver - 1] ^= 1 << card
        state.hands[receiver - 1] |= 1 << card
    for seat, hand in enumerate(state.hands, 1):
        if hand >> NB & 1:
            state.turn = seat  # F4


def _play(state: State, action: Action) -> None:
    read = core.reading(state, action)
    assert read is not None
    if not state.top_seat:
        state.trick = []
    state.trick.append(Play(action.seat, action.cards, read))
    state.ask = -1
    if action.cards[0] in (NB, X8):
        _ask(state, action.cards[0], PLAYED)
    if state.dealt:
        state.hands[action.seat - 1] &= ~bits(action.cards)
    core.apply(state, action)
    if state.ended:
        _record(state)


def _ask(state: State, card: int, trigger: str) -> None:
    if state.asks(card, trigger):
        state.ask = card  # F19: it changes nothing until somebody enters something


def follows(state: State, action: Action) -> tuple[Effect, ...]:
    """What the skill of the card in an action does by itself (F19); nothing where it asks."""
    trigger = _TRIGGERS.get(action.verb)
    if trigger is None or not state.skills:
        return ()
    skill = state.skills.get(action.cards[0])
    if skill is None or skill.trigger != trigger:
        return ()
    return tuple(followers_skills.resolved(each, state, action.seat) for each in skill.effects)


_TRIGGERS = {"play": PLAYED, "draw": DRAWN, "show": SHOWN}


def _effect(state: State, action: Effect) -> None:
    """F19: the small fixed set of what a card skill may do."""
    if not action.automatic:
        state.ask = -1
    if action.what == "team":
        state.extra[action.target - 1] += action.number
    elif action.what == "tokens":
        state.tokens = max(0, state.tokens + action.number)
    elif action.what == "lead":
        if state.top_seat:
            core.take_trick(state, state.top_seat)
        core.lead(state, action.target)
    elif action.what == "trick":
        core.take_trick(state, action.target)


def _teams(points: tuple[int, int]) -> dict[str, int]:
    return {"1": points[0], "2": points[1]}


def _record(state: State) -> None:
    """Note the result of the deal that has just ended."""
    first = state.out[0] if state.out else 0
    last = table.holders(state)
    state.rounds.append(
        {
            "out": list(state.out),
            "double": score.is_double(state),
            "card_points": _teams(score.card_points(state)),
            "calls": [
                {"seat": seat, "call": call, "made": seat == first} for seat, call in state.called
            ],
            "points": _teams(score.deal_points(state)),
            "tokens": state.tokens,
            # F23: with one player left every other card was seen.
            "last_hand": _unseen(state) if len(last) == 1 else [],
        }
    )


def _unseen(state: State) -> list[str]:
    away = state.seen | (1 << X8 if state.eighth_absent else 0)
    return [packs.name(NAME, card) for card in cards_of(((1 << IN_PLAY) - 1) & ~away)]


# --- For people and files -------------------------------------------------------------------


def reading(state: State, action: Action) -> str | None:
    """How a play is read (F10): `pair A`; None for what is no play."""
    read = core.reading(state, action) if action.verb == "play" else None
    return core.describe(read) if read else None


def is_secret(action: Action, refused: bool = False) -> bool:
    """Hands, gifts and drawn cards are for those who hold them (F2, F20)."""
    return action.verb in SECRETS


def all_open(state: State) -> bool:
    """Whether nothing is hidden any more: the match is over."""
    return state.ended == table.MATCH_OVER


def told(state: State, action: Action, end: State) -> tuple[str, ...]:
    """The line of an action that is not secret."""
    return () if is_secret(action) else (line(action),)


def hands(state: State) -> Hands | None:
    """The hands that can be dealt in (F2, F23); None: it is too late, or they are there."""
    if state.ended or state.closed or state.dealt:
        return None
    absent = state.eighth_absent
    cards = frozenset(range(IN_PLAY)) - ({X8} if absent else set())  # F13
    return Hands(cards, HAND - absent, HAND)


def gifts_due(state: State) -> dict[int, int]:
    """How many gifts each seat still owes (F2); empty: they are over, or not possible yet."""
    late = state.ended or state.opened or len(state.gifts) == GIFTS
    if late or not state.hands_known or table.asked(state):
        return {}
    given = [giver for giver, _, _ in state.gifts]
    return {seat: 3 - given.count(seat) for seat in (1, 2, 3, 4)}


def hint(state: State, seat: int) -> Action | None:
    """What a seat might do whose hand is known, as the simulated players would; else None."""
    from tapdeck.players.followers import Player

    if state.ended or not state.hands_known:
        return None
    hand = state.hands[seat - 1]
    given = [(to, card) for giver, to, card in state.gifts if giver == seat]
    player = Player(seat)
    player.hand = set(cards_of(hand & ~(bits(tuple(card for _, card in given)))))
    due = gifts_due(state)
    action: Action | None
    if table.calls_open(state) and not given and (call := player.answer(state)):
        action = Action(seat, call)
    elif due.get(seat):
        chosen = player.gifts([to for to in (1, 2, 3, 4) if to not in dict(given)])
        to, card = next(iter(chosen.items()))
        action = Action(seat, "give", (card,), to)
    elif state.opened and state.turn != seat:
        action = None
    else:
        action = player.action(state)
    return action if action is not None and check(state, action) is None else None
