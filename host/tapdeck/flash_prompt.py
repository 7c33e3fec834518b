"""A board at MicroPython's raw prompt: what it is, what lies in its flash, and changes to that.

The talking is mpremote's. Here its many ways to fail become sentences, and what it prints on the
way is kept off the screen.
"""

import errno
import io
import os
import struct
import time
from ast import literal_eval
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass
from typing import Any

import serial  # type: ignore[import-untyped]
from mpremote.transport import TransportError, TransportExecError  # type: ignore[import-untyped]
from mpremote.transport_serial import SerialTransport  # type: ignore[import-untyped]

from tapdeck.flash_find import FlashError, Place, in_download_mode, unusable
from tapdeck.flash_plan import NEW, sha
from tapdeck.ports import BAUD, DeviceError, open_port

SILENT_S = 5.0  # of a board that has been asked something
ENTER_S = 4.0  # for its prompt, at one attempt
AT_ONCE = 12  # files of which we ask in one command
CHUNK = 1536  # bytes of a file in one command; as text a third more

# What we say often: told to the board once, by its names from then on.
TOOLS = (
    f"NEW = {NEW!r}"
    + """
import os
from binascii import a2b_base64, hexlify
from hashlib import sha256
def _mark(name):
    mark = sha256()
    with open(name, "rb") as file:
        while True:
            data = file.read(512)
            if not data:
                return hexlify(mark.digest()).decode()
            mark.update(data)
def _look(name):
    try:
        kind = os.stat(name)
    except OSError:
        return
    if kind[0] & 0x4000:
        print(repr((name, -1, sorted([entry[0] for entry in os.ilistdir(name)]))))
    else:
        print(repr((name, kind[6], _mark(name))))
def _rename(old, new):
    try:
        os.rename(old, new)
    except OSError:  # of a file system that does not replace
        os.remove(new)
        os.rename(old, new)
def _open(name):
    global _file
    _file = open(name + NEW, "wb")
def _write(text):
    _file.write(a2b_base64(text))
def _keep(name, mark):
    _file.close()
    if _mark(name + NEW) == mark:
        _rename(name + NEW, name)
        print(True)
"""
)
FACTS = """
import os, sys
_s = os.statvfs("/")
_i = sys.implementation
print(repr((_i.name, tuple(_i.version[:3]), sys.platform, getattr(_i, "_mpy", 0) & 0xFF,
    _s[1], _s[3])))
"""
START = "from firmware import boards, main\nboards.load().build()\n"


@dataclass(frozen=True)
class Facts:
    """What a board says of itself: ``name`` and ``version`` of its interpreter, the ``platform``
    that it was built for, the version of compiled files that it takes (0: none), and its flash in
    blocks of ``block`` bytes."""

    name: str
    version: tuple[int, int, int]
    platform: str
    mpy: int
    block: int
    free_blocks: int


class Prompt:
    """An open port with a board at its raw prompt. Make one with ``open_prompt``."""

    def __init__(self, port: str) -> None:
        self.port = port
        self._told = False  # the tools
        # By its own name mpremote knows a pseudo-terminal, and reads it without naps.
        path = os.path.realpath(port) if os.path.islink(port) else port
        try:
            self._transport: Any = SerialTransport(path, BAUD, timeout=SILENT_S)
        except TransportError:
            try:
                open_port(port).close()
            except DeviceError as error:
                raise unusable(error, port) from None
            raise FlashError("flash.port_busy", port=port) from None
        except (ValueError, OSError):
            raise FlashError("flash.port_missing", port=port) from None
        self._transport.serial.write_timeout = SILENT_S

    def __enter__(self) -> "Prompt":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the port."""
        # What sets the port's lines and what closes it may both find it gone.
        with suppress(OSError, serial.SerialException):
            self._transport.close()
        with suppress(OSError, serial.SerialException):
            self._transport.serial.close()

    def enter(self, soft_reset: bool) -> bool:
        """Get to the raw prompt; False: none answers. FlashError: the port is gone."""
        self._told = False
        try:
            with redirect_stdout(io.StringIO()):
                self._transport.enter_raw_repl(soft_reset, timeout_overall=ENTER_S)
        except TransportError:
            return False
        except (OSError, serial.SerialException):
            raise FlashError("flash.port_lost", port=self.port) from None
        return True

    def facts(self) -> Facts:
        """Ask what it is."""
        said = self._run(FACTS)
        with self._talk():
            return Facts(*literal_eval(said))
        raise AssertionError  # for the type checker: what is not returned is raised

    def files(self, names: tuple[str, ...]) -> tuple[dict[str, tuple[int, str]], list[str]]:
        """(files with size and hash, folders) among the files and folders of these names and in
        them.
        """
        files: dict[str, tuple[int, str]] = {}
        folders: list[str] = []
        ahead = list(names)
        self._use("os.chdir('/')")
        while ahead:
            # A few at a time: what a board says at once may be more than its port holds.
            now, ahead = ahead[:AT_ONCE], ahead[AT_ONCE:]
            said = self._use("".join(f"_look({name!r})\n" for name in now))
            with self._talk():
                for line in filter(None, map(str.strip, said.splitlines())):
                    name, size, told = literal_eval(line)
                    if size < 0:
                        folders.append(name)
                        ahead += [f"{name}/{each}" for each in told]
                    else:
                        files[name] = (size, told)
        return files, folders

    def read(self, name: str) -> str:
        """A small file's text, or "" where there is none."""
        code = f"try:\n print(repr(open({'/' + name!r}).read()))\nexcept OSError:\n print(repr(''))"
        said = self._run(code)
        with self._talk():
            text: str = literal_eval(said.strip())
            return text
        raise AssertionError  # for the type checker

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        self._use(f"try:\n os.remove({'/' + name!r})\nexcept OSError:\n pass")

    def rename(self, old: str, new: str) -> None:
        """Give a file another name, in the place of what may be there."""
        self._use(f"_rename({'/' + old!r}, {'/' + new!r})")

    def make_folder(self, name: str) -> None:
        """Make a folder that is not there."""
        self._use(f"os.mkdir({'/' + name!r})")

    def write(
        self, name: str, data: bytes, advance: Callable[[int], None] = lambda _: None
    ) -> None:
        """Write a file beside the old one, compare its hash, then put it in the old one's place.

        `advance` gets the number of bytes that have just been written.
        """
        path = f"/{name}"
        for _ in range(2):
            self._use(f"_open({path!r})")
            for start in range(0, len(data), CHUNK):
                chunk = data[start : start + CHUNK]
                self._use(f"_write({b64encode(chunk)!r})")
                advance(len(chunk))
            if self._use(f"_keep({path!r}, {sha(data)!r})"):
                return
            advance(-len(data))
        raise FlashError("flash.differs", name=name)

    def reset(self) -> None:
        """Restart the board. The port is closed."""
        with suppress(TransportError, OSError, serial.SerialException):
            self._transport.exec_raw_no_follow("import machine\nmachine.reset()")
            self._transport.serial.flush()
        self.close()

    def why_not(self) -> str:
        """What the board complains of when its program is begun by hand, or ""."""
        try:
            self._run(START)
        except FlashError as error:
            return str(error.text.params.get("why", ""))
        return ""

    def _use(self, code: str) -> str:
        """Run code that uses the tools. Not before the board is known to be one of ours."""
        if not self._told:
            self._run(TOOLS)
            self._told = True
        return self._run(code)

    def _run(self, code: str) -> str:
        with self._talk():
            said: str = self._transport.exec(code).decode("utf-8", "replace")
            return said
        raise AssertionError  # for the type checker

    @contextmanager
    def _talk(self) -> Iterator[None]:
        try:
            with redirect_stdout(io.StringIO()):
                yield
        except TransportExecError as error:
            lines = error.error_output.strip().splitlines()
            why = lines[-1] if lines else "?"
            # Small builds of MicroPython tell the number only.
            if why.startswith("OSError") and ("ENOSPC" in why or why.endswith(f": {errno.ENOSPC}")):
                raise FlashError("flash.full_midway") from None
            raise FlashError("flash.complains", why=why) from None
        except (OSError, serial.SerialException):
            raise FlashError("flash.port_lost", port=self.port) from None
        except (TransportError, struct.error, ValueError, SyntaxError, TypeError):
            raise FlashError("flash.garbled", port=self.port) from None


def open_prompt(place: Place, patience: float) -> Prompt:
    """The board at its raw prompt, whatever runs on it, within ``patience`` seconds.

    An ESP32 may restart when its port is opened and hears nothing meanwhile; a board that has just
    restarted may have no port for a while, or another one. FlashError.
    """
    end = time.monotonic() + patience
    soft_reset = True
    while True:
        port = place.now()
        error = FlashError("flash.no_prompt", port=port)
        try:
            prompt = Prompt(port)
            try:
                while not prompt.enter(soft_reset):
                    # Some programs that start by themselves are in the way of a soft restart.
                    soft_reset = not soft_reset
                    if time.monotonic() > end:
                        raise error
            except BaseException:
                prompt.close()
                raise
            return prompt
        except FlashError as problem:
            error = problem
        if time.monotonic() > end:
            break
        time.sleep(0.2)
    if error.text.key == "flash.no_prompt":
        with suppress(DeviceError):
            if in_download_mode(port):
                raise FlashError("flash.boot_esp32", port=port)
    raise error
