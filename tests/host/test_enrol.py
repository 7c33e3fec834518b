"""Enrolment: the steps by themselves, then through the simulated table and the real firmware."""

import io
import queue
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from shared_rules import packs
from tapdeck import settings as settings_module
from tapdeck.enrol import run_enrol
from tapdeck.enrolment import Enrolment, wanted
from tapdeck.simulator import SimControl, SimProcess, start_simulator
from tapdeck.store import Store, StoredDeck
from tapdeck.texts import Text, say

SPOOKS = packs.codes("spooks")
EMPTY = StoredDeck("mine", "followers", {})


def uid(number: int) -> bytes:
    return bytes((0x04, 0xE0, number >> 8, number & 0xFF, 0x51, 0x0C, 0x80))


def words(said: list[Text]) -> str:
    return " ".join(say("en", text) for text in said)


class Steps:
    """An enrolment with taps that are lifted again, and what was stored last."""

    def __init__(self, deck: StoredDeck = EMPTY) -> None:
        self.saved: list[StoredDeck] = []
        self.enrolment = Enrolment(deck, self.saved.append)

    @property
    def stored(self) -> StoredDeck:
        return self.saved[-1] if self.saved else EMPTY

    def tap(self, tag: bytes, reader: int = 1) -> str:
        said = self.enrolment.seen(reader, tag)
        self.enrolment.gone(reader)
        return words(said)

    def key(self, line: str) -> str:
        return words(self.enrolment.typed(line))


def test_cards_come_in_the_packs_order_then_controls_for_its_seats() -> None:
    order = wanted("followers")
    assert order[:64] == list(packs.codes("followers"))
    assert order[64:75] == list(packs.CONTROLS[:11])
    assert order[75:] == ["seat 1", "seat 2", "seat 3", "seat 4"]
    assert wanted("spooks")[-1] == "seat 12"


def test_each_tap_is_stored_at_once() -> None:
    steps = Steps()
    assert steps.tap(uid(1)) == "Stored: card 2S."
    assert steps.stored.tags == {uid(1).hex().upper(): "2S"}
    assert steps.enrolment.item == "2H"
    assert words([steps.enrolment.ask() or Text("nobody")]) == "1 of 79. Now: card 2H."


def test_a_sticker_used_twice_is_refused_and_the_place_kept() -> None:
    """Also two stickers with one number: they cannot be told apart."""
    steps = Steps()
    steps.tap(uid(1))
    said = steps.tap(uid(1))
    assert "card 2S" in said
    assert "cannot be card 2H" in said
    assert len(steps.saved) == 1
    assert steps.enrolment.item == "2H"
    assert steps.tap(uid(2)) == "Stored: card 2H."


def test_a_card_enrolled_twice_is_refused_and_the_place_kept() -> None:
    steps = Steps()
    steps.tap(uid(1))
    steps.key("2s")
    assert "card 2S has another sticker already" in steps.tap(uid(9))
    assert steps.tap(uid(1)) == "This sticker is card 2S already. Nothing was stored."
    assert len(steps.saved) == 1
    assert steps.enrolment.item == "2S"


OWN = {"J1": "Jade pill", "J2": "", "Q": "", "S": "Storm"}


class Own(Steps):
    """An enrolment of a deck of its owners' own."""

    def __init__(self, tags: dict[str, str] | None = None) -> None:
        self.saved = []
        self.begun = StoredDeck("ours", "cultivation", tags or {})
        self.enrolment = Enrolment(
            self.begun, self.saved.append, names=OWN, more=" --deck-file ours.txt"
        )


def test_c1_an_owners_deck_is_walked_by_its_own_codes() -> None:
    """Its number of cards and its names; a code that looks like a key is the card."""
    steps = Own()
    assert wanted("cultivation", 1, tuple(OWN))[:5] == ["J1", "J2", "Q", "S", "pass"]
    assert steps.tap(uid(1)) == "Stored: card J1 (Jade pill)."
    assert steps.key("S") == ""
    assert steps.tap(uid(2)) == "Stored: card S (Storm)."
    assert steps.tap(uid(2)) == (
        "This sticker says the number of card S (Storm), so it cannot be control tag pass too. "
        "Nothing was stored. If it is another sticker, the two have one number: take a new one."
    )
    assert steps.key("s") == "Skipped: control tag pass."
    steps.key("j2")
    assert steps.tap(uid(3)) == "Stored: card J2."
    assert sorted(steps.stored.tags.values()) == ["J1", "J2", "S"]
    ending = words(steps.enrolment.ending())
    assert "1 of the cards: Q." in ending
    assert 'tapdeck enrol "ours" --deck-file ours.txt' in ending


def test_c1_stickers_of_the_pack_become_an_owners_cards_by_their_places() -> None:
    """As they count in play (decks.for_board); those that are in neither deck stay."""
    steps = Own({"04E10000": "K02", "04E10001": "K60", "04E10002": "seat 1"})
    assert steps.enrolment.item == "J1"
    assert "cannot be card J1" in steps.tap(bytes.fromhex("04E10001"))
    steps.tap(uid(1))
    assert steps.stored.tags == {
        "04E10000": "J2",
        "04E10001": "K60",
        "04E10002": "seat 1",
        uid(1).hex().upper(): "J1",
    }
    assert steps.enrolment.item == "Q"


class Two(Steps):
    """An enrolment of two packs of Spooks, of which the first is done."""

    def __init__(self, deck: StoredDeck | None = None) -> None:
        self.saved = []
        tags = {uid(number).hex().upper(): code for number, code in enumerate(SPOOKS)}
        begun = deck or StoredDeck("ours", "spooks", tags)
        self.enrolment = Enrolment(begun, self.saved.append, 2)


def test_s13_of_two_packs_each_card_has_two_stickers_and_no_third() -> None:
    steps = Two()
    assert words([steps.enrolment.ask() or Text("nobody")]) == (
        "56 of 135. Now: card SP1 of pack 2."
    )
    assert "This sticker is card SP1 of pack 2 already" in steps.tap(uid(0))
    assert steps.tap(uid(101)) == "Stored: card SP1 of pack 2."
    assert list(steps.stored.tags.values()).count("SP1") == 2
    assert steps.key("sp1") == ""
    assert "card SP1 has another sticker already" in steps.tap(uid(102))
    steps.key("sp2")
    assert steps.enrolment.item == "SP2"
    assert steps.tap(uid(103)) == "Stored: card SP2 of pack 2."
    assert "SP3(2) SP4(2)" in words(steps.enrolment.ending())
    # What was stuck on just now is known from the one before.
    steps.key("b")
    assert uid(103).hex().upper() not in steps.stored.tags
    assert uid(1).hex().upper() in steps.stored.tags
    # It goes on with two packs where it was left, and then nobody knows which sticker is whose.
    again = Two(steps.stored)
    assert again.enrolment.item == "SP2"
    again.key("b")
    assert "SP1" not in again.stored.tags.values()


def test_s13_one_pack_has_one_sticker_a_card() -> None:
    steps = Steps(StoredDeck("mine", "spooks", {}))
    assert steps.tap(uid(1)) == "Stored: card SP1."
    steps.key("sp1")
    assert "card SP1 has another sticker already" in steps.tap(uid(2))
    assert steps.enrolment.counts["total"] == len(SPOOKS) + 11 + 12


def test_two_stickers_at_once_store_nothing() -> None:
    steps = Steps()
    assert "One at a time" in words(steps.enrolment.noticed(1, "two_cards", ""))
    steps.enrolment.seen(1, uid(1))
    assert "One at a time" in words(steps.enrolment.seen(2, uid(2)))  # the first lies there still
    assert steps.stored.tags == {uid(1).hex().upper(): "2S"}
    steps.enrolment.gone(1)
    steps.enrolment.gone(2)
    assert steps.tap(uid(2), reader=2) == "Stored: card 2H."


def test_unreadable_stickers_and_tags_without_a_number_of_their_own_store_nothing() -> None:
    steps = Steps()
    assert "cannot be read" in words(steps.enrolment.noticed(2, "reader_sick", "noisy"))
    assert "Reader 2" in words(steps.enrolment.noticed(2, "reader_sick", "silent"))
    assert steps.enrolment.noticed(2, "neighbour", "1") == []
    assert "new number each time" in steps.tap(bytes((0x08, 1, 2, 3)))
    assert "no usable number" in steps.tap(bytes(5))
    assert not steps.saved
    assert steps.enrolment.item == "2S"


def test_skip_and_back() -> None:
    steps = Steps()
    assert steps.key("b") == "This is the first one; there is nothing to go back to."
    assert steps.key("s") == "Skipped: card 2S."
    steps.tap(uid(2))
    assert steps.key("b") == "Back: card 2H has no sticker now."
    assert steps.stored.tags == {}
    assert steps.tap(uid(3)) == "Stored: card 2H."
    assert steps.key("7x") == "'7x' is no key and no code of this pack."
    assert steps.key("w2") == ""
    assert steps.tap(uid(4)) == "Stored: card W2 (Yog-Sothoth)."
    assert steps.key("  ") == ""


def test_it_goes_on_where_it_was_left_and_says_what_is_missing() -> None:
    """One card short of a whole pack: it says which, and only that one is asked for."""
    tags = {
        uid(n).hex().upper(): code for n, code in enumerate(wanted("followers")) if code != "9C"
    }
    steps = Steps(StoredDeck("mine", "followers", tags))
    assert steps.enrolment.item == "9C"
    said = words(steps.enrolment.ending())
    assert "1 of the cards: 9C." in said
    assert 'tapdeck enrol "mine"' in said
    steps.tap(uid(500))
    assert steps.enrolment.ask() is None
    assert words(steps.enrolment.ending()) == "Nothing is missing: 79 have their stickers."


def test_extension_cards_are_not_missed() -> None:
    """F1: E1-E4 lie apart; control tags are named apart."""
    tags = {uid(n).hex().upper(): code for n, code in enumerate(packs.codes("followers")[:60])}
    steps = Steps(StoredDeck("mine", "followers", tags))
    said = words(steps.enrolment.ending())
    assert "of the cards" not in said
    assert "Control tags without a sticker: pass, undo" in said


# Through the simulated table ------------------------------------------------------------------


class Console:
    """A terminal in a test: what was said, and keys that wait until they are typed."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self._keys: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._more = threading.Condition()
        self._read = 0

    def tell(self, sentence: str) -> None:
        with self._more:
            self.said.append(sentence)
            self._more.notify_all()

    def type(self, line: str) -> None:
        self._keys.put(line)

    def __iter__(self) -> Iterator[str]:
        while (line := self._keys.get()) is not None:
            yield line

    def expect(self, part: str) -> None:
        """Wait until a sentence with these words is said, after those that were expected before."""

        def there() -> bool:
            return any(part in sentence for sentence in self.said[self._read :])

        with self._more:
            assert self._more.wait_for(there, 20), f"{part!r} was not said: {self.said}"
            while part not in self.said[self._read]:
                self._read += 1
            self._read += 1


@pytest.fixture
def sim(tmp_path: Path) -> Iterator[SimProcess]:
    (tmp_path / "flash").mkdir()
    with start_simulator(state_dir=tmp_path / "flash", pace="max") as process:
        yield process


def enrolling(
    sim: SimProcess, tmp_path: Path, console: Console, deck_file: Path | None = None
) -> Callable[[], int]:
    """Start enrolling in a thread; the function that waits for its end gives the exit code."""
    settings = settings_module.load(port=sim.port, db=f"sqlite:///{tmp_path / 'record.sqlite'}")
    codes: list[int] = []
    thread = threading.Thread(
        target=lambda: codes.append(
            run_enrol(settings, "mine", keys=console, tell=console.tell, deck_file=deck_file)
        ),
        daemon=True,
    )
    thread.start()

    def end() -> int:
        thread.join(20)
        assert not thread.is_alive()
        return codes[0]

    return end


def stored(tmp_path: Path) -> dict[str, str]:
    store = Store(f"sqlite:///{tmp_path / 'record.sqlite'}")
    try:
        deck = store.deck("mine")
        return deck.tags if deck else {}
    finally:
        store.close()


def test_a_deck_is_enrolled_at_the_simulated_table(sim: SimProcess, tmp_path: Path) -> None:
    first, second, third = (uid(n).hex().upper() for n in (1, 2, 3))
    console = Console()
    end = enrolling(sim, tmp_path, console)
    with SimControl(sim.control) as hands:
        console.expect("0 of 79. Now: card 2S.")
        hands.place(2, first)
        console.expect("Stored: card 2S.")
        console.expect("1 of 79. Now: card 2H.")
        assert stored(tmp_path) == {first: "2S"}  # before anything else happens
        hands.lift(2)
        hands.run(200)
        hands.place(2, first)
        console.expect("cannot be card 2H")
        hands.lift(2)
        hands.run(200)
        hands.place(1, second)
        console.expect("Stored: card 2H.")
        hands.place(1, third)
        console.expect("One at a time")
        hands.lift(1)
        hands.run(200)
        hands.place(3, third)
        console.expect("Stored: card 2C.")
        console.type("s")
        console.expect("Skipped: card 2D.")
        console.type("q")
        console.expect("Still without a sticker, 57 of the cards: 2D 3S")
        console.expect('tapdeck enrol "mine"')
    assert end() == 0
    assert stored(tmp_path) == {first: "2S", second: "2H", third: "2C"}

    # Another day: it goes on where it was left.
    console = Console()
    end = enrolling(sim, tmp_path, console)
    console.expect("3 of 79. Now: card 2D.")
    console.type("q")
    assert end() == 0


def test_c1_an_owners_deck_is_enrolled_at_the_simulated_table(
    sim: SimProcess, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """More cards than the pack has; without its file its stickers are left alone."""
    file = tmp_path / "ours.txt"
    lines = [f"J{number} fire beast | Beast {number}" for number in range(1, 70)]
    file.write_text("\n".join(lines), encoding="utf-8")
    tags = [uid(number).hex().upper() for number in (1, 2)]
    console = Console()
    end = enrolling(sim, tmp_path, console, file)
    with SimControl(sim.control) as hands:
        console.expect("0 of 84. Now: card J1 (Beast 1).")
        hands.place(2, tags[0])
        console.expect("Stored: card J1")
        hands.lift(2)
        hands.run(200)
        console.type("J69")
        console.expect("Now: card J69")
        hands.place(2, tags[1])
        console.expect("Stored: card J69")
        console.type("q")
    assert end() == 0
    console.expect(f'tapdeck enrol "mine" --pack cultivation --deck-file "{file}"')
    assert stored(tmp_path) == {tags[0]: "J1", tags[1]: "J69"}

    settings = settings_module.load(port="none", db=f"sqlite:///{tmp_path / 'record.sqlite'}")
    assert run_enrol(settings, "mine", keys=(), tell=print) == 2
    assert "The stickers of mine are for a deck of its owners' own (J1 J69 …)" in (
        capsys.readouterr().err
    )
    assert stored(tmp_path) == {tags[0]: "J1", tags[1]: "J69"}


def test_a_wrong_deck_file_is_said_by_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ours.txt"
    settings = settings_module.load(port="none", db=f"sqlite:///{tmp_path / 'record.sqlite'}")
    assert run_enrol(settings, "mine", keys=(), deck_file=file) == 2
    assert "ours.txt cannot be read: No such file" in capsys.readouterr().err
    file.write_text("J1 fire beast\nJ2 lava beast\nJ3\n", encoding="utf-8")
    assert run_enrol(settings, "mine", keys=(), deck_file=file) == 2
    said = capsys.readouterr().err.splitlines()
    assert "ours.txt:2: J2: 'lava' is no element" in said[0]
    assert "ours.txt:3: J3 is what?" in said[1]
    file.write_text("".join(f"J{n} fire beast\n" for n in range(16)), encoding="utf-8")
    assert run_enrol(settings, "mine", "spooks", keys=(), deck_file=file) == 2
    assert "no deck of one's own for spooks" in capsys.readouterr().err


def test_a_board_that_resets_while_enrolling_goes_on(sim: SimProcess, tmp_path: Path) -> None:
    first, second = (uid(n).hex().upper() for n in (1, 2))
    console = Console()
    end = enrolling(sim, tmp_path, console)
    with SimControl(sim.control) as hands:
        console.expect("Now: card 2S.")
        hands.place(1, first)
        console.expect("Stored: card 2S.")
        hands.lift(1)
        hands.reset()
        console.expect("The board is there")
        console.expect("Now: card 2H.")
        hands.place(1, second)
        console.expect("Stored: card 2H.")
        console.type("q")
    assert end() == 0


def test_the_keyboards_end_stops_and_keeps(sim: SimProcess, tmp_path: Path) -> None:
    said: list[str] = []
    settings = settings_module.load(port=sim.port, db=f"sqlite:///{tmp_path / 'record.sqlite'}")
    assert run_enrol(settings, "mine", keys=io.StringIO(""), tell=said.append) == 0
    assert any("60 of the cards" in sentence for sentence in said)


def test_wrong_requests_are_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = settings_module.load(port="none", db=f"sqlite:///{tmp_path / 'record.sqlite'}")
    store = Store(settings.db)
    store.save_deck(StoredDeck("ghosts", "spooks", {}))
    store.close()
    for name, pack, part in (
        ("mine", "whist", "There is no pack 'whist'"),
        (" ", "followers", "The deck has no name."),
        ("ghosts", "followers", "is one of spooks"),
        ("mine", "followers", "enrolling needs a board"),
    ):
        assert run_enrol(settings, name, pack, keys=(), tell=print) == 2
        out = capsys.readouterr()
        assert part in out.err
        assert out.err.count("\n") == 1
