"""Discs and pegs: cylinders whose edges are rounded by a torus, met by rays to a micrometre.

The solid is all points within `rounding` of a flat cylinder, so its signed distance is known in closed form, and along
a ray that distance is convex: Newton's method from outside never passes the point where the ray enters, and a ray that
misses is left where the distance rises again, still outside.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sample_images.render.scene import Array, Board, Disc, DiscShape
from sample_images.render.vectors import dot, length

NEWTON_STEPS = 12  # along a ray that only grazes a solid, each step goes half of the way that is left
# A ray that comes as close as this hits. From 35 mm away 12 halvings leave 0.009 mm along the ray, where an edge
# rounded by 1 mm has curved away by 0.009**2 / 2 = 4e-5 mm.
GRAZING_MM = 1e-4
PEG_ROUNDING = 0.8  # of the peg's radius: a dome with a small flat


@dataclass(frozen=True, eq=False, kw_only=True)
class Solid:
    """A rounded cylinder standing on `base_mm` along `axis`."""

    base_mm: Array  # (3,) centre of the base circle
    frame: Array  # (3, 3) rows: two directions across the axis, then the axis
    radius_mm: float
    rounding_mm: float
    height_mm: float

    @property
    def middle_mm(self) -> Array:
        """Centre of the solid, (3,)."""
        return np.asarray(self.base_mm + self.height_mm / 2 * self.frame[2])

    @property
    def bound_mm(self) -> float:
        """Radius of a ball about the middle that holds the solid."""
        return float(np.hypot(self.radius_mm, self.height_mm / 2))


def axis_frame(axis: tuple[float, float, float]) -> Array:
    """Right-handed frame (3, 3) whose third row is the axis; an upright axis gives the board's own frame."""
    up = np.asarray(axis, dtype=np.float64) / np.linalg.norm(axis)
    across = np.array([1.0, 0.0, 0.0]) - up[0] * up
    across /= np.linalg.norm(across)
    return np.stack([across, np.cross(up, across), up])


def disc_solid(disc: Disc, shape: DiscShape) -> Solid:
    """The solid of one disc."""
    return Solid(
        base_mm=np.array([disc.x_mm, disc.y_mm, disc.base_z_mm]),
        frame=axis_frame(disc.axis),
        radius_mm=shape.radius_mm,
        rounding_mm=shape.rounding_mm,
        height_mm=shape.thickness_mm,
    )


def peg_solids(board: Board) -> tuple[Solid, ...]:
    """Eight pegs on the 15 line, with rounded heads; their lower rounding is sunk into the board."""
    rounding = PEG_ROUNDING * board.peg_radius_mm
    line = board.lines[0]
    azimuths = np.deg2rad(board.peg_azimuth_deg + 45.0 * np.arange(8))
    return tuple(
        Solid(
            base_mm=np.array(
                [
                    line.offset_mm[0] + line.radius_mm * np.cos(azimuth),
                    line.offset_mm[1] + line.radius_mm * np.sin(azimuth),
                    -rounding,
                ]
            ),
            frame=np.eye(3),
            radius_mm=board.peg_radius_mm,
            rounding_mm=rounding,
            height_mm=board.peg_height_mm + rounding,
        )
        for azimuth in azimuths
    )


def _distance_and_gradient(solid: Solid, q: Array) -> tuple[Array, Array]:
    half = solid.height_mm / 2
    rho = np.maximum(length(q[:, 0], q[:, 1]), 1e-12)
    z = q[:, 2] - half
    dr = rho - (solid.radius_mm - solid.rounding_mm)
    dz = np.abs(z) - (half - solid.rounding_mm)
    out_r, out_z = np.maximum(dr, 0), np.maximum(dz, 0)
    outside = length(out_r, out_z)
    inside = np.minimum(np.maximum(dr, dz), 0)
    is_out = outside > 0
    scale = np.where(is_out, outside, 1)
    grad_r = np.where(is_out, out_r / scale, dr > dz)
    grad_z = np.where(is_out, out_z / scale, dr <= dz) * np.sign(z)
    gradient = np.column_stack([grad_r * q[:, 0] / rho, grad_r * q[:, 1] / rho, grad_z])
    return outside + inside - solid.rounding_mm, gradient


def intersect(solid: Solid, origin_mm: Array, directions: Array) -> tuple[npt.NDArray[np.intp], Array, Array]:
    """First hits of rays (N, 3) from one origin: which rays (M,), distances (M,) mm, outward normals (M, 3)."""
    along = directions @ (solid.middle_mm - origin_mm)
    miss2 = float(np.sum((solid.middle_mm - origin_mm) ** 2)) - along**2
    near = np.flatnonzero((miss2 < solid.bound_mm**2) & (along > 0))
    start = solid.frame @ (origin_mm - solid.base_mm)
    local = directions[near] @ solid.frame.T
    t = along[near] - np.sqrt(solid.bound_mm**2 - miss2[near])
    for _ in range(NEWTON_STEPS):
        distance, gradient = _distance_and_gradient(solid, start + t[:, None] * local)
        slope = dot(gradient, local)
        t = t - np.where(slope < 0, distance / np.minimum(slope, -1e-9), 0)
    distance, gradient = _distance_and_gradient(solid, start + t[:, None] * local)
    hit = np.flatnonzero(distance < GRAZING_MM)
    return near[hit], t[hit], gradient[hit] @ solid.frame
