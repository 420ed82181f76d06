"""Discs and pegs, as profiles turned about an axis."""

import math
from collections.abc import Sequence

import bpy
import numpy as np

from benchmarks.path_traced.mesh import add_mesh
from sample_images.render.scene import DiscShape
from sample_images.render.solids import Solid

DISC_SIDES, ROUNDING_STEPS = 160, 14

Profile = Sequence[tuple[float, float]]


def disc_profile(shape: DiscShape) -> Profile:
    """(radius, height) from the foot of the axis over both roundings to the middle of the face, mm."""
    base_mm, rounding_mm, top_mm = shape.base_radius_mm, shape.rounding_mm, shape.thickness_mm
    turns = np.linspace(0, math.pi / 2, ROUNDING_STEPS)
    lower = [(base_mm + rounding_mm * math.sin(a), rounding_mm * (1 - math.cos(a))) for a in turns]
    upper = [(base_mm + rounding_mm * math.cos(a), top_mm - rounding_mm * (1 - math.sin(a))) for a in turns]
    dish = [(base_mm * share, top_mm - shape.dish_mm * (1 - share**2)) for share in np.linspace(0.97, 0.0, 12)]
    return [(0.0, 0.0), (0.98 * base_mm, 0.0), *lower, *upper, *dish]


def peg_profile(peg: Solid) -> Profile:
    """(radius, height) from its foot over the rounding to the middle of its head, mm."""
    flat_mm = peg.radius_mm - peg.rounding_mm
    head = [
        (flat_mm + peg.rounding_mm * math.cos(a), peg.height_mm - peg.rounding_mm * (1 - math.sin(a)))
        for a in np.linspace(0, math.pi / 2, ROUNDING_STEPS)
    ]
    return [(peg.radius_mm, 0.0), *head, (0.0, peg.height_mm)]


def stand(solid: Solid, profile: Profile, material: bpy.types.Material) -> None:
    """A profile turned about the solid's axis."""
    turns = np.arange(DISC_SIDES) * 2 * math.pi / DISC_SIDES
    rings = np.array([[(r * math.cos(a), r * math.sin(a), z) for a in turns] for r, z in profile])
    index = np.arange(rings.shape[0] * DISC_SIDES).reshape(rings.shape[:2])
    after = np.roll(index, -1, axis=1)
    faces = np.stack([index[:-1], after[:-1], after[1:], index[1:]], axis=-1).reshape(-1, 4)
    points = rings.reshape(-1, 3) @ solid.frame + solid.base_mm
    add_mesh(points, faces, material, smooth=True)
