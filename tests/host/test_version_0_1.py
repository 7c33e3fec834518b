"""Records of version 0.1 are read as they were judged (`tests/data/version_0_1`)."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tapdeck.store import Store
from tapdeck.table import Table
from tests import version_0_1


def _events(table: Table, keys: Iterable[str]) -> list[dict[str, Any]]:
    """What is said of the journal, as far as it was said then; more has come since."""
    return [{key: event[key] for key in keys} for event in table.events()]


@pytest.fixture
def url(tmp_path: Path) -> str:
    return version_0_1.record(tmp_path)


def test_the_game_that_was_on_goes_on(url: str) -> None:
    store = Store(url)
    table = Table(store)
    table.simulated = True
    said = version_0_1.said_of(6)
    assert table.transcript() == said["transcript"]
    assert _events(table, said["events"][0]) == said["events"]
    view = table.view()
    for key in ("game", "seats", "turn", "phase", "trick", "tokens", "totals", "rounds", "calls"):
        assert view[key] == said["view"][key], key
    store.close()


def test_nothing_is_missing_from_its_journals(url: str) -> None:
    store = Store(url)
    for number in version_0_1.GAMES:
        said = version_0_1.said_of(number)
        entries = store.entries(number)
        assert [entry.seq for entry in entries] == [event["seq"] for event in said["events"]]
        assert [entry.ok for entry in entries] == [event["ok"] for event in said["events"]]
    assert [entry.line for entry in store.unplaced(1)] == ["1 great", "2 nocall"]
    assert [deck.name for deck in store.decks()] == ["simulated", "our hand-made deck"]
    store.close()
