"""What a press of a seat's button, or a control tag tapped there, means.

One table: (phase of the game, cards pending?) x gesture -> what. ``gesture`` looks it up; the
first row that fits counts, and where none fits the gesture means nothing there: "".

What comes out is a verb of the game's core (``play``, ``pass``, ``great`` …), to be judged by it,
so that a refusal has its reason, or one of the table's own actions:

``put_back``      the pending cards are no longer pending
``next_reading``  the pending cards are read another way
``await_card``    the tag is about the card that is tapped there next
``await_press``   the tag changes what the next press with cards means; tapped again: no longer
``undo``          take back one's own last action if nobody has acted since
``undo_any``      take back the last action, whoever's it was
``seat N``        seat N is meant: whose hidden choice this is, or who receives
"""

SHORT = "short"
LONG = "long"
SHORT_LOST = "short lost"  # a press after the `lost` tag, which waited for it

TABLE_ACTIONS = ("put_back", "next_reading", "await_card", "await_press", "undo", "undo_any")

ANY = None
_DEAL = ("calls", "opening", "lead", "follow")  # phases in which a deal is on
_TRICK = ("opening", "lead", "follow")
_PILE = ("start", "free", "blue", "red", "procession")
_GIVING = ("green", "pandemonium", "masters")
_MELDING = ("draw", "meld")
_TRACKING = ("gather", "first", "doom", "action", "over")

# (phases, pending, gesture, what). ANY fits every phase, or both with and without pending cards.
ROWS = (
    # the button
    (("green",), True, SHORT, "choose"),
    (("procession",), True, SHORT, "run"),
    (("pandemonium", "masters"), True, SHORT, "give"),
    (("counting",), True, SHORT, "hand"),
    (_MELDING, True, SHORT, "meld"),
    (_TRACKING, True, SHORT, "gain"),
    (_TRACKING, True, SHORT_LOST, "lose"),
    (ANY, True, SHORT, "play"),
    (("calls",), False, SHORT, "nocall"),
    # Where everybody owes a card, a press without one is refused, with a reason.
    (_TRICK + _PILE + _GIVING, False, SHORT, "pass"),
    (("counting",), False, SHORT, "new"),
    (_MELDING, False, SHORT, "end"),
    (("gather",), False, SHORT, "gather"),
    (("first",), False, SHORT, "first"),
    (("doom",), False, SHORT, "doom"),
    (("action",), False, SHORT, "turn"),
    (("deal_over",), False, SHORT, "new"),
    (ANY, True, LONG, "put_back"),
    (ANY, False, LONG, "undo"),
    # control tags
    (ANY, ANY, "undo", "undo_any"),
    (ANY, True, "other", "next_reading"),
    (("first",), False, "other", "next_reading"),
    (_DEAL + _PILE, ANY, "pass", "pass"),
    (_DEAL, ANY, "yield", "yield"),
    (_DEAL, ANY, "great", "great"),
    (_DEAL, ANY, "small", "small"),
    (_DEAL, ANY, "nocall", "nocall"),
    (_MELDING, True, "take", "take"),
    (_MELDING, False, "take", "await_card"),
    (_MELDING, ANY, "done", "end"),
    (_TRACKING, ANY, "lost", "await_press"),
    (("doom",), ANY, "pass", "noritual"),
    (("doom",), ANY, "done", "action"),
    (("action",), ANY, "done", "turn"),
    (ANY, ANY, "new", "new"),
)


def gesture(phase: str, pending: bool, what: str) -> str:
    """The meaning of a gesture in a phase of the game, with or without pending cards there.

    ``what`` is "short", "long", "short lost" or the name of a control tag. Returns a verb, a table
    action, or "" where the gesture means nothing.
    """
    if what.startswith("seat "):
        return what
    for phases, with_pending, name, meaning in ROWS:
        if (
            name == what
            and (with_pending is ANY or with_pending == pending)
            and (phases is ANY or phase in phases)
        ):
            return meaning
    return ""
