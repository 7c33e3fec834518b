"""The scanner on the chips' models: presence, strangers, neighbours, faults."""

from pathlib import Path

import pytest

from tests.hardware.rig import both, run

START = """
import time
from tabletop import TABLE
from tags import Tag
import machine
from firmware.drivers.mfrc522 import MFRC522
from firmware.scanner import Scanner
spi = machine.SPI(0)
readers = [MFRC522(spi, machine.Pin(n, machine.Pin.OUT, value=1)) for n in (17, 20, 21, 22)]
A, B, C = (bytes.fromhex(uid) for uid in ("04a1b2c3", "04a1b2c3d4e5f6", "04a1b2c3d4e5f7"))
KNOWN = (A, B)
told = []
def on_tag(reader, uid, seen):
    told.append("%d%s%s" % (reader, "+" if seen else "-", {A: "A", B: "B", C: "C"}.get(uid, "?")))
def on_notice(reader, code, detail):
    told.append(" ".join([str(reader), code, detail]).strip().replace(" ", ":"))
scanner = Scanner(readers, lambda uid: uid in KNOWN, on_tag, on_notice)
scanner.init()
def place(reader, uid): TABLE.readers[reader - 1].place(Tag(uid))
def lift(reader, uid=None): TABLE.readers[reader - 1].lift(uid)
def fault(reader, kind): TABLE.readers[reader - 1].fault(kind)
def sweep(times=10):
    for _ in range(times):
        scanner.step()
        time.sleep_ms(10)
    print(" ".join(told) or "-")
    told.clear()
"""


@pytest.fixture(params=["micropython", "cpython"])
def scan(request: pytest.FixtureRequest, tmp_path: Path):  # type: ignore[no-untyped-def]
    """Run a script behind START on one interpreter."""
    from tests.hardware.rig import micropython

    if request.param == "micropython" and micropython() is None:
        pytest.skip("no `micropython` here")
    return lambda code: run(request.param, START + code, tmp_path)


def test_a_card_left_lying_is_seen_once_and_gone_once(scan) -> None:  # type: ignore[no-untyped-def]
    assert scan("sweep(); place(1, A); sweep(); sweep(50); lift(1); sweep(); sweep()") == [
        "-", "1+A", "-", "1-A", "-",
    ]  # fmt: skip


def test_a_known_uid_needs_one_good_read_an_unknown_one_two(scan) -> None:  # type: ignore[no-untyped-def]
    code = """
place(1, A); place(2, C)
reads = []
good = readers[1].collect
def once():
    outcome = good()
    reads.append(outcome)
    return outcome if len(reads) == 1 else 3
readers[1].collect = once
sweep(1); sweep(3)
readers[1].collect = good
sweep(1); sweep()
"""
    assert scan(code) == ["1+A", "-", "2+C", "-"]


def test_a_half_read_uid_becomes_no_card(scan) -> None:  # type: ignore[no-untyped-def]
    code = """
class Half:
    reads = [C, A, b"1234", A, b"4321", A, A, b"1234", A, A]
    uid, size, version, wake_us, persistent = bytearray(10), 4, 1, 0, False
    def init(self): return True
    def health(self): return ""
    def field(self, on): pass
    def same(self, uid): return bytes(self.uid[:self.size]) == uid
    def start(self): pass
    def collect(self):
        if not self.reads: return 0
        read = self.reads.pop(0)
        self.size = len(read)
        self.uid[:self.size] = read
        return 1
scanner = Scanner([Half()], lambda uid: uid in KNOWN, on_tag, on_notice)
sweep(10)
"""
    assert scan(code) == ["1+A"]


def test_a_quick_second_card_is_not_lost(scan) -> None:  # type: ignore[no-untyped-def]
    code = "place(1, A); sweep(); lift(1); place(1, B); sweep(2); sweep()"
    assert scan(code) == ["1+A", "1-A 1+B", "-"]


def test_a_card_lifted_for_an_instant_was_never_away(scan) -> None:  # type: ignore[no-untyped-def]
    assert scan("place(1, A); sweep(); lift(1); sweep(2); place(1, A); sweep()") == [
        "1+A", "-", "-",
    ]  # fmt: skip


def test_two_cards_are_a_notice_and_no_phantom(scan) -> None:  # type: ignore[no-untyped-def]
    code = "place(1, A); place(1, C); sweep(); sweep(50); lift(1, C); sweep(); lift(1); sweep()"
    assert scan(code) == ["1:two_cards", "-", "1+A", "1-A"]


def test_a_second_card_on_top_does_not_take_the_first_away(scan) -> None:  # type: ignore[no-untyped-def]
    code = "place(1, A); sweep(); place(1, B); sweep(); lift(1, B); sweep()"
    assert scan(code) == ["1+A", "1:two_cards", "-"]


def test_one_uid_at_two_readers_is_one_card(scan) -> None:  # type: ignore[no-untyped-def]
    """A neighbour's card read through the table: the first reader keeps it, and it is said."""
    code = "place(2, A); sweep(); place(3, A); sweep(); lift(3); sweep(); lift(2); sweep()"
    assert scan(code) == ["2+A", "3:neighbour:2", "-", "2-A"]


def test_a_card_slid_from_one_reader_to_the_next_counts_where_it_stops(scan) -> None:  # type: ignore[no-untyped-def]
    code = "place(1, A); sweep(); lift(1); place(2, A); sweep()"
    assert scan(code)[1].split()[-2:] == ["1-A", "2+A"]


def test_noise_extends_a_presence_and_never_begins_one(scan) -> None:  # type: ignore[no-untyped-def]
    code = """
fault(1, "noisy"); sweep(400)
place(1, A); sweep(20); sweep(400)
lift(1); fault(1, "none"); sweep()
"""
    lines = scan(code)
    assert "+" not in lines[0]
    assert lines[1] == "1+A"
    assert lines[2] == "-"
    assert lines[3] == "1-A"


def test_a_phantom_collision_is_no_card(scan) -> None:  # type: ignore[no-untyped-def]
    code = 'place(1, A); fault(1, "collision"); sweep(50); fault(1, "none"); sweep()'
    assert scan(code) == ["1:two_cards", "1+A"]


@pytest.mark.parametrize(("kind", "why"), [("deaf", "antenna"), ("stuck_crypto", "crypto")])
def test_a_deaf_reader_is_reset_and_its_card_does_not_act_again(scan, kind: str, why: str) -> None:  # type: ignore[no-untyped-def]
    code = f'place(1, A); sweep(); fault(1, "{kind}"); place(2, B); sweep(20); sweep(50)'
    lines = scan(code)
    assert lines[0] == "1+A"
    assert sorted(lines[1].split()) == sorted(["2+B", f"1:reader_sick:{why}", "1:reader_well"])
    assert lines[2] == "-"


def test_a_dead_reader_is_reported_once_and_the_others_go_on(scan) -> None:  # type: ignore[no-untyped-def]
    code = """
fault(1, "dead"); sweep(); place(2, A); sweep(200)
fault(1, "none"); place(1, B); sweep(100)
print(scanner.health(1)[0] or "well", scanner.health(1).resets > 2)
"""
    assert scan(code) == ["1:reader_sick:silent", "2+A", "1:reader_well 1+B", "well True"]


def test_a_reader_that_raises_is_reported_and_the_others_go_on(scan) -> None:  # type: ignore[no-untyped-def]
    code = """
def broken(): raise OSError(5)
working, readers[0].collect = readers[0].collect, broken
place(2, A); sweep(40)
readers[0].collect = working
sweep(100)
sweep(100)
"""
    lines = scan(code)
    # Reset at once; since that did not last, only now and then after that.
    assert sorted(lines[0].split()) == ["1:reader_sick:error"] * 2 + ["1:reader_well", "2+A"]
    assert lines[1:] == ["1:reader_well", "-"]


def test_of_two_readers_the_one_that_reads_a_new_card_better_keeps_it(scan) -> None:  # type: ignore[no-untyped-def]
    code = """
good = readers[0].collect
turns = []
def sometimes():
    outcome = good()
    turns.append(outcome)
    return outcome if len(turns) % 3 == 1 else 0
readers[0].collect = sometimes
scanner = Scanner(readers, lambda uid: uid in KNOWN, on_tag, on_notice, ((1, 3), (2, 4)))
place(1, A); place(2, A); sweep(12); sweep(60); lift(2); lift(1); sweep()
"""
    assert scan(code) == ["2+A", "1:neighbour:2", "2-A"]


def test_a_card_moved_off_a_dead_reader_is_found_where_it_lies(scan) -> None:  # type: ignore[no-untyped-def]
    code = """
place(1, A); sweep(); fault(1, "dead"); sweep()
lift(1); place(3, A); sweep()
fault(1, "none"); sweep(60)
"""
    lines = scan(code)
    assert lines[:3] == ["1+A", "1:reader_sick:silent", "1-A 3+A"]
    assert lines[3] == "1:reader_well"


def test_a_card_tapped_at_the_next_reader_while_it_is_missed_here_is_not_lost(scan) -> None:  # type: ignore[no-untyped-def]
    code = "place(1, A); sweep(); lift(1); place(2, A); sweep(3); lift(2); sweep(); sweep()"
    assert scan(code)[:3] == ["1+A", "-", "1-A 2+A 2-A"]


def test_a_reader_that_takes_its_time_is_waited_for_by_nobody(scan) -> None:  # type: ignore[no-untyped-def]
    code = """
good = readers[0].collect
asked = []
def slow():
    asked.append(1)
    return 5 if len(asked) % 4 else good()
readers[0].collect = slow
scanner = Scanner(readers, lambda uid: uid in KNOWN, on_tag, on_notice, ((1, 3), (2, 4)))
place(1, A); place(3, B); sweep(12); sweep(60); lift(1); lift(3); sweep(40)
print(scanner.sweeps, len(asked))
"""
    lines = scan(code)
    assert sorted(lines[0].split()) == ["1+A", "3+B"]
    assert lines[1] == "-"
    assert sorted(lines[2].split()) == ["1-A", "3-B"]


def test_dark_groups_are_lit_in_turn_and_their_cards_are_read(scan) -> None:  # type: ignore[no-untyped-def]
    """Readers so close that they drown each other: 5 ms of field before each group's turn."""
    code = """
TABLE.readers[0].couple(TABLE.readers[1], drowns=True)
TABLE.readers[2].couple(TABLE.readers[3], drowns=True)
def lit(): return "".join(["*" if chip.registers[0x14] & 3 else "." for chip in TABLE.readers])
both = Scanner(readers, lambda uid: uid in KNOWN, on_tag, on_notice, ((1, 3), (2, 4)))
both.init()
place(1, A); place(2, B)
scanner = both; sweep(30); lift(1); lift(2); sweep()
scanner = Scanner(readers, lambda uid: uid in KNOWN, on_tag, on_notice, ((1, 3), (2, 4)), True)
scanner.init()
print(lit())
place(1, A); place(2, B)
sweep(30); sweep(100)
print(lit(), end=" "); scanner.step(); print(lit())
fault(2, "stuck_crypto"); sweep(100); fault(2, "none"); lift(1); lift(2); sweep(12)
began = TABLE.now; scanner.step(); scanner.step(); print(TABLE.now - began < 14_000)
"""
    lines = scan(code)
    assert lines[:3] == ["-", "-", "*.*."]
    assert sorted(lines[3].split()) == ["1+A", "2+B"]
    assert lines[4:6] == ["-", "*.*. .*.*"]
    assert lines[6] == "2:reader_sick:crypto 2:reader_well"
    assert sorted(lines[7].split()) == ["1-A", "2-B"]
    assert lines[8] == "True"


def test_the_counters_tell_what_a_reader_went_through(scan) -> None:  # type: ignore[no-untyped-def]
    code = """
place(1, A); sweep(20); fault(1, "noisy"); sweep(200); fault(1, "none")
place(1, B); sweep(); lift(1, B); sweep(); lift(1); sweep()
fault(1, "deaf"); sweep(); fault(1, "dead"); sweep(300)
health = scanner.health(1)
print(health.why, scanner.letter(1), health.state, health.polls > 200, health.reads > 50,
      health.misreads > 50, health.collisions >= 10, health.timeouts >= 4, health.resets > 3)
print(scanner.health(2).state, scanner.health(2).reads, scanner.letter(2))
"""
    lines = scan(code)
    assert lines[-2:] == ["silent x empty True True True True True True", "empty 0 o"]


@pytest.mark.parametrize("groups", ["((1, 2), (3,))", "((1, 2), (2, 3, 4))", "((0, 1, 2, 3),)"])
def test_groups_name_each_reader_once(scan, groups: str) -> None:  # type: ignore[no-untyped-def]
    code = f"""
try: Scanner(readers, None, on_tag, on_notice, {groups})
except ValueError as error: print(error)
"""
    assert "each of 1 to 4 belongs to one of them" in scan(code)[0]


@both
def test_a_sweep_of_six_empty_readers_stays_within_5_ms_of_the_bus(
    interpreter: str, tmp_path: Path
) -> None:
    """43 µs a chip-select cycle, as measured on a Pico in bytecode."""
    code = f"""{START}
scanner = Scanner([readers[i % 4] for i in range(6)], lambda uid: False, on_tag, on_notice)
before = TABLE.cycles
for _ in range(100): scanner.step()
print((TABLE.cycles - before) / 100 * 43)
"""
    assert float(run(interpreter, code, tmp_path)[0]) <= 5000


@pytest.mark.parametrize("how", ["", ", ((1, 3), (2, 4))", ", ((1, 3), (2, 4)), True"])
def test_a_sweep_of_empty_readers_allocates_nothing(how: str, tmp_path: Path) -> None:
    code = f"""{START}
import micropython
scanner = Scanner(readers, lambda uid: uid in KNOWN, on_tag, on_notice{how})
scanner.init()
def locked():
    micropython.heap_lock()
    for _ in range(20): scanner.step()
    micropython.heap_unlock()
sweep()
locked()
sweep()
"""
    assert run("micropython", code, tmp_path) == ["-", "-"]
