"""What an allowed action of Cultivation changes, and the draw that nobody taps in."""

from shared_rules import cultivation_cards as cards
from shared_rules.actions import Action
from shared_rules.cultivation_groups import chosen, group_of
from shared_rules.cultivation_state import (
    DEAL_OVER,
    MATCH_OVER,
    Group,
    State,
    must_draw,
    next_seat,
    points,
    start_deal,
)


def apply(state: State, action: Action) -> None:
    """Carry out an action that `check` allowed; the state changes in place."""
    verb = action.verb
    if verb == "new":
        start_deal(state)
        return
    state.begun = True
    if verb == "draw":
        state.drawn = state.active = True
        state.pile -= 1
        state.counts[action.seat - 1] += 1
    elif verb == "meld":
        group = Group(action.seat, chosen(state, action), list(action.cards))
        state.groups.append(group)
        _lay(state, action)
        if not state.ended and cards.is_root(state.faces(group.cards)):
            _end_turn(state, action.seat)  # C10: another turn at once
    elif verb == "add":
        found = group_of(state, action)
        assert found is not None
        found.kind = chosen(state, action)  # C10: a root may turn into the other kind
        found.cards.extend(action.cards)
        _lay(state, action)
    elif verb == "take":
        _take(state, action)
    elif verb == "end":
        _end_turn(state, next_seat(state, action.seat))
    else:
        raise ValueError("no verb '%s'" % verb)


def _lay(state: State, action: Action) -> None:
    """Cards have left a hand; an empty one wins at once (C11)."""
    seat = action.seat
    state.active = True
    for card in action.cards:
        state.held[seat - 1] &= ~(1 << card)
    state.counts[seat - 1] -= len(action.cards)
    if not state.counts[seat - 1]:
        _end_deal(state, seat)


def _take(state: State, action: Action) -> None:
    group = group_of(state, action)
    assert group is not None
    group.cards.remove(action.cards[0])
    state.held[action.seat - 1] |= 1 << action.cards[0]
    state.counts[action.seat - 1] += 1
    state.took = True


def _end_turn(state: State, seat: int) -> None:
    """The turn is over, and that seat's begins."""
    state.idle = 0 if state.active else state.idle + 1
    state.drawn = state.took = state.active = False
    state.turn = seat
    if state.idle >= state.seats:
        _end_deal(state, 0)  # C15


def _end_deal(state: State, winner: int) -> None:
    state.winner = winner
    state.turn = 0
    for seat in range(1, state.seats + 1):
        state.totals[seat - 1] += points(state, seat)
    state.ended = MATCH_OVER if state.deal >= state.deals else DEAL_OVER  # C13


def assumed(state: State, action: Action) -> "Action | None":
    """The draw that a table takes for granted before an action of the seat to play, since nobody
    taps it in where hands are unknown (C2); None: none is due.
    """
    if action.verb in ("meld", "add", "end") and action.seat == state.turn and must_draw(state):
        return Action(action.seat, "draw")
    return None
