"""The reduced core on MicroPython: actions checked and carried out in a second, on this machine.

For information: the same bytecode on a Pico is some hundred times slower (an estimate, not
measured). The actions are those of whole deals, built beforehand and new in each round; the best of
several rounds. The peer is CPython on the same core and actions.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from shared_rules import followers as core
from tests import micropython as mpy
from tests.bench import rules
from tests.bench.record import Record, best, ratio

DEALS = 5

_CODE = """
import time
from shared_rules import followers
from shared_rules.actions import Action
GIVEN = {given}
def once():
    deals = [[Action(*each) for each in deal] for deal in GIVEN]
    began = time.ticks_us()
    for actions in deals:
        state = followers.initial({{}})
        for action in actions:
            assert followers.check(state, action) is None
            followers.apply(state, action)
    return time.ticks_diff(time.ticks_us(), began)
print(min([once() for _ in range(5)]))
"""


def measure(count: int = DEALS) -> list[Record]:
    """Actions a second."""
    deals = [
        [action for action in rules.prepared(seed) if action.verb not in ("deal", "give")]
        for seed in range(count)
    ]
    actions = sum(map(len, deals))
    given = [[(a.seat, a.verb, a.cards, a.number, a.want) for a in deal] for deal in deals]
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "core.py"
        script.write_text(_CODE.format(given=given), encoding="utf-8")
        took = int(mpy.run(str(script), heap="4M").split()[-1])
    ours = actions / took * 1e6
    peer = best(lambda: rules.deals_a_second(deals, core)) * actions / count
    return [
        Record(
            "reduced core on MicroPython, check and apply",
            ours,
            "/s",
            peer=ratio(ours, peer, "the same on CPython"),
            note="unix port on this machine, for information",
        )
    ]
