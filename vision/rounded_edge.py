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
        seen = view.apparent_mm(point, above_foot_mm + solids.height_mm[:, None])
        return np.asarray(np.einsum("mkj,kj->mk", seen - outline, NORMALS))

    face_mm = seen_at(radius - rounding, top)
    upper_mm, lower_mm = seen_at(radius, top - rounding), seen_at(radius, rounding)
    lean = lean_of(solids, view)
    stretch = np.sqrt(1 + lean**2)
    end_mm = np.where(lean > 0, face_mm + rounding * (stretch - lean), lower_mm + rounding * (stretch - 1))

    def along(by_normal: FloatArray) -> Along:
        return by_normal.astype(np.float32)[..., None]

    at = offsets_mm.astype(np.float32)[None, None, :]
    side_seen = along(lean) < 0
    on_upper = (at - along(face_mm)) / along(rounding) + along(lean)
    on_lower = (at - along(lower_mm)) / along(rounding) + 1
    # Sine and cosine of the slope and the camera's lean together.
    sine = np.clip(np.where(side_seen & (at > along(lower_mm)), on_lower, on_upper) / along(stretch), -1.0, 1.0)
    cosine = np.sqrt(1 - sine * sine)
    slope_sin = (sine - cosine * along(lean)) / along(stretch)
    slope_cos = (cosine + sine * along(lean)) / along(stretch)
    face = at < along(face_mm)
    side = side_seen & (at > along(upper_mm)) & (at <= along(lower_mm))
    slope_cos = np.where(face, np.float32(1), np.where(side, np.float32(0), slope_cos))
    # Schlick's approximation, 1994: how much is mirrored goes by the cosine between surface and camera.
    facing = np.where(
        side, along(np.maximum(-lean, 0.0) / stretch), np.where(face, np.float32(1), np.maximum(cosine, 0))
    )
    to_board = 2 * facing * slope_cos < 1
    mirrored = np.where(to_board, (1 - facing) ** 5, np.float32(0))
    down_side = np.clip((at - along(upper_mm)) / along(np.maximum(lower_mm - upper_mm, SHARPEST_MM)), 0.0, 1.0)
    upright_mm = along(top - 2 * rounding) * np.where(side_seen, down_side, np.float32(0))
    step_mm = np.float32(offsets_mm[1] - offsets_mm[0])
    return RoundedEdge(
        slope_sin=np.where(face, np.float32(0), np.where(side, np.float32(1), slope_sin)),
        slope_cos=np.asarray(slope_cos, np.float32),
        depth=np.asarray((along(rounding) * (1 - slope_cos) + upright_mm) / along(top), np.float32),
        covered=np.clip((along(end_mm) - at) / step_mm + np.float32(0.5), 0.0, 1.0),
        mirrored=np.asarray(mirrored, np.float32),
        face_mm=face_mm,
        end_mm=end_mm,
    )


def lean_of(solids: Solids, view: BoardView) -> FloatArray:
    """(M, ANGLES) how far the camera sees a point of a side move along the normal for every mm of its height."""
    foot = solids.xy_mm[:, None, :] + solids.radius_mm[:, None, None] * NORMALS
    low = solids.height_mm[:, None]
    high = low + solids.thickness_mm[:, None]
    moved_mm = view.apparent_mm(foot, high) - view.apparent_mm(foot, low)
    return np.asarray(np.einsum("mkj,kj->mk", moved_mm, NORMALS) / solids.thickness_mm[:, None])
