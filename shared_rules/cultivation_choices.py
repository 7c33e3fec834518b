"""What cards that wait at a seat of Cultivation can mean (C4, C6, C10), and which of them nobody
may know (C2).
"""

from shared_rules import cultivation_cards as cards
from shared_rules.actions import Action
from shared_rules.board import bare
from shared_rules.cultivation_bytes import dump, load
from shared_rules.cultivation_groups import chosen, group_of
from shared_rules.cultivation_moves import apply, assumed
from shared_rules.cultivation_rules import VERBS, check
from shared_rules.cultivation_state import State, must_draw


def draws(state: State, seat: int) -> bool:
    """Whether what a seat taps now may be the card it draws: the hands of the deal are known, so
    that draws are told as well, and its draw is due (C2).
    """
    return state.told and seat == state.turn and must_draw(state)


def hidden(state: State, seat: int, card: int) -> bool:
    """Whether nobody may be told that a card waits at a seat: it may be the one that it draws."""
    if card < 0 or not draws(state, seat):
        return False
    # What everybody saw come back into the hand is no secret.
    return state.lies(card) is None and not state.held[seat - 1] >> card & 1


def choices(
    state: State, seat: int, verb: str, pending: "tuple[int, ...]", named: int
) -> "list[Action]":
    """What cards that wait at a seat can mean (see `board`). Where draws are told, a single card
    is the one that is drawn, and only then what it could be besides.
    """
    if verb in ("meld", "play"):  # a press is a play where no deal is on
        found = layings(state, seat, pending)
        if len(pending) == 1 and draws(state, seat):
            found.insert(0, Action(seat, "draw", pending))
        return found or [Action(seat, "meld", pending)]
    if verb == "take":
        return [Action(seat, verb, pending)] if len(pending) == 1 else []
    return [bare(seat, verb)] if verb in VERBS else []


def layings(state: State, seat: int, pending: "tuple[int, ...]") -> "list[Action]":
    """What cards that lie before a seat can be: every meld and addition of them that is allowed
    now, the best first: the one after which the seat's groups are worth most, of equal ones the
    one that brings another turn, then melds before additions. A draw that is due counts as made.
    """
    if max(pending) >= len(state.deck):
        return []  # a sticker beyond this deck
    found = []
    shared = cards.kinds(cards.common(state.faces(pending)))
    tries = [Action(seat, "meld", pending, 0, (kind, -1)) for kind in shared]
    tries += [Action(seat, "add", pending, place + 1) for place in range(len(state.own(seat)))]
    draw = assumed(state, Action(seat, "meld", pending))
    if draw is not None and check(state, draw) is None:
        state = load(dump(state))
        apply(state, draw)
    for place, action in enumerate(tries):
        if check(state, action) is None:
            more, root = gain(state, action)
            found.append((-more, not root, place, action))
    # Sorted on a total key, since MicroPython's sort is not stable.
    found.sort(key=lambda entry: entry[:3])
    return [entry[3] for entry in found]


def gain(state: State, action: Action) -> "tuple[int, bool]":
    """The points that an allowed meld or addition brings before anything doubles, and whether it
    makes a single root.
    """
    faces = state.faces(action.cards)
    kind = chosen(state, action)
    if action.verb == "meld":
        return cards.group_points(kind, faces), cards.is_root(faces)
    group = group_of(state, action)
    assert group is not None
    held = state.faces(group.cards)
    after = cards.group_points(kind, held + faces)
    return after - cards.group_points(group.kind, held), False
