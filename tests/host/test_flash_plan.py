"""What is written, removed and left alone on a board, without a board."""

from __future__ import annotations

import pytest

from tapdeck.flash_plan import LIST, RESERVE, Plan, There, plan, read_list, sha, write_list

STARTER = b"import firmware\n"
WANTED = {
    "firmware/__init__.mpy": b"M1",
    "firmware/boards/__init__.mpy": b"M2",
    "firmware/boards/pico.mpy": b"M3",
    "shared_rules/wire.mpy": b"M4" * 3000,
    "main.py": STARTER,
}
FOLDERS = ["firmware", "firmware/boards", "shared_rules"]
PICO_SOURCE = b"class Board: ours\n"


def board(files: dict[str, bytes]) -> There:
    return {name: (len(data), sha(data)) for name, data in files.items()}


def make(files: dict[str, bytes], listed: dict[str, bytes] | None = None) -> Plan:
    marks = {sha(data): name for name, data in (listed or {}).items()}
    return plan(WANTED, board(files), FOLDERS if files else [], marks, [PICO_SOURCE])


def test_an_empty_board_gets_all_with_its_folders() -> None:
    made = make({})
    assert [name for name, _ in made.write] == [name for name in WANTED if name != "main.py"]
    assert made.starter == STARTER
    assert made.folders == FOLDERS
    assert (made.remove, made.kept, made.same, made.displaced) == ([], [], 0, False)
    assert made.size == sum(map(len, WANTED.values()))


def test_a_board_that_has_all_of_it_is_left_alone() -> None:
    made = make(WANTED, WANTED)
    assert not made.changes
    assert made.same == len(WANTED)
    assert make({**WANTED, LIST: b"x"}, WANTED).changes is False


def test_one_changed_file_takes_the_starter_with_it() -> None:
    made = make({**WANTED, "shared_rules/wire.mpy": b"old"}, {"shared_rules/wire.mpy": b"old"})
    assert [name for name, _ in made.write] == ["shared_rules/wire.mpy"]
    assert made.starter == STARTER
    assert made.same == len(WANTED) - 2


def test_a_board_without_its_starter_gets_it_back() -> None:
    there = {name: data for name, data in WANTED.items() if name != "main.py"}
    made = make(there, WANTED)
    assert (made.write, made.starter, made.displaced) == ([], STARTER, False)


def test_what_an_older_version_had_goes_and_what_hides_ours() -> None:
    """MicroPython prefers a source beside a compiled file."""
    old = {
        "firmware/link.mpy": b"gone from the firmware",
        "firmware/boards/old.mpy": b"an old board of ours",
        "firmware/__init__.py": b"hides the compiled one",
        "firmware/boards/pico.py": PICO_SOURCE,
        "shared_rules/wire.mpy.new": b"half wri",
    }
    listed = {name: old[name] for name in ("firmware/link.mpy", "firmware/boards/old.mpy")}
    made = make({**WANTED, **old}, listed)
    assert made.remove == sorted(old)
    assert made.kept == []
    assert made.changes


def test_the_users_board_files_stay() -> None:
    """A board of one's own; and one of ours with other pins, which then counts."""
    own = {
        "firmware/boards/mine.py": b"class Board: mine\n",
        "firmware/boards/pico.py": b"# mine\n",
    }
    made = make({**WANTED, **own}, WANTED)
    assert made.kept == sorted(own)
    assert not made.changes


def test_what_we_have_not_put_there_stays() -> None:
    """Parts that a board file of one's own wants; and if the list is lost, what it named."""
    own = {
        "firmware/drivers/lamp.py": b"class Lamp: mine\n",
        "firmware/boards/mine/pins.json": b"[1, 2]\n",
        "shared_rules/notes.txt": b"Ann deals first\n",
        "firmware/gone.mpy": b"gone from the firmware, but we cannot know",
    }
    made = make({**WANTED, **own}, WANTED)
    assert made.kept == sorted(own)
    assert not made.changes


def test_where_sources_are_written_the_users_one_is_not_overwritten() -> None:
    wanted = {"firmware/boards/pico.py": PICO_SOURCE, "main.py": STARTER}
    made = plan(wanted, board({"firmware/boards/pico.py": b"# mine\n"}), FOLDERS, {})
    assert made.kept == ["firmware/boards/pico.py"]
    assert made.write == []
    # One that we have put there, of an older version, is ours to replace.
    listed = {sha(b"# mine\n"): "firmware/boards/pico.py"}
    made = plan(wanted, board({"firmware/boards/pico.py": b"# mine\n"}), FOLDERS, listed)
    assert [name for name, _ in made.write] == ["firmware/boards/pico.py"]


def test_an_older_compiled_board_file_is_replaced_even_where_the_list_is_lost() -> None:
    made = make({**WANTED, "firmware/boards/pico.mpy": b"older"})
    assert [name for name, _ in made.write] == ["firmware/boards/pico.mpy"]
    assert made.kept == []


def test_somebody_elses_starter_is_put_aside() -> None:
    assert make({"main.py": b"blink()\n"}).displaced
    assert not make(
        {"main.py": b"an older one of ours"}, {"main.py": b"an older one of ours"}
    ).displaced


@pytest.mark.parametrize("block", [512, 4096])
def test_the_room_that_must_be_free(block: int) -> None:
    whole = make({}).needs({}, block)
    assert whole > sum(map(len, WANTED.values())) + RESERVE
    one = make({**WANTED, "shared_rules/wire.mpy": b"M4" * 2999}, WANTED)
    there = board({**WANTED, "shared_rules/wire.mpy": b"M4" * 2999})
    # Its old and its new content are there at the same time.
    assert 6000 <= one.needs(there, block) - RESERVE <= 6000 + 3 * block
    assert one.needs(there, block) < whole
    freed = make({**WANTED, "firmware/big.mpy": b"x" * 90000}, {"big": b"x" * 90000})
    assert freed.needs(board({**WANTED, "firmware/big.mpy": b"x" * 90000}), block) < whole


def test_the_list_comes_back_as_it_was_and_torn_lines_are_no_harm() -> None:
    files = {sha(b"a"): "firmware/a.mpy", sha(b"b"): "main.py"}
    text = write_list(files)
    assert read_list(text) == files
    assert read_list(text[:-90] + "\nnonsense\n") == {}
