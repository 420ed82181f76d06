"""Where the camera stood if a picture only looks as from straight above: it was straightened, as apps for documents do,
or cut from a picture by a level camera that stood beside the board. Then the rings are round, and only solids lean.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from calibration.view import BoardView
from vision.disc_position import best_merit
from vision.neighbours import pegs_as_solids
from vision.outline import Solids

FloatArray = NDArray[np.float64]

# Seen from farther aslant than this a picture shows by its rings that it was cut, and nobody straightened it.
STRAIGHT_DEG = 5.0
AZIMUTHS = 8
# From where pegs are looked at: on 47 straightened pictures 12 and 20 degrees told alike. They stand on the 15 line, as
# well as holes are drilled.
PEGS_SLANT_DEG, PEGS_SIGMA_MM = 16.0, 0.5
# From where discs are: what leans less than for the first hardly shows, what leans as between the two or more shows
# with either. So many are asked if there are, and no fewer: ten of one photo spoke for 30 degrees where it was 6, four
# of another for 41 degrees to a side where it was 47.
SLANTS_DEG, ASKED, FEWEST = (12.0, 30.0), 16, 8
# Log odds by which outlines must be clearer than as of solids that lean the other way, over 90 degrees away, of pegs
# and of discs, and those of discs than if they did not lean. Shadows, and faces with rings, are clearer as of solids
# that lean any way, but hardly those of pegs and of discs of the same: of 73 boards seen from straight above none,
# where discs alone would need 42 and 65, and shadows make pegs alone clearer by up to 280.
PEGS_CLEARLY, CLEARLY, CLEARER = 80.0, 20.0, 20.0
# The search for the best place takes first steps so long, and ends where it moves the axis by less than the second, in
# focal lengths. On 43 straightened pictures it was then off by so much along each axis (RMS).
FIRST_STEP, SETTLED, LEAN_SIGMA = 0.1, 0.02, 0.15


def from_where_it_was_taken(bgr: NDArray[np.uint8], view: BoardView, solids: Solids) -> BoardView:
    """The board by the camera for which the outlines of pegs and discs are clearest, if both lean.

    solids : the discs as found by the view, which is returned where they do not. Of a picture that shows by its rings
    that it was cropped their light has told the camera.
    """
    known = view.camera.source == "calibrated" or view.camera.is_of_cropped_picture
    if known or view.camera.slant_deg > STRAIGHT_DEG or len(solids.xy_mm) < FEWEST:
        return view
    asked = np.unique(np.linspace(0, len(solids.xy_mm) - 1, ASKED).round().astype(np.intp))
    solids = solids.taken(asked)
    start = _as_both_lean(bgr, view, solids)
    if start is None:
        return view

    def unclear(axis: FloatArray, *_more: object) -> float:
        """Log odds against the outlines as this camera sees them; SciPy's types allow for more arguments."""
        return -_clear_pegs(bgr, view, axis) - _clear_discs(bgr, view, solids, axis)

    # SciPy's own first steps are shares of the coordinates, of which one is often 0.
    simplex = start + FIRST_STEP * np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    best = minimize(
        unclear, start.tolist(), method="Nelder-Mead", options={"initial_simplex": simplex, "xatol": SETTLED}
    )
    told = _seen_from(view, np.asarray(best.x, np.float64))
    doubt = np.diag([told.camera.covariance[0, 0], LEAN_SIGMA**2, LEAN_SIGMA**2])
    return replace(told, camera=replace(told.camera, covariance=doubt))


def _as_both_lean(bgr: NDArray[np.uint8], view: BoardView, solids: Solids) -> FloatArray | None:
    """(2,) the axis as which discs lean most clearly, in focal lengths, if pegs lean that way and discs lean at all."""
    azimuth = np.arange(AZIMUTHS) * 2 * np.pi / AZIMUTHS
    directions = np.column_stack([np.cos(azimuth), np.sin(azimuth)])
    pegs = np.array([_clear_pegs(bgr, view, axis) for axis in np.tan(np.deg2rad(PEGS_SLANT_DEG)) * directions])
    pegs_clearly = pegs - np.max([np.roll(pegs, turned) for turned in range(3, AZIMUTHS - 2)], axis=0)
    if pegs_clearly.max() < PEGS_CLEARLY:
        return None

    def merit_of_discs(axes: FloatArray) -> FloatArray:
        """(SLANTS, K) of discs as seen by cameras with (SLANTS, K, 2) axes."""
        return np.array([[_clear_discs(bgr, view, solids, axis) for axis in at_slant] for at_slant in axes])

    # The pegs' direction and those beside it.
    as_pegs = directions[directions @ directions[pegs_clearly.argmax()] > 0.5]
    axes = np.tan(np.deg2rad(SLANTS_DEG))[:, None, None] * as_pegs
    discs, upright = merit_of_discs(axes), _clear_discs(bgr, view, solids, np.zeros(2))
    if discs.max() < upright + CLEARER:
        return None
    clearly = np.where(discs > upright + CLEARER, discs - merit_of_discs(-axes).max(axis=1, keepdims=True), 0.0)
    return np.asarray(axes.reshape(-1, 2)[clearly.argmax()]) if clearly.max() > CLEARLY else None


def _seen_from(view: BoardView, axis: FloatArray) -> BoardView:
    return view.with_camera(np.append(0.0, axis), view.camera.covariance)


def _clear_pegs(bgr: NDArray[np.uint8], view: BoardView, axis: FloatArray) -> float:
    """Log odds of the pegs' outlines as a camera sees them whose axis lies (2,) focal lengths from the view's."""
    there = _seen_from(view, axis)
    return float(best_merit(bgr, there, pegs_as_solids(there), PEGS_SIGMA_MM).sum())


def _clear_discs(bgr: NDArray[np.uint8], view: BoardView, solids: Solids, axis: FloatArray) -> float:
    """Log odds of the discs' outlines, likewise: half-way up they stay where the view sees them."""
    there, half_mm = _seen_from(view, axis), solids.height_mm + solids.thickness_mm / 2
    leaning = replace(solids, xy_mm=there.stand_mm(view.shadow_mm(solids.xy_mm, half_mm), half_mm))
    return float(best_merit(bgr, there, leaning).sum())
