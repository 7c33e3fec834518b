"""What users of other tables met with readers and tags, one test a kind, against the models."""

from pathlib import Path

import pytest

from tests.hardware.rig import both, run

START = """
import time
import machine
import chip_mfrc522 as regs
from tabletop import TABLE
from tags import Tag
from firmware.drivers import mfrc522
from firmware.drivers.mfrc522 import MFRC522
from firmware.scanner import Scanner
selects = (17, 20, 21, 22, 40, 41)
TABLE.solder({"chips": [(0, "mfrc522", pin) for pin in selects[4:]], "pixels": 6, "buttons": ()})
chips = TABLE.readers
spi = machine.SPI(0)
readers = [MFRC522(spi, machine.Pin(pin, machine.Pin.OUT, value=1)) for pin in selects]
GROUPS = ((1, 3, 5), (2, 4, 6))
CARDS = {
    "A": "04a1b2c3d4e5f6", "B": "04a1b2c3d4e5f7", "C": "04a1b2c3", "D": "88a1b2c3",
    "E": "0488b2c3d4e5f6a7b8c9", "X": "05000000000001", "Y": "05000000000002",
}
UIDS = {letter: bytes.fromhex(CARDS[letter]) for letter in CARDS}
LETTERS = {UIDS[letter]: letter for letter in UIDS}
told = []
def on_tag(reader, uid, seen):
    told.append("%d%s%s" % (reader, "+" if seen else "-", LETTERS.get(uid, "?")))
def on_notice(reader, code, detail):
    told.append(" ".join([str(reader), code, detail]).strip().replace(" ", ":"))
def known(uid): return LETTERS.get(uid, "X") < "X"
scanner = Scanner(readers, known, on_tag, on_notice, GROUPS)
scanner.init()
def lay(reader, letter): chips[reader - 1].place(Tag(UIDS[letter]))
def lift(reader, letter=None): chips[reader - 1].lift(letter and UIDS[letter])
def sweep(times=12):
    for _ in range(times):
        scanner.step()
        time.sleep_ms(12)
    print(" ".join(told) or "-")
    told.clear()
"""


@both
def test_1_a_uid_is_read_to_its_end(interpreter: str, tmp_path: Path) -> None:
    """Read as 88 and three bytes, different cards look alike; a UID may begin with 88 itself."""
    code = "for at, letter in enumerate('ABCDE'): lay(at + 1, letter)\nsweep(1); sweep(100)"
    lines = run(interpreter, START + code, tmp_path)
    assert sorted(lines[0].split()) == ["1+A", "2+B", "3+C", "4+D", "5+E"]
    assert lines[1] == "-"


@both
def test_2_the_timers_flag_ends_an_empty_poll(interpreter: str, tmp_path: Path) -> None:
    """A loop on `~flag`, which is true of every flag, reads registers by the thousand."""
    code = f"""{START}
cycles = TABLE.cycles
outcomes = [reader.poll() for reader in readers]
print(outcomes == [mfrc522.NONE] * 6, (TABLE.cycles - cycles) / 6)
chips[0].write(regs.T_MODE, 0)
cycles = TABLE.cycles
print(readers[0].poll() == mfrc522.SILENT, TABLE.cycles - cycles < 30)
"""
    assert run(interpreter, code, tmp_path) == ["True 8.0", "True True"]


@both
@pytest.mark.parametrize(("groups", "waits"), [("GROUPS", 2), ("((1, 2, 3, 4, 5, 6),)", 1)])
def test_3_an_empty_sweep_of_six_waits_once_a_group(
    interpreter: str, groups: str, waits: int, tmp_path: Path
) -> None:
    """43 us a chip-select cycle, as measured on a Pico in bytecode, and about a millisecond for
    each group's time-out, not 25 for each reader.
    """
    code = f"""{START}
scanner = Scanner(readers, known, on_tag, on_notice, {groups})
began, cycles = TABLE.now, TABLE.cycles
for _ in range(100): scanner.step()
bus = (TABLE.cycles - cycles) * 43 / 100
print(bus, (TABLE.now - began) / 100 - bus, told)
"""
    bus, waited, nothing = run(interpreter, code, tmp_path)[0].split(" ", 2)
    assert float(bus) <= 5000
    assert float(waited) <= waits * 1200
    assert nothing == "[]"


@both
def test_4_a_resting_card_stays_and_is_missed_only_after_clean_time_outs(
    interpreter: str, tmp_path: Path
) -> None:
    """Parity, CRC and collision errors mean that a card is there. Afterwards the field is off for a
    moment.
    """
    code = f"""{START}
lay(1, "A"); sweep(1); sweep(500)
for kind in ("noisy", "collision", "stuck_crypto", "deaf"):
    chips[0].fault(kind); sweep(150)
chips[0].fault("none"); sweep(60)
good = readers[0].collect
for outcome in (mfrc522.CORRUPT, mfrc522.COLLISION):
    readers[0].collect = lambda: outcome
    sweep(150)
readers[0].collect = good
lift(1)
fields = []
for _ in range(8):
    scanner.step()
    fields.append(chips[0].registers[regs.TX_CONTROL] & 3)
print(fields)
sweep()
"""
    lines = run(interpreter, code, tmp_path)
    assert lines[:2] == ["1+A", "-"]
    for line in lines[2:9]:
        assert "+" not in line
        assert "-A" not in line
    assert lines[9:] == ["[3, 3, 3, 0, 3, 3, 3, 3]", "1-A"]


@both
@pytest.mark.parametrize(
    ("damage", "why"),
    [
        ('chips[0].fault("deaf")', "antenna"),
        ("chips[0].registers[regs.T_MODE] = 0", "timer"),
        ('chips[0].fault("stuck_crypto")', "crypto"),
        ('chips[0].fault("dead")', "silent"),
    ],
)
def test_5_a_reader_that_goes_deaf_is_reset_and_the_others_go_on(
    interpreter: str, damage: str, why: str, tmp_path: Path
) -> None:
    """The version register still answers; within a second the pulse tells."""
    code = f"""{START}
lay(1, "A"); sweep(60)
{damage}
lay(2, "B"); sweep(70)
chips[0].fault("none"); lay(4, "C"); sweep(100)
health = scanner.health(1)
print(health.why or "well", health.resets > 0, hex(health.version), scanner.letter(1))
sweep(100)
"""
    lines = run(interpreter, code, tmp_path)
    assert lines[0] == "1+A"
    told = (lines[1] + " " + lines[2]).replace("- ", "").split()
    sick = f"1:reader_sick:{'silent' if why == 'timer' and 'timer' not in lines[1] else why}"
    assert sorted(told) == sorted([sick, "2+B", "1:reader_well", "4+C"])
    assert lines[3:] == ["well True 0x92 o", "-"]


@both
def test_6_readers_on_one_bus_do_not_talk_into_each_other(interpreter: str, tmp_path: Path) -> None:
    """All selects are high before the first init, for a clone chip whose select floats holds MISO;
    and neighbours are not on the air together.
    """
    code = """
import machine
from tabletop import TABLE
from firmware import boards
board = boards.load("pico").build()
print([socket.level for socket in TABLE.sockets.values()])
print([reader.init() for reader in board.readers])
together = set()
for reader, number in zip(board.readers, range(1, 9)):
    def start(number=number, start=reader.start):
        together.add(number)
        start()
    def collect(number=number, collect=reader.collect):
        outcome = collect()
        shown.add(tuple(sorted(together)))
        return outcome
    reader.start, reader.collect = start, collect
from firmware.scanner import Scanner
scanner = Scanner(board.readers, lambda uid: True, None, None, board.groups, board.dark)
shown = set()
for turn in range(len(board.groups)):
    together.clear()
    scanner._left = 1
    scanner.step()
print(sorted(shown) == sorted(board.groups))
neighbours = [n for group in board.groups for n in group if n + 1 in group]
print(neighbours)
"""
    lines = run(interpreter, code, tmp_path)
    assert lines == ["[1, 1, 1, 1, 1]", "[True, True, True, True]", "True", "[]"]


@both
def test_7_a_neighbours_card_is_one_card_and_the_stronger_keeps_it(
    interpreter: str, tmp_path: Path
) -> None:
    """Read through the table, now and then; and a sticker's twin that two readers read equally."""
    code = f"""{START}
chips[2].couple(chips[3], 40)
for turn in range(30):
    lay(3 + turn % 2, "C"); sweep(25); lift(3 + turn % 2); sweep(8)
print("--")
lay(1, "A"); sweep(); lay(2, "A"); sweep(); lift(2); sweep(); lift(1); sweep()
"""
    lines = run(interpreter, code, tmp_path)
    end = lines.index("--")
    said = " ".join(lines[:end]).split()
    heard = [word for word in said if "neighbour" in word]
    assert [word for word in said if word not in heard] == ["3+C", "3-C", "4+C", "4-C"] * 15
    assert heard
    assert set(heard) <= {"3:neighbour:4", "4:neighbour:3"}
    assert lines[end + 1 :] == ["1+A", "2:neighbour:1", "-", "1-A"]


@both
def test_8_two_cards_on_one_reader_are_said_once_and_are_no_card(
    interpreter: str, tmp_path: Path
) -> None:
    code = f"""{START}
lay(1, "A"); lay(1, "B"); sweep(40)
lift(1, "A"); sweep(); lay(1, "C"); sweep(40); lift(1, "B"); sweep(); lift(1); sweep()
"""
    assert run(interpreter, code, tmp_path) == [
        "1:two_cards", "1+B", "1:two_cards", "1-B 1+C", "1-C"
    ]  # fmt: skip


@both
def test_9_a_half_read_uid_is_no_card_and_a_stranger_needs_two_reads(
    interpreter: str, tmp_path: Path
) -> None:
    code = f"""{START}
lay(1, "X")
good = readers[0].collect
reads = ["Y", "X", "Y", "X", "", "Y", "A", "Y"]
def collect():
    if not reads: return good()
    letter = reads.pop(0)
    if letter:
        readers[0].size = 7
        readers[0].uid[:7] = UIDS[letter]
    return mfrc522.OK if letter else mfrc522.CORRUPT
readers[0].collect = collect
sweep()
"""
    # X and Y came alternately, so only the known card counted, until X was read twice.
    assert run(interpreter, code, tmp_path) == ["1+A 1-A 1+X"]


@both
def test_10_stickers_that_do_not_fit_are_named_and_the_deck_goes_on(
    interpreter: str, tmp_path: Path
) -> None:
    """Two stickers with one UID, a sticker used twice, a card enrolled twice, 79 of 80 cards."""
    code = f"""{START}
from shared_rules import packs
from shared_rules.deck import Deck
deck = Deck("followers")
last = len(packs.codes("followers")) - 1
def on_tag(reader, uid, seen):
    global code
    if seen:
        why = deck.problem(uid, code)
        if not why:
            deck.add(uid, code)
            code += 1
        told.append(why or "taken")
code = 0
scanner = Scanner(readers, lambda uid: deck.look(uid) >= 0, on_tag, on_notice, GROUPS)
lay(1, "A"); sweep(); lay(2, "A"); sweep(); lift(2); lift(1); sweep()
lay(2, "A"); sweep(); lift(2); sweep()
code = 0; lay(1, "B"); sweep(); lift(1); sweep()
code = 1
for letter in "BCDE": lay(1, letter); sweep(); lift(1); sweep()
print(len(deck.tags), deck.look(UIDS["A"]), [deck.tags_of(last)])
"""
    lines = run(interpreter, code, tmp_path)
    assert [line for line in lines if line != "-"] == [
        "taken",
        "2:neighbour:1",  # a second sticker with that UID: one card
        "tag_taken",  # a sticker that is another card already
        "card_taken",  # a card that has its sticker
        *["taken"] * 4,
        "5 0 [[]]",  # which cards are still without one can be asked
    ]


@both
def test_11_a_card_acts_once_a_quick_one_is_not_lost_a_passing_one_not_played(
    interpreter: str, tmp_path: Path
) -> None:
    """The whole way, from the chips to the cards that wait at a seat."""
    code = """
import machine, time
from tabletop import TABLE
from tags import Tag
from firmware import boards
from firmware.main import Application
from shared_rules import packs
from shared_rules.deck import Deck
app = Application(boards.load("pico").build())
app.scanner.init()
deck = Deck("followers")
def uid(code): return bytes((4, packs.index("followers", code), 1, 2, 3, 4, 5))
for code in ("5H", "5S", "6C", "7D"): deck.add(uid(code), packs.index("followers", code))
app.on_deck(deck)
def lay(reader, code): TABLE.readers[reader - 1].place(Tag(uid(code)))
def lift(reader): TABLE.readers[reader - 1].lift()
def scan(ms):
    end = TABLE.now + ms * 1000
    while TABLE.now < end:
        app._now = time.ticks_ms()
        app._scan()
        time.sleep_ms(12)
def pending():
    cards = [app.referee.cards(seat) for seat in (1, 2, 3, 4)]
    names = [[packs.name("followers", card) for card in seat] for seat in cards]
    print(" | ".join([",".join(seat) for seat in names]))
lay(1, "5H"); scan(3000); pending()
lift(1); lay(1, "5S"); scan(100); pending()
lift(1); lay(1, "5H"); scan(100); pending()
lift(1); scan(200)
lay(2, "6C"); scan(40); lift(2); scan(20); lay(3, "6C"); scan(200); pending()
lay(2, "7D"); scan(30); lift(2); lay(1, "7D"); scan(60); lift(1); scan(300); pending()
"""
    assert run(interpreter, code, tmp_path, heap="2M") == [
        "5H |  |  | ",
        "5H,5S |  |  | ",
        "5H,5S |  |  | ",
        "5H,5S |  | 6C | ",
        "5H,5S,7D |  | 6C | ",
    ]


@both
def test_17_a_board_that_resets_right_after_a_new_game_goes_on_in_that_game(
    interpreter: str, tmp_path: Path
) -> None:
    """Without its host too: else what it does alone would belong to the game before."""
    code = """
from firmware import boards
from firmware.main import Application
from shared_rules import followers
from shared_rules.wire import GAME_BITS, GAME_ON, StateDown
def start(): return Application(boards.load("pico").build())
def hear(app, game):
    core = followers.dump(followers.initial({}))
    app.on_state(StateDown("followers", game << GAME_BITS, 0, 0, flags=GAME_ON, core=core))
    app.journal.step(app._now, True)
app = start()
for game in (1, 2):
    hear(app, game)
print(start().referee.version >> GAME_BITS)
app = start()
hear(app, 2)
hear(app, 3)
print(start().referee.version >> GAME_BITS)
"""
    assert run(interpreter, code, tmp_path, heap="2M") == ["2", "3"]


@both
def test_12_a_pn532_waits_neither_for_ever_nor_on_its_clock(
    interpreter: str, tmp_path: Path
) -> None:
    """Retries without end, a stretched clock, a command that still runs; among MFRC522 readers."""
    code = f"""{START}
from chip_pn532 import Pn532Chip
from firmware.drivers.pn532_i2c import PN532_I2C
chip = Pn532Chip(TABLE)
TABLE.wires[0] = {{0x24: chip}}
readers[5] = PN532_I2C(machine.I2C(0, timeout=25_000))
scanner = Scanner(readers, known, on_tag, on_notice, GROUPS)
scanner.init()
chip.place(Tag(UIDS["A"])); lay(1, "B"); sweep(40)
chip.stretch_us = 3_000; sweep(100)
chip.retries = 0xFF; chip.lift(); sweep(100)
chip.fault("hang"); lay(2, "C"); sweep(100)
chip.fault("none"); sweep(200)
chip.fault("stretch"); lay(3, "D"); sweep(60)
chip.fault("none"); sweep(100)
print(chip.ignored, scanner.health(6).why or "well")
"""
    lines = run(interpreter, code, tmp_path)
    assert sorted(lines[0].split()) == ["1+B", "6+A"]
    assert lines[1] == "-"
    assert sorted(set(lines[2].split())) == ["6-A", "6:reader_sick:silent", "6:reader_well"]
    assert "2+C" in lines[3].split()
    assert "6:reader_well" in lines[4].split()
    assert "3+D" in lines[5].split()
    assert "6:reader_sick:error" in lines[5].split()
    assert lines[-1] == "0 well"
