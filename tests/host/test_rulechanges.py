"""Rules that change under an unfinished deal: nothing drops out without a word."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from shared_rules import packs
from tapdeck import rules
from tapdeck.actors import DEVICE, PLAYER, THIS_MACHINE, Actor
from tapdeck.permission import Forbidden
from tapdeck.rules import followers
from tapdeck.store import Store
from tapdeck.table import Table, TableError

LINES = ("1 play NB", "2 play AH AS 2H 2S", "3 pass", "4 play 3H 3S 4H 4S", "1 pass")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(f"sqlite:///{(tmp_path / 'record.sqlite').as_posix()}")


@pytest.fixture
def played(store: Store) -> Table:
    table = Table(store)
    table.start_game("followers", ("Ann", "Bo", "Cy", "Di"), by=THIS_MACHINE)
    for line in LINES:
        assert table.act(line, THIS_MACHINE).ok
    return table


def without_aa22(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules that know no AA22; and a version of their own."""
    check, codes = followers.check, packs.codes("followers")

    def stricter(state: Any, action: Any) -> str | None:
        ranks = {codes[card][0] for card in action.cards}
        if action.verb == "play" and ranks == {"A", "2"}:
            return "not_a_combination"
        return check(state, action)

    monkeypatch.setattr(followers, "check", stricter)
    monkeypatch.setattr(followers, "VERSION", followers.VERSION + 1)


def facts(table: Table) -> Any:
    view = table.view()
    rows = [(row["line"], row["reason_now"]) for row in table.events()]
    return view["top"], view["turn"], [seat["count"] for seat in view["seats"]], rows[:5]


def test_a_game_knows_the_version_of_its_rules(played: Table) -> None:
    assert played.game is not None
    assert played.game.setup["rules"] == followers.VERSION
    assert all(rules.full(name).VERSION >= 1 for name in rules.NAMES)
    assert played.view()["rules_differ"] is None
    with pytest.raises(TableError, match="nothing_differs"):
        played.decide_rules(True, THIS_MACHINE)


def test_what_was_accepted_stands_until_the_host_decides(
    store: Store, played: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = facts(played)
    without_aa22(monkeypatch)
    again = Table(store)
    assert facts(again) == before
    differ = again.view()["rules_differ"]
    assert (differ["then"], differ["now"], differ["decided"]) == (1, 2, None)
    [entry] = differ["entries"]
    assert entry["seq"] == 2
    assert (entry["then"], entry["now"], entry["stands"]) == (None, "not_a_combination", True)
    assert "judged_anew" in {notice["code"] for notice in again.view()["notices"]}
    with pytest.raises(Forbidden):
        again.decide_rules(True, Actor(DEVICE, "phone", PLAYER))


def test_kept_it_is_not_asked_again_and_play_goes_on(
    store: Store, played: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = facts(played)
    without_aa22(monkeypatch)
    Table(store).decide_rules(True, THIS_MACHINE)
    again = Table(store)
    assert facts(again) == before
    assert again.view()["rules_differ"]["decided"] == "keep"
    assert "judged_anew" not in {notice["code"] for notice in again.view()["notices"]}
    assert again.act("2 pass", THIS_MACHINE).ok
    assert again.act("undo", THIS_MACHINE).ok
    assert facts(again) == before
    assert again.events() == Table(store).events()


def test_adopted_the_newer_rules_count_for_the_whole_game(
    store: Store, played: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_aa22(monkeypatch)
    again = Table(store)
    seen = again.log().count
    assert again.decide_rules(False, THIS_MACHINE).ok
    # Whoever follows the log is told all of it anew.
    assert [row.seq for row in again.log(seen=seen).rows] == list(range(1, seen + 2))
    for table in (again, Table(store)):
        view = table.view()
        assert view["rules_differ"] is None
        assert view["top"]["reading"] == "single NB"
        assert [seat["count"] for seat in view["seats"]] == [14, 15, 15, 15]
        assert table.events()[1]["reason_now"] == "not_a_combination"
        assert table.events()[-1]["text"]["en"] == "Today's rules count for the whole game."


def test_what_was_refused_stays_refused(
    store: Store, played: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other way round: rules that allow more."""
    assert not played.act("3 pass", THIS_MACHINE).ok
    before = facts(played)
    check = followers.check

    def milder(state: Any, action: Any) -> str | None:
        reason = check(state, action)
        return None if reason == "not_your_turn" and action.verb == "pass" else reason

    monkeypatch.setattr(followers, "check", milder)
    again = Table(store)
    assert facts(again) == before
    [entry] = again.view()["rules_differ"]["entries"]
    assert (entry["seq"], entry["then"], entry["now"]) == (6, "not_your_turn", None)
    assert again.events()[-1]["reason_now"] == "not_your_turn"
