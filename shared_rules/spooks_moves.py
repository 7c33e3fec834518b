"""What an allowed action of Spooks does to the state (S4-S14)."""

from shared_rules import spooks_cards as cards
from shared_rules.actions import Action
from shared_rules.spooks_cards import BAM, CAT, GHM, GOM, SKM
from shared_rules.spooks_ends import count_hand, lead, win
from shared_rules.spooks_state import (
    BLUE,
    GREEN,
    MASTERS,
    PANDEMONIUM,
    PROCESSION,
    RED,
    State,
    beside,
    bit,
    living,
    next_seat,
    previous_seat,
    start_deal,
)


def apply(state: State, action: Action) -> None:
    """Carry out an action that `check` allowed; the state changes in place."""
    verb, seat = action.verb, action.seat
    if verb == "new":
        start_deal(state, beside(state, state.dealer, 1))  # S2: past the dead
    elif verb == "hand":
        count_hand(state, seat, action.cards)
    elif verb == "pass":
        _pass(state, seat)
    elif verb == "give":
        _give(state, seat, action.number)
    else:
        state.counts[seat - 1] -= len(action.cards)
        for card in action.cards:
            state.see(card)
        if verb == "choose":
            _choose(state, seat, action.cards[0])
        else:
            _top(state, seat, action.cards[-1])


def _top(state: State, seat: int, card: int) -> None:
    """A card, the last of what was played or run, tops the pile."""
    state.opened = True
    if not state.counts[seat - 1]:
        win(state, bit(seat))  # S11; S6: a last goblin is turned up by nobody
        return
    if card == CAT:
        lead(state, next_seat(state, seat))  # S10
        return
    state.top, state.top_seat = card, seat
    state.passes = 0
    if state.strong_masters and _masters_effect(state, seat, card):
        return
    _go_on(state)


def _masters_effect(state: State, seat: int, card: int) -> bool:
    """What a master does besides (S14); whether cards are given first."""
    if card == SKM:
        state.ccw = not state.ccw
    elif card == BAM:
        state.down = not state.down
    elif card == GHM:
        state.rule, state.turn, state.owing = MASTERS, 0, state.alive
        return True
    elif card == GOM:
        state.rule, state.turn = MASTERS, seat
        return True
    return False


def _go_on(state: State) -> None:
    """The rule of the card on the pile is in force (S4). After a run it is for the player who
    could not follow to go on (S8), whatever the direction of play.
    """
    found = cards.colour(state.top)
    if found == "green":
        _ask_all(state, state.alive)
        return
    state.rule = BLUE if found == "blue" else RED
    state.turn = state.stuck or next_seat(state, state.top_seat)
    state.stuck = 0


def _ask_all(state: State, seats: int) -> None:
    """Some seats choose a card each, face down (S6, S13)."""
    state.rule = GREEN
    state.turn = state.stuck = 0
    state.owing = seats
    state.chosen = [-1] * state.seats


def _pass(state: State, seat: int) -> None:
    if state.rule == BLUE:
        state.passes += 1
        if state.passes == len(living(state)) - 1:
            lead(state, state.top_seat)  # S5
        else:
            # After a run that turned the direction its player may come next: that one waits.
            following = next_seat(state, seat)
            own = following == state.top_seat
            state.turn = next_seat(state, following) if own else following
    elif state.rule == RED:
        # S7: on a skeleton S8, on a bat S9; in both the top card's player is first.
        bats = cards.suit(state.top) == cards.BAT
        state.rule = PANDEMONIUM if bats else PROCESSION
        state.stuck, state.turn = seat, state.top_seat
    else:
        lead(state, state.stuck)  # S8: a runner with nothing but cats


def _choose(state: State, seat: int, card: int) -> None:
    state.chosen[seat - 1] = card
    state.owing &= ~bit(seat)
    if state.owing:
        return
    # All are turned up at once (S6).
    empty = sum([bit(each) for each in living(state) if not state.counts[each - 1]])
    if empty:
        win(state, empty)
        return
    shown = {each: state.chosen[each - 1] for each in living(state) if state.chosen[each - 1] >= 0}
    best = cards.best(shown, state.down)
    if len(best) > 1:
        _ask_all(state, sum([bit(each) for each in best]))  # S13
    elif best:
        lead(state, best[0])
    else:
        lead(state, next_seat(state, state.top_seat))


def _give(state: State, seat: int, to: int) -> None:
    state.counts[seat - 1] -= 1
    if state.rule == MASTERS and not state.turn:
        # S14, GHM: all at once, so a hand of one card is not empty; the cards arrive together.
        state.owing &= ~bit(seat)
        if not state.owing:
            for each in living(state):
                state.counts[each - 1] += 1
            _go_on(state)
        return
    state.counts[to - 1] += 1
    if not state.counts[seat - 1]:
        win(state, bit(seat))  # S9, S11
    elif state.rule == MASTERS:
        _go_on(state)  # S14, GOM
    else:
        giver = previous_seat(state, seat)
        if giver == state.stuck:
            giver = previous_seat(state, giver)
        if giver == state.top_seat:
            lead(state, state.stuck)  # S9: everybody else has given
        else:
            state.turn = giver
