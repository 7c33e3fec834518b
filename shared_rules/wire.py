"""The messages between board and host as text: a name and its fields with a space between.

``messages`` describes them all. ``docs()`` prints that, ``encode`` and ``decode`` obey it;
``frames`` says how a message travels.
"""

import struct
import sys
from binascii import a2b_base64, b2a_base64, hexlify, unhexlify

import shared_rules
from shared_rules.frames import MAX_BODY
from shared_rules.messages import BOARD as BOARD
from shared_rules.messages import HOST as HOST
from shared_rules.messages import MESSAGES as MESSAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PROTOCOL = (1, 1)  # unequal majors do not talk; a newer minor only adds messages and last fields

_KINDS = ("int", "word", "hex", "crc", "b64", "line", "text")


def fields_of(text: str) -> "tuple[tuple[str, str], ...]":
    """(name, kind) of each of a message's fields, as MESSAGES writes them."""
    found = []
    for field in text.split():
        name, _, kind = field.partition(":")
        # The word from the list: a board holds it once.
        found.append((name, _KINDS[_KINDS.index(kind)]))
    return tuple(found)


def _by_name(sender: str) -> "dict[str, Any]":
    """Name -> minor since which it is there, when it is allowed, the kinds of its fields."""
    return {
        message[0]: (message[2][1], message[3], tuple([kind for _, kind in fields_of(message[4])]))
        for message in MESSAGES
        if message[1] == sender
    }


_TABLES = {HOST: _by_name(HOST), BOARD: _by_name(BOARD)}
if sys.implementation.name == "micropython":
    # The names and meanings are for people; on a board they would take 4 KB.
    del MESSAGES, sys.modules["shared_rules.messages"]
    delattr(shared_rules, "messages")


def field_names(sender: str, name: str) -> "tuple[str, ...]":
    """The names of a message's fields, in order. KeyError: no such message."""
    for message in MESSAGES:
        if message[:2] == (name, sender):
            return tuple([field for field, _ in fields_of(message[4])])
    raise KeyError(name)


def allowed(sender: str, name: str, linked: bool, mode: str = "play", minor: int = 0) -> bool:
    """May this message be sent now, to a peer that speaks ``minor`` of our major?"""
    since, when, _ = _TABLES[sender].get(name, (minor + 1, "", ()))
    if since > minor:
        return False
    if mode == "test" and when == "enrol":
        return linked
    return bool(when == "always" or (linked and (when == "linked" or mode == when)))


def docs() -> str:
    """MESSAGES as a Markdown table, a line a message."""
    rows = ["| message | sender | since | when | meaning |", "|---|---|---|---|---|"]
    for name, sender, since, when, fields, meaning in MESSAGES:
        shape = (name + " " + fields).rstrip()
        rows.append(
            "| `%s` | %s | %d.%d | %s | %s |" % (shape, sender, since[0], since[1], when, meaning)
        )
    return "\n".join(rows)


def _clean(text: str) -> str:
    """``text`` with everything that is not printable ASCII made a question mark."""
    for letter in text:
        if not " " <= letter <= "~":
            return "".join([c if " " <= c <= "~" else "?" for c in text])
    return text


def _field(kind: str, value: "Any") -> str:
    if kind == "int":
        return "%d" % value
    if kind == "crc":
        return "%08X" % value
    if kind == "hex":
        return str(hexlify(value), "ascii").upper() or "-"
    if kind == "b64":
        return str(b2a_base64(value), "ascii").strip()
    if kind == "word" and (not value or " " in value):
        raise ValueError("a word must not be empty or hold a space: %r" % (value,))
    return _clean(value)


def encode(sender: str, name: str, values: "tuple[Any, ...]" = ()) -> str:
    """The body of a message.

    Raises ValueError where a value does not fit its field, or the whole does not fit a frame
    (a field of kind ``text`` is cut instead); KeyError where the sender has no such message.
    """
    fields = _TABLES[sender][name][2]
    if len(values) != len(fields):
        raise ValueError("%s takes %d fields, not %d" % (name, len(fields), len(values)))
    body = name
    for kind, value in zip(fields, values):
        body += " " + _field(kind, value)
    if len(body) > MAX_BODY:
        if fields[-1] != "text":
            raise ValueError("%s does not fit a frame: %d bytes" % (name, len(body)))
        body = body[:MAX_BODY]
    return body


def _value(kind: str, token: str) -> "Any":
    if kind == "int":
        return int(token)
    if kind == "crc":
        if len(token) != 8:
            raise ValueError("a crc has 8 digits")
        return int(token, 16)
    if kind == "hex":
        return b"" if token == "-" else unhexlify(token)
    if kind == "b64":
        return a2b_base64(token)
    if not token:
        raise ValueError("empty word")
    return token


_ABSENT = {"int": 0, "crc": 0, "hex": b"", "b64": b"", "word": "-", "line": "", "text": ""}


def decode(sender: str, body: "bytes | str") -> "tuple[str, tuple[Any, ...]] | None":
    """(name, values) of a body that ``sender`` wrote; None where it is no message of theirs.

    Fields beyond the known ones are ignored: a newer minor may add them. A hello of another major
    need only have its first three fields; the others read as 0, ``-`` or empty. One of our major
    has all of them: the host's own, echoed by a prompt or a modem, is no board's.
    """
    try:
        text = body if isinstance(body, str) else str(body, "ascii")
        name, _, rest = text.partition(" ")
        message = _TABLES[sender].get(name)
        if message is None:
            return None
        values: list[Any] = []
        for kind in message[2]:
            if kind == "line" or kind == "text":
                values.append(rest)
                break
            token, _, rest = rest.partition(" ")
            if name == "hello" and len(values) >= 3 and values[1] != PROTOCOL[0]:
                values.append(_ABSENT[kind])
                continue
            values.append(_value(kind, token))
        return name, tuple(values)
    except (ValueError, UnicodeError):
        return None


def compare(host: "tuple[int, int]", board: "tuple[int, int]") -> "tuple[bool, str]":
    """May a host and a board of these protocol versions talk? And what to tell people.

    Returns (True, "") for equal ones, (True, warning) for another minor, (False, refusal) for
    another major; the sentence says which side to update.
    """
    if host == board:
        return True, ""
    versions = "the board speaks protocol %d.%d, the host %d.%d" % (board + host)
    if board < host:
        side = "Update the board: run `tapdeck flash`."
    else:
        side = "Update the host: install the newest tapdeck."
    if host[0] == board[0]:
        return True, "They can talk, but %s. %s" % (versions, side)
    return False, "They cannot talk: %s. %s" % (versions, side)


# The state that comes down

GAME_BITS = 16  # of a version count the entries of a game; those above them are of its number
GAME_ON = 1  # flag: a game is on; else core is empty
CONFLICT = 2  # flag: page and board crossed, both were kept, people should look at the page
_STATE = "<BIIIIBB"
_FORMAT = 1


class StateDown:
    """What the host sends after every change, whole: pieces of ``pack()`` with what = "state".

    ``version`` counts the host's states. ``boot`` and ``n`` say as of which event of this board it
    is: the board applies its own later events on top. ``deck`` is the hash of the deck in use (0:
    none). ``seat`` and ``reason`` are the last verdict (reason ``ok`` or a code; seat 0: none).
    ``flags`` are GAME_ON and CONFLICT; ``core`` is the game core's dump, at most 256 bytes.
    """

    def __init__(
        self,
        game: str = "",
        version: int = 0,
        boot: int = 0,
        n: int = 0,
        deck: int = 0,
        seat: int = 0,
        reason: str = "ok",
        flags: int = 0,
        core: bytes = b"",
    ) -> None:
        self.game = game
        self.version = version
        self.boot = boot
        self.n = n
        self.deck = deck
        self.seat = seat
        self.reason = reason
        self.flags = flags
        self.core = core

    def pack(self) -> bytes:
        """The bytes that travel. ValueError: a name over 255 bytes or a core over 256."""
        game = self.game.encode()
        reason = self.reason.encode()
        if len(game) > 255 or len(reason) > 255 or len(self.core) > 256:
            raise ValueError("a state of %s is too long to send" % self.game)
        head = struct.pack(
            _STATE, _FORMAT, self.version, self.boot, self.n, self.deck, self.seat, self.flags
        )
        return head + bytes([len(game)]) + game + bytes([len(reason)]) + reason + bytes(self.core)

    @staticmethod
    def unpack(data: bytes) -> "StateDown":
        """The state of ``pack()``'s bytes. ValueError: they are not that."""
        size = struct.calcsize(_STATE)
        if len(data) < size + 2 or data[0] != _FORMAT:
            raise ValueError("these bytes are no state of this protocol")
        _, version, boot, n, deck, seat, flags = struct.unpack(_STATE, data[:size])
        end = size + 1 + data[size]
        if len(data) <= end or len(data) < end + 1 + data[end]:
            raise ValueError("the state ends in the middle")
        game = str(data[size + 1 : end], "utf-8")
        start = end + 1 + data[end]
        reason = str(data[end + 1 : start], "utf-8")
        return StateDown(game, version, boot, n, deck, seat, reason, flags, bytes(data[start:]))
