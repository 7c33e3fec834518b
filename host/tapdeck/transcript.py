"""Games as text, in and out (host/README.md).

Headers `key: value` first, then one action a line; `#` begins a comment. A refused action changes
nothing and the replay goes on; a malformed line makes the whole text unreadable.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from tapdeck import foreign, limits, rules, typed
from tapdeck.errors import SaidError, as_text, system_says, why
from tapdeck.rules import Game, TextError, check_length, together
from tapdeck.session import LineError, Session, Verdict, shown_line, summary
from tapdeck.setup import Setup, check_new, default_first, default_names
from tapdeck.texts import Text, Value, say

_OPTION = "option."

# Gives the text of a file that a header names. OSError or ValueError: it cannot be read.
Reader = Callable[[str], str]


class TranscriptError(ValueError):
    """A text that is no transcript. `line` counts from 1, `text` says what is wrong there."""

    def __init__(self, line: int, text: Text) -> None:
        super().__init__(f"line {line}: {say('en', text)}")
        self.line = line
        self.text = text

    @classmethod
    def at(cls, line: int, key: str, **facts: Value) -> TranscriptError:
        """What is wrong on a line: the sentence `wrong.KEY`."""
        return cls(line, Text(f"wrong.{key}", facts))


@dataclass(frozen=True)
class Transcript:
    """A transcript that was read but not yet played.

    actions  (line number, text) of every action line, comments and blanks left out
    """

    setup: Setup
    actions: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Replay:
    """A transcript played through: the session, and each action line's number and verdict."""

    session: Session
    verdicts: tuple[tuple[int, Verdict], ...]


def parse(text: str, read: Reader | None = None, language: str = "en") -> Transcript:
    """Read headers and lines. Any line ends will do, and so will a byte order mark.

    read      gives the text of a file by the name that a header has for it; None: there are none
    language  in which seats are named where the transcript does not say who sits there

    TranscriptError: a malformed, unknown or repeated header, one after the first action, a file
    that cannot be read, or more than may be (`limits.py`).
    """
    headers: dict[str, tuple[int, str]] = {}
    files: dict[str, str] = {}
    actions: list[tuple[int, str]] = []
    lines = [typed.transcript_line(line) for line in _within_limits(text)]
    game = _game(lines)
    if game is None:
        raise TranscriptError(1, foreign.of_text(text) or Text("wrong.game_missing"))
    texts = rules.full(game).TEXTS if game in rules.NAMES else ()
    numbered = iter(enumerate(lines, 1))
    for number, line in numbered:
        bare = _without_comment(line).strip()
        if not bare:
            continue
        key, colon, value = bare.partition(":")
        if not colon:
            actions.append((number, bare))
            continue
        key = key.strip()
        if actions:
            raise TranscriptError.at(number, "header_late", name=key)
        if key in headers:
            raise TranscriptError.at(number, "header_twice", name=key)
        headers[key] = (number, value.strip())
        if key in texts and value.strip():
            files[key] = value.strip()
            headers[key] = (number, _file(number, files[key], read))
        elif key in texts:
            block = takewhile(str.strip, (each for _, each in numbered))
            headers[key] = (number, "\n".join(block))
    return Transcript(_setup(headers, files, language), tuple(actions))


def _within_limits(text: str) -> list[str]:
    """The lines of a text, if neither it nor any of them is too long."""
    if len(text) > limits.TRANSCRIPT:
        raise TranscriptError(1, limits.TooLarge(limits.TRANSCRIPT).text)
    lines = text_lines(text)
    if len(lines) > limits.LINES:
        raise TranscriptError(limits.LINES + 1, Text("limit.lines", {"most": limits.LINES}))
    for number, line in enumerate(lines, 1):
        try:
            check_length(line)
        except LineError as error:
            raise TranscriptError(number, error.text) from None
    return lines


def text_lines(text: str) -> list[str]:
    """The lines of a text, whatever their ends; a byte order mark is none of them."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")


def is_one(text: str) -> bool:
    """Whether this is a transcript as far as one can see: it says of which game."""
    return _game(list(map(typed.transcript_line, text_lines(text)))) is not None


def _game(lines: Sequence[str]) -> str | None:
    """What the first header `game` says; None: there is none."""
    for line in lines:
        key, colon, value = line.partition("#")[0].partition(":")
        if colon and key.strip() == "game":
            return value.strip()
    return None


def _file(number: int, name: str, read: Reader | None) -> str:
    if read is None:
        raise TranscriptError.at(number, "no_files", name=name)
    try:
        return read(name)
    except OSError as error:
        reason = system_says(error)
    except ValueError as error:
        reason = why(error)
    raise TranscriptError.at(number, "file", name=name, why=reason)


def replay(transcript: Transcript) -> Replay:
    """Play a transcript through. TranscriptError: a line that is no action."""
    session = Session(transcript.setup)
    verdicts = []
    for number, said in transcript.actions:
        line = session.typed(said)
        words = line.split()
        if words[-1] == "undo" and len(words) > 1:
            raise TranscriptError.at(number, "line_undo_alone")
        verb = words[1] if words[0].isdecimal() and len(words) > 1 else words[0]
        if verb in ("correct", *session.game.TABLE_VERBS):
            # The journal has it; a transcript has what came of it.
            raise TranscriptError.at(number, "line_verb", verb=verb)
        try:
            verdicts.append((number, session.do(line)))
        except LineError as error:
            raise TranscriptError(number, session.nearer(error).text) from None
    return Replay(session, tuple(verdicts))


def score(text: str, read: Reader | None = None) -> dict[str, Any]:
    """The JSON body of host/README.md for a transcript; `read` as `parse` has it. TranscriptError:
    it cannot be read.
    """
    return result(replay(parse(text, read)))


def result(played: Replay) -> dict[str, Any]:
    """The JSON body of a replay."""
    lines = [
        {
            "line": number,
            "ok": verdict.ok,
            "reason": verdict.reason,
            "reading": verdict.reading,
        }
        for number, verdict in played.verdicts
    ]
    return {**summary(played.session), "lines": lines}


def export(session: Session) -> str:
    """A game as a transcript: its history as it counts, corrections applied, and what card skills
    did by themselves as `effect` lines, so that it reads the same without the house rules. What
    only a table knows (the drawing of a card) is a comment.

    Of an unfinished game only what is public: its hands and gifts are left out, and its plays
    are then those of unknown hands.
    """
    setup = session.setup
    lines = [
        f"game: {setup.game}",
        "seats: " + ", ".join(_quoted(name) for name in setup.names),
    ]
    if session.game.FIRST:
        lines.append(f"{session.game.FIRST}: {setup.first}")
    own = [name for name in session.game.HEADERS if name in setup.headers]
    lines += [f"{name}: {setup.headers[name]}" for name in own if name not in session.game.TEXTS]
    lines += [f"{_OPTION}{name}: {value}" for name, value in sorted(setup.options.items())]
    for name in own:
        if name in session.game.TEXTS:
            # An empty line ends the text, so there is none in it.
            block = [line for line in text_lines(setup.headers[name]) if line.strip()]
            lines += [f"{name}:", *block, ""]
    lines.append("")
    public_only = not session.game.all_open(session.state)
    state = session.fresh()
    for entry in session.history:
        verdict = entry.verdict
        action = verdict.action
        assert action is not None
        if action.verb in session.game.TABLE_VERBS:
            lines.append("# " + (shown_line(session, verdict) if public_only else verdict.line))
        elif public_only:
            lines += session.game.told(state, action, session.state)
        else:
            lines.append(verdict.line)
        session.carry_out(state, action)
        lines += [follow.line for follow in verdict.follows if follow.ok]
    return "\n".join(lines) + "\n"


def _setup(
    headers: Mapping[str, tuple[int, str]], files: Mapping[str, str], language: str
) -> Setup:
    if "game" not in headers:
        raise TranscriptError.at(1, "game_missing")
    at, name = headers["game"]
    try:
        game = rules.full(name)
    except ValueError as error:
        raise TranscriptError(at, as_text(error)) from None
    said = {key: value for key, (_, value) in headers.items()}
    names = tuple(default_names(game, said, language))
    options: dict[str, str] = {}
    own: dict[str, str] = {}
    first = 0
    # Options, then names: how many may play depends on those, and the others on how many do.
    for key, (at, value) in sorted(headers.items(), key=lambda header: _place(header[0])):
        try:
            if key == "seats":
                names = _names(value)
                check_new(names)
                Setup(name, names, options)
            elif key and key == game.FIRST:
                first = _number(value)
                Setup(name, names, options, first)
            elif key in game.HEADERS:
                own[key] = value
                Setup(name, names, options, headers={key: value})
            elif key.startswith(_OPTION):
                options[key.removeprefix(_OPTION)] = value
                Setup(name, names, options)
            elif key != "game":
                raise SaidError("wrong.header_unknown", name=key, known=", ".join(_known(game)))
        except TextError as error:
            if key in files:
                facts: dict[str, Value] = {"name": files[key], "why": together(error.mistakes)}
                raise TranscriptError.at(at, "in_file", **facts) from None
            (line, text), *more = error.mistakes
            if more:
                rest = together([(at + place, text) for place, text in more])
                text = Text("wrong.more", {"first": text, "rest": rest})
            raise TranscriptError(at + line, text) from None
        except ValueError as error:
            raise TranscriptError(at, as_text(error)) from None
    if game.FIRST not in headers:
        first = default_first(game, len(names))
    try:
        return Setup(name, names, options, first, headers=own)
    except ValueError as error:  # headers that do not go together
        raise TranscriptError(at, as_text(error)) from None


def _known(game: Game) -> list[str]:
    """The headers of a game's transcripts."""
    first = [game.FIRST] if game.FIRST else []
    options = [_OPTION + name for name, _ in game.OPTIONS]
    return ["game", "seats", *first, *game.HEADERS, *options]


def _place(header: str) -> int:
    return 0 if header.startswith(_OPTION) else 1 if header == "seats" else 2


def _number(value: str) -> int:
    if not (value.isascii() and value.isdecimal()):
        raise SaidError("wrong.seat_word", word=value)
    return int(value)


# Names: separated by commas; one with a comma, `#` or `"` stands in double quotes, in which `""`
# is one double quote.


def _without_comment(line: str) -> str:
    """The line up to the first `#` that stands in no quotes."""
    if "#" not in line:
        return line
    if not line.lstrip("\ufeff \t").startswith("seats"):
        return line.partition("#")[0]
    quoted = False
    opens = False  # whether a quote here would open a quoted name
    for place, char in enumerate(line):
        if quoted:
            quoted = char != '"'
        elif char == '"':
            quoted = opens or line[place - 1 : place] == '"'
        elif char == "#":
            return line[:place]
        opens = char in ",:" or (opens and char.isspace())
    return line


def _names(value: str) -> tuple[str, ...]:
    found: list[str] = []
    rest = value
    while True:
        rest = rest.lstrip()
        if rest.startswith('"'):
            name, rest = _unquoted(rest)
            rest = rest.lstrip()
            if rest and not rest.startswith(","):
                raise SaidError("wrong.name_comma", name=name)
            found.append(name)
        else:
            name, comma, after = rest.partition(",")
            found.append(name.strip())
            rest = comma + after
        if not rest:
            return tuple(found)
        rest = rest[1:]


def _unquoted(text: str) -> tuple[str, str]:
    """The name in quotes at the beginning of a text, and what follows it."""
    place = 1
    name = ""
    while place < len(text):
        if text[place] != '"':
            name += text[place]
            place += 1
        elif text[place : place + 2] == '""':
            name += '"'
            place += 2
        else:
            return name, text[place + 1 :]
    raise SaidError("wrong.name_quote")


def _quoted(name: str) -> str:
    if any(char in name for char in ',#"') or name != name.strip():
        return '"' + name.replace('"', '""') + '"'
    return name
