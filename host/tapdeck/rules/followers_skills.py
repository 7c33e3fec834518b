"""Card skills of Followers as data (F19, F20): what house rules may say, and what follows.

What is printed on `NB`, `X8` and `E1`-`E4` the sources do not tell. A house rule gives such a card
a trigger and effects. An effect is written as in a transcript (`team 1 +50`, `tokens -1`, `lead 2`,
`trick 3`, `none`), with a word instead of the number where it depends on who plays the card
(`team own +50`, `lead partner`). `ask`, the default of every card, lets the players enter it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from shared_rules import followers_state as table
from shared_rules import packs
from shared_rules.followers_plays import APART, GAME
from tapdeck.rules import LineError, Mistake, a_mistake
from tapdeck.rules.followers_lines import EFFECTS, Effect, effect
from tapdeck.texts import Text, in_all

PLAYED, DRAWN, SHOWN = "when played", "when drawn for a call", "when shown"
ASK = "ask"

_APART_CODES = tuple(packs.name(GAME, card) for card in APART)
# The triggers that a card can have, its usual one first: only what is drawn can be shown.
TRIGGERS: Mapping[str, tuple[str, ...]] = {
    "NB": (PLAYED,),
    "X8": (PLAYED,),
    **dict.fromkeys(_APART_CODES, (SHOWN, DRAWN)),
}
KEYS = ("extension", "cards")
CARD_KEYS = ("trigger", "effects")
# What may stand where a transcript names a team or a seat.
WHO = {
    "team": ("own", "other"),
    "lead": ("own", "partner", "next"),
    "trick": ("own", "partner", "next"),
}


@dataclass(frozen=True)
class Skill:
    """What a card does: `effects` are words of an effect each, ready to be resolved for a seat."""

    trigger: str
    effects: tuple[tuple[str, ...], ...]
    asks: bool


def mistake(house: Mapping[str, Any]) -> Mistake | None:
    """The first mistake in the house rules, None if there is none."""
    for key in house:
        if key not in KEYS:
            return a_mistake(key, key="no_rule", name=key, known=", ".join(KEYS))
    if not isinstance(house.get("extension", False), bool):
        return a_mistake("extension", key="extension", value=repr(house["extension"]))
    cards = house.get("cards", {})
    if not isinstance(cards, Mapping):
        return a_mistake("cards", key="cards", known=", ".join(TRIGGERS))
    for code, skill in cards.items():
        wrong = _card_mistake(code, skill)
        if wrong is not None:
            return wrong.under("cards", code)
    return None


def _card_mistake(code: str, skill: object) -> Mistake | None:
    if code not in TRIGGERS:
        return a_mistake(key="no_card", code=code, known=", ".join(TRIGGERS))
    if not isinstance(skill, Mapping):
        return a_mistake(key="card", code=code, known=", ".join(CARD_KEYS))
    for key in skill:
        if key not in CARD_KEYS:
            return a_mistake(key, key="card_key", name=key, known=", ".join(CARD_KEYS))
    trigger = skill.get("trigger", TRIGGERS[code][0])
    if trigger not in TRIGGERS[code]:
        allowed = ", ".join(f'"{each}"' for each in TRIGGERS[code])
        facts = {"code": code, "value": repr(trigger), "known": allowed}
        return a_mistake("trigger", key="trigger", **facts)
    effects = skill.get("effects", [ASK])
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
        return Text("house.effect_text", {"example": "tokens -1", "value": repr(text)})
    words = text.split()
    if words == [ASK]:
        return None
    if not words or words[0] not in EFFECTS:
        known = ", ".join((*EFFECTS, ASK))
        return Text("house.effect_begins", {"text": text, "known": known})
    who = WHO.get(words[0], ())
    try:
        effect([words[0], "1", *words[2:]] if len(words) > 1 and words[1] in who else words[:])
    except LineError as error:
        if not who:
            return Text("house.effect", {"text": text, "why": error.text})
        known = ", ".join(who)
        return Text("house.effect_who", {"text": text, "why": error.text, "known": known})
    return None


def skills_of(house: Mapping[str, Any]) -> dict[int, Skill]:
    """The skills that house rules give to cards; the others ask. ValueError: a mistake."""
    wrong = mistake(house)
    if wrong is not None:
        raise wrong.error()
    found = {}
    for code, skill in house.get("cards", {}).items():
        effects = [text.split() for text in skill.get("effects", [ASK])]
        found[packs.index(GAME, code)] = Skill(
            skill.get("trigger", TRIGGERS[code][0]),
            tuple(tuple(words) for words in effects if words != [ASK]),
            [ASK] in effects,
        )
    return found


@cache
def usual(card: int) -> Skill:
    """The skill of a card that no house rule speaks of: it asks."""
    return Skill(TRIGGERS[packs.name(GAME, card)][0], (), True)


def resolved(words: tuple[str, ...], state: table.State, seat: int) -> Effect:
    """An effect of a card that belongs to `seat`, for the state as it is."""
    said = list(words)
    if words[0] == "team" and words[1] in WHO["team"]:
        team = table.team(seat)
        said[1] = str(team if words[1] == "own" else 3 - team)
    elif words[0] in WHO and words[1] in WHO[words[0]]:
        seats = {"own": seat, "partner": table.partner(seat)}
        said[1] = str(seats.get(words[1]) or table.next_holder(state, seat))
    found = effect(said)
    found.automatic = True
    return found


def view(house: Mapping[str, Any]) -> dict[str, Any]:
    """The house rules with sentences: the extension, the cards they speak of, and the others."""
    shown = []
    for card, skill in sorted(skills_of(house).items()):
        code = packs.name(GAME, card)
        effects = [" ".join(words) for words in skill.effects] + [ASK] * skill.asks
        shown.append(
            {
                "card": code,
                "name": in_all(Text("card." + code)),
                "trigger": skill.trigger,
                "trigger_text": in_all(Text("trigger." + skill.trigger.replace(" ", "_"))),
                "effects": effects,
                "effects_text": [in_all(_words(text.split())) for text in effects]
                or [in_all(Text("skill.none"))],
            }
        )
    extension = bool(house.get("extension", False))
    return {
        "extension": extension,
        "extension_text": in_all(Text(f"extension.{'on' if extension else 'off'}")),
        "cards": shown,
        "others_text": in_all(Text("skill.others")),
    }


def _words(words: list[str]) -> Text:
    what = words[0]
    if len(words) == 1:
        return Text("skill." + what)
    if what == "tokens":
        return Text("skill.tokens", {"tokens": f"{int(words[1]):+d}"})
    who = Text("who." + words[1]) if words[1] in WHO[what] else None
    if what == "team":
        team = who or Text("team", {"team": words[1]})
        return Text("skill.team", {"team": team, "points": f"{int(words[2]):+d}"})
    if words[1] == "own":
        who = Text("who.seat")
    return Text("skill." + what, {"seat": who or Text("seat", {"seat": words[1]})})
