"""What lies on the table just now and is no part of the record: link, pending cards, notices."""

import re
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from tapdeck.decks import short_uid
from tapdeck.texts import SENTENCES, Text, in_all

NOTICES = 20  # the newest ones are kept
HEALTH_SECONDS = 60.0  # how often a health report goes into the record
_UID = re.compile(r"(?:[0-9A-Fa-f]{8}|[0-9A-Fa-f]{14}|[0-9A-Fa-f]{20})")
_COUNTERS = ("sent", "resent", "corrupt", "skipped", "rtt", "scan", "heap", "waiting")


class Desk:
    """The board as it is now. Not safe for threads: the table's lock guards it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._up = False
        self._why = Text("link.none")
        self._info: dict[str, Any] | None = None
        self._pending: dict[int, dict[str, Any]] = {}
        self._notices: deque[dict[str, Any]] = deque(maxlen=NOTICES)
        self._health: dict[str, Any] = {}
        self._lights = ""
        self._kept_health = float("-inf")
        self.deck_changed = False  # the game's deck has been stored otherwise since it began

    def clear(self) -> None:
        """A new game begins: what waited and what was said belong to the old one."""
        self._pending.clear()
        self._notices.clear()

    def expect(self) -> None:
        """A board is to come; until now none was wanted."""
        self._why = Text("link.waiting")

    def hello(self, info: Mapping[str, Any]) -> None:
        """A board has said who it is."""
        self._info = dict(info)
        self._up = True
        self._why = Text("link.up", {"board": str(info.get("board", "")) or "?"})

    def link(self, up: bool, reason: str) -> None:
        """The link has come or gone. What was pending there is not known any more when it goes."""
        self._up = up
        if up:
            name = str((self._info or {}).get("board", "")) or "?"
            self._why = Text("link.up", {"board": name})
        else:
            self._why = Text("link.down", {"why": reason})
            self._pending.clear()
            self._health.clear()
            self._lights = ""

    def telemetry(self, name: str, fields: Mapping[str, Any]) -> bool:
        """Take in what the board reports; whether that changes what people should see."""
        if name == "pending":
            return self._take_pending(fields)
        if name == "notice":
            self._notices.append(_notice(fields))
            return True
        if name == "health":
            before = self._health.get("readers")
            self._health = dict(fields)
            return before != self._health.get("readers")
        if name == "lights":
            before, self._lights = self._lights, str(fields.get("text", ""))
            return before != self._lights
        return False

    def say(self, notice: Text, seat: int = 0) -> None:
        """A notice of the table's own."""
        code = notice.key.partition(".")[2]
        self._notices.append({"code": code, "seat": seat, "text": in_all(notice)})

    def health_is_due(self) -> bool:
        """Whether the health report should go into the record; then not again for a while."""
        now = self._clock()
        if now - self._kept_health < HEALTH_SECONDS:
            return False
        self._kept_health = now
        return True

    @property
    def readers(self) -> int | None:
        """How many readers the linked board has; None without one."""
        return int(self._info["readers"]) if self._up and self._info else None

    @property
    def seats(self) -> int | None:
        """How many seats the linked board has; None without one."""
        return (
            int(self._info["seats"]) if self._up and self._info and "seats" in self._info else None
        )

    def view(self) -> dict[str, Any]:
        """The keys that it adds to the table's view."""
        return {
            "link": {"up": self._up, "text": in_all(self._why)},
            "board": self._info,
            "pending": {str(seat): held for seat, held in sorted(self._pending.items())},
            "notices": list(self._notices),
            "health": self._health,
            "lights": self._lights,
        }

    def board(self) -> dict[str, Any]:
        """Link, hello, health and counters."""
        return {
            "link": {"up": self._up, "text": in_all(self._why)},
            "board": self._info,
            "health": self._health,
            "counters": {name: self._health[name] for name in _COUNTERS if name in self._health},
            "lights": self._lights,
        }

    def _take_pending(self, fields: Mapping[str, Any]) -> bool:
        seat, cards = int(fields["seat"]), str(fields["cards"])
        before = self._pending.get(seat)
        if cards in ("", "-"):
            self._pending.pop(seat, None)
        else:
            self._pending[seat] = {
                "cards": cards.split(","),
                "reading": str(fields.get("reading", "")),
            }
        return before != self._pending.get(seat)


def _notice(fields: Mapping[str, Any]) -> dict[str, Any]:
    seat, code = int(fields["seat"]), str(fields["code"])
    key = f"notice.{code}"
    detail = str(fields.get("detail", ""))
    if _UID.fullmatch(detail):  # it is of no deck here, or the board would name its card
        detail = short_uid(detail)
    facts: dict[str, str | int] = {"seat": seat, "detail": detail}
    if key not in SENTENCES["en"]:
        key, facts = "notice.other", facts | {"code": code}
    return {"code": code, "seat": seat, "text": in_all(Text(key, facts))}
