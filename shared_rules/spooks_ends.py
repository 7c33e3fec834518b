"""How a round and a deal of Spooks end, and what a deal is worth (S5-S12)."""

from shared_rules import spooks_cards as cards
from shared_rules.spooks_state import (
    COUNTING,
    DEAL_OVER,
    DEATH,
    LEAD,
    MATCH_OVER,
    NO_RULE,
    State,
    bit,
    living,
)


def lead(state: State, seat: int) -> None:
    """A seat leads anything."""
    state.rule = LEAD
    state.top = -1
    state.top_seat = state.passes = state.stuck = state.owing = 0
    state.chosen = [-1] * state.seats
    state.turn = seat


def win(state: State, seats: int) -> None:
    """Whoever emptied their hands have won (S11)."""
    lead(state, 0)
    state.rule = NO_RULE
    state.winners = seats
    state.counted = seats
    state.ended = COUNTING if state.scored else MATCH_OVER
    if state.scored and seats == state.alive:
        _add_up(state)  # nobody has lost


def count_hand(state: State, seat: int, hand: "tuple[int, ...]") -> None:
    """Score a loser's hand (S12); with the last of them the deal is over."""
    state.points[seat - 1] = sum([cards.points_of(card) for card in hand])
    for card in hand:
        state.count(card)
    state.counted |= bit(seat)
    if state.counted & state.alive == state.alive:
        _add_up(state)


def _add_up(state: State) -> None:
    state.ended = DEAL_OVER
    for each in living(state):
        state.totals[each - 1] += state.points[each - 1]
    dead = [each for each in living(state) if state.totals[each - 1] > DEATH]
    for each in dead:
        state.alive &= ~bit(each)
        state.counts[each - 1] = 0
    over = len(living(state)) <= 2 if state.elimination else bool(dead)
    if over:
        state.ended = MATCH_OVER
