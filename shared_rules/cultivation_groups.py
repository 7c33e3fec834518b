"""Which groups cards make: their kinds, and the limits of C5."""

from shared_rules import cultivation_cards as cards
from shared_rules.actions import Action
from shared_rules.cultivation_state import Group, State


def is_free(
    state: State, seat: int, kind: int, faces: "list[int]", but: "Group | None" = None
) -> bool:
    """Whether C5 lets a seat have a group of this kind and these cards, beside its groups without
    `but`: one a type, one element group; hunyuan groups do not count (C5), nor with that option
    do groups with a treasure (C9).
    """
    element = cards.is_element(kind)

    def counts(held: "list[int]") -> bool:
        if element:
            return not cards.has_hunyuan(held)
        return not (state.treasure_is_second and cards.has_treasure(held))

    if not counts(faces):
        return True
    for group in state.own(seat):
        same = cards.is_element(group.kind) if element else group.kind == kind
        if group is not but and same and counts(state.faces(group.cards)):
            return False
    return True


def meld_kinds(state: State, action: Action) -> "list[int]":
    """The kinds that a new group of these cards can be of, whatever C5 says; only the one that the
    player wants, if it is named (C4).
    """
    found = cards.kinds(cards.common(state.faces(action.cards)))
    if action.want is not None:
        found = [kind for kind in found if kind == action.want[0]]
    return found


def group_of(state: State, action: Action) -> "Group | None":
    """The group that an addition or a take-back is about; None: the seat has no such group."""
    if action.verb == "add":
        own = state.own(action.seat)
        return own[action.number - 1] if 1 <= action.number <= len(own) else None
    for group in state.own(action.seat):
        if action.cards[0] in group.cards:
            return group
    return None


def add_kinds(state: State, group: Group, added: "tuple[int, ...]") -> "list[int]":
    """The kinds that a group can be of once these cards are added, whatever C5 says: as a rule its
    own (C6); a single root may turn into its other one (C10). Empty: they do not fit.
    """
    faces = state.faces(added)
    if len(cards.plain_of(faces)) < len(faces):
        return []  # C8: special cards join only when a group is made
    shared = cards.common(faces)
    if shared >> group.kind & 1:
        return [group.kind]
    held = state.faces(group.cards)
    if not cards.is_root(held):
        return []
    shared &= cards.common(cards.plain_of(held))
    if cards.is_element(group.kind):
        return cards.kinds(shared & cards.ALL_TYPES)
    return [] if cards.has_treasure(held) else cards.kinds(shared & cards.ALL_ELEMENTS)


def chosen(state: State, action: Action) -> int:
    """The kind of the group that a meld makes, or that an addition leaves: the first that C5 lets
    it be (C4); -1: there is none.
    """
    if action.verb == "meld":
        faces = state.faces(action.cards)
        for kind in meld_kinds(state, action):
            if is_free(state, action.seat, kind, faces):
                return kind
        return -1
    group = group_of(state, action)
    if group is None:
        return -1
    faces = state.faces(group.cards) + state.faces(action.cards)
    for kind in add_kinds(state, group, action.cards):
        if is_free(state, action.seat, kind, faces, group):
            return kind
    return -1


def left(state: State, group: Group, card: int) -> "list[int]":
    """The faces of what stays of a group when a card is taken from it (C7)."""
    return state.faces([each for each in group.cards if each != card])
