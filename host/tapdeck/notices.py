"""What should be said of a table as long as it is so."""

from collections import Counter

from shared_rules import games
from shared_rules.deck import CONTROL, Deck
from tapdeck.book import Book
from tapdeck.desk import Desk
from tapdeck.texts import Text


def standing(book: Book, desk: Desk, deck: Deck | None) -> list[Text]:
    """The notices that stand: each goes when what it says is over. `deck`: the game's."""
    notices = []
    if book.unplaced and book.game is None:
        notices.append(Text("notice.no_game", {"count": book.unplaced}))
    if book.difference is not None and not book.difference.decided:
        notices.append(Text("notice.results"))
    if book.changes.entries and not book.changes.decided:
        notices.append(Text("notice.judged_anew", {"count": len(book.changes.entries)}))
    have, game = desk.seats, book.game
    if game is not None and have is not None:
        if have < len(game.names):
            facts = {"have": have, "need": len(game.names)}
            notices.append(Text("notice.too_few_seats", facts))
        if game.game not in games.AT_THE_BOARD:
            notices.append(Text("notice.page_only"))
        elif deck is None:
            notices.append(Text("notice.no_deck"))
        elif desk.deck_changed:
            notices.append(Text("notice.deck_changed", {"deck": game.deck_name or ""}))
        elif _packs(deck) < (wanted := getattr(book.session and book.session.state, "copies", 1)):
            notices.append(Text("notice.one_pack", {"packs": wanted}))
    return notices


def _packs(deck: Deck) -> int:
    """How many stickers of one card there are at most."""
    cards = Counter(code for code in deck.tags.values() if code < CONTROL)
    return max(cards.values(), default=1)
