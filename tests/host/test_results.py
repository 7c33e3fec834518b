"""No stored game changes its score when rules change later: the difference is shown, and asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from shared_rules import followers_moves as moves
from shared_rules import followers_score as score
from tapdeck import transcript
from tapdeck.actors import THIS_MACHINE
from tapdeck.results import totals
from tapdeck.store import Results, Store
from tapdeck.table import Table, TableError
from tapdeck.texts import say

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(f"sqlite:///{tmp_path / 'record.sqlite'}")


def play(table: Table, name: str) -> None:
    """A golden game at a table."""
    text = (PLAYTHROUGHS / f"followers_{name}.txt").read_text(encoding="utf-8")
    read = transcript.parse(text)
    table.start_game(
        "followers", read.setup.names, dict(read.setup.options), read.setup.first, by=THIS_MACHINE
    )
    for _, line in read.actions:
        table.act(line, THIS_MACHINE)


def newer(monkeypatch: pytest.MonkeyPatch, **values: Any) -> None:
    """Rules that give other points."""
    for name, value in values.items():
        monkeypatch.setattr(score, name, value)


@pytest.fixture
def played(store: Store) -> Table:
    table = Table(store)
    play(table, "double_finish")
    return table


def stored(store: Store, table: Table) -> list[dict[str, Any]]:
    assert table.game is not None
    return store.deals(table.game.id)


def test_the_same_rules_give_the_same_and_nothing_is_asked(store: Store, played: Table) -> None:
    again = Table(store)
    assert again.view()["results_differ"] is None
    with pytest.raises(TableError, match="nothing_differs"):
        again.settle(True, THIS_MACHINE)


def test_newer_rules_change_no_stored_result_and_ask(
    store: Store, played: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Field fault: an updated rule changes the score of a stored game."""
    before, deals = played.view(), stored(store, played)
    newer(monkeypatch, DOUBLE_POINTS=333)
    again = Table(store)
    shown = again.view()
    assert (shown["rounds"], shown["totals"]) == (before["rounds"], before["totals"])
    differ = shown["results_differ"]
    assert differ["stored"]["rounds"] == deals
    assert differ["stored"]["totals"] == before["totals"]
    assert sorted(differ["now"]["totals"].values())[-1] - max(before["totals"].values()) == 133
    assert differ["decided"] is False
    assert "Keep the stored result" in differ["text"]["en"]
    assert "results" in [notice["code"] for notice in shown["notices"]]
    assert stored(store, again) == deals


def test_a_kept_result_stays_and_is_not_asked_again(
    store: Store, played: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    deals = stored(store, played)
    newer(monkeypatch, DOUBLE_POINTS=333)
    again = Table(store)
    assert say("en", again.settle(True, THIS_MACHINE).text) == "The stored results are kept."
    assert stored(store, again) == deals
    for table in (again, Table(store)):
        shown = table.view()
        assert shown["results_differ"]["decided"] is True
        assert shown["rounds"] == deals
        assert "results" not in [notice["code"] for notice in shown["notices"]]
    # Rules that give yet another result ask again.
    newer(monkeypatch, DOUBLE_POINTS=444)
    assert Table(store).view()["results_differ"]["decided"] is False


def test_an_adopted_result_is_stored(
    store: Store, played: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer(monkeypatch, DOUBLE_POINTS=333)
    again = Table(store)
    now = again.view()["results_differ"]["now"]
    assert again.settle(False, THIS_MACHINE).ok
    assert stored(store, again) == now["rounds"]
    assert again.view()["results_differ"] is None
    assert again.view()["totals"] == now["totals"]
    assert Table(store).view()["results_differ"] is None
    # The decision is an entry of the journal like any other; it changes nothing else.
    assert Table(store).events()[-1]["line"].startswith("results adopt ")
    assert "results" not in again.transcript()


def test_a_game_that_goes_on_keeps_its_ended_deals(
    store: Store, played: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    deals = stored(store, played)
    newer(monkeypatch, DOUBLE_POINTS=333)
    again = Table(store)
    assert again.act("new", THIS_MACHINE).ok
    assert again.act("1 play NB", THIS_MACHINE).ok
    assert stored(store, again) == deals
    assert again.view()["totals"] == played.view()["totals"]
    # Another double finish, by the newer rules.
    read = transcript.parse(
        (PLAYTHROUGHS / "followers_double_finish.txt").read_text(encoding="utf-8")
    )
    again.act("undo", THIS_MACHINE)
    for _, line in read.actions:
        again.act(line, THIS_MACHINE)
    both = stored(store, again)
    assert len(both) == 2
    assert both[0] == deals[0]
    assert max(both[1]["points"].values()) - max(both[0]["points"].values()) == 133
    assert again.view()["rounds"] == both


def test_a_kept_deal_that_is_corrected_has_todays_result(
    store: Store, played: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    [before] = stored(store, played)
    newer(monkeypatch, DOUBLE_POINTS=333)
    again = Table(store)
    again.settle(True, THIS_MACHINE)
    first = next(event["seq"] for event in again.events() if event["line"].endswith("play NB"))
    again.act("new", THIS_MACHINE)
    assert (
        again.correct(first, "effect tokens +1", THIS_MACHINE).reason is None
    )  # all that followed falls away
    assert stored(store, again) == []
    assert again.act("undo", THIS_MACHINE).ok
    assert stored(store, again) == [before]


def test_a_finished_match_keeps_its_winner(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(store)
    play(table, "tokens")
    before = table.view()
    assert before["finished"]
    monkeypatch.setattr(moves, "MATCH_TOKENS", 99)
    again = Table(store)
    shown = again.view()
    assert (shown["finished"], shown["winner"]) == (True, before["winner"])
    assert shown["results_differ"]["now"]["finished"] is False
    assert shown["results_differ"]["stored"]["winner"] == before["winner"]
    game = again.game
    assert game is not None
    assert game.finished is not None
    assert game.winner == before["winner"]


def test_lines_that_newer_rules_cannot_read_are_kept(
    store: Store, played: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    deals = stored(store, played)
    from tapdeck.rules import LineError, followers_lines

    parse = followers_lines.parse

    def stricter(line: str, absent: bool) -> Any:
        if line.endswith("pass"):
            raise LineError("wrong.line_verb", verb="pass")
        return parse(line, absent)

    monkeypatch.setattr(followers_lines, "parse", stricter)
    again = Table(store)
    shown = again.view()
    assert shown["rounds"] == deals
    # What can be carried out stands as it did; what is no action any more is told as such.
    stands = {each["stands"] for each in shown["rules_differ"]["entries"]}
    assert False in stands
    assert shown["rules_differ"]["decided"] is None
    assert len(again.events()) == len(played.events())


def test_totals_are_the_sums_of_points() -> None:
    deals = ({"points": {"1": 5, "2": 95}}, {"points": {"1": -100, "2": 0}})
    assert totals(Results(1, deals)) == {"1": -95, "2": 95}
    assert totals(Results(1)) == {}
