"""What the table says about a move of Cthulhu Wars: one sentence, in no language yet.

Everybody may read it, so no value of a sign that is face down is ever in it (W10).
"""

from __future__ import annotations

from collections.abc import Sequence

from shared_rules import cthulhu_wars_state as table
from shared_rules import packs
from shared_rules.actions import Action
from shared_rules.cthulhu_wars_text import DIRECTIONS, Move
from tapdeck.rules import Names
from tapdeck.rules.cthulhu_wars_state import State, named
from tapdeck.texts import Text, Value

_PLAIN = ("power", "gate", "cultist", "goo", "free")


def faction_text(state: State, seat: int) -> Text:
    """The name of a seat's faction."""
    return Text("faction." + packs.name(table.NAME, state.factions[seat - 1]))


def explain(state: State, action: Action, reason: str | None, names: Names) -> Text:
    """One sentence about a verdict.

    state   as it was when the move was judged, before it is carried out
    reason  the code of the refusal, None where the move is accepted
    names   of the players, seat 1 first
    """
    assert isinstance(action, Move)
    seat: Value = names[action.seat - 1] if action.seat else Text("nobody")
    if reason is None:
        return _done(state, action, seat, names)
    key = "reason." + reason
    if reason == "wrong_phase":
        return Text(key, {"phase": Text("phase." + table.phase(state))})
    if reason == "not_enough_power":
        wanted = table.cost(state) if action.verb == "ritual" else -action.number
        power = state.power[action.seat - 1]
        return Text(key, {"seat": seat, "power": power, "wanted": wanted})
    if reason == "no_cultist_left":
        whose = names[action.number - 1] if action.verb == "capture" else seat
        return Text(key, {"seat": whose})
    if reason == "too_many_cultists":
        on_map, captive = state.cultists[action.seat - 1], table.away(state, action.seat)
        return Text(
            key, {"seat": seat, "count": on_map, "captive": captive, "most": table.CULTISTS}
        )
    if reason == "no_such_gate":
        if action.verb == "free":
            return Text(key + ".free", {"count": state.free})
        return Text(key, {"seat": seat, "count": state.gates[action.seat - 1]})
    if reason == "no_such_unit" and action.verb == "goo":
        return Text(key + ".goo", {"seat": seat, "count": state.goo[action.seat - 1]})
    if reason == "too_many_books":
        return Text(key, {"seat": seat, "most": table.BOOKS})
    if reason == "no_such_sign" and action.verb == "show":
        return Text(key + ".show", {"seat": seat})
    if reason in ("wrong_first", "choose_first"):
        chosen = tuple(names[other - 1] for other in table.candidates(state))
        return Text(key, {"seat": names[action.number - 1], "chosen": chosen})
    if reason == "ritual_order":
        asked = table.turn(state)
        return Text(key, {"seat": seat, "turn": names[asked - 1] if asked else Text("nobody")})
    if reason == "sign_count" and action.verb == "show":
        return Text(key + ".show", {"seat": seat})
    if reason == "sign_count":
        drawn, wanted = table.draws(state, action.seat), len(action.signs)
        return Text(key, {"seat": seat, "count": drawn, "wanted": wanted})
    return Text(key, {"seat": seat})


def _done(state: State, move: Move, seat: Value, names: Names) -> Text:
    key = "done." + move.verb
    if move.verb == "gather":
        return Text(key, {"powers": _each(table.gathering(state), "power", names)})
    if move.verb == "first":
        return Text(f"{key}.{DIRECTIONS[move.clockwise]}", {"seat": names[move.number - 1]})
    if move.verb == "doom":
        gains = [{"doom": gates} for gates in state.gates]
        return Text(key, {"dooms": _each(gains, "doom", names)})
    if move.verb == "ritual":
        drawn = table.draws(state, move.seat)
        gain = state.gates[move.seat - 1] + state.goo[move.seat - 1] - drawn
        cost = table.cost(state)
        return Text(key, {"seat": seat, "cost": cost, "doom": gain, "signs": drawn})
    if move.verb in _PLAIN:
        return Text(key, {"seat": seat, "number": f"{move.number:+d}"})
    if move.verb == "capture":
        return Text(key, {"seat": seat, "target": names[move.number - 1]})
    if move.verb == "book":
        return Text(key, {"seat": seat, "count": state.books[move.seat - 1] + 1})
    if move.verb == "sign":
        return Text(key + (".drawn" if state.left else ".none"), {"seat": seat})
    if move.verb == "show":
        signs = move.signs or tuple(named(state, move.seat))
        values = tuple(str(sign) for sign in signs)
        return Text(key + ".signs", {"seat": seat, "signs": values, "doom": sum(signs)})
    return Text(key, {"seat": seat})


def _each(gains: Sequence[dict[str, int]], what: str, names: Names) -> tuple[Text | str, ...]:
    keys = ["each"] * (len(names) - 1) + ["each.last"]
    return tuple(
        Text(key, {"seat": name, "number": gain[what]})
        for key, name, gain in zip(keys, names, gains, strict=True)
    )
