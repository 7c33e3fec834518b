"""Bad input, told in any language: what is said is a `Text`, put into words by whoever answers."""

from collections.abc import Sequence

from shared_rules.wrong import Wrong
from tapdeck.texts import Text, Value, say


class SaidError(ValueError):
    """Bad input; `text` says what is wrong, and the error itself says it in English."""

    def __init__(self, key: str, **facts: Value) -> None:
        self.text = Text(key, facts)
        super().__init__(say("en", self.text))


class TableError(ValueError):
    """A request that this table cannot follow; `text` says why and what it could, `problems` each
    thing by itself where there are several.
    """

    def __init__(self, key: str, problems: Sequence[Text] = (), **facts: Value) -> None:
        super().__init__(key)
        self.text = Text(key, facts)
        self.problems = tuple(problems)


def why(error: Exception) -> Text | str:
    """What an error says, in every language where it knows how."""
    if isinstance(error, Wrong):
        return Text(f"wrong.{error.key}", error.facts)
    if isinstance(error, SaidError | TableError):
        return error.text
    return str(error)


_SYSTEM = (
    (FileNotFoundError, "os.missing"),
    (PermissionError, "os.denied"),
    (IsADirectoryError, "os.folder"),
)


def system_says(error: OSError) -> Text | str:
    """What the system says of a file; in its own words where it is none of the usual things."""
    for kind, key in _SYSTEM:
        if isinstance(error, kind):
            return Text(key)
    return error.strerror or str(error)


def as_text(error: Exception) -> Text:
    """What an error says, as a sentence."""
    said = why(error)
    return said if isinstance(said, Text) else Text("words", {"words": said})
