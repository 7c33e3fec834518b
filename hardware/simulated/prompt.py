"""MicroPython's prompt, for a board that was given nothing else, or whose program has ended.

Runs on MicroPython only, in the firmware's own process: what a host sends is run by the real
interpreter. The state folder is the board's whole flash, mounted as ``/``; ``/main.py`` there is
what starts at power-up. ``sys``, and of ``os`` the size of the flash, tell of the board that this
is meant to be.

The raw prompt is what host tools use: byte 1 enters it, 2 leaves it, 3 forgets the line, 4 runs it
or, with nothing to run, restarts softly; ``05 41 01`` asks for the window that keeps a fast sender
from running over the board.
"""

import json
import os
import select
import sys
import time  # noqa: F401

# What the firmware will want of the stand-ins; their folder is not part of the flash.
import machine
import micropython  # noqa: F401
import neopixel  # noqa: F401
import tags  # noqa: F401
from tabletop import TABLE

WINDOW = 128
BLOCK = 4096
RAW = b"raw REPL; CTRL-B to exit\r\n>"


class Face:
    """What the code on the board sees in place of a module."""


class _SoftReset(Exception):
    """The interpreter starts afresh, its pins and its watchdog as they are."""


def _wear(module):
    face = type(module.__name__, (Face,), {})
    for name in dir(module):
        setattr(face, name, getattr(module, name))
    sys.modules[module.__name__] = face
    return face


class Prompt:
    """The board's interpreter. ``pretend`` is JSON: ``platform`` and ``version`` that it tells,
    ``name`` of the implementation, ``mpy`` version of compiled files, ``blocks`` of 4096 bytes that
    its flash has, ``paste`` false where it declines the window.
    """

    def __init__(self, pretend):
        pretend = json.loads(pretend)
        self.paste = pretend.get("paste", True)
        self.blocks = pretend.get("blocks", 352)
        self.input = sys.stdin.buffer
        self.output = sys.stdout.buffer
        self.poll = select.poll()
        self.poll.register(self.input, select.POLLIN)
        self.one = bytearray(1)
        real = sys.implementation
        told = Face()
        told.name = pretend.get("name", "micropython")
        told.version = tuple(pretend.get("version", real.version[:3])) + ("",)
        told._mpy = pretend.get("mpy", real._mpy)
        face = _wear(sys)
        face.platform = pretend["platform"]
        face.implementation = told
        self.banner = "MicroPython v%d.%d.%d; a simulated board\r\n" % told.version[:3]
        self.mount()
        self.loaded = set(sys.modules)

    def mount(self):
        """Make the state folder all that there is."""
        flash = os.getcwd()
        host = os.VfsPosix()
        face = _wear(os)

        def path(name):
            return flash + (name if name[0] == "/" else "/" + name)

        def rename(old, new):
            host.rename(path(old), path(new))  # that of a mounted folder mixes up its two names

        def used(folder):
            blocks = 0
            for entry in host.ilistdir(folder):
                name = folder + "/" + entry[0]
                if entry[1] & 0x4000:
                    blocks += 2 + used(name)
                else:
                    blocks += 1 + (host.stat(name)[6] + BLOCK - 1) // BLOCK
            return blocks

        def statvfs(_path):
            free = max(0, self.blocks - used(flash))
            return (BLOCK, BLOCK, self.blocks, free, free, 0, 0, 0, 0, 255)

        face.rename = rename
        face.statvfs = statvfs
        os.umount("/")
        os.mount(os.VfsPosix(flash), "/")
        os.chdir("/")
        sys.path[:] = ["", ".frozen", "/lib"]

    def run(self):
        """From power-up on; ends by machine.Reset only."""
        self.forget()
        self.start("/main.py")
        raw = False
        while True:
            try:
                if raw:
                    self.raw()
                else:
                    self.friendly()
                raw = not raw
            except _SoftReset:
                self.say(b"MPY: soft reboot\r\n")
                self.forget()
                if not raw:
                    self.start("/main.py")

    def forget(self):
        """A fresh namespace, and none of the modules that were imported from the flash."""
        for name in list(sys.modules):
            if name not in self.loaded:
                del sys.modules[name]
        self.names = {"__name__": "__main__"}
        os.chdir("/")

    def start(self, name):
        """Run a file of the flash, if it is there."""
        try:
            with open(name) as file:
                text = file.read()
        except OSError:
            return
        self.show(self.execute(text))

    def execute(self, text, mode="exec"):
        """Run code; the exception that ended it, or None."""
        TABLE.interrupt = 3
        problem = None
        try:
            exec(compile(text, "<stdin>", mode), self.names)
        except machine.Reset:
            raise
        except BaseException as raised:
            problem = raised
        TABLE.interrupt = -1
        if isinstance(problem, SystemExit):
            raise _SoftReset
        return problem

    def byte(self):
        """The next byte from the host; byte 3 is one like any other while we read."""
        TABLE.interrupt = -1
        while not self.poll.poll():
            pass
        self.input.readinto(self.one)
        return self.one[0]

    def say(self, data):
        self.output.write(data)

    def friendly(self):
        """The prompt for people, a line at a time, until byte 1."""
        self.say(self.banner.encode() + b'Type "help()" for more information.\r\n>>> ')
        line = bytearray()
        while True:
            byte = self.byte()
            if byte == 1:
                return
            if byte == 2:
                self.say(b"\r\n" + self.banner.encode() + b">>> ")
                line = bytearray()
            elif byte == 3:
                self.say(b"\r\n>>> ")
                line = bytearray()
            elif byte == 4 and not line:
                self.say(b"\r\n")
                raise _SoftReset
            elif byte in (10, 13):
                self.say(b"\r\n")
                self.show(self.execute(bytes(line), "single") if line.strip() else None)
                self.say(b">>> ")
                line = bytearray()
            elif byte >= 32:
                line.append(byte)
                self.say(bytes((byte,)))

    def show(self, problem):
        if problem is not None:
            sys.print_exception(problem)

    def raw(self):
        """The prompt for tools, until byte 2."""
        self.say(RAW)
        code = bytearray()
        while True:
            byte = self.byte()
            if byte == 1:
                self.say(RAW)
                code = bytearray()
            elif byte == 2:
                self.say(b"\r\n")
                return
            elif byte == 3:
                code = bytearray()
            elif byte == 4:
                self.say(b"OK")
                if not code:
                    self.say(b"\r\n")
                    raise _SoftReset
                self.answer(code)
                code = bytearray()
            elif byte == 5 and not code:
                self.pasted()
            else:
                code.append(byte)

    def pasted(self):
        """What follows byte 5: the same, with a window."""
        if self.byte() != 65 or self.byte() != 1:
            return
        if not self.paste:
            self.say(b"R\x00")
            return
        self.say(b"R\x01" + bytes((WINDOW & 0xFF, WINDOW >> 8)) + b"\x01")
        code = bytearray()
        while True:
            byte = self.byte()
            if byte == 3:
                code = bytearray()
                break
            if byte == 4:
                break
            code.append(byte)
            if len(code) % WINDOW == 0:
                self.say(b"\x01")
        self.say(b"\x04")
        self.answer(code)

    def answer(self, code):
        problem = self.execute(bytes(code))
        self.say(b"\x04")
        self.show(problem)
        self.say(b"\x04>")
