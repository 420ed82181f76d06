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

from calibration.directions import directions
from calibration.lines.edges import EdgePoints

FloatArray = NDArray[np.float64]

# cos(tilt) falls by about 13 % a step, so that between two steps the normals at the outer line miss the centre by
# at most a thirteenth of its radius, two cells on a board that fills the picture.
TILTS_DEG = (0.0, 24.0, 36.0, 45.0, 52.0, 57.5, 62.0, 66.0, 69.5, 72.5, 75.0)
CELLS = 56
# A tilt that stretches circles by a share of s is tried in TURNS * pi * s directions: between two of them the normals
# miss the centre by a tenth of the radius, 0.09 to 0.13, twice as far as between two tilts.
TURNS = 7.33
# Beside so many of the best peaks the turns between are looked at: four times as many as a search goes on with.
# Measured: the same photos are found as with all turns looked at.
LOOK_BETWEEN = 16
# How far votes go, in cells: the radius of the outer line of a board that fills the picture. Nearer than two cells they
# are for every circle alike.
MOST_CELLS = int(0.55 * CELLS)
STEPS = np.concatenate([np.arange(-MOST_CELLS, -1), np.arange(2, MOST_CELLS + 1)]).astype(np.float32)
# A start and a direction, times this, are the places of an edge's votes.
OUTWARD = np.stack([np.ones_like(STEPS), STEPS])
# Round the map of votes, for those that leave the picture.
MARGIN = MOST_CELLS + 1
# Half and twice of each number below finds the same boards to 1 mm on 59 pictures (ROUND: 0.45 and 1).
# Fewer edges than this show no board.
LEAST_EDGES = 50
# An edge counts the less, the more of the pixels around it are edges, in a window of a twelfth of the picture's longer
# side; where hardly any are, as if so many were.
TEXTURE_WINDOWS, TEXTURE_FLOOR = 12, 0.02
# Votes are smoothed a little, and compared with those of so many cells around; so many peaks of each map are looked at,
# none of them within so many cells of a better one.
PEAK_BLUR_CELLS, AROUND_CELLS, PEAKS, PEAK_CELLS = 0.7, 15, 2, 3
# Two centres are one within this share of the picture's longer side that are as much squeezed, and that way; of round
# circles the way says nothing.
SAME_PLACE, SAME_ASPECT, SAME_TURN_RAD, ROUND = 0.04, 0.12, 0.25, 0.9


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
    if len(edges.xy_px) < LEAST_EDGES:
        return []
    chosen = _choose_voters(edges, size_px, voters)

    def look(aspect: float, azimuth_rad: float) -> list[TiltedCentre]:
        return _peaks(_vote(chosen, aspect, azimuth_rad), chosen.cell_px, aspect, azimuth_rad)

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
    """Between two turns of the tilt's axis."""
    return float(np.pi / max(1, round(TURNS * np.pi * (1 / aspect - 1))))


@dataclass(frozen=True, eq=False, kw_only=True)
class _Voters:
    """N edge points. start : (N, 2) column and row in the map of votes, with its margin. normal : (N, 2).

    weight : (N * STEPS,) of every vote. columns, rows : of the map without its margin. cell_px : width of a cell.
    """

    start: NDArray[np.float32]
    normal: FloatArray
    weight: FloatArray
    columns: int
    rows: int
    cell_px: float


def _choose_voters(edges: EdgePoints, size_px: tuple[int, int], voters: int) -> _Voters:
    """A fixed random choice of the edge points; those in a texture of many edges count for less."""
    width, height = size_px
    present = np.zeros((height, width), np.float32)
    x, y = edges.xy_px.astype(np.intp).T
    present[y, x] = 1.0
    window_px = 2 * (max(size_px) // (2 * TEXTURE_WINDOWS)) + 1
    density = cv2.blur(present, (window_px, window_px))[y, x]
    chosen = np.random.default_rng(0).permutation(len(x))[:voters]
    cell_px = max(size_px) / CELLS
    return _Voters(
        start=(edges.xy_px[chosen] / cell_px + MARGIN).astype(np.float32),
        normal=edges.normal[chosen],
        weight=np.repeat((1.0 / (density[chosen] + TEXTURE_FLOOR)).astype(np.float64), STEPS.size),
        columns=int(width / cell_px) + 1,
        rows=int(height / cell_px) + 1,
        cell_px=cell_px,
    )


def _vote(voters: _Voters, aspect: float, azimuth_rad: float) -> NDArray[np.float32]:
    """Votes per cell for one tilt; every point votes both ways along its turned-back normal."""
    squeeze = directions(azimuth_rad)
    across = (voters.normal @ squeeze) * (aspect**2 - 1.0)
    towards = [normal + across * part for normal, part in zip(voters.normal.T, squeeze, strict=True)]
    length = np.sqrt(towards[0] ** 2 + towards[1] ** 2)  # faster than hypot
    column, row = (
        np.column_stack([start, part / length]).astype(np.float32) @ OUTWARD
        for start, part in zip(voters.start.T, towards, strict=True)
    )
    wide, high = voters.columns + 2 * MARGIN, voters.rows + 2 * MARGIN
    cell = row.astype(np.int32)
    cell *= wide
    cell += column.astype(np.int32)
    votes = np.bincount(cell.ravel(), voters.weight, wide * high).reshape(high, wide)
    return votes[MARGIN:-MARGIN, MARGIN:-MARGIN].astype(np.float32)


def _peaks(votes: NDArray[np.float32], cell_px: float, aspect: float, azimuth_rad: float) -> list[TiltedCentre]:
    """The highest cells above the votes around them."""
    smooth = cv2.GaussianBlur(votes, (0, 0), PEAK_BLUR_CELLS)
    height = smooth - cv2.blur(votes, (AROUND_CELLS, AROUND_CELLS))
    peaks = []
    for _ in range(PEAKS):
        row, column = np.unravel_index(int(height.argmax()), height.shape)
        peaks.append(
            TiltedCentre(
                x_px=(float(column) + 0.5) * cell_px,
                y_px=(float(row) + 0.5) * cell_px,
                aspect=aspect,
                azimuth_rad=azimuth_rad,
                peak=float(height[row, column]),
            )
        )
        rows, columns = (slice(max(0, at - PEAK_CELLS), at + PEAK_CELLS + 1) for at in (row, column))
        height[rows, columns] = 0.0
    return peaks


def _same(a: TiltedCentre, b: TiltedCentre, side_px: float) -> bool:
    near = np.hypot(a.x_px - b.x_px, a.y_px - b.y_px) < SAME_PLACE * side_px
    turn = abs((a.azimuth_rad - b.azimuth_rad + np.pi / 2) % np.pi - np.pi / 2)
    return bool(
        near and abs(a.aspect - b.aspect) < SAME_ASPECT and (turn < SAME_TURN_RAD or min(a.aspect, b.aspect) > ROUND)
    )
