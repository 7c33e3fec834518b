"""Start the firmware behind the stand-ins; runs in the firmware's own process, on either Python.

    start.py --board NAME --link IN OUT     under the supervisor, which holds the other ends
    … --stock PRETEND                       with MicroPython's prompt; see ``prompt.py``
    start.py --board NAME --script FILE     a script of its own, with a clock that nobody holds

The folder of ``firmware/`` and ``shared_rules/`` and the stand-ins must be on the path already
(``MICROPYPATH`` or ``PYTHONPATH``). ``NAME`` picks the wiring and is passed to the firmware.
"""

import sys

# The files opened here are the process's own ends of pipes; they live as long as it does.


def _stand_in():
    """On CPython, put our ``time`` and ``select`` before the ones that are loaded already."""
    if sys.implementation.name == "micropython":
        return
    import importlib.util
    import os
    import select
    import time

    sys.modules["tapdeck_real_time"] = time
    sys.modules["tapdeck_real_select"] = select
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "standins")
    sys.path.insert(0, folder)
    for name in ("time", "select"):
        spec = importlib.util.spec_from_file_location(name, os.path.join(folder, name + ".py"))
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)


def _watch_kbd_intr(table):
    """On MicroPython, learn whether byte 3 interrupts; CPython's stand-in tells by itself."""
    if sys.implementation.name != "micropython":
        return
    import micropython

    class Face:
        pass

    for name in dir(micropython):
        setattr(Face, name, getattr(micropython, name))

    def kbd_intr(character):
        table.interrupt = character

    Face.kbd_intr = kbd_intr
    sys.modules["micropython"] = Face


def _bare_streams():
    """On CPython, make stdin and stdout as unbuffered as a board's USB port."""
    if sys.implementation.name == "micropython":
        return
    import io

    sys.stdin = io.TextIOWrapper(open(0, "rb", buffering=0, closefd=False))
    sys.stdout = io.TextIOWrapper(
        open(1, "wb", buffering=0, closefd=False), newline="\n", write_through=True
    )


def _version():
    numbers = sys.implementation.version
    text = "%d.%d.%d" % (numbers[0], numbers[1], numbers[2])
    if len(numbers) > 3 and numbers[3] and numbers[3] != "final":
        text += "-%s" % numbers[3]
    return sys.implementation.name + " " + text


class _Supervisor:
    """The firmware's end of the channel. Records of 32 bytes; no allocation while waiting."""

    UP = "<BBHiqqq"  # kind, wants, size, unused, now, wake, dog
    DOWN = "<BBBBiq16s"  # kind, a, b, size, unused, now, payload

    def __init__(self, channel_in, channel_out):
        import struct

        if sys.implementation.name == "micropython":
            self.input = open(channel_in, "rb")
            self.output = open(channel_out, "wb")
        else:
            self.input = open(channel_in, "rb", buffering=0)
            self.output = open(channel_out, "wb", buffering=0)
        self.pack_into = struct.pack_into
        self.unpack_from = struct.unpack_from
        self.up = bytearray(32)
        self.down = bytearray(32)

    def say(self, kind, payload=b""):
        """A record of its own kind with a payload behind it."""
        self.pack_into(self.UP, self.up, 0, ord(kind), 0, len(payload), 0, 0, 0, 0)
        self.output.write(self.up)
        if payload:
            self.output.write(payload)

    def meet(self, table, wake_us, wants):
        """Hand over the clock; do what is asked meanwhile; take the clock back."""
        up = self.up
        if table.interrupt == 3:
            wants |= 8
        self.pack_into(self.UP, up, 0, 73, wants, 0, 0, table.now, wake_us, table.dog_us)
        self.output.write(up)
        down = self.down
        while True:
            if self.input.readinto(down) != 32:
                sys.exit(0)  # the supervisor is gone
            if down[0] == 71:  # G
                table.room = down[1] != 0
                now = int.from_bytes(memoryview(down)[8:16], "little")
                if now > table.now:
                    table.now = now
                return
            if down[0] == 75:  # K
                raise KeyboardInterrupt
            self.obey(table, down)

    def obey(self, table, down):
        """One change of the world around the chips."""
        from chip_mfrc522 import FAULTS
        from tags import Tag

        kind = down[0]
        if kind == 80:  # P
            table.readers[down[1] - 1].place(Tag(bytes(down[16 : 16 + down[3]])))
        elif kind == 76:  # L
            uid = bytes(down[16 : 16 + down[3]]) if down[3] else None
            table.readers[down[1] - 1].lift(uid)
        elif kind == 66:  # B
            table.buttons[table.seats[down[1] - 1]] = bool(down[2])
        elif kind == 70:  # F
            table.readers[down[1] - 1].fault(FAULTS[down[2]])
        elif kind == 68:  # D
            self.show(table)

    def show(self, table):
        """Send the display: the pixels' bytes, a zero byte short of nothing, the digits."""
        pixels, digits = table.display()
        self.say("D", bytes((len(pixels) // 3,)) + pixels + digits.encode())


def _print_everywhere(problem):
    """A traceback goes to the port, as on a board, and to stderr for whoever watches."""
    if sys.implementation.name == "micropython":
        sys.print_exception(problem)
        sys.print_exception(problem, sys.stderr)
    else:
        import traceback

        text = "".join(traceback.format_exception(problem))
        sys.stdout.write(text)
        sys.stderr.write(text)


def main(arguments):
    """See the module's text. Ends with status 0; how the firmware ended goes up the channel."""
    _stand_in()
    from tabletop import TABLE
    from wiring import WIRINGS

    board = arguments[1]
    TABLE.solder(WIRINGS[board])
    if arguments[2] == "--script":
        sys.argv[:] = arguments[3:]
        with open(arguments[3]) as file:
            exec(file.read(), {"__name__": "__main__"})
        return
    _bare_streams()
    supervisor = _Supervisor(int(arguments[3]), int(arguments[4]))
    TABLE.supervisor = supervisor
    _watch_kbd_intr(TABLE)
    supervisor.say("H", _version().encode())
    TABLE.wait(0, 0)
    import machine

    cause = "ended"
    try:
        if arguments[5:6] == ["--stock"]:
            from prompt import Prompt

            Prompt(arguments[6]).run()
        from firmware.main import main as firmware

        firmware(board)
    except machine.Reset:
        cause = "reset"
    except SystemExit:
        pass
    except BaseException as problem:
        cause = "failed"
        _print_everywhere(problem)
    supervisor.show(TABLE)
    supervisor.pack_into(supervisor.UP, supervisor.up, 0, 88, 0, 0, 0, TABLE.now, 0, TABLE.dog_us)
    supervisor.output.write(supervisor.up)
    supervisor.say("C", cause.encode())


if __name__ == "__main__":
    main(sys.argv[1:])
