"""The rules of Spooks: what may be played, and why an action is refused (S3-S14)."""

from shared_rules import spooks_cards as cards
from shared_rules.actions import Action
from shared_rules.spooks_cards import CAT, SPM
from shared_rules.spooks_state import (
    BLUE,
    COUNTING,
    GREEN,
    LEAD,
    MASTERS,
    MATCH_OVER,
    PANDEMONIUM,
    PLAYING,
    PROCESSION,
    RED,
    State,
    bit,
    receivers,
    unseen_cats,
)
from shared_rules.spooks_text import CARDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Rule = tuple[str, Callable[[State, Action], bool]]

VERBS = ("play", "pass", "choose", "run", "give", "hand", "new")
TURN_VERBS = ("play", "pass", "choose", "run", "give")


# --- What may be played ---------------------------------------------------------------------


def takes_spider_master(state: State) -> bool:
    """Whether the blue card on the pile takes `SPM` whatever its number: any other spider does, as
    the last card of a hand too (S14).
    """
    return state.strong_masters and cards.suit(state.top) == cards.SPIDER and state.top != SPM


def follows_blue(state: State, card: int) -> bool:
    """Whether a card follows on the blue one on the pile (S5); not asked of the cat."""
    if card == SPM and takes_spider_master(state):
        return True
    return cards.number(card) == cards.wanted(state.top, state.down)


def follows(state: State, card: int) -> bool:
    """Whether the rule in force lets a card be played, in its player's turn (S4, S5, S7, S10)."""
    if card == CAT or state.rule == LEAD:
        return True
    if state.rule == BLUE:
        return follows_blue(state, card)
    return state.rule == RED and cards.matches(card, state.top)


# --- The rules: (reason, is it broken?) -----------------------------------------------------


def _match_over(state: State, action: Action) -> bool:
    return state.ended == MATCH_OVER


def _deal_over(state: State, action: Action) -> bool:
    return bool(state.ended) and action.verb not in ("new", "hand")


def _deal_unfinished(state: State, action: Action) -> bool:
    # S12: nor before all hands are counted.
    return action.verb == "new" and state.ended in (PLAYING, COUNTING)


def _player_out(state: State, action: Action) -> bool:
    return action.seat > 0 and not state.alive & bit(action.seat)  # S12


def _not_your_turn(state: State, action: Action) -> bool:
    if action.verb not in TURN_VERBS:
        return False
    if state.turn:
        return action.seat != state.turn  # S4
    # S13: after a tie only the tied choose again.
    chose = state.owing & bit(action.seat) or state.chosen[action.seat - 1] >= 0
    return action.verb == "choose" and state.rule == GREEN and not chose


def _wrong_phase(state: State, action: Action) -> bool:
    verb = action.verb
    if verb == "play":
        return state.rule not in (LEAD, BLUE, RED)
    if verb == "pass":
        return state.rule not in (LEAD, BLUE, RED, PROCESSION)
    if verb == "choose":
        return state.rule != GREEN  # S6
    if verb == "run":
        return state.rule != PROCESSION  # S8
    if verb == "give":
        return state.rule not in (PANDEMONIUM, MASTERS)  # S9, S14
    # S12: each hand is counted once, after the end.
    return verb == "hand" and (
        state.ended != COUNTING or bool(state.counted & ~state.winners & bit(action.seat))
    )


def _card_not_in_pack(state: State, action: Action) -> bool:
    return any(not 0 <= card < cards.PACK for card in action.cards)  # S1


def _duplicate_card(state: State, action: Action) -> bool:
    # S13; hands that are counted at the end are added to those before (S12).
    return any(
        state.times_counted(card) + action.cards.count(card) > state.copies for card in action.cards
    )


def _card_already_played(state: State, action: Action) -> bool:
    for card in action.cards:
        seen = state.times_seen(card) + state.times_counted(card)
        if action.seat and state.chosen[action.seat - 1] == card:
            seen -= 1  # one's own card face down: that one has chosen says another reason
        if seen + action.cards.count(card) > state.copies:
            return True
    return False


def _not_in_hand(state: State, action: Action) -> bool:
    if not action.seat:
        return False
    # Unknown hands are only counted.
    count = state.counts[action.seat - 1]
    return len(action.cards) != count if action.verb == "hand" else len(action.cards) > count


def _must_start_lowest(state: State, action: Action) -> bool:
    if action.verb != "play" or state.opened:
        return False
    card = action.cards[0]
    # S3: which spiders were set aside a bare table cannot know.
    return cards.suit(card) != cards.SPIDER if state.extra_hand else card != 0


def _cat_in_run(state: State, action: Action) -> bool:
    return action.verb == "run" and CAT in action.cards  # S8


def _breaks_blue(state: State, action: Action) -> bool:
    if action.verb != "play" or state.rule != BLUE or action.cards[0] == CAT:
        return False
    return not follows_blue(state, action.cards[0])


def _master_needs_ten(state: State, action: Action) -> bool:
    return (  # S5
        _breaks_blue(state, action)
        and cards.is_master(action.cards[0])
        and not cards.is_master(state.top)
    )


def _wrong_number(state: State, action: Action) -> bool:
    return _breaks_blue(state, action)


def _wrong_match(state: State, action: Action) -> bool:
    return (  # S7
        action.verb == "play" and state.rule == RED and not follows(state, action.cards[0])
    )


def _cannot_pass(state: State, action: Action) -> bool:
    if action.verb != "pass":
        return False
    if state.rule == PROCESSION:
        # S8: only with nothing but cats, as far as counting goes.
        return state.counts[action.seat - 1] > unseen_cats(state)
    return state.rule == LEAD


def _not_a_run(state: State, action: Action) -> bool:
    return action.verb == "run" and not cards.is_run(action.cards)  # S8


def _wrong_receiver(state: State, action: Action) -> bool:
    return action.verb == "give" and action.number not in receivers(state, action.seat)


def _already_chosen(state: State, action: Action) -> bool:
    if action.verb == "choose":
        return not state.owing & bit(action.seat)
    # S14: each passes one card.
    return action.verb == "give" and not state.turn and not state.owing & bit(action.seat)


# In the order of reasons.order(NAME); the first that is broken is the answer.
RULES = (
    ("match_over", _match_over),
    ("deal_over", _deal_over),
    ("deal_unfinished", _deal_unfinished),
    ("player_out", _player_out),
    ("not_your_turn", _not_your_turn),
    ("wrong_phase", _wrong_phase),
    ("card_not_in_pack", _card_not_in_pack),
    ("duplicate_card", _duplicate_card),
    ("card_already_played", _card_already_played),
    ("not_in_hand", _not_in_hand),
    ("must_start_lowest", _must_start_lowest),
    ("cat_in_run", _cat_in_run),
    ("master_needs_ten", _master_needs_ten),
    ("wrong_number", _wrong_number),
    ("wrong_match", _wrong_match),
    ("cannot_pass", _cannot_pass),
    ("not_a_run", _not_a_run),
    ("wrong_receiver", _wrong_receiver),
    ("already_chosen", _already_chosen),
)  # type: tuple[Rule, ...]


def check(state: State, action: Action, rules: "tuple[Rule, ...]" = RULES) -> "str | None":
    """The reason why an action is refused, or None if it is allowed. Changes nothing.

    ValueError: a verb or a seat that the game does not have, or a wrong number of cards.
    """
    verb = action.verb
    if verb not in VERBS:
        raise ValueError("no verb '%s'; the verbs are: %s" % (verb, ", ".join(VERBS)))
    if verb != "new":
        if not 1 <= action.seat <= state.seats:
            raise ValueError("no seat %d; the seats are 1 to %d" % (action.seat, state.seats))
        fewest, most = CARDS[verb]
        if not fewest <= len(action.cards) <= most:
            raise ValueError("'%s' takes another number of cards" % verb)
    for reason, broken in rules:
        if broken(state, action):
            return reason
    return None
