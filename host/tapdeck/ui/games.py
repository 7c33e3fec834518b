"""What is a game's own in the drawers. What a game does not say is as it is for all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tapdeck.ui.chart import Chart

if TYPE_CHECKING:
    from tapdeck.ui.drawers import Look


@dataclass(frozen=True)
class GamePage:
    """What the drawers of one game show.

    now     the deal that is being played, on the score sheet
    charts  the charts of a match: (key of the title, chart) each
    deals   the table of the ended deals
    end     when the match ends, in one sentence
    result  how the match stands, where it can be said better than the view does, with names
    rules   what the rules drawer has between the game's help and its options
    title   the key of the words above the table of the deals
    none    the key of what is said while there are none

    The help itself is text: the keys `page.help.GAME.1`, `.2` and so on, a paragraph each.
    """

    charts: Callable[[Look], Sequence[tuple[str, Chart]]]
    deals: Callable[[Look], None]
    now: Callable[[Look], None] | None = None
    end: Callable[[Look], str] | None = None
    rules: Callable[[Look], None] | None = None
    result: Callable[[Look], str] | None = None
    title: str = "page.scores.deals"
    none: str = "page.scores.empty"


def page_of(game: str) -> GamePage:
    """The page of a game."""
    # Here, because what they are made of needs this module.
    from tapdeck.ui import cthulhu_wars, cultivation, followers, scores, spooks

    pages = {
        "cthulhu_wars": cthulhu_wars.PAGE,
        "cultivation": cultivation.PAGE,
        "followers": followers.PAGE,
        "spooks": spooks.PAGE,
    }
    return pages.get(game, GamePage(scores.totals_chart, scores.deals_table))
