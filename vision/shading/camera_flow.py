"""What another camera would do to the picture of a disc: it stood elsewhere, so that solids lean otherwise."""

import numpy as np
from numpy.typing import NDArray

from calibration.camera.camera import Camera
from calibration.view import CAMERA_STEP, BoardView
from vision.placing.outline import Solids
from vision.shading.rounded_edge import lean_of

FloatArray = NDArray[np.float64]

# Discs tell a focal length or an axis to about half of this share: what is known better is not asked of them.
KNOWN = 0.1


def ways_in_doubt(camera: Camera) -> tuple[FloatArray, FloatArray]:
    """(K, 3) independent ways in which the camera is in doubt, of length 1, and (K,) how far it is off along them."""
    variance, ways = np.linalg.eigh(camera.covariance)
    doubtful = variance > KNOWN**2
    return ways.T[doubtful], np.sqrt(variance[doubtful])


def along_ways(view: BoardView, ways: FloatArray, change: FloatArray, covariance: FloatArray) -> BoardView:
    """The view with its camera changed by (K,) along (K, 3) ways, these known as well as a (K, K) covariance says."""
    others = np.eye(3) - ways.T @ ways
    told = others @ view.camera.covariance @ others + ways.T @ covariance @ ways
    return view.with_camera(change @ ways, told)


def camera_flows(
    solids: Solids, view: BoardView, ways: FloatArray, offsets_mm: FloatArray, face_mm: FloatArray, end_mm: FloatArray
) -> NDArray[np.float32]:
    """(K, M, ANGLES, T) mm that what shows at the offsets moves outward per unit that the camera changes along (K, 3)
    ways.

    face_mm, end_mm : (M, ANGLES) where the face and the disc end. The middle of the solid is held where it is seen:
    above it everything moves one way, below it the other.
    """
    lean = lean_of(solids, view)
    changed = [view.with_camera(CAMERA_STEP * way, view.camera.covariance) for way in ways]
    change = np.reshape([lean_of(solids, other) - lean for other in changed], (len(ways), *lean.shape)) / CAMERA_STEP
    top, rounding = solids.thickness_mm[:, None], solids.rounding_mm[:, None]
    # An outline is its upper shoulder's where the disc leans outward, its lower one's where the side shows.
    height_at_end = np.where(lean > 0, top - rounding, rounding)
    beyond_face = (offsets_mm - face_mm[..., None]) / (end_mm - face_mm)[..., None]
    height_mm = top[..., None] + (height_at_end - top)[..., None] * np.clip(beyond_face, 0.0, 1.0)
    return np.asarray((height_mm - top[..., None] / 2) * change[..., None], np.float32)
