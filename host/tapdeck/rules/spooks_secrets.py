"""What lies hidden in Spooks, and what asking could tell of it (S2, S6, S9, S14)."""

from __future__ import annotations

from collections.abc import Sequence

from shared_rules import spooks_state as table
from shared_rules.actions import Action
from shared_rules.spooks_cards import SPIDER, suit
from tapdeck.rules.spooks_state import State

TABLE = 0  # stands for the extra hand, which is nobody's


def hidden_seats(state: State) -> frozenset[int]:
    """The seats that have something hidden now: a hand that was entered, a card chosen or given
    face down; 0 for an extra hand that is known. Nothing is hidden once the match is over.
    """
    if state.ended == table.MATCH_OVER:
        return frozenset()
    seats = range(1, state.seats + 1)
    found = {seat for seat in seats if state.hands[seat - 1] or state.chosen[seat - 1] >= 0}
    found |= {giver for giver, _, card in state.passing if card >= 0}
    return frozenset(found | ({TABLE} if state.aside else set()))


def probes(verb: str, words: Sequence[str]) -> bool:
    """Whether the verdict on such a line can depend on what other seats have hidden: a card may lie
    face down elsewhere, and whether somebody had to follow may depend on what was set aside.
    """
    if verb == "give":
        return any(word != "?" for word in words[1:])
    return verb in ("deal", "aside", "play", "pass", "choose", "run", "hand")


def elsewhere(state: State, action: Action, reason: str) -> bool:
    """Whether a refusal comes from what lies hidden elsewhere: what everybody has seen, and the
    seat's own hand, would allow it.
    """
    cards = action.cards
    if reason == "duplicate_card":
        return action.verb in ("deal", "aside") and len(set(cards)) == len(cards)
    others = [card for seat, card in enumerate(state.chosen, 1) if seat != action.seat]
    if reason == "card_already_played":
        return any(
            card in others and state.times_seen(card) - others.count(card) < state.copies
            for card in cards
        )
    if state.hands_known or not state.aside:
        return False
    if reason == "not_in_hand":
        return len(cards) <= state.counts[action.seat - 1]
    if reason == "cannot_pass":
        return state.counts[action.seat - 1] <= table.unseen_cats(state)
    return reason == "must_start_lowest" and suit(cards[0]) == SPIDER


def turned_up(state: State, action: Action) -> bool:
    """Whether an action, carried out, has let everybody see something hidden: the choices of a
    green round (S6), or hands that are scored (S12).
    """
    if action.verb == "choose":
        return bool(state.turned) and not state.choices
    counted = state.scored and state.hands_known and bool(state.counted_hands)
    return counted and action.verb in ("play", "run", "give")
