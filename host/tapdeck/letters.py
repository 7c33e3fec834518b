"""Letters, digits and punctuation in their usual forms, as Chinese keyboards have others."""

from __future__ import annotations

from unicodedata import normalize


def plain(text: str) -> str:
    """A text in the usual forms of its letters, digits, spaces and punctuation (Unicode NFKC)."""
    return text if text.isascii() else normalize("NFKC", text)


def plain_before_names(line: str) -> str:
    """A line of a deck in usual forms up to the names of its card, which stay as they are."""
    if line.isascii():
        return line
    before, bar, names = line.replace("｜", "|", 1).partition("|")
    return plain(before) + bar + names
