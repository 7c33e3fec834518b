"""Cultivation: the reduced core, all of the game that a bare table can know.

Two to four players draw and meld. A turn draws one card, then lays any number of groups and
additions, then ends (C2); a group shares a type or an element (C4), one of each kind a player (C5);
hunyuan and treasure stand in for what is missing (C8, C9); a group that shares both is a single
root and brings another turn (C10). The first empty hand wins (C11). The core counts hands and
knows of their cards only what was taken back before everybody; what needs a known hand or a
destiny role is added by the host.

Two verbs: `check` judges an action, `apply` carries it out. What cards are is in
`cultivation_cards`, which groups they make in `cultivation_groups`, the state and its bytes in
`cultivation_state`, actions as lines of text in `cultivation_text`.
"""

from shared_rules import cultivation_cards as cards
from shared_rules.actions import Action
from shared_rules.board import bare
from shared_rules.board import no_choosers as choosers
from shared_rules.board import no_targets as targets
from shared_rules.board import nobody_named as names
from shared_rules.cultivation_groups import (
    add_kinds,
    chosen,
    group_of,
    is_free,
    left,
    meld_kinds,
)
from shared_rules.cultivation_state import (
    DEAL_OVER,
    MATCH_OVER,
    OPTIONS,
    PHASES,
    SEATS,
    Group,
    State,
    dump,
    initial,
    load,
    must_draw,
    next_seat,
    phase,
    points,
    start_deal,
    turn,
    winners,
)
from shared_rules.cultivation_text import asks, describe, line, parse, says

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Rule = tuple[str, Callable[[State, Action], bool]]

# What the host and the board use of the parts; the game is this one module to them.
__all__ = [
    "OPTIONS",
    "PHASES",
    "SEATS",
    "State",
    "asks",
    "choosers",
    "describe",
    "dump",
    "initial",
    "line",
    "load",
    "names",
    "parse",
    "phase",
    "points",
    "says",
    "targets",
    "turn",
    "winners",
]

NAME = cards.GAME
# No card lies beside the table.
APART = ()  # type: tuple[int, ...]
APART_VERBS = ()  # type: tuple[str, ...]
VERBS = ("draw", "meld", "add", "take", "end", "new")
TURN_VERBS = ("draw", "meld", "add", "take", "end")
LAY_VERBS = ("meld", "add")


# --- The rules: (reason, is it broken?) -----------------------------------------------------


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


def _no_verb(verb: str) -> ValueError:
    return ValueError("no verb '%s'; the verbs are: %s" % (verb, ", ".join(VERBS)))


def check(state: State, action: Action, rules: "tuple[Rule, ...]" = RULES) -> "str | None":
    """The reason why an action is refused, or None if it is allowed. Changes nothing.

    ValueError: a verb or a seat that the game does not have.
    """
    if action.verb not in VERBS:
        raise _no_verb(action.verb)
    if action.verb != "new" and not 1 <= action.seat <= state.seats:
        raise ValueError("no seat %d; the seats are 1 to %d" % (action.seat, state.seats))
    for reason, broken in rules:
        if broken(state, action):
            return reason
    return None


# --- Carrying out ---------------------------------------------------------------------------


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
        raise _no_verb(verb)


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


# --- For people -----------------------------------------------------------------------------


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


def show(state: State) -> "dict[str, object]":
    """What the table's lights say; see `board`.

    seats   per seat `turn`, `wait`, or `idle` (no deal is on)
    strip   a stretch a seat, in their order: in turn its cards in hand, white from its beginning
            (the share of 13 cards, rounded up), and its groups, green from its end, a light each;
            after a deal only the groups
    digits  8 characters: each seat's total with what lies before it now, 4 each for two players,
            else 2 each, right-aligned
    counts  per seat (groups, cards in hand)
    """
    width = 4 if state.seats == 2 else 2
    most = 10**width - 1
    seats, shown, counts = [], [], []
    strip = []  # type: list[str]
    for seat in range(1, state.seats + 1):
        seats.append("idle" if state.ended else "turn" if seat == state.turn else "wait")
        total = state.totals[seat - 1] + (0 if state.ended else points(state, seat))
        shown.append("%*d" % (width, max(-(most // 10), min(most, total))))
        counts.append((len(state.own(seat)), state.counts[seat - 1]))
        strip += _stretch(*counts[-1], STRETCHES[state.seats], bool(state.ended))
        strip += [""] * (state.seats == 2 and seat == 1)
    digits = "".join(shown)
    return {
        "seats": tuple(seats),
        "strip": tuple(strip + [""] * (STRIP - len(strip))),
        "digits": digits + " " * (8 - len(digits)),
        "counts": tuple(counts),
    }


STRIP = 13
STRETCHES = (0, 0, 6, 4, 3)  # lights a seat, by how many seats there are


def _stretch(groups: int, held: int, lights: int, ended: bool) -> "list[str]":
    if ended:
        return ["g" if place >= lights - groups else "" for place in range(lights)]
    white = (min(held, STRIP) * lights + STRIP - 1) // STRIP
    return [
        ("w" if place < white else ".") + ("g" if place >= lights - groups else ".")
        for place in range(lights)
    ]
