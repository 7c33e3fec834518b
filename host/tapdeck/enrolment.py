"""Giving cards their stickers, step by step: what is next, and what a tap or a key does.

Pure but for `save`, which is called with the deck after every change, so that whatever happens
next, nothing is lost. Each step answers with what is to be said.
"""

from collections.abc import Callable, Mapping, Sequence

from shared_rules import packs
from shared_rules.deck import CONTROL, Deck
from tapdeck import decks, rules
from tapdeck.store import StoredDeck
from tapdeck.texts import SENTENCES, Text


def wanted(pack: str, copies: int = 1, codes: Sequence[str] = ()) -> list[str]:
    """What gets a sticker, in order: the cards, as many packs of them as asked for one after the
    other, then the control tags.

    codes  of a deck of its owners' own; empty: the pack's
    """
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
    return [*[*(codes or packs.codes(pack))] * copies, *controls]


class Enrolment:
    """A deck on its way, beginning at the first item that has no sticker.

    `item` is the card or control that the next new sticker will be; None when all are passed.
    `copies`: how many packs it is of; as many at least as it has stickers for.
    `names`: the codes of a deck of its owners' own, in its order, and what each card is called;
    empty: the pack's. Stickers of the pack's cards are its cards' by their places, until one of
    its own is there (`decks.for_board`). Stickers of cards that are in neither stay as they are.
    `more`: what the command line needs besides the deck's name, to go on.
    """

    def __init__(
        self,
        deck: StoredDeck,
        save: Callable[[StoredDeck], None],
        copies: int = 1,
        names: Mapping[str, str] | None = None,
        more: str = "",
    ) -> None:
        self._name = deck.name
        self._save = save
        self._more = more
        self._names = dict(names or {})
        self._codes = tuple(self._names)
        self._deck: Deck = decks.for_board(deck, self._codes)
        # Stickers of another deck's cards are kept.
        self._others = {
            tag: word for tag, word in deck.tags.items() if self._deck.look(bytes.fromhex(tag)) < 0
        }
        held = [tags for code in range(CONTROL) if (tags := self._deck.tags_of(code))]
        self._deck.copies = max([copies, *map(len, held)])
        self._items = wanted(deck.pack, self._deck.copies, self._codes)
        self._cards = len(self._codes or packs.codes(deck.pack))
        # The sticker of each place; which of several that were there before is whose, nobody knows.
        self._stuck: dict[int, bytes] = {}
        self._known: set[int] = set()
        for uid, word in self._words().items():
            free = (at for at in self._places(word) if at not in self._stuck)
            place = next(free, None)
            if place is not None:
                self._stuck[place] = bytes.fromhex(uid)
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
        done = sum(1 for place in range(len(self._items)) if self._tagged(place))
        return {"done": done, "total": len(self._items)}

    def ask(self) -> Text | None:
        """What is to be tapped next; None at the end."""
        if self.item is None:
            return None
        return Text("enrol.next", self.counts | {"item": self._here(self._place)})

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

    def names(self, word: str) -> bool:
        """Whether this is a card's code in a deck of its owners' own, where one may look like a
        key.
        """
        return word in self._names

    def typed(self, line: str) -> list[Text]:
        """A line from the keyboard but for `q`: `s`, `b`, or an item to go to."""
        word = " ".join(line.split())
        if not word:
            return []
        if self.names(word):
            return self._go_to(word)
        if word.lower() == "s":
            return self._skip()
        if word.lower() == "b":
            return self._back()
        return self._go_to(word)

    def ending(self) -> list[Text]:
        """What is to be said at the end: all are there, or which are missing and how to go on."""
        without = [at for at in range(len(self._items)) if not self._tagged(at)]
        needed = self._codes or decks.needed(self._deck.pack)
        cards = [
            f"{self._items[at]}({self._copy(at)})" if self._copy(at) > 1 else self._items[at]
            for at in without
            if self._items[at] in needed
        ]
        bare = [self._items[at] for at in without if self._items[at] in packs.CONTROLS]
        said = []
        if cards:
            said.append(Text("enrol.missing", {"count": len(cards), "cards": " ".join(cards)}))
        if bare:
            said.append(Text("enrol.missing_controls", {"controls": ", ".join(bare)}))
        if not said:
            return [Text("enrol.complete", {"total": self.counts["total"]})]
        return [*said, Text("enrol.go_on", {"deck": self._name, "more": self._more})]

    # Inside

    def _take(self, uid: bytes) -> list[Text]:
        item = self.item
        if item is None:
            return []
        if unsteady := decks.unsteady_uid(uid):
            return [Text(f"enrol.{unsteady}", {"uid": uid.hex().upper()})]
        problem = self._deck.problem(uid, self._code(item))
        facts: dict[str, str | int | Text] = {"item": self._here(self._place)}
        other = self._others.get(uid.hex().upper(), "")
        if problem == "tag_taken" or other:
            other = other or decks.word_of(self._deck.pack, self._deck.look(uid), self._codes)
            return [Text("enrol.tag_taken", facts | {"other": self._named(other)})]
        if problem == "bad_uid":
            return [Text("enrol.bad_uid")]
        if problem:
            return [Text(f"enrol.{problem}", facts)]
        self._deck.add(uid, self._code(item))
        self._stuck[self._place] = uid
        self._known.add(self._place)
        self._keep()
        self._place += 1
        self._on()
        return [Text("enrol.stored", facts)]

    def _go_to(self, word: str) -> list[Text]:
        places = [at for at in range(len(self._items)) if self._items[at].upper() == word.upper()]
        if not places:
            return [Text("enrol.what", {"word": word})]
        # Of several the one without a sticker.
        self._place = next((at for at in places if not self._tagged(at)), places[0])
        return []

    def _skip(self) -> list[Text]:
        if self.item is None:
            return []
        skipped = Text("enrol.skipped", {"item": self._here(self._place)})
        self._place += 1
        self._on()
        return [skipped]

    def _back(self) -> list[Text]:
        if self._place == 0:
            return [Text("enrol.first")]
        self._place -= 1
        if not self._tagged(self._place):
            return []
        gone = [self._place]
        if self._place not in self._known:
            gone = [at for at in self._places(self._items[self._place]) if at not in self._known]
        for place in gone:
            self._known.discard(place)
            if place in self._stuck:
                self._deck.remove(self._stuck.pop(place))
        self._keep()
        return [Text("enrol.forgotten", {"item": self._here(self._place)})]

    def _on(self) -> None:
        """Move on to the next item without a sticker."""
        while self.item is not None and self._tagged(self._place):
            self._place += 1

    def _keep(self) -> None:
        self._save(StoredDeck(self._name, self._deck.pack, self._words() | self._others))

    def _words(self) -> dict[str, str]:
        return decks.words(self._deck, self._codes)

    def _tagged(self, place: int) -> bool:
        return place in self._stuck

    def _places(self, item: str) -> list[int]:
        return [at for at, each in enumerate(self._items) if each == item]

    def _copy(self, place: int) -> int:
        """Which pack an item belongs to, from 1."""
        cards = self._cards * self._deck.copies
        return place // self._cards + 1 if place < cards else 1

    def _here(self, place: int) -> Text:
        """An item by its name; of the second pack that too."""
        named = self._named(self._items[place])
        if self._copy(place) == 1:
            return named
        return Text("enrol.of_pack", {"item": named, "pack": self._copy(place)})

    def _code(self, item: str) -> int:
        return decks.code_of(self._deck.pack, item, self._codes)

    def _named(self, item: str) -> Text:
        if item in packs.CONTROLS:
            return Text("enrol.control", {"code": item})
        if self._names.get(item):
            return Text("enrol.card_named", {"code": item, "name": self._names[item]})
        if f"card.{item}" in SENTENCES["en"]:
            return Text("enrol.card_named", {"code": item, "name": Text(f"card.{item}")})
        return Text("enrol.card", {"code": item})
