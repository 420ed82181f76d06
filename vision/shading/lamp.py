"""Where the light comes from, by the shadows that the discs cast.

Light that strikes a disc's side would else have fallen on the board behind it. So what the board lacks there, added up
over the shadow's length, is the thickness of the disc times the light that its side gets, be it from lamps, windows or
walls.
"""

import warnings
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.placing.neighbours import shows_another
from vision.placing.outline import BLOWN, NORMALS, Solids, linear_light, outline_mm, profiles
from vision.shading.rounded_edge import lean_of, rounded_edge

FloatArray = NDArray[np.float64]

# Board beside a disc, beyond the blur of its edge, out to twice the thickness of a disc: a lamp at 27 degrees. Lines
# and the edges of the hole and the surface are left out with as much beside them.
STEP_MM = 1.0
BESIDE_MM: FloatArray = np.arange(2.0, 20.0, STEP_MM)
CLEAR_MM = 1.0
# Samples on every other normal are as good as on all.
NORMALS_USED = 2
# Light so near, and the quantile of it over all directions, that stands for plain light beside a disc.
NEAR_MM, LIT_SHARE = 4.0, 0.7
# Light, as a share of white, that still tells shadow from board.
DARKEST = 1e-3
# Grain, lines and neighbours spoil single shadows: fewer discs on the surface than this tell nothing.
LEAST_DISCS = 3
# Sides that get no more than this share of the plain light from one direction show no lamp there.
LEAST_LAMP = 0.03


@dataclass(frozen=True, eq=False, kw_only=True)
class RoomLight:
    """Light beside M discs. plain : (M,) that of the board where no shadow falls, as a share of white.

    aside : (2,) how much more light a side gets that faces a direction than one that faces away from it, half of it,
    as a share of the plain light: the vector's part in that direction. differs : (M,) how far each disc's own shadow is
    from saying so: it may lie in a shadow itself. Infinite in the ditch, where the sensor cuts the board's light off,
    and where there are too few discs.
    """

    plain: FloatArray
    aside: FloatArray
    differs: FloatArray

    @property
    def towards_lamp(self) -> FloatArray:
        """(2,) unit vector on the board, 0 without a lamp."""
        strength = float(np.hypot(*self.aside))
        return self.aside / strength if strength > LEAST_LAMP else np.zeros(2)


def room_light(bgr: NDArray[np.uint8], view: BoardView, solids: Solids, others: Solids) -> RoomLight:
    """Read the light from the board around the discs. others : all that stands on the board, these among them."""
    light, bare = _beside(bgr, view, solids, others)
    near = light[:, :, BESIDE_MM < NEAR_MM].mean(axis=2)
    colour = np.maximum(np.quantile(near, LIT_SHARE, axis=1), DARKEST)
    plain = colour.mean(axis=1)
    on_surface = np.hypot(*solids.xy_mm.T) + solids.radius_mm + NEAR_MM < view.surface_radius_mm
    tells = on_surface & (colour < BLOWN).all(axis=1)
    if tells.sum() < LEAST_DISCS:
        return RoomLight(plain=plain, aside=np.zeros(2), differs=np.full(len(plain), np.inf))
    lacking = np.where(bare, 1.0 - light.mean(axis=3) / plain[:, None, None], np.nan)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # what no disc shows is not a number
        usual = np.nan_to_num(np.nanmedian(lacking[tells], axis=0))
    aside, own = _aside(usual, solids), _aside(np.where(bare, lacking, usual), solids)
    differs = np.where(tells, np.linalg.norm(own - aside, axis=1), np.inf)
    return RoomLight(plain=plain, aside=aside, differs=differs)


def _beside(
    bgr: NDArray[np.uint8], view: BoardView, solids: Solids, others: Solids
) -> tuple[FloatArray, NDArray[np.bool_]]:
    """(M, normals, T, 3) light beside the feet of the discs, and (M, normals, T) whether that is the bare board's.

    What a disc itself hides, behind its foot as the camera sees it, is taken to be as the nearest board that shows.
    """
    end_mm = rounded_edge(solids, view, np.array([0.0, STEP_MM])).end_mm
    place_mm = outline_mm(solids, view) + end_mm[..., None] * NORMALS
    light = linear_light(profiles(bgr, view, place_mm, BESIDE_MM))
    other = shows_another(solids, view, others, BESIDE_MM, np.zeros(end_mm.shape))
    distance_mm = np.linalg.norm(place_mm[:, :, None] + BESIDE_MM[:, None] * NORMALS[:, None], axis=-1)
    bare = (distance_mm > view.hole_radius_mm + CLEAR_MM) & (distance_mm < view.surface_radius_mm - CLEAR_MM)
    for line, drawn in zip(view.lines, view.line_maps, strict=True):
        bare &= np.abs(distance_mm - drawn.radius_mm) > line.width_mm / 2 + CLEAR_MM
    hidden_mm = np.maximum(0.0, lean_of(solids, view)) * solids.thickness_mm[:, None]
    from_foot = np.round((BESIDE_MM - hidden_mm[..., None]) / STEP_MM - BESIDE_MM[0] / STEP_MM)
    nearest = np.clip(from_foot, 0, len(BESIDE_MM) - 1).astype(np.intp)
    light = np.take_along_axis(light, nearest[..., None], axis=2)
    bare = np.take_along_axis(bare & ~other, nearest, axis=2)
    return light[:, ::NORMALS_USED].astype(np.float64), bare[:, ::NORMALS_USED]


def _aside(lacking: FloatArray, solids: Solids) -> FloatArray:
    """(..., 2) first harmonic of the light that sides get, from shares (..., normals, T) that the board lacks behind
    them. Farther out a shadow is as much wider; it begins under the rounding.
    """
    thickness_mm, radius_mm, rounding_mm = (
        float(np.mean(each)) for each in (solids.thickness_mm, solids.radius_mm, solids.rounding_mm)
    )
    length_mm = STEP_MM * (1.0 + BESIDE_MM / radius_mm)
    length_mm[0] += rounding_mm / 2 + BESIDE_MM[0] - STEP_MM / 2
    normals = NORMALS[::NORMALS_USED]
    return np.asarray(-2.0 / len(normals) * (lacking @ length_mm / thickness_mm) @ normals)
