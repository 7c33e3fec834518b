"""What goes over REST: the bodies of requests and answers, as OpenAPI describes them."""

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from tapdeck import limits
from tapdeck.plain import LARGEST, check_json, check_text

Word = Annotated[str, Field(max_length=limits.WORD), AfterValidator(check_text)]
Name = Annotated[str, Field(max_length=limits.NAME), AfterValidator(check_text)]
Names = Annotated[list[Name], Field(max_length=limits.SEATS)]
Line = Annotated[str, Field(max_length=limits.LINE), AfterValidator(check_text)]
Long = Annotated[str, Field(max_length=limits.DECK), AfterValidator(check_text)]
# JSON of any form: bounded in depth and number, its texts and numbers such as can be written again.
Json = Annotated[dict[str, Any], AfterValidator(check_json)]
Number = Annotated[int, Field(ge=-LARGEST, le=LARGEST)]
Whole = Annotated[int, Field(ge=0, le=9999)]


_EXPECTED = (
    "The view's `version` that was seen; if something has happened since, the answer is 409 with "
    "what it was, and nothing is entered"
)


class Problem(BaseModel):
    """Why a request was not followed."""

    detail: str = Field(description="A sentence, in the language of the settings")
    texts: dict[str, str] | None = Field(None, description="The sentence by language")
    problems: list[str] | None = Field(
        None, description="Each problem by itself, where a deck has several"
    )


class Link(BaseModel):
    """Whether the board is linked."""

    up: bool
    text: dict[str, str] = Field(description="In words, by language")


class Named(BaseModel):
    """A table's id and name."""

    id: int
    name: str


class TableRow(Named):
    """A table in the list of tables."""

    game: str | None
    game_id: int | None
    seats: list[str] = Field(description="Names, clockwise from seat 1")
    finished: bool
    link: Link


class View(BaseModel):
    """The table as the public sees it: these keys, and the game's own beside them."""

    model_config = ConfigDict(extra="allow")

    game: str | None = Field(description="The game's name; null before the first game")
    game_id: int | None
    table: Named
    version: int = Field(description="Grows with every entry of the journal")
    held: list[int] = Field(description="The seats that some device holds")
    link: Link
    board: dict[str, Any] | None
    pending: dict[str, Any] = Field(description="By seat: cards laid down but not played yet")
    notices: list[dict[str, Any]]
    conflicts: list[dict[str, Any]] = Field(
        description="Entries that the board had judged otherwise"
    )
    health: dict[str, Any]


class EventPart(BaseModel):
    """A word of a line."""

    kind: str = Field(
        description="seat, team, card, group, sign, number, as, kind, rank, way or word"
    )
    text: str


class EventRow(BaseModel):
    """One entry of the journal. Sentences are by language."""

    seq: int
    at: int = Field(description="When it happened, in ms since 1970")
    source: str = Field(description="board, page or import")
    by: dict[str, Any] | None = Field(
        description="Who entered it: kind, a short id, role, and the seats held; null in records "
        "from before that was kept"
    )
    who: dict[str, str] = Field(description="The same as people call them")
    line: str = Field(description="A transcript line, as it was entered; `…` for hidden cards")
    ok: bool | None
    reason: str | None
    voided: bool = Field(description="Taken back by a later undo, or struck by a correction")
    counts: bool = Field(description="Whether it is part of the history as it counts")
    corrected: bool = Field(description="Whether another line counts in its place")
    now: str = Field(description="The line that counts in its place, or the line itself")
    reason_now: str | None = Field(description="Why it is refused as things stand")
    stands: str = Field(
        description="good; bad (refused); unfit (accepted once, a correction has made it "
        "impossible); voided (taken back); struck (by a correction)"
    )
    deal: int = Field(description="In which deal of the match it was, from 1")
    seat: int | None = Field(description="Whose it is; this and the next are those of `now`")
    verb: str = Field(
        description="What is done: a verb of the game, undo, claim, release, deck or results; of "
        "a "
        "correction that of the line it puts in, or strike; empty for what is no line"
    )
    to: int | None = Field(description="The other seat that it is about, as in a gift")
    cards: list[str] = Field(description="The cards it names, but for hidden ones")
    parts: list[EventPart] = Field(description="All that stands behind the verb, word for word")
    hidden: bool = Field(description="Whether cards or signs are left out: `…` in `now`")
    correction_of: int | None = Field(description="The entry that it corrects")
    undoes: int | None = Field(description="The entry that it took back")
    changed_from: int | None = Field(
        description="The first entry that stands otherwise since this one; all later ones may too"
    )
    text: dict[str, str] = Field(description="What it comes to as things stand")
    words: dict[str, str] = Field(description="`now` as people read it")
    was: dict[str, str] | None = Field(description="`line` as people read it, where it is another")
    effects: list[dict[str, Any]] = Field(
        description="What card skills did by themselves: line, ok, text by language"
    )
    board_verdict: str | None
    conflict: bool
    looked: bool = Field(
        False, description="It took back, or changed the past of, what all had seen turned up"
    )


class StaleProblem(Problem):
    """Something has happened since whoever asked looked."""

    version: int | None = Field(None, description="The view's version as it is now")
    happened: list[EventRow] | None = Field(
        None, description="The entries of the journal that have come since"
    )


class NewGame(BaseModel):
    """A game to be started."""

    model_config = ConfigDict(extra="forbid")

    game: Word
    seats: Names | Annotated[int, Field(ge=0, le=limits.SEATS)] | None = Field(
        None, description="Names, clockwise from seat 1, or how many play; default: all seats"
    )
    options: dict[Word, Word] = Field(default_factory=dict, max_length=limits.HEADERS)
    first: Number | None = Field(
        None,
        description="The first seat: followers, the oldest player's (default 1); spooks, the "
        "dealer's (default the last); cultivation, the one that begins (default 1)",
    )
    headers: dict[Word, Whole | Long] = Field(
        default_factory=dict,
        max_length=limits.HEADERS,
        description="The game's further headers, as in a transcript: cultivation `deals`, and "
        "`deck` with the text of a deck file; cthulhu_wars `factions` as the seats, and "
        "`start.power`, `start.cultists`, `start.gates`, `start.goo`, one number or one a seat",
    )
    deck: Word | None = Field(None, description="A deck's name; default: the one changed last")
    house: Json | None = Field(
        None, description="House rules in place of those with the same name in the table's file"
    )


class GameRow(BaseModel):
    """A game as it was set up."""

    id: int
    game: str
    seats: list[str]
    options: dict[str, str]
    first: int
    headers: dict[str, str] = Field(description="The game's further headers, as they were given")
    deck: str | None
    house: dict[str, Any] = Field(description="House rules, as they are for this game")


class Action(BaseModel):
    """An action entered by hand."""

    model_config = ConfigDict(extra="forbid")

    line: Line = Field(description="A transcript line, such as `2 play 5H 5S`")
    expected_version: Number | None = Field(None, description=_EXPECTED)


class ActionResult(BaseModel):
    """The verdict of the rules."""

    ok: bool
    reason: str | None = Field(description="The code of the refusal")
    text: str = Field(description="The verdict as a sentence, in the language of the settings")
    texts: dict[str, str] = Field(description="The sentence by language")
    reading: str | None = Field(description="How the cards were read, such as `pair 5`")
    effects: list[dict[str, Any]] = Field(
        description="What a card skill did by itself: line, ok, text by language"
    )


class Seats(BaseModel):
    """The seats that whoever asked holds now."""

    seats: list[int]


class Answer(BaseModel):
    """Whether a seat is given up to whoever asks for it."""

    model_config = ConfigDict(extra="forbid")

    yes: bool


class Me(BaseModel):
    """Who asks, as the table knows it."""

    kind: str = Field(description="device, script, local or nobody")
    id: str = Field(description="The first characters of a device's key, as in the log")
    role: str = Field(description="host, player or guest")
    seats: list[int]


class Correction(BaseModel):
    """Another line in the place of one of the journal."""

    model_config = ConfigDict(extra="forbid")

    seq: Number = Field(description="The entry's number in the journal")
    line: Line = Field("", description="The line that counts from now on; empty: none")
    expected_version: Number | None = Field(None, description=_EXPECTED)


class CorrectionResult(ActionResult):
    """The verdict on a correction, and what it has made impossible."""

    became_illegal: list[dict[str, Any]] = Field(
        description="Lines that were accepted once and no longer fit: seq, line, reason, text"
    )


class Decision(BaseModel):
    """What counts where today's rules would give other results than the stored ones."""

    model_config = ConfigDict(extra="forbid")

    keep: bool = Field(description="True: the stored results; false: those of today's rules")


class NewDealing(BaseModel):
    """What is dealt over the readers."""

    model_config = ConfigDict(extra="forbid")

    what: Word = Field("hands", description="`hands` or `gifts`")


class House(BaseModel):
    """What the table's house rules say of a game."""

    options: dict[str, str] = Field(description="Defaults for new games")
    rules: dict[str, Any] = Field(description="As in the file")
    view: dict[str, Any] = Field(description="Each rule in force, with sentences by language")


class Hint(BaseModel):
    """A suggestion for the holder of a seat."""

    hint: dict[str, Any] | None = Field(
        description="seat, line, verb, cards, text; null: nothing to do, or the hand is not known"
    )


class Choice(BaseModel):
    """Something that cards can be now."""

    line: str = Field(description="The action, as it can be entered")
    kind: str = Field(description="What the group is of then")
    group: int | None = Field(description="The group they are added to; null: a new one")
    points: int = Field(description="What it brings, before anything doubles")
    root: bool = Field(description="Whether it makes a single root")
    wins: bool = Field(description="Whether it wins the deal")
    text: dict[str, str] = Field(description="A sentence by language")


class NewDeck(BaseModel):
    """A deck: which sticker is which card."""

    model_config = ConfigDict(extra="forbid")

    name: Name
    pack: Word
    tags: dict[Word, Word] = Field(
        max_length=limits.TAGS,
        description="UID in hex -> code of a card or name of a control",
    )
    use: bool = Field(
        False, description="Let the game that is on go on with it; else it keeps the deck it has"
    )


class DeckVersionRow(BaseModel):
    """A state that a deck was in."""

    number: int = Field(description="From 1 in each deck")
    at: int = Field(description="When it was stored, in ms since 1970")
    pack: str
    tags: dict[str, str]


class Restore(BaseModel):
    """Which state of a deck is stored again."""

    model_config = ConfigDict(extra="forbid")

    number: int


class UseDeck(BaseModel):
    """The deck that a game goes on with."""

    model_config = ConfigDict(extra="forbid")

    deck: Word


class DeckRow(BaseModel):
    """A stored deck."""

    name: str
    pack: str
    tags: dict[str, str]
    missing: list[str] = Field(description="Cards of the pack that have no tag yet")


class BoardRow(BaseModel):
    """The board: link, hello, health, counters."""

    link: Link
    board: dict[str, Any] | None
    health: dict[str, Any]
    counters: dict[str, Any]
    host_counters: dict[str, Any]
    acknowledged: dict[str, int] = Field(description="By boot: committed up to this event")
    lights: str
