"""Actions of Cultivation as lines of a transcript, out and in."""

from shared_rules import cultivation_cards as cards
from shared_rules import packs
from shared_rules.actions import Action

MOST_SEATS = 4


def describe(kind: int) -> str:
    """A group's kind in words: `beast`."""
    return cards.KINDS[kind]


def says(action: Action) -> str:
    """What a choice is besides its cards: `as metal`, `add 2`, `draw`."""
    if action.verb == "draw":
        return action.verb
    if action.verb == "add":
        return "add %d" % action.number
    return "as " + describe(action.want[0]) if action.want else ""


def asks(found: "list[Action]") -> bool:
    """Whether cards can be several things: of which kind, or for which group (C4, C6, C10)."""
    return len(found) > 1 and found[0].verb != "draw"


def line(action: Action, codes: "tuple[str, ...] | None" = None) -> str:
    """An action as a line of a transcript: `2 meld K01 K02 H1 as metal`.

    codes  the cards' names; None: those of the default deck
    """
    words = [str(action.seat)] if action.seat else []
    words.append(action.verb)
    if action.verb == "add":
        words.append(str(action.number))
    for card in action.cards:
        words.append(packs.name(cards.GAME, card) if codes is None else codes[card])
    if action.want is not None:
        words.extend(["as", cards.KINDS[action.want[0]]])
    return " ".join(words)


def parse(text: str) -> "Action | None":
    """The action that `line` wrote with the default deck's names, or None: no such line. `undo` is
    no action of the game. A card of another pack is -1, for `check` to refuse.
    """
    words = text.split()
    seat = 0
    if words and words[0].isdigit():
        seat = int(words.pop(0))
    if not words:
        return None
    verb = words.pop(0)
    if verb == "new":
        return Action(0, verb) if not seat and not words else None
    if not 1 <= seat <= MOST_SEATS:
        return None
    number, want = 0, None
    if verb == "add":
        if not words or not words[0].isdigit():
            return None
        number = int(words.pop(0))
    elif verb == "meld" and len(words) > 2 and words[-2] == "as":
        if words[-1] not in cards.KINDS:
            return None
        want = (cards.KINDS.index(words[-1]), -1)
        words = words[:-2]
    named = tuple([packs.index(cards.GAME, code) for code in words])
    if verb in ("meld", "add"):
        right = len(named) > 0
    elif verb == "take":
        right = len(named) == 1
    else:
        right = verb in ("draw", "end") and len(named) <= (verb == "draw")
    return Action(seat, verb, named, number, want) if right else None
