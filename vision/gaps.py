"""Looking under: the signed gap between a disc's base and each line, measured where the line passes the disc."""

import numpy as np
from numpy.typing import NDArray

from calibration.board import BASE_RADIUS_SIGMA_MM, TOURNAMENT_DISC, DiscSpec, MeasuredSet
from calibration.view import BoardView
from vision.reading import LineDistance

FloatArray = NDArray[np.float64]

BASE_RADIUS_SIGMA_GIVEN_MM = 0.03
# What the fit of a place does not show: edges that are no circle's arc, a lens's higher orders. Measured on scenes of
# known truth.
FLOOR_MM = 0.03


def line_distances(
    view: BoardView,
    xy_mm: FloatArray,
    covariance_mm2: FloatArray,
    radius_mm: float,
    disc: DiscSpec | None,
    shared_mm: float,
) -> tuple[LineDistance, ...]:
    """Gaps of one disc on the surface to all three lines.

    xy_mm : (2,) its axis, covariance_mm2 : (2, 2), with doubts about the camera in it. radius_mm : widest radius.
    disc : the measured disc, if the set is known. shared_mm : as shared_sigma_mm gives it.
    """
    distance_mm = float(np.hypot(*xy_mm))
    outward = xy_mm / max(distance_mm, 1e-9)
    sigma_mm = float(np.sqrt(outward @ covariance_mm2 @ outward))
    base_mm = disc.base_radius_mm if disc else radius_mm - TOURNAMENT_DISC.rounding_mm
    out = []
    for line, line_map in zip(view.lines, view.line_maps, strict=True):
        line_mm, line_sigma = line_map.radius_beside(xy_mm, radius_mm)
        gap_mm = line_mm - line.width_mm / 2 - distance_mm - base_mm
        parts = (sigma_mm, line_sigma, shared_mm, FLOOR_MM)
        out.append(LineDistance(line=line.name, gap_mm=gap_mm, sigma_mm=float(np.linalg.norm(parts))))
    return tuple(out)


def shared_sigma_mm(measured: MeasuredSet | None, radius_sigma_mm: float, half_width_sigma_mm: float) -> float:
    """Standard deviation of what moves the gaps of all discs together: the base's radius and the lines' width.

    radius_sigma_mm : of the discs' widest radius, where it was not measured. half_width_sigma_mm : as of BoardView.
    """
    disc_given = bool(measured and measured.disc)
    base_mm = BASE_RADIUS_SIGMA_GIVEN_MM if disc_given else float(np.hypot(BASE_RADIUS_SIGMA_MM, radius_sigma_mm))
    return float(np.hypot(base_mm, half_width_sigma_mm))
