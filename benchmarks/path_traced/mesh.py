"""Meshes in Blender's scene."""

import math
from collections.abc import Sequence

import bpy
import numpy as np
import numpy.typing as npt

from sample_images.render.scene import Array, Board

# Blender's rays start a little off each surface: units of a decimetre keep that far below anything seen here.
UNIT_MM = 100.0
# Sides of round things: at a board's edge they are off a circle by 0.003 mm.
SIDES = 720


def add_ring(
    start: tuple[float, float],
    end: tuple[float, float],
    material: bpy.types.Material,
    *,
    smooth: bool = False,
    frame: Board | None = None,
    middle_mm: tuple[float, float] = (0.0, 0.0),
) -> None:
    """What lies between two circles of (radius, height), or the octagons about them if that is the board's frame."""
    octagon = frame is not None and frame.frame == "octagon"
    sides = 8 if octagon else SIDES
    first = math.radians(frame.frame_azimuth_deg + 22.5) if frame is not None and octagon else 0.0
    turns = first + np.arange(sides) * 2 * math.pi / sides
    reach = 1.0 / math.cos(math.pi / sides) if octagon else 1.0
    points = [
        (middle_mm[0] + reach * r * math.cos(a), middle_mm[1] + reach * r * math.sin(a), z)
        for r, z in (start, end)
        for a in turns
    ]
    faces = [(i, (i + 1) % sides, sides + (i + 1) % sides, sides + i) for i in range(sides)]
    add_mesh(points, faces, material, smooth=smooth)


def add_mesh(
    points_mm: Sequence[Sequence[float]] | Array,
    faces: Sequence[Sequence[int]] | npt.NDArray[np.intp],
    material: bpy.types.Material,
    *,
    smooth: bool = False,
) -> None:
    """A part of the scene: (N, 3) points and faces of their numbers."""
    mesh = bpy.data.meshes.new("part")
    mesh.from_pydata((np.asarray(points_mm) / UNIT_MM).tolist(), [], [[int(i) for i in face] for face in faces])
    mesh.polygons.foreach_set("use_smooth", [smooth] * len(mesh.polygons))
    mesh.materials.append(material)
    bpy.context.scene.collection.objects.link(bpy.data.objects.new("part", mesh))
