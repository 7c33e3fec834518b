"""Decks: which sticker is which card. Checks them, and makes the one of the simulated table."""

import re
from collections.abc import Iterable, Sequence

from shared_rules import packs
from shared_rules.cthulhu_wars_state import FACTIONS
from shared_rules.deck import CONTROL, Deck
from tapdeck import limits
from tapdeck.errors import TableError
from tapdeck.rules.cultivation_deck import CODE
from tapdeck.store import Store, StoredDeck, StoredGame
from tapdeck.texts import Text

SIMULATED = "simulated"
SIZES = (4, 7, 10)  # bytes of a UID (ISO 14443-3 §6.4.4); a single one may not begin with:
SINGLE = SIZES[0]
SHOWN = 4  # digits of a foreign UID that are shown
RANDOM_UID, CASCADE_TAG = 0x08, 0x88
# Cards that a game may do without: the extension lies apart (F1); of a tracker's pieces all can be
# entered on the page instead.
_APART = {
    "followers": ("E1", "E2", "E3", "E4"),
    "cthulhu_wars": packs.codes("cthulhu_wars")[FACTIONS:],
}


class DeckError(ValueError):
    """A deck that cannot be taken; `problems` names each in a sentence of its own."""

    def __init__(self, problems: list[Text]) -> None:
        super().__init__(", ".join(problem.key for problem in problems))
        self.problems = problems


def checked(name: str, pack: str, tags: Iterable[tuple[str, str]]) -> StoredDeck:
    """A deck from pairs (UID in hex, code of a card or name of a control).

    Colons and spaces in UIDs and their letters' case do not count. A control may have several
    tags, a card has one, or as many as the game may be played with (`packs.COPIES`). Cards may be
    missing: `missing` lists them, enrolment goes on later.
    DeckError: every problem there is.
    """
    tags = list(tags)
    problems: list[Text] = []
    if not name.strip():
        problems.append(Text("deck.no_name"))
    if len(name) > limits.NAME:
        problems.append(Text("limit.name", {"name": name[:20], "most": limits.NAME}))
    if len(tags) > limits.TAGS:
        said = Text("limit.tags", {"count": len(tags), "most": limits.TAGS})
        raise DeckError([*problems, said])
    if pack not in packs.games():
        facts = {"pack": pack, "known": ", ".join(packs.games())}
        raise DeckError([*problems, Text("deck.unknown_pack", facts)])
    deck = empty(pack)
    codes = own_codes(pack, (word for _, word in tags))
    for given, word in tags:
        uid = parse_uid(given)
        code = code_of(pack, word, codes)
        if unsteady := unsteady_uid(uid):
            problems.append(Text(f"deck.{unsteady}", {"uid": uid.hex().upper(), "code": word}))
            continue
        problem = deck.problem(uid, code)
        facts = {"uid": uid.hex().upper() or given, "code": word, "pack": pack}
        if not problem:
            deck.add(uid, code)
        elif problem == "card_taken":
            other = deck.tags_of(code)[0].hex().upper()
            problems.append(Text("deck.card_twice", facts | {"other": other}))
        elif problem in ("tag_taken", "same_again"):
            other = word_of(pack, deck.look(uid), codes)
            problems.append(Text("deck.uid_twice", facts | {"other": other}))
        else:
            problems.append(
                Text("deck.bad_uid" if problem == "bad_uid" else "deck.unknown_code", facts)
            )
    if problems:
        raise DeckError(problems)
    return StoredDeck(name.strip(), pack, words(deck, codes))


def unsteady_uid(uid: bytes) -> str:
    """Why no sticker can be known by this UID; empty: it can.

    `random_uid`: made up anew at every power-up (ISO 14443-3 §6.4.4); `half_uid`: the cascade tag
    and the first half of a longer one, as a reader gives it that stops there (§6.4.4, table 9);
    `zero_uid`: what a chip that was not read gives.
    """
    if len(uid) in SIZES and not any(uid):
        return "zero_uid"
    if len(uid) != SINGLE:
        return ""
    return {RANDOM_UID: "random_uid", CASCADE_TAG: "half_uid"}.get(uid[0], "")


def own_codes(pack: str, words: Iterable[str] = ()) -> tuple[str, ...]:
    """The codes of the cards that stickers with these words are for: the pack's; but where owners
    may have a deck of their own, and some word is a code that no pack has, just the words.
    """
    found = tuple(dict.fromkeys(word for word in words if CODE.fullmatch(word)))
    if pack in packs.MOST and not all(packs.known(word) for word in found):
        return found[:CONTROL]
    return packs.codes(pack)


def short_uid(uid: str) -> str:
    """A UID as it is shown of a tag that is in no deck: it may be a bank card or a pass, whose
    number is nobody's business. What is left is enough to tell two tags apart.
    """
    return f"…{uid[-SHOWN:]}"


def parse_uid(text: str) -> bytes:
    """The bytes of a UID in hex; colons and spaces do not count. Empty: it is no hex."""
    try:
        return bytes.fromhex(re.sub(r"[\s:.-]", "", text))
    except ValueError:
        return b""


def code_of(pack: str, word: str, codes: Sequence[str] = ()) -> int:
    """What a deck holds for a card's code or a control's name; -1: there is none.

    codes  those of the deck's cards; empty: the pack's
    """
    if word in packs.CONTROLS:
        return CONTROL + packs.CONTROLS.index(word)
    if word in codes:
        return codes.index(word)
    return packs.index(pack, word) if not codes else -1


def word_of(pack: str, code: int, codes: Sequence[str] = ()) -> str:
    """The card's code or the control's name for what a deck holds; `codes` as in `code_of`."""
    if code >= CONTROL:
        return packs.CONTROLS[code - CONTROL]
    return codes[code] if codes else packs.name(pack, code)


def words(deck: Deck, codes: Sequence[str] = ()) -> dict[str, str]:
    """A deck's tags as people write them: {UID in upper case hex: card or control}; `codes` as in
    `code_of`.
    """
    return {
        uid.hex().upper(): word_of(deck.pack, deck.tags[uid], codes) for uid in sorted(deck.tags)
    }


def empty(pack: str) -> Deck:
    """A deck of a pack without a tag, with room for as many stickers a card as may be in play."""
    return Deck(pack, packs.COPIES.get(pack, 1))


def for_board(stored: StoredDeck, codes: Sequence[str] = ()) -> Deck:
    """The deck as it travels to the board: each card as its place.

    codes  of the game's deck, where its owners may have one of their own: stickers are known by
           them. Where no sticker has one of these, the stickers count by their places in the pack.
           What is no card of it is left out. Empty: the pack's.
    """
    deck = empty(stored.pack)
    places = {code: place for place, code in enumerate(codes)}
    by_place = places.keys().isdisjoint(stored.tags.values())
    for uid, word in stored.tags.items():
        code = code_of(stored.pack, word)
        if code < CONTROL and codes:
            code = code if by_place and code < len(codes) else places.get(word, -1)
        if code >= 0:
            deck.add(bytes.fromhex(uid), code)
    return deck


def missing(stored: StoredDeck) -> list[str]:
    """The cards of the pack that have no tag yet, in the pack's order; none where all stickers are
    for the cards of another deck than the pack's.
    """
    named = set(stored.tags.values()).difference(packs.CONTROLS)
    if named and named.isdisjoint(packs.codes(stored.pack)):
        return []
    cards = [packs.index(stored.pack, code) for code in needed(stored.pack)]
    return [packs.name(stored.pack, card) for card in for_board(stored).missing(cards)]


def needed(pack: str) -> list[str]:
    """The codes of the cards without which a game cannot be played, in the pack's order."""
    return [code for code in packs.codes(pack) if code not in _APART.get(pack, ())]


def simulated_deck(game: str) -> StoredDeck:
    """The deck of the simulated table: every card, as often as it may be in play, and every
    control, the same at every call.

    UIDs have 7 bytes as those of usual stickers and begin with 04, their maker's number.
    KeyError: no such pack.
    """
    number = packs.games().index(game)
    cards = packs.codes(game)
    # A deck of one's own may have more cards than the pack.
    cards += tuple(packs.name(game, card) for card in range(len(cards), packs.MOST.get(game, 0)))
    kinds = [(0xC0, cards), (0xC1, packs.CONTROLS)]
    kinds += [(0xC0 + copy, cards) for copy in range(2, packs.COPIES.get(game, 1) + 1)]
    tags = {}
    for kind, names in kinds:
        for index, name in enumerate(names):
            check = (number * 31 + kind + index * 7) & 0xFF
            tags[bytes((0x04, 0x7A, kind, number, index, check, 0x80)).hex().upper()] = name
    return StoredDeck(simulated_name(game), game, tags)


def simulated_name(game: str) -> str:
    """The name under which the deck of the simulated table is kept."""
    return SIMULATED if game == "followers" else f"{SIMULATED} {game}"


def uid_of(stored: StoredDeck, word: str, copy: int = 1) -> str:
    """The UID of a card or control in a deck; where it has several, of the first, or of another
    copy. KeyError: there is none.
    """
    found = [uid for uid, held in stored.tags.items() if held == word]
    if len(found) < copy:
        raise KeyError(word)
    return found[copy - 1]


def usual(stored: Sequence[StoredDeck], game: str, simulated: bool) -> StoredDeck | None:
    """The deck of a game that was changed last; `stored` has that order. One of the simulated
    table only where that is there.
    """
    for deck in stored:
        if deck.pack == game and (simulated or deck.name != simulated_name(game)):
            return deck
    return None


def named(stored: Sequence[StoredDeck], name: str, game: str) -> StoredDeck:
    """The deck that somebody asked for. TableError: none has this name, or it is another game's."""
    deck = next((deck for deck in stored if deck.name == name), None)
    if deck is None:
        known = ", ".join(each.name for each in stored) or "-"
        raise TableError("error.unknown_deck", deck=name, known=known)
    if deck.pack != game:
        raise TableError("error.deck_of_other_game", deck=name, pack=deck.pack, game=game)
    return deck


def in_use(store: Store, game: StoredGame, simulated: bool) -> StoredDeck | None:
    """The deck that a game is played with: as it was when it was chosen for it, whatever was stored
    since. Where nobody asked for it, and it is the simulated table's while a real one is linked, or
    the other way round, the usual one of this table.
    """
    name, tags = game.deck_name, game.deck_tags
    if name is not None and tags is not None:
        other_table = (name == simulated_name(game.game)) != simulated
        if game.setup.get("deck_chosen") or not other_table:
            return StoredDeck(name, game.game, tags, game.deck_version or "")
    return usual(store.decks(), game.game, simulated)


def changed_since(store: Store, used: StoredDeck | None) -> bool:
    """Whether a deck that is played with has been stored otherwise since."""
    if used is None:
        return False
    now = store.deck(used.name)
    return now is not None and now != used
