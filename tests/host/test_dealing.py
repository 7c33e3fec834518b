"""Hands and gifts over the readers: what each tap comes to, and how the table goes through it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from shared_rules import packs
from tapdeck import decks
from tapdeck.actors import THIS_MACHINE
from tapdeck.decks import simulated_deck, uid_of
from tapdeck.device import BoardInfo
from tapdeck.store import Store, StoreError
from tapdeck.table import Table, TableError
from tapdeck.texts import say
from tests.rules.full_table import DEALS, GIFTS, HANDS

NAMES = ("Ann", "Bo", "Cy", "Di")
DECK = simulated_deck("followers")


class Board:
    """Keeps what is sent down."""

    def __init__(self) -> None:
        self.modes: list[str] = []
        self.states: list[Any] = []

    def push_state(self, state: Any) -> None:
        self.states.append(state)

    def push_deck(self, deck: Any) -> None:
        pass

    def set_mode(self, mode: str) -> None:
        self.modes.append(mode)


class Rig:
    """A table with a board whose taps are told by hand."""

    def __init__(self, store: Store, readers: int = 4, **options: str) -> None:
        self.table = Table(store)
        self.table.simulated = True
        store.save_deck(DECK)
        self.board = Board()
        self.table.attach(self.board)
        self.table.on_hello(BoardInfo("uid", "pico", "1", 1, 4, readers))
        self.table.start_game("followers", NAMES, options, by=THIS_MACHINE)

    def tap(self, reader: int, what: str) -> str:
        """Lay a card or a control tag down; what is said about it, in English."""
        return self.tag(reader, uid_of(DECK, what))

    def tag(self, reader: int, uid: str) -> str:
        before = len(self.table.view()["notices"])
        for state in ("seen", "gone"):
            fields = {"reader": reader, "uid": bytes.fromhex(uid), "state": state}
            self.table.on_telemetry("tag", fields)
        notices = self.table.view()["notices"]
        return str(notices[-1]["text"]["en"]) if len(notices) != before or notices else ""

    @property
    def dealing(self) -> Any:
        return self.table.view()["dealing"]

    @property
    def lines(self) -> list[str]:
        return [event["line"] for event in self.table.events()]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(f"sqlite:///{tmp_path / 'record.sqlite'}")
    yield store
    store.close()


@pytest.fixture
def rig(store: Store) -> Rig:
    return Rig(store)


def test_f23_hands_are_dealt_card_by_card_and_entered_together(rig: Rig) -> None:
    rig.table.begin_dealing(THIS_MACHINE)
    assert rig.board.modes == ["enrol"]
    for place in range(15):
        for seat, hand in HANDS.items():
            assert rig.lines == []
            rig.tap(seat, hand.split()[place])
    assert rig.lines == [f"deal {seat} …" for seat in HANDS]
    assert rig.board.modes == ["enrol", "play"]
    assert rig.dealing is None
    for seat, hand in HANDS.items():
        assert sorted(rig.table.view((seat,))["hands"][str(seat)]) == sorted(hand.split())
    assert rig.table.view()["notices"][-1]["text"]["en"] == "All hands are there."
    assert rig.board.states[-1].version == rig.table.view()["version"]


def test_counts_are_for_all_and_cards_for_those_who_hold_the_seat(rig: Rig) -> None:
    rig.table.begin_dealing(THIS_MACHINE)
    assert rig.tap(2, "5H") == ""
    rig.tap(2, "6H")
    assert rig.dealing["seats"]["2"]["count"] == 2
    assert rig.dealing["seats"]["2"]["wanted"] == 15
    assert rig.dealing["seats"]["2"]["cards"] is None
    assert rig.table.view((2,))["dealing"]["seats"]["2"]["cards"] == ["5H", "6H"]
    assert rig.table.view((1, 3))["dealing"]["seats"]["2"]["cards"] is None
    assert "5H" not in str(rig.table.view()["dealing"]) + str(rig.table.view()["notices"])


def test_wrong_and_repeated_cards_are_said_at_once(rig: Rig) -> None:
    rig.table.begin_dealing(THIS_MACHINE)
    rig.tap(2, "5H")
    assert rig.tap(2, "5H") == ""  # lying there or tapped again: nothing new
    assert rig.dealing["seats"]["2"]["count"] == 1
    assert rig.tap(3, "5H") == "Cy: that card is in the hand of Bo already."
    assert rig.tap(3, "E1") == "Cy: that card is not dealt in this game."
    assert "in no deck known here" in rig.tag(3, "04FFFFFFFFFFFF")
    assert rig.tap(2, "undo") == "Bo: the last card is taken back, 0 are left."
    rig.tap(3, "5H")
    assert rig.dealing["seats"]["3"]["count"] == 1
    for card in HANDS[1].split()[:15]:
        said = rig.tap(1, card)
    assert said == "Ann has 15 cards, that is all."
    assert rig.tap(1, "9H") == "Ann has 15 cards, that is all."
    assert rig.dealing["seats"]["1"]["count"] == 15
    assert rig.lines == []


def test_f13_without_the_eighth_card_one_hand_has_fourteen(store: Store) -> None:
    rig = Rig(store, eighth="absent")
    rig.table.begin_dealing(THIS_MACHINE)
    assert "not dealt" in rig.tap(1, "X8")
    for seat, hand in HANDS.items():
        for card in hand.split():
            if card != "X8":
                rig.tap(seat, card)
    assert rig.lines == [f"deal {seat} …" for seat in HANDS]
    assert [each["count"] for each in rig.table.view()["seats"]] == [15, 14, 15, 15]


def test_fewer_readers_than_seats_take_a_seat_tag_first(store: Store) -> None:
    rig = Rig(store, readers=1)
    rig.table.begin_dealing(THIS_MACHINE)
    assert rig.tap(1, "5H") == "Tap the tag of the seat whose hand this is first."
    assert rig.tap(1, "seat 9") == "There is no seat 9 in this game."
    for seat, hand in HANDS.items():
        assert rig.tap(1, f"seat {seat}") == f"The next cards join the hand of {NAMES[seat - 1]}."
        for card in hand.split():
            rig.tap(1, card)
    assert len(rig.lines) == 4
    rig.table.begin_dealing(THIS_MACHINE, "gifts")
    for gift in GIFTS:  # asked seat by seat
        _, _, to, card = gift.split()
        rig.tap(1, f"seat {to}")
        rig.tap(1, card)
    assert rig.table.view((1,))["gifts"]["1"][0] == {"to": 2, "card": "2S"}
    assert rig.dealing is None


def test_f2_gifts_are_tapped_receiver_first(rig: Rig) -> None:
    for line in DEALS:
        rig.table.act(line, THIS_MACHINE)
    rig.table.begin_dealing(THIS_MACHINE, "gifts")
    assert rig.tap(1, "2S") == "Ann: tap the seat tag of the receiver first, then the card."
    assert rig.tap(1, "seat 2") == "The next card goes to Bo."
    assert rig.tap(1, "2S") == "Ann gives Bo a card."
    assert rig.dealing["seats"]["1"]["gifts_due"] == 2
    rig.tap(1, "seat 1")
    assert rig.tap(1, "3S") == "Ann cannot give Ann a card: one card to each other player."
    rig.tap(1, "seat 3")
    assert rig.tap(1, "5H") == "That is not possible for Ann; the seat itself sees why."
    for gift in GIFTS[1:]:
        seat, _, to, card = gift.split()
        rig.tap(int(seat), f"seat {to}")
        rig.tap(int(seat), card)
    assert rig.dealing is None
    assert rig.board.modes == ["enrol", "play"]
    assert "4S" in rig.table.view((4,))["hands"]["4"]
    assert rig.table.view()["turn"] == 1
    assert "2S" not in str(rig.table.view())


def test_dealing_needs_its_moment_a_board_and_a_deck(store: Store, rig: Rig) -> None:
    def why(what: str = "hands", table: Table = rig.table) -> str:
        with pytest.raises(TableError) as caught:
            table.begin_dealing(THIS_MACHINE, what)
        return say("en", caught.value.text)

    assert why("cards") == "There is no dealing of 'cards'; there is: hands, gifts."
    assert "the hands must be known" in why("gifts")
    bare = Table(store)
    bare.attach(Board())
    assert why(table=bare) == "No board is linked, so no reader can take cards."
    bare.on_hello(BoardInfo("uid", "pico", "1", 1, 4, 4))
    assert "no deck" in why(table=bare)  # that of the simulated table is not for this one
    rig.table.act("1 play NB", THIS_MACHINE)
    assert "play has begun" in why()


def test_dealing_ends_by_request_by_a_new_game_and_when_it_is_too_late(rig: Rig) -> None:
    for end in (
        lambda: rig.table.end_dealing(THIS_MACHINE),
        lambda: rig.table.start_game("followers", NAMES, by=THIS_MACHINE),
        lambda: rig.table.act("1 play NB", THIS_MACHINE),
    ):
        rig.table.begin_dealing(THIS_MACHINE)
        rig.tap(1, "5H")
        assert rig.dealing is not None
        end()
        assert rig.dealing is None
        assert rig.board.modes[-1] == "play"
    rig.tap(1, "6H")  # a late word of the board's
    assert len(rig.lines) == 1


def test_what_cannot_be_committed_is_said_and_dealt_again(
    rig: Rig, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig.table.begin_dealing(THIS_MACHINE)

    def broken(*_: object) -> None:
        raise StoreError("The disk is full.")

    cards = [(seat, card) for seat, hand in HANDS.items() for card in hand.split()]
    for seat, card in cards[:-1]:
        rig.tap(seat, card)
    monkeypatch.setattr(store, "append", broken)
    assert rig.tap(*cards[-1]) == "That could not be entered: The disk is full."
    assert rig.lines == []
    assert not rig.table.view()["hands_known"]
    monkeypatch.undo()
    rig.tap(*cards[-1])
    assert len(rig.lines) == 4


def test_every_card_that_is_dealt_has_a_code() -> None:
    assert decks.missing(DECK) == []
    assert set(" ".join(HANDS.values()).split()) == set(packs.codes("followers")[:60])
