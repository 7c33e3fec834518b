"""The record: what was committed stays, and nothing is in it twice."""

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from tapdeck import schema
from tapdeck.store import Entry, Results, Store, StoredDeck, StoreError


@pytest.fixture
def store(tmp_path):
    store = Store(f"sqlite:///{tmp_path / 'record.sqlite'}")
    store.add_table(1, "Table 1")
    yield store
    store.close()


def game(store, names=("Ann", "Bob", "Cleo", "Dan"), **options):
    return store.new_game(1, "followers", names, options, {"first": 2}, None)


def event(n, line="1 play 5H", boot=1, **rest):
    return Entry(at=1000, source="board", line=line, board="b0a2d", boot=boot, n=n, **rest)


def test_the_tables_are_those_the_migrations_make(store):
    with store._engine.connect() as connection:
        found = compare_metadata(MigrationContext.configure(connection), schema.metadata)
    assert found == []


def test_a_commit_waits_for_the_disk(store):
    with store._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL


def test_entries_come_back_in_order_and_whole(store):
    played = game(store)
    first = Entry(at=5, source="page", line="1 great", ok=True, game_id=played.id, seq=1)
    second = event(
        1,
        game_id=played.id,
        seq=2,
        ok=False,
        reason="too_low",
        age=40,
        version=7,
        board_verdict="ok",
        own_undo=True,
    )
    store.append(1, [first, second])
    assert store.entries(played.id) == [first, second]
    assert store.entries(played.id, after=1) == [second]
    assert second.conflict
    assert not first.conflict


def test_an_event_is_stored_once(store):
    store.append(1, [event(1), event(2)])
    with pytest.raises(StoreError, match="holds this already"):
        store.append(1, [event(3), event(2)])
    assert [entry.n for entry in store.unplaced(1)] == [1, 2]
    assert store.seen("b0a2d", 1, [1, 2, 3]) == {1, 2}
    assert store.seen("b0a2d", 2, [1, 2, 3]) == set()
    assert store.seen("other", 1, [1, 2, 3]) == set()
    assert store.seen("b0a2d", 1, []) == set()


def test_the_position_of_a_board_goes_with_its_events(store):
    store.board_seen("b0a2d", info={"firmware": "1"})
    store.append(1, [event(1), event(2)])
    store.append(1, [event(1, boot=2)])
    store.board_seen("b0a2d", health={"sent": 9})
    board = store.board("b0a2d")
    assert board.acked == {1: 2, 2: 1}
    assert board.info == {"firmware": "1"}
    assert board.health == {"sent": 9}
    assert store.board("nobody") is None


def test_a_game_keeps_its_set_up_and_its_deck_as_they_were(store):
    deck = StoredDeck("mine", "followers", {"04A1": "5H"})
    store.save_deck(deck)
    made = store.new_game(1, "followers", ["Ann", "Bob"], {"eighth": "dog"}, {"first": 3}, deck)
    store.save_deck(StoredDeck("mine", "followers", {"04A1": "6H", "04A2": "pass"}))
    found = store.current_game(1)
    assert found == made
    assert found.names == ("Ann", "Bob")
    assert found.options == {"eighth": "dog"}
    assert found.setup == {"first": 3}
    assert found.deck_tags == {"04A1": "5H"}
    assert store.deck("mine").tags == {"04A1": "6H", "04A2": "pass"}


def test_the_last_game_is_the_one_being_played_and_the_others_stay(store):
    assert store.current_game(1) is None
    first, second = game(store), game(store)
    assert store.current_game(1).id == second.id
    assert store.game(first.id).finished is None
    with pytest.raises(StoreError, match="no game 99"):
        store.game(99)


def test_a_name_stands_in_one_table_only(store):
    game(store)
    game(store)
    with store._engine.connect() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(schema.people)) == 4
        for table in schema.metadata.sorted_tables:
            if table.name != "people":
                rows = connection.execute(sa.select(table)).all()
                assert "Cleo" not in str(rows), table.name


def test_results_are_those_of_the_last_entry(store):
    played = game(store)
    store.append(1, [], Results(played.id, ({"out": [1, 3]}, {"out": [2]}), 77, 2))
    assert store.deals(played.id) == [{"out": [1, 3]}, {"out": [2]}]
    assert (store.game(played.id).finished, store.game(played.id).winner) == (77, 2)
    store.append(1, [], Results(played.id, ({"out": [1, 3]},)))  # the end was taken back
    assert store.deals(played.id) == [{"out": [1, 3]}]
    assert store.game(played.id).finished is None


def test_what_was_committed_survives_sigkill(tmp_path):
    url = f"sqlite:///{tmp_path / 'record.sqlite'}"
    script = (
        "import sys\nfrom tapdeck.store import Entry, Store\n"
        f"store = Store({url!r})\nstore.add_table(1, 'Table 1')\n"
        "for n in range(1, 10**6):\n"
        "    store.append(1, [Entry(at=1, source='board', line='x', board='b', boot=1, n=n)])\n"
        "    print(n, flush=True)\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as child:
        acknowledged = 0
        for _ in range(20):
            acknowledged = int(child.stdout.readline())
        os.kill(child.pid, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
        rest = child.stdout.read().split()
    acknowledged = int(rest[-1]) if rest else acknowledged
    store = Store(url)
    numbers = [entry.n for entry in store.unplaced(1)]
    store.close()
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= acknowledged


def test_a_record_of_a_newer_tapdeck_is_left_alone(tmp_path):
    file = tmp_path / "record.sqlite"
    Store(f"sqlite:///{file}").close()
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(StoreError, match="newer Tapdeck; update this one"):
        Store(f"sqlite:///{file}")


def test_a_place_that_cannot_be_used_is_a_sentence(tmp_path):
    (tmp_path / "text").write_text("no database, but long enough to be looked at as one" * 20)
    for url in (
        f"sqlite:///{tmp_path}",
        f"sqlite:///{tmp_path / 'text'}",
        f"sqlite:///{tmp_path / 'text' / 'below.sqlite'}",
        "nonsense",
        "nosuch://host/name",
    ):
        with pytest.raises(StoreError, match=r"\.$") as caught:
            Store(url)
        assert "\n" not in str(caught.value)


def test_a_database_that_goes_away_refuses_the_entry(store, tmp_path):
    with store._engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE entries")
    with pytest.raises(StoreError, match="cannot be written"):
        store.append(1, [event(1)])


def test_a_password_is_not_shown():
    with pytest.raises(StoreError) as caught:
        Store("postgresql://me:secret@127.0.0.1:1/none")
    assert "secret" not in str(caught.value)


def test_a_record_in_memory_works_for_tests():
    store = Store("sqlite://")
    store.add_table(1, "Table 1")
    store.add_table(1, "Table 1")
    store.append(1, [event(1)])
    assert len(store.unplaced(1)) == 1
    store.close()


@pytest.mark.skipif("TAPDECK_TEST_POSTGRESQL" not in os.environ, reason="no PostgreSQL named")
def test_postgresql_by_url():
    store = Store(os.environ["TAPDECK_TEST_POSTGRESQL"])
    store.add_table(1, "Table 1")
    played = game(store)
    start = len(store.unplaced(1))
    boot = start + 1
    store.append(1, [event(1, boot=boot)], Results(played.id, ({"out": [1]},), 5, 1))
    with pytest.raises(StoreError, match="holds this already"):
        store.append(1, [event(1, boot=boot)])
    assert store.current_game(1).winner == 1
    assert len(store.unplaced(1)) == start + 1
    store.close()


def test_the_migrations_travel_with_the_package():
    folder = Path(schema.__file__).parent / "migrations"
    assert (folder / "env.py").is_file()
    assert list((folder / "versions").glob("m0*.py"))
