"""How a disc's surface turns away along its rounded edge, as the camera sees it on each normal of the outline."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.outline import NORMALS, Solids, outline_mm

FloatArray = NDArray[np.float64]
Along = NDArray[np.float32]

# No photo tells a sharper edge from one of this radius.
SHARPEST_MM = 0.05


@dataclass(frozen=True, eq=False, kw_only=True)
class RoundedEdge:
    """M discs along the normals of their outlines, at F offsets from the outline.

    slope_sin, slope_cos : (M, ANGLES, F) of the angle between surface and board: 0 on the face, a right angle on the
    side, more below it. covered : (M, ANGLES, F) share of each place that the disc covers. face_mm, end_mm :
    (M, ANGLES) offsets at which the flat face and the disc end.
    """

    slope_sin: Along
    slope_cos: Along
    covered: Along
    face_mm: FloatArray
    end_mm: FloatArray


def rounded_edge(solids: Solids, view: BoardView, offsets_mm: FloatArray) -> RoundedEdge:
    """Follow the meridian of each disc from its face over the upper rounding, the side and the lower rounding.

    A point of slope s on the upper rounding is seen at face_mm + rounding * (sin s + lean * (cos s - 1)), where lean is
    how far the camera sees a point move along the normal for every mm of its height; the lower rounding likewise.
    """
    outline = outline_mm(solids, view)
    rounding = np.clip(solids.rounding_mm, SHARPEST_MM, solids.thickness_mm / 2)[:, None]
    radius, top = solids.radius_mm[:, None], solids.thickness_mm[:, None]

    def seen_at(radius_mm: FloatArray, above_foot_mm: FloatArray) -> FloatArray:
        point = solids.xy_mm[:, None, :] + radius_mm[..., None] * NORMALS
        seen = view.shadow_mm(point, above_foot_mm + solids.height_mm[:, None])
        return np.asarray(np.einsum("mkj,kj->mk", seen - outline, NORMALS))

    face_mm = seen_at(radius - rounding, top)
    upper_mm, lower_mm = seen_at(radius, top - rounding), seen_at(radius, rounding)
    lean = lean_of(solids, view)
    stretch, turn = np.sqrt(1 + lean**2), np.arctan(lean)
    end_mm = np.where(lean > 0, face_mm + rounding * (stretch - lean), lower_mm + rounding * (stretch - 1))

    def slope(in_roundings: FloatArray) -> FloatArray:
        sine = in_roundings / stretch[..., None]
        return np.asarray(np.arcsin(np.clip(sine, -1.0, 1.0)) - turn[..., None])

    at = offsets_mm[None, None, :]
    on_upper = slope((at - face_mm[..., None]) / rounding[..., None] + lean[..., None])
    on_lower = slope((at - lower_mm[..., None]) / rounding[..., None] + 1.0)
    side_seen = (lean < 0)[..., None]
    angle = np.where(at < face_mm[..., None], 0.0, on_upper)
    angle = np.where(side_seen & (at > upper_mm[..., None]), np.pi / 2, angle)
    angle = np.where(side_seen & (at > lower_mm[..., None]), on_lower, angle)
    step_mm = offsets_mm[1] - offsets_mm[0]
    return RoundedEdge(
        slope_sin=np.sin(angle).astype(np.float32),
        slope_cos=np.cos(angle).astype(np.float32),
        covered=np.clip((end_mm[..., None] - at) / step_mm + 0.5, 0.0, 1.0).astype(np.float32),
        face_mm=face_mm,
        end_mm=end_mm,
    )


def lean_of(solids: Solids, view: BoardView) -> FloatArray:
    """(M, ANGLES) how far the camera sees a point of a side move along the normal for every mm of its height."""
    foot = solids.xy_mm[:, None, :] + solids.radius_mm[:, None, None] * NORMALS
    low = solids.height_mm[:, None]
    high = low + solids.thickness_mm[:, None]
    moved_mm = view.shadow_mm(foot, high) - view.shadow_mm(foot, low)
    return np.asarray(np.einsum("mkj,kj->mk", moved_mm, NORMALS) / solids.thickness_mm[:, None])
