"""What an allowed action of Followers of Cthulhu does to the state (F3-F18, F21)."""

from shared_rules import followers_plays as plays
from shared_rules.actions import Action
from shared_rules.followers_choices import reading
from shared_rules.followers_score import MATCH_POINTS, MATCH_TOKENS, deal_points, is_double
from shared_rules.followers_state import (
    CALLED,
    DEAL_OVER,
    DECLINED,
    MATCH_OVER,
    State,
    great_open,
    holders,
    next_holder,
    partner,
    start_deal,
)

VERBS = ("play", "pass", "yield", "great", "small", "nocall", "new")


def no_verb(verb: str) -> ValueError:
    """A verb that the game does not have."""
    return ValueError("no verb '%s'; the verbs are: %s" % (verb, ", ".join(VERBS)))


def apply(state: State, action: Action) -> None:
    """Carry out an action that `check` allowed; the state changes in place."""
    verb = action.verb
    if verb == "play":
        _play(state, action)
    elif verb == "pass":
        _pass(state)
    elif verb == "yield":
        _yield(state, action.seat)
    elif verb == "new":
        # F3: the next deal's calls begin with whoever was out first, else where they began.
        start_deal(state, state.out[0] if state.out else state.first_caller)
    elif verb == "great":
        state.great[action.seat - 1] = CALLED
    elif verb == "small":
        state.small[action.seat - 1] = CALLED
    elif verb == "nocall":
        (state.great if great_open(state) else state.small)[action.seat - 1] = DECLINED
    else:
        raise no_verb(verb)


def _play(state: State, action: Action) -> None:
    best = reading(state, action)
    assert best is not None
    seat = action.seat
    for card in action.cards:
        state.see(card)
        state.pile += plays.points_of(card)
    state.opened = state.closed = True
    state.yielded = []
    state.passes = 0
    state.tokens += plays.tokens_of(best[0])  # F11
    state.counts[seat - 1] -= len(action.cards)
    if not state.counts[seat - 1]:
        state.out.append(seat)
    dog = state.eighth_is_dog and action.cards[0] == plays.X8
    if not dog:
        state.top_seat = seat
        state.top_type, state.top_rank = best
    if is_double(state) or len(holders(state)) == 1:
        _end_deal(state)
    elif dog:
        # F13: to the partner, else to the next clockwise after the partner.
        lead(state, partner(seat))
    else:
        state.turn = next_holder(state, seat)


def _pass(state: State) -> None:
    state.passes += 1
    others = [seat for seat in holders(state) if seat != state.top_seat]
    if state.passes >= len(others):
        take_trick(state, state.top_seat)  # F14
    else:
        state.turn = next_holder(state, state.turn)


def _yield(state: State, seat: int) -> None:
    state.yielded.append(seat)
    if len(state.yielded) == len(holders(state)):
        _end_deal(state)  # F16
    else:
        state.turn = next_holder(state, seat)


def take_trick(state: State, winner: int) -> None:
    """Give the trick on the table to a seat, which then leads (F14); if it is out, the next
    clockwise does, or with that option its partner (F15).
    """
    state.taken[winner - 1] += state.pile
    state.pile = 0
    leader = winner
    if not state.counts[winner - 1] and state.lead_after_out_partner:
        leader = partner(winner)
    lead(state, leader)


def lead(state: State, seat: int) -> None:
    """Clear the table and let a seat lead, or if it is out the next clockwise."""
    state.clear_top()
    state.passes = 0
    state.yielded = []
    state.turn = seat if state.counts[seat - 1] else next_holder(state, seat)


def _end_deal(state: State) -> None:
    if state.top_seat:
        state.taken[state.top_seat - 1] += state.pile  # F17
        state.pile = 0
    state.clear_top()
    state.turn = 0
    points = deal_points(state)
    state.totals[0] += points[0]
    state.totals[1] += points[1]
    # F21; equal totals play on.
    reached = max(state.totals) >= MATCH_POINTS or state.tokens >= MATCH_TOKENS
    state.ended = MATCH_OVER if reached and state.totals[0] != state.totals[1] else DEAL_OVER
