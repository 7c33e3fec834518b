"""Stand-in for ``time``: every clock is the table's, and waiting is handed to the supervisor."""

import sys

from tabletop import TABLE

if sys.implementation.name == "micropython":
    from utime import gmtime, localtime, mktime  # noqa: F401 (part of the module's face)
else:
    # CPython's own library asks for the rest of its clocks; those stay real.
    _real = sys.modules["tapdeck_real_time"]
    for _name in dir(_real):
        if not _name.startswith("__"):
            globals().setdefault(_name, getattr(_real, _name))

_WRAP = 1 << 30
_HALF = 1 << 29


def sleep(seconds):
    """Wait ``seconds`` (may be a fraction)."""
    TABLE.sleep(int(seconds * 1_000_000))


def sleep_ms(ms):
    """Wait ``ms`` milliseconds."""
    if ms > 0:
        TABLE.sleep(ms * 1000)


def sleep_us(us):
    """Wait ``us`` microseconds."""
    if us > 0:
        TABLE.sleep(us)


def ticks_ms():
    """Milliseconds, wrapping at 2**30 as on the RP2 and ESP32 ports."""
    return TABLE.ticks() // 1000 & _WRAP - 1


def ticks_us():
    """Microseconds, wrapping at 2**30."""
    return TABLE.ticks() & _WRAP - 1


def ticks_cpu():
    """The finest clock there is: microseconds."""
    return ticks_us()


def ticks_add(ticks, delta):
    """``ticks`` moved by ``delta``, wrapped."""
    return (ticks + delta) & _WRAP - 1


def ticks_diff(end, start):
    """Signed distance from ``start`` to ``end``."""
    return ((end - start + _HALF) & _WRAP - 1) - _HALF


def time():
    """Whole seconds since power-up: a Pico has no idea of the date."""
    return TABLE.ticks() // 1_000_000


def time_ns():
    """Nanoseconds since power-up."""
    return TABLE.ticks() * 1000
