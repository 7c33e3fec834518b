"""What comes from outside as text, or as JSON of any form: bounds, and text that can be written
down again.

JSON and the environment can hold half of a surrogate pair, which is no character and has no UTF-8:
whatever holds it can be neither shown nor sent. JSON can nest without an end too, and its numbers
need not be finite.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from tapdeck import limits
from tapdeck.errors import SaidError

LARGEST = 2**53 - 1  # of its whole numbers: what every reader of JSON keeps as it is


def is_text(text: str) -> bool:
    """Whether a string is text: each of its characters has a code of its own."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def check_text(text: str, most: int | None = None) -> str:
    """The text itself. SaidError: it is none, or has more characters than `most`."""
    if most is not None and len(text) > most:
        raise SaidError("wrong.too_long", most=most)
    if not is_text(text):
        raise SaidError("wrong.no_text")
    return text


def check_json(found: Any) -> Any:
    """The JSON value itself. SaidError: it is too deep, has too much in it, or something that could
    not be written down again.
    """
    level: list[Any] = [found]
    count = 0
    for _ in range(limits.DEPTH):
        below: list[Any] = []
        for each in level:
            count += 1
            if count > limits.VALUES:
                raise SaidError("wrong.too_many", most=limits.VALUES)
            if isinstance(each, Mapping):
                below += each.keys()
                below += each.values()
            elif isinstance(each, list | tuple):
                below += each
            else:
                _check_leaf(each)
        if not below:
            return found
        level = below
    raise SaidError("wrong.too_deep", most=limits.DEPTH)


def _check_leaf(each: Any) -> None:
    if isinstance(each, str):
        check_text(each, limits.TEXT)
    elif isinstance(each, float):
        if not math.isfinite(each):
            raise SaidError("wrong.no_number")
    elif isinstance(each, int):
        if abs(each) > LARGEST:
            raise SaidError("wrong.no_number")
    elif each is not None:
        raise SaidError("wrong.no_json")


def mended(text: str | bytes) -> Any:
    """JSON of the record as a value. Half a character, which older versions let in, has become a
    question mark.
    """
    found = json.loads(text)  # TypeError where SQLite has made a number of it, as its caller knows
    plain = text if isinstance(text, str) else text.decode()
    if "\\ud" not in plain.lower():
        return found
    return json.loads(json.dumps(found, ensure_ascii=False).encode("utf-8", "replace").decode())
