"""What a file may be that is no transcript: a guess by how it begins, so that people see which file
they have taken by mistake.
"""

from __future__ import annotations

import re

from tapdeck.rules.cultivation_deck import looks_like_one
from tapdeck.texts import Text

LOOKED_AT = 4_000  # bytes or characters from the beginning

# How files begin that are no text, by what they are.
_BYTES: tuple[tuple[str, tuple[bytes, ...]], ...] = (
    ("pdf", (b"%PDF-",)),
    ("picture", (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"II*\0", b"MM\0*")),
    ("archive", (b"PK\x03\x04", b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!", b"BZh", b"\xfd7zXZ")),
    ("record", (b"SQLite format 3\0",)),
    ("program", (b"\x7fELF", b"MZ\x90\0", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe", b"UF2\n")),
    ("utf16", (b"\xff\xfe", b"\xfe\xff")),
)

# How texts begin from their first line on that is neither empty nor a comment of TOML, by what they
# are. The first that fits counts.
_TEXTS = tuple(
    (kind, re.compile(pattern, re.MULTILINE))
    for kind, pattern in (
        ("log", r"\W?(\d{4}-\d\d-\d\d|\d\d/\d\d/\d{4}|[A-Z][a-z]{2} +\d+)[T ,]+\d\d:\d\d"),
        ("log", r"Traceback \(|\[?(DEBUG|INFO|WARN(ING)?|ERROR)\b"),
        ("program", r"(import|from|def|class) [A-Za-z_]"),
        ("result", r'\{"game": "[a-z_]+", "finished": '),
        ("plays", r'\{[\s\S]*"(playerScores|players|plays)"\s*:'),
        ("plays", r"<\?xml[\s\S]*<plays?\b"),
        ("json", r'\{\s*["}]|\[\s*[\[{"\d\]-]'),
        ("markup", r"<[!?A-Za-z]"),
        ("chess", r'\[[A-Z]\w* "'),
        ("toml", r'\[\[?[\w."-]+\]\]?\s*(#|$)|[\w-]+ *= '),
    )
)
_SEPARATORS = (",", ";", "\t")


def of_bytes(data: bytes) -> Text | None:
    """What a file is that is no text; None: it may be one."""
    for kind, begins in _BYTES:
        if data.startswith(begins):
            return _guess(kind)
    return _guess("binary") if b"\0" in data[:LOOKED_AT] else None


def of_text(text: str) -> Text | None:
    """What a text is that has no header `game`; None: nothing that is known here."""
    lines = text[:LOOKED_AT].removeprefix("\ufeff").splitlines()
    if lines and lines[0].startswith("#!"):
        return _guess("program")
    while lines and (not lines[0].strip() or lines[0].lstrip().startswith("#")):
        del lines[0]
    head = "\n".join(lines).lstrip()
    for kind, pattern in _TEXTS:
        if pattern.match(head):
            return _guess(kind)
    if looks_like_one(head):
        return _guess("deck")
    if len(lines) > 1 and ":" not in lines[0]:
        for separator in _SEPARATORS:
            if lines[0].count(separator) == lines[1].count(separator) > 1:
                return _guess("table")
    return None


def _guess(kind: str) -> Text:
    return Text("wrong.foreign", {"what": Text("foreign." + kind)})
