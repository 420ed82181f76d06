"""A Hough transform for discs: every edge votes for where the axis of the disc that made it would stand.

A disc is a solid, so seen at a slant its near outline is the lower shoulder and its far outline the upper one, which
the camera sees displaced. An edge's direction tells which of the two it would be, hence the displacement is undone
before the vote and all of the outline votes for one point. Source: Ballard, 1981, with a template that varies over
the board.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.board import DiscSpec
from calibration.lines.edges import EdgePoints
from calibration.view import BoardView
from vision.colour.topdown import HALF_MM

FloatArray = NDArray[np.float64]

CELL_MM = 2.0
CELLS = int(2 * HALF_MM / CELL_MM)
# Spread of the votes: a cell, half a step of the radii and the blur of the edges, together.
SPREAD_MM = 1.8
# Wood grain alone reaches this often; below it real discs are rare even among natural wood on natural wood.
MIN_SCORE = 0.20


@dataclass(frozen=True, kw_only=True)
class DiscVote:
    """A place where a disc may lie. score: share of the outline that voted for it."""

    x_mm: float
    y_mm: float
    radius_mm: float
    score: float


def vote_for_discs(
    edges_mm: EdgePoints,
    edges_per_mm: float,
    view: BoardView,
    radii_mm: Sequence[float],
    solid: DiscSpec,
    most: int,
) -> list[list[DiscVote]]:
    """Peaks of the votes for discs of each size, best first; of those darker than the board, and of those lighter, none
    nearer to a better one than half a radius.

    edges_mm : edge points and normals (dark to light) in board mm, as seen on the surface. edges_per_mm : how many
    edge points a fully seen outline has per mm. solid : how thick and how rounded discs of all sizes are.
    """
    found: list[list[DiscVote]] = [[] for _ in radii_mm]
    for dark in (True, False):
        outward = edges_mm.normal if dark else -edges_mm.normal
        stand_cells = ((_stand(edges_mm.xy_px, outward, view, solid) + HALF_MM) / CELL_MM).T.astype(np.float32)
        inward_cells = (-outward / CELL_MM).T.astype(np.float32)
        for votes, radius_mm in zip(found, radii_mm, strict=True):
            full = 2 * np.pi * radius_mm * edges_per_mm
            score = _accumulate(stand_cells + np.float32(radius_mm) * inward_cells) / full
            votes += _peaks(score, radius_mm, most)
    return [sorted(votes, key=lambda v: -v.score)[:most] for votes in found]


def _stand(apparent_mm: FloatArray, outward: FloatArray, view: BoardView, solid: DiscSpec) -> FloatArray:
    """(N, 2) where each point of an outline with that outward normal really stands above the board.

    On the near side it is a point of the lower shoulder, on the far side one of the upper.
    """
    near_side = np.einsum("ij,ij->i", outward, apparent_mm - view.camera.centre_mm[:2]) < 0
    low_mm, high_mm = solid.rounding_mm, solid.thickness_mm - solid.rounding_mm
    return view.stand_mm(apparent_mm, np.where(near_side, low_mm, high_mm))


def _accumulate(axis_cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """Votes per cell for discs that stand at (2, N) columns and rows."""
    # Votes outside the map go to a border, which is cut off.
    column, row = np.clip(axis_cells + np.float32(1.0), 0, CELLS + 1).astype(np.int32)
    votes = np.bincount(row * (CELLS + 2) + column, minlength=(CELLS + 2) ** 2).reshape(CELLS + 2, CELLS + 2)
    inside = votes[1:-1, 1:-1].astype(np.float32)
    sigma = SPREAD_MM / CELL_MM
    # Scaled so that a vote counts about one at its own cell: 1.03, with which all limits of scores were measured.
    return np.asarray(cv2.GaussianBlur(inside, (0, 0), sigma) * (2 * np.pi * sigma**2 + 1 / 6))


def _peaks(score: NDArray[np.float32], radius_mm: float, most: int) -> list[DiscVote]:
    size = 2 * int(0.5 * radius_mm / CELL_MM) + 1
    top = (score >= MIN_SCORE) & (score >= cv2.dilate(score, np.ones((size, size), np.uint8)))
    rows, columns = np.divmod(np.flatnonzero(top), CELLS)
    order = np.argsort(-score[rows, columns], kind="stable")[:most]
    return [
        DiscVote(
            x_mm=float((columns[i] + 0.5) * CELL_MM - HALF_MM),
            y_mm=float((rows[i] + 0.5) * CELL_MM - HALF_MM),
            radius_mm=radius_mm,
            score=float(score[rows[i], columns[i]]),
        )
        for i in order
    ]
