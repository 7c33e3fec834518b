"""The rules of Cultivation: pairs of a reason and whether it is broken."""

from shared_rules import cultivation_cards as cards
from shared_rules.actions import Action
from shared_rules.cultivation_groups import add_kinds, chosen, group_of, is_free, left, meld_kinds
from shared_rules.cultivation_state import DEAL_OVER, MATCH_OVER, State, must_draw

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Rule = tuple[str, Callable[[State, Action], bool]]

VERBS = ("draw", "meld", "add", "take", "end", "new")
TURN_VERBS = ("draw", "meld", "add", "take", "end")
LAY_VERBS = ("meld", "add")


def _match_over(state: State, action: Action) -> bool:
    return state.ended == MATCH_OVER


def _deal_over(state: State, action: Action) -> bool:
    return state.ended == DEAL_OVER and action.verb != "new"


def _deal_unfinished(state: State, action: Action) -> bool:
    return action.verb == "new" and not state.ended


def _not_your_turn(state: State, action: Action) -> bool:
    return action.verb in TURN_VERBS and state.turn != action.seat  # C2


def _card_not_in_pack(state: State, action: Action) -> bool:
    return any(not 0 <= card < len(state.deck) for card in action.cards)  # C1


def _duplicate_card(state: State, action: Action) -> bool:
    if len(set(action.cards)) != len(action.cards):
        return True
    # A card that is known to be in a hand is not in the pile.
    return action.verb == "draw" and any(
        state.known(seat) >> card & 1 for card in action.cards for seat in range(1, state.seats + 1)
    )


def _card_already_played(state: State, action: Action) -> bool:
    return action.verb in ("draw", "meld", "add") and any(
        state.lies(card) is not None for card in action.cards
    )


def _not_in_hand(state: State, action: Action) -> bool:
    """A hand is known as far as its cards were seen; the others in it are counted."""
    if action.verb not in LAY_VERBS:
        return False
    known = state.known(action.seat)
    unseen = [card for card in action.cards if not known >> card & 1]
    for seat in range(1, state.seats + 1):
        if seat != action.seat and any(state.known(seat) >> card & 1 for card in unseen):
            return True
    return len(unseen) > state.counts[action.seat - 1] - _count(known)


def _count(bits: int) -> int:
    found = 0
    while bits:
        bits &= bits - 1
        found += 1
    return found


def _must_draw(state: State, action: Action) -> bool:
    return action.verb in ("meld", "add", "end") and must_draw(state)  # C2; C7: not for a take-back


def _drew_already(state: State, action: Action) -> bool:
    return action.verb == "draw" and state.drawn  # C2


def _pile_empty(state: State, action: Action) -> bool:
    return action.verb == "draw" and not state.pile  # C15


def _first_meld(state: State, action: Action) -> bool:
    return action.verb in ("add", "take") and not state.own(action.seat)  # C3


def _too_few(state: State, action: Action) -> bool:
    if action.verb != "meld":
        return False
    plain = cards.plain_of(state.faces(action.cards))
    return len(action.cards) < cards.GROUP or len(plain) < cards.PLAIN  # C4, C8, C9


def _ambiguous_special(state: State, action: Action) -> bool:
    if action.verb != "meld":
        return False
    faces = state.faces(action.cards)
    return cards.has_hunyuan(faces) and cards.has_treasure(faces)  # C8


def _no_common_kind(state: State, action: Action) -> bool:
    return action.verb == "meld" and not meld_kinds(state, action)  # C4


def _kind_taken(state: State, action: Action) -> bool:
    """C5, which every change of a group keeps: a new one, an addition, and what a take-back
    leaves.
    """
    if action.verb == "meld":
        return bool(meld_kinds(state, action)) and chosen(state, action) < 0
    if action.verb not in ("add", "take"):
        return False
    group = group_of(state, action)
    if group is None:
        return False
    if action.verb == "add":
        return bool(add_kinds(state, group, action.cards)) and chosen(state, action) < 0
    rest = left(state, group, action.cards[0])
    return not is_free(state, action.seat, group.kind, rest, group)  # C7


def _no_such_group(state: State, action: Action) -> bool:
    return action.verb in ("add", "take") and group_of(state, action) is None


def _does_not_fit(state: State, action: Action) -> bool:
    if action.verb != "add":
        return False
    group = group_of(state, action)
    return group is not None and not add_kinds(state, group, action.cards)  # C6, C8, C10


def _took_already(state: State, action: Action) -> bool:
    return action.verb == "take" and state.took  # C7


def _group_too_small(state: State, action: Action) -> bool:
    if action.verb != "take":
        return False
    group = group_of(state, action)
    if group is None:
        return False
    rest = left(state, group, action.cards[0])
    return len(rest) < cards.GROUP or len(cards.plain_of(rest)) < cards.PLAIN  # C7


# In the order of reasons.order(NAME); the first that is broken is the answer.
RULES = (
    ("match_over", _match_over),
    ("deal_over", _deal_over),
    ("deal_unfinished", _deal_unfinished),
    ("not_your_turn", _not_your_turn),
    ("card_not_in_pack", _card_not_in_pack),
    ("duplicate_card", _duplicate_card),
    ("card_already_played", _card_already_played),
    ("not_in_hand", _not_in_hand),
    ("must_draw", _must_draw),
    ("drew_already", _drew_already),
    ("pile_empty", _pile_empty),
    ("first_meld", _first_meld),
    ("too_few", _too_few),
    ("ambiguous_special", _ambiguous_special),
    ("no_common_kind", _no_common_kind),
    ("kind_taken", _kind_taken),
    ("no_such_group", _no_such_group),
    ("does_not_fit", _does_not_fit),
    ("took_already", _took_already),
    ("group_too_small", _group_too_small),
)  # type: tuple[Rule, ...]


def check(state: State, action: Action, rules: "tuple[Rule, ...]" = RULES) -> "str | None":
    """The reason why an action is refused, or None if it is allowed. Changes nothing.

    ValueError: a verb or a seat that the game does not have.
    """
    if action.verb not in VERBS:
        raise ValueError("no verb '%s'; the verbs are: %s" % (action.verb, ", ".join(VERBS)))
    if action.verb != "new" and not 1 <= action.seat <= state.seats:
        raise ValueError("no seat %d; the seats are 1 to %d" % (action.seat, state.seats))
    for reason, broken in rules:
        if broken(state, action):
            return reason
    return None
