"""The light's pull on placed discs: their rounded edge is brighter than the face towards the lamp, darker away."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.disc_position import Placed
from vision.outline import ANGLES, NORMALS, OFFSETS_MM, linear_light, outline_mm, profiles

FloatArray = NDArray[np.float64]

# Board beside the disc: beyond the blur of its edge, and as far as its shadow is deep.
BESIDE = (OFFSETS_MM > 0.9) & (OFFSETS_MM < 4.0)
FACE = OFFSETS_MM < -3.5
# This share of the directions shows board in plain light.
LIT_SHARE = 0.7
# Light, as a share of white, that still tells shadow from board.
DARKEST = 1e-3
# Board beside a disc that is brighter than this over plain board is a reflection, a line or a neighbour.
BRIGHTEST = 0.3
# The room lights the deepest shadow too.
DEEPEST = 0.8
# Half of a rounding faces sideways (the mean sine of its slope, seen from above, is 1/2): by this share of what the
# lamp gives does its shade differ from the face's. It moves the edge by no more than this share of itself either:
# a bound by trial. From 0.3 to 0.8 for both, errors on pictures of known truth change by up to 0.02 mm.
SIDEWAYS = 0.5


def without_rim_light(bgr: NDArray[np.uint8], view: BoardView, placed: Placed, team: NDArray[np.intp]) -> Placed:
    """Move the discs of each team back by what the light has drawn them out of place.

    The shaded rounding of a bright disc passes for its shadow, the lit rounding of a darker one for board: the first
    seems to stand farther from its shadow, the second nearer. team : (M,) group number.
    """
    if not len(team):
        return placed
    colours = profiles(bgr, view, outline_mm(placed.solids, view))
    light = linear_light(colours).mean(axis=3)
    beside = np.median(light[:, :, BESIDE], axis=2)
    plain = np.maximum(np.quantile(beside, LIT_SHARE, axis=1), DARKEST)
    face = np.median(light[:, :, FACE], axis=(1, 2)) / plain
    shade = np.maximum(1.0 - beside / plain[:, None], -BRIGHTEST)
    towards_shadow = shade @ NORMALS * (2 / ANGLES)
    xy_mm = placed.solids.xy_mm.copy()
    for group in np.unique(team):
        own = team == group
        # One lamp and one finish for all of them: the median leaves out what neighbours and lines do to a few.
        pull = _pull(float(np.median(face[own])), np.median(towards_shadow[own], axis=0))
        xy_mm[own] -= placed.solids.rounding_mm[own, None] * pull
    return replace(placed, solids=replace(placed.solids, xy_mm=xy_mm))


def _pull(face: float, towards_shadow: FloatArray) -> FloatArray:
    """(2,) what the light moves a disc by, as a share of its rounding.

    face: its light over that of the board around it. towards_shadow: first harmonic of the light that its shadow takes.
    An edge lies where the light is half way between the two sides: a rounding whose shade differs from the face's moves
    it inward by that difference over the whole step.
    """
    depth = float(np.hypot(*towards_shadow))
    if depth == 0.0:
        return np.zeros(2)
    # A shade that follows a cosine is twice as deep at its middle as its harmonic.
    in_shadow = 1.0 - min(2 * depth, DEEPEST)
    shaded = _inward(depth * face, face - in_shadow)
    lit = _inward(depth * face, 1.0 - face)
    # One side moved inward moves the middle by half as much.
    return np.asarray((lit - shaded) / 2 * towards_shadow / depth, np.float64)


def _inward(change: float, step: float) -> float:
    """Share of the rounding that its change of light takes from the disc, where the change goes the way of the step."""
    return min(SIDEWAYS, SIDEWAYS * change / step) if step > 0 else 0.0
