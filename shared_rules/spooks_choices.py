"""What cards that wait at a seat of Spooks can mean, and which of them nobody may know (S6, S9,
S14).
"""

from shared_rules.actions import Action
from shared_rules.board import bare
from shared_rules.spooks_state import BLUE, LEAD, PROCESSION, RED, State, receivers
from shared_rules.spooks_text import CARDS

# Under these rules cards are laid down for everybody to see, by the seat whose turn it is.
_OPEN = (LEAD, BLUE, RED, PROCESSION)


def choices(
    state: State, seat: int, verb: str, cards: "tuple[int, ...]", named: int
) -> "list[Action]":
    """What cards that wait at a seat can mean (see `board`). Where one card is asked for, the last
    one tapped is meant, then those before it; a gift may go to each of the possible receivers.
    """
    if verb in ("run", "hand"):
        return [Action(seat, verb, cards)] if cards else []
    if verb == "give":
        to = [named] if named else receivers(state, seat)
        return [Action(seat, verb, (card,), each) for card in reversed(cards) for each in to]
    if CARDS.get(verb, (0, 0))[1]:
        return [Action(seat, verb, (card,)) for card in reversed(cards)]
    return [bare(seat, verb)]


def targets(state: State, seat: int, cards: "tuple[int, ...]") -> "list[int]":
    """Who of several with the fewest cards gets the card of `GOM` (S14)."""
    found = receivers(state, seat)
    return found if seat == state.turn and len(found) > 1 else []


def says(action: Action) -> str:
    """To whom a card is given."""
    return "give %d" % action.number if action.verb == "give" else ""


def asks(choices: "list[Action]") -> bool:
    """Whether nobody has said yet who of equals gets the card of `GOM` (S14)."""
    return len({action.number for action in choices if action.verb == "give"}) > 1


def hidden(state: State, seat: int, card: int) -> bool:
    """Whether a card that waits at a seat is, or may become, a choice or a gift that nobody sees:
    all but what the seat in its turn, or before the first card any seat, lays down openly.
    """
    if state.ended:
        return False
    return state.rule not in _OPEN or state.turn not in (0, seat)
