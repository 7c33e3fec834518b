"""The simulated table: its ports, its clock and its hands, with a small firmware of our own."""

from __future__ import annotations

import errno
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.hardware.rig import SIMULATED, both

FIRMWARE = """
import micropython, select, sys, time
from machine import SPI, WDT, Pin, reset, reset_cause
from neopixel import NeoPixel

def main(board):
    poller = select.poll()
    poller.register(sys.stdin.buffer, select.POLLIN)
    writable = select.poll()
    writable.register(sys.stdout.buffer, select.POLLOUT)
    button = Pin(2, Pin.IN, Pin.PULL_UP)
    pixels = NeoPixel(Pin(6, Pin.OUT), 17)
    dog = WDT(timeout=3000)
    try:
        with open("starts") as file:
            starts = int(file.read())
    except OSError:
        starts = 0
    with open("starts", "w") as file:
        file.write(str(starts + 1))
    print("start", starts + 1, "cause", reset_cause(), board)
    level = 1
    number = 0
    while True:
        dog.feed()
        if poller.poll(10):
            key = sys.stdin.buffer.read(1)
            if key == b"x":
                raise ValueError("on purpose")
            if key == b"h":
                while True:
                    time.ticks_ms()
            if key == b"H":
                while True:
                    pass
            if key == b"r":
                reset()
            if key == b"f":
                number += 1
                print("~%02X -- event*00000000" % number)
            if key == b"c":
                micropython.kbd_intr(-1)
            if key == b"\x03":
                print("three")
            if key == b"t":
                print("time", time.ticks_ms())
            if key == b"w":
                sent = 0
                while writable.poll(0) and sent < 100000:
                    sys.stdout.buffer.write(b"." * 64)
                    sent += 64
                    time.sleep_ms(5)
                pixels[0] = (1, 0, 0)
                pixels.write()
        if button.value() != level:
            level = button.value()
            print("button", level, time.ticks_ms())
"""


class Table:
    """A supervisor under test."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        interpreter: str = "micropython",
        firmware: str = FIRMWARE,
    ) -> None:
        (folder / "firmware").mkdir(exist_ok=True)
        (folder / "firmware" / "__init__.py").touch()
        (folder / "firmware" / "main.py").write_text(firmware)
        self.log = folder / "stderr"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [
                    sys.executable,
                    str(SIMULATED / "supervisor.py"),
                    *("--device", str(folder), "--state", str(folder / "flash")),
                    *("--interpreter", interpreter, "--child", *arguments),
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
            )
        assert self.process.stdout is not None
        self.said = json.loads(self.process.stdout.readline())
        self.hand = self.connect()

    def connect(self) -> Callable[..., dict[str, Any]]:
        """A client of the control port: a function that sends an order and returns its answer."""
        host, port = self.said["control"].split(":")
        connection = socket.create_connection((host, int(port)))
        connection.settimeout(30)
        answers = connection.makefile("rb")
        self.connections = [*getattr(self, "connections", []), connection, answers]

        def order(op: str = "", raw: bytes = b"", **fields: Any) -> dict[str, Any]:
            connection.sendall(raw or json.dumps({"op": op, **fields}).encode() + b"\n")
            answer: dict[str, Any] = json.loads(answers.readline())
            return answer

        return order

    def open(self) -> int:
        """Open the pty, and wait until the table has noticed."""
        port = os.open(self.said["port"], os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        time.sleep(0.1)
        return port

    def close(self) -> int:
        """End it; its status."""
        for connection in self.connections:
            connection.close()
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        status = self.process.wait(10)
        self.process.stdout.close()
        return status


def read(port: int, until: bytes, seconds: float = 10.0) -> bytes:
    """What comes from a pty until ``until`` is among it."""
    data = b""
    end = time.monotonic() + seconds
    while until not in data:
        left = end - time.monotonic()
        assert left > 0, f"{until!r} did not come; there was {data!r}"
        if select.select([port], [], [], left)[0]:
            data += os.read(port, 4096)
    return data


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Callable[..., Table]]:
    """Starts tables and ends them."""
    tables: list[Table] = []

    def start(*arguments: str, **more: str) -> Table:
        tables.append(Table(tmp_path, *arguments, **more))
        return tables[-1]

    yield start
    for each in tables:
        each.close()


Start = Callable[..., Table]


@both
def test_the_first_line_names_the_ports_and_the_interpreter(interpreter: str, table: Start) -> None:
    said = table(interpreter=interpreter).said
    assert set(said) == {"port", "control", "interpreter"}
    assert said["interpreter"].startswith(f"{interpreter} ")
    assert os.path.exists(said["port"])


@both
def test_a_press_lasts_80_or_800_ms_and_is_answered_after_the_release(
    interpreter: str, table: Start
) -> None:
    sim = table("--pace", "max", interpreter=interpreter)
    port = sim.open()
    for kind, lasts in (("short", 80), ("long", 800)):
        before = sim.hand("run", ms=0)["ms"]
        answer = sim.hand("press", seat=1, kind=kind)
        words = read(port, b"button 1").split()
        down, up = int(words[words.index(b"button") + 2]), int(words[-1])
        assert answer["ok"]
        assert before + lasts <= answer["ms"]
        assert abs(up - down - lasts) <= 10
    os.close(port)


@pytest.mark.parametrize(
    ("order", "says"),
    [
        ({"op": "dance"}, "the ops are place, lift, press"),
        ({}, "the ops are"),
        ({"op": "place", "reader": 1}, "needs reader and uid"),
        ({"op": "place", "reader": 0, "uid": "01020304"}, "from 1 to 4"),
        ({"op": "place", "reader": 5, "uid": "01020304"}, "from 1 to 4"),
        ({"op": "place", "reader": True, "uid": "01020304"}, "from 1 to 4"),
        ({"op": "place", "reader": 1, "uid": "010203"}, "4, 7 or 10 bytes"),
        ({"op": "place", "reader": 1, "uid": "nonsense"}, "4, 7 or 10 bytes"),
        ({"op": "place", "reader": 1, "uid": 7}, "4, 7 or 10 bytes"),
        ({"op": "press", "seat": 9, "kind": "short"}, "from 1 to 4"),
        ({"op": "press", "seat": 1, "kind": "hard"}, "short, long"),
        ({"op": "fault", "reader": 1, "kind": "sad"}, "none, dead, noisy, stuck_crypto"),
        ({"op": "usb"}, "read or plug"),
        ({"op": "usb", "read": 1}, "true or false"),
        ({"op": "run", "ms": -1}, "from 0 to"),
        ({"op": "run", "ms": "x"}, "from 0 to"),
        ({"op": "reset", "hard": True}, "no field 'hard'"),
    ],
)
def test_orders_that_cannot_be_carried_out_say_what_is_allowed(
    order: dict[str, Any], says: str
) -> None:
    sys.path.insert(0, str(SIMULATED))
    try:
        import orders
    finally:
        sys.path.remove(str(SIMULATED))
    with pytest.raises(orders.OrderError, match=says):
        orders.parse(json.dumps(order).encode(), 4, 4)


def test_a_refused_order_is_answered_and_the_next_one_works(table: Start) -> None:
    sim = table("--pace", "max")
    deep = b"[" * 60_000 + b"\n"
    for raw in (b"nonsense\n", b"[1]\n", b'{"op": "dance"}\n', deep):
        answer = sim.hand(raw=raw)
        assert answer["ok"] is False
        assert answer["error"]
    assert sim.hand("place", reader=1, uid="04A1B2C3")["ok"]
    assert "lies on reader 1 already" in sim.hand("place", reader=1, uid="04a1b2c3")["error"]
    assert sim.hand("lift", reader=1)["ok"]


def test_a_client_that_has_ended_its_side_is_still_answered(table: Start) -> None:
    sim = table("--pace", "max")
    host, port = sim.said["control"].split(":")
    with socket.create_connection((host, int(port)), timeout=10) as client:
        client.sendall(b'{"op": "press", "seat": 1, "kind": "long"}\n{"op": "display"}')
        client.shutdown(socket.SHUT_WR)
        with client.makefile("rb") as lines:
            press, display = map(json.loads, lines)
    assert press["ok"]
    assert display["ok"]


def test_several_clients_are_served_at_once(table: Start) -> None:
    sim = table("--pace", "max")
    other = sim.connect()
    answers: list[dict[str, Any]] = []
    thread = threading.Thread(target=lambda: answers.append(other("run", ms=20_000)))
    began = sim.hand("run", ms=0)["ms"]
    thread.start()
    assert sim.hand("press", seat=1, kind="long")["ok"]
    thread.join(20)
    assert answers[0]["ms"] >= began + 20_000


@both
def test_a_failed_firmware_prints_to_the_port_and_the_watchdog_restarts_it(
    interpreter: str, table: Start
) -> None:
    sim = table("--pace", "max", interpreter=interpreter)
    port = sim.open()
    os.write(port, b"x")
    read(port, b"on purpose")
    assert sim.hand("run", ms=4000)["ok"]
    assert b"start 2 cause 3" in read(port, b"pico")
    os.close(port)
    said = sim.log.read_text()
    assert "ValueError" in said
    assert "the board restarts: watchdog" in said


@pytest.mark.parametrize("key", [b"h", b"H"])
def test_a_firmware_that_hangs_is_restarted_by_its_watchdog(table: Start, key: bytes) -> None:
    """Whether it watches the clock for ever or not even that."""
    sim = table("--pace", "max")
    port = sim.open()
    os.write(port, key)
    assert sim.hand("run", ms=5000)["ok"]
    assert b"start 2 cause 3" in read(port, b"pico")
    os.close(port)


@both
def test_byte_3_interrupts_the_program_until_that_is_switched_off(
    interpreter: str, table: Start
) -> None:
    sim = table("--pace", "max", interpreter=interpreter)
    port = sim.open()
    os.write(port, b"c")
    sim.hand("run", ms=100)
    os.write(port, b"\x03")
    read(port, b"three")
    sim.hand("reset")
    os.write(port, b"\x03")
    read(port, b"KeyboardInterrupt")
    sim.hand("run", ms=4000)
    read(port, b"start 3 cause 3")
    os.close(port)


def test_a_hung_firmware_without_a_watchdog_stays_down_until_a_reset(table: Start) -> None:
    without = FIRMWARE.replace("WDT(timeout=3000)", "Pin(9)").replace("dog.feed()", "dog.value()")
    sim = table("--pace", "max", firmware=without)
    port = sim.open()
    os.write(port, b"H")
    assert sim.hand("run", ms=60_000)["ok"]
    assert sim.hand("display")["ok"]
    assert "only a reset helps" in sim.log.read_text()
    assert sim.hand("reset")["ok"]
    assert b"start 2 cause 5" in read(port, b"start 2 cause 5")
    os.close(port)


def test_a_reset_keeps_the_flash_and_what_lies_on_the_table(table: Start) -> None:
    sim = table("--pace", "max")
    sim.hand("place", reader=2, uid="04A1B2C3D4E5F6")
    port = sim.open()
    assert sim.hand("reset")["ok"]
    assert b"start 2 cause 5" in read(port, b"pico")
    os.write(port, b"r")
    assert b"start 3 cause 5" in read(port, b"pico")
    assert "lies on reader 2" in sim.hand("place", reader=2, uid="04A1B2C3D4E5F6")["error"]
    os.close(port)


def test_a_pulled_cable_ends_the_port_and_the_same_name_comes_back(table: Start) -> None:
    sim = table("--pace", "max")
    port = sim.open()
    assert sim.hand("usb", plug=False)["ok"]
    assert _hung_up(port)
    os.close(port)
    assert not os.path.exists(sim.said["port"])
    assert sim.hand("usb", plug=True)["ok"]
    port = sim.open()
    os.write(port, b"t")
    read(port, b"time")
    os.close(port)


def test_a_host_that_stops_reading_stops_the_board_from_sending(table: Start) -> None:
    """The board's POLLOUT goes off; it is not stalled, and nothing is lost or kept back later."""
    sim = table("--pace", "max")
    port = sim.open()
    sim.hand("run", ms=100)
    sim.hand("usb", read=False)
    os.write(port, b"w")
    sim.hand("usb", read=True)
    sim.hand("run", ms=100)
    sim.hand("usb", read=False)
    for _ in range(100):
        if sim.hand("display")["pixels"]:
            break
        sim.hand("run", ms=100)
    assert sim.hand("display")["pixels"][0] == [1, 0, 0]
    assert len(sim.hand("display")["pixels"]) == 17
    sim.hand("usb", read=True)
    os.close(port)


def test_time_follows_the_wall_while_a_frame_waits_for_its_receipt(table: Start) -> None:
    """At full speed it jumps only when nothing is unacknowledged."""
    sim = table("--pace", "max")
    port = sim.open()
    began = time.monotonic()
    sim.hand("run", ms=20_000)
    assert time.monotonic() - began < 15
    os.write(port, b"f")
    read(port, b"~01 -- event*00000000\n")
    began = time.monotonic()
    sim.hand("run", ms=300)
    assert time.monotonic() - began > 0.25
    os.write(port, b"~-- 01 ping*00000000\n")
    sim.hand("run", ms=20_000)
    os.close(port)


def test_an_idle_table_at_full_speed_rests(table: Start) -> None:
    sim = table("--pace", "max")
    first = sim.hand("run", ms=1000)["ms"]
    time.sleep(1.0)
    assert sim.hand("run", ms=0)["ms"] - first < 5000


def test_at_pace_1_table_time_is_wall_time(table: Start) -> None:
    sim = table("--pace", "1")
    began = time.monotonic()
    first = sim.hand("run", ms=0)["ms"]
    assert sim.hand("run", ms=300)["ms"] - first >= 300
    assert time.monotonic() - began >= 0.29


def test_over_tcp_one_host_at_a_time_and_the_next_one_after_it(table: Start) -> None:
    sim = table("--pace", "max", "--listen", "127.0.0.1:0")
    _, host, number = sim.said["port"].replace("//", "").split(":")
    assert sim.said["port"].startswith("socket://127.0.0.1:")

    def dial() -> socket.socket:
        connection = socket.create_connection((host, int(number)))
        connection.settimeout(10)
        return connection

    def answers(connection: socket.socket) -> None:
        connection.sendall(b"t")
        data = b""
        while b"time" not in data:
            part = connection.recv(100)
            assert part, data
            data += part

    with dial() as first:
        answers(first)
        with dial() as second:
            assert second.recv(100) == b""
    with dial() as third:
        answers(third)
        sim.hand("usb", plug=False)
        while third.recv(100):
            pass
    with pytest.raises(ConnectionRefusedError):
        dial()
    sim.hand("usb", plug=True)
    with dial() as fourth:
        answers(fourth)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_table_and_firmware_cleanly(table: Start, number: int) -> None:
    sim = table()
    firmware = _children(sim.process.pid)
    sim.process.send_signal(number)
    assert sim.process.wait(10) == 0
    assert firmware
    assert not any(_runs(pid) for pid in firmware)
    assert not os.path.lexists(sim.said["port"])


def test_with_child_the_end_of_stdin_ends_it(table: Start) -> None:
    sim = table()
    firmware = _children(sim.process.pid)
    assert sim.close() == 0
    assert not any(_runs(pid) for pid in firmware)


def test_a_killed_supervisor_takes_the_firmware_along(table: Start) -> None:
    sim = table()
    firmware = _children(sim.process.pid)
    sim.process.kill()
    sim.process.wait(10)
    end = time.monotonic() + 10
    while any(_runs(pid) for pid in firmware):
        assert time.monotonic() < end
        time.sleep(0.05)


def test_two_tables_never_share_a_flash(table: Start, tmp_path: Path) -> None:
    table("--pace", "max")
    other = subprocess.run(
        [
            sys.executable,
            str(SIMULATED / "supervisor.py"),
            *("--device", str(tmp_path), "--state", str(tmp_path / "flash")),
        ],
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert other.returncode != 0
    assert "another simulated table runs" in other.stderr
    assert "Traceback" not in other.stderr


def test_a_firmware_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(SIMULATED / "supervisor.py"), "--listen", "nowhere"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert "HOST:PORT" in done.stderr


def _hung_up(port: int) -> bool:
    """Does a read end, in an error or in nothing, once all that had come is read?"""
    try:
        while os.read(port, 100):
            pass
    except OSError as error:
        return error.errno == errno.EIO
    return True


def _children(pid: int) -> list[int]:
    path = Path(f"/proc/{pid}/task/{pid}/children")
    if not path.exists():
        pytest.skip("no /proc here")
    return [int(child) for child in path.read_text().split()]


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False
