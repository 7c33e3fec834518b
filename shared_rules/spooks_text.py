"""Actions of Spooks as lines of a transcript, out and in."""

from shared_rules import packs
from shared_rules.actions import Action
from shared_rules.spooks_cards import GAME, PACK
from shared_rules.spooks_state import MOST_SEATS

UNSEEN = "?"  # a card that was given and that the table did not see

# How many cards a verb takes at least and at most. A gift without one is unseen.
CARDS = {
    "play": (1, 1),
    "pass": (0, 0),
    "choose": (1, 1),
    "run": (1, 2 * PACK),
    "give": (0, 1),
    "hand": (1, 2 * PACK),
}


def line(action: Action) -> str:
    """An action as a line of a transcript: `2 give 3 GO5`."""
    words = [str(action.seat)] if action.seat else []
    words.append(action.verb)
    if action.verb == "give":
        words.append(str(action.number))
        if not action.cards:
            words.append(UNSEEN)
    words.extend([packs.name(GAME, card) for card in action.cards])
    return " ".join(words)


def parse(text: str) -> "Action | None":
    """The action that `line` wrote, or None: no such line. `undo` is no action of the game.

    A card of another pack is -1, for `check` to refuse.
    """
    words = text.split()
    if words == ["new"]:
        return Action(0, "new")
    if len(words) < 2:
        return None
    seat, verb = _seat(words[0]), words[1]
    rest = words[2:]
    if not seat or verb not in CARDS:
        return None
    to = 0
    if verb == "give":
        to = _seat(rest[0]) if rest else 0
        if not to or len(rest) != 2:
            return None
        rest = rest[1:] if rest[1] != UNSEEN else []
    fewest, most = CARDS[verb]
    if not fewest <= len(rest) <= most:
        return None
    return Action(seat, verb, tuple([packs.index(GAME, code) for code in rest]), to)


def _seat(word: str) -> int:
    return int(word) if word.isdigit() and 1 <= int(word) <= MOST_SEATS else 0
