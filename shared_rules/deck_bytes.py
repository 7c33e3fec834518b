"""A deck as bytes, as it travels to the board and lies in its flash.

Format, copies, the length of the pack's name and the name; then a record a tag, in the order of the
UIDs: the UID's length, the UID, the code (see ``deck``).
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

FORMAT = 1
UID_SIZES = (4, 7, 10)  # bytes, by ISO 14443-3
NAME = 3  # where the pack's name begins; the first record follows it


def pack_of(data: bytes) -> str:
    """The pack that a deck's bytes name; see ``records``."""
    return str(data[NAME : NAME + data[2]], "utf-8")


def records(data: bytes) -> "Iterator[tuple[int, int]]":
    """Where each tag's record begins, with the length of its UID, and where its last byte is, the
    code. ValueError: these are not the bytes of ``Deck.dump``.
    """
    if len(data) < NAME or data[0] != FORMAT or len(data) < NAME + data[2]:
        raise ValueError("these bytes are no deck")
    at = NAME + data[2]
    while at < len(data):
        last = at + 1 + data[at]
        if data[at] not in UID_SIZES or last >= len(data):
            raise ValueError("the deck ends in the middle")
        yield at, last
        at = last + 1
