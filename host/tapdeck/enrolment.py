"""Giving cards their stickers, step by step: what is next, and what a tap or a key does.

Pure but for `save`, which is called with the deck after every change, so that whatever happens
next, nothing is lost. Each step answers with what is to be said.
"""

from collections.abc import Callable

from shared_rules import packs
from shared_rules.deck import Deck
from tapdeck import decks, rules
from tapdeck.store import StoredDeck
from tapdeck.texts import SENTENCES, Text

# ISO 14443-3 §6.4.4: a single-size UID that begins so is made up anew at every power-up.
RANDOM_UID = 0x08


def wanted(pack: str) -> list[str]:
    """What gets a sticker, in order: the cards of the pack, then the control tags."""
    game = rules.full(pack)
    # As many as may ever play, whatever the options: the stickers outlast a game.
    seats = max(
        [game.SEATS[1]]
        + [game.seats({name: value})[1] for name, values in game.OPTIONS for value in values]
    )
    controls = [
        name
        for name in packs.CONTROLS
        if not name.startswith("seat ") or int(name.removeprefix("seat ")) <= seats
    ]
    return [*packs.codes(pack), *controls]


class Enrolment:
    """A deck on its way, beginning at the first item that has no sticker.

    `item` is the card or control that the next new sticker will be; None when all are passed.
    """

    def __init__(self, deck: StoredDeck, save: Callable[[StoredDeck], None]) -> None:
        self._name = deck.name
        self._save = save
        self._deck: Deck = decks.for_board(deck)
        self._items = wanted(deck.pack)
        self._readers: dict[int, bytes] = {}  # what lies where now
        self._place = 0
        self._on()

    @property
    def item(self) -> str | None:
        """The card's code or the control's name that is asked for now."""
        return self._items[self._place] if self._place < len(self._items) else None

    @property
    def counts(self) -> dict[str, str | int]:
        """How many items have a sticker, and of how many."""
        done = sum(1 for each in self._items if self._tagged(each))
        return {"done": done, "total": len(self._items)}

    def ask(self) -> Text | None:
        """What is to be tapped next; None at the end."""
        if self.item is None:
            return None
        return Text("enrol.next", self.counts | {"item": self._named(self.item)})

    def seen(self, reader: int, uid: bytes) -> list[Text]:
        """A tag lies on a reader (from 1)."""
        others = [where for where in self._readers if where != reader]
        # Said once: should word of a tag's going have been lost, the next tap counts again.
        self._readers = {reader: uid}
        if others:
            return [Text("enrol.two")]
        return self._take(uid)

    def gone(self, reader: int) -> None:
        """The tag on a reader was taken away."""
        self._readers.pop(reader, None)

    def cleared(self) -> None:
        """The board starts afresh: what lies there is not known, and will be seen again."""
        self._readers.clear()

    def noticed(self, reader: int, code: str, detail: str) -> list[Text]:
        """The board says something of a reader (wire: `notice`)."""
        if code == "two_cards":
            return [Text("enrol.two")]
        if code == "reader_sick":
            if detail == "noisy":  # the reader is well, what lies on it is not
                return [Text("enrol.unreadable")]
            return [Text("enrol.reader_sick", {"reader": reader, "why": detail})]
        return []

    def typed(self, line: str) -> list[Text]:
        """A line from the keyboard but for `q`: `s`, `b`, or an item to go to."""
        word = " ".join(line.split())
        if not word:
            return []
        if word.lower() == "s":
            return self._skip()
        if word.lower() == "b":
            return self._back()
        for each in self._items:
            if each.upper() == word.upper():
                self._place = self._items.index(each)
                return []
        return [Text("enrol.what", {"word": word})]

    def ending(self) -> list[Text]:
        """What is to be said at the end: all are there, or which are missing and how to go on."""
        deck = StoredDeck(self._name, self._deck.pack, decks.words(self._deck))
        cards = decks.missing(deck)
        controls = [each for each in self._items if each in packs.CONTROLS]
        bare = [each for each in controls if not self._tagged(each)]
        said = []
        if cards:
            said.append(Text("enrol.missing", {"count": len(cards), "cards": " ".join(cards)}))
        if bare:
            said.append(Text("enrol.missing_controls", {"controls": ", ".join(bare)}))
        if not said:
            return [Text("enrol.complete", {"total": self.counts["total"]})]
        return [*said, Text("enrol.go_on", {"deck": self._name})]

    # Inside

    def _take(self, uid: bytes) -> list[Text]:
        item = self.item
        if item is None:
            return []
        if len(uid) == 4 and uid[0] == RANDOM_UID:
            return [Text("enrol.random", {"uid": uid.hex().upper()})]
        problem = self._deck.problem(uid, self._code(item))
        facts: dict[str, str | int | Text] = {"item": self._named(item)}
        if problem == "tag_taken":
            other = decks.word_of(self._deck.pack, self._deck.look(uid))
            return [Text("enrol.tag_taken", facts | {"other": self._named(other)})]
        if problem == "bad_uid":
            return [Text("enrol.bad_uid")]
        if problem:
            return [Text(f"enrol.{problem}", facts)]
        self._deck.add(uid, self._code(item))
        self._keep()
        self._place += 1
        self._on()
        return [Text("enrol.stored", facts)]

    def _skip(self) -> list[Text]:
        if self.item is None:
            return []
        skipped = Text("enrol.skipped", {"item": self._named(self.item)})
        self._place += 1
        self._on()
        return [skipped]

    def _back(self) -> list[Text]:
        if self._place == 0:
            return [Text("enrol.first")]
        self._place -= 1
        item = self._items[self._place]
        tags = self._deck.tags_of(self._code(item))
        if not tags:
            return []
        for uid in tags:
            self._deck.remove(uid)
        self._keep()
        return [Text("enrol.forgotten", {"item": self._named(item)})]

    def _on(self) -> None:
        """Move on to the next item without a sticker."""
        while self.item is not None and self._tagged(self.item):
            self._place += 1

    def _keep(self) -> None:
        self._save(StoredDeck(self._name, self._deck.pack, decks.words(self._deck)))

    def _tagged(self, item: str) -> bool:
        return bool(self._deck.tags_of(self._code(item)))

    def _code(self, item: str) -> int:
        return decks.code_of(self._deck.pack, item)

    def _named(self, item: str) -> Text:
        if item in packs.CONTROLS:
            return Text("enrol.control", {"code": item})
        if f"card.{item}" in SENTENCES["en"]:
            return Text("enrol.card_named", {"code": item, "name": Text(f"card.{item}")})
        return Text("enrol.card", {"code": item})
