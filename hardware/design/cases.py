"""The cases' files: STL to print, and a picture of each."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import trimesh
from manifold3d import Manifold, Mesh
from PIL import Image

from hardware.design import shapes
from hardware.design.picture import Shown, picture

FELT, PAPER, BRASS, GREEN, BLACK, WHITE, GREY, EMBER, DIM = (
    (58, 112, 104), (206, 198, 176), (200, 162, 74), (74, 140, 104), (70, 72, 76),
    (250, 250, 246), (150, 152, 150),
    (255, 150, 60), (90, 140, 132),
)  # fmt: skip
APART = 34.0  # between the layers of a picture


def stl(solid: Manifold) -> bytes:
    """A solid as a binary STL file, its triangles in an order of their own."""
    mesh = solid.to_mesh()
    points = np.round(np.asarray(mesh.vert_properties, dtype=np.float64)[:, :3], 4)
    triangles = points[np.asarray(mesh.tri_verts)]
    # Each triangle from its least corner on, then all sorted: the same file for the same shape.
    first = [min(range(3), key=lambda i: tuple(each[i])) for each in triangles]
    turned = [np.roll(each, -start, axis=0) for each, start in zip(triangles, first, strict=True)]
    turned.sort(key=lambda each: each.ravel().tolist())
    soup = np.array(turned)
    shape = trimesh.Trimesh(
        soup.reshape(-1, 3), np.arange(3 * len(soup)).reshape(-1, 3), process=False
    )
    made = shape.export(file_type="stl")
    assert isinstance(made, bytes)
    return made


def load(path: Path) -> Manifold:
    """A solid out of an STL file. ValueError: it is not closed."""
    shape = trimesh.load_mesh(path)
    if not shape.is_watertight:
        raise ValueError(f"{path}: the surface is not closed")
    return Manifold(
        Mesh(np.asarray(shape.vertices, dtype=np.float32), np.asarray(shape.faces, dtype=np.uint32))
    )


def pad() -> Image.Image:
    """The pad: taken apart with its player in front, and beside it the shell as it is printed."""

    def lifted(solid: Manifold, height: float) -> Manifold:
        return solid.rotate((180, 0, 0)).translate((0, shapes.PAD[1], shapes.PAD[2] + height))

    fits = {each.what: each.solid for each in shapes.fits() if each.part == "pad-shell"}
    colours = {
        "reader": GREEN, "the reader's parts": BLACK, "button": BLACK, "the button's cap": BRASS,
        "light": WHITE, "plug": GREY, "board": BRASS,
    }  # fmt: skip
    parts = [Shown(lifted(fits[what], APART), colour) for what, colour in colours.items()]
    parts.append(Shown(shapes.pad_base(), PAPER))
    parts.append(Shown(lifted(shapes.pad_shell(), 2.4 * APART), FELT))
    parts.append(Shown(shapes.pad_shell().translate((1.3 * shapes.PAD[0], 0, 0)), FELT))
    return picture(parts)


def bar() -> Image.Image:
    """The bar on its feet, five tokens lit, and before it the shell as it is printed, with what
    goes into it above."""
    length, _, deep = shapes.BAR
    low = shapes.foot_low()

    def leaning(solid: Manifold) -> Manifold:
        upright = solid.rotate((90, 0, 180)).translate((length, 0, 0))
        return upright.rotate((-shapes.FOOT_TILT, 0, 0)).translate((0, shapes.FOOT_FRONT, low))

    def foot(x: float) -> Shown:
        return Shown(shapes.bar_foot().rotate((90, 0, 90)).translate((x, 0, 0)), PAPER)

    fits = {each.what: each.solid for each in shapes.fits() if each.part == "bar-shell"}
    parts = [
        Shown(leaning(shapes.bar_shell()), FELT),
        Shown(leaning(fits["digits"]), BLACK),
        Shown(leaning(fits["back"]), PAPER),
        foot(25),
        foot(length - 25 - shapes.FOOT[0]),
    ]
    for place, x in enumerate(reversed(shapes.lights_at())):
        glow = shapes.rod(shapes.WINDOW, 0.1, x, shapes.STRIP_AT[1], -0.1)
        parts.append(Shown(leaning(glow), EMBER if place < 5 else DIM))

    def open_(solid: Manifold, height: float) -> Manifold:
        return solid.translate((0, -105, height))

    parts += [
        Shown(open_(shapes.bar_shell(), 0), FELT),
        Shown(open_(fits["digits"], deep + 4), BLACK),
        Shown(open_(fits["strip"], deep + 4), WHITE),
    ]
    return picture(parts)


def png(image: Image.Image) -> bytes:
    """A picture as a PNG file."""
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


PICTURES = {"pad": pad, "bar": bar}
