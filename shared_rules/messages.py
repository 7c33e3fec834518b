"""Every message between board and host: who sends it, when, and with which fields.

MESSAGES is the one description: documentation, encoder and decoder (``wire``) in one. Fields are
written ``name:kind``, in order. The kinds:

    int   a decimal number, may be negative          word  no spaces, not empty
    hex   bytes in hex digits, "-" for none          crc   a number of 32 bits in 8 hex digits
    b64   bytes in base64                            line  the rest of the frame, carried whole
    text  the rest of the frame, cut where it is too long: for people to read

line and text come last in a message and may be empty.
"""

HOST = "host"
BOARD = "board"

MESSAGES = (
    # (name, sender, since, when, fields, meaning)
    (
        "hello",
        HOST,
        (1, 0),
        "always",
        "nonce:word major:int minor:int version:word",
        "Who is there? Starts the link afresh. Its first three fields never change.",
    ),
    (
        "ack",
        HOST,
        (1, 0),
        "linked",
        "boot:int n:int",
        "Every event of that boot up to n is committed and may be forgotten.",
    ),
    (
        "piece",
        HOST,
        (1, 0),
        "linked",
        "what:word id:crc index:int count:int data:b64",
        "One piece of a `state` or a `deck`. Its id is the CRC-32 of the whole; index from 0.",
    ),
    (
        "ping",
        HOST,
        (1, 0),
        "linked",
        "t:int",
        "Answer with pong and the same t.",
    ),
    (
        "mode",
        HOST,
        (1, 0),
        "linked",
        "mode:word",
        "`play`; or `enrol`: report every tag and press, and play nothing; or (since 1.1) "
        "`test`: as enrol, light every light, and report each reader.",
    ),
    (
        "stop",
        HOST,
        (1, 0),
        "always",
        "",
        "Leave the application: the board goes to its prompt.",
    ),
    (
        "hello",
        BOARD,
        (1, 0),
        "always",
        "nonce:word major:int minor:int firmware:word board:word uid:word boot:int seats:int "
        "readers:int deck:crc caps:word",
        "Answers the host's hello with its nonce; with nonce `-` it asks for one (a fresh "
        "start). deck is the hash of the deck it holds, caps a comma list or `-`.",
    ),
    (
        "event",
        BOARD,
        (1, 0),
        "linked",
        "n:int boot:int after:int age:int version:int verdict:word line:line",
        "Event n of a boot, sent until acknowledged. after: the n that must have come before "
        "it, 0 for the oldest there is. age in ms, -1 unknown. version: of the state it was "
        "judged on. verdict: `ok` or a reason. line: as a transcript has it.",
    ),
    (
        "pending",
        BOARD,
        (1, 0),
        "linked",
        "seat:int cards:word reading:text",
        "The cards that wait at a seat, comma list or `-`, and how they would be read.",
    ),
    (
        "notice",
        BOARD,
        (1, 0),
        "linked",
        "seat:int code:word detail:text",
        "Something a person should know: unknown_tag, two_cards, reader_sick and the like.",
    ),
    (
        "tag",
        BOARD,
        (1, 0),
        "enrol",
        "reader:int uid:hex state:word",
        "A tag was `seen` at a reader or is `gone`.",
    ),
    (
        "press",
        BOARD,
        (1, 1),
        "enrol",
        "button:int kind:word",
        "A button was pressed, `short` or `long`.",
    ),
    (
        "reader",
        BOARD,
        (1, 1),
        "test",
        "reader:int chip:word version:hex state:word hz:int reads:int misreads:int timeouts:int "
        "resets:int",
        "A reader since power-up, each about once a second: its chip and the chip's version, "
        "`ok` or why it is sick, the clock of its bus (0 unknown); polls that read a card, that "
        "were disturbed, that the card lying there did not answer; how often it was reset.",
    ),
    (
        "have",
        BOARD,
        (1, 0),
        "linked",
        "what:word id:crc index:int",
        "That piece is here; index -1: none of it is, start again.",
    ),
    (
        "pong",
        BOARD,
        (1, 0),
        "linked",
        "t:int",
        "Answers ping.",
    ),
    (
        "health",
        BOARD,
        (1, 0),
        "linked",
        "sent:int resent:int corrupt:int skipped:int rtt:int scan:int heap:int waiting:int "
        "readers:word",
        "Each second: frames sent, sent again, corrupt, junk skipped; round trip in ms; a sweep "
        "of the readers in us; bytes of heap in use; events not yet acknowledged; a letter a "
        "reader: `o` fine, `s` sick and being restarted, `x` dead.",
    ),
    (
        "lights",
        BOARD,
        (1, 0),
        "linked",
        "text:text",
        "What the seats, the strip and the digits show.",
    ),
)
