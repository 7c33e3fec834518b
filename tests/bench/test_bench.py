"""The measurements run and give numbers. Bounds are looked at by people, in `make bench`."""

from __future__ import annotations

import pytest

from tests.bench import __main__ as bench
from tests.bench import classification, core, journal, readers, rules, undo
from tests.bench.record import Record, best, percentile
from tests.micropython import requires_micropython


def test_a_budget_is_a_ceiling_or_a_floor() -> None:
    assert Record("time", 5, "ms", 5).within is True
    assert Record("time", 6, "ms", 5).within is False
    assert Record("speed", 6, "/s", 5, at_least=True).within is True
    assert Record("speed", 4, "/s", 5, at_least=True).within is False
    assert Record("for information", 4, "/s").within is None


def test_the_percentile_is_a_sample_and_the_best_the_highest() -> None:
    assert percentile([float(n) for n in range(1, 101)]) == 95
    assert percentile([3.0]) == 3
    assert percentile([1.0, 2.0]) == 2
    speeds = iter([2.0, 7.0, 5.0])
    assert best(lambda: next(speeds), 3) == 7


@requires_micropython
def test_cycles_and_allocation_of_the_readers_are_exact() -> None:
    """Counts, not times: these may not be over."""
    records = readers.measure()
    assert [record.what for record in records if record.within is False] == []


def test_deals_and_classification_give_speeds() -> None:
    deals = rules.measure(deals=2, peers=0, rounds=1)
    plays = classification.measure(count=500, peers=False)
    assert all(record.measured > 0 for record in deals + plays)


def test_undos_are_timed_in_journals_of_any_length() -> None:
    records = undo.measure(lengths=(10, 20), times=3, lines=(30, 60))
    assert all(record.measured > 0 for record in records)


def test_a_prepared_deal_is_whole() -> None:
    verbs = [action.verb for action in rules.prepared(1)]
    assert verbs[:4] == ["deal"] * 4
    assert verbs.count("give") == 12
    assert verbs.count("nocall") == 8


def test_events_are_taken_in() -> None:
    assert all(record.measured > 0 for record in journal.measure(events=70, rounds=1))


@requires_micropython
def test_the_core_runs_on_micropython() -> None:
    assert core.measure(count=1)[0].measured > 0


def test_one_that_is_over_or_fails_is_printed_and_no_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(rules, "measure", lambda: [Record("deals", 3, "/s", 5, at_least=True)])
    monkeypatch.setattr(journal, "measure", lambda: 1 // 0)
    assert bench.main(["rules", "journal"]) == 0
    said = capsys.readouterr()
    assert "over" in said.out
    assert "failed" in said.out
    assert "ZeroDivisionError" in said.err


def test_an_unknown_measurement_is_named_with_those_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        bench.main(["nonsense"])
    assert "readers, memory" in capsys.readouterr().err
