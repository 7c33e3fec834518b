"""Lines of a Cultivation transcript: text to actions and back (host/cultivation.md)."""

from __future__ import annotations

from collections.abc import Sequence

from shared_rules import cultivation as core
from shared_rules import packs
from shared_rules.actions import Action
from shared_rules.cultivation_cards import KINDS
from shared_rules.cultivation_state import HAND
from tapdeck.rules import LineError
from tapdeck.rules.cultivation_state import State
from tapdeck.rules.effects import Effect, signed
from tapdeck.rules.lineparts import AS, CARD, GROUP, KIND, NUMBER, SEAT, WORD, Part

EFFECTS = ("team", "none")


class Move(Action):
    """An action that knows its cards' codes, so that it can be written without the deck."""

    __slots__ = ("codes",)

    def __init__(
        self,
        seat: int,
        verb: str,
        held: tuple[int, ...],
        codes: tuple[str, ...],
        number: int = 0,
        want: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(seat, verb, held, number, want)
        self.codes = codes


class RoleMove(Action):
    """A destiny role that is drawn or used (C14)."""

    __slots__ = ("role",)

    def __init__(self, seat: int, verb: str, role: str) -> None:
        super().__init__(seat, verb)
        self.role = role


def named(action: Action, state: State) -> Action:
    """An action of the core with the codes of the game's deck."""
    codes = tuple(state.codes[card] for card in action.cards)
    return Move(action.seat, action.verb, action.cards, codes, action.number, action.want)


def parse(line: str, state: State) -> Action:
    """A line as an action. LineError: it is none."""
    words = line.split()
    if not words:
        raise LineError("wrong.line_empty")
    verb = words[0]
    if verb == "new":
        if len(words) > 1:
            raise LineError("wrong.line_new")
        return Action(0, "new")
    if verb == "effect":
        return effect(words[1:], state.seats)
    if verb == "deal":
        if len(words) < 2:
            raise LineError("wrong.line_deal")
        hand = words[2:]
        if len(hand) != HAND:
            raise LineError("wrong.line_hand", size=HAND, count=len(hand))
        return _move(seat_of(words[1], state.seats), "deal", hand, state)
    seat = seat_of(verb, state.seats)
    if len(words) < 2:
        raise LineError("wrong.line_no_verb", seat=seat)
    return _turn(seat, words[1], words[2:], state)


def _turn(seat: int, verb: str, words: list[str], state: State) -> Action:
    if verb == "end":
        if words:
            raise LineError("wrong.line_alone", verb="end", words=" ".join(words))
        return Action(seat, "end")
    if verb == "draw":
        if len(words) > 1:
            raise LineError("wrong.line_draw")
        return _move(seat, verb, words, state)
    if verb == "take":
        if len(words) != 1:
            raise LineError("wrong.line_take")
        return _move(seat, verb, words, state)
    if verb == "add":
        if len(words) < 2:
            raise LineError("wrong.line_add")
        return _move(seat, verb, words[1:], state, _group(words[0]))
    if verb == "meld":
        want = None
        if "as" in words:
            place = words.index("as")
            want = (_kind(words[place + 1 :]), -1)
            words = words[:place]
        if not words:
            raise LineError("wrong.line_meld")
        return _move(seat, verb, words, state, want=want)
    if verb in ("role", "use"):
        role = " ".join(words)
        if role not in state.roles:
            if not state.roles:
                raise LineError("wrong.line_no_roles", role=role)
            raise LineError("wrong.line_role", role=role, known=", ".join(state.roles))
        return RoleMove(seat, verb, role)
    raise LineError("wrong.line_verb", verb=verb)


def _move(
    seat: int,
    verb: str,
    words: Sequence[str],
    state: State,
    number: int = 0,
    want: tuple[int, int] | None = None,
) -> Move:
    found = []
    for word in words:
        card = state.card_of(word)
        if card < 0 and not packs.known(word):
            raise LineError("wrong.line_card", word=word)
        found.append(card)
    return Move(seat, verb, tuple(found), tuple(words), number, want)


def seat_of(word: str, seats: int) -> int:
    """A seat's number. LineError: there is no such seat."""
    if word in map(str, range(1, seats + 1)):
        return int(word)
    if word.isdecimal():
        raise LineError("wrong.seat", seat=word, seats=seats)
    raise LineError("wrong.line_word", word=word)


def _group(word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) < 10):
        raise LineError("wrong.line_group", word=word)
    return int(word)


def _kind(words: list[str]) -> int:
    if len(words) != 1:
        raise LineError("wrong.line_kind_words")
    if words[0] not in KINDS:
        raise LineError("wrong.line_kind", kind=words[0], known=", ".join(KINDS))
    return KINDS.index(words[0])


def effect(words: Sequence[str], seats: int) -> Effect:
    """The words after `effect` as an action (C14). LineError: they are none."""
    what = words[0] if words else ""
    if what not in EFFECTS:
        raise LineError("wrong.line_effect", effect=what, known=", ".join(EFFECTS))
    if len(words) != {"team": 3, "none": 1}[what]:
        raise LineError("wrong.line_effect_words", effect=what)
    if what == "none":
        return Effect(what)
    return Effect(what, seat_of(words[1], seats), signed(words[2]))


def line(action: Action) -> str:
    """An action as the line that `parse` reads; without codes it is of the default deck."""
    if isinstance(action, Effect):
        return f"effect team {action.target} {action.number:+d}" if action.target else "effect none"
    if isinstance(action, RoleMove):
        return f"{action.seat} {action.verb} {action.role}"
    if isinstance(action, Move):
        if action.verb == "deal":
            return f"deal {action.seat} " + " ".join(action.codes)
        # The core writes the cards by their places; here they have their names already.
        places = tuple(range(len(action.cards)))
        bare = Action(action.seat, action.verb, places, action.number, action.want)
        return core.line(bare, action.codes)
    return core.line(action)


def parts(action: Action, cards: Sequence[str]) -> tuple[Part, ...]:
    """What `line` has behind the seat and the verb, word for word."""
    if isinstance(action, Effect):
        if not action.target:
            return (Part(WORD, action.what),)
        target, number = Part(SEAT, str(action.target)), Part(NUMBER, f"{action.number:+d}")
        return Part(WORD, action.what), target, number
    if isinstance(action, RoleMove):
        return (Part(WORD, action.role),)
    found = [Part(GROUP, str(action.number))] if action.verb == "add" else []
    found += [Part(CARD, code) for code in cards]
    if action.want is not None:
        found += [Part(AS, AS), Part(KIND, KINDS[action.want[0]])]
    return tuple(found)
