"""House rules: one TOML file a table, checked when it is read.

    [followers]
    extension = true                # F20: who calls draws one of E1-E4

    [followers.options]             # defaults for new games
    lone_joker = "never"

    [followers.cards.X8]            # F19: what a card does, and when
    trigger = "when played"
    effects = ["team own +20", "tokens -1"]

A game is stored with its house rules as they were when it began, so a later edit concerns new games
only. A mistake is a sentence with file, line and what is allowed. Neither `tomllib` nor the TOML
packages that keep a file's form tell the lines of keys, so the line is found by the key's text.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tapdeck import rules
from tapdeck.errors import system_says
from tapdeck.limits import SETTINGS, TooLarge, read_file
from tapdeck.rules import Mistake, a_mistake
from tapdeck.settings import SettingsError
from tapdeck.texts import Text, Value, say

OPTIONS = "options"


class HouseError(SettingsError):
    """House rules that cannot be used; `text` says where the mistake is, and what is allowed."""

    def __init__(self, key: str, **facts: Value) -> None:
        self.text = Text(f"house.{key}", facts)
        super().__init__(say("en", self.text))


@dataclass(frozen=True)
class GameRules:
    """What the file says of one game: defaults for its options, and its house rules."""

    options: Mapping[str, str] = field(default_factory=dict)
    rules: Mapping[str, Any] = field(default_factory=dict)


def file_of(place: Path, table_id: int) -> Path:
    """The file of a table: the one that was named (`….toml`), else `table-N.toml` in a folder."""
    return place if place.suffix == ".toml" else place / f"table-{table_id}.toml"


def load(path: Path, named: bool = False) -> dict[str, GameRules]:
    """What a file says, by game. One that does not exist says nothing, unless it was `named`.

    HouseError: it cannot be read, or there is a mistake in it.
    """
    try:
        text = read_file(path, SETTINGS).decode("utf-8")
    except FileNotFoundError:
        if named:
            raise HouseError("missing", path=str(path)) from None
        return {}
    except TooLarge as error:
        raise HouseError("unread", path=str(path), why=error.text) from None
    except OSError as error:
        raise HouseError("unread", path=str(path), why=system_says(error)) from None
    except UnicodeDecodeError as error:
        raise HouseError("unread", path=str(path), why=str(error)) from None
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise HouseError("toml", path=str(path), why=str(error)) from None
    except RecursionError:
        raise HouseError("nested", path=str(path)) from None
    wrong = _mistake(found)
    if wrong is not None:
        line = line_of(text, wrong.path)
        raise HouseError("line", path=str(path), line=line, why=wrong.text)
    return {
        game: GameRules(
            said.get(OPTIONS, {}), {key: value for key, value in said.items() if key != OPTIONS}
        )
        for game, said in found.items()
    }


def _mistake(found: Mapping[str, Any]) -> Mistake | None:
    for name, said in found.items():
        if name not in rules.NAMES:
            return a_mistake(name, key="no_game", name=name, known=", ".join(rules.NAMES))
        if not isinstance(said, Mapping):
            return a_mistake(name, key="game", name=name)
        game = rules.full(name)
        wrong = _option_mistake(dict(game.OPTIONS), said.get(OPTIONS, {}))
        if wrong is None:
            wrong = game.mistake({key: value for key, value in said.items() if key != OPTIONS})
        if wrong is not None:
            return wrong.under(name)
    return None


def _option_mistake(known: Mapping[str, Sequence[str]], options: object) -> Mistake | None:
    if not isinstance(options, Mapping):
        return a_mistake(OPTIONS, key="options", known=", ".join(known))
    for name, value in options.items():
        if name not in known:
            facts = {"name": name, "known": ", ".join(known)}
            return Mistake((OPTIONS, name), Text("wrong.no_option", facts))
        if value not in known[name]:
            allowed = ", ".join(f'"{each}"' for each in known[name])
            facts = {"name": name, "value": repr(value), "known": allowed}
            return a_mistake(OPTIONS, name, key="no_value", **facts)
    return None


# --- Lines ------------------------------------------------------------------------------------

_KEY = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_KEYS = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_HEADER = re.compile(rf"\s*\[\[?\s*({_KEYS})\s*\]")
_PAIR = re.compile(rf"\s*({_KEYS})\s*=")


def line_of(text: str, path: Sequence[str | int]) -> int:
    """The line, from 1, of a valid TOML text where the value at a path stands; that of the nearest
    table around it where the value has no line of its own.
    """
    keys = [key for key in path if isinstance(key, str)]
    lines = text.splitlines()
    best, depth = 1, 0
    table: list[str] = []
    for number, line in enumerate(lines, 1):
        header, pair = _HEADER.match(line), _PAIR.match(line)
        if header:
            here = table = _split(header[1])
        elif pair:
            here = table + _split(pair[1])
        else:
            continue
        if depth < len(here) <= len(keys) and here == keys[: len(here)]:
            best, depth = number, len(here)
    places = [key for key in path if isinstance(key, int)]
    return best + (_offset("\n".join(lines[best - 1 :]), places[-1]) if places else 0)


def _split(dotted: str) -> list[str]:
    return [key.strip("\"'") for key in re.findall(_KEY, dotted)]


def _offset(rest: str, place: int) -> int:
    """How many lines after the beginning of a list its item at a place begins (from 0)."""
    words = re.compile(r"""#[^\n]*|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|[^\s,\[\]="'#]+""")
    begin = rest.find("[", rest.find("="))
    if begin < 0:
        return 0
    items = [found for found in words.finditer(rest, begin) if not found[0].startswith("#")]
    return rest.count("\n", 0, items[place].start()) if place < len(items) else 0
