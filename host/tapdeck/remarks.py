"""Entries of the journal that are no actions, and are never taken back: who sat down or got up, and
which deck the game goes on with.
"""

from __future__ import annotations

from tapdeck.texts import Text
from tapdeck.verdicts import Verdict

SEATED = ("claim", "release")
DECK = "deck"


def remark(line: str) -> Verdict | None:
    """The verdict of `claim SEAT`, `release SEAT` or `deck ID NAME`, None for any other line."""
    verb, _, rest = line.partition(" ")
    if verb in SEATED and rest.isascii() and rest.isdecimal():
        seat = int(rest)
        text = Text(f"done.{verb}", {"seat": Text("seat", {"seat": seat})})
        return Verdict(True, None, None, line, None, text, seat, note=True)
    if verb == DECK and rest.partition(" ")[2]:
        text = Text("done.deck", {"deck": rest.partition(" ")[2]})
        return Verdict(True, None, None, line, None, text, note=True)
    return None
