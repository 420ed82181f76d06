"""A disc that leans on the lip of the twenty hole: one side on the bottom, the other up against the rim.

How far its base's centre stands off the hole's says how steeply it leans, so that two numbers tell all of its place.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.board import HOLE_DEPTH_MM, TOURNAMENT_DISC
from vision.hole_fit import HoleLimits, fit_place
from vision.hole_picture import HolePicture, lit_aside, misfit

FloatArray = NDArray[np.float64]

# How much farther the base's centre stands off the hole's than it must for the base to reach the rim at all; at a slope
# of 35 degrees by 6 mm. Much farther out it would tip over the rim.
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
    """base_mm : (3,) centre of the base. frame : (3, 3) rows: up the slope, across it, the axis."""

    base_mm: FloatArray
    frame: FloatArray


def fit_leaning(
    picture: HolePicture, limits: HoleLimits, circles: Sequence[FloatArray], disc_radius_mm: float
) -> Leaning:
    """The leaning disc that explains a picture best.

    circles : (3,) each, where the hole seems to be. disc_radius_mm : of the other discs.
    """

    def explain(picture: HolePicture, at: FloatArray) -> float:
        return _explain(picture.about(at), disc_radius_mm, at[3:])[0]

    def on_the_rim(at: FloatArray) -> FloatArray:
        return np.append(limits.nearest(at[:4]), np.clip(at[4], 0.0, MOST_MM))

    starts = [np.array([*circle, azimuth, off_mm]) for circle in circles for azimuth in AZIMUTHS for off_mm in FIRST_MM]
    found = fit_place(picture, explain, starts, np.array([1.0, 1.0, 1.0, TURN, 1.0]), on_the_rim)
    pose = _pose(found.at[3:], found.at[2], disc_radius_mm)
    return Leaning(
        misfit=found.misfit,
        base_mm=pose.base_mm + np.append(found.at[:2], 0.0),
        face_lab=_explain(picture.about(found.at), disc_radius_mm, found.at[3:])[1][0],
    )


def _explain(picture: HolePicture, disc_radius_mm: float, at: FloatArray) -> tuple[float, FloatArray]:
    """Misfit and colours of face, side, board, bottom and wall with a disc that leans as `_pose` says.

    Its side is lighter on one side than on the other.
    """
    pose = _pose(at, picture.hole_radius_mm, disc_radius_mm)
    face, side = _seen(picture, pose, disc_radius_mm)
    inside, bottom, rest = picture.inside, picture.bottom, ~(face | side)
    return misfit(
        picture,
        [face, side, rest & ~inside, rest & bottom, rest & inside & ~bottom],
        lit_aside(side, picture.met_mm(float(pose.base_mm[2])) - pose.base_mm[:2], disc_radius_mm),
    )


def _pose(at: FloatArray, hole_mm: float, disc_radius_mm: float) -> _Pose:
    """Where a disc leans in the direction at[0], with its base's centre at[1] mm farther off than it must.

    The base touches the bottom with its lowest point, and the rim where its own circle, seen from above, crosses it.
    """
    azimuth = float(at[0])
    base_radius_mm = disc_radius_mm - TOURNAMENT_DISC.rounding_mm
    # Never at the very centre, from where it would lean no way.
    off_mm = max(1.0, hole_mm - base_radius_mm) + float(at[1])
    rim_mm = (hole_mm**2 - base_radius_mm**2 + off_mm**2) / (2 * off_mm)
    slope = math.atan2(HOLE_DEPTH_MM, rim_mm - off_mm + base_radius_mm)
    for _ in range(3):  # the lowest point comes nearer the more it leans
        slope = math.atan2(HOLE_DEPTH_MM, rim_mm - off_mm + base_radius_mm * math.cos(slope))
    outward = np.array([math.cos(azimuth), math.sin(azimuth), 0.0])
    up = np.array([0.0, 0.0, 1.0])
    uphill = math.cos(slope) * outward + math.sin(slope) * up
    axis = math.cos(slope) * up - math.sin(slope) * outward
    return _Pose(
        base_mm=off_mm * outward + (base_radius_mm * math.sin(slope) - HOLE_DEPTH_MM) * up,
        frame=np.stack([uphill, np.cross(axis, uphill), axis]),
    )


def _seen(picture: HolePicture, pose: _Pose, disc_radius_mm: float) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """(N, N) where the face is seen and where the side is: rays from the camera against a cylinder.

    What lies below the board is seen through the hole only.
    """
    spec, camera_mm = TOURNAMENT_DISC, picture.camera_mm
    surface_mm = np.concatenate([picture.xy_mm, np.zeros((*picture.xy_mm.shape[:2], 1))], axis=-1)
    rays = surface_mm - camera_mm
    eye, local = pose.frame @ (camera_mm - pose.base_mm), rays @ pose.frame.T
    to_face = (spec.thickness_mm - eye[2]) / local[..., 2]
    on_face = eye[:2] + to_face[..., None] * local[..., :2]
    across = np.einsum("hwi,hwi->hw", local[..., :2], local[..., :2])
    along = local[..., :2] @ eye[:2]
    under_root = along**2 - across * (eye[:2] @ eye[:2] - disc_radius_mm**2)
    to_side = (-along - np.sqrt(np.maximum(under_root, 0.0))) / across
    height_mm = eye[2] + to_side * local[..., 2]
    face = np.hypot(on_face[..., 0], on_face[..., 1]) < disc_radius_mm - spec.rounding_mm / 2
    face &= eye[2] > spec.thickness_mm
    side = ~face & (under_root > 0) & (height_mm > 0.0) & (height_mm < spec.thickness_mm)
    above_board = camera_mm[2] + np.where(face, to_face, to_side) * rays[..., 2] > 0
    seen = above_board | picture.inside
    return face & seen, side & seen
