"""`tapdeck token`: bearer tokens for scripts, and what devices were granted."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import datetime

from tapdeck.access import Access
from tapdeck.actors import HOST, PLAYER, SHOWN_KEY
from tapdeck.settings import Settings
from tapdeck.store import Store
from tapdeck.texts import Text, say

FAILED, BAD_INPUT = 1, 2
MAY_HAVE = (PLAYER, HOST)

Say = Callable[[str], None]


def run_token(
    settings: Settings,
    role: str = PLAYER,
    name: str = "",
    listed: bool = False,
    withdraw: str = "",
    tell: Say = print,
) -> int:
    """What `tapdeck token` does; the exit code.

    role      of the token that is made: `player` or `host`
    name      what people call it
    listed    list what was granted instead
    withdraw  take back the grant of this name, or whose key begins so, instead

    A token is printed once, alone on its line; the record has its hash. StoreError: the record
    cannot be used.
    """
    language = settings.language
    if role not in MAY_HAVE:
        sentence = say(language, Text("token.role", {"role": role, "known": ", ".join(MAY_HAVE)}))
        print(f"tapdeck: {sentence}", file=sys.stderr)
        return BAD_INPUT
    store = Store(settings.db)
    try:
        access = Access(store, settings.pin)
        if withdraw:
            gone = access.withdraw(withdraw)
            if not gone:
                sentence = say(language, Text("token.none", {"which": withdraw}))
                print(f"tapdeck: {sentence}", file=sys.stderr)
                return FAILED
            for each in gone:
                tell(say(language, Text("token.gone", {"which": _called(each.name, each.key)})))
        elif listed:
            for each in access.grants():
                since = datetime.fromtimestamp(each.since / 1000).strftime("%Y-%m-%d %H:%M")
                tell(f"{each.key[:SHOWN_KEY]}  {each.kind:6}  {each.role:6}  {since}  {each.name}")
        else:
            tell(access.make_token(role, name))
    finally:
        store.close()
    return 0


def _called(name: str, key: str) -> str:
    return name or key[:SHOWN_KEY]
