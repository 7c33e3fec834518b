"""`tapdeck enrol`: the terminal asks for one card after the other, the board reads its sticker."""

import queue
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

from shared_rules import cultivation, packs
from tapdeck import decks, limits
from tapdeck.actors import THIS_MACHINE
from tapdeck.decks import DeckError
from tapdeck.device import BoardEvent, BoardInfo, Device, discover, probe
from tapdeck.enrolment import Enrolment
from tapdeck.errors import SaidError, system_says
from tapdeck.rules import TextError, cultivation_deck
from tapdeck.settings import Settings
from tapdeck.simulator import SimError, start_simulator
from tapdeck.store import Store, StoredDeck
from tapdeck.table import Table
from tapdeck.texts import Text, say

FAILED, BAD_INPUT = 1, 2
OWN_DECKS = cultivation.NAME  # whose owners may have a deck of their own
STOP = "q"

Say = Callable[[str], None]
News = tuple[Any, ...]


class _Receiver:
    """Takes what the board says: tags and troubles go to the queue, play goes to the table.

    A board may still hold events of an evening without a host; they are kept as always.
    """

    def __init__(self, table: Table, news: "queue.SimpleQueue[News]") -> None:
        self._table = table
        self._news = news

    def on_hello(self, info: BoardInfo) -> None:
        """A board is there, or has started again."""
        self._table.on_hello(info)
        self._news.put(("hello",))

    def on_events(self, events: Sequence[BoardEvent]) -> None:
        """What was played before; committed when this returns."""
        self._table.on_events(events)

    def on_telemetry(self, name: str, fields: Mapping[str, Any]) -> None:
        """Tags and notices; nothing else matters here."""
        if name in ("tag", "notice"):
            self._news.put((name, dict(fields)))

    def on_link(self, up: bool, reason: str) -> None:
        """The board has come or gone."""
        self._table.on_link(up, reason)
        if not up:
            self._news.put(("away", reason))


def run_enrol(
    settings: Settings,
    name: str,
    pack: str | None = None,
    keys: Iterable[str] | None = None,
    tell: Say = print,
    copies: int = 1,
    deck_file: Path | None = None,
) -> int:
    """What `tapdeck enrol` does; the exit code.

    pack   whose cards they are; None: those that the deck has stickers for, else the deck file's
           game, else followers
    keys   lines from the keyboard, standard input by default; their end means `q`
    tell   takes what is said, a sentence at a time
    copies how many packs the deck is of
    deck_file  the cards of a deck of its owners' own (host/cultivation.md)

    Everything is stored at once, so any end, Ctrl-C too, keeps what there is. DeviceError: the
    port is no Tapdeck's. StoreError: the record cannot be used.
    """
    language = settings.language
    with ExitStack() as stack:
        try:
            names = {} if deck_file is None else _names(deck_file, language)
            store = Store(settings.db)
            stack.callback(store.close)
            deck = _begun(store, name, pack or (OWN_DECKS if deck_file else None))
            _check(deck, copies, names)
        except SaidError as error:
            return _fail(say(language, error.text), BAD_INPUT)
        except DeckError as error:
            return _fail(" ".join(say(language, problem) for problem in error.problems), BAD_INPUT)
        except TextError as error:
            for line, what in error.mistakes:
                print(f"{deck_file}:{line}: {say(language, what)}", file=sys.stderr)
            return BAD_INPUT
        try:
            port = find_port(settings.port, tell, stack)
        except SimError as error:
            return _fail(str(error), FAILED)
        if port is None:
            return _fail("enrolling needs a board; --port names where it is", BAD_INPUT)
        table = Table(store)
        news: queue.SimpleQueue[News] = queue.SimpleQueue()
        device = Device(port, _Receiver(table, news))
        table.attach(device)
        device.set_mode("enrol")
        device.start()
        stack.callback(device.close)
        lines = sys.stdin if keys is None else keys
        threading.Thread(target=_listen, args=(lines, news), name="keys", daemon=True).start()
        more = "" if deck.pack == "followers" else f" --pack {deck.pack}"
        more += f" --packs {copies}" if copies > 1 else ""
        more += f' --deck-file "{deck_file}"' if deck_file else ""
        enrolment = Enrolment(deck, partial(table.save_deck, by=THIS_MACHINE), copies, names, more)
        guide = _Guide(deck.name, enrolment, lambda text: tell(say(language, text)))
        guide.follow(news)
    return 0


def _names(file: Path, language: str) -> dict[str, str]:
    """The codes of a deck file, in its order, and what each card is called in a language; empty
    where it has no name.

    SaidError: the file cannot be read. TextError: what is wrong with it, by line.
    """
    try:
        text = limits.read_file(file, limits.DECK_FILE).decode("utf-8")
    except OSError as error:
        raise SaidError("enrol.deck_file", file=str(file), why=system_says(error)) from None
    except limits.TooLarge as error:
        raise SaidError("enrol.deck_file", file=str(file), why=error.text) from None
    except UnicodeDecodeError:
        not_text = Text("wrong.encoding")
        raise SaidError("enrol.deck_file", file=str(file), why=not_text) from None
    deck = cultivation_deck.read(text)
    return {
        code: (english or chinese) if language == "en" else (chinese or english)
        for code, (english, chinese) in zip(deck.codes, deck.names, strict=True)
    }


def _begun(store: Store, name: str, pack: str | None) -> StoredDeck:
    """The deck that is stored under a name, or an empty one of a pack. DeckError, SaidError: why
    there can be none.
    """
    deck = store.deck(name.strip()) or decks.checked(name, pack or "followers", [])
    if pack and deck.pack != pack:
        raise SaidError("error.deck_of_other_game", deck=deck.name, pack=deck.pack, game=pack)
    return deck


def _check(deck: StoredDeck, copies: int, names: Mapping[str, str]) -> None:
    """SaidError: the deck has other cards than these, or is not played with so many packs."""
    pack = deck.pack
    most = packs.COPIES.get(pack, 1)
    if not 1 <= copies <= most:
        raise SaidError("enrol.packs", pack=pack, most=most, count=copies)
    if names and pack not in packs.MOST:
        raise SaidError("enrol.no_own_deck", pack=pack, known=", ".join(packs.MOST))
    own = [word for word in deck.tags.values() if decks.code_of(pack, word) < 0]
    if own and not names:
        raise SaidError("enrol.own_deck", deck=deck.name, cards=" ".join([*own[:3], "…"]))


class _Guide:
    """Leads through the deck: one piece of news after the other."""

    def __init__(self, name: str, enrolment: Enrolment, tell: Callable[[Text], None]) -> None:
        self._name = name
        self._enrolment = enrolment
        self._tell = tell
        self._linked = False

    def follow(self, news: "queue.SimpleQueue[News]") -> None:
        """Until all is done, or somebody stops it."""
        self._tell(Text("enrol.start", self._enrolment.counts | {"deck": self._name}))
        try:
            while self._enrolment.item is not None:
                kind, *rest = news.get()
                if kind == "keys" and self._stops(rest[0]):
                    break
                self._answer(kind, *rest)
        except KeyboardInterrupt:
            pass
        for text in self._enrolment.ending():
            self._tell(text)

    def _stops(self, line: str | None) -> bool:
        if line is None:
            return True
        return line.strip().lower() == STOP and not self._enrolment.names(line.strip())

    def _answer(self, kind: str, what: Any = None) -> None:
        enrolment = self._enrolment
        before = enrolment.item
        said: list[Text] = []
        if kind == "keys":
            said = enrolment.typed(what)
        elif kind == "tag":
            if what["state"] == "seen":
                said = enrolment.seen(what["reader"], what["uid"])
            else:
                enrolment.gone(what["reader"])
        elif kind == "notice":
            said = enrolment.noticed(what["seat"], what["code"], what["detail"])
        elif kind == "hello":
            enrolment.cleared()
            said = [Text("enrol.ready"), Text("enrol.keys")]
            self._linked = True
        elif kind == "away":
            self._linked = False
            said = [Text("enrol.away", {"why": what})]
        for text in said:
            self._tell(text)
        asked = enrolment.ask()
        if asked is not None and self._linked and (said or enrolment.item != before):
            self._tell(asked)


def _listen(lines: Iterable[str], news: "queue.SimpleQueue[News]") -> None:
    try:
        for line in lines:
            news.put(("keys", line))
    except (OSError, ValueError):
        pass  # the keyboard has gone
    news.put(("keys", None))


def find_port(wanted: str, tell: Say, stack: ExitStack) -> str | None:
    """The port where a board answers, or of a simulated table started for this; None for `none`.

    DeviceError: the port that was asked for is no Tapdeck's. SimError: the table does not start.
    """
    if wanted == "none":
        return None
    if wanted == "auto":
        found = discover()
        if found is not None:
            tell(f"The board at {found} answers.")
            return found
        tell("No board answers, so the simulated table is started.")
    elif wanted != "sim":
        probe(wanted)
        return wanted
    # A flash of its own: this table's journal is nobody's evening.
    folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="tapdeck-flash-"))
    sim = stack.enter_context(start_simulator(state_dir=folder))
    tell(f"The simulated table runs; lay tags through its control port {sim.control}.")
    return sim.port


def _fail(sentence: str, code: int) -> int:
    print(f"tapdeck: {sentence}", file=sys.stderr)
    return code
