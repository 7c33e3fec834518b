"""What may be seen of a Cultivation match: the result for files, the view for people."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from shared_rules import cultivation as core
from shared_rules import cultivation_cards as cards
from shared_rules.cultivation_state import MATCH_OVER, Group, must_draw
from tapdeck.rules import cultivation_deck, cultivation_roles
from tapdeck.rules.cultivation_says import kind_text, phase
from tapdeck.rules.cultivation_state import State
from tapdeck.texts import LANGUAGES, Text, Value, in_all


def _seats(state: State) -> range:
    return range(1, state.seats + 1)


def group_points(state: State, group: Group) -> int:
    """What a group is worth before anything doubles (C12)."""
    return cards.group_points(group.kind, state.faces(group.cards))


def group_result(state: State, group: Group) -> dict[str, Any]:
    """A group as host/cultivation.md has it."""
    return {
        "cards": [state.codes[card] for card in group.cards],
        "kind": cards.KINDS[group.kind],
        "root": cards.is_root(state.faces(group.cards)),
        "points": group_points(state, group),
    }


def round_result(state: State) -> dict[str, Any]:
    """The deal that has just ended, as host/cultivation.md has it."""
    return {
        "winner": state.winner or None,
        "points": {str(seat): core.points(state, seat) for seat in _seats(state)},
        "groups": {
            str(seat): [group_result(state, group) for group in state.own(seat)]
            for seat in _seats(state)
        },
    }


def summary(state: State) -> dict[str, Any]:
    """The result as host/cultivation.md has it, but for `game` and `lines`."""
    return {
        "finished": state.ended == MATCH_OVER,
        "winner": core.winners(state) or None,
        "totals": {str(seat): total for seat, total in enumerate(state.totals, 1)},
        "rounds": [dict(each) for each in state.rounds],
        "state": {
            "turn": state.turn or None,
            "hand_counts": {str(seat): count for seat, count in enumerate(state.counts, 1)},
            "pile": state.pile,
        },
    }


def _group(state: State, place: int, group: Group) -> dict[str, Any]:
    found = group_result(state, group)
    special = next(
        (
            name
            for card in group.cards
            for name in cultivation_deck.describe(state.deck[card])
            if name in cards.SPECIALS
        ),
        None,
    )
    return {
        **found,
        "number": place,
        "kind_text": in_all(kind_text(group.kind)),
        "special": special,
        "points_text": in_all(_points(state, group)),
        "why": [in_all(text) for text in _why(state, group)],
    }


def _points(state: State, group: Group) -> Text:
    """What a group is and what it is worth (C12), in one sentence."""
    root = cards.is_root(state.faces(group.cards))
    key = "element" if cards.is_element(group.kind) else "type"
    return Text(
        f"group.{key}" + (".root" if root else ""),
        {
            "kind": kind_text(group.kind),
            "count": len(group.cards),
            "points": group_points(state, group),
        },
    )


def _why(state: State, group: Group) -> list[Text]:
    """Why a group is worth what it is (C12): a sentence for each thing that counts."""
    points = group_points(state, group)
    root = cards.is_root(state.faces(group.cards))
    if cards.is_element(group.kind):
        found = [Text("why.element")]
    else:
        found = [Text(f"why.type.{points - root}")]
    return found + [Text("why.root")] * root


def _seat(state: State, seat: int) -> dict[str, Any]:
    own = state.own(seat)
    role = state.drawn_roles.get(seat)
    return {
        "seat": seat,
        "count": state.counts[seat - 1],
        "turn": state.turn == seat,
        "groups": [_group(state, place, group) for place, group in enumerate(own, 1)],
        "points": core.points(state, seat),
        "extra": state.extra[seat - 1],
        "total": state.totals[seat - 1],
        "winner": state.winner == seat,
        "role": role and cultivation_roles.role_view(role, state.roles[role]),
        "role_used": seat in state.used_roles,
    }


def _cards(state: State, held: Iterable[int]) -> dict[str, Any]:
    """What some cards are, by code."""
    found = {}
    for card in held:
        english, chinese = state.names[card]
        words = cultivation_deck.describe(state.deck[card])
        code = state.codes[card]
        found[code] = {
            "kinds": words,
            "kinds_text": in_all(Text("words", {"words": tuple(_word(word) for word in words)})),
            "name": {
                lang: (english or chinese if lang == "en" else chinese or english) or code
                for lang in LANGUAGES
            },
        }
    return found


def _deck(state: State) -> dict[str, str]:
    return {
        code: " ".join(cultivation_deck.describe(faces))
        for code, faces in zip(state.codes, state.deck, strict=True)
    }


def _word(word: str) -> Text:
    return Text(("special." if word in cards.SPECIALS else "kind.") + word)


def cards_of(bits: int) -> list[int]:
    """The cards of a set of bits, ascending."""
    return [card for card in range(bits.bit_length()) if bits >> card & 1]


def view(state: State, held: frozenset[int]) -> dict[str, Any]:
    """What may be seen by whoever holds these seats; nobody's seats: the public.

    Plain data, ready for JSON. Of another seat's hand it has only what everybody saw (C7).
    """
    mine = [seat for seat in _seats(state) if seat in held]
    hands = {
        seat: cards_of(state.known(seat) if seat in mine else state.held[seat - 1])
        for seat in _seats(state)
    }
    shown = [card for group in state.groups for card in group.cards]
    shown += [card for hand in hands.values() for card in hand]
    return {
        "deal": state.deal,
        "deals": state.deals,
        "phase": phase(state),
        "turn": state.turn or None,
        "must_draw": must_draw(state),
        "drawn": state.drawn,
        "took": state.took,
        "pile": state.pile,
        # C15: turns in a row without anything; as many as there are seats end the deal.
        "idle": state.idle,
        "deck_size": len(state.deck),
        # What every card is, in the words of a deck file; a deck's cards are no secret.
        "deck_cards": _deck(state),
        "deck_names": {
            code: list(names)
            for code, names in zip(state.codes, state.names, strict=True)
            if any(names)
        },
        "seats": [_seat(state, seat) for seat in _seats(state)],
        "cards": _cards(state, sorted(set(shown))),
        # Of a hand that its viewer holds all known cards, of another one those taken back.
        "hands": {
            str(seat): [state.codes[card] for card in hand] for seat, hand in hands.items() if hand
        },
        "hands_known": all(state.hand_known(seat) for seat in _seats(state)),
        "destiny": state.has_roles,
        "ask": state.drawn_roles[state.ask] if state.ask else None,
        "ask_seat": state.ask or None,
        "totals": {str(seat): total for seat, total in enumerate(state.totals, 1)},
        "rounds": [dict(each) for each in state.rounds],
        "finished": state.ended == MATCH_OVER,
        "winner": core.winners(state) or None,
        "result_text": in_all(result_text(state)),
    }


def result_text(state: State, names: tuple[str, ...] = ()) -> Text:
    """How the match stands (C13), in one sentence."""
    winners = core.winners(state)
    if not winners:
        return Text("match.open")
    who: list[Text | str] = []
    for seat in winners:
        who += ["+"] if who else []
        who.append(names[seat - 1] if names else Text("seat", {"seat": seat}))
    params: dict[str, Value] = {"seats": tuple(who), "points": max(state.totals)}
    return Text("match.most" if len(winners) == 1 else "match.most.shared", params)
