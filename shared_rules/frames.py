"""Frames: how a message travels as a line of text, and how many bytes may be under way.

A frame is one line of printable ASCII, at most MAX_FRAME bytes with its line feed::

    ~SS AA BODY*CCCCCCCC

``SS`` numbers the sender's frames in two hex digits (``--``: a bare receipt, with no body), ``AA``
is the number of the last frame that the sender has received and handled (``--``: none yet), BODY
is a message (see ``wire``), ``CCCCCCCC`` is the CRC-32 of everything between ``~`` and ``*``.
Lines that are no frame, a traceback for instance, are skipped and counted. Receipts only bound the
bytes under way; that a thing is done is said by messages of its own.

Pure: times are handed in, as milliseconds of any steady clock that may wrap at 2**30.
"""

from binascii import crc32

MAX_FRAME = 200  # bytes of a frame, its line feed included
OVERHEAD = 17  # bytes around a body: "~SS AA " and "*CCCCCCCC", and the line feed
MAX_BODY = MAX_FRAME - OVERHEAD
WINDOW = 512  # bytes a side may have under way, sent and not yet receipted
_TICKS = 0x3FFFFFFF  # a board's clock starts again after 2**30 ms


def elapsed(now: int, then: int) -> int:
    """Milliseconds from ``then`` to ``now``, also across the wrap of a board's clock."""
    return (now - then) & _TICKS


def frame(number: int, receipt: int, body: str = "") -> bytes:
    """The bytes of a frame. ``number`` -1 makes a bare receipt, ``receipt`` -1 means none yet."""
    content = "%s %s %s" % (
        "--" if number < 0 else "%02X" % number,
        "--" if receipt < 0 else "%02X" % receipt,
        body,
    )
    line = "~%s*%08X\n" % (content, crc32(content.encode()))
    if len(line) > MAX_FRAME:
        raise ValueError("a frame of %d bytes is too long" % len(line))
    return line.encode()


def pad(data: bytes) -> bytes:
    """``data``, with an empty line more where it would be a multiple of 64 bytes.

    A USB bulk transfer that ends with a full packet may sit in the receiver's driver until more
    comes; an empty line is no frame and no junk.
    """
    return data + b"\n" if data and len(data) % 64 == 0 else data


def _number(digits: bytes) -> int:
    """Two hex digits, or -1 for ``--``; ValueError otherwise."""
    if digits == b"--":
        return -1
    for digit in digits:
        if digit not in b"0123456789ABCDEF":
            raise ValueError("no frame number")
    return int(digits, 16)


def parse(line: bytes) -> "tuple[int, int, bytes] | None":
    """(number, receipt, body) of one whole frame without its line feed, or None."""
    end = len(line) - 9
    if end < 7 or line[:1] != b"~" or line[end : end + 1] != b"*" or line[6:7] != b" ":
        return None
    content = line[1:end]
    try:
        if int(line[end + 1 :], 16) != crc32(content):
            return None
        number = _number(line[1:3])
        receipt = _number(line[4:6])
    except ValueError:
        return None
    if line[3:4] != b" " or (number < 0) != (end == 7):
        return None
    return number, receipt, line[7:end]


class Decoder:
    """Finds the frames in a stream of bytes, however it is cut into chunks.

    It keeps the last MAX_FRAME bytes of an unfinished line, never more, and never raises. A good
    frame is found behind any noise on its line. ``corrupt`` counts lines that hold the start of a
    frame that did not arrive whole, ``skipped`` the other lines that are no frame; one endless
    line counts once.
    """

    def __init__(self) -> None:
        self.corrupt = 0
        self.skipped = 0
        self._line = bytearray(MAX_FRAME)
        self._length = 0
        self._spilled = False

    @property
    def partial(self) -> bool:
        """Is a line begun and not finished?"""
        return self._length > 0

    def feed(self, data: bytes) -> "list[tuple[int, int, bytes]]":
        """The frames that ``data`` completes, each as (number, receipt, body)."""
        frames: list[tuple[int, int, bytes]] = []
        start = 0
        while True:
            end = data.find(b"\n", start)
            self._keep(data, start, len(data) if end < 0 else end)
            if end < 0:
                return frames
            self._finish(frames)
            start = end + 1

    def _keep(self, data: bytes, start: int, end: int) -> None:
        size = end - start
        over = self._length + size - MAX_FRAME
        if over > 0:
            if not self._spilled:
                self._spilled = True
                self.skipped += 1
            if size >= MAX_FRAME:
                start = end - MAX_FRAME
                size = MAX_FRAME
                self._length = 0
            else:
                self._length -= over
                self._line[: self._length] = self._line[over : over + self._length]
        self._line[self._length : self._length + size] = data[start:end]
        self._length += size

    def _finish(self, frames: "list[tuple[int, int, bytes]]") -> None:
        line = bytes(self._line[: self._length]).rstrip(b"\r")
        spilled = self._spilled
        self._length = 0
        self._spilled = False
        start = line.find(b"~")
        found = None
        while start >= 0:
            found = parse(line[start:])
            if found:
                frames.append(found)
                break
            start = line.find(b"~", start + 1)
        junk = line[:start] if found else line
        if b"~" in junk:
            self.corrupt += 1
        elif junk and not spilled:
            self.skipped += 1

    def reset(self) -> None:
        """Forget an unfinished line: the port was closed or opened."""
        self._length = 0
        self._spilled = False


class Window:
    """Numbers one side's frames and bounds the bytes it has under way.

    ``last`` is the number of the last frame received from the peer and handled (-1: none): the
    owner sets it, every frame carries it. A lost frame is simply no longer under way once a later
    one is receipted.
    """

    def __init__(self, limit: int = WINDOW) -> None:
        self.limit = limit
        self.last = -1
        self.told = -1  # the receipt that the peer was last given
        self.bytes = 0  # under way
        self._next = 0
        self._under: list[tuple[int, int, int]] = []  # (number, bytes, sent at), in order

    def room(self, size: int) -> bool:
        """May a frame with a body of ``size`` bytes be sent now?"""
        return self.bytes + size + OVERHEAD <= self.limit

    def frame(self, body: str, now: int) -> bytes:
        """The next frame, counted as under way since ``now`` ms."""
        number = self._next
        data = frame(number, self.last, body)
        self._next = (number + 1) & 0xFF
        self._under.append((number, len(data), now))
        self.bytes += len(data)
        self.told = self.last
        return data

    def bare(self) -> bytes:
        """A bare receipt; it is not under way and asks for none."""
        self.told = self.last
        return frame(-1, self.last)

    def receipted(self, number: int, now: int) -> int:
        """The peer has received ``number``. The round trip in ms, or -1 where that is no news."""
        for i in range(len(self._under)):
            if self._under[i][0] == number:
                trip = elapsed(now, self._under[i][2])
                for entry in self._under[: i + 1]:
                    self.bytes -= entry[1]
                del self._under[: i + 1]
                return trip
        return -1

    def waiting(self, now: int) -> int:
        """For how many ms the oldest frame has been under way; -1: nothing is."""
        return elapsed(now, self._under[0][2]) if self._under else -1

    def forget(self) -> None:
        """What is under way is lost: the peer speaks and has not receipted it."""
        self._under = []
        self.bytes = 0

    def reset(self) -> None:
        """A new link: nothing is under way and nothing was received. Numbers go on."""
        self.forget()
        self.last = self.told = -1
