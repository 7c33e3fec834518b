"""What a table answers to a request that it cannot follow."""

from tapdeck.texts import Text


class TableError(ValueError):
    """A request that this table cannot follow; `text` says why and what it could."""

    def __init__(self, key: str, **facts: str | int) -> None:
        super().__init__(key)
        self.text = Text(key, facts)
