"""Hands and gifts over the readers: while they are dealt the board reports tags and judges nothing.

Hands: each card that is tapped joins the hand of the seat whose reader it is; when all are there,
their lines go into the journal together. Gifts: first the receiver's `seat N` tag, then the card;
each is a line at once. Nothing that is said here to everybody names a card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from shared_rules import packs
from shared_rules.actions import Action
from shared_rules.deck import CONTROL, Deck
from tapdeck.decks import short_uid
from tapdeck.desk import Desk
from tapdeck.errors import TableError, why
from tapdeck.rules import Hands, LineError
from tapdeck.session import Session, Verdict, shown_text
from tapdeck.store import StoreError
from tapdeck.texts import Text, Value

HANDS, GIFTS = "hands", "gifts"

# What a tap comes to: what is said about it, and lines for the journal.
Outcome = tuple[Text | None, list[str]]


class Dealing:
    """What is being dealt at a table whose board has so many readers.

    what     HANDS or GIFTS
    current  gives the session that is being played
    A reader is its own seat's; where there are fewer than seats, a `seat N` tag says whose hand
    the following cards join, and gifts are asked for seat by seat.
    """

    def __init__(self, what: str, current: Callable[[], Session], readers: int) -> None:
        self.what = what
        self._current = current
        seats = range(1, len(self._session.setup.names) + 1)
        self._own = readers >= len(seats)
        self._hands: dict[int, list[int]] = {seat: [] for seat in seats}
        self._claimed: dict[int, int] = {}  # reader -> the seat that a `seat N` tag named there

    @property
    def _session(self) -> Session:
        return self._current()

    @property
    def over(self) -> bool:
        """Whether nothing can be dealt any more, because it is there or too late."""
        game, state = self._session.game, self._session.state
        if self.what == HANDS:
            return game.hands(state) is None
        return not any(game.gifts_due(state).values())

    def seen(self, reader: int, uid: bytes, deck: Deck) -> tuple[int, Outcome]:
        """A tag was laid on a reader (from 1): the seat it concerns, and what comes of it."""
        seat = self._seat(reader)
        code = deck.look(uid)
        if code < 0:
            return seat, (Text("notice.unknown_tag", _facts(seat or reader, uid)), [])
        if code >= CONTROL:
            return seat, self._control(reader, seat, packs.CONTROLS[code - CONTROL])
        if not seat:
            return seat, (Text("dealing.whose"), [])
        return seat, (self._deal if self.what == HANDS else self._give)(reader, seat, code)

    def _seat(self, reader: int) -> int:
        if self.what == HANDS:
            return self._claimed.get(reader, 0) or (reader if self._own else 0)
        if self._own:
            return reader
        due = self._session.game.gifts_due(self._session.state)
        return next((seat for seat, count in due.items() if count), 0)

    def _control(self, reader: int, seat: int, name: str) -> Outcome:
        if name.startswith("seat "):
            claimed = int(name.removeprefix("seat "))
            if claimed not in self._hands:
                return Text("dealing.no_seat", {"seat": claimed}), []
            self._claimed[reader] = claimed
            key = "dealing.hand_of" if self.what == HANDS else "dealing.gift_to"
            return Text(key, {"seat": self._name(claimed)}), []
        if name == "undo" and self.what == HANDS and seat and self._hands[seat]:
            self._hands[seat].pop()
            return Text("dealing.taken_back", self._count(seat)), []
        return None, []

    def _deal(self, reader: int, seat: int, card: int) -> Outcome:
        wanted = self._session.game.hands(self._session.state)
        if wanted is None:
            return Text("dealing.too_late"), []
        if card not in wanted.cards:
            return Text("dealing.not_in_pack", {"seat": self._name(seat)}), []
        for other, hand in self._hands.items():
            if card in hand:
                if other == seat:
                    # Lying there, or tapped again: nothing new, but that it may be tried again.
                    return None, self._lines() if self._complete(wanted) else []
                facts = {"seat": self._name(seat), "other": self._name(other)}
                return Text("dealing.twice", facts), []
        if len(self._hands[seat]) >= wanted.most:
            return Text("dealing.full", self._count(seat)), []
        self._hands[seat].append(card)
        if self._complete(wanted):
            return Text("dealing.all"), self._lines()
        # The view counts; only what is news to somebody who does not look there is said.
        full = len(self._hands[seat]) == wanted.most
        return Text("dealing.full", self._count(seat)) if full else None, []

    def _complete(self, wanted: Hands) -> bool:
        return sum(map(len, self._hands.values())) == self._all(wanted)

    def _all(self, wanted: Hands) -> int:
        """How many cards are dealt: all of them, but where hands are full before."""
        return min(len(wanted.cards), wanted.most * len(self._hands))

    def _lines(self) -> list[str]:
        return [
            self._line(Action(seat, "deal", tuple(sorted(hand))))
            for seat, hand in self._hands.items()
        ]

    def _line(self, action: Action) -> str:
        """An action as the game's line, by the codes of the deck that is played with."""
        game, state = self._session.game, self._session.state
        named = getattr(game, "named", None)
        return game.line(named(action, state) if named is not None else action)

    def _give(self, reader: int, seat: int, card: int) -> Outcome:
        to = self._claimed.pop(reader, 0)
        if not to:
            return Text("dealing.receiver_first", {"seat": self._name(seat)}), []
        return None, [self._line(Action(seat, "give", (card,), to))]

    def view(self, held: frozenset[int]) -> dict[str, Any]:
        """How far it is; the cards only for those who hold the seat."""
        game, state = self._session.game, self._session.state
        wanted, due = game.hands(state), game.gifts_due(state)
        codes = game.codes(state)
        return {
            "what": self.what,
            "of": self._all(wanted) if wanted else 0,
            "seats": {
                str(seat): {
                    "count": len(hand),
                    "wanted": wanted.most if wanted else 0,
                    "gifts_due": due.get(seat, 0) if self.what == GIFTS else 0,
                    "cards": [codes[card] for card in hand] if seat in held else None,
                }
                for seat, hand in self._hands.items()
            },
        }

    def _name(self, seat: int) -> Text | str:
        return self._session.setup.said[seat - 1]

    def _count(self, seat: int) -> dict[str, Value]:
        return {"seat": self._name(seat), "count": len(self._hands[seat])}


class Modes(Protocol):
    """What dealing needs of the board."""

    def set_mode(self, mode: str) -> None:
        """`play`, or `enrol`: the board reports every tag and judges nothing."""


class Dealer:
    """Whether anything is dealt at a table, and the mode of its board that goes with it.

    current  gives the session that is being played; TableError: none is
    enter    puts lines into the journal, all or none
    desk     where it is told
    """

    def __init__(
        self,
        current: Callable[[], Session],
        enter: Callable[[Sequence[str]], list[Verdict]],
        desk: Desk,
    ) -> None:
        self._current = current
        self._enter = enter
        self._desk = desk
        self._dealing: Dealing | None = None

    def begin(self, what: str, board: Modes | None, deck: Deck | None) -> dict[str, Any]:
        """Begin to deal HANDS or GIFTS. TableError: why that is not possible."""
        if what not in (HANDS, GIFTS):
            raise TableError("error.dealing_what", what=what, known=f"{HANDS}, {GIFTS}")
        self._current()
        readers = self._desk.readers
        if board is None or readers is None:
            raise TableError("error.no_board")
        if deck is None:
            raise TableError("notice.no_deck")
        dealing = Dealing(what, self._current, readers)
        if dealing.over:
            raise TableError(f"error.dealing_{what}")
        self._dealing = dealing
        board.set_mode("enrol")
        return dealing.view(frozenset())

    def end(self, board: Modes | None) -> None:
        """Back to play, if anything was dealt."""
        if self._dealing is not None:
            self._dealing = None
            if board is not None:
                board.set_mode("play")

    def follow(self, board: Modes | None) -> None:
        """The game went on: it may be over."""
        if self._dealing is not None and self._dealing.over:
            self.end(board)

    def tapped(self, reader: int, uid: bytes, deck: Deck) -> bool:
        """A tag was laid on a reader. Whether the journal has grown."""
        if self._dealing is None:
            return False
        seat, (text, lines) = self._dealing.seen(reader, uid, deck)
        try:
            for verdict in self._enter(lines) if lines else ():
                if not verdict.ok or not text:
                    text = shown_text(self._current(), verdict)
        except (LineError, StoreError, TableError) as error:
            text = Text("dealing.failed", {"why": why(error)})
        if text is not None:
            self._desk.say(text, seat)
        return bool(lines)

    def view(self, held: frozenset[int]) -> dict[str, Any] | None:
        """How far it is, for the holders of some seats; None while nothing is dealt."""
        return self._dealing.view(held) if self._dealing else None


def _facts(seat: int, uid: bytes) -> dict[str, Value]:
    return {"seat": seat, "detail": short_uid(uid.hex().upper())}
