"""Lines of a Spooks transcript: text to actions and back (host/spooks.md)."""

from __future__ import annotations

from collections.abc import Sequence

from shared_rules import packs
from shared_rules import spooks as core
from shared_rules.actions import Action
from shared_rules.spooks_cards import GAME
from shared_rules.spooks_text import CARDS, UNSEEN
from tapdeck.rules import LineError
from tapdeck.rules.lineparts import CARD, SEAT, Part
from tapdeck.rules.spooks_state import State

_FORMS = {
    "play": "SEAT play CARD",
    "pass": "SEAT pass",
    "choose": "SEAT choose CARD",
    "run": "SEAT run CARD…",
    "give": "SEAT give TO CARD, or SEAT give TO ?",
    "hand": "SEAT hand CARD…",
}


def parse(line: str, state: State) -> Action:
    """A line as an action; the state says how many play and how big their hands are.

    LineError: the line is no action.
    """
    words = line.split()
    if not words:
        raise LineError("wrong.line_empty")
    verb, rest = words[0], words[1:]
    if verb == "new":
        if rest:
            raise LineError("wrong.line_new")
        return Action(0, "new")
    if verb == "deal":
        return _deal(rest, state)
    if verb == "aside":
        return _aside(rest, state)
    seat = _seat(verb, state)
    if not rest:
        raise LineError("wrong.line_no_verb", seat=seat)
    verb, rest = rest[0], rest[1:]
    if verb not in CARDS:
        raise LineError("wrong.line_verb", verb=verb)
    to = 0
    if verb == "give":
        if len(rest) != 2:
            raise LineError("wrong.line_gift", form=_FORMS[verb])
        to, rest = _seat(rest[0], state), rest[1:] if rest[1] != UNSEEN else []
    fewest, most = CARDS[verb]
    if not fewest <= len(rest) <= most:
        raise LineError("wrong.line_form", verb=verb, form=_FORMS[verb])
    return Action(seat, verb, _cards(rest), to)


def line(action: Action) -> str:
    """An action as the line that `parse` reads."""
    if action.verb in ("deal", "aside"):
        words = [action.verb, *([str(action.seat)] if action.seat else [])]
        return " ".join([*words, *(packs.name(GAME, card) for card in action.cards)])
    return core.line(action)


def parts(action: Action, cards: Sequence[str]) -> tuple[Part, ...]:
    """What `line` has behind the seat and the verb, word for word."""
    if action.verb == "give":
        return Part(SEAT, str(action.number)), *(Part(CARD, code) for code in cards or (UNSEEN,))
    return tuple(Part(CARD, code) for code in cards)


def _seat(word: str, state: State) -> int:
    if word in [str(seat) for seat in range(1, state.seats + 1)]:
        return int(word)
    if word.isdecimal():
        raise LineError("wrong.seat", seat=word, seats=state.seats)
    raise LineError("wrong.line_word", word=word)


def _cards(words: list[str]) -> tuple[int, ...]:
    found = []
    for word in words:
        card = packs.index(GAME, word)
        if card < 0 and not packs.known(word):
            raise LineError("wrong.line_card", word=word)
        found.append(card)
    return tuple(found)


def _deal(words: list[str], state: State) -> Action:
    if not words:
        raise LineError("wrong.line_deal")
    seat = _seat(words[0], state)
    cards = _cards(words[1:])
    size = state.dealt_sizes[seat - 1]
    if not cards or (size and len(cards) != size):  # S12: to the dead nothing is dealt
        raise LineError("wrong.line_hand_of", seat=seat, size=size, count=len(cards))
    return Action(seat, "deal", cards)


def _aside(words: list[str], state: State) -> Action:
    cards = _cards(words)
    if not cards or (state.aside_size and len(cards) != state.aside_size):
        raise LineError("wrong.line_aside", size=state.aside_size, count=len(cards))
    return Action(0, "aside", cards)
