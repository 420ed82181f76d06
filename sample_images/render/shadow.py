"""How much of a lamp each point sees: soft shadows of discs, pegs, frame and window edges, in closed form.

A shadow's edge is as wide as the lamp looks from there times the distance to what casts it, so shadows are sharp at the
foot of a disc and soft at their tip.
"""

import numpy as np

from sample_images.render.scene import Array, Board, Lamp, Scene
from sample_images.render.solids import Solid
from sample_images.render.trace import Hits, Part, Solids, side_normals
from sample_images.render.vectors import dot, length

SHARPEST_MM = 0.15  # half width of the sharpest shadow edge
NEAR_DISC_MM = 45.0  # contact shadows end here


def lit_share(scene: Scene, solids: Solids, lamp: Lamp, hits: Hits, to_lamp: Array, spread: Array) -> Array:
    """Share (N,) of a lamp that hits (N,) see; to_lamp (N, 3) unit, spread (N,) the lamp's apparent radius, rad."""
    level = np.maximum(length(to_lamp[:, 0], to_lamp[:, 1]), 1e-6)
    slope = np.maximum(to_lamp[:, 2], 1e-3) / level
    towards = to_lamp[:, :2] / level[:, None]
    lit = np.ones(len(spread))
    box, gentlest = _box(hits.point_mm), float(slope.min())
    for part, group in ((Part.PEG, solids.pegs), (Part.DISC, solids.discs)):
        for number, solid in enumerate(group):
            if _out_of_reach(solid, box, gentlest):
                continue
            casts = _past_solid(solid, hits.point_mm, towards, slope, spread)
            own = (hits.part == part) & (hits.index == number)
            lit = np.minimum(lit, np.where(own, 1.0, casts))
    lit = np.minimum(lit, _past_frame(scene.board, hits.point_mm, towards, slope, spread))
    below = np.flatnonzero(hits.point_mm[:, 2] < 0)
    out = _out_of_hollows(scene.board, hits.point_mm[below], towards[below], slope[below], spread[below])
    lit[below] = np.minimum(lit[below], out)
    for nx, ny, offset_mm in lamp.edges:
        side_mm = offset_mm - nx * hits.point_mm[:, 0] - ny * hits.point_mm[:, 1]
        lit = np.minimum(lit, _soft(side_mm, 400.0 * spread))
    return lit


def open_sky(scene: Scene, solids: Solids, hits: Hits) -> Array:
    """Share (N,) of the room's even light that reaches hits: contact shadows of discs, pegs, walls and the hole."""
    board = scene.board
    sky = np.ones(len(hits.part))
    box = _box(hits.point_mm)
    for part, group in ((Part.PEG, solids.pegs), (Part.DISC, solids.discs)):
        for number, solid in enumerate(group):
            if _apart(solid, box) > solid.radius_mm + NEAR_DISC_MM:
                continue
            apart = length(hits.point_mm[:, 0] - solid.base_mm[0], hits.point_mm[:, 1] - solid.base_mm[1])
            height = np.maximum(solid.middle_mm[2] + solid.height_mm / 2 - hits.point_mm[:, 2], 0)
            gap = np.maximum(apart - solid.radius_mm, 0)
            hidden = 0.5 * (1 - gap / np.sqrt(gap**2 + height**2 + 1e-9))
            hidden *= 2 / np.pi * np.arcsin(np.minimum(1, solid.radius_mm / np.maximum(apart, 1e-6)))
            own = (hits.part == part) & (hits.index == number)
            sky *= np.where(own, 1.0, 1 - hidden)
    below = np.flatnonzero(hits.point_mm[:, 2] < 0)
    sky[below] *= _sky_in_hole(board, hits.point_mm[below])
    in_ditch = (hits.part == Part.DITCH) | (hits.part == Part.SURFACE_SIDE) | (hits.part == Part.RAIL_INSIDE)
    walled = np.flatnonzero(in_ditch)
    sky[walled] *= _sky_in_ditch(board, hits.point_mm[walled])
    beside = np.flatnonzero(hits.part == Part.TABLE)
    sky[beside] *= _sky_beside_frame(board, hits.point_mm[beside])
    return sky


def _sky_in_hole(board: Board, below: Array) -> Array:
    """Share (N,) of the sky above points below the playing surface: 1 outside of the hole."""
    rho = length(below[:, 0], below[:, 1])
    opening = board.hole_radius_mm**2 / (board.hole_radius_mm**2 + below[:, 2] ** 2)
    in_hole = rho < board.hole_radius_mm + 0.1
    return np.where(in_hole, opening * (1 - 0.35 * (rho / board.hole_radius_mm) ** 4), 1)


def _sky_in_ditch(board: Board, points: Array) -> Array:
    rho, depth = length(points[:, 0], points[:, 1]), np.maximum(-points[:, 2], 0)
    to_surface = np.maximum(rho - board.surface_radius_mm, 0)
    to_rail = np.maximum(board.surface_radius_mm + board.ditch_width_mm - rho, 0)
    rail = np.maximum(board.rail_height_mm - points[:, 2], 0)
    return np.asarray(1 - 0.85 * (_wall(to_surface, depth) + _wall(to_rail, rail)))


def _sky_beside_frame(board: Board, points: Array) -> Array:
    frame_mm = board.surface_radius_mm + board.ditch_width_mm + board.rail_width_mm
    outside = np.maximum(length(points[:, 0], points[:, 1]) - frame_mm, 0)
    return np.asarray(1 - _wall(outside, np.maximum(board.rail_height_mm - points[:, 2], 0)))


def _wall(distance: Array, height: Array) -> Array:
    """Share of the sky hidden by a long wall."""
    return np.asarray(0.5 * (1 - distance / np.sqrt(distance**2 + height**2 + 1e-9)))


def _soft(inside_mm: Array, width_mm: Array) -> Array:
    """0 to 1 across an edge, smoothly, over twice the width."""
    share = np.clip(0.5 + 0.5 * inside_mm / np.maximum(width_mm, SHARPEST_MM), 0, 1)
    return np.asarray(share * share * (3 - 2 * share))


def _box(points: Array) -> tuple[Array, Array]:
    """Lowest and highest x, y, z of points (N, 3)."""
    columns = points.T.copy()  # numpy reduces long rows fast, long columns slowly
    return columns.min(axis=1), columns.max(axis=1)


def _apart(solid: Solid, box: tuple[Array, Array]) -> float:
    """Level distance from a solid's foot to a box, mm."""
    nearest = np.clip(solid.base_mm[:2], box[0][:2], box[1][:2])
    return float(np.hypot(*(nearest - solid.base_mm[:2])))


def _out_of_reach(solid: Solid, box: tuple[Array, Array], gentlest: float) -> bool:
    """Whether a solid's shadow falls beside the box, under light that comes in at a slope of `gentlest` or more."""
    height = solid.middle_mm[2] + solid.height_mm / 2 - box[0][2]
    return bool(height < 0 or _apart(solid, box) > 2 * solid.radius_mm + height / gentlest)


def _past_solid(solid: Solid, points: Array, towards: Array, slope: Array, spread: Array) -> Array:
    """Light (N,) past an upright solid: how far the ray to the lamp passes from its axis."""
    low = solid.base_mm[2] + solid.rounding_mm
    high = solid.base_mm[2] + solid.height_mm - solid.rounding_mm
    enter = np.maximum(low - points[:, 2], 0) / slope
    leave = np.maximum(high - points[:, 2], 0) / slope
    to_axis = solid.base_mm[:2] - points[:, :2]
    along = np.clip(dot(to_axis, towards), enter, leave)
    miss = length(to_axis[:, 0] - along * towards[:, 0], to_axis[:, 1] - along * towards[:, 1]) - solid.radius_mm
    lit = _soft(miss, spread * along * np.sqrt(1 + slope**2))
    return np.where(points[:, 2] < high, lit, 1.0)


def _past_frame(board: Board, points: Array, towards: Array, slope: Array, spread: Array) -> Array:
    """Light (N,) over the rail for points inside the frame."""
    reach = board.surface_radius_mm + board.ditch_width_mm
    if board.frame == "round":
        distance = _leave_circle(reach, points, towards)
    else:
        distance = np.full(len(points), np.inf)
        for normal in side_normals(board):
            closing = towards @ normal
            to_side = np.maximum(reach - points[:, :2] @ normal, 0) / np.maximum(closing, 1e-9)
            distance = np.where(closing > 1e-9, np.minimum(distance, to_side), distance)
    clear = points[:, 2] + slope * distance - board.rail_height_mm
    inside = points[:, 2] < board.rail_height_mm
    within = length(points[:, 0], points[:, 1]) < reach * 1.09
    return np.where(inside & within, _soft(clear, spread * distance * np.sqrt(1 + slope**2)), 1.0)


def _out_of_hollows(board: Board, below: Array, towards: Array, slope: Array, spread: Array) -> Array:
    """Light (N,) past the edge of the playing surface (for the ditch) or of the hole, at points below the surface."""
    rho = length(below[:, 0], below[:, 1])
    edge = board.surface_radius_mm
    inwards = dot(below[:, :2], towards)
    root = inwards**2 - rho**2 + edge**2
    meets = (root > 0) & (inwards < 0) & (rho >= edge - 1e-6)
    distance = np.where(meets, -inwards - np.sqrt(np.maximum(root, 0)), 0)
    lit = np.where(meets, _soft(below[:, 2] + slope * distance, spread * distance), 1.0)
    in_hole = rho < board.hole_radius_mm + 0.1
    distance = _leave_circle(board.hole_radius_mm, below, towards)
    return np.where(in_hole, _soft(below[:, 2] + slope * distance, spread * distance), lit)


def _leave_circle(radius: float, points: Array, towards: Array) -> Array:
    """Level distance (N,) to where a level ray leaves a circle about the origin; 0 outside of it."""
    along = dot(points[:, :2], towards)
    root = along**2 - (points[:, 0] ** 2 + points[:, 1] ** 2) + radius**2
    return np.where(root > 0, np.maximum(-along + np.sqrt(np.maximum(root, 0)), 0), 0)
