"""Lines of a Followers transcript: text to actions and back (host/README.md)."""

from __future__ import annotations

from collections.abc import Sequence

from shared_rules import followers as core
from shared_rules import packs
from shared_rules.actions import Action
from shared_rules.followers_plays import GAME, RANK_NAMES, TYPE_NAMES, type_of
from shared_rules.followers_state import HAND
from tapdeck.rules import LineError
from tapdeck.rules.effects import Effect as Effect
from tapdeck.rules.effects import signed
from tapdeck.rules.lineparts import AS, CARD, KIND, NUMBER, RANK, SEAT, TEAM, WORD, Part

# The effect set of card skills (F19): what a line `effect …` may say.
EFFECTS = ("team", "tokens", "lead", "trick", "none")
_BARE = ("pass", "yield", "great", "small", "nocall")


def parse(line: str, absent: bool) -> Action:
    """A line as an action.

    absent  whether the eighth card is left out, so that a hand may have 14 cards (F13)

    LineError: the line is no action.
    """
    words = line.split()
    if not words:
        raise LineError("wrong.line_empty")
    if words[0] == "new":
        if len(words) > 1:
            raise LineError("wrong.line_new")
        return Action(0, "new")
    if words[0] == "effect":
        return effect(words[1:])
    if words[0] == "deal":
        return _deal(words[1:], absent)
    seat = seat_of(words[0])
    if len(words) < 2:
        raise LineError("wrong.line_no_verb", seat=seat)
    verb, rest = words[1], words[2:]
    if verb == "play":
        return _play(seat, rest)
    if verb == "give":
        if len(rest) != 2:
            raise LineError("wrong.line_gift", form="SEAT give TO CARD")
        return Action(seat, "give", _cards(rest[1:]), seat_of(rest[0]))
    if verb in core.APART_VERBS:
        if len(rest) != 1:
            raise LineError("wrong.line_extension", verb=verb)
        return Action(seat, verb, _cards(rest))
    if verb in _BARE:
        if rest:
            raise LineError("wrong.line_alone", verb=verb, words=" ".join(rest))
        return Action(seat, verb)
    raise LineError("wrong.line_verb", verb=verb)


def seat_of(word: str) -> int:
    """A seat's number. LineError: none of the seats 1 to 4."""
    if word in ("1", "2", "3", "4"):
        return int(word)
    if word.isdecimal():
        raise LineError("wrong.seat", seat=word, seats=4)
    raise LineError("wrong.line_word", word=word)


def _cards(words: list[str]) -> tuple[int, ...]:
    found = []
    for word in words:
        card = packs.index(GAME, word)
        if card < 0 and not packs.known(word):
            raise LineError("wrong.line_card", word=word)
        found.append(card)
    return tuple(found)


def _play(seat: int, words: list[str]) -> Action:
    want = None
    if "as" in words:
        place = words.index("as")
        want = _reading(words[place + 1 :])
        words = words[:place]
    if not words:
        raise LineError("wrong.line_play")
    return Action(seat, "play", _cards(words), want=want)


def _reading(words: list[str]) -> tuple[int, int]:
    if not 1 <= len(words) <= 2:
        raise LineError("wrong.line_reading")
    kind = type_of(words[0])
    if not kind:
        raise LineError("wrong.line_type", type=words[0])
    if len(words) == 1:
        return kind, -1
    if words[1] not in RANK_NAMES:
        raise LineError("wrong.line_rank", rank=words[1])
    return kind, RANK_NAMES.index(words[1])


def _deal(words: list[str], absent: bool) -> Action:
    if not words:
        raise LineError("wrong.line_deal")
    seat = seat_of(words[0])
    cards = _cards(words[1:])
    fewest = HAND - 1 if absent else HAND
    if not fewest <= len(cards) <= HAND:
        allowed = f"{fewest}-{HAND}" if absent else str(HAND)
        raise LineError("wrong.line_hand", size=allowed, count=len(cards))
    return Action(seat, "deal", cards)


def effect(words: list[str]) -> Effect:
    """The words after `effect` as an action (F19). LineError: they are none."""
    what = words[0] if words else ""
    if what not in EFFECTS:
        raise LineError("wrong.line_effect", effect=what, known=", ".join(EFFECTS))
    if len(words) != {"team": 3, "none": 1}.get(what, 2):
        raise LineError("wrong.line_effect_words", effect=what)
    if what == "team":
        if words[1] not in ("1", "2"):
            raise LineError("wrong.line_team", team=words[1])
        return Effect(what, int(words[1]), signed(words[2]))
    if what == "tokens":
        return Effect(what, number=signed(words[1]))
    if what == "none":
        return Effect(what)
    return Effect(what, seat_of(words[1]))


def line(action: Action) -> str:
    """An action as the line that `parse` reads."""
    if isinstance(action, Effect):
        words = ["effect", action.what]
        if action.target:
            words.append(str(action.target))
        if action.what in ("team", "tokens"):
            words.append(f"{action.number:+d}")
        return " ".join(words)
    if action.verb == "deal":
        return f"deal {action.seat} " + " ".join(packs.name(GAME, card) for card in action.cards)
    return core.line(action)


def parts(action: Action, cards: Sequence[str]) -> tuple[Part, ...]:
    """What `line` has behind the seat and the verb, word for word."""
    if isinstance(action, Effect):
        found = [Part(WORD, action.what)]
        if action.target:
            found.append(Part(TEAM if action.what == "team" else SEAT, str(action.target)))
        if action.what in ("team", "tokens"):
            found.append(Part(NUMBER, f"{action.number:+d}"))
        return tuple(found)
    found = [Part(SEAT, str(action.number))] if action.number else []
    found += [Part(CARD, code) for code in cards]
    if action.want is not None:
        kind, rank = action.want
        found += [Part(AS, AS), Part(KIND, TYPE_NAMES[kind])]
        found += [Part(RANK, RANK_NAMES[rank])] if rank >= 0 else []
    return tuple(found)
