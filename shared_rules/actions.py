"""An action: what a seat wants to do, before anybody has judged it."""


class Action:
    """One action of a seat (or of the table), as plain data.

    seat    1…n clockwise, 0 for the table itself (`new`)
    verb    the verb of a transcript line
    cards   the cards named, as indices into the game's pack; -1 is a card of another pack
    number  a number the verb takes before its cards (the receiver of a gift); 0 for none
    want    the reading that was asked for, in the game's own form; None for the best one
    found   where a game keeps what it worked out from the cards alone, so that it does so once
    """

    __slots__ = ("cards", "found", "number", "seat", "verb", "want")

    def __init__(
        self,
        seat: int,
        verb: str,
        cards: "tuple[int, ...]" = (),
        number: int = 0,
        want: "tuple[int, int] | None" = None,
    ) -> None:
        self.seat = seat
        self.verb = verb
        self.cards = cards
        self.number = number
        self.want = want
        self.found = None  # type: tuple[tuple[int, int], ...] | None

    def __repr__(self) -> str:
        return "Action(%d, %r, %r, %d, %r)" % (
            self.seat,
            self.verb,
            self.cards,
            self.number,
            self.want,
        )
