"""What drawers show, and two of them: the rules in force, the health of the board."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from nicegui import ui

from tapdeck.setup import shown_names
from tapdeck.texts import SENTENCES, Text, say, t
from tapdeck.ui.controls import button
from tapdeck.ui.games import page_of

READERS = {"o": "fine", "s": "sick", "x": "dead"}
COUNTERS = ("sent", "resent", "corrupt", "skipped", "rtt", "scan", "heap", "waiting")


@dataclass(frozen=True)
class Look:
    """What a drawer shows: the view for this device, and what else it asked for."""

    language: str
    view: dict[str, Any]
    board: dict[str, Any]
    host_counters: dict[str, Any]
    act: Callable[[str], Awaitable[None]]
    open: Callable[[str, int], Awaitable[None]]
    settle: Callable[[bool], Awaitable[None]]
    use_deck: Callable[[], Awaitable[None]]
    decide: Callable[[bool], Awaitable[None]]

    @property
    def state(self) -> object:
        """Equal for looks that show the same."""
        return repr((self.view, self.board, self.host_counters))

    def word(self, key: str, **facts: object) -> str:
        """A sentence in the device's language."""
        return t(self.language, key, **facts)

    def say(self, told: str | Text) -> str:
        """What was told, in the device's language; what is no sentence stays."""
        return say(self.language, told) if isinstance(told, Text) else told

    @property
    def names(self) -> list[str]:
        """The players' names, from seat 1 on."""
        return shown_names([seat["name"] for seat in self.view.get("seats", [])], self.language)

    @property
    def sides(self) -> dict[str, str]:
        """Who scores together, by the keys of points: teams, or each seat for itself."""
        found: dict[str, str] = {}
        for seat, name in zip(self.view.get("seats", []), self.names, strict=True):
            side = str(seat.get("team") or seat["seat"])
            found[side] = f"{found[side]} + {name}" if side in found else name
        return found


def rules(look: Look) -> None:
    """The rules in force: how plays beat each other, and the options of this game."""
    view = look.view
    if view.get("game") is None:
        ui.label(look.word("page.empty.game.words"))
        return
    ui.label(view["name"][look.language]).classes("sheet-label big")
    changed = [option["text"][look.language] for option in view["options"] if not option["default"]]
    if changed:
        agreed = look.word("page.rules.changed", rules=" ".join(changed))
        ui.label(agreed).classes("agreed")
    elif view["options"]:
        ui.label(look.word("page.rules.usual")).classes("agreed quiet-words")
    for paragraph in _help(look):
        ui.label(paragraph)
    own = page_of(view["game"]).rules
    if own:
        own(look)
    if view["options"]:
        ui.label(look.word("page.rules.options")).classes("sheet-label")
    for option in view["options"]:
        with ui.column().classes("rule" if option["default"] else "rule changed"):
            ui.label(option["title"][look.language]).classes("quiet-words")
            ui.label(option["text"][look.language])
    house(look.language, view["house"])


def _help(look: Look) -> list[str]:
    """The game in a few sentences, as its texts have them."""
    keys, number = SENTENCES[look.language], 1
    found = []
    while f"page.help.{look.view['game']}.{number}" in keys:
        found.append(look.word(f"page.help.{look.view['game']}.{number}"))
        number += 1
    return found


def house(language: str, rules: dict[str, Any]) -> None:
    """House rules in words: the extension, and what the cards with a skill do."""
    if "cards" not in rules:
        return
    ui.label(t(language, "page.rules.skills")).classes("sheet-label")
    for card in rules["cards"]:
        with ui.column().classes("rule changed") as shown:
            shown.props["data-card"] = card["card"]
            name, trigger = card["name"][language], card["trigger_text"][language]
            ui.label(t(language, "page.rules.card", card=name, trigger=trigger)).classes(
                "quiet-words"
            )
            for effect in card["effects_text"]:
                ui.label(effect[language])
    ui.label(rules["others_text"][language]).classes("rule")
    kind = "rule changed" if rules["extension"] else "rule"
    ui.label(rules["extension_text"][language]).classes(kind)


def health(look: Look) -> None:
    """The board: link, notices, readers, counters of both ends."""
    view, board = look.view, look.board
    state = "up" if view["link"]["up"] else "away" if view["board"] else "none"
    with ui.row().classes(f"sheet-link {state}"):
        ui.element("i").classes("lamp")
        ui.label(view["link"]["text"][look.language])
    if state == "none":
        ui.label(look.word("page.health.none"))
    for notice in view["notices"]:
        ui.label(notice["text"][look.language]).classes("rule")
    if any(notice["code"] == "deck_changed" for notice in view["notices"]):
        button(look.word("page.deck.use"), look.use_deck)
    for conflict in view["conflicts"][-5:]:
        ui.label(conflict["text"][look.language]).classes("rule changed")
    info = board.get("board")
    if info:
        _facts(
            [
                (look.word("page.health.board"), f"{info['board']}, {info['uid']}"),
                (look.word("page.health.firmware"), str(info["firmware"])),
                (look.word("page.health.readers"), str(info["readers"])),
                (look.word("page.health.boot"), str(info["boot"])),
            ]
        )
    readers = str(board.get("health", {}).get("readers", ""))
    if readers.strip("-"):
        ui.label(look.word("page.health.readers")).classes("sheet-label")
        with ui.row().classes("readers"):
            for number, letter in enumerate(readers, 1):
                kind = READERS.get(letter, "dead")
                text = f"{number} {look.word(f'page.reader.{kind}')}"
                ui.label(text).classes(f"reader {kind}")
    counters = board.get("counters", {})
    if counters:
        ui.label(look.word("page.health.counters")).classes("sheet-label")
        _facts(
            [
                (look.word(f"page.counter.{name}"), f"{counters[name]:,}")
                for name in COUNTERS
                if name in counters
            ]
        )
    if look.host_counters and info:
        ui.label(look.word("page.health.host")).classes("sheet-label")
        shown = [name for name in COUNTERS if name in look.host_counters]
        _facts(
            [(look.word(f"page.counter.{name}"), f"{look.host_counters[name]}") for name in shown]
        )


def _facts(facts: list[tuple[str, str]]) -> None:
    with ui.element("dl").classes("facts"):
        for name, value in facts:
            with ui.element("dt"):
                ui.label(name)
            with ui.element("dd"):
                ui.label(value)
