"""Does the colour in the twenty hole lie at its bottom, or at the height of a disc that fills it?

A bottom lies 8 mm below the board: the near side of the rim cuts it off, and across it the wall shows, the more the
more the board is tilted. A disc's top stands level with the board and leaves a slit all round.
"""

import math

import numpy as np
from numpy.typing import NDArray

from calibration.board import HOLE_DEPTH_MM, TOURNAMENT_DISC
from calibration.directions import directions
from vision.hole.fit import Fit, HoleLimits, fit_place, within
from vision.hole.picture import Explanation, HolePicture, distance_mm, each, explain, lit_aside
from vision.placing.disc_position import displacements

FloatArray = NDArray[np.float64]

# Height of the upper shoulder, as wide as the disc, of one that lies in the hole.
SHOULDER_MM = TOURNAMENT_DISC.thickness_mm - TOURNAMENT_DISC.rounding_mm - HOLE_DEPTH_MM
# The same of a disc in a shallower hole: holes are 6 to 10 mm deep, and discs up to 10 mm thick.
PROUD_MM = (0.5, 2.5)
# Where the rim's shadow ends: of lamps at 25 to 60 degrees from straight above.
AZIMUTHS = np.arange(12) * (2 * math.pi / 12)
SHADOWS_MM = np.array([4.0, 8.0, 13.0])
LIT_MM = (SHADOWS_MM[:, None, None] * directions(AZIMUTHS)).reshape(-1, 2)
# Around the best of these: half of the way to the next ones, in steps of about a pixel.
FINER_MM = displacements(2.4, 1.2)


def wall_seen_mm(picture: HolePicture) -> float:
    """How much of the far wall shows over a bottom: as far as the rim hides the bottom on the near side."""
    x, y, z = picture.camera_mm
    return HOLE_DEPTH_MM * math.hypot(float(x), float(y)) / float(z)


def explain_by_bottom(picture: HolePicture, *, from_aside: bool = False) -> Explanation:
    """How well board, wall and a bottom, darker where the rim hides more of the sky from it, explain a picture.

    from_aside : whether light from one side may reach one side of the hole better than the other.
    """
    hole_mm = picture.hole_radius_mm
    bottom_mm = picture.met_mm(-HOLE_DEPTH_MM)
    inside, bottom = picture.inside, picture.bottom
    wall = inside - bottom
    hidden = 1.0 - _sky_seen(np.minimum(distance_mm(bottom_mm), each(hole_mm)), each(hole_mm))
    shades = [*lit_aside(wall, picture.xy_mm, hole_mm), *lit_aside(bottom, bottom_mm, hole_mm)] if from_aside else []
    return explain(picture, [1.0 - inside, wall, bottom, bottom * hidden], shades)


def misfit_of_shaded_bottom(picture: HolePicture) -> float:
    """How badly a bottom with the rim's own shadow on it does: a lamp lights only a circle beside the axis."""
    coarse = picture.coarse()
    nearest_mm = LIT_MM[_explain_by_shaded_bottom(coarse, LIT_MM).misfit.argmin()]
    finer_mm = nearest_mm + FINER_MM
    best_mm = finer_mm[_explain_by_shaded_bottom(coarse, finer_mm).misfit.argmin()]
    return float(_explain_by_shaded_bottom(picture, best_mm[None]).misfit[0])


def _explain_by_shaded_bottom(picture: HolePicture, lit_mm: FloatArray) -> Explanation:
    """How well it does with a lit circle about each of (K, 2) places."""
    inside, bottom = picture.inside, picture.bottom
    lit = bottom * picture.cover(picture.hole_radius_mm - distance_mm(picture.met_mm(-HOLE_DEPTH_MM), lit_mm))
    return explain(picture, np.broadcast_arrays(1.0 - inside, inside - bottom, lit, bottom - lit))


def _sky_seen(from_axis_mm: FloatArray, hole_mm: FloatArray) -> FloatArray:
    """Share of an even sky's light that reaches the bottom of the hole.

    View factor from a small plane to a parallel disc off its axis, Howell, A Catalog of Radiation Heat Transfer
    Configuration Factors, B-13.
    """
    off_mm = np.maximum(from_axis_mm, 1e-3)
    height, radius = HOLE_DEPTH_MM / off_mm, hole_mm / off_mm
    z = 1.0 + height**2 + radius**2
    return np.asarray(0.5 * (1.0 - (z - 2.0 * radius**2) / np.sqrt(z**2 - 4.0 * radius**2)), np.float64)


def explain_by_level_disc(
    picture: HolePicture, at: FloatArray, disc_radius_mm: float, *, from_aside: bool = False
) -> Explanation:
    """How well board, slit and a disc that lies flat in the hole explain a picture.

    Its rounded edge, which sees the slit's dark wall, has a colour of its own. at : (..., 5) the hole's axis and radius
    and the disc's axis, as Fit.at. from_aside : whether light from one side may shade edge and slit; the face lies
    level, and is alike all over.
    """
    moved, offset_mm = picture.about(at), at[..., 3:] - at[..., :2]
    inside, hole_mm, shoulder_mm = moved.inside, moved.hole_radius_mm, moved.met_mm(SHOULDER_MM)
    from_axis_mm = distance_mm(shoulder_mm, offset_mm)
    disc = moved.cover(disc_radius_mm - from_axis_mm)
    face = moved.cover(disc_radius_mm - TOURNAMENT_DISC.rounding_mm - from_axis_mm)
    edge, slit = disc - face, inside * (1.0 - disc)
    shades = [*lit_aside(edge, shoulder_mm, hole_mm), *lit_aside(slit, moved.xy_mm, hole_mm)] if from_aside else []
    return explain(moved, [(1.0 - inside) * (1.0 - disc), slit, face, edge], shades)


def explain_by_proud_disc(picture: HolePicture, at: FloatArray, disc_radius_mm: float) -> Explanation:
    """How well a disc that lies flat in a hole shallower than itself does, and shows some of its side above the board.

    at : (..., 6) as Fit.at of a level disc, and the height of its upper shoulder above the board.
    """
    moved, offset_mm = picture.about(at), at[..., 3:5] - at[..., :2]
    top, half_way, foot = (distance_mm(moved.met_mm(share * at[..., 5]), offset_mm) for share in (1.0, 0.5, 0.0))
    disc = moved.cover(disc_radius_mm - top)
    face = moved.cover(disc_radius_mm - TOURNAMENT_DISC.rounding_mm - top)
    side = (1.0 - disc) * moved.cover(disc_radius_mm - np.minimum(half_way, foot))
    rest = 1.0 - disc - side
    shades = lit_aside(side, moved.xy_mm - offset_mm[..., None, None, :], np.array(disc_radius_mm))
    return explain(moved, [(1.0 - moved.inside) * rest, moved.inside * rest, face, disc - face, side], shades)


def fit_bottom(picture: HolePicture, limits: HoleLimits) -> Fit:
    """The hole whose bottom explains a picture best."""

    def explain_at(picture: HolePicture, at: FloatArray) -> Explanation:
        return explain_by_bottom(picture.about(at))

    return fit_place(picture, explain_at, limits.starts(), np.ones(3), limits.nearest)


def fit_level_disc(picture: HolePicture, limits: HoleLimits, disc_radius_mm: float) -> Fit:
    """The hole with a disc flat in it that explains a picture best; Fit.at[3:] is the disc's axis."""

    def explain_at(picture: HolePicture, at: FloatArray) -> Explanation:
        return explain_by_level_disc(picture, at, disc_radius_mm)

    def possible(at: FloatArray) -> FloatArray:
        return _inside_the_rim(limits, at, disc_radius_mm)

    starts = [np.append(circle, circle[:2]) for circle in limits.starts()]
    return fit_place(picture, explain_at, starts, np.ones(5), possible)


def fit_proud_disc(picture: HolePicture, limits: HoleLimits, level: Fit, disc_radius_mm: float) -> Fit:
    """The hole with a proud disc in it that explains a picture best, near where a level one does."""

    def explain_at(picture: HolePicture, at: FloatArray) -> Explanation:
        return explain_by_proud_disc(picture, at, disc_radius_mm)

    def possible(at: FloatArray) -> FloatArray:
        return np.append(_inside_the_rim(limits, at, disc_radius_mm), np.clip(at[5], *PROUD_MM))

    starts = [np.append(level.at, height_mm) for height_mm in (1.0, 2.0)]
    starts += [np.array([*circle, *circle[:2], 2.0]) for circle in limits.starts()]
    return fit_place(picture, explain_at, starts, np.ones(6), possible)


def _inside_the_rim(limits: HoleLimits, at: FloatArray, disc_radius_mm: float) -> FloatArray:
    """(5,) the possible hole and the axis of a flat disc in it that are nearest to Fit.at."""
    hole = limits.nearest(at[:3])
    return np.append(hole, hole[:2] + within(at[3:5] - hole[:2], max(0.0, hole[2] - disc_radius_mm)))
