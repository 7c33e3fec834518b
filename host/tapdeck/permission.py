"""Who may do what at a table. Asked before a line is read, so that a refusal tells nothing.

Two questions. What may this role do at all: a host everything, a player what concerns its seats and
those that nobody holds, a guest nothing. And does the line touch something hidden: while a game
says that a seat has something hidden, that seat's lines are taken only from a board, from a device
that holds it, or from the actor who entered all that is hidden there; and a line whose verdict can
depend on what lies hidden elsewhere, only for a seat that its actor holds. Who is sent away has
learnt nothing but who holds what, which everybody sees.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from shared_rules.actions import Action
from tapdeck.actors import BOARD, DEVICE, GUEST, HOST, SCRIPT, Actor
from tapdeck.errors import TableError
from tapdeck.said import Said, said
from tapdeck.session import Session
from tapdeck.texts import Text
from tapdeck.verdicts import Entry


class Forbidden(TableError):
    """This actor may not do that. Nothing has been read, and nothing is kept."""


@dataclass(frozen=True)
class Asked:
    """A line at the door.

    holders  by seat: the key of the device that holds it
    free     whether players may act for seats that nobody holds
    """

    session: Session
    by: Actor
    holders: Mapping[int, str]
    free: bool = True

    def check(self, line: str) -> None:
        """Whether it may come in. Forbidden: why not."""
        if self.by.kind == BOARD:
            return
        if self.by.role == GUEST:
            raise Forbidden("forbidden.guest")
        about = said(line)
        seats = {about.seat}
        log = self.session.log
        entry = None
        if about.entry is not None and 1 <= about.entry <= len(log):
            entry = log[about.entry - 1]
            seats.add(_seat_of(entry))
            if self.by.role != HOST and not self._may_see(entry):
                raise Forbidden("forbidden.correction", seq=about.entry)
        for seat in sorted(seats):
            self._of_another(seat)
        if about.verb == "undo":
            return  # it is always carried out, and tells nothing; the log says who did it
        self._hidden(self.session.state, len(log), seats, about)
        if entry is not None and not self.session.game.all_open(self.session.state):
            assert about.entry is not None
            state = self.session.state_before(about.entry)
            self._hidden(state, about.entry - 1, seats, about)
            if self.session.is_secret(entry.verdict) and not self._may_see(entry):
                raise Forbidden("forbidden.hidden.entry", seq=about.entry)

    def sees_all(self) -> bool:
        """Whether nothing lies hidden from the actor now."""
        hidden = self.session.game.hidden_seats(self.session.state)
        return all(self._sees(seat, len(self.session.log)) for seat in hidden)

    def _of_another(self, seat: int) -> None:
        """A seat that another device holds is for that device; a host may all the same."""
        if self.by.role == HOST or seat in self.by.seats or not self._is_seat(seat):
            return
        if seat in self.holders:
            raise Forbidden("forbidden.seat", seat=self._name(seat))
        if not self.free:
            raise Forbidden("forbidden.free", seat=self._name(seat))

    def _hidden(self, state: Any, count: int, seats: set[int], about: Said) -> None:
        """What lies hidden in a state, with how many entries led to it."""
        game = self.session.game
        hidden = game.hidden_seats(state)
        unseen = {seat for seat in hidden if not self._sees(seat, count)}
        for seat in sorted(seats & unseen):
            raise Forbidden("forbidden.hidden", seat=self._name(seat))
        if about.seat in self.by.seats:
            return
        probing = game.probes(about.verb, about.words)
        if unseen and probing:
            raise Forbidden("forbidden.probe", seat=self._name(about.seat))
        claimed = about.seat in self.holders
        if claimed and probing and about.verb in game.SECRETS:
            raise Forbidden("forbidden.hidden", seat=self._name(about.seat))

    def _sees(self, seat: int, count: int) -> bool:
        """Whether the actor holds a seat, or has entered all that is hidden there."""
        if seat in self.by.seats:
            return True
        makers = entered_by(self.session, seat, count)
        return makers == {self.by.key}

    def _may_see(self, entry: Entry) -> bool:
        mine = entry.by is not None and entry.by.key == self.by.key
        return mine or _seat_of(entry) in self.by.seats

    def _is_seat(self, seat: int) -> bool:
        return 1 <= seat <= len(self.session.setup.names)

    def _name(self, seat: int) -> Text | str:
        return self.session.setup.said[seat - 1] if self._is_seat(seat) else str(seat)


def entered_by(session: Session, seat: int, count: int) -> set[str | None]:
    """The keys of those who entered what a seat has hidden in the deal that the first `count`
    entries end in; None for what an older record does not say.
    """
    return {entry.by.key if entry.by else None for entry in secrets_of(session, seat, count)}


def may_look(session: Session, seat: int, key: str) -> bool:
    """Whether the holder of a seat may see what it has hidden: not while something lies there that
    another device entered when it held the seat. What a board dealt is for whoever holds it now.
    """
    if seat not in session.game.hidden_seats(session.state):
        return True
    return not any(
        entry.by is not None
        and entry.by.kind in (DEVICE, SCRIPT)
        and entry.by.key != key
        and seat in entry.by.seats
        for entry in secrets_of(session, seat, len(session.log))
        if entry.verdict.action is not None and entry.verdict.action.seat == seat
    )


def secrets_of(session: Session, seat: int, count: int) -> Iterator[Entry]:
    """The entries that hid something at a seat in the deal that the first `count` entries end in,
    the last first.
    """
    for entry in session.secrets(count):
        action = entry.verdict.action
        if action is not None and seat in (action.seat, _receiver(action)):
            yield entry


def _receiver(action: Action) -> int:
    """Who got a card that was given; 0: nobody."""
    return action.number if action.verb == "give" else 0


def _seat_of(entry: Entry) -> int:
    """Whose an entry is; of a correction, whose line it put in."""
    action = entry.verdict.action or entry.verdict.about
    return action.seat if action is not None else entry.verdict.seat
