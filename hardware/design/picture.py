"""Pictures of solids: shaded, seen from the front right and above, each pixel the nearest face."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from manifold3d import Manifold
from numpy.typing import NDArray
from PIL import Image

Floats = NDArray[np.float64]
PAPER = (244, 239, 226)
LIGHT = np.array((0.35, -0.55, 0.76))
AMBIENT = 0.45
TURN, TILT = math.radians(28), math.radians(32)
FINE = 2  # drawn so much larger, then made smaller: smooth edges


@dataclass(frozen=True)
class Shown:
    """A solid and its colour, (r, g, b) of 0 to 255."""

    solid: Manifold
    colour: tuple[int, int, int]


def _view() -> Floats:
    """World to screen: x to the right, y up, z towards the eye."""
    turn = np.array(
        [[math.cos(TURN), -math.sin(TURN), 0], [math.sin(TURN), math.cos(TURN), 0], [0, 0, 1]]
    )
    tilt = np.array(
        [[1, 0, 0], [0, math.sin(TILT), math.cos(TILT)], [0, -math.cos(TILT), math.sin(TILT)]]
    )
    view: Floats = tilt @ turn
    return view


def picture(shown: Iterable[Shown], width: int = 1000, margin: int = 30) -> Image.Image:
    """The solids where they stand, ``width`` pixels wide with a margin round them."""
    meshes = []
    for each in shown:
        mesh = each.solid.to_mesh()
        points = np.asarray(mesh.vert_properties, dtype=np.float64)[:, :3]
        meshes.append((points[np.asarray(mesh.tri_verts)], each.colour))
    view = _view()
    seen = [triangles @ view.T for triangles, _ in meshes]
    corners = np.concatenate([each.reshape(-1, 3) for each in seen])
    low, high = corners.min(axis=0), corners.max(axis=0)
    scale = (width - 2 * margin) * FINE / (high[0] - low[0])
    size = (width * FINE, math.ceil((high[1] - low[1]) * scale) + 2 * margin * FINE)
    depth = np.full((size[1], size[0]), -np.inf)
    pixels = np.empty((size[1], size[0], 3))
    pixels[:] = PAPER
    for (triangles, colour), there in zip(meshes, seen, strict=True):
        shades = _shades(triangles)
        on_screen = there.copy()
        on_screen[:, :, 0] = (there[:, :, 0] - low[0]) * scale + margin * FINE
        on_screen[:, :, 1] = (high[1] - there[:, :, 1]) * scale + margin * FINE
        for triangle, shade in zip(on_screen, shades, strict=True):
            _fill(depth, pixels, triangle, shade * np.array(colour))
    image = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8), "RGB")
    return image.resize((width, size[1] // FINE), Image.Resampling.BOX)


def _shades(triangles: Floats) -> Floats:
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    length = np.linalg.norm(normals, axis=1)
    normals /= np.where(length > 0, length, 1)[:, None]
    shades: Floats = AMBIENT + (1 - AMBIENT) * np.clip(normals @ LIGHT, 0, 1)
    return shades


def _fill(depth: Floats, pixels: Floats, triangle: Floats, colour: Floats) -> None:
    """One triangle into the picture, where nothing nearer is."""
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = triangle
    area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    if area > -1e-9:
        return  # seen from behind, or edge on
    left, right = math.floor(min(ax, bx, cx)), math.ceil(max(ax, bx, cx)) + 1
    top, bottom = math.floor(min(ay, by, cy)), math.ceil(max(ay, by, cy)) + 1
    x, y = np.meshgrid(np.arange(left, right) + 0.5, np.arange(top, bottom) + 0.5)
    to_b = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area
    to_c = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area
    z = az + to_b * (bz - az) + to_c * (cz - az)
    there = depth[top:bottom, left:right]
    nearer = (to_b >= 0) & (to_c >= 0) & (to_b + to_c <= 1) & (z > there)
    there[nearer] = z[nearer]
    pixels[top:bottom, left:right][nearer] = colour
