"""The dialog that starts a game: which, who, who is the oldest, which rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nicegui import run, ui

from tapdeck import rules
from tapdeck.house import GameRules
from tapdeck.table import TableError
from tapdeck.texts import say
from tapdeck.ui import drawers
from tapdeck.ui.controls import button

if TYPE_CHECKING:
    from tapdeck.ui.sheets import Sheets

# The games that the page can show and enter. The others are kept and scored as lines so far.
SHOWN = ("followers",)


class NewGame:
    """Builds the dialog into a sheet, and starts the game."""

    def __init__(self, sheets: Sheets) -> None:
        self.sheets = sheets
        self.word = sheets.word
        self._names: list[ui.input] = []
        self._options: dict[str, ui.radio] = {}

    def build(self, body: ui.column) -> None:
        """Make the dialog. Names and options begin as they are in the game that is on."""
        game = self.sheets.house.table.game
        kinds = {name: self.word(f"game.{name}") for name in SHOWN}
        with body:
            self._game = ui.select(
                kinds,
                value=game.game if game and game.game in kinds else next(iter(kinds)),
                label=self.word("page.new.game"),
                on_change=lambda: self._fill(),
            ).props("outlined")
            self._rest = ui.column().classes("sheet-body")
            self._wrong = ui.label().classes("wrong").props('role="alert"')
            self._wrong.set_visibility(False)
            if game is not None and not self.sheets.house.table.view().get("finished"):
                ui.label(self.word("page.new.instead")).classes("quiet-words")
            with ui.row().classes("sheet-does sheet-foot"):
                button(self.word("page.new.start"), self._start).classes("strong")
                button(self.word("page.cancel"), self.sheets.close)
        self._fill()

    def _fill(self) -> None:
        game = str(self._game.value)
        full, before = rules.full(game), self.sheets.house.table.game
        same = before if before is not None and before.game == game else None
        seats = full.SEATS[1]
        try:
            usual = self.sheets.house.table.house(game)
        except TableError as error:  # a mistake in the file of the house rules
            self._tell(error)
            usual = GameRules()
        self._rest.clear()
        self._names, self._options = [], {}
        with self._rest:
            ui.label(self.word("page.new.names")).classes("sheet-label")
            with ui.element("div").classes("sheet-names"):
                for seat in range(1, seats + 1):
                    name = same.names[seat - 1] if same else self.word("seat", seat=seat)
                    label = self.word("page.new.seat", seat=seat)
                    self._names.append(
                        ui.input(label, value=name, on_change=self._rename).props("outlined dense")
                    )
            ui.label(self.word("page.new.teams")).classes("quiet-words")
            self._first = ui.select(
                self._choices(),
                value=int(same.setup.get("first", 1)) if same else 1,
                label=self.word("page.new.oldest"),
            ).props("outlined")
            with ui.expansion(self.word("page.new.options")).classes("options"):
                for option, values in full.OPTIONS:
                    ui.label(self.word(f"option.{option}")).classes("sheet-label")
                    before_it = same.options if same else usual.options
                    chosen = before_it.get(option, values[0])
                    self._options[option] = ui.radio(
                        {value: self._option_words(option, value, values) for value in values},
                        value=chosen,
                        on_change=lambda: self._agree(game),
                    )
                drawers.house(self.sheets.language, full.house_view(usual.rules))
            self._agreed = ui.label().classes("agreed")
        self._agree(game)

    def _agree(self, game: str) -> None:
        """Say in small words which rules will be in force that are not the usual ones."""
        changed = [
            self.word(f"option.{option}.{radio.value}")
            for option, values in rules.full(game).OPTIONS
            if (radio := self._options[option]).value != values[0]
        ]
        words = self.word("page.rules.usual")
        if changed:
            words = self.word("page.rules.changed", rules=" ".join(changed))
        self._agreed.set_text(words)

    def _tell(self, error: TableError) -> None:
        self._wrong.set_text(say(self.sheets.language, error.text))
        self._wrong.set_visibility(True)

    def _option_words(self, option: str, value: str, values: tuple[str, ...]) -> str:
        words = self.word(f"option.{option}.{value}")
        return f"{words} {self.word('page.new.default')}" if value == values[0] else words

    def _choices(self) -> dict[int, str]:
        return {
            seat: str(field.value or "").strip() or self.word("seat", seat=seat)
            for seat, field in enumerate(self._names, 1)
        }

    def _rename(self) -> None:
        if hasattr(self, "_first"):
            self._first.set_options(self._choices())

    async def _start(self) -> None:
        names = list(self._choices().values())
        options: dict[str, Any] = {name: radio.value for name, radio in self._options.items()}
        first = int(self._first.value or 1)
        table, game = self.sheets.house.table, str(self._game.value)
        try:
            await run.io_bound(lambda: table.start_game(game, names, options, first))
        except TableError as error:
            self._tell(error)
            return
        self.sheets.close()
