"""What a longer focal length would do to the picture of a disc: the camera stood farther away, solids lean less."""

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.outline import Solids
from vision.rounded_edge import lean_of

FloatArray = NDArray[np.float64]

# Relative change of the focal length over which the lean's change is taken: far above rounding, far below its sigma.
TRIAL = 0.02


def focal_flow(
    solids: Solids, view: BoardView, offsets_mm: FloatArray, face_mm: FloatArray, end_mm: FloatArray
) -> NDArray[np.float32]:
    """(M, ANGLES, T) mm that what shows at the offsets moves outward per unit of the focal length's logarithm.

    face_mm, end_mm : (M, ANGLES) where the face and the disc end. The middle of the solid is held where it is seen:
    above it everything moves one way, below it the other.
    """
    lean = lean_of(solids, view)
    change = (lean_of(solids, view.with_focal(1.0 + TRIAL, view.camera.focal_sigma)) - lean) / np.log1p(TRIAL)
    top, rounding = solids.thickness_mm[:, None], solids.rounding_mm[:, None]
    # An outline is its upper shoulder's where the disc leans outward, its lower one's where the side shows.
    height_at_end = np.where(lean > 0, top - rounding, rounding)
    beyond_face = (offsets_mm - face_mm[..., None]) / (end_mm - face_mm)[..., None]
    height_mm = top[..., None] + (height_at_end - top)[..., None] * np.clip(beyond_face, 0.0, 1.0)
    return np.asarray((height_mm - top[..., None] / 2) * change[..., None], np.float32)
