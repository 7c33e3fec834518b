"""The helper that runs code under MicroPython says what went wrong there."""

from pathlib import Path

import pytest

from tests.micropython import requires_micropython, run


@requires_micropython
def test_output_arguments_and_folders(tmp_path: Path) -> None:
    (tmp_path / "beside.py").write_text("NAME = 'beside'\n")
    code = "import sys, beside, shared_rules\nprint(beside.NAME, sys.argv[1:])\n"
    assert run(code, path=[tmp_path], args=["a", "b"]) == "beside ['a', 'b']\n"


@requires_micropython
def test_a_file_may_be_named(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("import sys\nprint(sys.implementation.name)\n")
    assert run(str(script)) == "micropython\n"


@requires_micropython
def test_a_failure_shows_what_was_printed() -> None:
    with pytest.raises(AssertionError, match=r"(?s)before.*ZeroDivisionError"):
        run("print('before')\n1 / 0\n")


@requires_micropython
def test_the_heap_is_as_small_as_asked() -> None:
    with pytest.raises(AssertionError, match="MemoryError"):
        run("x = bytearray(100000)\n", heap="64k")
