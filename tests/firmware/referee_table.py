"""A bare table for the tests of the referee: real core, deck, journal and screens, no readers.

Runs on both interpreters. `Table.do` takes one step of a small script and answers what it led to,
so that a test can compare what the two interpreters say.
"""

from firmware.journal import Journal
from firmware.referee import Referee
from firmware.screens import Screens
from shared_rules import games, packs
from shared_rules.deck import CONTROL, Deck


def uid_of(code: int, copy: int = 1) -> bytes:
    return bytes([4, code, copy, 2, 3, 4, 5])


def whole_deck(game: str = "followers") -> Deck:
    copies = packs.COPIES.get(game, 1)
    deck = Deck(game, copies)
    for copy in range(1, copies + 1):
        for card in range(len(packs.codes(game))):
            deck.add(uid_of(card, copy), card)
    for place in range(len(packs.CONTROLS)):
        deck.add(uid_of(CONTROL + place), CONTROL + place)
    return deck


class Chain:
    """A NeoPixel that counts how often it was sent."""

    def __init__(self, size: int) -> None:
        self.colours = [(0, 0, 0)] * size
        self.writes = 0

    def __len__(self) -> int:
        return len(self.colours)

    def __getitem__(self, place: int):
        return self.colours[place]

    def __setitem__(self, place: int, colour) -> None:
        self.colours[place] = colour

    def write(self) -> None:
        self.writes += 1


class Digits:
    def __init__(self, rows: int = 1) -> None:
        self.rows = rows
        self.shown = []

    def show(self, text: str, row: int = 0) -> None:
        self.shown.append(text)


class Table:
    """seats: how many play, 0: as many as the game needs; for games that choose."""

    def __init__(
        self,
        folder: str,
        options=None,
        readers: int = 4,
        capacity: int = 2048,
        buttons: int = 0,
        game: str = "followers",
        seats: int = 0,
    ) -> None:
        self.told = []
        self.now = 1000
        self.journal = Journal(folder, capacity, 1)
        core = games.core(game)
        more = {"seats": seats} if seats else {}
        self.game = game
        self.referee = Referee(
            core,
            core.initial(options or {}, **more),
            whole_deck(game),
            self.journal,
            lambda *message: self.told.append(message),
            readers,
            buttons,
        )
        self.chain = Chain(17)
        self.digits = Digits()
        self.screens = Screens(self.chain, self.digits, 4)
        self._sent = 0

    @classmethod
    def linked(cls, folder, game: str, seats: int, readers: int = 0, buttons: int = 0, **more):
        """With a host, since only one game is judged without. readers 0: one a seat; the rest as
        above.
        """
        table = cls(
            str(folder / "journal"),
            readers=readers or seats,
            buttons=buttons,
            game=game,
            seats=seats,
            **more,
        )
        table.referee.linked = True
        return table

    def events(self):
        """(line, verdict) of the events since the last call."""
        found = []
        while True:
            event = self.journal.next(self.now)
            if event is None:
                return found
            found.append((event[6], event[5]))

    def do(self, step: str):
        """`1 tap NB`, `1 tap pass`, `1 short`, `1 long`, `wait MS`; answers (events, lights).

        Several tags are named with commas between; `SP1 2` is the second sticker of a card.
        """
        words = step.split()
        self.now += 50
        if words[0] == "wait":
            self.now += int(words[1])
        elif words[1] == "tap":
            for name in " ".join(words[2:]).split(","):
                self.referee.tag(int(words[0]), self.uid(name.strip()), self.now)
        else:
            self.referee.press(int(words[0]), words[1], self.now)
        return self.events(), " ".join(self.referee.shown(self.now)["seats"])

    def say(self, *steps: str):
        """The events of several steps."""
        return [event for step in steps for event in self.do(step)[0]]

    def uid(self, name: str) -> bytes:
        if name in packs.CONTROLS:
            return uid_of(CONTROL + packs.CONTROLS.index(name))
        code, _, copy = name.partition(" ")
        return uid_of(packs.index(self.game, code), int(copy or 1))
