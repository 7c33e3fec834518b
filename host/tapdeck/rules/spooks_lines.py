"""Lines of a Spooks transcript: text to actions and back (host/spooks.md)."""

from __future__ import annotations

from shared_rules import packs
from shared_rules import spooks as core
from shared_rules.actions import Action
from shared_rules.spooks_cards import GAME
from shared_rules.spooks_text import CARDS, UNSEEN
from tapdeck.rules import LineError
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
        raise LineError("an empty line is no action")
    verb, rest = words[0], words[1:]
    if verb == "new":
        if rest:
            raise LineError("'new' stands alone")
        return Action(0, "new")
    if verb == "deal":
        return _deal(rest, state)
    if verb == "aside":
        return _aside(rest, state)
    seat = _seat(verb, state)
    if not rest:
        raise LineError(f"seat {seat} does what? A verb is missing")
    verb, rest = rest[0], rest[1:]
    if verb not in CARDS:
        raise LineError(f"no verb '{verb}'")
    to = 0
    if verb == "give":
        if len(rest) != 2:
            raise LineError(f"a gift is: {_FORMS[verb]}")
        to, rest = _seat(rest[0], state), rest[1:] if rest[1] != UNSEEN else []
    fewest, most = CARDS[verb]
    if not fewest <= len(rest) <= most:
        raise LineError(f"'{verb}' is said as: {_FORMS[verb]}")
    return Action(seat, verb, _cards(rest), to)


def line(action: Action) -> str:
    """An action as the line that `parse` reads."""
    if action.verb in ("deal", "aside"):
        words = [action.verb, *([str(action.seat)] if action.seat else [])]
        return " ".join([*words, *(packs.name(GAME, card) for card in action.cards)])
    return core.line(action)


def _seat(word: str, state: State) -> int:
    if word in [str(seat) for seat in range(1, state.seats + 1)]:
        return int(word)
    if word.isdecimal():
        raise LineError(f"no seat {word}; the seats are 1 to {state.seats}")
    raise LineError(f"'{word}' is no seat and no verb")


def _cards(words: list[str]) -> tuple[int, ...]:
    found = []
    for word in words:
        card = packs.index(GAME, word)
        if card < 0 and not packs.known(word):
            raise LineError(f"'{word}' is no card")
        found.append(card)
    return tuple(found)


def _deal(words: list[str], state: State) -> Action:
    if not words:
        raise LineError("a deal is: deal SEAT CARD…")
    seat = _seat(words[0], state)
    cards = _cards(words[1:])
    size = state.dealt_sizes[seat - 1]
    if not cards or (size and len(cards) != size):  # S12: to the dead nothing is dealt
        raise LineError(f"the hand of seat {seat} has {size} cards, not {len(cards)}")
    return Action(seat, "deal", cards)


def _aside(words: list[str], state: State) -> Action:
    cards = _cards(words)
    if not cards or (state.aside_size and len(cards) != state.aside_size):
        raise LineError(f"{state.aside_size} cards are set aside, not {len(cards)}")
    return Action(0, "aside", cards)
