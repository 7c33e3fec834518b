"""The drawers: what happened, the score sheet, the rules in force, the health of the board."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from nicegui import ui

from tapdeck.texts import t
from tapdeck.ui.controls import button
from tapdeck.ui.lines import line_in_words

NEWEST = 80  # lines of the log
READERS = {"o": "fine", "s": "sick", "x": "dead"}
COUNTERS = ("sent", "resent", "corrupt", "skipped", "rtt", "scan", "heap", "waiting")
TYPES = (
    "single",
    "pair",
    "adjacent_pairs",
    "triple",
    "straight",
    "full_house",
    "four",
    "straight_flush",
    "jokers",
)


@dataclass(frozen=True)
class Look:
    """What a drawer shows: the view for this device, and what else it asked for."""

    language: str
    view: dict[str, Any]
    board: dict[str, Any]
    host_counters: dict[str, Any]
    events: list[dict[str, Any]]
    act: Callable[[str], Awaitable[None]]

    @property
    def state(self) -> object:
        """Equal for looks that show the same."""
        return repr((self.view, self.board, self.host_counters, len(self.events)))

    def word(self, key: str, **facts: object) -> str:
        """A sentence in the device's language."""
        return t(self.language, key, **facts)

    @property
    def names(self) -> list[str]:
        """The players' names, from seat 1 on."""
        return [seat["name"] for seat in self.view.get("seats", [])]


def log(look: Look) -> None:
    """What happened, the newest first, with taking back."""
    if look.view.get("can_undo"):
        with ui.row().classes("sheet-does"):
            button(look.word("page.log.undo"), lambda: look.act("undo"))
    if not look.events:
        ui.label(look.word("page.log.empty"))
        return
    with ui.element("ol").classes("log"):
        for event in reversed(look.events[-NEWEST:]):
            kind = "voided" if event["voided"] else "good" if event["ok"] else "bad"
            with ui.element("li").classes(kind):
                at = datetime.fromtimestamp(event["at"] / 1000).strftime("%H:%M")
                ui.label(f"{event['seq']}").classes("seq")
                with ui.column().classes("what"):
                    ui.label(line_in_words(look.language, event["line"], look.names))
                    source = look.word(f"page.log.{event['source']}")
                    notes = [at, source]
                    if kind != "good":
                        notes.append(look.word(f"page.log.{kind}"))
                    if kind == "bad" and event.get("text"):
                        notes.append(event["text"][look.language])
                    if event["conflict"]:
                        notes.append(look.word("page.log.conflict"))
                    ui.label(" · ".join(notes)).classes("quiet-words")


def scores(look: Look) -> None:
    """The score sheet of the deals."""
    view = look.view
    if not view.get("totals"):
        ui.label(look.word("page.empty.game.words"))
        return
    teams = {
        str(team): " + ".join(seat["name"] for seat in view["seats"] if seat["team"] == team)
        for team in (1, 2)
    }
    with ui.element("div").classes("scroller"), ui.element("table").classes("score-sheet"):
        with ui.element("thead"), ui.element("tr"):
            for head in (look.word("sheet.deal"), *teams.values(), look.word("tokens")):
                _cell(head, "th")
        with ui.element("tbody"):
            for number, each in enumerate(view["rounds"], 1):
                with ui.element("tr"):
                    _cell(str(number))
                    for team in teams:
                        _cell(f"{each['points'][team]:+d}")
                    _cell(str(each["tokens"]))
                with ui.element("tr").classes("notes"), ui.element("td").props("colspan=4"):
                    for note in _notes(look, each):
                        ui.label(note).classes("quiet-words")
        with ui.element("tfoot"), ui.element("tr"):
            _cell(look.word("totals"))
            for team in teams:
                _cell(str(view["totals"][team]))
            _cell(f"{view['tokens']}/{view['tokens_end']}")
    if not view["rounds"]:
        ui.label(look.word("page.scores.empty")).classes("quiet-words")
    ui.label(
        look.word("page.scores.end", points=view["points_end"], tokens=view["tokens_end"])
    ).classes("quiet-words")
    ui.label(view["result_text"][look.language])


def _notes(look: Look, each: dict[str, Any]) -> list[str]:
    out = ", ".join(look.names[seat - 1] for seat in each["out"])
    notes = [f"{look.word('sheet.out')}: {out or '–'}"]
    if each["double"]:
        notes.append(look.word("deal.double"))
    for call in each["calls"]:
        outcome = "call.made" if call["made"] else "call.failed"
        name = look.word(f"call.{call['call']}")
        notes.append(f"{look.names[call['seat'] - 1]}: {look.word(outcome, call=name)}")
    return notes


def _cell(text: str, tag: str = "td") -> None:
    with ui.element(tag):
        ui.label(text)


def rules(look: Look) -> None:
    """The rules in force: how plays beat each other, and the options of this game."""
    view = look.view
    if not view.get("options"):
        ui.label(look.word("page.empty.game.words"))
        return
    ui.label(view["name"][look.language]).classes("sheet-label big")
    ui.label(look.word("page.rules.aim"))
    ui.label(look.word("page.rules.beats")).classes("sheet-label")
    with ui.element("ol").classes("types"):
        for name in TYPES:
            with ui.element("li"):
                ui.label(look.word(f"type.{name}"))
                ui.label(look.word(f"page.rules.{name}")).classes("quiet-words")
    ui.label(look.word("page.rules.options")).classes("sheet-label")
    for option in view["options"]:
        with ui.column().classes("rule" if option["default"] else "rule changed"):
            ui.label(option["title"][look.language]).classes("quiet-words")
            ui.label(option["text"][look.language])


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
