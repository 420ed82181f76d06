"""A disc that leans on the lip of the twenty hole: one side on the bottom, the other up against the rim.

How far its base's centre stands off the hole's says how steeply it leans, so that two numbers tell all of its place.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.board import HOLE_DEPTH_MM, TOURNAMENT_DISC
from vision.hole.fit import HoleLimits, fit_place
from vision.hole.picture import Explanation, HolePicture, each, explain, lit_aside

FloatArray = NDArray[np.float64]

# How much farther the base's centre stands off the hole's than it must for the base to reach the rim at all; at a slope
# of 31 degrees by 6 mm. Much farther out it would tip over the rim.
MOST_MM = 8.0
AZIMUTHS = np.arange(12) * (2 * math.pi / 12)
FIRST_MM = (0.5, 2.0, 4.5)
# A turn that moves the edge of a leaning disc by as much as a millimetre moves all of it.
TURN = math.pi / 12


@dataclass(frozen=True, eq=False, kw_only=True)
class Leaning:
    """misfit: how badly it explains the picture. base_mm : (3,) centre of the base. face_lab : (3,)."""

    misfit: float
    base_mm: FloatArray
    face_lab: FloatArray


@dataclass(frozen=True, eq=False, kw_only=True)
class _Pose:
    """base_mm : (..., 3) centre of the base. frame : (..., 3, 3) rows: up the slope, across it, the axis."""

    base_mm: FloatArray
    frame: FloatArray


def fit_leaning(
    picture: HolePicture, limits: HoleLimits, circles: Sequence[FloatArray], disc_radius_mm: float
) -> Leaning:
    """The leaning disc that explains a picture best.

    circles : (3,) each, where the hole seems to be. disc_radius_mm : of the other discs.
    """

    def explain_at(picture: HolePicture, at: FloatArray) -> Explanation:
        return _explain(picture.about(at), disc_radius_mm, at[..., 3:])

    def on_the_rim(at: FloatArray) -> FloatArray:
        return np.append(limits.nearest(at[:4]), np.clip(at[4], 0.0, MOST_MM))

    starts = [np.array([*circle, azimuth, off_mm]) for circle in circles for azimuth in AZIMUTHS for off_mm in FIRST_MM]
    found = fit_place(picture, explain_at, starts, np.array([1.0, 1.0, 1.0, TURN, 1.0]), on_the_rim)
    pose = _pose(found.at[3:], found.at[2], disc_radius_mm)
    return Leaning(
        misfit=found.misfit,
        base_mm=pose.base_mm + np.append(found.at[:2], 0.0),
        face_lab=found.explanation.colours[0],
    )


def _explain(picture: HolePicture, disc_radius_mm: float, at: FloatArray) -> Explanation:
    """How well board, hole and a disc that leans as `_pose` says explain a picture.

    Its rounded edge has a colour of its own; its side is lighter on one side than on the other.
    """
    pose = _pose(at, picture.hole_radius_mm, disc_radius_mm)
    face, edge, side = _seen(picture, pose, disc_radius_mm)
    inside, bottom, rest = picture.inside, picture.bottom, 1.0 - face - edge - side
    return explain(
        picture,
        [face, edge, side, rest * (1.0 - inside), rest * bottom, rest * (inside - bottom)],
        lit_aside(
            side,
            picture.met_mm(pose.base_mm[..., 2]) - pose.base_mm[..., None, None, :2],
            np.array(disc_radius_mm),
        ),
    )


def _pose(at: FloatArray, hole_mm: FloatArray, disc_radius_mm: float) -> _Pose:
    """Where a disc leans in the direction at[..., 0], with its base's centre at[..., 1] mm farther off than it must.

    The base touches the bottom with its lowest point, and the rim where its own circle, seen from above, crosses it.
    """
    azimuth = at[..., 0]
    base_radius_mm = disc_radius_mm - TOURNAMENT_DISC.rounding_mm
    # Never at the very centre, from where it would lean no way.
    off_mm = np.maximum(1.0, hole_mm - base_radius_mm) + at[..., 1]
    rim_mm = (hole_mm**2 - base_radius_mm**2 + off_mm**2) / (2 * off_mm)
    slope = np.arctan2(HOLE_DEPTH_MM, rim_mm - off_mm + base_radius_mm)
    for _ in range(3):  # the lowest point comes nearer the more it leans
        slope = np.arctan2(HOLE_DEPTH_MM, rim_mm - off_mm + base_radius_mm * np.cos(slope))
    nought = np.zeros_like(azimuth)
    outward = np.stack([np.cos(azimuth), np.sin(azimuth), nought], axis=-1)
    sideways = np.stack([-np.sin(azimuth), np.cos(azimuth), nought], axis=-1)
    up = np.array([0.0, 0.0, 1.0])
    cosine, sine = np.cos(slope)[..., None], np.sin(slope)[..., None]
    return _Pose(
        base_mm=off_mm[..., None] * outward + (base_radius_mm * sine - HOLE_DEPTH_MM) * up,
        frame=np.stack([cosine * outward + sine * up, sideways, cosine * up - sine * outward], axis=-2),
    )


def _seen(picture: HolePicture, pose: _Pose, disc_radius_mm: float) -> tuple[FloatArray, FloatArray, FloatArray]:
    """(..., N, N) shares of each sample that show the face, the rounded edge, and the side.

    Rays from the camera against a cylinder as high as the shoulder. What lies below the board is seen through the hole
    only.
    """
    shoulder_mm, camera_mm = TOURNAMENT_DISC.thickness_mm - TOURNAMENT_DISC.rounding_mm, picture.camera_mm
    east_mm, north_mm = (picture.xy_mm[..., i] - each(camera_mm[..., i]) for i in (0, 1))
    eye_x, eye_y, eye_z = (each((pose.frame[..., i, :] * (camera_mm - pose.base_mm)).sum(axis=-1)) for i in (0, 1, 2))
    x, y, z = (
        each(pose.frame[..., i, 0]) * east_mm
        + each(pose.frame[..., i, 1]) * north_mm
        - each(pose.frame[..., i, 2] * camera_mm[..., 2])
        for i in (0, 1, 2)
    )
    to_top = (shoulder_mm - eye_z) / z
    from_axis_mm = np.sqrt((eye_x + to_top * x) ** 2 + (eye_y + to_top * y) ** 2)
    across, along = x * x + y * y, x * eye_x + y * eye_y
    passed_mm2 = eye_x**2 + eye_y**2 - along * along / across
    to_side = (-along - np.sqrt(np.maximum(across * (disc_radius_mm**2 - passed_mm2), 0.0))) / across
    height_mm = eye_z + to_side * z
    top = picture.cover(disc_radius_mm - from_axis_mm) * (eye_z > shoulder_mm)
    face = top * picture.cover(disc_radius_mm - TOURNAMENT_DISC.rounding_mm - from_axis_mm)
    side = (1.0 - top) * picture.cover(disc_radius_mm - np.sqrt(np.maximum(passed_mm2, 0.0)))
    side *= picture.cover(height_mm) * picture.cover(shoulder_mm - height_mm)
    above_board = picture.cover(each(camera_mm[..., 2]) * (1.0 - np.where(top > 0.5, to_top, to_side)))
    seen = np.maximum(above_board, picture.inside)
    return face * seen, (top - face) * seen, side * seen
