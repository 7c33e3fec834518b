"""Drawers and dialogs around the picture. One is open at a time; each is built when it is asked
for, and a drawer that shows what changes follows the table while it is open.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from nicegui import run, ui

from tapdeck.actors import GUEST, HOST, Actor
from tapdeck.rules import LineError
from tapdeck.setup import shown_names
from tapdeck.table import PUBLIC, TableError, Viewer
from tapdeck.texts import LANGUAGES, Text, say, t
from tapdeck.ui import drawers, log, people, scores
from tapdeck.ui.controls import button, choice, whole
from tapdeck.ui.house import House
from tapdeck.ui.newgame import NewGame
from tapdeck.ui.visitors import SUITS, THEMES

DRAWERS: dict[str, Callable[[drawers.Look], None]] = {
    "scores": scores.scores,
    "rules": drawers.rules,
    "health": drawers.health,
}
FOLLOW_SECONDS = 1.0


class Sheets:
    """The sheets of one page. `open(what)` shows one."""

    def __init__(self, house: House, token: str, who: Callable[[], Actor], language: str) -> None:
        self.house = house
        self.token = token
        self._who = who
        self.language = language
        self._kind = ""
        self._shown: object = None
        self._seen = -1  # how often something had changed when the drawer was drawn
        self._new = NewGame(self)
        with ui.dialog().classes("sheet") as self.dialog:
            self._card = ui.column().classes("sheet-card")
        self._timer = ui.timer(FOLLOW_SECONDS, self._follow, active=False)
        self.dialog.on_value_change(self._closed)

    @property
    def actor(self) -> Actor:
        """Who looks at this page, as it is now: it may have joined meanwhile."""
        return self._who()

    def word(self, key: str, **facts: object) -> str:
        """A sentence in this device's language."""
        return t(self.language, key, **facts)

    async def open(self, what: str, seat: int = 0) -> None:
        """Show a drawer or dialog by its name; unknown names do nothing.

        seat  which seat it is about; for `line`, which line of the journal
        """
        if what in DRAWERS:
            self.begin(f"page.bar.{what}" if what != "health" else "page.health", drawer=True)
            self._kind = what
            self._shown, self._seen = None, -1
            await self._follow()
            self._timer.activate()
        elif what == "log":
            self.begin("page.bar.log", drawer=True)
            with self.body:
                ui.element("tapdeck-log")  # it follows the table by itself
        elif what == "new":
            self.begin("page.new")
            self._new.build(self.body)
        elif what == "more":
            self.begin("page.bar.more", drawer=True)
            self._more()
        elif what in ("seat", "sit"):
            self._seat(seat)
        elif what == "invite":
            people.invite(self)
        elif what == "asks":
            people.asks(self, seat)
        elif what == "skill":
            self.skill()
        elif what == "line":
            log.line(self, seat)
        else:
            return
        self.dialog.open()

    def close(self) -> None:
        """Close what is open."""
        self.dialog.close()

    async def act(self, line: str) -> None:
        """Enter a line; a refusal is shown by the picture like every other."""
        try:
            await run.io_bound(self.house.table.act, line, self.actor)
        except TableError as error:
            ui.notify(say(self.language, error.text), type="negative")
        except LineError as error:
            wrong = Text("error.line", {"why": error.text})
            ui.notify(say(self.language, wrong), type="negative")

    async def settle(self, keep: bool) -> None:
        """Decide about results that today's rules would give otherwise."""
        try:
            await run.io_bound(self.house.table.settle, keep, self.actor)
        except TableError as error:  # somebody else has decided meanwhile
            ui.notify(say(self.language, error.text), type="negative")

    async def decide(self, keep: bool) -> None:
        """Decide about entries that today's rules judge otherwise."""
        try:
            await run.io_bound(self.house.table.decide_rules, keep, self.actor)
        except TableError as error:  # somebody else has decided meanwhile
            ui.notify(say(self.language, error.text), type="negative")

    async def use_deck(self) -> None:
        """Let the game go on with its deck as it is now."""
        game = self.house.table.game
        try:
            if game is not None and game.deck_name is not None:
                await run.io_bound(self.house.table.use_deck, game.deck_name, self.actor)
        except TableError as error:
            ui.notify(say(self.language, error.text), type="negative")

    def viewer(self) -> Viewer:
        """What this device may see: its own seats', or what is public."""
        return self.house.table.seen_by(self.actor) or PUBLIC

    def begin(self, title: str, drawer: bool = False, **facts: object) -> None:
        """Empty the dialog, and give it a title; what belongs into it goes into `body`."""
        self._timer.deactivate()
        self._kind = ""
        self.dialog.props("position=right full-height" if drawer else "position=standard")
        if not drawer:
            self.dialog.props(remove="full-height")
        self._card.clear()
        self._card.classes(add="drawer" if drawer else "box", remove="box" if drawer else "drawer")
        with self._card:
            with ui.row().classes("sheet-head"):
                ui.label(self.word(title, **facts)).classes("sheet-title")
                close = button("", self.dialog.close, icon="close")
                close.props(f'flat round aria-label="{self.word("page.close")}"').classes("quiet")
            self.body = ui.column().classes("sheet-body")

    # Inside

    async def _follow(self) -> None:
        """Bring the open drawer up to date, if something it shows has changed."""
        changes = self.house.watchers().changes
        # The board's counters go on without anything that is told.
        if self._kind not in DRAWERS or (self._seen == changes and self._kind != "health"):
            return
        self._seen = changes
        look = await run.io_bound(self._look)
        if look is None or look.state == self._shown or self._kind not in DRAWERS:
            return
        self._shown = look.state
        self.body.clear()
        with self.body:
            DRAWERS[self._kind](look)

    def _look(self) -> drawers.Look:
        table = self.house.table
        view = table.view(self.viewer())
        board = table.board() if self._kind == "health" else {}
        device = self.house.parts.device
        counters = dict(vars(device.counters)) if device and self._kind == "health" else {}
        return drawers.Look(
            self.language,
            view,
            board,
            counters,
            self.act,
            self.open,
            self.settle,
            self.use_deck,
            self.decide,
        )

    def _closed(self, event: Any) -> None:
        if not event.value:
            self._timer.deactivate()
            self._kind = ""

    def _more(self) -> None:
        visitor = self.house.visitors.find(self.token)
        view = self.house.table.view()
        with self.body:
            languages = {lang: t(lang, "language") for lang in LANGUAGES}
            themes = {name: self.word(f"page.theme.{name}") for name in THEMES}
            suits = {name: self.word(f"page.suits.{name}") for name in SUITS}
            for setting, options, value in (
                ("language", languages, self.language),
                ("theme", themes, visitor.theme),
                ("suits", suits, visitor.suits),
            ):
                choice(
                    self.word(f"page.more.{setting}"),
                    options,
                    value,
                    partial(self._change, setting),
                )
            names = self._names(view.get("seats", []))
            if names:
                bottom = visitor.bottom if visitor.bottom in names else 1
                choice(self.word("page.more.bottom"), names, bottom, self._turn)
            with ui.row().classes("sheet-does"):
                if self.actor.role == HOST:
                    button(self.word("page.new"), lambda: self.open("new"))
                if self.actor.role != GUEST:
                    button(self.word("page.hello.sit"), lambda: self.open("sit"))
                prints = f"/print?language={self.language}"
                button(self.word("page.more.print"), lambda: ui.navigate.to(prints, new_tab=True))
            people.role(self)
            ui.label(self.word("page.hello.words")).classes("quiet-words")

    async def _change(self, setting: str, chosen: str) -> None:
        await run.io_bound(lambda: self.house.visitors.change(self.token, **{setting: chosen}))
        ui.navigate.reload()

    async def _turn(self, seat: int) -> None:
        await run.io_bound(lambda: self.house.visitors.change(self.token, bottom=seat))
        ui.run_javascript(f"window.tapdeck.turn({int(seat)})")

    def _seat(self, seat: int) -> None:
        """One seat, or with 0 all of them: sit down, get up, turn the table, enter a play."""
        seats = self.house.table.view().get("seats", [])
        if not seats:
            self.begin("page.hello.sit")
            with self.body:
                ui.label(self.word("page.empty.game.words"))
                button(self.word("page.empty.game.offer"), lambda: self.open("new"))
            return
        names = self._names(seats)
        if seat not in names:
            self.begin("page.hello.sit")
            with self.body:
                ui.label(self.word("page.seat.which"))
                for each, name in names.items():
                    button(name, lambda each=each: self.open("seat", each))
            return
        self.begin("page.seat.title", seat=names[seat])
        holder = self.house.table.holders().get(seat)
        mine = holder == self.actor.key
        with self.body:
            if mine:
                ui.label(self.word("page.seat.yours"))
                button(self.word("page.seat.leave"), lambda: self._leave(seat))
            elif holder is None:
                ui.label(self.word("page.seat.why"))
                sit = button(self.word("page.seat.sit"), lambda: self._sit(seat))
                sit.classes("strong")
            elif holder in self.house.watchers().present():
                ui.label(self.word("page.seat.present"))
                button(self.word("page.seat.ask"), lambda: self._sit(seat))
            elif self.actor.role == HOST:
                ui.label(self.word("page.seat.held"))
                button(self.word("page.seat.take"), lambda: self._sit(seat))
            else:
                ui.label(self.word("page.seat.away"))
            button(self.word("page.seat.turn"), lambda: self._turn_to(seat))
            button(self.word("page.seat.enter"), lambda: self._enter(seat))

    async def _sit(self, seat: int) -> None:
        try:
            await run.io_bound(self.house.table.claim, seat, self.actor)
        except TableError as error:  # it is another's, who has been asked
            ui.notify(say(self.language, error.text))
            return
        await run.io_bound(lambda: self.house.visitors.change(self.token, bottom=seat))
        ui.run_javascript(f"window.tapdeck.turn({seat})")
        self.close()

    async def _leave(self, seat: int) -> None:
        try:
            await run.io_bound(self.house.table.release, seat, self.actor)
        except TableError as error:  # another device holds it by now
            ui.notify(say(self.language, error.text))
        self.close()

    async def _turn_to(self, seat: int) -> None:
        await self._turn(seat)
        self.close()

    def _enter(self, seat: int) -> None:
        ui.run_javascript(f"window.tapdeck.enter({seat})")
        self.close()

    def skill(self, seq: int = 0) -> None:
        """What a card's printed skill (F19) or a destiny role (C14) does: one of a fixed set of
        effects; with `seq` in the place of that line of the journal.
        """
        view = self.house.table.view(self.viewer())
        card = view.get("ask")
        names = self._names(view.get("seats", []))
        roles = view["game"] == "cultivation"
        if roles:
            self.begin("page.cultivation.effect")
        elif seq or not card:
            self.begin("page.line" if seq else "page.rules.skills", number=seq)
        else:
            self.begin("page.skill", card=self.word(f"card.{card}"))
        teams = {
            team: " + ".join(
                each["name"] for each in view.get("seats", []) if each.get("team") == team
            )
            for team in (1, 2)
        }

        async def enter(line: str) -> None:
            await self.act(f"correct {seq} {line}" if seq else line)
            self.close()

        with self.body:
            ui.label(self.word("page.cultivation.effect.words" if roles else "page.skill.words"))
            with ui.row().classes("sheet-line"):
                whose = ui.select(
                    names if roles else teams,
                    value=view.get("ask_seat") or 1,
                    label=self.word("page.skill.who" if roles else "page.skill.team"),
                )
                points = ui.number(
                    self.word("page.skill.points"), value=0, precision=0, step=1 if roles else 5
                )
                button(
                    self.word("page.skill.do"),
                    lambda: enter(f"effect team {whose.value} {whole(points.value):+d}"),
                )
            if not roles:
                self._trick_effects(names, enter)
            button(self.word("page.skill.none"), lambda: enter("effect none"))

    def _names(self, seats: list[dict[str, Any]]) -> dict[int, str]:
        """By seat: who sits there, in the language of the device."""
        return dict(enumerate(shown_names([each["name"] for each in seats], self.language), 1))

    def _trick_effects(
        self, names: dict[int, str], enter: Callable[[str], Awaitable[None]]
    ) -> None:
        """The effects that only a game of tricks has."""
        with ui.row().classes("sheet-line"):
            tokens = ui.number(self.word("tokens"), value=1, precision=0)
            button(
                self.word("page.skill.do"),
                lambda: enter(f"effect tokens {whole(tokens.value):+d}"),
            )
        with ui.row().classes("sheet-line"):
            seat = ui.select(names, value=min(names, default=1), label=self.word("page.skill.who"))
            for what in ("lead", "trick"):
                button(
                    self.word(f"page.skill.{what}"),
                    lambda what=what: enter(f"effect {what} {seat.value}"),
                )
