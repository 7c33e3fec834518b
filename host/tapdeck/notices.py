"""What should be said of a table as long as it is so."""

from shared_rules import games
from tapdeck.book import Book
from tapdeck.desk import Desk
from tapdeck.texts import Text


def standing(book: Book, desk: Desk, has_deck: bool) -> list[Text]:
    """The notices that stand: each goes when what it says is over. `has_deck`: the game has one."""
    notices = []
    if book.unplaced and book.game is None:
        notices.append(Text("notice.no_game", {"count": book.unplaced}))
    if book.difference is not None and not book.difference.decided:
        notices.append(Text("notice.results"))
    if book.differing:
        notices.append(Text("notice.judged_anew", {"count": book.differing}))
    have, game = desk.seats, book.game
    if game is not None and have is not None:
        if have < len(game.names):
            facts = {"have": have, "need": len(game.names)}
            notices.append(Text("notice.too_few_seats", facts))
        if game.game not in games.AT_THE_BOARD:
            notices.append(Text("notice.page_only"))
        elif not has_deck:
            notices.append(Text("notice.no_deck"))
    return notices
