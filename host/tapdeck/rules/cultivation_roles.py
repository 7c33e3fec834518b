"""Destiny roles of Cultivation as data (C14): what house rules may say, and what follows.

The source does not have the roles' texts, so the house rules bring them, each with a trigger and
effects. An effect is written as in a transcript (`team 2 +1`, `none`), with `own` or `next` instead
of the seat where it depends on who has the role. `ask` lets the players enter what it comes to.

    [cultivation.roles.sword]
    name = "Heir of the sword"
    text = "One point for every deal."
    trigger = "when drawn"
    effects = ["team own +1"]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from shared_rules.cultivation_state import SEATS
from tapdeck.rules import LineError, Mistake, a_mistake
from tapdeck.rules.effects import signed
from tapdeck.texts import LANGUAGES, Text, in_all

DRAWN, USED = "when drawn", "when used"
TRIGGERS = (USED, DRAWN)  # the usual one first
ASK = "ask"
KEYS = ("roles",)
ROLE_KEYS = ("name", "text", "trigger", "effects")
WHO = ("own", "next")


@dataclass(frozen=True)
class Role:
    """A role: what it is called and says, and what it does; `effects` are the words of each."""

    name: str
    text: str
    trigger: str
    effects: tuple[tuple[str, ...], ...]
    asks: bool


def mistake(house: Mapping[str, Any]) -> Mistake | None:
    """The first mistake in the house rules, None if there is none."""
    for key in house:
        if key not in KEYS:
            return a_mistake(key, key="no_rule", name=key, known=", ".join(KEYS))
    roles = house.get("roles", {})
    if not isinstance(roles, Mapping):
        return a_mistake("roles", key="roles")
    for code, role in roles.items():
        wrong = _role_mistake(code, role)
        if wrong is not None:
            return wrong.under("roles", code)
    return None


def _role_mistake(code: str, role: object) -> Mistake | None:
    if code != " ".join(code.split()) or not code or "#" in code:
        return a_mistake(key="no_role", code=code)
    if not isinstance(role, Mapping):
        return a_mistake(key="role", code=code, known=", ".join(ROLE_KEYS))
    for key in role:
        if key not in ROLE_KEYS:
            return a_mistake(key, key="role_key", name=key, known=", ".join(ROLE_KEYS))
    for key in ("name", "text"):
        if not isinstance(role.get(key, ""), str):
            return a_mistake(key, key="role_text", name=key, code=code, value=repr(role[key]))
    if role.get("trigger", USED) not in TRIGGERS:
        allowed = ", ".join(f'"{each}"' for each in TRIGGERS)
        facts = {"code": code, "value": repr(role["trigger"]), "known": allowed}
        return a_mistake("trigger", key="trigger", **facts)
    effects = role.get("effects", [ASK])
    if not isinstance(effects, list | tuple):
        return a_mistake("effects", key="effects", ask=ASK, value=repr(effects))
    for place, words in enumerate(effects):
        why = _effect_mistake(words)
        if why is not None:
            return Mistake(("effects", place), why)
    return None


def _effect_mistake(text: object) -> Text | None:
    """Why this is no effect, with what is allowed; None if it is one."""
    if not isinstance(text, str):
        return Text("house.effect_text", {"example": "team own +1", "value": repr(text)})
    words = text.split()
    if words in ([ASK], ["none"]):
        return None
    seats = [str(seat) for seat in range(1, SEATS[1] + 1)]
    if len(words) != 3 or words[0] != "team" or words[1] not in (*WHO, *seats):
        known = ", ".join((*WHO, *seats))
        return Text("house.effect_role", {"text": text, "ask": ASK, "known": known})
    try:
        signed(words[2])
    except LineError as error:
        return Text("house.effect", {"text": text, "why": error.text})
    return None


def roles_of(house: Mapping[str, Any]) -> dict[str, Role]:
    """The roles that house rules bring. ValueError: a mistake."""
    wrong = mistake(house)
    if wrong is not None:
        raise wrong.error()
    found = {}
    for code, role in house.get("roles", {}).items():
        effects = [tuple(text.split()) for text in role.get("effects", [ASK])]
        found[code] = Role(
            role.get("name", code),
            role.get("text", ""),
            role.get("trigger", USED),
            tuple(words for words in effects if words != (ASK,)),
            (ASK,) in effects,
        )
    return found


def view(house: Mapping[str, Any]) -> dict[str, Any]:
    """The house rules with sentences: each role, what it says and does."""
    return {"roles": [role_view(code, role) for code, role in roles_of(house).items()]}


def role_view(code: str, role: Role) -> dict[str, Any]:
    """One role as plain data; its own words are the same in every language."""
    effects = [" ".join(words) for words in role.effects] + [ASK] * role.asks
    return {
        "role": code,
        "name": dict.fromkeys(LANGUAGES, role.name),
        "text": dict.fromkeys(LANGUAGES, role.text),
        "trigger": role.trigger,
        "trigger_text": in_all(Text("trigger." + role.trigger.replace(" ", "_"))),
        "effects": effects,
        "effects_text": [in_all(_words(text.split())) for text in effects]
        or [in_all(Text("skill.none"))],
    }


def _words(words: list[str]) -> Text:
    if len(words) == 1:
        return Text("skill." + words[0])
    who = {"own": Text("destiny.own"), "next": Text("who.next")}
    team = who.get(words[1]) or Text("seat", {"seat": words[1]})
    return Text("skill.team", {"team": team, "points": f"{int(words[2]):+d}"})
