"""What some cards are, without a game around them (`tapdeck classify`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shared_rules import followers as core
from shared_rules import packs
from shared_rules.actions import Action
from shared_rules.followers_plays import FOUR, RANK_NAMES, TYPE_NAMES, tokens_of
from tapdeck import typed
from tapdeck.rules import LineError, check_length
from tapdeck.rules.followers_plays import readings
from tapdeck.rules.followers_state import State

__all__ = ["GAMES", "ClassifyError", "cards_of", "classify", "readings"]

# The games whose cards make combinations.
GAMES = ("followers",)

ClassifyError = LineError

# The refusals that concern cards alone, in their order of precedence.
_REASONS = (
    "card_not_in_pack",
    "duplicate_card",
    "two_wilds",
    "wild_alone",
    "wild_with_joker",
    "not_a_combination",
)
_RULES = tuple(rule for rule in core.RULES if rule[0] in _REASONS)
# A match with the default options, which nothing here changes.
_DEFAULT = State(core.initial().settings, 1)


def cards_of(words: Sequence[str]) -> tuple[int, ...]:
    """Card codes as cards of the pack, the extension among them.

    ClassifyError: no cards at all, a string that is no card of this pack, or more than a line may
    have.
    """
    check_length(" ".join(words))
    if not words:
        raise ClassifyError("wrong.classify_none")
    cards = []
    for word in typed.cards(words, core.NAME):
        card = packs.index(core.NAME, word)
        if card < 0:
            raise ClassifyError("wrong.classify_card", word=word, game=core.NAME)
        cards.append(card)
    return tuple(cards)


def classify(cards: tuple[int, ...]) -> dict[str, Any]:
    """What these cards are as a play of followers under the default options (F6-F13).

    `type` and `rank` of the highest reading (None for no combination), whether that is a `bomb`,
    the `tokens` it takes, all `readings` from the highest down, and the `reason` code if it can
    never be played.
    """
    action = Action(1, "play", cards)
    reason = core.check(_DEFAULT, action, _RULES)
    found = () if reason else core.readings(_DEFAULT, action)
    kind = found[0][0] if found else 0
    return {
        "type": TYPE_NAMES[kind] if found else None,
        "rank": RANK_NAMES[found[0][1]] if found else None,
        "bomb": kind >= FOUR,
        "tokens": tokens_of(kind),
        "readings": [{"type": TYPE_NAMES[kind], "rank": RANK_NAMES[rank]} for kind, rank in found],
        "reason": reason,
    }
