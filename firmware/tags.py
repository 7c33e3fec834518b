"""A deck as the board keeps it: the bytes that travelled, looked up in place.

As objects, the stickers of a pack would take some 6 KB of a Pico; the bytes take 1.
"""

from binascii import crc32

from shared_rules.deck_bytes import FORMAT, NAME, pack_of, records


class Tags:
    """Which tag is which card or control tag of one physical pack; never changed.

    data  as of ``Deck.dump``; none: a deck without a tag. ValueError: they are not that.
    """

    def __init__(self, data: bytes = bytes((FORMAT, 1, 0))) -> None:
        self._data = data
        self._count = 0
        sizes = set()
        for first, last in records(data):
            self._count += 1
            sizes.add(last + 1 - first)
        self._first = NAME + data[2]
        # Bytes of a record, where all have the same; else 0.
        self._size = sizes.pop() if len(sizes) == 1 else 0
        self.pack = pack_of(data)
        self.hash = crc32(data)

    def __len__(self) -> int:
        return self._count

    def dump(self) -> bytes:
        """The bytes from which this was made."""
        return self._data

    def look(self, uid: "bytes | bytearray") -> int:
        """The code of a tag, or -1 for an unknown one; see ``Deck.look``."""
        data = self._data
        key = bytes([len(uid)]) + bytes(uid)
        at = data.find(key, self._first)
        while at >= 0:
            if self._begins(at):
                return data[at + len(key)]
            at = data.find(key, at + 1)  # the end of one record and the beginning of the next
        return -1

    def _begins(self, place: int) -> bool:
        """Whether a record begins there."""
        if self._size:
            return (place - self._first) % self._size == 0
        at = self._first
        while at < place:
            at += self._data[at] + 2
        return at == place
