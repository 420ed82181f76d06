"""Which part of the scene each ray meets first, where, and how the surface is turned there."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from sample_images.render.scene import Array, Board, Scene
from sample_images.render.solids import Solid, disc_solid, intersect, peg_solids
from sample_images.render.vectors import length

TABLE_GAP_MM = 6.0  # thickness of the ditch's floor


class Part(IntEnum):
    """What a ray meets. Pegs and discs are told apart by the hit's `index`."""

    NOTHING = 0
    TABLE = 1
    RAIL_OUTSIDE = 2
    RAIL_TOP = 3
    RAIL_INSIDE = 4
    DITCH = 5
    SURFACE_SIDE = 6
    SURFACE = 7
    HOLE_SIDE = 8
    HOLE_FLOOR = 9
    PEG = 10
    DISC = 11


@dataclass(frozen=True, eq=False, kw_only=True)
class Hits:
    """First hits of N rays."""

    part: npt.NDArray[np.int16]  # (N,)
    index: npt.NDArray[np.int16]  # (N,) which peg or disc
    point_mm: Array  # (N, 3)
    normal: Array  # (N, 3) towards the camera's side
    distance_mm: Array  # (N,)


@dataclass(frozen=True, eq=False, kw_only=True)
class Solids:
    """The scene's pegs and discs, prepared once."""

    pegs: tuple[Solid, ...]
    discs: tuple[Solid, ...]


def prepare(scene: Scene) -> Solids:
    """Solids of a scene."""
    return Solids(
        pegs=peg_solids(scene.board),
        discs=tuple(disc_solid(disc, scene.shape) for disc in scene.discs),
    )


def trace(scene: Scene, solids: Solids, origin_mm: Array, directions: Array) -> Hits:
    """First hits of rays with unit directions (N, 3) from one origin."""
    best = np.full(len(directions), np.inf)
    part = np.zeros(len(directions), dtype=np.int16)
    index = np.zeros(len(directions), dtype=np.int16)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        for which, t in _board_surfaces(scene.board, origin_mm, directions):
            closer = t < best
            np.putmask(part, closer, which)
            np.copyto(best, t, where=closer)
    on_solids = []
    bundle = _bundle(directions)
    for which, group in ((Part.PEG, solids.pegs), (Part.DISC, solids.discs)):
        for number, solid in enumerate(group):
            if not _may_meet(solid, origin_mm, *bundle):
                continue
            met, t, turned = intersect(solid, origin_mm, directions)
            closer = t < best[met]
            met = met[closer]
            best[met], part[met], index[met] = t[closer], which, number
            on_solids.append((met, turned[closer]))
    reach = np.where(np.isfinite(best), best, 1e5)
    point_mm = origin_mm + reach[:, None] * directions
    normal = _board_normals(scene.board, part, point_mm)
    for met, turned in on_solids:  # in the order in which they were met: a nearer solid comes after what it hides
        normal[met] = turned
    return Hits(part=part, index=index, point_mm=point_mm, normal=normal, distance_mm=reach)


def _bundle(directions: Array) -> tuple[Array, float]:
    """Axis (3,) and half angle of a cone that holds unit directions (N, 3)."""
    axis = directions.T.copy().mean(axis=1)
    axis /= np.linalg.norm(axis)
    return axis, float(np.arccos(np.clip((directions @ axis).min(), -1, 1)))


def _may_meet(solid: Solid, origin_mm: Array, axis: Array, half_angle: float) -> bool:
    """Whether a cone of rays comes near a solid."""
    to_solid = solid.middle_mm - origin_mm
    reach = float(np.linalg.norm(to_solid))
    size = float(np.arcsin(min(1.0, solid.bound_mm / reach)))
    return bool(np.arccos(np.clip(axis @ to_solid / reach, -1, 1)) < half_angle + size)


def _board_surfaces(board: Board, origin: Array, d: Array) -> Iterator[tuple[Part, Array]]:
    """Part and distance (N,), infinite or NaN for a miss, of every surface but pegs and discs."""
    floor_z, top_z = -board.ditch_depth_mm, board.rail_height_mm
    table_z = floor_z - TABLE_GAP_MM
    hole, edge = board.hole_radius_mm, board.surface_radius_mm
    inner, outer = edge + board.ditch_width_mm, edge + board.ditch_width_mm + board.rail_width_mm

    def level(z: float) -> tuple[Array, Array, Array]:
        t = (z - origin[2]) / d[:, 2]
        t = np.where(t > 0, t, np.inf)
        return t, origin[0] + t * d[:, 0], origin[1] + t * d[:, 1]

    def between(t: Array, low: float, high: float) -> Array:
        z = origin[2] + t * d[:, 2]
        return np.where((t > 0) & (z >= low) & (z <= high), t, np.inf)

    yield Part.TABLE, level(table_z)[0]
    t, x, y = level(0.0)
    rho2 = x * x + y * y
    yield Part.SURFACE, np.where((rho2 >= hole**2) & (rho2 <= edge**2), t, np.inf)
    t, x, y = level(-board.hole_depth_mm)
    yield Part.HOLE_FLOOR, np.where(x * x + y * y <= hole**2, t, np.inf)
    yield Part.HOLE_SIDE, between(_through_cylinder(hole, origin, d)[1], -board.hole_depth_mm, 0.0)
    yield Part.SURFACE_SIDE, between(_through_cylinder(edge, origin, d)[0], floor_z, 0.0)
    t, x, y = level(floor_z)
    inside = (x * x + y * y >= edge**2) & (_outline(board, x, y) <= inner)
    yield Part.DITCH, np.where(inside, t, np.inf)
    t, x, y = level(top_z)
    reach = _outline(board, x, y)
    yield Part.RAIL_TOP, np.where((reach >= inner) & (reach <= outer), t, np.inf)
    yield Part.RAIL_INSIDE, between(_through_frame(board, inner, origin, d)[1], floor_z, top_z)
    yield Part.RAIL_OUTSIDE, between(_through_frame(board, outer, origin, d)[0], table_z, top_z)


def _board_normals(board: Board, part: npt.NDArray[np.int16], point_mm: Array) -> Array:
    """Normals (N, 3) of the board's surfaces at hits on them: up, or away from or towards the axis."""
    normal = np.zeros_like(point_mm)
    normal[part != Part.NOTHING, 2] = 1.0
    for which, turned in ((Part.HOLE_SIDE, -1), (Part.SURFACE_SIDE, 1), (Part.RAIL_INSIDE, -1), (Part.RAIL_OUTSIDE, 1)):
        at = np.flatnonzero(part == which)
        x, y = point_mm[at, 0], point_mm[at, 1]
        framed = which in (Part.RAIL_INSIDE, Part.RAIL_OUTSIDE)
        outwards = _frame_normals(board, x, y) if framed else _radial(x, y)
        normal[at] = turned * np.column_stack([outwards, np.zeros(len(at))])
    return normal


def side_normals(board: Board) -> Array:
    """Outward normals (8, 2) of an octagonal frame's sides."""
    azimuths = np.deg2rad(board.frame_azimuth_deg + 45.0 * np.arange(8))
    return np.column_stack([np.cos(azimuths), np.sin(azimuths)])


def _frame_normals(board: Board, x: Array, y: Array) -> Array:
    """Outward normals (N, 2) of the frame's outline through each point."""
    if board.frame == "round":
        return _radial(x, y)
    normals = side_normals(board)
    return np.asarray(normals[np.argmax(np.column_stack([x, y]) @ normals.T, axis=1)])


def _radial(x: Array, y: Array) -> Array:
    rho = np.maximum(length(x, y), 1e-9)
    return np.column_stack([x / rho, y / rho])


def _outline(board: Board, x: Array, y: Array) -> Array:
    """Radius (round) or apothem (octagon) of the frame outline that passes through each point."""
    if board.frame == "round":
        return length(x, y)
    reach = np.full_like(x, -np.inf)
    for nx, ny in side_normals(board):
        reach = np.maximum(reach, nx * x + ny * y)
    return reach


def _through_cylinder(radius: float, origin: Array, d: Array) -> tuple[Array, Array]:
    """Where rays enter and leave an endless upright cylinder; NaN for a miss."""
    a = np.maximum(d[:, 0] ** 2 + d[:, 1] ** 2, 1e-18)
    b = origin[0] * d[:, 0] + origin[1] * d[:, 1]
    c = origin[0] ** 2 + origin[1] ** 2 - radius**2
    root = np.sqrt(b * b - a * c)
    return (-b - root) / a, (-b + root) / a


def _through_frame(board: Board, reach: float, origin: Array, d: Array) -> tuple[Array, Array]:
    """Where rays enter and leave the frame's outline, seen from above; NaN for a miss."""
    if board.frame == "round":
        return _through_cylinder(reach, origin, d)
    near, far = np.full(len(d), -np.inf), np.full(len(d), np.inf)
    for nx, ny in side_normals(board):
        slope = nx * d[:, 0] + ny * d[:, 1]
        t = (reach - nx * origin[0] - ny * origin[1]) / slope
        near = np.where(slope < 0, np.maximum(near, t), near)
        far = np.where(slope > 0, np.minimum(far, t), far)
    missed = near > far
    near[missed], far[missed] = np.nan, np.nan
    return near, far
