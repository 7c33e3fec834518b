"""How cards of Followers of Cthulhu are read, and what they can mean at a seat (F10)."""

from shared_rules import followers_plays as plays
from shared_rules.actions import Action
from shared_rules.board import bare
from shared_rules.followers_state import State


def readings(state: State, action: Action) -> "tuple[tuple[int, int], ...]":
    """All readings of an action's cards, the highest first (F10), whatever is on the table."""
    if action.found is None:
        found = state.readings(action.cards)
        action.found = found
        return found
    return action.found


def wanted(state: State, action: Action) -> "tuple[tuple[int, int], ...]":
    """Those of the readings that were asked for: all, or what the player declared."""
    found = readings(state, action)
    if action.want is None:
        return found
    kind, rank = action.want
    return tuple([each for each in found if each[0] == kind and rank in (-1, each[1])])


def reading(state: State, action: Action) -> "tuple[int, int] | None":
    """How a play is read (F10): the highest reading, of those that were asked for if the player
    declared one; None if there is none. The highest is legal there if any is.
    """
    found = wanted(state, action)
    return found[0] if found else None


def choices(
    state: State, seat: int, verb: str, cards: "tuple[int, ...]", named: int
) -> "list[Action]":
    """What cards that wait at a seat can mean (see `board`): unsaid the highest reading, then the
    others, declared.
    """
    if verb != "play":
        return [bare(seat, verb)]
    best = Action(seat, verb, cards)
    others = readings(state, best)[1:]
    return [best] + [Action(seat, verb, cards, 0, each) for each in others]


def says(action: Action) -> str:
    """A declared reading in words: `full_house 3`; empty where none was declared."""
    return plays.describe(action.want) if action.want else ""
