"""The board as it lies if the lens bends the picture otherwise than was found: its lines stay where they are seen."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.camera import camera_of
from calibration.fit_rings import HOMOGRAPHY, RADII, RingFit, ring_problem, solve
from calibration.lens import apply_homography
from calibration.line_map import LineMap
from calibration.view import BoardView

FloatArray = NDArray[np.float64]


def through_lens(view: BoardView, k1: float) -> BoardView:
    """The same lines seen through a lens with this k1, in the lens's own unit; the outer one as large as before."""
    seen_px = [view.px(_places_mm(line_map)) for line_map in view.line_maps]
    ring = np.repeat(np.arange(3), [len(px) for px in seen_px])
    weight = 1.0 / np.concatenate([view.mm_per_px(_places_mm(line_map)) for line_map in view.line_maps])
    r15, r10, outer = (line_map.radius_mm for line_map in view.line_maps)
    start = RingFit(
        px_from_mm=view.px_from_mm,
        lens=replace(view.lens, k1=k1),
        radii_mm=(r15, r10, outer),
        rms_px=view.fit_rms_px,
        share=view.ring_share,
    )
    problem = ring_problem((np.concatenate(seen_px), ring, weight), start, (HOMOGRAPHY, RADII))
    x = solve(problem)
    mm_from_px = problem.mm_from_px(x)
    px_from_mm = np.asarray(np.linalg.inv(mm_from_px), np.float64)
    px_from_mm /= px_from_mm[2, 2]
    maps = [
        _map_at(apply_homography(mm_from_px, start.lens.undistort(px)), float(radius_mm), line_map)
        for px, radius_mm, line_map in zip(seen_px, problem.radii_mm(x), view.line_maps, strict=True)
    ]
    lines = [
        replace(line, radius_mm=line.radius_mm + drawn.radius_mm - before.radius_mm)
        for line, drawn, before in zip(view.lines, maps, view.line_maps, strict=True)
    ]
    camera = view.camera
    return replace(
        view,
        px_from_mm=px_from_mm,
        lens=start.lens,
        lines=(lines[0], lines[1], lines[2]),
        line_maps=(maps[0], maps[1], maps[2]),
        camera=camera_of(px_from_mm, camera.matrix, camera.covariance, camera.source),
    )


def _places_mm(line_map: LineMap) -> FloatArray:
    """(N, 2) where the line was seen."""
    radius_mm = line_map.radius_mm + line_map.offset_mm
    direction = np.column_stack([np.cos(line_map.azimuth_rad), np.sin(line_map.azimuth_rad)])
    return np.asarray(radius_mm[:, None] * direction)


def _map_at(xy_mm: FloatArray, radius_mm: float, line_map: LineMap) -> LineMap:
    """The map of a line that was seen at (N, 2) places."""
    return replace(
        line_map,
        radius_mm=radius_mm,
        azimuth_rad=np.arctan2(xy_mm[:, 1], xy_mm[:, 0]),
        offset_mm=np.hypot(*xy_mm.T) - radius_mm,
    )
