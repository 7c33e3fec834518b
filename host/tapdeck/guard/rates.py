"""How much one address may ask at once, and in a second.

The bounds have room for a party whose phones share one address, as behind a club's router: fifty
of them open the page at the same moment, and all enter lines. What is asked on this machine itself
is not counted by the second: a script may replay games as fast as they go.
"""

from __future__ import annotations

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, ip_network

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tapdeck.guard.hosts import SAFE
from tapdeck.guard.refusals import POLICY_VIOLATION, refuse
from tapdeck.origin import address_of, is_local
from tapdeck.texts import Text

CONNECTIONS = 400  # open requests and WebSockets of one address
NO_PAGES = ("/_nicegui", "/api/", "/docs/", "/page/")  # where paths begin that lead to no page
WAIT = 5  # seconds after which to try again where too many are open
ADDRESSES = 4096  # of which the counts are kept


@dataclass(frozen=True)
class Rate:
    """So many a second, and so many at once after a pause."""

    each_second: float
    at_once: float


LINES = Rate(30, 150)  # requests that change something
PAGES = Rate(5, 100)  # whole pages, which are made for each device anew
LOOKS = Rate(150, 6000)  # the rest, such as the hundred or so small files of a first visit
MESSAGES = Rate(30, 300)  # what comes over one WebSocket


class Bucket:
    """A token bucket."""

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._clock = clock
        self._left = rate.at_once
        self._then = clock()

    def take(self) -> float:
        """Take one; 0.0: it was there. Otherwise the seconds until it is."""
        now, rate = self._clock(), self._rate
        left = min(rate.at_once, self._left + (now - self._then) * rate.each_second)
        self._then = now
        taken = left >= 1
        self._left = left - 1 if taken else left
        return 0.0 if taken else (1 - left) / rate.each_second


class Rates:
    """Lets in as much as an address may ask. `clock` gives seconds."""

    def __init__(
        self, app: ASGIApp, language: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.app = app
        self._language = language
        self._clock = clock
        self._open: Counter[str] = Counter()
        self._buckets: OrderedDict[tuple[str, Rate], Bucket] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what is not too much."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        who, local = network_of((scope.get("client") or ("",))[0]), is_local(scope)
        wait = 0.0 if local else self._bucket(who, _rate(scope)).take()
        why = Text("guard.often", {"seconds": math.ceil(wait)})
        if not wait and self._open[who] >= CONNECTIONS:
            wait, why = WAIT, Text("guard.many", {"seconds": WAIT})
        if wait:
            headers = {"retry-after": str(math.ceil(wait))}
            await refuse(scope, receive, send, 429, why, self._language, headers)
            return
        if scope["type"] == "websocket" and not local:
            receive = self._counted(receive, send)
        self._open[who] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._open[who] -= 1
            if not self._open[who]:
                del self._open[who]

    def _bucket(self, who: str, rate: Rate) -> Bucket:
        key = (who, rate)
        bucket = self._buckets.setdefault(key, Bucket(rate, self._clock))
        self._buckets.move_to_end(key)
        if len(self._buckets) > ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket

    def _counted(self, receive: Receive, send: Send) -> Receive:
        """What comes over a WebSocket, until too much does: then it is closed."""
        bucket = Bucket(MESSAGES, self._clock)

        async def receive_some() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive" and bucket.take():
                await send({"type": "websocket.close", "code": POLICY_VIOLATION})
                return {"type": "websocket.disconnect", "code": POLICY_VIOLATION}
            return message

        return receive_some


def _rate(scope: Scope) -> Rate:
    if scope["type"] == "websocket":
        return LOOKS
    if scope["method"] not in SAFE:
        return LINES
    return LOOKS if scope["path"].startswith(NO_PAGES) else PAGES


@lru_cache(ADDRESSES)
def network_of(peer: str) -> str:
    """Whose requests are counted together: those of an address; of IPv6 those of a network, for a
    machine there chooses any number of addresses.
    """
    address = address_of(peer)
    if isinstance(address, IPv6Address):
        return str(ip_network((int(address) >> 64 << 64, 64)))
    return str(address or peer)
