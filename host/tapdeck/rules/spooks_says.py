"""What the table says about an action of Spooks: one sentence, in no language yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from shared_rules import spooks as core
from shared_rules import spooks_cards as cards
from shared_rules import spooks_state as table
from shared_rules.actions import Action
from shared_rules.spooks_state import BLUE, LEAD, PROCESSION, RED
from tapdeck.rules import Names
from tapdeck.rules.spooks_state import State
from tapdeck.texts import Text, Value


def card_text(card: int) -> Text | str:
    """A card as people say it: `spider 5`."""
    if not 0 <= card < cards.PACK:
        return "?"
    if card == cards.CAT:
        return Text("card.CAT")
    key = "spooks." + cards.SUITS[cards.suit(card)]
    if cards.is_master(card):
        return Text(key + ".master")
    return Text(key, {"number": cards.number(card)})


def cards_text(some: Sequence[int]) -> tuple[Text | str, ...]:
    """Cards side by side."""
    return tuple(card_text(card) for card in some)


def phase(state: State) -> str:
    """The core's phase, or `dealing` while hands are half entered."""
    return "dealing" if state.dealing else table.phase(state)


def rule_text(state: State) -> Text:
    """What may be done now (S15), in one sentence."""
    if state.ended or not state.opened:
        return Text("phase." + phase(state))
    down = state.down
    if state.rule == BLUE:
        number = cards.wanted(state.top, down)
        if not number:
            return Text("rule.blue.master")
        if number == cards.MASTER:
            return Text("rule.blue.last", {"top": card_text(state.top)})
        key = "rule.blue.spider" if core.takes_spider_master(state) else "rule.blue"
        return Text(key, {"number": number})
    if state.rule == RED:
        key = "rule.red.master" if cards.is_master(state.top) else "rule.red"
        suit = Text("spooks.suit." + cards.SUITS[cards.suit(state.top)])
        return Text(key, {"suit": suit, "number": cards.number(state.top)})
    if state.rule == table.GREEN:
        return Text("rule.green.down" if down else "rule.green")
    return Text("phase." + phase(state))


def explain(state: State, action: Action, reason: str | None, names: Names) -> Text:
    """One sentence about a verdict: what was done, or what is wrong and what would do.

    state   as it was when the action was judged, before it is carried out
    reason  the code of the refusal, None where the action is accepted
    names   of the players, seat 1 first
    """
    params: dict[str, Value] = {
        "seat": names[action.seat - 1] if action.seat else Text("nobody"),
        "cards": cards_text(action.cards),
    }
    if reason is None:
        if action.verb == "play":
            params["played"] = params["cards"]
        if action.verb == "give":
            params["target"] = names[action.number - 1]
        return Text("done." + action.verb, params)
    key = "reason." + reason
    if reason == "player_out":
        return Text(key + ".dead", params)
    if reason == "not_your_turn":
        params["turn"] = names[state.turn - 1] if state.turn else _tied(state, names)
    elif reason == "wrong_phase":
        params["phase"] = Text("phase." + phase(state))
    elif reason in ("wrong_number", "wrong_match", "master_needs_ten"):
        params["rule"] = rule_text(state)
    elif reason == "must_start_lowest":
        if state.extra_hand and not state.aside:
            key += ".any"
        else:
            params["lowest"] = card_text(lowest_spider(state))
    elif reason == "cannot_pass":
        key += {LEAD: ".lead", PROCESSION: ".run"}.get(state.rule, "")
    elif reason == "wrong_receiver":
        allowed = [names[seat - 1] for seat in table.receivers(state, action.seat)]
        key += ".spooks"
        params["target"] = names[action.number - 1]
        params["allowed"] = _either(allowed)
    elif reason == "already_chosen" and state.rule == table.MASTERS:
        key += ".give"
    elif reason == "not_in_hand":
        key, more = _not_in_hand(state, action)
        params.update(more)
    elif reason in ("card_not_in_pack", "duplicate_card", "card_already_played"):
        params["cards"] = cards_text(_blamed(state, action, reason))
    return Text(key, params)


def lowest_spider(state: State) -> int:
    """The spider that must be led (S3), as far as is known; -1: all of them are set aside."""
    spiders = range(cards.SPIDER * cards.SUIT_SIZE, (cards.SPIDER + 1) * cards.SUIT_SIZE)
    return next((card for card in spiders if state.aside.count(card) < state.copies), -1)


def _tied(state: State, names: Names) -> tuple[Text | str, ...]:
    return _either([names[seat - 1] for seat in table.choosers(state)])


def _either(some: Names) -> tuple[Text | str, ...]:
    words: list[Text | str] = []
    for name in some:
        words += ["/", name] if words else [name]
    return tuple(words)


def _not_in_hand(state: State, action: Action) -> tuple[str, dict[str, Value]]:
    count = state.counts[action.seat - 1]
    wanted = len(action.cards)
    if action.verb == "hand" and wanted != count:
        return "reason.not_in_hand.hand", {"count": count, "wanted": wanted}
    if not action.cards:
        return "reason.not_in_hand.unseen", {}
    if wanted > count:
        return "reason.not_in_hand.count", {"count": count, "wanted": wanted}
    missing = action.cards
    if state.hands_known:
        missing = tuple((Counter(action.cards) - Counter(state.hands[action.seat - 1])).elements())
    return "reason.not_in_hand", {"cards": cards_text(missing)}


def _blamed(state: State, action: Action, reason: str) -> tuple[int, ...]:
    """The cards that a refusal is about."""
    found: list[int] = []
    for card in dict.fromkeys(action.cards):
        if reason == "card_not_in_pack":
            guilty = not 0 <= card < cards.PACK
        elif reason == "card_already_played":
            seen = state.times_seen(card) + state.times_counted(card)
            guilty = seen + action.cards.count(card) > state.copies
        else:
            held = [each for hand in state.hands for each in hand].count(card)
            held += state.times_counted(card) + state.aside.count(card)
            guilty = held + action.cards.count(card) > state.copies
        if guilty:
            found.append(card)
    return tuple(found) or action.cards
