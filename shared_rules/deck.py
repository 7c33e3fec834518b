"""A deck: which tag is which card of a pack, or a control tag.

Tags are their UIDs (4, 7 or 10 bytes). A code below CONTROL is the index of a card in its pack;
CONTROL + i is control tag i of ``packs.CONTROLS``.
"""

from binascii import crc32

from shared_rules.deck_bytes import FORMAT, UID_SIZES, pack_of, records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

CONTROL = 128


class Deck:
    """The tags of one physical pack.

    ``pack`` is the game whose card codes it holds, ``copies`` how many stickers may name one card
    (two for a double pack). Control tags may be made as often as one likes.
    """

    def __init__(self, pack: str, copies: int = 1) -> None:
        self.pack = pack
        self.copies = copies
        self.tags: dict[bytes, int] = {}
        self._hash = -1

    def look(self, uid: "bytes | bytearray") -> int:
        """The code of a tag, or -1 for an unknown one."""
        return self.tags.get(bytes(uid), -1)

    def problem(self, uid: bytes, code: int) -> str:
        """Why this tag cannot be this card: "" (it can), or one of

        ``bad_uid`` (no tag has such a UID), ``bad_code``, ``same_again`` (it is that card already),
        ``tag_taken`` (it is another card), ``card_taken`` (the card has its tag already).
        """
        if len(uid) not in UID_SIZES:
            return "bad_uid"
        if not 0 <= code < 256:
            return "bad_code"
        there = self.tags.get(bytes(uid), -1)
        if there == code:
            return "same_again"
        if there >= 0:
            return "tag_taken"
        if code < CONTROL and len(self.tags_of(code)) >= self.copies:
            return "card_taken"
        return ""

    def add(self, uid: bytes, code: int) -> None:
        """Let a tag be a card. ValueError with the word that ``problem`` gives."""
        why = self.problem(uid, code)
        if why:
            raise ValueError(why)
        self.tags[bytes(uid)] = code
        self._hash = -1

    def remove(self, uid: bytes) -> None:
        """Forget a tag; unknown ones are no matter."""
        self.tags.pop(bytes(uid), None)
        self._hash = -1

    def tags_of(self, code: int) -> "list[bytes]":
        """The UIDs that stand for a code, in ascending order."""
        return sorted([uid for uid in self.tags if self.tags[uid] == code])

    def missing(self, codes: "Iterable[int]") -> "list[int]":
        """Those of ``codes`` that have no tag yet."""
        held = set(self.tags.values())
        return [code for code in codes if code not in held]

    def dump(self) -> bytes:
        """The deck as bytes, the same for the same content whatever order it was entered in."""
        pack = self.pack.encode()
        parts = [bytes([FORMAT, self.copies, len(pack)]), pack]
        for uid in sorted(self.tags):
            parts.append(bytes([len(uid)]) + uid + bytes([self.tags[uid]]))
        return b"".join(parts)

    @staticmethod
    def load(data: bytes) -> "Deck":
        """The deck of ``dump()``'s bytes. ValueError: they are not that."""
        tags = {bytes(data[first + 1 : last]): data[last] for first, last in records(data)}
        deck = Deck(pack_of(data), data[1])
        deck.tags = tags
        return deck

    def __len__(self) -> int:
        return len(self.tags)

    @property
    def hash(self) -> int:
        """CRC-32 of the content; state names the deck by it. The id of its pieces on the wire."""
        if self._hash < 0:
            self._hash = crc32(self.dump())
        return self._hash
