"""The cases: a reader pad and the display bar, as solids that are computed from the sizes below.

Lengths are in mm. Each part lies as it is printed: on the face that needs no support, on z = 0.
A pad is a shell, printed upside down, and a base screwed into it; the bar is a shell and a back,
and stands on two feet. Sizes of modules differ between makers: measure yours before printing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from manifold3d import CrossSection, JoinType, Manifold

# What is put in.
READER = (60.0, 39.5, 1.6)  # RC522 module: length, width, its board's thickness
READER_PARTS = 3.0  # what stands off the board, away from the antenna's face
ANTENNA = 20.0  # the antenna's middle, from the module's end without pins
BUTTON = (12.0, 12.0, 3.5)  # body; the cap comes through the top
BUTTON_CAP = 11.6  # across
BUTTON_PINS = 4.0  # below the body, soldered
LIGHT = 10.0  # round board of one WS2812, across
LIGHT_HIGH = 3.0
PLUG = (21.6, 8.0, 15.0)  # box header with its plug: length, width, height
BOARD = (50.8, 17.8, 1.6)  # strip board of 20 × 7 holes that the header is soldered to
BOARD_JOINTS = 2.0  # solder and wires on its other face
RIBBON = (19.0, 1.8)  # 14 cores, and room for it: width, thickness
DIGITS = (82.0, 15.0, 11.5)  # MAX7219 module with its digits: length, width, height
DIGITS_SEEN = (60.5, 14.5)  # what shows through the window
DIGITS_PINS = 9.0  # pins at the module's end stick out towards the back
STRIP = (10.0, 2.5)  # width, height of the strip of lights
PITCH = 1000 / 60  # from light to light
CELL = 3.0  # from a light's window to the strip: room to spread
TOKENS = 13
SCREW_CORE, SCREW_FREE, SCREW_HEAD = 1.8, 2.6, 4.6  # 2.2 mm self-tapping: in, through, head
SCREW_DEEP = 8.0

# How it is made.
WALL = 2.0
TOP = 1.6  # between card and reader
BASE = 2.4  # half of it for the screws' heads
SKIN = 0.6  # what light shines through
GAP = 0.3  # around what is put in
RIB, RIB_HIGH = 1.2, 4.0
CORNER = 5.0  # radius
POST = 6.5  # the screws' posts, across
MARK = (25.0, 1.2, 0.4)  # ring to tap on: across, width, depth
SEGMENTS = 64

PAD_INSIDE = 19.2  # height: the plug, its header and the board behind; the button's pillar
BAR_HIGH = 50.0
BAR_INSIDE = 22.0
FOOT = (16.0, 58.0, 36.0)  # width, depth, height
FOOT_TILT = 15.0  # degrees from upright
FOOT_FRONT, FOOT_FLOOR = 9.0, 4.0  # what stands before the bar, and below it

Point = tuple[float, float]


@dataclass(frozen=True)
class Fit:
    """Something that is put into a part, where it ends up: it must not touch the part."""

    part: str
    what: str
    solid: Manifold


def box(size: Iterable[float], at: Iterable[float] = (0, 0, 0)) -> Manifold:
    """A box from its corner."""
    return Manifold.cube(tuple(size)).translate(tuple(at))


def middle(size: tuple[float, float, float], x: float, y: float, z: float) -> Manifold:
    """A box over a point, from height z up."""
    return box(size, (x - size[0] / 2, y - size[1] / 2, z))


def rod(across: float, height: float, x: float, y: float, z: float = 0) -> Manifold:
    """An upright cylinder."""
    radius = across / 2
    return Manifold.cylinder(height, radius, radius, SEGMENTS).translate((x, y, z))


def rounded(size: Point, height: float, radius: float) -> Manifold:
    """A box with rounded upright edges, its corner at the origin."""
    inner = CrossSection.square((size[0] - 2 * radius, size[1] - 2 * radius))
    outline = inner.translate((radius, radius)).offset(
        radius, join_type=JoinType.Round, circular_segments=SEGMENTS
    )
    return Manifold.extrude(outline, height)


def ring(size: Point, x: float, y: float, z: float, height: float) -> Manifold:
    """Ribs around a rectangle of that size over a point."""
    outer = (size[0] + 2 * (GAP + RIB), size[1] + 2 * (GAP + RIB), height)
    inner = (size[0] + 2 * GAP, size[1] + 2 * GAP, height)
    return middle(outer, x, y, z) - middle(inner, x, y, z)


# The pad, as it lies before its player: y grows away from them, the reader is at the left, button
# and light at the right, the ribbon leaves at the far side. The shell is printed upside down:
# turned about x, so that what is at y there is at PAD[1] - y here.

READER_AT = (WALL + 5 + READER[0] / 2, WALL + 9 + READER[1] / 2)
PAD = (
    READER_AT[0] + READER[0] / 2 + 5 + BUTTON[0] + 9 + WALL,
    READER_AT[1] + READER[1] / 2 + 4 + 18 + WALL,
    TOP + PAD_INSIDE,
)
BUTTON_AT = (PAD[0] - WALL - 9 - BUTTON[0] / 2, READER_AT[1] - READER[1] / 2 + BUTTON[1] / 2)
LIGHT_AT = (BUTTON_AT[0], READER_AT[1] + READER[1] / 2 - LIGHT / 2)
PLUG_AT = (PAD[0] / 2, PAD[1] - WALL - 2.5 - PLUG[1] / 2)
BOARD_AT = (PAD[0] / 2, PAD[1] - WALL - GAP - BOARD[1] / 2)
MARK_AT = (READER_AT[0] - READER[0] / 2 + ANTENNA, READER_AT[1])


def _pad_screws() -> list[Point]:
    edge = WALL + POST / 2 - 0.5
    return [(x, y) for x in (edge, PAD[0] - edge) for y in (edge, PAD[1] - edge)]


def turned(at: Point) -> Point:
    """A place of the pad in the shell's own position, upside down."""
    return at[0], PAD[1] - at[1]


def pad_shell() -> Manifold:
    """Top and walls, upside down: the face that cards lie on is z = 0."""
    inside = rounded((PAD[0] - 2 * WALL, PAD[1] - 2 * WALL), PAD_INSIDE, CORNER - WALL)
    shell = rounded(PAD[:2], PAD[2], CORNER) - inside.translate((WALL, WALL, TOP))
    for x, y in _pad_screws():
        post = rod(POST, PAD_INSIDE, x, y, TOP)
        shell += post - rod(SCREW_CORE, SCREW_DEEP, x, y, PAD[2] - SCREW_DEEP)
    reader, button, light = turned(READER_AT), turned(BUTTON_AT), turned(LIGHT_AT)
    shell += ring(READER[:2], *reader, TOP, RIB_HIGH)
    # The ribs open where the reader's pins are.
    shell -= middle((3 * RIB, 24.0, RIB_HIGH), reader[0] + READER[0] / 2 + RIB, reader[1], TOP)
    shell += ring(BUTTON[:2], *button, TOP, RIB_HIGH)
    shell -= rod(BUTTON_CAP + 2 * GAP, TOP, *button)
    socket = rod(LIGHT + 2 * (GAP + RIB), RIB_HIGH, *light, TOP)
    socket -= rod(LIGHT + 2 * GAP, RIB_HIGH, *light, TOP)
    shell += socket - middle((4.0, LIGHT + 4 * RIB, RIB_HIGH), *light, TOP)  # for its wires
    shell -= rod(LIGHT - 2, TOP - SKIN, *light, SKIN)
    across, width, deep = MARK
    mark = turned(MARK_AT)
    shell -= rod(across, deep, *mark) - rod(across - 2 * width, deep, *mark)
    x, y = turned((PLUG_AT[0], PAD[1]))
    return shell - middle((RIBBON[0], 3 * WALL, RIBBON[1]), x, y, PAD[2] - RIBBON[1])


def pad_base() -> Manifold:
    """The plate below, with a lip inside the walls and a pillar that holds the button up."""
    base = rounded(PAD[:2], BASE, CORNER)
    lip = (PAD[0] - 2 * WALL - 2 * GAP, PAD[1] - 2 * WALL - 2 * GAP)
    edge = rounded(lip, RIB, CORNER - WALL)
    hole = rounded((lip[0] - 2 * RIB, lip[1] - 2 * RIB), RIB, CORNER - WALL - RIB)
    edge -= hole.translate((RIB, RIB, 0))
    edge = edge.translate((WALL + GAP, WALL + GAP, BASE))
    for x, y in _pad_screws():
        edge -= rod(POST + 4 * GAP, RIB, x, y, BASE)
    edge -= middle((RIBBON[0] + 2, 6 * WALL, RIB), PLUG_AT[0], PAD[1], BASE)
    base += edge
    pillar = PAD_INSIDE - BUTTON[2] - GAP
    base += middle((5.0, 5.0, pillar), *BUTTON_AT, BASE)
    for x, y in _pad_screws():
        base -= rod(SCREW_FREE, BASE, x, y)
        base -= Manifold.cylinder(1.2, SCREW_HEAD / 2, SCREW_FREE / 2, SEGMENTS).translate(
            (x, y, 0)
        )
    return base


# The bar: digits above the strip, seen from the front.

BAR = (TOKENS * PITCH + 2 * (WALL + 1), BAR_HIGH, SKIN + 1 + BAR_INSIDE)
FACE = 1.6
DIGITS_AT = (BAR[0] / 2, BAR[1] - WALL - 8 - DIGITS[1] / 2)
STRIP_AT = (BAR[0] / 2, WALL + 7 + STRIP[0] / 2)
WINDOW = 9.0


def _bar_screws() -> list[Point]:
    edge = WALL + POST / 2 - 0.5
    across = (edge, BAR[0] / 2, BAR[0] - edge)
    return [(x, y) for x in across for y in (edge, BAR[1] - edge)]


def lights_at() -> list[float]:
    """The thirteen lights' places along the bar."""
    return [BAR[0] / 2 + PITCH * (place - (TOKENS - 1) / 2) for place in range(TOKENS)]


def bar_shell() -> Manifold:
    """Face and walls, the face on z = 0."""
    depth = BAR[2] - FACE
    inside = rounded((BAR[0] - 2 * WALL, BAR[1] - 2 * WALL), depth, CORNER - WALL)
    shell = rounded(BAR[:2], BAR[2], CORNER) - inside.translate((WALL, WALL, FACE))
    for x, y in _bar_screws():
        post = rod(POST, depth, x, y, FACE)
        shell += post - rod(SCREW_CORE, SCREW_DEEP, x, y, BAR[2] - SCREW_DEEP)
    shell += ring(DIGITS[:2], *DIGITS_AT, FACE, RIB_HIGH)
    shell -= middle((*DIGITS_SEEN, FACE), *DIGITS_AT, 0)
    # The strip lies between two long ribs on short ones, which part each light's window from the
    # next.
    high, long = CELL + STRIP[1], BAR[0] - 2 * WALL
    for side in (-1, 1):
        y = STRIP_AT[1] + side * (STRIP[0] / 2 + GAP + RIB / 2)
        shell += middle((long, RIB, high), BAR[0] / 2, y, FACE)
    for place in range(TOKENS + 1):
        x = lights_at()[0] + PITCH * (place - 0.5)
        shell += middle((RIB, STRIP[0] + 2 * (GAP + RIB), CELL), x, STRIP_AT[1], FACE)
    for x in lights_at():
        shell -= rod(WINDOW, FACE - SKIN, x, STRIP_AT[1], SKIN)
    cable = (12.0, 3 * WALL, 6.0)
    return shell - middle(cable, BAR[0] / 2 + 40, 0, BAR[2] - cable[2])


def bar_back() -> Manifold:
    """The plate behind."""
    back = rounded(BAR[:2], BASE, CORNER)
    for x, y in _bar_screws():
        back -= rod(SCREW_FREE, BASE, x, y)
        back -= Manifold.cylinder(1.2, SCREW_HEAD / 2, SCREW_FREE / 2, SEGMENTS).translate(
            (x, y, 0)
        )
    return back


def foot_low() -> float:
    """How high the front edge of the bar stands in its feet: what lies below its lowest edge, at
    the back, is FOOT_FLOOR."""
    return FOOT_FLOOR + (BAR[2] + BASE + 2 * GAP) * math.sin(math.radians(FOOT_TILT))


def bar_foot() -> Manifold:
    """One of two feet; the bar leans back in its slot. It is printed on its side."""
    thick, low = BAR[2] + BASE + 2 * GAP, foot_low()
    slot = CrossSection.square((thick, 3 * FOOT[2])).rotate(-FOOT_TILT)
    block = CrossSection.square((FOOT[1], FOOT[2])) - slot.translate((FOOT_FRONT, low))
    # What is left behind the bar carries it; what stands before it is low, and hides no light.
    front = CrossSection.square((FOOT[1] / 3, FOOT[2])).translate((0.0, low + 5))
    return Manifold.extrude(block - front, FOOT[0])


PARTS = {
    "pad-shell": pad_shell,
    "pad-base": pad_base,
    "bar-shell": bar_shell,
    "bar-back": bar_back,
    "bar-foot": bar_foot,
}


def fits() -> list[Fit]:
    """What goes in, at its place in the part's own position."""
    inside = PAD[2] - PLUG[2]
    behind = (*BOARD[:2], BOARD[2] + BOARD_JOINTS)
    reader, button, light = turned(READER_AT), turned(BUTTON_AT), turned(LIGHT_AT)
    strip = (TOKENS * PITCH, *STRIP)
    upside = pad_base().rotate((180, 0, 0)).translate((0, PAD[1], PAD[2] + BASE))
    return [
        Fit("pad-shell", "reader", middle(READER, *reader, TOP)),
        Fit(
            "pad-shell",
            "the reader's parts",
            middle((*READER[:2], READER_PARTS), *reader, TOP + READER[2]),
        ),
        Fit("pad-shell", "button", middle(BUTTON, *button, TOP)),
        Fit("pad-shell", "the button's cap", rod(BUTTON_CAP, TOP + 2, *button, -2)),
        Fit("pad-shell", "light", rod(LIGHT, LIGHT_HIGH, *light, TOP)),
        Fit("pad-shell", "plug", middle(PLUG, *turned(PLUG_AT), inside)),
        Fit("pad-shell", "board", middle(behind, *turned(BOARD_AT), inside - behind[2])),
        Fit("pad-shell", "base", upside),
        Fit("bar-shell", "digits", middle((*DIGITS[:2], DIGITS[2]), *DIGITS_AT, FACE)),
        Fit("bar-shell", "strip", middle(strip, *STRIP_AT, FACE + CELL)),
        Fit(
            "bar-shell",
            "back",
            bar_back().rotate((180, 0, 0)).translate((0, BAR[1], BAR[2] + BASE)),
        ),
    ]
