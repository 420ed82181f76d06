"""A printed ChArUco chart: chessboard corners numbered by the markers between them."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.camera import DEFAULT_FOCAL
from calibration.camera.pinhole import long_side_px, middle_px
from calibration.learned.calibrate_camera import WORST_SIGMA, Calibration, Unobservable
from calibration.learned.known_camera import KnownCamera

FloatArray = NDArray[np.float64]

# Fits A4 and Letter with margins at 25 mm a square; the size printed does not matter.
SQUARES = (7, 10)
MARKER_SHARE = 0.75
SQUARE_PX, MARGIN_PX = 200, 100
# Two rows of corners: fewer lie nearly along one line.
MIN_CORNERS = 12
# Beside chance, relative to the focal length: paper that is not quite flat.
FLOOR_SIGMA = 0.004
# Photos of all sizes are calibrated together, their longer sides so long.
UNIT_PX = 1000.0


class ChartNotFound(Exception):
    """The photo shows no chart, or too little of it."""


def _board() -> cv2.aruco.CharucoBoard:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return cv2.aruco.CharucoBoard(SQUARES, 1.0, MARKER_SHARE, dictionary)


def draw_chart() -> NDArray[np.uint8]:
    """The chart to print, (2200, 1600) grey."""
    size_px = (SQUARES[0] * SQUARE_PX + 2 * MARGIN_PX, SQUARES[1] * SQUARE_PX + 2 * MARGIN_PX)
    return np.asarray(_board().generateImage(size_px, marginSize=MARGIN_PX), np.uint8)


def find_chart(bgr: NDArray[np.uint8]) -> tuple[FloatArray, FloatArray]:
    """Corners in a photo (H, W, 3): (N, 3) on the chart in squares and (N, 2) px. Raises ChartNotFound."""
    grey = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY)
    corners_px, numbers, _, _ = cv2.aruco.CharucoDetector(_board()).detectBoard(grey)
    if numbers is None or len(numbers) < MIN_CORNERS:
        raise ChartNotFound
    on_chart = np.asarray(_board().getChessboardCorners(), np.float64)[np.ravel(numbers)]
    return on_chart, np.asarray(corners_px, np.float64).reshape(-1, 2)


def calibrate_by_chart(
    charts: Sequence[tuple[FloatArray, FloatArray]], sizes_px: Sequence[tuple[int, int]], name: str
) -> Calibration:
    """Solve all photos of a chart together. Raises Unobservable.

    sizes_px : (width, height) of the photos, which have one shape and may be turned.
    """
    # In units of the longer side about the middle, so that photos of any size and turn share one camera.
    points = [
        ((px - middle_px(size)) / long_side_px(size) * UNIT_PX + UNIT_PX / 2).astype(np.float32).reshape(-1, 1, 2)
        for (_, px), size in zip(charts, sizes_px, strict=True)
    ]
    objects = [on_chart.astype(np.float32).reshape(-1, 1, 3) for on_chart, _ in charts]
    focal_px = DEFAULT_FOCAL * UNIT_PX
    start = np.array([[focal_px, 0, UNIT_PX / 2], [0, focal_px, UNIT_PX / 2], [0, 0, 1.0]])
    flags = (
        cv2.CALIB_USE_INTRINSIC_GUESS
        | cv2.CALIB_FIX_PRINCIPAL_POINT
        | cv2.CALIB_FIX_ASPECT_RATIO
        | cv2.CALIB_ZERO_TANGENT_DIST
        | cv2.CALIB_FIX_K3
    )
    rms, matrix, distortion, rotations, _, deviations, _, _ = cv2.calibrateCameraExtended(
        objects, points, (int(UNIT_PX), int(UNIT_PX)), start, np.zeros(5), flags=flags
    )
    sigma = float(np.hypot(np.ravel(deviations)[0] / matrix[0, 0], FLOOR_SIGMA))
    if not sigma < WORST_SIGMA:
        raise Unobservable
    k1, k2 = np.ravel(distortion)[:2]
    camera = KnownCamera(name=name, focal=float(matrix[0, 0]) / UNIT_PX, focal_sigma=sigma, k1=float(k1), k2=float(k2))
    normals = [float(abs(cv2.Rodrigues(np.asarray(turn))[0][2, 2])) for turn in rotations]
    return Calibration(
        camera=camera,
        rms_px=float(rms) * float(np.median([long_side_px(size) for size in sizes_px])) / UNIT_PX,
        tilts_deg=tuple(float(np.degrees(np.arccos(min(1.0, normal)))) for normal in normals),
    )
