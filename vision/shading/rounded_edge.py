"""How a disc's surface turns away along its rounded edge, as the camera sees it on each normal of the outline."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.placing.outline import NORMALS, Solids, outline_mm

FloatArray = NDArray[np.float64]
Along = NDArray[np.float32]

# No photo tells a sharper edge from one of this radius.
SHARPEST_MM = 0.05


@dataclass(frozen=True, eq=False, kw_only=True)
class RoundedEdge:
    """M discs along the normals of their outlines, at F offsets from the outline.

    slope_sin, slope_cos : (M, ANGLES, F) of the angle between surface and board: 0 on the face, a right angle on the
    side, more below it. depth : (M, ANGLES, F) below the face, as a share of the thickness. covered : (M, ANGLES, F)
    share of each place that the disc covers. mirrored : (M, ANGLES, F) share of the board's light that a polished
    surface mirrors into the camera; seen from above a side is grazed, and mirrors most. face_mm, end_mm :
    (M, ANGLES) offsets at which the flat face and the disc end.
    """

    slope_sin: Along
    slope_cos: Along
    depth: Along
    covered: Along
    mirrored: Along
    face_mm: FloatArray
    end_mm: FloatArray


@dataclass(frozen=True, eq=False, kw_only=True)
class _Meridian:
    """Where the parts of M discs are seen. face_mm, upper_mm, lower_mm, end_mm : (M, ANGLES) offsets from the outline
    at which the flat face ends, the side begins and ends, and the disc ends.

    rounding_mm : (M, 1). lean : (M, ANGLES) as lean_of has it, stretch : (M, ANGLES) the root of 1 + its square.
    """

    face_mm: FloatArray
    upper_mm: FloatArray
    lower_mm: FloatArray
    end_mm: FloatArray
    rounding_mm: FloatArray
    lean: FloatArray
    stretch: FloatArray


def rounded_edge(solids: Solids, view: BoardView, offsets_mm: FloatArray) -> RoundedEdge:
    """Follow the meridian of each disc from its face over the upper rounding, the side and the lower rounding.

    A point of slope s on the upper rounding is seen at face_mm + rounding * (sin s + lean * (cos s - 1)), where lean is
    how far the camera sees a point move along the normal for every mm of its height; the lower rounding likewise.
    """
    meridian = _meridian(solids, view)
    at = offsets_mm.astype(np.float32)[None, None, :]
    lean, stretch, rounding = _along(meridian.lean), _along(meridian.stretch), _along(meridian.rounding_mm)
    face_mm, upper_mm, lower_mm = _along(meridian.face_mm), _along(meridian.upper_mm), _along(meridian.lower_mm)
    side_seen = lean < 0
    on_upper, on_lower = (at - face_mm) / rounding + lean, (at - lower_mm) / rounding + 1
    # Sine and cosine of the slope and the camera's lean together.
    sine = np.clip(np.where(side_seen & (at > lower_mm), on_lower, on_upper) / stretch, -1.0, 1.0)
    cosine = np.sqrt(1 - sine * sine)
    turned_sin, turned_cos = (sine - cosine * lean) / stretch, (cosine + sine * lean) / stretch
    face, side = at < face_mm, side_seen & (at > upper_mm) & (at <= lower_mm)
    slope_cos = np.asarray(np.where(face, np.float32(1), np.where(side, np.float32(0), turned_cos)), np.float32)
    grazed = _along(np.maximum(-meridian.lean, 0.0) / meridian.stretch)
    facing = np.where(side, grazed, np.where(face, np.float32(1), np.maximum(cosine, 0)))
    step_mm = np.float32(offsets_mm[1] - offsets_mm[0])
    return RoundedEdge(
        slope_sin=np.where(face, np.float32(0), np.where(side, np.float32(1), turned_sin)),
        slope_cos=slope_cos,
        depth=_depth(solids, meridian, slope_cos, at),
        covered=np.clip((_along(meridian.end_mm) - at) / step_mm + np.float32(0.5), 0.0, 1.0),
        mirrored=_mirrored(facing, slope_cos),
        face_mm=meridian.face_mm,
        end_mm=meridian.end_mm,
    )


def _meridian(solids: Solids, view: BoardView) -> _Meridian:
    outline = outline_mm(solids, view)
    rounding = np.clip(solids.rounding_mm, SHARPEST_MM, solids.thickness_mm / 2)[:, None]
    radius, top = solids.radius_mm[:, None], solids.thickness_mm[:, None]

    def seen_at(radius_mm: FloatArray, above_foot_mm: FloatArray) -> FloatArray:
        point = solids.xy_mm[:, None, :] + radius_mm[..., None] * NORMALS
        seen = view.apparent_mm(point, above_foot_mm + solids.height_mm[:, None])
        return np.asarray(np.einsum("mkj,kj->mk", seen - outline, NORMALS))

    face_mm = seen_at(radius - rounding, top)
    upper_mm, lower_mm = seen_at(radius, top - rounding), seen_at(radius, rounding)
    lean = lean_of(solids, view)
    stretch = np.sqrt(1 + lean**2)
    end_mm = np.where(lean > 0, face_mm + rounding * (stretch - lean), lower_mm + rounding * (stretch - 1))
    return _Meridian(
        face_mm=face_mm,
        upper_mm=upper_mm,
        lower_mm=lower_mm,
        end_mm=end_mm,
        rounding_mm=rounding,
        lean=lean,
        stretch=stretch,
    )


def _depth(solids: Solids, meridian: _Meridian, slope_cos: Along, at: Along) -> Along:
    """(M, ANGLES, F) below the face, as a share of the thickness, at offsets: down the roundings, and down the side
    where it is seen.
    """
    side_mm = np.maximum(meridian.lower_mm - meridian.upper_mm, SHARPEST_MM)
    down_side = np.clip((at - _along(meridian.upper_mm)) / _along(side_mm), 0.0, 1.0)
    top = solids.thickness_mm[:, None]
    upright_mm = _along(top - 2 * meridian.rounding_mm) * np.where(_along(meridian.lean) < 0, down_side, np.float32(0))
    return np.asarray((_along(meridian.rounding_mm) * (1 - slope_cos) + upright_mm) / _along(top), np.float32)


def _mirrored(facing: Along, slope_cos: Along) -> Along:
    """Share of the board's light that is mirrored into the camera, by the cosines between surface and camera, and
    between surface and board. Source: Schlick's approximation, 1994.
    """
    to_board = 2 * facing * slope_cos < 1
    return np.asarray(np.where(to_board, (1 - facing) ** 5, np.float32(0)), np.float32)


def _along(by_normal: FloatArray) -> Along:
    """(M, ANGLES, 1) of (M, ANGLES), beside offsets along the normals."""
    return by_normal.astype(np.float32)[..., None]


def lean_of(solids: Solids, view: BoardView) -> FloatArray:
    """(M, ANGLES) how far the camera sees a point of a side move along the normal for every mm of its height."""
    foot = solids.xy_mm[:, None, :] + solids.radius_mm[:, None, None] * NORMALS
    moved_mm = view.apparent_mm(foot, solids.top_mm[:, None]) - view.apparent_mm(foot, solids.height_mm[:, None])
    return np.asarray(np.einsum("mkj,kj->mk", moved_mm, NORMALS) / solids.thickness_mm[:, None])
