"""What every request passes before the application sees it, and every answer after.

From the outside in: the headers that go with every answer, also with refusals and failures; is it
addressed to this machine; does it come from a page of this machine; does its address ask too much;
is it small enough to be read. Who asks and what they may do comes after that (`asking.py`,
`permission.py`).
"""

from __future__ import annotations

from starlette.types import ASGIApp

from tapdeck.guard.headers import SafeHeaders
from tapdeck.guard.hosts import KnownHosts
from tapdeck.guard.rates import Rates
from tapdeck.guard.sizes import Sizes
from tapdeck.settings import Settings, words_of

__all__ = ["guarded"]


def guarded(app: ASGIApp, settings: Settings) -> ASGIApp:
    """An application behind the guard."""
    language = settings.language
    inner = Rates(Sizes(app, language), language)
    behind_proxy = bool(words_of(settings.proxies))
    return SafeHeaders(KnownHosts(inner, words_of(settings.hosts), behind_proxy, language))
