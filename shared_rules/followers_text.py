"""Actions of Followers of Cthulhu as lines of a transcript, out and in."""

from shared_rules import followers_plays as plays
from shared_rules import packs
from shared_rules.actions import Action


def describe(reading: "tuple[int, int]") -> str:
    """A reading in words: `pair A`."""
    return plays.describe(reading)


def line(action: Action) -> str:
    """An action as a line of a transcript: `2 play 5H 5S as pair 5`."""
    words = [str(action.seat)] if action.seat else []
    words.append(action.verb)
    if action.number:
        words.append(str(action.number))
    words.extend([packs.name(plays.GAME, card) for card in action.cards])
    if action.want is not None:
        kind, rank = action.want
        words.extend(["as", plays.TYPE_NAMES[kind]])
        if rank >= 0:
            words.append(plays.RANK_NAMES[rank])
    return " ".join(words)


def want(words: "list[str]") -> "tuple[int, int] | None":
    """The reading that the words after `as` ask for: a type, then perhaps a rank (else -1).

    None: no such type or rank.
    """
    if not 1 <= len(words) <= 2 or words[0] not in plays.TYPE_NAMES[1:]:
        return None
    kind = plays.TYPE_NAMES.index(words[0])
    if len(words) == 1:
        return kind, -1
    return (kind, plays.RANK_NAMES.index(words[1])) if words[1] in plays.RANK_NAMES else None


def parse(text: str) -> "Action | None":
    """The action that `line` wrote, or None: no such line. `undo` is no action of the game.

    A card of another pack is -1, for `check` to refuse.
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
    if not 1 <= seat <= 4:
        return None
    if verb in ("pass", "yield", "great", "small", "nocall"):
        return Action(seat, verb) if not words else None
    if verb != "play":
        return None
    asked = None
    if "as" in words:
        place = words.index("as")
        asked = want(words[place + 1 :])
        if asked is None:
            return None
        words = words[:place]
    cards = tuple([packs.index(plays.GAME, code) for code in words])
    return Action(seat, verb, cards, 0, asked) if cards else None
