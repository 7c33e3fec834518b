"""The board's journal: numbered events that survive power cuts until the host has them."""

import errno
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware import journal as module
from firmware.journal import SEGMENT, SPILL_MS, Journal
from tests.micropython import requires_micropython, run


def _events(journal: Journal, now: int = 0) -> list[tuple[int, int, str]]:
    """(boot, n, line) of all that would be sent."""
    journal.rewind()
    found = []
    while event := journal.next(now):
        found.append((event[1], event[0], event[6]))
    return found


def _segments(folder: Path) -> list[str]:
    return sorted(name for name in os.listdir(folder) if name.endswith(".log"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "journal"


def _open(folder: Path, **options: int) -> Journal:
    return Journal(str(folder), **{"first_boot": 1, **options})


def test_events_acknowledged_in_time_never_touch_the_flash(folder: Path) -> None:
    journal = _open(folder)
    for i in range(50):
        assert journal.add(f"2 play {i}", "ok", 3, i * 100) == i + 1
        journal.step(i * 100 + 50, linked=True)
        journal.ack(1, i + 1)
    assert journal.waiting == 0
    assert _segments(folder) == []


def test_an_event_says_what_it_follows_and_how_old_it_is(folder: Path) -> None:
    journal = _open(folder)
    journal.add("2 play 5H", "ok", 3, 100)
    journal.add("3 pass", "not_your_turn", 4, 150)
    assert journal.next(400) == (1, 1, 0, 300, 3, "ok", "2 play 5H")
    assert journal.next(400) == (2, 1, 1, 250, 4, "not_your_turn", "3 pass")
    assert journal.next(400) is None
    assert journal.outstanding
    journal.ack(1, 1)
    journal.rewind()
    assert journal.next(500) == (2, 1, 0, 350, 4, "not_your_turn", "3 pass")
    journal.ack(1, 2)
    assert not journal.outstanding


def test_events_not_acknowledged_within_two_seconds_go_to_flash(folder: Path) -> None:
    journal = _open(folder)
    journal.add("2 play 5H", "ok", 1, 0)
    journal.step(SPILL_MS - 1, linked=True)
    assert _segments(folder) == []
    journal.step(SPILL_MS, linked=True)
    assert len(_segments(folder)) == 1
    assert _events(journal) == [(1, 1, "2 play 5H")]


def test_without_a_host_a_power_cut_costs_nothing_that_was_written(folder: Path) -> None:
    journal = _open(folder)
    for i in range(100):
        journal.add(f"2 play {i}", "ok", 1, i)
        journal.step(i, linked=False)
    again = _open(folder)
    assert again.boot == 2
    assert _events(again) == [(1, i + 1, f"2 play {i}") for i in range(100)]
    assert again.next(0) is None


def test_old_boots_come_first_and_the_new_one_waits_for_them(folder: Path) -> None:
    for boot in (1, 2):
        journal = _open(folder)
        journal.add(f"{boot} pass", "ok", 1, 0)
        journal.step(0, linked=False)
    journal = _open(folder)
    journal.add("3 pass", "ok", 1, 10)
    assert _events(journal) == [(1, 1, "1 pass")]
    journal.ack(1, 1)
    event = journal.next(20)
    assert event[:4] == (1, 2, 0, -1)  # the age of another run's event is not known
    assert journal.next(20) is None
    journal.ack(2, 1)
    assert journal.next(20)[:4] == (1, 3, 0, 10)
    assert _segments(folder) == []


@pytest.mark.parametrize("cut", [1, 5, 20, 40])
def test_a_torn_write_costs_at_most_the_last_event(folder: Path, cut: int) -> None:
    journal = _open(folder)
    for i in range(5):
        journal.add(f"2 play {i}", "ok", 1, i)
        journal.step(i, linked=False)
    file = folder / _segments(folder)[0]
    size = len(file.read_bytes().splitlines(keepends=True)[-1])
    file.write_bytes(file.read_bytes()[: -min(cut, size - 1)])
    again = _open(folder)
    assert again.lost == 1
    again.add("3 pass", "ok", 1, 0)
    again.step(0, linked=False)
    assert _events(again) == [(1, i + 1, f"2 play {i}") for i in range(4)]
    again.ack(1, 4)
    assert _events(again) == [(2, 1, "3 pass")]


def test_a_damaged_record_in_the_middle_does_not_stop_the_others(folder: Path) -> None:
    journal = _open(folder)
    for i in range(5):
        journal.add(f"2 play {i}", "ok", 1, i)
        journal.step(i, linked=False)
    file = folder / _segments(folder)[0]
    lines = file.read_bytes().splitlines(keepends=True)
    lines[2] = b"\xff" + lines[2][1:]
    file.write_bytes(b"".join(lines))
    again = _open(folder)
    again.rewind()
    chain = []
    while event := again.next(0):
        chain.append((event[0], event[2]))
    assert chain == [(1, 0), (2, 1), (4, 2), (5, 4)]  # 4 follows 2: the host waits for no 3


def test_two_thousand_events_are_kept_and_then_it_refuses(folder: Path) -> None:
    journal = _open(folder)
    count = 0
    while number := journal.add("2 play 5H 5S 5C 6H 6S as full_house 5", "ok", 1, count):
        count += 1
        assert number == count
        journal.step(count, linked=False)
    assert count >= 2000
    assert journal.full
    kept = _events(journal)
    assert [n for _, n, _ in kept] == list(range(1, count + 1))  # the oldest are kept
    journal.ack(1, SEGMENT + 3)
    assert not journal.full
    assert _events(journal)[0][1] == SEGMENT + 4
    assert journal.add("3 pass", "ok", 1, count) == count + 1
    journal.ack(1, count + 1)
    assert journal.waiting == 0
    assert _segments(folder) == []


def test_flash_that_takes_no_more_keeps_the_oldest_and_refuses(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = _open(folder)
    journal.add("1 pass", "ok", 1, 0)
    journal.step(0, linked=False)

    def full(path: str, mode: str) -> object:
        if "r" in mode:
            return open(path, mode)
        raise OSError(errno.ENOSPC, "no space")

    monkeypatch.setattr(module, "open", full, raising=False)
    count = 1
    while journal.add("2 pass", "ok", 1, count):
        count += 1
        journal.step(count, linked=False)
    assert journal.flash_errors
    assert count == 1 + module.RAM_RECORDS
    monkeypatch.undo()
    journal.step(count, linked=False)
    assert [n for _, n, _ in _events(journal)] == list(range(1, count + 1))
    assert not journal.full


def test_the_boot_counter_outlives_a_power_cut_at_any_moment(folder: Path) -> None:
    for boot in (1, 2, 3):
        assert _open(folder).boot == boot
    # Written but not yet renamed: the old one counts, and no number comes twice.
    (folder / "boot.new").write_bytes(b"garbage")
    assert _open(folder).boot == 4
    # Renamed away, not yet there (a file system that cannot rename onto a file).
    os.rename(folder / "boot", folder / "boot.new")
    assert _open(folder).boot == 5


def test_a_wiped_file_system_does_not_count_from_the_same_place_again(tmp_path: Path) -> None:
    boots = {Journal(str(tmp_path / str(i))).boot for i in range(8)}
    assert len(boots) > 1
    assert all(0 < boot < 2**30 for boot in boots)


def test_a_lost_counter_still_counts_on_from_what_is_kept(folder: Path) -> None:
    journal = _open(folder, first_boot=41)
    journal.add("1 pass", "ok", 1, 0)
    journal.step(0, linked=False)
    os.remove(folder / "boot")
    assert _open(folder).boot == 42


def test_the_snapshot_is_written_at_once_without_a_host_and_seldom_with_one(folder: Path) -> None:
    journal = _open(folder)
    journal.snapshot(b"one")
    assert journal.last_snapshot() == b"one"
    journal.step(0, linked=True)
    journal.snapshot(b"two")
    journal.step(module.SNAPSHOT_MS - 1, linked=True)
    assert _open(folder).last_snapshot() == b"one"
    journal.step(module.SNAPSHOT_MS, linked=True)
    assert _open(folder).last_snapshot() == b"two"
    journal.snapshot(b"three")
    journal.step(module.SNAPSHOT_MS + 1, linked=False)
    assert _open(folder).last_snapshot() == b"three"
    journal.snapshot(b"of another game", at_once=True)
    journal.snapshot(b"of it too")
    journal.step(module.SNAPSHOT_MS + 2, linked=True)
    assert _open(folder).last_snapshot() == b"of it too"


def test_later_events_are_those_a_state_has_not_seen(folder: Path) -> None:
    journal = _open(folder)
    for i in range(3):
        journal.add(f"2 play {i}", "ok", 1, i)
        journal.step(i, linked=False)
    journal.add("3 pass", "too_low", 1, 3)
    expected = [
        (1, 2, "ok", "2 play 1", 1),
        (1, 3, "ok", "2 play 2", 1),
        (1, 4, "too_low", "3 pass", 1),
    ]
    assert list(journal.later(1, 1)) == expected
    journal.ack(1, 4)  # committed, but a state that is older may still be on its way
    assert list(journal.later(1, 3)) == expected[2:]


def test_later_events_reach_over_a_restart(folder: Path) -> None:
    journal = _open(folder)
    for i in range(3):
        journal.add(f"2 play {i}", "ok", 1, i)
    journal.step(5, linked=False)
    again = _open(folder)
    again.add("3 pass", "ok", 1, 0)
    assert [(boot, n) for boot, n, *_ in again.later(1, 2)] == [(1, 3), (2, 1)]


def test_a_line_that_would_not_fit_a_frame_is_refused(folder: Path) -> None:
    with pytest.raises(ValueError, match="too long"):
        _open(folder).add("2 play " + "5H " * 50, "ok", 1, 0)


def test_an_acknowledgement_of_the_future_is_no_harm(folder: Path) -> None:
    journal = _open(folder)
    journal.ack(1, 500)
    journal.ack(77, 3)
    journal.add("2 pass", "ok", 1, 0)
    assert _events(journal) == [(1, 1, "2 pass")]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.tuples(st.just("add"), st.integers(1, 40)),
            st.tuples(st.just("step"), st.booleans()),
            st.tuples(st.just("ack"), st.integers(0, 100)),
            st.tuples(st.just("cut"), st.integers(0, 0)),
        ),
        max_size=25,
    )
)
def test_whatever_happens_nothing_written_is_lost_before_it_is_acknowledged(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, int]]
) -> None:
    folder = tmp_path_factory.mktemp("journal") / "j"
    journal = _open(folder)
    now = 0
    kept: list[tuple[int, int]] = []  # what must still come
    in_ram: list[tuple[int, int]] = []
    for what, value in steps:
        now += 100
        if what == "add":
            for _ in range(value):
                if number := journal.add("2 pass", "ok", 1, now):
                    in_ram.append((journal.boot, number))
        elif what == "step":
            journal.step(now, linked=bool(value))
            if not value:
                kept += in_ram
                in_ram = []
        elif what == "ack":
            there = [key for key in kept + in_ram if key[0] == (kept + in_ram)[0][0]]
            if there:
                boot, n = there[min(value, len(there) - 1)]
                journal.ack(boot, n)
                kept = [key for key in kept if key[0] != boot or key[1] > n]
                in_ram = [key for key in in_ram if key[0] != boot or key[1] > n]
        else:
            journal = _open(folder)
            in_ram = []
    sent: list[tuple[int, int]] = []
    for _ in range(len(steps) + 2):
        batch = [(boot, n) for boot, n, _ in _events(journal)]
        sent += batch
        if batch:
            journal.ack(*batch[-1])
    assert sent == sorted(set(sent))
    assert set(kept + in_ram) <= set(sent)
    assert journal.waiting == 0


_SAME = """
import os
from firmware.journal import Journal
j = Journal("j", first_boot=5)
for i in range(70):
    j.add("2 play %d" % i, "ok", i, i * 7)
    j.step(i * 7, i % 9 != 0)
    if i == 40:
        j.ack(5, 35)
print(j.boot, j.waiting, sorted(os.listdir("j")))
j.step(9999, False)
with open("j/" + sorted([n for n in os.listdir("j") if n.endswith(".log")])[-1], "ab") as f:
    f.write(b"5 71 torn")
j.snapshot(b"state")
j.step(9999, False)
j = Journal("j")
print(j.boot, j.waiting, j.lost, j.last_snapshot(), len(list(j.later(5, 60))))
j.add("1 pass", "ok", 9, 50)
while True:
    e = j.next(60)
    if not e:
        break
    print(e)
j.ack(5, 70)
print(j.next(70), j.waiting, sorted(os.listdir("j")))
"""


@requires_micropython
def test_micropython_keeps_the_same_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(_SAME, "same", "exec"), {})
    assert run(_SAME) == capsys.readouterr().out


@requires_micropython
def test_two_thousand_events_fit_the_boards_heap() -> None:
    code = """
import gc
from firmware.journal import Journal
gc.collect()
before = gc.mem_alloc()
j = Journal("j")
count = 0
while j.add("2 play 5H 5S 5C 6H 6S as full_house 5", "ok", 1, count):
    count += 1
    j.step(count, False)
gc.collect()
print(count >= 2000, gc.mem_alloc() - before < 30000)
sent = 0
while j.next(count):
    sent += 1
print(sent == count)
"""
    assert run(code) == "True True\nTrue\n"


_POWER_CUTS = """
import gc, os
from firmware.journal import Journal

gc.disable()  # files left open by a power cut must not be closed later

class PowerCut(Exception):
    pass

class Flash:
    # Blocks of a flash chip; the power goes after `left` writes and erasures.
    def __init__(self):
        self.data = bytearray(b"\\xff" * 512 * 200)
        self.left = 10 ** 9
    def readblocks(self, block, buffer, offset=0):
        at = block * 512 + offset
        buffer[:] = self.data[at:at + len(buffer)]
    def writeblocks(self, block, buffer, offset=0):
        self.spend(block * 512 + offset, buffer)
    def spend(self, at, buffer):
        if self.left <= 0:
            raise PowerCut
        self.left -= 1
        if self.left == 0:
            buffer = bytes(buffer)[:len(buffer) // 2]  # torn in the middle
        self.data[at:at + len(buffer)] = buffer
        if self.left == 0:
            raise PowerCut
    def ioctl(self, order, argument):
        if order == 4:
            return len(self.data) // 512
        if order == 5:
            return 512
        if order == 6:
            self.spend(argument * 512, b"\\xff" * 512)
            return 0
        return 0

def life(flash, cut):
    # One run of the board, until the power goes. What was surely kept, and the last boot.
    os.mount(os.VfsLfs2(flash), "/f")
    flash.left = cut
    kept, boot = [], 0
    try:
        j = Journal("/f/j", first_boot=1)
        boot = j.boot
        for i in range(40):
            j.add("2 play %d" % i, "ok", 1, i)
            j.snapshot(b"state %d" % i)
            j.step(i, False)
            kept.append((boot, i + 1))
            if i == 36:
                kept = kept[34:]
                j.ack(boot, 34)
    except PowerCut:
        pass
    flash.left = 10 ** 9
    os.umount("/f")
    return kept, boot

worst = 0
for cut in range(1, 420, 5):
    flash = Flash()
    os.VfsLfs2.mkfs(flash)
    kept, boot = life(flash, cut)
    os.mount(os.VfsLfs2(flash), "/f")
    j = Journal("/f/j", first_boot=1)
    assert j.boot > boot, (cut, j.boot, boot)
    found = []
    while True:
        e = j.next(0)
        if e is None:
            break
        found.append((e[1], e[0]))
    assert found == sorted(set(found))
    assert all([key in found for key in kept]), (cut, kept, found)
    state = j.last_snapshot()
    if len(kept) > 1:
        assert state is not None and int(state[6:]) + 1 >= kept[-1][1] - 1, (cut, state)
    worst = max(worst, len(kept))
    os.umount("/f")
print("worst", worst)
"""


@requires_micropython
def test_power_cuts_at_any_write_on_the_boards_own_file_system() -> None:
    """littlefs on a chip that loses its power in the middle of a write."""
    printed = run(_POWER_CUTS, heap="256m").splitlines()[0]
    assert printed.startswith("worst ")
    assert int(printed[6:]) > 30
