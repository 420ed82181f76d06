"""One glance at the viewfinder: is this picture worth taking?"""

import math
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from api.photo import Photo
from calibration.directions import all_round
from calibration.locate_board import locate_board
from calibration.view import BoardNotFound, BoardView

# A sensor's white: nothing can be measured there.
BURNT = 250
# Shares of the board: a lamp's reflection as large as three discs, and a flash.
GLARE_SHARE = 0.03
# Width of an edge in the frame, px, that still counts as sharp.
SHARP_PX, BLURRED_PX = 1.5, 6.0
STEEP_DEG = 45.0
# A line call without a measured set: the disc's base and the line's width, then what shrinks with the pixels.
CALL_SIGMA_MM, CALL_SIGMA_PX = 0.5, 0.3
SIDE_PX = 720


def look_at(photo: Photo, photo_width: int) -> dict[str, Any]:
    """Judge one frame: glare and sharpness from 0 to 1, the standard deviation of line calls in mm, and advice."""
    scale = min(1.0, SIDE_PX / max(photo.bgr.shape[:2]))
    frame = np.asarray(cv2.resize(photo.bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    try:
        view = locate_board(frame, photo.focal_35mm)
    except BoardNotFound as error:
        return {
            "board": False,
            "whole": False,
            "tilt_deg": None,
            "glare": 0.0,
            "sharpness": 0.0,
            "sigma_mm": None,
            "advice": str(error),
        }
    grey = np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)
    on_board = _mask(view, grey.shape)
    burnt = float((grey[on_board] >= BURNT).mean())
    seen: dict[str, Any] = {
        "board": True,
        "whole": view.outer_share_in_view >= 1.0,
        "tilt_deg": round(view.camera.tilt_deg, 1),
        "glare": round(min(1.0, burnt / GLARE_SHARE), 3),
        "sharpness": round(_sharpness(grey, on_board), 3),
        "sigma_mm": round(_sigma_mm(view, frame.shape[1], photo_width), 2),
    }
    return seen | {"advice": _advice(seen)}


def _mask(view: BoardView, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    rim = view.px(view.lines[2].radius_mm * all_round(90))
    mask = np.zeros(shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(rim).astype(np.int32)], 1)
    return mask.astype(bool)


def _sharpness(grey: NDArray[np.uint8], on_board: NDArray[np.bool_]) -> float:
    """1 where the steepest edges are as steep as sharp ones, by their contrast over their greatest slope."""
    smooth = cv2.GaussianBlur(grey, (0, 0), 1.0).astype(np.float32)
    slope = np.hypot(cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=0.125), cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=0.125))
    kernel = np.ones((9, 9), np.uint8)
    contrast = cv2.dilate(smooth, kernel) - cv2.erode(smooth, kernel)
    edges = on_board & (slope >= np.quantile(slope[on_board], 0.99))
    width_px = float(np.median(contrast[edges] / np.maximum(slope[edges], 1e-3)))
    # The smoothing above alone spreads an edge over 2.5 px.
    own_px = math.sqrt(max(0.0, width_px**2 - 2.5**2))
    return min(1.0, max(0.0, (BLURRED_PX - own_px) / (BLURRED_PX - SHARP_PX)))


def _sigma_mm(view: BoardView, frame_width: int, photo_width: int) -> float:
    """What a line call in the photo will be good to, for a disc seen clearly."""
    scale = float(view.mm_per_px(np.array([[0.0, view.lines[1].radius_mm]]))[0]) * frame_width / photo_width
    return math.hypot(CALL_SIGMA_MM, CALL_SIGMA_PX * scale)


def _advice(seen: dict[str, Any]) -> str:
    if not seen["whole"]:
        return "Step back until the whole board is in the picture."
    if seen["tilt_deg"] > STEEP_DEG:
        return "Hold the camera higher, more from above."
    if seen["glare"] >= 0.5:
        return "A lamp is reflected on the board: move a little aside."
    if seen["sharpness"] < 0.3:
        return "Hold still until the picture is sharp."
    return "Good: take the photo."
