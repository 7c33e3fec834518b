"""The table: what happened is judged, committed, shown and sent down, once."""

import subprocess
import sys
import threading

import pytest

from shared_rules import followers as core
from shared_rules import games
from shared_rules.wire import CONFLICT, GAME_ON
from tapdeck import decks
from tapdeck.actors import THIS_MACHINE
from tapdeck.decks import DeckError
from tapdeck.device import BoardEvent, BoardInfo
from tapdeck.rules import LineError
from tapdeck.store import Store, StoredDeck, StoreError
from tapdeck.table import Table, TableError
from tapdeck.texts import say

NAMES = ("Ann", "Bob", "Cleo", "Dan")
UID = "e66058388329"


class FakeBoard:
    """Keeps what is sent down."""

    def __init__(self):
        self.states = []
        self.decks = []

    def push_state(self, state):
        self.states.append(state)

    def push_deck(self, deck):
        self.decks.append(deck)


@pytest.fixture
def store(tmp_path):
    store = Store(f"sqlite:///{tmp_path / 'record.sqlite'}")
    yield store
    store.close()


@pytest.fixture
def table(store):
    table = Table(store)
    table.start_game("followers", NAMES, by=THIS_MACHINE)
    return table


def hello(uid=UID, boot=1, seats=4):
    return BoardInfo(uid=uid, board="pico", firmware="1", boot=boot, seats=seats, readers=seats)


def event(n, line, verdict="ok", boot=1, age_ms=0, uid=UID, version=0):
    return BoardEvent(uid, boot, n, age_ms, version, verdict, line)


def lines(table):
    return [entry["line"] for entry in table.events()]


def test_events_of_the_board_are_committed_and_folded(table, store):
    table.on_events([event(1, "1 great"), event(2, "2 nocall")])
    assert lines(table) == ["1 great", "2 nocall"]
    assert [entry.ok for entry in store.entries(table.game.id)] == [True, True]
    assert table.view()["calls"][0]["seat"] == 1


def test_a_repeat_is_dropped_within_a_batch_and_across_a_restart(table, store):
    batch = [event(1, "1 play NB"), event(2, "2 pass"), event(2, "2 pass")]
    table.on_events(batch)
    table.on_events(batch)
    Table(store).on_events([*batch, event(3, "3 pass")])
    assert lines(Table(store)) == ["1 play NB", "2 pass", "3 pass"]


def test_the_same_number_of_another_boot_or_board_is_another_event(table):
    table.on_events([event(1, "1 play NB")])
    table.on_events([event(1, "2 pass", boot=2)])
    table.on_events([event(1, "3 pass", uid="other")])
    assert lines(table) == ["1 play NB", "2 pass", "3 pass"]


def test_page_and_board_enter_one_journal(table):
    table.on_events([event(1, "1 play NB")])
    assert table.act("2 pass", THIS_MACHINE).ok
    table.on_events([event(2, "3 play 5H")])
    assert [(entry["seq"], entry["source"]) for entry in table.events()] == [
        (1, "board"),
        (2, "page"),
        (3, "board"),
    ]


def test_the_hosts_verdict_wins_and_the_conflict_is_shown(table):
    board = FakeBoard()
    table.attach(board)
    table.on_hello(hello())
    table.act("1 play NB", THIS_MACHINE)
    # The board had not heard of it and took a lead of its own.
    table.on_events([event(1, "1 play 5H", verdict="ok")])
    [conflict] = table.view()["conflicts"]
    assert conflict["line"] == "1 play 5H"
    assert "full rules refuse it" in conflict["text"]["en"]
    state = board.states[-1]
    assert (state.seat, state.reason) == (1, "not_your_turn")
    assert state.flags == GAME_ON | CONFLICT
    assert [entry["ok"] for entry in table.events()] == [True, False]
    table.on_events([event(2, "2 play 5H", verdict="too_low")])
    assert "full rules take it" in table.view()["conflicts"][-1]["text"]["en"]
    assert table.view()["trick"][-1]["cards"] == ["5H"]


def test_refused_presses_are_events_too(table):
    verdict = table.act("2 play 5H", THIS_MACHINE)
    assert not verdict.ok
    table.on_events([event(1, "3 pass", verdict=verdict.reason)])
    assert len(lines(table)) == 2


def test_a_line_that_is_no_action_is_refused_from_the_page_and_kept_from_the_board(table, store):
    with pytest.raises(LineError):
        table.act("2 dance", THIS_MACHINE)
    assert lines(table) == []
    table.on_events([event(1, "~~ garbled"), event(2, "1 play NB")])
    assert [(entry["line"], entry["ok"]) for entry in table.events()] == [
        ("~~ garbled", False),
        ("1 play NB", True),
    ]
    assert "cannot be read" in table.view()["notices"][-1]["text"]["en"]
    assert lines(Table(store)) == ["~~ garbled", "1 play NB"]


def test_a_state_says_as_of_which_event_it_is(table):
    board = FakeBoard()
    table.attach(board)
    table.on_hello(hello(boot=7))
    assert (board.states[-1].boot, board.states[-1].n) == (0, 0)
    table.on_events([event(1, "1 play NB", boot=7), event(2, "2 pass", boot=7)])
    state = board.states[-1]
    assert (state.boot, state.n, state.game) == (7, 2, "followers")
    assert core.phase(core.load(state.core)) == "follow"
    table.act("3 pass", THIS_MACHINE)
    assert board.states[-1].version > state.version
    assert (board.states[-1].boot, board.states[-1].n) == (7, 2)


def test_a_restart_folds_the_game_from_the_record(table, store):
    table.on_events([event(1, "1 play NB"), event(2, "2 play 5H")])
    table.act("undo", THIS_MACHINE)
    before = table.view()
    again = Table(store)
    board = FakeBoard()
    again.attach(board)
    again.on_hello(hello())
    after = again.view()
    for key in ("trick", "turn", "version", "game_id", "last", "seats"):
        assert after[key] == before[key]
    assert (board.states[-1].boot, board.states[-1].n) == (1, 2)


def test_a_game_goes_on_after_sigkill(tmp_path):
    url = f"sqlite:///{tmp_path / 'record.sqlite'}"
    script = (
        "import os, signal\nfrom tapdeck.actors import THIS_MACHINE as by\n"
        "from tapdeck.store import Store\nfrom tapdeck.table import Table\n"
        f"table = Table(Store({url!r}))\ntable.start_game('followers', by=by)\n"
        "table.act('1 play NB', by)\ntable.act('2 play 5H', by)\n"
        "os.kill(os.getpid(), getattr(signal, 'SIGKILL', signal.SIGTERM))\n"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode != 0
    store = Store(url)
    table = Table(store)
    assert table.view()["turn"] == 3
    assert table.act("3 play 6H", THIS_MACHINE).ok
    store.close()


def test_what_cannot_be_committed_has_not_happened(table, store, monkeypatch):
    table.act("1 play NB", THIS_MACHINE)

    def broken(*_):
        raise StoreError("The disk is full.")

    monkeypatch.setattr(store, "append", broken)
    with pytest.raises(StoreError):
        table.on_events([event(1, "2 play 5H")])  # so it is not acknowledged
    with pytest.raises(StoreError):
        table.act("2 play 6H", THIS_MACHINE)
    assert lines(table) == ["1 play NB"]
    assert table.view()["turn"] == 2
    monkeypatch.undo()
    table.on_events([event(1, "2 play 5H")])
    assert lines(table) == ["1 play NB", "2 play 5H"]


def test_a_record_that_cannot_even_be_read_is_tried_again(table, store, monkeypatch):
    table.act("1 play NB", THIS_MACHINE)

    def broken(*_):
        raise StoreError("The disk is gone.")

    for name in ("append", "entries"):
        monkeypatch.setattr(store, name, broken)
    for _ in range(2):
        with pytest.raises(StoreError):
            table.on_events([event(1, "2 play 5H")])
        with pytest.raises(StoreError):
            table.act("2 play 6H", THIS_MACHINE)
    assert table.view()["game"] is None
    monkeypatch.undo()
    table.on_events([event(1, "2 play 5H")])
    assert lines(table) == ["1 play NB", "2 play 5H"]


def test_a_board_that_could_not_judge_is_in_no_conflict(table):
    table.on_events([event(1, "1 play NB", verdict="ask"), event(2, "1 play 5H", verdict="ask")])
    assert table.view()["conflicts"] == []


def test_time_is_arrival_less_age(table, store, monkeypatch):
    monkeypatch.setattr("tapdeck.table.now_ms", lambda: 3_600_000)
    table.on_events([event(1, "1 play NB", age_ms=600_000), event(2, "2 pass", age_ms=-1)])
    assert [entry.at for entry in store.entries(table.game.id)] == [3_000_000, 3_600_000]


def test_events_without_a_game_are_kept_and_reported(store):
    table = Table(store)
    table.on_events([event(1, "1 pass"), event(1, "1 pass")])
    assert table.view()["game"] is None
    assert [entry.line for entry in store.unplaced(1)] == ["1 pass"]
    for each in (table, Table(store)):
        assert each.view()["notices"][0]["code"] == "no_game"
    with pytest.raises(TableError):
        table.act("1 pass", THIS_MACHINE)
    with pytest.raises(TableError):
        table.transcript()
    assert table.events() == []


def test_what_a_board_did_in_an_earlier_game_is_not_played_in_this_one(table, store):
    table.on_events([event(1, "1 play NB", version=table.view()["version"])])
    old = table.view()["version"]
    table.start_game("followers", NAMES, by=THIS_MACHINE)
    table.on_events([event(2, "2 play 5H", version=old)])
    assert lines(table) == []
    assert [entry.line for entry in store.unplaced(1)] == ["2 play 5H"]
    assert table.view()["notices"][-1]["code"] == "other_game"
    table.on_events([event(3, "1 play NB", version=table.view()["version"])])
    table.on_events([event(4, "2 pass", version=0)])  # it never had a state of ours
    assert lines(table) == ["1 play NB", "2 pass"]


def test_what_a_board_did_for_another_record_is_not_played_in_this_one(table):
    ahead = table.view()["version"] + 5  # a game of the same number, but further on
    table.on_events([event(1, "1 play NB", version=ahead)])
    assert table.events() == []
    assert table.view()["notices"][-1]["code"] == "other_game"


def test_a_board_whose_flash_was_wiped_counts_from_a_lower_boot(table):
    board = FakeBoard()
    table.attach(board)
    table.on_hello(hello(boot=9))
    table.on_events([event(5, "1 play NB", boot=9)])
    table.on_hello(hello(boot=4))
    assert (board.states[-1].boot, board.states[-1].n) == (0, 0)
    table.on_hello(hello(boot=10))
    assert (board.states[-1].boot, board.states[-1].n) == (9, 5)


def test_a_new_game_leaves_the_old_one_stored_unfinished(table, store):
    table.act("1 play NB", THIS_MACHINE)
    old = table.game.id
    table.start_game("followers", NAMES, {"eighth": "dog"}, first=3, by=THIS_MACHINE)
    assert table.view()["game_id"] != old
    assert lines(table) == []
    assert store.game(old).finished is None
    assert [entry.line for entry in store.entries(old)] == ["1 play NB"]
    assert Table(store).game.options == {"eighth": "dog"}


def test_s13_a_deck_of_one_pack_is_too_little_for_two(table):
    def codes():
        return [notice["code"] for notice in table.view()["notices"]]

    table.on_hello(hello())
    both = decks.simulated_deck("spooks")
    one = dict(reversed([pair[::-1] for pair in both.tags.items()]))
    table.save_deck(
        StoredDeck("one", "spooks", {uid: card for card, uid in one.items()}), THIS_MACHINE
    )
    table.start_game("spooks", NAMES, {"double_pack": "on"}, deck="one", by=THIS_MACHINE)
    assert "one_pack" in codes()
    table.start_game("spooks", NAMES, deck="one", by=THIS_MACHINE)
    assert "one_pack" not in codes()
    table.save_deck(both, THIS_MACHINE)
    table.start_game("spooks", NAMES, {"double_pack": "on"}, deck=both.name, by=THIS_MACHINE)
    assert "one_pack" not in codes()


def test_with_more_players_than_seats_of_the_board_it_is_said_whose_the_readers_are(table):
    def said():
        return [each["text"]["en"] for each in table.view()["notices"] if "seats" in each["code"]]

    table.on_hello(hello())
    table.start_game("spooks", [*NAMES, "Ed"], by=THIS_MACHINE)
    assert said() == [
        "The board has 4 seats, the game 5: each reader is for whoever is to act, the first of "
        "several first. Lay a seat's tag there to act for another."
    ]
    table.start_game("spooks", NAMES, by=THIS_MACHINE)
    assert said() == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"game": "chess"}, "followers"),
        ({"game": "followers", "names": ["Ann"]}, "4"),
        ({"game": "followers", "options": {"eight": "dog"}}, "eighth"),
        ({"game": "followers", "options": {"eighth": "cat"}}, "low_single, dog, absent"),
        ({"game": "followers", "first": 5}, "seat"),
        ({"game": "followers", "names": ["Ann", " ", "Cleo", "Dan"]}, "name"),
        ({"game": "followers", "deck": "lost"}, "simulated"),
    ],
)
def test_a_game_that_cannot_be_says_what_is_allowed(table, arguments, words):
    table.save_deck(decks.simulated_deck("followers"), THIS_MACHINE)
    with pytest.raises(TableError) as caught:
        table.start_game(**arguments, by=THIS_MACHINE)
    assert words in str(caught.value.text.params)
    assert table.game.names == NAMES


def test_a_game_whose_cards_no_board_takes_is_said_to_be_for_the_page(table, monkeypatch):
    table.on_hello(hello())
    table.start_game("spooks", NAMES, by=THIS_MACHINE)
    assert [each["code"] for each in table.view()["notices"]] == ["no_deck"]
    monkeypatch.setattr(games, "AT_THE_BOARD", ("followers",))
    assert [each["code"] for each in table.view()["notices"]] == ["page_only"]


def test_a_game_goes_on_with_the_deck_it_has_until_the_host_says_otherwise(table, store):
    board = FakeBoard()
    table.attach(board)
    table.on_hello(hello())
    assert board.decks == []
    assert table.view()["notices"][0]["code"] == "no_deck"
    table.save_deck(decks.checked("mine", "followers", [("04A1B2C3", "5H")]), THIS_MACHINE)
    assert board.decks[-1].look(bytes.fromhex("04A1B2C3")) >= 0
    assert board.states[-1].deck == board.decks[-1].hash
    table.start_game("followers", NAMES, by=THIS_MACHINE)
    assert table.game.deck_name == "mine"
    # What is stored meanwhile changes nothing, and is said; the next deck of another name neither.
    table.save_deck(decks.checked("mine", "followers", [("04A1B2C4", "5H")]), THIS_MACHINE)
    table.save_deck(decks.checked("other", "followers", [("04A1B2C5", "5H")]), THIS_MACHINE)
    assert board.decks[-1].look(bytes.fromhex("04A1B2C3")) >= 0
    assert "deck_changed" in {notice["code"] for notice in table.view()["notices"]}
    again = Table(store)
    again.attach(board)
    again.on_hello(hello())
    assert board.decks[-1].look(bytes.fromhex("04A1B2C3")) >= 0
    again.use_deck("mine", THIS_MACHINE)
    assert board.decks[-1].look(bytes.fromhex("04A1B2C3")) == -1
    assert board.decks[-1].look(bytes.fromhex("04A1B2C4")) >= 0
    assert "deck_changed" not in {notice["code"] for notice in again.view()["notices"]}
    assert again.game == Table(store).game
    assert again.events()[-1]["text"]["en"] == "The game goes on with the deck mine as it is now."
    assert again.events() == Table(store).events()


def test_a_deck_keeps_its_former_states_and_is_not_emptied_by_mistake(table):
    first = decks.checked("mine", "followers", [("04A1B2C3", "5H")])
    for deck in (first, decks.checked("mine", "followers", [("04A1B2C4", "5H")])):
        table.save_deck(deck, THIS_MACHINE)
        table.save_deck(deck, THIS_MACHINE)  # nothing new
    assert [each.number for each in table.deck_versions("mine")] == [2, 1]
    with pytest.raises(TableError, match="deck_emptied"):
        table.save_deck(decks.checked("mine", "followers", []), THIS_MACHINE)
    assert table.restore_deck("mine", 1, THIS_MACHINE) == first
    assert table.decks()[0] == first
    assert [each.number for each in table.deck_versions("mine")] == [3, 2, 1]
    with pytest.raises(TableError, match="deck_version"):
        table.restore_deck("mine", 9, THIS_MACHINE)
    assert table.deck_versions("no such deck") == []


@pytest.mark.parametrize(
    ("uid", "key"),
    [
        ("08A1B2C3", "random_uid"),
        ("8804A1B2", "half_uid"),
        ("00000000", "zero_uid"),
        ("00000000000000", "zero_uid"),
    ],
)
def test_a_sticker_that_no_reader_will_know_again_is_refused(uid, key):
    with pytest.raises(DeckError) as caught:
        decks.checked("mine", "followers", [("04A1B2C3", "5S"), (uid, "5H")])
    assert [problem.key for problem in caught.value.problems] == [f"deck.{key}"]
    assert uid in say("en", caught.value.problems[0])


def test_a_deck_asked_for_by_name_stays_and_else_the_newest_is_used(table):
    board = FakeBoard()
    table.attach(board)
    for name, uid in (("one", "04A1B2C3"), ("two", "04A1B2C4")):
        table.save_deck(decks.checked(name, "followers", [(uid, "5H")]), THIS_MACHINE)
    table.start_game("followers", deck="one", by=THIS_MACHINE)
    assert board.decks[-1].look(bytes.fromhex("04A1B2C3")) >= 0
    table.save_deck(decks.checked("three", "followers", [("04A1B2C5", "5H")]), THIS_MACHINE)
    assert board.decks[-1].look(bytes.fromhex("04A1B2C3")) >= 0
    table.start_game("followers", by=THIS_MACHINE)
    assert board.decks[-1].look(bytes.fromhex("04A1B2C5")) >= 0


def test_a_record_that_cannot_be_written_does_not_stop_the_board(table, store, monkeypatch):
    def broken(*_, **__):
        raise StoreError("The disk is full.")

    table.on_events([event(1, "1 play NB")])
    monkeypatch.setattr(store, "board_seen", broken)
    board = FakeBoard()
    table.attach(board)
    table.on_hello(hello())
    assert (board.states[-1].boot, board.states[-1].n) == (1, 1)


def test_the_deck_of_the_simulated_table_is_for_that_table_only(table):
    table.save_deck(decks.simulated_deck("followers"), THIS_MACHINE)
    table.start_game("followers", by=THIS_MACHINE)
    assert table.game.deck_name is None
    table.simulated = True
    table.start_game("followers", by=THIS_MACHINE)
    assert table.game.deck_name == "simulated"
    table.save_deck(StoredDeck("spiders", "spooks", {}), THIS_MACHINE)
    with pytest.raises(TableError) as caught:
        table.start_game("followers", deck="spiders", by=THIS_MACHINE)
    assert caught.value.text.key == "error.deck_of_other_game"


def test_the_view_has_link_board_pending_notices_and_health(table):
    assert not table.view()["link"]["up"]
    table.on_hello(hello(seats=2))
    table.on_telemetry("pending", {"seat": 2, "cards": "5H,5S", "reading": "pair 5"})
    table.on_telemetry("notice", {"seat": 1, "code": "unknown_tag", "detail": "04A1"})
    table.on_telemetry("notice", {"seat": 3, "code": "brand_new", "detail": "thing"})
    table.on_telemetry("health", {"sent": 9, "resent": 1, "readers": "oosx"})
    seen = table.view()
    assert seen["link"]["up"]
    assert seen["board"]["uid"] == UID
    assert seen["pending"] == {"2": {"cards": ["5H", "5S"], "reading": "pair 5"}}
    texts = [notice["text"]["en"] for notice in seen["notices"]]
    assert any(text.startswith("The board has 2 seats, the game 4:") for text in texts)
    assert "Seat 1: the tag 04A1 is in no deck known here. Enrol it first." in texts
    assert "Seat 3: brand_new thing" in texts
    assert seen["health"]["readers"] == "oosx"
    assert table.board()["counters"] == {"sent": 9, "resent": 1}
    table.on_telemetry("pending", {"seat": 2, "cards": "-", "reading": ""})
    assert table.view()["pending"] == {}
    table.on_link(False, "The port is gone.")
    assert "The port is gone." in table.view()["link"]["text"]["en"]


def test_health_goes_into_the_record_now_and_then(table, store):
    table.on_hello(hello())
    table.on_telemetry("health", {"sent": 1, "readers": "oooo"})
    table.on_telemetry("health", {"sent": 2, "readers": "oooo"})
    assert store.board(UID).health["sent"] == 1


def test_hidden_things_do_not_leave_the_table(table):
    hands = [cards.split() for cards in _four_hands()]
    for seat, cards in enumerate(hands, 1):
        assert table.act(f"deal {seat} {' '.join(cards)}", THIS_MACHINE).ok
    for _ in range(2):
        table.act("1 give 2 " + hands[0][-1], THIS_MACHINE)  # the second time it is refused
    hidden = " ".join([*lines(table), table.transcript(), str(table.view())])
    assert hands[0][-1] not in hidden.replace(",", " ").replace("'", " ").split()
    assert hands[0][-1] in str(table.view((1,)))
    assert hands[0][-1] not in str(table.view((2,))["hands"])


def _four_hands():
    plain = [rank + suit for rank in "23456789TJQKA" for suit in "SHCD"]
    pack = [*plain, "W1", "W2", "W3", "W4", "NB", "LJ", "BJ", "X8"]
    return [" ".join(pack[seat::4]) for seat in range(4)]


def test_watchers_hear_of_every_change_and_cannot_stop_the_table(table):
    heard = []

    def broken():
        raise RuntimeError("closed")

    table.subscribe(broken)
    unsubscribe = table.subscribe(lambda: heard.append(table.view()["version"]))
    table.act("1 play NB", THIS_MACHINE)
    table.on_events([event(1, "2 pass")])
    table.on_events([event(1, "2 pass")])  # nothing new
    unsubscribe()
    unsubscribe()
    table.act("3 pass", THIS_MACHINE)
    assert len(heard) == 2
    assert heard == sorted(heard)


def test_many_threads_do_not_lose_an_event(table):
    def board(uid):
        for n in range(1, 26):
            table.on_events([event(n, "2 pass", uid=uid)])

    threads = [threading.Thread(target=board, args=(f"b{each}",)) for each in range(4)]
    for thread in threads:
        thread.start()
    for _ in range(25):
        table.act("2 pass", THIS_MACHINE)
    for thread in threads:
        thread.join()
    assert [entry["seq"] for entry in table.events()] == list(range(1, 126))


def test_ended_deals_are_stored_and_an_undo_takes_them_back(table, store):
    game = table.game.id
    table.act("1 play NB", THIS_MACHINE)
    for line in _a_whole_deal():
        assert table.act(line, THIS_MACHINE).ok, line
    assert len(store.deals(game)) == 1
    assert store.deals(game)[0]["double"] is True
    assert table.act("undo", THIS_MACHINE).ok
    assert store.deals(game) == []
    assert table.act("3 play AH AC", THIS_MACHINE).ok
    assert len(store.deals(Table(store).game.id)) == 1


def _a_whole_deal():
    """Seats 1 and 3 play all they have, the others pass: a double finish (F18)."""
    lines = ["2 pass", "3 pass", "4 pass"]
    first = ["2S 2H", "3S 3H", "4S 4H", "5S 5H", "6S 6H", "7S 7H", "8S 8H"]
    for cards in first[:-1]:
        lines += [f"1 play {cards}", "2 pass", "3 pass", "4 pass"]
    lines += [f"1 play {first[-1]}", "2 pass", "3 pass", "4 pass"]
    # Seat 1 is out: the next clockwise leads, and hands the lead over by being beaten.
    lines += ["2 play 2C", "3 play 3C", "4 pass", "2 pass"]
    second = ["9S 9H", "TS TH", "JS JH", "QS QH", "KS KH", "9C 9D"]
    for cards in second:
        lines += [f"3 play {cards}", "4 pass", "2 pass"]
    return [*lines, "3 play AH AC"]


@pytest.mark.parametrize("where", ["append", "changed"])
def test_whatever_fails_between_judging_and_committing_nothing_has_happened(
    table, store, monkeypatch, where
):
    """Also a fault of the program's own: the book is read again, and it is told as not kept."""
    table.act("1 play NB", THIS_MACHINE)
    before, version = table.events(), table.view()["version"]

    def broken(*_, **__):
        raise ZeroDivisionError("a fault")

    target, name = (store, "append") if where == "append" else (table._book, "_changed_results")
    with monkeypatch.context() as patched:
        patched.setattr(target, name, broken)
        with pytest.raises(StoreError, match="could not be kept: ZeroDivisionError"):
            table.act("2 play 5H", THIS_MACHINE)
        with pytest.raises(StoreError, match="could not be kept"):
            table.on_events([BoardEvent("b", 1, 1, 0, version, "ok", "2 play 5H")])
        assert (table.events(), table.view()["version"]) == (before, version)
    assert table.act("2 play 5H", THIS_MACHINE).ok
    assert len(table.events()) == len(before) + 1
