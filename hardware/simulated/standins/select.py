"""Stand-in for ``select``: polling the board's stream, and the place where the firmware waits.

A wait hands the clock to the supervisor, which returns it at the end of the wait or when the host
has sent something. Whether the host takes bytes (POLLOUT) is what the supervisor last said: on a
board it is the room in the port's buffer.
"""

import sys

from tabletop import TABLE

if sys.implementation.name == "micropython":
    import uselect as _real
else:
    _real = sys.modules["tapdeck_real_select"]
    for _name in dir(_real):
        if not _name.startswith("__"):
            globals().setdefault(_name, getattr(_real, _name))

POLLIN = 1
POLLOUT = 4
POLLERR = 8
POLLHUP = 16


class _Poll:
    def __init__(self):
        self._streams = []  # [object as registered, wanted events]
        self._input = _real.poll()
        self._wants = 0

    def register(self, stream, eventmask=POLLIN | POLLOUT):
        self.unregister(stream)
        self._streams.append([stream, eventmask])
        if eventmask & POLLIN:
            self._input.register(stream, POLLIN)
        self._scan()

    def modify(self, stream, eventmask):
        self.register(stream, eventmask)

    def unregister(self, stream):
        for entry in self._streams:
            if entry[0] is stream:
                if entry[1] & POLLIN:
                    self._input.unregister(stream)
                self._streams.remove(entry)
                break
        self._scan()

    def _scan(self):
        self._wants = 0
        for _, mask in self._streams:
            self._wants |= mask & (POLLIN | POLLOUT)
        # A stream passes its bytes one by one and asks before each.
        self._writable = [(self._streams[0][0], POLLOUT)] if self._streams else []

    def _ready(self):
        if self._wants == POLLOUT and len(self._streams) == 1:
            return self._writable if TABLE.room else ()
        arrived = self._input.poll(0) if self._wants & POLLIN else ()
        ready = []
        for stream, mask in self._streams:
            events = POLLOUT if mask & POLLOUT and TABLE.room else 0
            for entry in arrived:
                if entry[0] is stream or entry[0] == _number(stream):
                    # A host that has gone away is silence on a board, not an end of file.
                    events |= entry[1] & POLLIN
            if events:
                ready.append((stream, events))
        return ready

    def poll(self, timeout=-1):
        ready = self._ready()
        if ready or timeout == 0:
            if ready:
                TABLE.now += 1
            else:
                TABLE.ticks()
            return ready
        wake = TABLE.now + (timeout * 1000 if timeout > 0 else 3_600_000_000)
        while TABLE.now < wake:
            TABLE.wait(wake, self._wants)
            ready = self._ready()
            if ready:
                break
            if timeout < 0:
                wake = TABLE.now + 3_600_000_000
        return ready

    def ipoll(self, timeout=-1, flags=0):
        return iter(self.poll(timeout))


def _number(stream):
    return stream if isinstance(stream, int) else stream.fileno()


def poll():
    """A new poller."""
    return _Poll()
