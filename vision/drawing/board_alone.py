"""The part of a photo that shows the board, enlarged: in the whole of it labels would hide small discs."""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.boards_beside import WHOLE_BOARD
from calibration.directions import all_round
from calibration.view import BoardView

# A phone shows no more, and messengers shrink pictures to about this. Enlarged more than so many times, a picture shows
# its pixels.
SIDE_PX, MOST_ENLARGED = 1600, 4.0
# Out to its rail, and a little of what lies around it.
MARGIN = 1.04


def board_alone(bgr: NDArray[np.uint8], view: BoardView) -> tuple[NDArray[np.uint8], BoardView]:
    """A new picture, at most SIDE_PX long, of where a photo (H, W, 3) shows the board, and the board in it."""
    rail_px = view.px(MARGIN * WHOLE_BOARD * view.radii_mm[2] * all_round(96))
    first, last = np.clip(np.round([rail_px.min(axis=0), rail_px.max(axis=0)]), 0, bgr.shape[1::-1])
    x0, y0, x1, y1 = (int(px) for px in (*first, *last))
    part = bgr[y0:y1, x0:x1]
    scale = min(MOST_ENLARGED, SIDE_PX / max(part.shape[:2]))
    sampling = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    canvas = np.asarray(cv2.resize(part, None, fx=scale, fy=scale, interpolation=sampling), np.uint8)
    return canvas, view.cropped((x0, y0), (x1 - x0, y1 - y0)).scaled(scale)
