"""A Hough transform for concentric circles in perspective: one vote map per tilt of the plane.

Every edge of a circle points at the circle's centre, so all rings of a board vote for one cell. Seen at a tilt that
holds only after the plane has been turned back; squeezing the picture is not needed, since for a supposed tilt the
normal of the turned-back edge is a known direction in the picture itself. The right tilt wins by a wide margin.
Source: Ballard, Generalizing the Hough transform, 1981, for the votes along the gradient.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.edges import EdgePoints

FloatArray = NDArray[np.float64]

# cos(tilt) falls by about 13 % a step, so that between two steps the normals at the outer line miss the centre by
# at most a sixteenth of its radius, which is the width of a cell on a board that fills the picture.
TILTS_DEG = (0.0, 24.0, 36.0, 45.0, 52.0, 57.5, 62.0, 66.0, 69.5, 72.5, 75.0)
CELLS = 56
# Beside so many of the best peaks the turns between are looked at: four times as many as a search goes on with.
# Measured: the same photos are found as with all turns looked at.
LOOK_BETWEEN = 16
MAX_RADIUS = 0.55  # of the picture's longer side: the outer line of a board that fills the picture


@dataclass(frozen=True, kw_only=True)
class TiltedCentre:
    """A plane that may carry concentric circles, seen by an affine camera.

    x_px, y_px: their common centre. aspect: minor over major axis of their images, the cosine of the tilt.
    azimuth_rad: direction in the picture along which they are squeezed. peak: votes over the background's.
    """

    x_px: float
    y_px: float
    aspect: float
    azimuth_rad: float
    peak: float


def vote_for_centres(edges: EdgePoints, size_px: tuple[int, int], keep: int, voters: int) -> list[TiltedCentre]:
    """The `keep` best centres over the whole stack of tilts, best first, no two of them in one place and tilt.

    size_px : (width, height). voters : how many edge points vote. Fewer than `keep` come back where edges are few.
    """
    if len(edges.xy_px) < 50:
        return []
    xy_px, normal, weight = _choose_voters(edges, size_px, voters)

    def look(aspect: float, azimuth_rad: float) -> list[TiltedCentre]:
        votes, cell_px = _vote(xy_px, normal, weight, size_px, aspect, azimuth_rad)
        return _peaks(votes, cell_px, aspect, azimuth_rad)

    found = []
    for tilt_deg in TILTS_DEG:
        aspect = float(np.cos(np.deg2rad(tilt_deg)))
        for azimuth_rad in np.arange(0.0, np.pi, 2 * _turn_rad(aspect)):
            found += look(aspect, float(azimuth_rad))
    found.sort(key=lambda c: -c.peak)
    # What stands out at every second turn of the tilt's axis is looked at again at the turns between.
    for centre in [c for c in found if c.aspect < 1.0][:LOOK_BETWEEN]:
        for between_rad in (-_turn_rad(centre.aspect), _turn_rad(centre.aspect)):
            found += look(centre.aspect, centre.azimuth_rad + between_rad)
    found.sort(key=lambda c: -c.peak)
    kept: list[TiltedCentre] = []
    for centre in found:
        if len(kept) == keep:
            break
        if not any(_same(centre, other, max(size_px)) for other in kept):
            kept.append(centre)
    return kept


def _turn_rad(aspect: float) -> float:
    """Between two turns of the tilt's axis the normals miss the centre by no more than between two tilts."""
    return float(np.pi / max(1, round(2.2 * np.pi * (1 / aspect - 1) / 0.3)))


def _choose_voters(
    edges: EdgePoints, size_px: tuple[int, int], voters: int
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """A fixed random choice of the edge points; those in a texture of many edges count for less."""
    width, height = size_px
    present = np.zeros((height, width), np.float32)
    x, y = edges.xy_px.astype(np.intp).T
    present[y, x] = 1.0
    window_px = 2 * (max(size_px) // 24) + 1
    density = cv2.blur(present, (window_px, window_px))[y, x]
    chosen = np.random.default_rng(0).permutation(len(x))[:voters]
    return edges.xy_px[chosen], edges.normal[chosen], (1.0 / (density[chosen] + 0.02)).astype(np.float64)


def _vote(
    xy_px: FloatArray,
    normal: FloatArray,
    weight: FloatArray,
    size_px: tuple[int, int],
    aspect: float,
    azimuth_rad: float,
) -> tuple[NDArray[np.float32], float]:
    """Votes per cell for one tilt; every point votes both ways along its turned-back normal."""
    cell_px = max(size_px) / CELLS
    u = np.array([np.cos(azimuth_rad), np.sin(azimuth_rad)])
    direction = normal + np.outer((normal @ u) * (aspect**2 - 1.0), u)
    direction /= np.linalg.norm(direction, axis=1, keepdims=True)
    steps = np.arange(2, int(MAX_RADIUS * CELLS) + 1)
    steps = np.concatenate([-steps[::-1], steps])[None, :].astype(np.float32)
    columns, rows = size_px[0] / cell_px, size_px[1] / cell_px
    wide, high = int(columns) + 3, int(rows) + 3
    start, along = (xy_px / cell_px + 1.0).astype(np.float32), direction.astype(np.float32)
    column = (start[:, :1] + along[:, :1] * steps).astype(np.int32)
    row = (start[:, 1:] + along[:, 1:] * steps).astype(np.int32)
    np.clip(column, 0, wide - 1, out=column)
    np.clip(row, 0, high - 1, out=row)
    row *= wide
    row += column
    counts = np.bincount(row.ravel(), np.repeat(weight, steps.size), wide * high)
    votes = counts.reshape(high, wide).astype(np.float32)
    votes[[0, -1], :] = 0.0
    votes[:, [0, -1]] = 0.0
    return votes, cell_px


def _peaks(votes: NDArray[np.float32], cell_px: float, aspect: float, azimuth_rad: float) -> list[TiltedCentre]:
    """The two highest cells above the votes around them."""
    smooth = cv2.GaussianBlur(votes, (0, 0), 0.7)
    height = smooth - cv2.blur(votes, (15, 15))
    peaks = []
    for _ in range(2):
        row, column = np.unravel_index(int(height.argmax()), height.shape)
        peaks.append(
            TiltedCentre(
                x_px=(float(column) - 0.5) * cell_px,
                y_px=(float(row) - 0.5) * cell_px,
                aspect=aspect,
                azimuth_rad=azimuth_rad,
                peak=float(height[row, column]),
            )
        )
        height[max(0, row - 3) : row + 4, max(0, column - 3) : column + 4] = 0.0
    return peaks


def _same(a: TiltedCentre, b: TiltedCentre, side_px: float) -> bool:
    near = np.hypot(a.x_px - b.x_px, a.y_px - b.y_px) < 0.04 * side_px
    turn = abs((a.azimuth_rad - b.azimuth_rad + np.pi / 2) % np.pi - np.pi / 2)
    return bool(near and abs(a.aspect - b.aspect) < 0.12 and (turn < 0.25 or min(a.aspect, b.aspect) > 0.9))
