"""Messages and frames: what one end writes, the other reads, whatever lies between."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared_rules import wire
from shared_rules.frames import (
    MAX_BODY,
    MAX_FRAME,
    WINDOW,
    Decoder,
    Window,
    elapsed,
    frame,
    pad,
    parse,
)
from shared_rules.pieces import MAX_WHOLE, PIECE_BYTES, Joiner, identity, split
from shared_rules.wire import BOARD, HOST, MESSAGES, PROTOCOL, StateDown
from tests.micropython import ROOT, requires_micropython, run

_WORDS = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=12)
_TEXTS = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=60)
_KINDS = {
    "int": st.integers(-(2**31), 2**32),
    "crc": st.integers(0, 2**32 - 1),
    "word": _WORDS,
    "hex": st.binary(max_size=10),
    "b64": st.binary(max_size=PIECE_BYTES),
    "line": _TEXTS,
    "text": _TEXTS,
}


@st.composite
def messages(draw: st.DrawFn) -> tuple[str, str, tuple[object, ...]]:
    name, sender, _, _, written, _ = draw(st.sampled_from(MESSAGES))
    fields = wire.fields_of(written)
    if name == "hello":
        words = st.text("abcdef0123456789", min_size=1, max_size=12)
        small = st.integers(0, 99)
        kinds = {**_KINDS, "word": words, "int": small}
        values = tuple(draw(kinds[kind]) for _, kind in fields)
        return sender, name, (values[0], PROTOCOL[0], *values[2:])
    small_kinds = {**_KINDS, "int": st.integers(-1, 2**30)}
    return sender, name, tuple(draw(small_kinds[kind]) for _, kind in fields)


@given(messages())
def test_every_message_reads_as_it_was_written(
    message: tuple[str, str, tuple[object, ...]],
) -> None:
    sender, name, values = message
    body = wire.encode(sender, name, values)
    assert wire.decode(sender, body) == (name, values)
    assert parse(frame(7, 255, body)[:-1]) == (7, 255, body.encode())
    assert len(frame(7, 255, body)) <= MAX_FRAME


@given(st.binary(max_size=250))
def test_no_bytes_make_the_reader_of_messages_fail(body: bytes) -> None:
    for sender in (HOST, BOARD):
        wire.decode(sender, body)
        for name, of, *_ in MESSAGES:
            if of == sender:
                wire.decode(sender, name.encode() + b" " + body)


def test_frames_are_short_lines_of_printable_ascii() -> None:
    body = wire.encode(BOARD, "notice", (3, "unknown_tag", "é\n卡 " + "x" * 300))
    line = frame(0, -1, body)
    assert len(line) <= 200
    assert line.endswith(b"\n")
    assert all(32 <= byte < 127 for byte in line[:-1])


def test_what_must_arrive_whole_is_refused_where_it_does_not_fit() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        wire.encode(BOARD, "event", (1, 1, 0, 0, 1, "ok", "2 play " + "5H " * 60))
    with pytest.raises(ValueError, match="must not be empty"):
        wire.encode(HOST, "mode", ("",))
    with pytest.raises(ValueError, match="takes 2 fields"):
        wire.encode(HOST, "ack", (1,))
    with pytest.raises(KeyError):
        wire.encode(HOST, "event", ())
    with pytest.raises(ValueError, match="too long"):
        frame(0, 0, "x" * (MAX_BODY + 1))


def test_the_largest_piece_fits_a_frame() -> None:
    body = wire.encode(HOST, "piece", ("state", 2**32 - 1, 37, 38, bytes(PIECE_BYTES)))
    assert len(frame(255, 255, body)) <= MAX_FRAME


def test_a_newer_minor_may_add_fields() -> None:
    assert wire.decode(BOARD, "pong 5 and more") == ("pong", (5,))
    assert wire.decode(BOARD, "pong") is None
    assert wire.decode(BOARD, "song 5") is None


def test_a_hello_of_another_major_is_understood_as_far_as_needed() -> None:
    name, values = wire.decode(BOARD, "hello abcd 9 3 something=else") or ("", ())
    assert name == "hello"
    assert values[:3] == ("abcd", 9, 3)
    assert len(values) == len(wire.field_names(BOARD, "hello"))


def test_unequal_majors_refuse_and_say_which_side_to_update() -> None:
    assert wire.compare((1, 0), (1, 0)) == (True, "")
    fine, sentence = wire.compare((2, 0), (1, 4))
    assert not fine
    assert "Update the board" in sentence
    assert "1.4" in sentence
    fine, sentence = wire.compare((1, 0), (2, 0))
    assert not fine
    assert "Update the host" in sentence


def test_unequal_minors_talk_and_warn() -> None:
    fine, sentence = wire.compare((1, 0), (1, 1))
    assert fine
    assert "Update the host" in sentence
    assert not wire.allowed(BOARD, "later", linked=True)


def test_messages_say_when_they_are_allowed() -> None:
    assert wire.allowed(BOARD, "hello", linked=False)
    assert not wire.allowed(BOARD, "lights", linked=False)
    assert wire.allowed(BOARD, "lights", linked=True)
    assert not wire.allowed(BOARD, "tag", linked=True)
    assert wire.allowed(BOARD, "tag", linked=True, mode="enrol")
    # A test reports what enrolling does, and the readers besides; a host of 1.0 knows neither.
    assert wire.allowed(BOARD, "tag", linked=True, mode="test")
    assert wire.allowed(BOARD, "press", linked=True, mode="test", minor=1)
    assert wire.allowed(BOARD, "reader", linked=True, mode="test", minor=1)
    assert not wire.allowed(BOARD, "reader", linked=True, mode="enrol", minor=1)
    assert not wire.allowed(BOARD, "press", linked=True, mode="enrol", minor=0)


def test_every_message_is_described() -> None:
    table = wire.docs()
    for name, sender, since, when, written, meaning in MESSAGES:
        fields = wire.fields_of(written)
        assert wire.field_names(sender, name) == tuple(field for field, _ in fields)
        assert f"`{name}" in table
        assert sender in (HOST, BOARD)
        assert since <= PROTOCOL
        assert when in ("always", "linked", "enrol", "test")
        assert meaning.endswith(".")
        assert all(kind in _KINDS for _, kind in fields)
        assert all(kind not in ("line", "text") for _, kind in fields[:-1])


# Frames in a stream


def _bodies(frames: list[tuple[int, int, bytes]]) -> list[bytes]:
    return [body for _, _, body in frames]


@given(
    st.lists(st.tuples(st.binary(max_size=300), st.integers(0, 10**9)), max_size=6),
    st.lists(st.integers(1, 90), min_size=1, max_size=40),
)
def test_noise_between_frames_never_loses_a_good_one(
    pairs: list[tuple[bytes, int]], cuts: list[int]
) -> None:
    stream = b""
    sent = []
    for noise, number in pairs:
        body = f"pong {number}"
        stream += noise + frame(number & 0xFF, -1, body)
        sent.append(body.encode())
    decoder = Decoder()
    got: list[bytes] = []
    at = 0
    turn = 0
    while at < len(stream):
        size = cuts[turn % len(cuts)]
        got += _bodies(decoder.feed(stream[at : at + size]))
        at += size
        turn += 1
    assert got == sent


def test_a_traceback_passes_between_frames() -> None:
    trace = b'Traceback (most recent call last):\r\n  File "main.py", line 3\r\nOSError: 5\r\n'
    decoder = Decoder()
    frames = decoder.feed(frame(1, 2, "pong 1") + trace + frame(2, 2, "pong 2"))
    assert _bodies(frames) == [b"pong 1", b"pong 2"]
    assert (decoder.skipped, decoder.corrupt) == (3, 0)


def test_a_million_bytes_without_a_line_end_take_no_memory() -> None:
    decoder = Decoder()
    for size in (1, 63, 64, 199, 200, 201, 5000):
        for _ in range(1_000_000 // size // 7 + 1):
            assert decoder.feed(b"~" * size) == []
    assert len(decoder._line) == MAX_FRAME
    assert _bodies(decoder.feed(b"x" * 1_000_000 + frame(1, 1, "pong 1"))) == [b"pong 1"]
    assert decoder.skipped + decoder.corrupt > 0


@pytest.mark.parametrize("position", range(len(frame(9, 8, "ack 7 123")) - 1))
def test_a_frame_with_one_wrong_byte_is_corrupt(position: int) -> None:
    line = bytearray(frame(9, 8, "ack 7 123"))
    line[position] ^= 0x04
    decoder = Decoder()
    assert decoder.feed(bytes(line)) == []
    assert decoder.corrupt + decoder.skipped == 1


def test_a_frame_cut_short_costs_only_itself() -> None:
    decoder = Decoder()
    stream = frame(1, 0, "pong 1")[:9] + frame(2, 0, "pong 2")
    assert _bodies(decoder.feed(stream)) == [b"pong 2"]
    assert decoder.corrupt == 1


def test_bare_receipts_have_no_body_and_numbered_frames_have_one() -> None:
    assert parse(frame(-1, 5)[:-1]) == (-1, 5, b"")
    assert parse(frame(4, 5)[:-1]) is None
    assert parse(frame(-1, 5, "pong 1")[:-1]) is None


def test_carriage_returns_before_the_line_feed_do_not_matter() -> None:
    line = frame(1, 2, "pong 1")
    assert _bodies(Decoder().feed(line[:-1] + b"\r\n")) == [b"pong 1"]


def test_writes_of_exactly_64_bytes_are_avoided() -> None:
    assert len(pad(b"x" * 64)) == 65
    assert len(pad(b"x" * 128)) == 129
    assert pad(b"x" * 63) == b"x" * 63
    assert pad(b"") == b""
    decoder = Decoder()
    decoder.feed(b"\n\n")
    assert (decoder.skipped, decoder.corrupt) == (0, 0)


# The window


def test_the_window_bounds_what_is_under_way() -> None:
    window = Window()
    sent = 0
    while window.room(50):
        sent += len(window.frame("x" * 50, 0))
    assert WINDOW - 67 < sent <= WINDOW
    assert window.waiting(300) == 300
    assert window.receipted(2, 300) == 300  # a later receipt covers earlier frames
    assert window.room(3 * 50)
    assert window.receipted(2, 300) == -1
    assert window.receipted(99, 300) == -1
    window.forget()
    assert window.waiting(300) == -1


def test_frame_numbers_wrap() -> None:
    window = Window()
    for i in range(600):
        number = parse(window.frame("pong 1", i)[:-1])
        assert number is not None
        assert number[0] == i % 256
        assert window.receipted(i % 256, i + 2) == 2


def test_time_may_wrap_as_a_boards_clock_does() -> None:
    assert elapsed(5, 2**30 - 5) == 10


# Longer things


@given(st.binary(max_size=1200), st.randoms(use_true_random=False), st.integers(0, 3))
def test_pieces_join_in_any_order_with_repeats(data: bytes, random: object, repeats: int) -> None:
    pieces = split(data)
    order = list(range(len(pieces))) * (repeats + 1)
    random.shuffle(order)  # type: ignore[attr-defined]
    joiner = Joiner()
    whole = identity(data)
    results = [joiner.add(whole, index, len(pieces), pieces[index]) for index in order]
    assert None not in results
    joined = [thing for thing in results if thing]
    assert joined == ([data] if data else [])


def test_only_the_newest_thing_counts() -> None:
    old, new = split(bytes(200)), split(b"n" * 300)
    joiner = Joiner()
    joiner.add(identity(bytes(200)), 0, 2, old[0])
    assert list(joiner.missing()) == [1]
    for index, piece in enumerate(new):
        result = joiner.add(identity(b"n" * 300), index, 3, piece)
    assert result == b"n" * 300
    assert joiner.add(identity(bytes(200)), 1, 2, old[1]) == b""


def test_pieces_that_cannot_belong_together_are_refused() -> None:
    joiner = Joiner()
    assert joiner.add(1, 0, 0, b"") is None
    assert joiner.add(1, 2, 2, b"") is None
    assert joiner.add(1, -1, 2, b"") is None
    assert joiner.add(1, 0, 10**9, b"") is None
    assert joiner.add(1, 0, 1, b"not its CRC") is None
    with pytest.raises(ValueError, match="too long"):
        split(bytes(MAX_WHOLE + 1))


# The state


@given(
    st.integers(0, 2**32 - 1),
    st.integers(0, 2**32 - 1),
    st.integers(0, 12),
    st.sampled_from(["ok", "too_low", "must_lead_necronomicon"]),
    st.binary(max_size=256),
)
def test_state_packs_and_unpacks(
    number: int, deck: int, seat: int, reason: str, core: bytes
) -> None:
    state = StateDown("followers", number, number, 7, deck, seat, reason, wire.GAME_ON, core)
    assert vars(StateDown.unpack(state.pack())) == vars(state)


@given(st.binary(max_size=80))
def test_no_bytes_but_a_state_are_a_state(data: bytes) -> None:
    with contextlib.suppress(ValueError):
        StateDown.unpack(data)
    whole = StateDown("followers", core=b"x" * 20).pack()
    with pytest.raises(ValueError, match=r"no state|ends in the middle"):
        StateDown.unpack(whole[:30])


def test_a_core_of_more_than_256_bytes_is_refused() -> None:
    with pytest.raises(ValueError, match="too long"):
        StateDown("followers", core=bytes(257)).pack()


_SAME = """
from shared_rules import frames, pieces, wire
d = frames.Decoder()
out = []
stream = b"".join([
    b"junk", frames.frame(1, -1, wire.encode("host", "hello", ("ab12", 1, 0, "0.1.0"))),
    b"\\xff\\xfe~~12 34\\r\\n", frames.frame(2, 3, wire.encode("host", "ack", (1073741824, 77))),
    b"~" * 900, frames.frame(255, 3, wire.encode("host", "piece", ("deck", 0xFFFFFFFF, 0, 1,
    bytes(range(108))))), frames.frame(-1, 9), b"~03 04 pong 5*00000000\\n",
])
for at in range(0, len(stream), 7):
    for number, receipt, body in d.feed(stream[at:at + 7]):
        out.append((number, receipt, body, wire.decode("host", body)))
print(out, d.corrupt, d.skipped)
state = wire.StateDown("followers", 4000000000, 1, 2, 3000000000, 4, "too_low", 1, bytes(200))
data = state.pack()
j = pieces.Joiner()
parts = pieces.split(data)
print(len(parts), pieces.identity(data))
for i in (2, 0, 2, 1, 0):
    print(j.add(pieces.identity(data), i, len(parts), parts[i]) == data, list(j.missing()))
print(wire.StateDown.unpack(data).version, wire.StateDown.unpack(data).reason)
for bad in (b"", b"\\x01", data[:30]):
    try:
        wire.StateDown.unpack(bad)
    except ValueError as error:
        print(error)
for body in (b"", b"ack", b"ack 1", b"ack a b", b"piece state 12 0 1 AA==", b"\\xff 1",
             b"piece state 00000012 0 1 A", b"hello n 7 1 x y z"):
    print(wire.decode("host", body))
print(wire.compare((1, 0), (2, 0)), wire.compare((1, 1), (1, 0)))
w = frames.Window()
while w.room(40):
    print(w.frame("x" * 40, 5))
print(w.receipted(3, 2), w.bytes, w.bare())
"""


@requires_micropython
def test_micropython_reads_and_writes_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(_SAME, "same", "exec"), {})
    assert run(_SAME) == capsys.readouterr().out


@requires_micropython
def test_a_megabyte_of_junk_does_not_grow_the_boards_heap() -> None:
    code = """
import gc
from shared_rules.frames import Decoder, frame
d = Decoder()
junk = b"~" * 61
d.feed(junk)
gc.collect()
before = gc.mem_alloc()
for _ in range(1000000 // 61):
    d.feed(junk)
gc.collect()
print(gc.mem_alloc() - before < 1000, len(d.feed(frame(1, 1, "pong 1"))))
"""
    assert run(code, heap="192k") == "True 1\n"


def test_the_table_of_messages_in_the_docs_is_the_description() -> None:
    written = (ROOT / "shared_rules" / "MESSAGES.md").read_text(encoding="utf-8")
    assert wire.docs() in written, "write shared_rules/MESSAGES.md anew from wire.docs()"
