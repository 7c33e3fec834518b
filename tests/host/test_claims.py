"""Who holds which seat: a device holds the place of a person, from game to game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from shared_rules import packs
from tapdeck.access import new_token
from tapdeck.actors import DEVICE, GUEST, HOST, PLAYER, Actor, key_of
from tapdeck.claims import Claims
from tapdeck.permission import Forbidden
from tapdeck.seating import SeatHeld
from tapdeck.store import Store
from tapdeck.table import Table, TableError

NAMES = ("Ann", "Bob", "Cleo", "Di")


def device(role: str = PLAYER) -> Actor:
    return Actor(DEVICE, key_of(new_token()), role)


ANN, BOB, HOST_PAD = device(), device(), device(HOST)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(f"sqlite:///{(tmp_path / 'record.sqlite').as_posix()}")
    yield store
    store.close()


@pytest.fixture
def table(store: Store) -> Table:
    table = Table(store)
    table.start_game("followers", NAMES, by=HOST_PAD)
    return table


def test_a_device_holds_seats_until_it_lets_go(store: Store, table: Table) -> None:
    table.claim(2, ANN)
    table.claim(1, ANN)
    assert table.actor(ANN).seats == {1, 2}
    assert table.actor(BOB).seats == frozenset()
    again = Table(store)
    assert again.actor(ANN).seats == {1, 2}
    again.release(2, ANN)
    assert again.holders() == {1: ANN.key}
    with pytest.raises(TableError, match="seat_yours_not"):
        again.release(1, BOB)
    with pytest.raises(TableError, match="no_seat"):
        again.claim(5, BOB)


def test_a_seat_is_its_persons_in_the_next_game_too(table: Table) -> None:
    """Found on a phone: in a game with other seats it showed somebody else's hand."""
    table.claim(1, ANN)
    table.start_game("followers", ("Eve", "Ann", "Fay", "Gil"), by=HOST_PAD)
    assert table.actor(ANN).seats == {2}
    table.start_game("followers", ("Eve", "Bob", "Fay", "Gil"), by=HOST_PAD)
    assert table.actor(ANN).seats == frozenset()
    table.start_game("followers", NAMES, by=HOST_PAD)
    assert table.actor(ANN).seats == {1}


def test_namesakes_are_told_apart_by_their_order(store: Store) -> None:
    store.add_table(1, "Table 1")
    claims = Claims(store, 1)
    claims.claim("a", 3, ("Ann", "Bob", "Ann"))
    assert claims.holders(("Ann", "Bob", "Ann")) == {3: "a"}
    assert claims.holders(("Ann", "Ann", "Bob")) == {2: "a"}
    assert claims.held_by("", ("Ann", "Bob", "Ann")) == frozenset()


def test_a_held_seat_is_its_holders_to_give_or_the_hosts_to_take(table: Table) -> None:
    table.claim(1, ANN)
    with pytest.raises(SeatHeld, match="seat_away"):
        table.claim(1, BOB)
    assert table.asks() == {}
    table.seating.present = lambda: {ANN.key}
    with pytest.raises(SeatHeld, match="seat_holder"):
        table.claim(1, BOB)
    assert table.asks() == {1: BOB.shown()}
    with pytest.raises(TableError, match="seat_yours_not"):
        table.answer(1, True, BOB)
    table.answer(1, False, ANN)
    assert table.holders() == {1: ANN.key}
    with pytest.raises(TableError, match="nobody_asks"):
        table.answer(1, True, ANN)
    with pytest.raises(SeatHeld):
        table.claim(1, BOB)
    table.answer(1, True, ANN)
    assert table.holders() == {1: BOB.key}
    table.claim(1, HOST_PAD)
    assert table.holders() == {1: HOST_PAD.key}


def test_who_asks_waits_a_minute_at_most(table: Table) -> None:
    now = [0.0]
    table.seating._clock = lambda: now[0]
    table.seating.present = lambda: {ANN.key}
    table.claim(1, ANN)
    with pytest.raises(SeatHeld):
        table.claim(1, BOB)
    now[0] = 60.0
    assert table.asks() == {}
    with pytest.raises(TableError, match="nobody_asks"):
        table.answer(1, True, ANN)


def test_who_asked_in_one_game_gets_no_seat_in_the_next(table: Table) -> None:
    """The seat has another person's hand then."""
    table.seating.present = lambda: {ANN.key}
    table.claim(1, ANN)
    with pytest.raises(SeatHeld):
        table.claim(1, BOB)
    table.start_game("followers", ("Eve", "Ann", "Fay", "Gil"), by=HOST_PAD)
    assert table.asks() == {}
    with pytest.raises(TableError, match="nobody_asks"):
        table.answer(1, True, HOST_PAD)


def test_a_guest_and_a_stranger_hold_no_seat(table: Table) -> None:
    with pytest.raises(Forbidden):
        table.claim(1, device(GUEST))
    with pytest.raises(TableError, match="no_key"):
        table.claim(1, Actor(DEVICE, "", PLAYER))
    assert table.holders() == {}


def test_who_sits_down_is_in_the_log_and_never_taken_back(store: Store, table: Table) -> None:
    table.act("1 play NB", HOST_PAD)
    table.claim(2, ANN)
    table.claim(2, ANN)  # nothing new
    assert table.view()["last"]["line"] == "1 play NB"
    table.claim(2, HOST_PAD)
    table.release(2, HOST_PAD)
    rows = [(row["line"], row["by"]["id"], row["ok"]) for row in table.events()[1:]]
    ann, host = ANN.shown()["id"], HOST_PAD.shown()["id"]
    assert rows == [("claim 2", ann, True), ("claim 2", host, True), ("release 2", host, True)]
    again = Table(store)
    assert again.events() == table.events()
    assert again.act("undo", HOST_PAD).ok
    assert again.view()["seats"][0]["count"] == 15
    assert "claim" not in again.transcript()


def test_what_a_holder_entered_stays_hidden_from_the_next(table: Table) -> None:
    cards = packs.codes("followers")[:60]
    for seat in (1, 2, 3, 4):
        table.claim(seat, ANN)
    for seat in (1, 2, 3, 4):
        hand = " ".join(cards[(seat - 1) * 15 : seat * 15])
        assert table.act(f"deal {seat} {hand}", ANN).ok
    assert set(table.view(table.seen_by(ANN))["hands"]) == {"1", "2", "3", "4"}
    table.claim(1, HOST_PAD)
    assert table.actor(HOST_PAD).seats == {1}
    assert table.seen_by(HOST_PAD) == ()
    assert table.seen_by(ANN) == (2, 3, 4)
