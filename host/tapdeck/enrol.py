"""`tapdeck enrol`: the terminal asks for one card after the other, the board reads its sticker."""

import queue
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any

from shared_rules import packs
from tapdeck import decks
from tapdeck.decks import DeckError
from tapdeck.device import BoardEvent, BoardInfo, Device, discover, probe
from tapdeck.enrolment import Enrolment
from tapdeck.settings import Settings
from tapdeck.simulator import SimError, start_simulator
from tapdeck.store import Store, StoredDeck
from tapdeck.table import Table
from tapdeck.texts import Text, say

FAILED, BAD_INPUT = 1, 2
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
    pack: str = "followers",
    keys: Iterable[str] | None = None,
    tell: Say = print,
    copies: int = 1,
) -> int:
    """What `tapdeck enrol` does; the exit code.

    keys   lines from the keyboard, standard input by default; their end means `q`
    tell   takes what is said, a sentence at a time
    copies how many packs the deck is of

    Everything is stored at once, so any end, Ctrl-C too, keeps what there is. DeviceError: the
    port is no Tapdeck's. StoreError: the record cannot be used.
    """
    language = settings.language
    try:
        empty = decks.checked(name, pack, [])
    except DeckError as error:
        return _fail(" ".join(say(language, problem) for problem in error.problems), BAD_INPUT)
    most = packs.COPIES.get(pack, 1)
    if not 1 <= copies <= most:
        facts: dict[str, str | int] = {"pack": pack, "most": most, "count": copies}
        return _fail(say(language, Text("enrol.packs", facts)), BAD_INPUT)
    with ExitStack() as stack:
        store = Store(settings.db)
        stack.callback(store.close)
        deck = store.deck(empty.name) or empty
        if deck.pack != pack:
            facts = {"deck": deck.name, "pack": deck.pack, "game": pack}
            return _fail(say(language, Text("error.deck_of_other_game", facts)), BAD_INPUT)
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
        guide = _Guide(deck, table.save_deck, lambda text: tell(say(language, text)), copies)
        guide.follow(news)
    return 0


class _Guide:
    """Leads through the deck: one piece of news after the other."""

    def __init__(
        self,
        deck: StoredDeck,
        save: Callable[[StoredDeck], None],
        tell: Callable[[Text], None],
        copies: int,
    ) -> None:
        self._name = deck.name
        self._enrolment = Enrolment(deck, save, copies)
        self._tell = tell
        self._linked = False

    def follow(self, news: "queue.SimpleQueue[News]") -> None:
        """Until all is done, or somebody stops it."""
        self._tell(Text("enrol.start", self._enrolment.counts | {"deck": self._name}))
        try:
            while self._enrolment.item is not None:
                kind, *rest = news.get()
                if kind == "keys" and (rest[0] is None or rest[0].strip().lower() == STOP):
                    break
                self._answer(kind, *rest)
        except KeyboardInterrupt:
            pass
        for text in self._enrolment.ending():
            self._tell(text)

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
