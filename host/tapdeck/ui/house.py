"""What the pages share in one running application: the table, its visitors, its watchers."""

from __future__ import annotations

import threading
from typing import Any

from tapdeck.parts import Parts
from tapdeck.table import Table
from tapdeck.ui.feed import Feed
from tapdeck.ui.visitors import Visitors
from tapdeck.ui.watchers import Watchers


class House:
    """Made at the first request, when the application has its parts."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.language: str = parts.settings.language
        self.visitors = Visitors(parts.store)
        self._watchers: Watchers | None = None

    @property
    def table(self) -> Table:
        """The table that the page shows."""
        return self.parts.table

    def watchers(self) -> Watchers:
        """Those who watch. Call it in the loop that serves them."""
        if self._watchers is None:
            self._watchers = Watchers(self.table)
        return self._watchers

    def feed(self) -> Feed:
        """The log for drawers. Call it in the same loop."""
        return Feed(self.table, self.watchers())


_making = threading.Lock()


def house_of(app: Any) -> House:
    """The house of an application that runs."""
    with _making:
        if not hasattr(app.state, "house"):
            app.state.house = House(app.state.parts)
        house: House = app.state.house
        return house
