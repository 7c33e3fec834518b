"""Pieces: how something longer than a frame travels. Its id is the CRC-32 of the whole."""

from binascii import crc32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

PIECE_BYTES = 108  # bytes of content in a piece: 144 in base64, the largest that fits a frame
MAX_WHOLE = 4096  # bytes; the longest thing that may travel in pieces


def split(data: bytes) -> "list[bytes]":
    """The pieces of ``data``, at least one. ValueError: longer than MAX_WHOLE bytes."""
    if len(data) > MAX_WHOLE:
        raise ValueError("%d bytes are too long to send in pieces" % len(data))
    return [data[i : i + PIECE_BYTES] for i in range(0, len(data) or 1, PIECE_BYTES)]


def identity(data: bytes) -> int:
    """The id under which ``data`` travels: its CRC-32."""
    return crc32(data)


class Joiner:
    """Puts the pieces of one kind of thing together, in any order and with any repeats.

    A piece of another id starts a new thing and drops an unfinished one: only the newest counts.
    """

    def __init__(self) -> None:
        self.done = -1  # the id last completed
        self._id = -1
        self._count = 0
        self._pieces: dict[int, bytes] = {}

    def add(self, whole: int, index: int, count: int, data: bytes) -> "bytes | None":
        """Take piece ``index`` of ``count`` of the thing with id ``whole``.

        Returns the thing when this piece completes it, b"" when it is kept or was here already,
        and None when it cannot belong to it (then nothing of it is kept any more).
        """
        if whole == self.done and not self._pieces:
            return b""
        if count < 1 or not 0 <= index < count or count * PIECE_BYTES > MAX_WHOLE + PIECE_BYTES:
            return None
        if whole != self._id or count != self._count:
            self._id = whole
            self._count = count
            self._pieces = {}
        self._pieces[index] = data
        if len(self._pieces) < count:
            return b""
        thing = b"".join([self._pieces[i] for i in range(count)])
        self._id = -1
        self._pieces = {}
        if crc32(thing) != whole:
            return None
        self.done = whole
        return thing

    def missing(self) -> "Iterator[int]":
        """The indices of the unfinished thing that are not here yet."""
        for i in range(self._count if self._id >= 0 else 0):
            if i not in self._pieces:
                yield i

    def reset(self) -> None:
        """Forget everything, also what was completed."""
        self.done = self._id = -1
        self._pieces = {}
