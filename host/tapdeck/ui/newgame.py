"""The dialog that starts a game: which, who sits where, who is first, which rules, and what else
the game's headers ask for. What is filled in stays until a game has started with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from nicegui import events, run, ui

from shared_rules import games
from tapdeck import limits
from tapdeck.errors import SaidError
from tapdeck.house import GameRules
from tapdeck.rules import CODES, LINES, NUMBER, NUMBERS, Field
from tapdeck.store import StoredGame
from tapdeck.table import TableError
from tapdeck.texts import SENTENCES, say
from tapdeck.ui import drawers
from tapdeck.ui.controls import button, whole
from tapdeck.ui.newgame_form import Form

if TYPE_CHECKING:
    from tapdeck.ui.sheets import Sheets

SHOWN = games.NAMES
MOST_MISTAKES = 8  # in a text; more of them would bury the rest of the dialog


class NewGame:
    """Builds the dialog into a sheet, and starts the game."""

    def __init__(self, sheets: Sheets) -> None:
        self.sheets = sheets
        self.word = sheets.word
        self._forms: dict[str, Form] = {}
        self._after: int | None = None  # the game that was on when the forms were made
        self._open: set[str] = set()  # the folds that are open

    def build(self, body: ui.column) -> None:
        """Make the dialog. Names and options begin as they are in the game that is on."""
        game = self.sheets.house.table.game
        if self._after != (game.id if game else None):
            self._forms.clear()
            self._after = game.id if game else None
        kinds = {name: self.word(f"game.{name}") for name in SHOWN}
        with body:
            self._game = ui.select(
                kinds,
                value=next(reversed(self._forms), game.game if game else SHOWN[0]),
                label=self.word("page.new.game"),
                on_change=lambda: self._fill(),
            ).props("outlined")
            self._rest = ui.column().classes("sheet-body")
            self._wrong = ui.label().classes("wrong").props('role="alert"')
            if game is not None and not self.sheets.house.table.view().get("finished"):
                ui.label(self.word("page.new.instead")).classes("quiet-words")
            with ui.row().classes("sheet-does sheet-foot"):
                button(self.word("page.new.start"), self._start).classes("strong")
                button(self.word("page.cancel"), self.sheets.close)
        self._fill()

    # What is filled in

    def _form(self, name: str, usual: GameRules) -> Form:
        """The form of a game, begun with what is known: the game that is on, names typed so far."""
        if name in self._forms:
            return self._forms[name]
        before = self.sheets.house.table.game
        names: list[str] = []
        if self._forms:
            names = next(reversed(self._forms.values())).names
        elif before is not None:
            names = list(before.names)
        if before is None or before.game != name:
            return Form(name, names, usual.options)
        return _again(before, names)

    def _fill(self) -> None:
        name = str(self._game.value)
        self._wrong.set_visibility(False)
        usual = GameRules()
        try:
            usual = self.sheets.house.table.house(name)
        except TableError as error:  # a mistake in the file of the house rules
            self._tell(error)
        # The form in use is the last one.
        self.form = self._form(name, usual)
        self._forms.pop(name, None)
        self._forms[name] = self.form
        self._rest.clear()
        with self._rest:
            self._seats()
            if f"page.new.note.{name}" in SENTENCES["en"]:
                ui.label(self.word(f"page.new.note.{name}")).classes("quiet-words")
            self._first: ui.select | None = None
            if self.form.full.FIRST:
                self._first = ui.select(
                    self._choices(),
                    value=self.form.dealer,
                    label=self.word(f"page.new.{self.form.full.FIRST}"),
                    on_change=lambda event: setattr(self.form, "first", int(event.value)),
                ).props("outlined")
            for field in self.form.full.FORM:
                if field.kind == NUMBER:
                    self._number(field)
                elif field.kind == LINES:
                    self._text(field)
            self._numbers()
            self._rules(usual)
            self._agreed = ui.label().classes("agreed")
        self._agree()

    def _seats(self) -> None:
        """A field for each name, with what else a seat chooses, and seats that come and go."""
        form = self.form
        fewest, most = form.limits
        codes = [field for field in form.full.FORM if field.kind == CODES]
        self._chosen: dict[tuple[str, int], ui.select] = {}
        ui.label(self.word("page.new.names")).classes("sheet-label")
        bare = fewest == most and not codes
        with ui.element("div").classes("sheet-names" if bare else "sheet-body"):
            for seat in range(1, len(form.names) + 1):
                line = ui.element("div").classes("" if bare else "sheet-line")
                with line.style("" if bare else "flex-wrap: nowrap"):
                    self._name(seat)
                    for field in codes:
                        self._code(field, seat)
                    if len(form.names) > fewest:
                        called = form.called(self.sheets.language)[seat - 1]
                        away = button("", partial(self._seat_goes, seat), icon="close")
                        away.props("flat round").classes("quiet")
                        # Within a text of props a name could be props of its own.
                        away.props["aria-label"] = self.word("page.new.remove", seat=called)
        if len(form.names) < most:
            button(self.word("page.new.add"), self._seat_comes, icon="add")
        elif len(form.names) > most:
            ui.label(self.word("page.new.more", most=most)).classes("wrong")

    def _name(self, seat: int) -> None:
        ui.input(
            self.word("page.new.seat", seat=seat),
            value=self.form.names[seat - 1],
            placeholder=self.word("seat", seat=seat),
            on_change=lambda event: self._rename(seat, str(event.value or "")),
        ).props(f"outlined dense stack-label maxlength={limits.NAME}")

    def _code(self, field: Field, seat: int) -> None:
        self._chosen[field.header, seat] = ui.select(
            {code: self.word(field.words + code) for code in field.codes},
            value=self.form.said[field.header][seat - 1],
            label=self.word(f"header.{field.header}"),
            on_change=lambda event: self._choose(field, seat, str(event.value)),
        ).props("outlined dense")

    def _number(self, field: Field) -> None:
        ui.number(
            self.word(f"header.{field.header}"),
            value=_whole(self.form.said[field.header]),
            min=field.fewest,
            max=field.most,
            precision=0,
            on_change=lambda event: self.form.said.update({field.header: _digits(event.value)}),
        ).props("outlined")

    def _numbers(self) -> None:
        """What each seat begins with, folded away: as a rule it is as usual."""
        fields = [field for field in self.form.full.FORM if field.kind == NUMBERS]
        self._headings: list[ui.label] = []
        if not fields:
            return
        with self._fold("page.new.numbers"):
            for seat, called in enumerate(self.form.called(self.sheets.language), 1):
                self._headings.append(ui.label(called).classes("sheet-label"))
                with ui.element("div").classes("sheet-line"):
                    for field in fields:
                        ui.number(
                            self.word(f"header.{field.header}"),
                            value=_whole(self.form.said[field.header][seat - 1]),
                            min=field.fewest,
                            max=field.most,
                            precision=0,
                            on_change=partial(self._begin_with, field, seat),
                        ).props("outlined dense")

    def _text(self, field: Field) -> None:
        """A text of one's own, checked by line as it is typed."""
        with self._fold(f"header.{field.header}"):
            ui.label(self.word("page.new.text.usual")).classes("quiet-words")
            label = self.word(f"header.{field.header}")
            area = ui.textarea(value=self.form.said[field.header]).props(
                f'outlined rows=8 debounce=300 spellcheck=false aria-label="{label}"'
            )
            found = ui.column().classes("sheet-body").props('role="status"')
            area.on_value_change(lambda event: self._said(field, str(event.value or ""), found))
            with ui.element("div").classes("sheet-does"):
                button(self.word("page.new.text.put"), lambda: area.set_value(field.usual))
            ui.upload(
                label=self.word("page.new.text.file"),
                auto_upload=True,
                max_file_size=limits.DECK,
                on_upload=partial(self._from_file, area),
                on_rejected=lambda: self._tell(SaidError("page.new.text.long")),
            ).props("flat bordered").style("width: 100%")
        self._said(field, self.form.said[field.header], found)

    def _rules(self, usual: GameRules) -> None:
        """The game's options, and the house rules in words."""
        self._options: dict[str, ui.radio] = {}
        view = self.form.full.house_view(usual.rules)
        if not self.form.full.OPTIONS and not view:
            return
        with self._fold("page.new.options"):
            for option, values in self.form.full.OPTIONS:
                ui.label(self.word(f"option.{option}")).classes("sheet-label")
                self._options[option] = ui.radio(
                    {value: self._option_words(option, value, values) for value in values},
                    value=self.form.options[option],
                    on_change=lambda event, option=option: self._opt(option, str(event.value)),
                )
            drawers.house(self.sheets.language, view)
            if "roles" in view:
                self._roles(view["roles"])

    def _roles(self, roles: list[dict[str, Any]]) -> None:
        language = self.sheets.language
        ui.label(self.word("page.new.roles")).classes("sheet-label")
        if not roles:
            ui.label(self.word("page.new.no_roles")).classes("quiet-words")
        for role in roles:
            with ui.column().classes("rule changed"):
                ui.label(f"{role['name'][language]} ({role['trigger_text'][language]})").classes(
                    "quiet-words"
                )
                if role["text"][language]:
                    ui.label(role["text"][language])
                for effect in role["effects_text"]:
                    ui.label(effect[language])

    def _fold(self, key: str) -> ui.expansion:
        """Something to unfold; it stays as it is when the dialog is filled anew."""
        return ui.expansion(
            self.word(key),
            value=key in self._open,
            on_value_change=lambda event: (
                self._open.add(key) if event.value else self._open.discard(key)
            ),
        ).classes("options")

    # What changes

    def _rename(self, seat: int, name: str) -> None:
        self.form.names[seat - 1] = name
        if self._first is not None:
            self._first.set_options(self._choices())
        for label, called in zip(
            self._headings, self.form.called(self.sheets.language), strict=False
        ):
            label.set_text(called)

    def _seat_comes(self) -> None:
        self.form.add()
        self._fill()

    def _seat_goes(self, seat: int) -> None:
        self.form.remove(seat)
        self._fill()

    def _choose(self, field: Field, seat: int, code: str) -> None:
        self.form.choose(field, seat, code)
        for (header, other), select in self._chosen.items():
            if header == field.header:  # the seat that had it has another now
                select.set_value(self.form.said[header][other - 1])

    def _begin_with(
        self, field: Field, seat: int, event: events.ValueChangeEventArguments[Any]
    ) -> None:
        self.form.said[field.header][seat - 1] = _digits(event.value)

    def _said(self, field: Field, text: str, found: ui.column) -> None:
        """Keep a text, and say what is wrong with it."""
        self.form.said[field.header] = text
        found.clear()
        if not text.strip():
            return
        mistakes = field.check(text)
        with found:
            for line, why in mistakes[:MOST_MISTAKES]:
                words = say(self.sheets.language, why)
                ui.label(self.word("page.new.text.line", line=line, why=words)).classes("wrong")
            if not mistakes:
                ui.label(self.word("page.new.text.good")).classes("quiet-words")

    async def _from_file(self, area: ui.textarea, event: events.UploadEventArguments) -> None:
        event.sender.reset()  # type: ignore[attr-defined]
        try:
            text = await event.file.text("utf-8-sig")
        except UnicodeDecodeError:
            self._tell(SaidError("page.new.text.unreadable", name=event.file.name))
            return
        area.set_value(text)

    def _opt(self, option: str, value: str) -> None:
        before = self.form.limits
        self.form.options[option] = value
        if self.form.limits != before:
            self._fill()
        self._agree()

    def _agree(self) -> None:
        """Say in small words which rules will be in force that are not the usual ones."""
        changed = [
            self.word(f"option.{option}.{self.form.options[option]}")
            for option, values in self.form.full.OPTIONS
            if self.form.options[option] != values[0]
        ]
        words = self.word("page.rules.usual")
        if changed:
            words = self.word("page.rules.changed", rules=" ".join(changed))
        self._agreed.set_text(words)

    def _tell(self, error: TableError | SaidError) -> None:
        self._wrong.set_text(say(self.sheets.language, error.text))
        self._wrong.set_visibility(True)

    def _option_words(self, option: str, value: str, values: tuple[str, ...]) -> str:
        words = self.word(f"option.{option}.{value}")
        return f"{words} {self.word('page.new.default')}" if value == values[0] else words

    def _choices(self) -> dict[int, str]:
        return dict(enumerate(self.form.called(self.sheets.language), 1))

    async def _start(self) -> None:
        form, table = self.form, self.sheets.house.table
        names = form.called(self.sheets.language)
        try:
            await run.io_bound(
                lambda: table.start_game(
                    form.game,
                    names,
                    form.options,
                    form.first,
                    headers=form.headers(),
                    by=self.sheets.actor,
                )
            )
        except TableError as error:
            self._tell(error)
            return
        self._forms.clear()
        self._after = None
        self.sheets.close()


def _again(before: StoredGame, names: list[str]) -> Form:
    """The form of the game that is on."""
    form = Form(before.game, names, before.options)
    first = int(before.setup["first"])
    form.first = first if form.full.FIRST and first != form.dealer else None
    headers: Mapping[str, str] = before.setup.get("headers", {})
    for field in form.full.FORM:
        form.fill(field, headers.get(field.header, ""))
    return form


def _whole(word: str) -> int | None:
    return int(word) if word else None


def _digits(value: float | None) -> str:
    return "" if value is None else str(whole(value))
