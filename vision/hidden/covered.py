"""What lies over the board, an arm, a sheet of paper, and may hide discs: lines end beneath it, and start again."""

import numpy as np
from numpy.typing import NDArray

from calibration.lines.line_map import LineMap
from calibration.lines.line_samples import RAY, RAYS
from calibration.view import BoardView
from vision.colour.board_above import BESIDE_DISC_MM, DISC_HEIGHTS_MM
from vision.colour.colour_space import lab, weigh
from vision.placing.outline import BLOWN, linear_light, sample

FloatArray = NDArray[np.float64]
Rays = NDArray[np.bool_]

# What hides a disc is wider than this.
LEAST_MM = 40.0
# A line that is seen on so much of the rest of its round is hidden where it is not. One that shows less well may be
# faint there: what hides it has another colour than the board so far beside the line, by this much and by so many times
# as much as is usual (weighted L*a*b*).
ALWAYS_SEEN, MOSTLY_SEEN = 0.97, 0.7
BESIDE_MM = ((-7.0, -5.0), (5.0, 7.0))
FOREIGN, TIMES_USUAL = 9.0, 2.5
# A line is compared with the board so far to either side, strays from its circle by less than the second, and shows on
# a ray by this share of its usual contrast.
ACROSS_MM, ASTRAY_MM, IN_LIGHT = 4.0, 2.5, 0.4
# Fingers on the outer line hide no disc that scores unless they reach as far in as its middle.
SCORING_MM = 20.0
# An arm crosses two or three lines, and is one thing.
ONE_THING_MM = 150.0


def find_covered(bgr: NDArray[np.uint8], view: BoardView, discs_mm: FloatArray, radius_mm: float) -> FloatArray:
    """(K, 2) where something lies over the board: of each thing, the middle of what it hides of a line.

    bgr : (H, W, 3). discs_mm : (M, 2) axes of the discs that were found. radius_mm : of these.
    """
    line_15, line_10, outer = view.line_maps
    places: list[FloatArray] = []
    for line in (line_10, outer, line_15):
        at_mm = line.radius_mm * RAY
        seen, foreign = _seen(line) | _shows_in_light(bgr, view, line), _foreign(bgr, view, line.radius_mm)
        if line is outer:
            foreign &= _foreign(bgr, view, line.radius_mm - SCORING_MM)
        free = _in_picture(view, at_mm) & ~_behind_discs(view, at_mm, discs_mm, radius_mm)
        hidden = free & ~seen
        least = LEAST_MM * RAYS / (2 * np.pi * line.radius_mm)
        runs = [(run, MOSTLY_SEEN) for run in _runs(hidden & foreign, least)]
        if line is not line_15:  # before which pegs stand
            runs += [(run, ALWAYS_SEEN) for run in _runs(hidden, least)]
        for run, least_seen in runs:
            rest = np.setdiff1d(np.flatnonzero(free), run)
            if len(rest) and float(seen[rest].mean()) > least_seen:
                places.append(at_mm[run[len(run) // 2]])
    apart = [p for i, p in enumerate(places) if all(np.linalg.norm(p - q) > ONE_THING_MM for q in places[:i])]
    return np.reshape(apart, (-1, 2))


def _seen(line: LineMap) -> Rays:
    """(RAYS,) on which the line is seen."""
    seen = np.zeros(RAYS, np.bool_)
    seen[np.floor(line.azimuth_rad % (2 * np.pi) / (2 * np.pi / RAYS)).astype(np.intp) % RAYS] = True
    return seen


def _shows_in_light(bgr: NDArray[np.uint8], view: BoardView, line: LineMap) -> Rays:
    """(RAYS,) on which the line takes as much light from the board's as on most of its round, or where none could tell
    since the sensor cuts it off: what a lacquer mirrors adds its light to line and board alike.
    """
    beside_mm, across_mm = np.array([-ACROSS_MM, ACROSS_MM]), np.arange(-ASTRAY_MM, ASTRAY_MM + 0.1, 0.5)
    beside, light = (
        linear_light(sample(bgr, view.px((line.radius_mm + mm[:, None, None]) * RAY))) for mm in (beside_mm, across_mm)
    )
    board = beside.mean(axis=0)
    ink = np.median(light[len(light) // 2] - board, axis=0)
    contrast = ((light - board) @ ink).max(axis=0)
    return np.asarray((contrast > IN_LIGHT * np.median(contrast)) | (board > BLOWN).all(axis=1))


def _in_picture(view: BoardView, at_mm: FloatArray) -> Rays:
    """(RAYS,) whether the picture shows a line's surroundings at (RAYS, 2)."""
    reach = 1.0 + BESIDE_MM[1][1] / np.linalg.norm(at_mm, axis=1, keepdims=True)
    px = view.px(at_mm * reach)
    return np.asarray(((px >= 1) & (px <= np.array(view.size_px) - 2)).all(axis=1))


def _behind_discs(view: BoardView, at_mm: FloatArray, discs_mm: FloatArray, radius_mm: float) -> Rays:
    """(RAYS,) whether discs at (M, 2) hide the surface at (RAYS, 2)."""
    seen_mm = np.concatenate([view.apparent_mm(discs_mm, height_mm) for height_mm in DISC_HEIGHTS_MM])
    away_mm = np.linalg.norm(at_mm[:, None] - seen_mm, axis=2)
    return np.asarray((away_mm < radius_mm + BESIDE_DISC_MM).any(axis=1))


def _foreign(bgr: NDArray[np.uint8], view: BoardView, radius_mm: float) -> Rays:
    """(RAYS,) whether what lies on either side of a circle is of another colour there than on most of its round."""
    away = []
    for side_mm in BESIDE_MM:
        colours = [weigh(lab(sample(bgr, view.px((radius_mm + beside_mm) * RAY)))) for beside_mm in side_mm]
        colour = np.mean(colours, axis=0)
        away.append(np.linalg.norm(colour - np.median(colour, axis=0), axis=1))
    nearer = np.minimum(*away)
    return np.asarray(nearer > max(FOREIGN, TIMES_USUAL * float(np.median(nearer))))


def _runs(rays: Rays, least: float) -> list[NDArray[np.intp]]:
    """The runs of at least so many rays, single gaps filled, going round."""
    filled = rays | (np.roll(rays, 1) & np.roll(rays, -1))
    if filled.all():
        return [np.arange(RAYS)]
    start = int(np.flatnonzero(~filled)[0])
    index = np.roll(np.arange(RAYS), -start)
    parts = np.split(index, np.flatnonzero(np.diff(filled[index].astype(np.int8))) + 1)
    return [part for part in parts if filled[part[0]] and len(part) >= least]
