"""What may be asked on the control port: one tuple, read by the checks and by the help.

``parse`` turns a line into an order or raises OrderError with a sentence that says what is allowed.
"""

from __future__ import annotations

import json
from typing import Any

FAULTS = ("none", "dead", "noisy", "stuck_crypto", "collision", "deaf")
KINDS = ("short", "long")

# op, the fields it must have, the fields it may have
OPS: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("place", ("reader", "uid"), ()),
    ("lift", ("reader",), ("uid",)),
    ("press", ("seat", "kind"), ()),
    ("fault", ("reader", "kind"), ()),
    ("usb", (), ("read", "plug")),
    ("reset", (), ()),
    ("run", ("ms",), ()),
    ("display", (), ()),
)

LONGEST_RUN_MS = 24 * 3600 * 1000


class OrderError(Exception):
    """An order that cannot be carried out; the text says what could."""


def parse(line: bytes, readers: int, seats: int) -> dict[str, Any]:
    """The order in one line of JSON, checked; ``uid`` comes back as bytes."""
    try:
        order = json.loads(line)
    except (ValueError, RecursionError):
        raise OrderError('not JSON; send one object a line, such as {"op": "display"}') from None
    if not isinstance(order, dict):
        raise OrderError('send an object, such as {"op": "display"}')
    op = order.get("op")
    known = {name: (must, may) for name, must, may in OPS}
    if not isinstance(op, str) or op not in known:
        raise OrderError(f"no op {op!r}; the ops are {', '.join(known)}")
    must, may = known[op]
    for field in must:
        if field not in order:
            raise OrderError(f"{op} needs {' and '.join(must)}")
    for field in order:
        if field not in ("op", *must, *may):
            fields = ", ".join((*must, *may)) or "no fields"
            raise OrderError(f"{op} knows no field {field!r}; it takes {fields}")
    if "reader" in order:
        _number(order, "reader", 1, readers)
    if "seat" in order:
        _number(order, "seat", 1, seats)
    if "ms" in order:
        _number(order, "ms", 0, LONGEST_RUN_MS)
    if "uid" in order:
        order["uid"] = _uid(order["uid"])
    if "kind" in order:
        allowed = KINDS if op == "press" else FAULTS
        if order["kind"] not in allowed:
            raise OrderError(f"no {op} {order['kind']!r}; the kinds are {', '.join(allowed)}")
    if op == "usb":
        if "read" not in order and "plug" not in order:
            raise OrderError("usb needs read or plug, true or false")
        for field in ("read", "plug"):
            if not isinstance(order.get(field, True), bool):
                raise OrderError(f"usb takes {field} as true or false")
    return order


def _number(order: dict[str, Any], field: str, low: int, high: int) -> None:
    value = order[field]
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise OrderError(f"{field} is a number from {low} to {high}, not {value!r}")


def _uid(text: Any) -> bytes:
    try:
        uid = bytes.fromhex(text)
    except (TypeError, ValueError):
        uid = b""
    if len(uid) not in (4, 7, 10):
        raise OrderError(f"uid is 4, 7 or 10 bytes in hex, such as 04A1B2C3, not {text!r}")
    return uid
