"""What the table says about an action of Followers: one sentence, in no language yet."""

from __future__ import annotations

from collections.abc import Sequence

from shared_rules import followers as core
from shared_rules import followers_state as table
from shared_rules import packs
from shared_rules.actions import Action
from shared_rules.followers_plays import (
    BJ,
    GAME,
    IN_PLAY,
    JOKERS,
    LJ,
    RANK_NAMES,
    SINGLE,
    TYPE_NAMES,
    X8,
)
from tapdeck.rules import Names
from tapdeck.rules.followers_lines import Effect
from tapdeck.rules.followers_plays import Reading
from tapdeck.rules.followers_state import State, bits
from tapdeck.texts import Text, Value

_SUITS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
_ACE = RANK_NAMES.index("A")


# Refusals about extension cards (F20) with sentences of their own.
_APART_REASONS = ("duplicate_card", "card_already_played", "not_in_hand")


def card_text(card: int) -> Text | str:
    """A card as people write it: 10♥, or its name."""
    if card < 0:
        return "?"
    code = packs.name(GAME, card)
    if len(code) == 2 and code[1] in _SUITS and code[0] not in "WNLBXE":
        return ("10" if code[0] == "T" else code[0]) + _SUITS[code[1]]
    return Text("card." + code)


def cards_text(cards: Sequence[int]) -> tuple[Text | str, ...]:
    """Cards side by side."""
    return tuple(card_text(card) for card in cards)


def reading_text(reading: Reading) -> Text:
    """A reading in words; a rank of -1 leaves the bare type."""
    kind, rank = reading
    if rank < 0:
        return Text("type." + TYPE_NAMES[kind])
    if kind == JOKERS:
        return Text("reading.jokers")
    name = RANK_NAMES[rank]
    if name in ("NB", "X8", "LJ", "BJ"):
        word: Text | str = Text("card." + name)
    else:
        word = "10" if name == "T" else name
    return Text("reading." + TYPE_NAMES[kind], {"rank": word})


def enough(state: State) -> Text:
    """What would have beaten the play on the table (F8)."""
    kind, rank = state.top_type, state.top_rank
    if kind == JOKERS:
        return Text("enough.nothing")
    last = _ACE
    if kind == SINGLE and not state.jokers_never_lone:
        last = RANK_NAMES.index("BJ")  # F12
    following = rank + 1
    if kind == SINGLE and RANK_NAMES[following : following + 1] == ("X8",):
        following += state.eighth_absent or state.eighth_is_dog  # F13
    if following > last:
        return Text("enough.type")
    return Text("enough.higher", {"next": reading_text((kind, following))})


def explain(state: State, action: Action, reason: str | None, names: Names) -> Text:
    """One sentence about a verdict: what was played, what it had to beat, what was enough.

    state   as it was when the action was judged, before it is carried out
    reason  the code of the refusal, None where the action is accepted
    names   of the players, seat 1 first
    """
    seat = _name(names, action.seat)
    if reason is None:
        return _done(state, action, seat, names)
    key = "reason." + reason
    if reason == "player_out":
        return Text(key, {"seat": _target(action, names) if isinstance(action, Effect) else seat})
    if reason == "not_your_turn":
        return Text(key, {"seat": seat, "turn": _name(names, state.turn)})
    if reason == "wrong_phase":
        if action.verb == "draw" and not state.dealing:
            return Text(key + ".draw", {"seat": seat})
        return Text(key, {"phase": Text("phase." + phase(state))})
    if action.verb in ("draw", "show") and reason in _APART_REASONS:
        return Text(f"{key}.{action.verb}", {"seat": seat, "cards": cards_text(action.cards)})
    if reason == "wrong_call_order":
        return Text(key, {"seat": seat, "turn": _name(names, table.asked(state))})
    if reason == "wrong_receiver":
        return Text(key, {"seat": seat, "target": _name(names, action.number)})
    if reason == "not_in_hand":
        missing = _missing(state, action)
        if missing:
            return Text(key, {"seat": seat, "cards": cards_text(missing)})
        count = state.counts[action.seat - 1]
        wanted = len(action.cards)
        return Text(key + ".count", {"seat": seat, "count": count, "wanted": wanted})
    if reason == "must_lead_necronomicon":
        if action.verb != "play":
            return Text(key + ".pass")
        return Text(key, {"cards": cards_text(action.cards)})
    if reason == "cannot_yield":
        return Text(key + (".follow" if state.top_seat else ""), {"seat": seat})
    if reason == "too_low":
        return _too_low(state, action)
    params: dict[str, Value] = {"seat": seat, "cards": cards_text(_blamed(state, action, reason))}
    if reason == "bad_reading" and action.want:
        params["wanted"] = reading_text(action.want)
        params["readings"] = _alternatives(core.readings(state, action))
    return Text(key, params)


def phase(state: State) -> str:
    """The core's phase, or `dealing` and `exchange` while hands or gifts are half done."""
    if state.dealing:
        return "dealing"
    return "exchange" if state.exchanging else table.phase(state)


def _name(names: Names, seat: int) -> Text | str:
    return names[seat - 1] if seat else Text("nobody")


def _target(action: Effect, names: Names) -> Text | str:
    if action.what == "team":
        return Text("team", {"team": action.target})
    return _name(names, action.target)


def _done(state: State, action: Action, seat: Text | str, names: Names) -> Text:
    if isinstance(action, Effect):
        target = _target(action, names)
        number = f"{action.number:+d}"
        return Text(
            "done.effect." + action.what,
            {"team": target, "seat": target, "points": number, "tokens": number},
        )
    params: dict[str, Value] = {"seat": seat}
    if action.verb == "give":
        params["target"] = _name(names, action.number)
    if action.verb == "play":
        read = core.reading(state, action)
        params["played"] = reading_text(read) if read else cards_text(action.cards)
    if action.verb == "show":
        params["card"] = cards_text(action.cards)
    return Text("done." + action.verb, params)


def _too_low(state: State, action: Action) -> Text:
    top = reading_text((state.top_type, state.top_rank))
    if state.eighth_is_dog and X8 in action.cards:
        return Text("reason.too_low.dog", {"top": top})
    read = core.reading(state, action)
    played: Value = reading_text(read) if read else cards_text(action.cards)
    return Text("reason.too_low", {"played": played, "top": top, "enough": enough(state)})


def _missing(state: State, action: Action) -> tuple[int, ...]:
    if not state.hands_known:
        return ()
    hand = state.hands[action.seat - 1]
    if action.verb == "give":
        hand &= ~bits(tuple(card for giver, _, card in state.gifts if giver == action.seat))
    return tuple(card for card in action.cards if not hand >> card & 1)


def _blamed(state: State, action: Action, reason: str) -> tuple[int, ...]:
    """The cards that a refusal is about; all of them where it is about their company."""
    cards = action.cards
    found: list[int] = []
    for place, card in enumerate(cards):
        if reason == "card_not_in_pack":
            guilty = not 0 <= card < IN_PLAY or (card == X8 and state.eighth_absent)
            guilty = guilty or action.verb in ("draw", "show")  # F20: another card, or not played
        elif reason == "duplicate_card":
            guilty = card in cards[:place] or any(hand >> card & 1 for hand in state.hands)
        elif reason == "card_already_played":
            guilty = state.saw(card)
        else:
            guilty = True
        if guilty and card not in found:
            found.append(card)
    return tuple(found) or cards


def _alternatives(readings: Sequence[Reading]) -> tuple[Text | str, ...]:
    words: list[Text | str] = []
    for reading in readings:
        words += ["/", reading_text(reading)] if words else [reading_text(reading)]
    return tuple(words)


# The jokers are the last two ranks; `enough` counts on it.
assert RANK_NAMES[-2:] == ("LJ", "BJ")
assert LJ < BJ
