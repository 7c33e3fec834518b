"""A deck of Cultivation that its owners wrote (C1): the board knows places, people know codes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from shared_rules import packs
from tapdeck import decks
from tapdeck.actors import THIS_MACHINE
from tapdeck.decks import DeckError
from tapdeck.device import BoardEvent, BoardInfo
from tapdeck.store import Store
from tapdeck.table import Table

UID = "uid"
CODES = [f"J{number}" for number in range(1, 71)] + ["HY"]
DECK = "".join(f"{code} fire beast\n" for code in CODES[:-1]) + "HY hunyuan\n"


class Board:
    """Keeps what is sent down."""

    def __init__(self) -> None:
        self.deck: Any = None
        self.state: Any = None

    def push_state(self, state: Any) -> None:
        self.state = state

    def push_deck(self, deck: Any) -> None:
        self.deck = deck

    def set_mode(self, mode: str) -> None:
        pass


class Rig:
    """A table with a board, and two who play with a deck of their own."""

    def __init__(self, store: Store) -> None:
        self.table = Table(store)
        self.table.simulated = True
        self.board = Board()
        store.save_deck(decks.simulated_deck("cultivation"))
        self.table.attach(self.board)
        self.table.on_hello(BoardInfo(UID, "pico", "1", 1, 4, 4))
        self._n = 0

    def start(self, deck: str = "", text: str = DECK) -> None:
        self.table.start_game(
            "cultivation", ("Ann", "Bo"), deck=deck or None, headers={"deck": text}, by=THIS_MACHINE
        )

    def says(self, *lines: str) -> list[tuple[str, str | None]]:
        """Events of the board; the journal's lines and reasons."""
        for line in lines:
            self._n += 1
            version = self.table.view()["version"]
            self.table.on_events([BoardEvent(UID, 1, self._n, 0, version, "ok", line)])
        return [(event["line"], event["reason"]) for event in self.table.events()]

    def sticker(self, uid: str) -> int:
        return int(self.board.deck.look(bytes.fromhex(uid)))


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    store = Store(f"sqlite:///{tmp_path / 'record.sqlite'}")
    yield Rig(store)
    store.close()


def test_the_boards_lines_are_kept_by_the_decks_codes(rig: Rig) -> None:
    """Those past the sixty-sixth card too."""
    rig.start()
    assert rig.says("1 draw", "1 meld K01 T3 N67 as beast", "1 draw", "1 meld K02 K03 N71") == [
        ("1 draw", None),
        ("1 meld J1 J66 J67 as beast", None),
        ("1 draw", None),
        ("1 meld J2 J3 HY", None),
    ]
    assert len(rig.board.state.core) <= 256


def test_what_waits_has_the_decks_codes_and_what_it_can_be(rig: Rig) -> None:
    rig.start()
    rig.table.on_telemetry("pending", {"seat": 1, "cards": "K01,K02,N70", "reading": "as fire"})
    waits = rig.table.view()["pending"]["1"]
    assert waits["cards"] == ["J1", "J2", "J70"]
    assert [each["line"] for each in waits["choices"]] == [
        "1 meld J1 J2 J70 as beast",
        "1 meld J1 J2 J70 as fire",
    ]
    rig.table.on_telemetry("notice", {"seat": 1, "code": "strange", "detail": "1 meld N70"})
    assert "1 meld J70" in rig.table.view()["notices"][-1]["text"]["en"]


def test_stickers_of_the_pack_count_by_their_places(rig: Rig) -> None:
    """As those of the simulated table, which has some for the largest deck there can be."""
    rig.start()
    simulated = decks.simulated_deck("cultivation")
    for word, place in (("K01", 0), ("T3", 65), ("N67", 66), ("N71", 70), ("N72", -1)):
        assert rig.sticker(decks.uid_of(simulated, word)) == place
    assert rig.sticker(decks.uid_of(simulated, "take")) >= 128


def test_stickers_with_the_decks_codes_go_to_their_places(rig: Rig) -> None:
    tags = [(f"04AABB{place:02X}", code) for place, code in enumerate(reversed(CODES))]
    mine = decks.checked("mine", "cultivation", [*tags, ("04AABBF0", "other")])
    assert decks.missing(mine) == []
    rig.table.save_deck(mine, THIS_MACHINE)
    rig.start("mine")
    assert rig.sticker("04AABB00") == CODES.index("HY")
    assert rig.sticker(f"04AABB{len(CODES) - 1:02X}") == 0
    assert packs.CONTROLS[rig.sticker("04AABBF0") - 128] == "other"


def test_an_edited_default_deck_keeps_its_stickers(rig: Rig) -> None:
    """A line that is gone moves no other card's sticker."""
    left = "".join(f"K{number:02d} wood beast\n" for number in range(1, 31) if number != 5)
    rig.start(text=left)
    simulated = decks.simulated_deck("cultivation")
    assert rig.sticker(decks.uid_of(simulated, "K04")) == 3
    assert rig.sticker(decks.uid_of(simulated, "K05")) == -1
    assert rig.sticker(decks.uid_of(simulated, "K06")) == 4
    assert rig.says("1 draw", "1 meld K05 K06 K07")[-1] == ("1 meld K06 K07 K08", None)


def test_the_default_deck_has_no_stickers_beyond_it(rig: Rig) -> None:
    rig.table.start_game("cultivation", ("Ann", "Bo"), by=THIS_MACHINE)
    simulated = decks.simulated_deck("cultivation")
    assert rig.sticker(decks.uid_of(simulated, "T3")) == 65
    assert rig.sticker(decks.uid_of(simulated, "N67")) == -1
    assert rig.says("1 draw", "1 meld K01 K13 K25")[-1] == ("1 meld K01 K13 K25", None)


@pytest.mark.parametrize("pack", ["cultivation", "followers"])
def test_a_code_of_another_pack_is_a_mistake(pack: str) -> None:
    with pytest.raises(DeckError) as caught:
        decks.checked("x", pack, [("04A1B2C3", "SP1")])
    assert [text.key for text in caught.value.problems] == ["deck.unknown_code"]


def test_only_cultivation_has_decks_of_ones_own() -> None:
    with pytest.raises(DeckError):
        decks.checked("x", "followers", [("04A1B2C3", "J1")])
    with pytest.raises(DeckError):
        decks.checked("x", "cultivation", [("04A1B2C3", "j1")])


def test_hands_are_dealt_over_the_readers_by_the_decks_codes(rig: Rig) -> None:
    """C2: eight each of more cards than are dealt."""
    rig.start()
    assert rig.table.begin_dealing(THIS_MACHINE)["of"] == 16
    simulated = decks.simulated_deck("cultivation")
    for number in range(16):
        uid = bytes.fromhex(decks.uid_of(simulated, packs.name("cultivation", 60 + number - 8)))
        fields = {"reader": number % 2 + 1, "uid": uid}
        rig.table.on_telemetry("tag", fields | {"state": "seen"})
        rig.table.on_telemetry("tag", fields | {"state": "gone"})
    assert rig.table.view()["dealing"] is None
    assert rig.table.view([1])["hands"]["1"] == [f"J{number}" for number in range(53, 69, 2)]
    assert rig.says("1 draw N70")[-1] == ("1 draw …", None)
    assert "J70" in rig.table.view([1])["hands"]["1"]
