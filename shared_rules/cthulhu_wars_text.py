"""Lines of a Cthulhu Wars transcript, out and in: an action is a `Move`."""

from shared_rules.actions import Action
from shared_rules.cthulhu_wars_state import BIGGEST, SEATS, is_number
from shared_rules.wrong import Wrong, wrong_seat

TABLE_VERBS = ("gather", "first", "doom", "action", "free", "new")
BARE_VERBS = ("gather", "doom", "action", "new", "noritual", "book", "turn")
CHANGES = ("power", "gate", "cultist", "goo", "free")
VERBS = (
    "gather",
    "first",
    "doom",
    "ritual",
    "noritual",
    "action",
    "power",
    "gate",
    "cultist",
    "goo",
    "free",
    "capture",
    "book",
    "sign",
    "show",
    "turn",
    "new",
)
UNSEEN = 0  # a sign whose value was not entered
DIRECTIONS = ("ccw", "cw")


class Move(Action):
    """One action of a tracker.

    number     by how much something changes (`power` and the like); the seat a cultist is captured
               from, or that becomes first player
    signs      the values of the signs drawn, UNSEEN for `?` (`ritual`, `sign`); the value of the
               one that is shown, nothing for all of them (`show`)
    clockwise  the direction that comes with a first player
    """

    __slots__ = ("clockwise", "signs")

    def __init__(
        self,
        seat: int,
        verb: str,
        number: int = 0,
        signs: "tuple[int, ...]" = (),
        clockwise: bool = True,
    ) -> None:
        super().__init__(seat, verb, (), number)
        self.signs = signs
        self.clockwise = clockwise


def no_verb(verb: str) -> ValueError:
    """What is said of a verb that the game does not have."""
    return ValueError("no verb '%s'; the verbs are: %s" % (verb, ", ".join(VERBS)))


def line(move: Move) -> str:
    """A move as a line of a transcript: `2 ritual 1 ?`."""
    words = [str(move.seat)] if move.seat else []
    words.append(move.verb)
    if move.verb in CHANGES:
        words.append("%+d" % move.number)
    elif move.verb == "capture":
        words.append(str(move.number))
    elif move.verb == "first":
        words.extend([str(move.number), DIRECTIONS[move.clockwise]])
    elif move.verb == "show" and not move.signs:
        words.append("all")
    else:
        words.extend([str(sign) if sign else "?" for sign in move.signs])
    return " ".join(words)


def _seat(word: str, seats: int) -> int:
    if is_number(word):
        if 1 <= int(word) <= seats:
            return int(word)
        raise wrong_seat(int(word), seats)
    raise Wrong("line_word", "'{word}' is no seat and no verb", word=word)


def _signed(word: str) -> int:
    digits = word[1:] if word[:1] in ("+", "-") else word
    if not is_number(digits):
        raise Wrong(
            "line_number", "'{word}' is no number from -{most} to +{most}", word=word, most=BIGGEST
        )
    if digits == word:  # a forgotten minus must not be counted
        raise Wrong("line_unsigned", "'{word}' has no sign: write +{word} or -{word}", word=word)
    return int(word)


def _sign(word: str) -> int:
    if word == "?":
        return UNSEEN
    if word not in ("1", "2", "3"):
        raise Wrong(
            "line_sign",
            "'{word}' is no sign: a sign is 1, 2, 3, or ? where it is not told",
            word=word,
        )
    return int(word)


def read(text: str, seats: int) -> Move:
    """A line as a move of a game with so many seats. `undo` is no action of the game.

    Wrong: it is none; the sentence says why.
    """
    words = text.split()
    if not words:
        raise Wrong("line_empty", "an empty line is no action")
    seat = 0
    if words[0] not in TABLE_VERBS:
        seat = _seat(words.pop(0), seats)
        if not words:
            raise Wrong("line_no_verb", "seat {seat} does what? A verb is missing", seat=seat)
    verb = words.pop(0)
    if verb not in VERBS or (seat and verb in TABLE_VERBS):
        if verb in VERBS:
            raise Wrong("line_verb_of_seat", "no verb '{verb}' of a seat", verb=verb)
        raise Wrong("line_verb", "no verb '{verb}'", verb=verb)
    if verb == "ritual":
        return Move(seat, verb, 0, tuple([_sign(word) for word in words]))
    wanted = 2 if verb == "first" else 0 if verb in BARE_VERBS else 1
    if len(words) != wanted:
        sentence = "the number of words after '{verb}' is {wanted}, not {count}"
        raise Wrong("line_words", sentence, verb=verb, wanted=wanted, count=len(words))
    if verb in CHANGES:
        return Move(seat, verb, _signed(words[0]))
    if verb == "capture":
        return Move(seat, verb, _seat(words[0], seats))
    if verb == "first":
        if words[1] not in DIRECTIONS:
            raise Wrong("line_direction", "'{word}' is no direction: cw or ccw", word=words[1])
        return Move(0, verb, _seat(words[0], seats), (), words[1] == "cw")
    if verb == "sign":
        return Move(seat, verb, 0, (_sign(words[0]),))
    if verb == "show":
        if words[0] == "all":
            return Move(seat, verb)
        if words[0] == "?":
            raise Wrong("line_show", "a sign is shown by its value: 1, 2, 3, or all")
        return Move(seat, verb, 0, (_sign(words[0]),))
    return Move(seat, verb)


def parse(text: str) -> "Move | None":
    """The move that `line` wrote, or None: no such line."""
    try:
        return read(text, SEATS[1])
    except Wrong:
        return None
