"""What lies where nobody may see it: by the word of the game's core, whatever a board may say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

from shared_rules import games, packs

if TYPE_CHECKING:
    from tapdeck.rules import Game
    from tapdeck.session import Session

UNSEEN = "?"  # as in a transcript
LEFT_OUT = "…"


def hides(core: ModuleType, state: Any, seat: int, cards: Sequence[int]) -> bool:
    """Whether nobody may be told that one of these cards lies at a seat now.

    core  the game's core; its hook `hidden` is asked (shared_rules/board.py)
    """
    if not 1 <= seat <= len(core.show(state)["seats"]):
        return False
    return any(core.hidden(state, seat, card) for card in cards)


def tellable(session: Session | None, name: str, fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a board reports, without what nobody may be told, and cards by the codes of the game's
    deck.
    """
    if session is None or name not in ("pending", "notice"):
        return fields
    told = _tellable(session, name, fields)
    key, gap = ("cards", ",") if name == "pending" else ("detail", " ")
    return {**told, key: gap.join(own_codes(session, str(told.get(key, "")).split(gap)))}


def own_codes(session: Session, words: Sequence[str]) -> Sequence[str]:
    """Words of a board, its names of cards as the codes of the deck that is played with: a board
    knows a card by its place, and names it as the game's own pack does (shared_rules/board.py).
    """
    codes, game = session.game.codes(session.state), session.setup.game
    if codes == packs.codes(game):
        return words
    places = [packs.index(game, word) for word in words]
    return [
        codes[place] if 0 <= place < len(codes) else word
        for place, word in zip(places, words, strict=True)
    ]


def _tellable(session: Session, name: str, fields: Mapping[str, Any]) -> Mapping[str, Any]:
    seat = int(fields["seat"])
    if name == "notice":
        detail = str(fields.get("detail", ""))
        told = told_line(session.game, detail)
        if told == detail:
            told = " ".join(_cards(session, seat, detail.split(" ")))
        return {**fields, "detail": told}
    codes = str(fields["cards"]).split(",")
    shown = _cards(session, seat, codes)
    reading = "" if shown != codes else fields.get("reading", "")
    return {**fields, "cards": ",".join(shown), "reading": reading}


def shown_pending(session: Session | None, pending: Mapping[str, Any]) -> dict[str, Any]:
    """What waits at the seats as everybody may see it now: what was told openly may be hidden since
    the state has changed.
    """
    found = {}
    for seat, held in pending.items():
        codes = held["cards"]
        shown = _cards(session, int(seat), codes) if session else codes
        reading = held["reading"] if shown == codes else ""
        found[seat] = {**held, "cards": shown, "reading": reading}
    return found


def _cards(session: Session, seat: int, words: Sequence[str]) -> list[str]:
    """Words, those that name hidden cards as `?`."""
    core = games.core(session.setup.game)
    pack = packs.codes(core.NAME)
    return [
        UNSEEN if word in pack and hides(core, session.state, seat, (pack.index(word),)) else word
        for word in words
    ]


def told_line(game: Game, line: str) -> str:
    """A line that may be no action at all, as everybody may see it: without what stands behind a
    verb that may hide something, and without the cards that stand behind no verb at all.
    """
    words = line.split()
    for place, word in enumerate(words):
        if word in game.SECRETS:
            return " ".join([*_plain(words[:place]), word, LEFT_OUT])
        if word in game.VERBS:
            return line
    plain = _plain(words)
    return line if plain == words else " ".join([*plain, LEFT_OUT])


def _plain(words: Sequence[str]) -> list[str]:
    return [word for word in words if not packs.known(word)]
