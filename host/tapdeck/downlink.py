"""What goes down to the board of a table: its deck, and the state with what became of its events.

Not safe for threads: the table's lock guards it. Without a board everything is kept for the next.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from shared_rules.deck import Deck
from shared_rules.wire import GAME_ON, StateDown
from tapdeck import decks
from tapdeck.book import Book
from tapdeck.device import BoardEvent, BoardInfo
from tapdeck.session import Verdict, core_bytes
from tapdeck.store import StoredDeck


class BoardLink(Protocol):
    """What a table needs of the device; its calls return at once."""

    def push_state(self, state: StateDown) -> None:
        """Send a state down; a newer one replaces it."""

    def push_deck(self, deck: Deck) -> None:
        """Offer a deck; it travels if the board holds another."""

    def set_mode(self, mode: str) -> None:
        """`play`, or `enrol`: the board reports every tag and judges nothing."""


class Downlink:
    """The way down.

    board  the device, None without one
    uid    of the board that greeted last, empty before
    deck   in use, as it travels
    """

    def __init__(self) -> None:
        self.board: BoardLink | None = None
        self.uid = ""
        self.deck: Deck | None = None
        self._handled = (0, 0)  # boot and n of the board's last committed event
        self._last = (0, "ok", 0)  # seat, reason and flags of the last verdict

    def clear(self) -> None:
        """A new game begins: nothing was judged in it."""
        self._last = (0, "ok", 0)

    def judged(self, verdict: Verdict, flags: int = 0) -> None:
        """The last verdict, which the lights show; `flags` as in the wire's state."""
        self._last = (verdict.seat, verdict.reason or "ok", flags)

    def greeted(self, info: BoardInfo, acked: Mapping[int, int]) -> None:
        """A board has said who it is; `acked`: by its boots, up to which event all are kept."""
        self.uid = info.uid
        # Not a later boot's: a board whose flash was wiped may count from a lower one.
        known = (at for at in acked.items() if at[0] <= info.boot)
        self._handled = max(known, default=(0, 0))

    def handled(self, events: Sequence[BoardEvent]) -> None:
        """These events are kept."""
        for event in events:
            if event.uid == self.uid:
                self._handled = max(self._handled, (event.boot, event.n))

    def offer(self, stored: StoredDeck | None, codes: Sequence[str]) -> None:
        """The deck in use, with the codes of the game's cards; the board gets it."""
        self.deck = decks.for_board(stored, codes) if stored else None
        if self.board is not None and self.deck is not None:
            self.board.push_deck(self.deck)

    def push(self, book: Book) -> None:
        """Send the state of the game down."""
        if self.board is None:
            return
        boot, n = self._handled
        seat, reason, flags = self._last
        state = StateDown(
            version=book.version,
            boot=boot,
            n=n,
            deck=self.deck.hash if self.deck else 0,
            seat=seat,
            reason=reason,
            flags=flags,
        )
        if book.session is not None:
            state.game = book.session.setup.game
            state.flags |= GAME_ON
            state.core = core_bytes(book.session)
        self.board.push_state(state)
