"""Which port is the board's: by what USB tells, never by asking everything that is there."""

from __future__ import annotations

import errno
import os
import pty
import struct
import threading
import tty
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
import serial
from mpremote.transport import TransportError, TransportExecError

from tapdeck import flash_find
from tapdeck.device import DeviceError, probe
from tapdeck.flash_find import FlashError, Place, boot_loaders, find_board, in_download_mode
from tapdeck.flash_prompt import CHUNK, Prompt, open_prompt
from tapdeck.texts import LANGUAGES, say

PICO = ("/dev/ttyACM0", 0x2E8A, "E66164084373")
BRIDGE = ("/dev/ttyUSB0", 0x10C4, "0001")
PRINTER = ("/dev/ttyUSB1", 0x04B8, "P1")
BUILT_IN = ("/dev/ttyS0", None, None)

Ports = tuple[str, int | None, str | None]


@pytest.fixture
def plugged(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    def plug(*ports: Ports) -> None:
        there = [SimpleNamespace(device=d, vid=v, serial_number=s) for d, v, s in ports]
        monkeypatch.setattr(flash_find.list_ports, "comports", lambda: there)

    monkeypatch.setattr(flash_find, "boot_loaders", list)
    plug()
    return plug


def refused(call: Callable[[], object]) -> tuple[str, str]:
    with pytest.raises(FlashError) as error:
        call()
    for language in LANGUAGES:
        assert say(language, error.value.text)
    return error.value.text.key, say("en", error.value.text)


def test_the_only_board_is_taken(plugged: Callable[..., None]) -> None:
    plugged(BUILT_IN, PRINTER, PICO)
    assert find_board("auto", None) == Place("/dev/ttyACM0", "E66164084373")
    assert find_board("auto", "rp2").port == "/dev/ttyACM0"
    # Of another kind than was asked for: what answers there will be said.
    assert find_board("auto", "esp32").port == "/dev/ttyACM0"


def test_of_two_the_kind_decides_else_a_person(plugged: Callable[..., None]) -> None:
    plugged(PICO, BRIDGE, PRINTER)
    assert find_board("auto", "rp2").port == "/dev/ttyACM0"
    assert find_board("auto", "esp32").port == "/dev/ttyUSB0"
    key, sentence = refused(lambda: find_board("auto", None))
    assert key == "flash.several"
    assert "/dev/ttyACM0, /dev/ttyUSB0" in sentence
    assert "/dev/ttyUSB1" not in sentence


def test_a_named_port_is_taken_whatever_it_is(plugged: Callable[..., None]) -> None:
    plugged(PICO, PRINTER)
    assert find_board("/dev/ttyUSB1", "rp2") == Place("/dev/ttyUSB1", "P1")
    assert find_board("socket://localhost:7000", None) == Place("socket://localhost:7000")


def test_nothing_there_or_nothing_known(
    plugged: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert refused(lambda: find_board("auto", None))[0] == "flash.none"
    plugged(BUILT_IN)
    assert refused(lambda: find_board("auto", None))[0] == "flash.none"
    plugged(PRINTER)
    key, sentence = refused(lambda: find_board("auto", None))
    assert key == "flash.none_known"
    assert "/dev/ttyUSB1" in sentence
    monkeypatch.setattr(flash_find, "boot_loaders", lambda: ["/media/me/RPI-RP2"])
    key, sentence = refused(lambda: find_board("auto", None))
    assert key == "flash.boot_rp2"
    assert "/media/me/RPI-RP2" in sentence
    assert "UF2" in sentence


def test_a_board_that_comes_back_elsewhere_is_followed(plugged: Callable[..., None]) -> None:
    plugged(PICO)
    place = find_board("auto", None)
    plugged(BRIDGE, ("/dev/ttyACM1", 0x2E8A, "E66164084373"))
    assert place.now() == "/dev/ttyACM1"
    plugged(BRIDGE)
    assert place.now() == "/dev/ttyACM0"


def test_a_boot_loader_is_seen_by_its_drive_or_its_usb_number(tmp_path: Path) -> None:
    drive, stick = tmp_path / "RPI-RP2", tmp_path / "stick"
    drive.mkdir()
    stick.mkdir()
    nowhere = tmp_path / "none"
    assert boot_loaders(nowhere, [stick]) == []
    (drive / "INFO_UF2.TXT").write_text("UF2 Bootloader v3.0\nModel: RP2\nBoard-ID: RPI-RP2\n")
    assert boot_loaders(nowhere, [stick, drive]) == [str(drive)]
    for name, vendor, product in (("1-1", "1d6b", "0002"), ("1-2", "2e8a", "0005")):
        (tmp_path / "usb" / name).mkdir(parents=True)
        (tmp_path / "usb" / name / "idVendor").write_text(vendor + "\n")
        (tmp_path / "usb" / name / "idProduct").write_text(product + "\n")
    assert boot_loaders(tmp_path / "usb", [stick]) == [], "a Pico that runs is not in its boot ROM"
    (tmp_path / "usb" / "1-2" / "idProduct").write_text("0003\n")
    assert boot_loaders(tmp_path / "usb", [stick]) == ["USB"]


class Line:
    """A serial line whose other end answers what it is told to."""

    def __init__(self, answer: Callable[[bytes], bytes]) -> None:
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.name = os.ttyname(self._slave)
        self._answer = answer
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        while True:
            try:
                data = os.read(self._master, 4096)
            except OSError:
                return
            if said := self._answer(data):
                os.write(self._master, said)

    def close(self) -> None:
        os.close(self._slave)
        self._thread.join(5)
        os.close(self._master)


@pytest.fixture
def line() -> Iterator[Callable[[Callable[[bytes], bytes]], str]]:
    lines: list[Line] = []

    def make(answer: Callable[[bytes], bytes]) -> str:
        lines.append(Line(answer))
        return lines[-1].name

    yield make
    for each in lines:
        each.close()


Lines = Callable[[Callable[[bytes], bytes]], str]


@pytest.mark.parametrize(
    ("error", "key", "word"),
    [
        (
            TransportExecError(b"", "Traceback\nOSError: [Errno 28] ENOSPC\r\n"),
            "flash.full_midway",
            "became full",
        ),
        (
            TransportExecError(b"", "Traceback\nOSError: 28\r\n"),
            "flash.full_midway",
            "became full",
        ),
        (
            TransportExecError(b"", "Traceback\nOSError: [Errno 30] EROFS\r\n"),
            "flash.complains",
            "EROFS",
        ),
        (OSError(errno.EIO, "Input/output error"), "flash.port_lost", "/dev/board"),
        (serial.SerialException("device disconnected"), "flash.port_lost", "/dev/board"),
        (serial.SerialTimeoutException("write timeout"), "flash.port_lost", "/dev/board"),
        (TransportExecError(b"", "Traceback\nNameError: x\r\n"), "flash.complains", "NameError: x"),
        (TransportError("could not exec command"), "flash.garbled", "/dev/board"),
        (struct.error("unpack requires 2 bytes"), "flash.garbled", "/dev/board"),
        (SyntaxError("invalid syntax"), "flash.garbled", "/dev/board"),
    ],
)
def test_what_may_go_wrong_while_talking_is_a_sentence(
    error: Exception, key: str, word: str
) -> None:
    class Broken:
        def exec(self, _: str) -> bytes:
            raise error

    prompt = Prompt.__new__(Prompt)
    prompt.port, prompt._transport = "/dev/board", Broken()
    found, sentence = refused(prompt.facts)
    assert found == key
    assert word in sentence


def test_an_answer_with_a_piece_missing_is_a_sentence() -> None:
    class Forgetful:
        def exec(self, _: str) -> bytes:
            return b"('main.py', 12, '6066b6c5075a9e1('firmware', -1, [])\r\n"

    prompt = Prompt.__new__(Prompt)
    prompt.port, prompt._transport, prompt._told = "/dev/board", Forgetful(), True
    assert refused(prompt.facts)[0] == "flash.garbled"
    assert refused(lambda: prompt.files(("main.py",)))[0] == "flash.garbled"
    assert refused(lambda: prompt.read("board"))[0] == "flash.garbled"


def test_a_file_that_does_not_arrive_as_it_was_sent_is_sent_twice_then_given_up() -> None:
    class Torn:
        def exec(self, code: str) -> bytes:
            told.append(code)
            return b""  # in place of "True" where the hash is compared

    told: list[str] = []
    prompt = Prompt.__new__(Prompt)
    prompt.port, prompt._transport, prompt._told = "/dev/board", Torn(), True
    moved: list[int] = []
    key, sentence = refused(lambda: prompt.write("main.py", bytes(CHUNK + 2), moved.append))
    assert key == "flash.differs"
    assert "main.py" in sentence
    assert [code.partition("(")[0] for code in told] == 2 * [
        "_open",
        "_write",
        "_write",
        "_keep",
    ]
    assert moved == 2 * [CHUNK, 2, -CHUNK - 2]


def _esp32_rom(data: bytes) -> bytes:
    return (
        b"\xc0\x01\x08\x04\x00\x07\x12\x20\x55\x00\x00\x00\x00\xc0"
        if b"\x07\x07\x12" in data
        else b""
    )


def test_an_esp32_in_its_download_mode_is_told_from_silence(
    line: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tapdeck.flash_prompt.ENTER_S", 0.1)
    monkeypatch.setattr("tapdeck.flash_prompt.SILENT_S", 0.2)
    rom = line(_esp32_rom)
    assert in_download_mode(rom)
    key, sentence = refused(lambda: open_prompt(Place(rom), 0.1))
    assert key == "flash.boot_esp32"
    assert "esptool" in sentence


def test_a_prompt_that_repeats_our_question_is_not_asked_again(line: Lines) -> None:
    """So that a new board is flashed at once, and a slow one may take its time."""
    heard: list[bytes] = []

    def echo(data: bytes) -> bytes:
        heard.append(data)
        return data

    with pytest.raises(DeviceError, match="tapdeck flash") as error:
        probe(line(echo), 3)
    assert error.value.kind == "stranger"
    assert b"".join(heard).count(b"hello") == 1


@pytest.mark.parametrize("answer", [b"", b"temperature 21.5\r\n"])
def test_what_has_no_prompt_is_said(
    answer: bytes, line: Lines, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tapdeck.flash_prompt.ENTER_S", 0.1)
    monkeypatch.setattr("tapdeck.flash_prompt.SILENT_S", 0.2)
    port = line(lambda _: answer)
    assert not in_download_mode(port)
    key, sentence = refused(lambda: open_prompt(Place(port), 0.1))
    assert key == "flash.no_prompt"
    assert port in sentence
    assert capsys.readouterr().out == "", "mpremote prints what it hears"
