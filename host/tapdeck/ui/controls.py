"""Small parts of the sheets that look alike everywhere."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from nicegui import ui


def button(text: str, does: Callable[..., Any], icon: str | None = None) -> ui.button:
    """A button in the page's colours; the class `strong` marks the one next step."""
    return ui.button(text, icon=icon, on_click=does, color=None).props("no-caps unelevated")


def whole(value: object, most: int = 9999) -> int:
    """What somebody entered as a whole number from -most to most; what is none counts as 0."""
    number = value if isinstance(value, int | float) and math.isfinite(value) else 0
    return max(-most, min(most, int(number)))


def choice(
    title: str, options: dict[Any, str], value: Any, choose: Callable[[Any], Any]
) -> ui.toggle:
    """A choice between a few things, all of them visible."""
    ui.label(title).classes("sheet-label")
    toggle = ui.toggle(options, value=value, on_change=lambda event: choose(event.value))
    # The colours are those of the style sheet, which goes by `aria-pressed`.
    toggle.props(f'aria-label="{title}" unelevated no-caps toggle-color="" toggle-text-color=""')
    return toggle.classes("choice")


def cell(text: str, tag: str = "td") -> None:
    """A cell of a table, or with `th` a head of one."""
    with ui.element(tag):
        ui.label(text)
