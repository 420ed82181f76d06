"""The board seen again through another lens than it was found with: its lines stay where the photo shows them."""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.camera import changed
from calibration.camera.lens import Lens, apply_homography
from calibration.directions import directions
from calibration.lines.fit_rings import HOMOGRAPHY, RADII, RingFit, ring_problem, solve
from calibration.lines.line_map import LineMap
from calibration.view import BoardView

FloatArray = NDArray[np.float64]


def line_points(view: BoardView) -> tuple[FloatArray, NDArray[np.intp], FloatArray]:
    """Where the three lines were seen: (N, 2) photo px, (N,) which line, (N,) mm per px there."""
    points, rings = [], []
    for i, line in enumerate(view.line_maps):
        reach_mm = line.radius_mm + line.offset_mm
        points.append(reach_mm[:, None] * directions(line.azimuth_rad))
        rings.append(np.full(len(reach_mm), i, np.intp))
    xy_mm = np.concatenate(points)
    return view.px(xy_mm), np.concatenate(rings), view.mm_per_px(xy_mm)


def through_lens(view: BoardView, lens: Lens, *, radii_known: bool = False) -> BoardView:
    """The board as found, homography and inner radii as the lens has them; the outer line stays as large, and all of
    them do where they are known.

    Rings seen from straight above cannot tell distortion from a change of their radii: to know the lens does.
    """
    seen_px, ring, mm_per_px = line_points(view)
    radii_mm = (view.line_maps[0].radius_mm, view.line_maps[1].radius_mm, view.line_maps[2].radius_mm)
    carried_over = np.asarray(cv2.findHomography(view.mm(seen_px), lens.undistort(seen_px))[0], np.float64)
    start = RingFit(px_from_mm=carried_over, lens=lens, radii_mm=radii_mm, rms_px=np.inf, share=view.ring_share)
    fitted = (HOMOGRAPHY,) if radii_known else (HOMOGRAPHY, RADII)
    problem = ring_problem((seen_px, ring, 1.0 / mm_per_px), start, fitted)
    x = solve(problem)
    px_from_mm = np.asarray(np.linalg.inv(problem.mm_from_px(x)), np.float64)
    px_from_mm /= px_from_mm[2, 2]
    error_px, found_mm = problem.error_px(x), problem.radii_mm(x)
    lines = [
        replace(line, radius_mm=float(line.radius_mm * found_mm[i] / radii_mm[i])) for i, line in enumerate(view.lines)
    ]
    at_mm = apply_homography(problem.mm_from_px(x), lens.undistort(seen_px))
    maps = [_map_again(line, at_mm[ring == i], float(found_mm[i])) for i, line in enumerate(view.line_maps)]
    camera = view.camera
    return replace(
        view,
        px_from_mm=px_from_mm,
        lens=lens,
        camera=changed(camera, px_from_mm, np.zeros(3), camera.covariance),
        lines=(lines[0], lines[1], lines[2]),
        line_maps=(maps[0], maps[1], maps[2]),
        fit_rms_px=float(np.sqrt(np.mean(error_px[np.abs(error_px) < 2.0] ** 2))),
    )


def bent_more(view: BoardView, k1: float) -> BoardView:
    """The board through a lens with so much more of k1, in the unit of the view's own lens, as far as one shows it."""
    lowest = view.lens.lowest_k1(line_points(view)[0])
    return through_lens(view, replace(view.lens, k1=max(view.lens.k1 + k1, lowest)))


def _map_again(line: LineMap, at_mm: FloatArray, radius_mm: float) -> LineMap:
    """The line's run (N, 2) in the new frame."""
    return replace(
        line,
        radius_mm=radius_mm,
        azimuth_rad=np.arctan2(at_mm[:, 1], at_mm[:, 0]),
        offset_mm=np.hypot(at_mm[:, 0], at_mm[:, 1]) - radius_mm,
    )
