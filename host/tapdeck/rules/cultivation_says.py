"""What the table says about an action of Cultivation: one sentence, in no language yet."""

from __future__ import annotations

from collections.abc import Sequence

from shared_rules import cultivation as core
from shared_rules import cultivation_cards as cards
from shared_rules import cultivation_groups as groups
from shared_rules.actions import Action
from tapdeck.rules import Names
from tapdeck.rules.cultivation_lines import RoleMove
from tapdeck.rules.cultivation_state import State
from tapdeck.rules.effects import Effect
from tapdeck.texts import Text, Value

_SAME_FOR_ALL = ("match_over", "deal_over", "deal_unfinished", "pile_empty", "took_already")


def kind_text(kind: int) -> Text:
    """A type or element in words."""
    return Text("kind." + cards.KINDS[kind])


def phase(state: State) -> str:
    """The core's phase, or `dealing` while hands are half entered."""
    return "dealing" if state.dealing else core.phase(state)


def codes_of(state: State, held: Sequence[int]) -> tuple[Text | str, ...]:
    """Cards side by side, by their codes."""
    return tuple(state.codes[card] if card >= 0 else "?" for card in held)


def _kinds(kinds: Sequence[int]) -> tuple[Text | str, ...]:
    words: list[Text | str] = []
    for kind in kinds:
        words += ["/", kind_text(kind)] if words else [kind_text(kind)]
    return tuple(words) or (Text("nothing"),)


def explain(state: State, action: Action, reason: str | None, names: Names) -> Text:
    """One sentence about a verdict.

    state   as it was when the action was judged, before it is carried out
    reason  the code of the refusal, None where the action is accepted
    names   of the players, seat 1 first
    """
    seat = names[action.seat - 1] if action.seat else Text("nobody")
    if reason is None:
        return _done(state, action, seat, names)
    key = "reason." + reason
    if reason in _SAME_FOR_ALL:
        return Text(key)
    params: dict[str, Value] = {"seat": seat, "cards": codes_of(state, action.cards)}
    if reason == "not_your_turn":
        params["turn"] = names[state.turn - 1] if state.turn else Text("nobody")
    elif reason == "wrong_phase":
        if isinstance(action, RoleMove) and not state.dealing:
            return Text(f"{key}.{action.verb}", {"seat": seat, "role": _role(state, action)})
        return Text(key, {"phase": Text("phase." + phase(state))})
    elif reason == "not_in_hand":
        return _not_in_hand(state, action, seat)
    elif reason == "duplicate_card" and len(set(action.cards)) == len(action.cards):
        key += ".hand"
    elif reason == "card_already_played":
        params["cards"] = codes_of(state, [card for card in action.cards if state.lies(card)])
    elif reason == "kind_taken":
        return _kind_taken(state, action, seat)
    elif reason == "no_common_kind" and action.want is not None:
        key += ".wanted"
        params["wanted"] = kind_text(action.want[0])
        shared = cards.common(state.faces(action.cards))
        params["kinds"] = _kinds(cards.kinds(shared))
    elif reason in ("no_such_group", "does_not_fit"):
        if action.verb == "take":
            key += ".take"
        params["group"] = action.number
        params["count"] = len(state.own(action.seat))
        group = groups.group_of(state, action)
        if group is not None:
            params["kind"] = kind_text(group.kind)
    return Text(key, params)


def _not_in_hand(state: State, action: Action, seat: Value) -> Text:
    known = [state.known(each) for each in range(1, state.seats + 1)]
    mine = known[action.seat - 1]
    unseen = [card for card in action.cards if not mine >> card & 1]
    elsewhere = [card for card in unseen if any(hand >> card & 1 for hand in known)]
    missing = elsewhere if not state.hand_known(action.seat) else unseen
    if missing:
        return Text("reason.not_in_hand", {"seat": seat, "cards": codes_of(state, missing)})
    count, wanted = state.counts[action.seat - 1], len(action.cards)
    if wanted <= count:
        params: dict[str, Value] = {"seat": seat, "cards": codes_of(state, unseen)}
        return Text("reason.not_in_hand.some", params | {"count": count - mine.bit_count()})
    return Text("reason.not_in_hand.count", {"seat": seat, "count": count, "wanted": wanted})


def _kind_taken(state: State, action: Action, seat: Value) -> Text:
    if action.verb == "meld":
        kinds = groups.meld_kinds(state, action)
    else:
        group = groups.group_of(state, action)
        assert group is not None
        kinds = [group.kind]
        if action.verb == "add":
            kinds = groups.add_kinds(state, group, action.cards)
    return Text("reason.kind_taken", {"seat": seat, "kinds": _kinds(kinds)})


def _role(state: State, action: RoleMove) -> str:
    return state.roles[action.role].name


def _done(state: State, action: Action, seat: Text | str, names: Names) -> Text:
    if isinstance(action, Effect):
        target = names[action.target - 1] if action.target else Text("nobody")
        key = "done.effect.none" if action.what == "none" else "done.destiny"
        return Text(key, {"seat": target, "points": f"{action.number:+d}"})
    params: dict[str, Value] = {"seat": seat, "cards": codes_of(state, action.cards)}
    key = "done." + action.verb
    if isinstance(action, RoleMove):
        params["role"] = _role(state, action)
    elif action.verb in ("meld", "add"):
        return Text(*_laid(state, action, params))
    elif action.verb == "draw":
        key = "done.draw.pile"
    elif action.verb == "end" and _ends_deal(state):
        key = "done.end.deal"
    return Text(key, params)


def _ends_deal(state: State) -> bool:
    return not state.active and state.idle + 1 >= state.seats  # C15


def _laid(state: State, action: Action, params: dict[str, Value]) -> tuple[str, dict[str, Value]]:
    kind = groups.chosen(state, action)
    params["kind"] = kind_text(kind)
    key = "done." + action.verb
    if len(action.cards) == state.counts[action.seat - 1]:
        return key + ".wins", params  # C11
    if action.verb == "meld":
        # C10
        return key + (".root" if cards.is_root(state.faces(action.cards)) else ""), params
    group = groups.group_of(state, action)
    assert group is not None
    params["group"] = action.number
    return key + (".turned" if group.kind != kind else ""), params
