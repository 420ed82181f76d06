"""Where the camera stood if a picture only looks as from straight above: it was straightened, as apps for documents do,
or cut from a picture by a level camera that stood beside the board. Then the rings are round, and only solids lean.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from calibration.directions import directions
from calibration.view import BoardView
from vision.colour.topdown import TopDown
from vision.placing.disc_position import Placed, best_merit
from vision.placing.neighbours import pegs_as_solids
from vision.placing.outline import Solids
from vision.standpoint.elongated import Elongation, measure_elongation

FloatArray = NDArray[np.float64]

# Seen from farther aslant than this a picture shows by its rings that it was cut, and nobody straightened it.
STRAIGHT_DEG = 5.0
# (8, 2) the directions in which pegs and discs are tried.
DIRECTIONS: FloatArray = directions(np.arange(8) * np.pi / 4)
# From where pegs are looked at: on 47 straightened pictures 12 and 20 degrees told alike. They stand on the 15 line, as
# well as holes are drilled.
PEGS_SLANT_DEG, PEGS_SIGMA_MM = 16.0, 0.5
# Which of two opposite ways they lean is asked of as much of them as leans by these shares: pegs of other heights than
# usual end elsewhere, but begin alike. Of 48 pictures two were told the other way by their ends alone.
PEGS_SHARES = (0.3, 1.0)
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
# focal lengths. On 101 straightened pictures it was then off by 0.09 along each axis (RMS). More is said, so that the
# discs' light is asked as well: of 120 pictures 72 are exact so, 67 with 0.09.
FIRST_STEP, SETTLED, LEAN_SIGMA = 0.1, 0.02, 0.15


def where_it_may_be_taken_from(
    bgr: NDArray[np.uint8], view: BoardView, top_down: TopDown, solids: Solids
) -> tuple[BoardView, ...]:
    """The board by cameras that see discs lean as these look: two opposite ones if discs look long, one if discs and
    pegs lean the same way, none if neither, or if the camera is known.

    top_down : the board as from straight above. solids : the discs as found by the view. Of a picture that shows by its
    rings that it was cropped their light has told the camera.
    """
    known = view.camera.source == "calibrated" or view.camera.is_of_cropped_picture
    if known or view.camera.slant_deg > STRAIGHT_DEG:
        return ()
    on_board = np.hypot(*solids.xy_mm.T) < view.surface_radius_mm
    long = measure_elongation(top_down, solids.taken(np.flatnonzero(on_board)))
    if long.is_clear:
        return _seen_from(view, _axis_of(view, long.lean)), _seen_from(view, _axis_of(view, -long.lean))
    if len(solids.xy_mm) < FEWEST and not long.is_likely:
        return ()
    asked = _asked(solids)
    axis = _as_both_lean(bgr, view, asked, long)
    return () if axis is None else (_seen_from(view, _clearest_axis(bgr, view, asked, axis)),)


def from_where_it_was_taken(bgr: NDArray[np.uint8], views: Sequence[BoardView], discs: Sequence[Placed]) -> BoardView:
    """The board by the camera for which the outlines of pegs and discs are clearest.

    views : those that it may be near. discs : as found from each of them.
    """
    # Log odds of discs are below 0, and from a wrong place fewer or more are found: their mean counts as for so many.
    alike = len(discs[0].merit)
    clear = [
        _clear_pegs_at_shares(bgr, view) + (alike * float(found.merit.mean()) if len(found.merit) else -np.inf)
        for view, found in zip(views, discs, strict=True)
    ]
    best = int(np.argmax(clear))
    told = _seen_from(views[best], _clearest_axis(bgr, views[best], _asked(discs[best].solids), np.zeros(2)))
    doubt = np.diag([told.camera.covariance[0, 0], LEAN_SIGMA**2, LEAN_SIGMA**2])
    return replace(told, camera=replace(told.camera, covariance=doubt))


def _asked(solids: Solids) -> Solids:
    """Some of the discs, evenly chosen from all."""
    count = len(solids.xy_mm)
    return solids.taken(np.linspace(0, count - 1, min(ASKED, count)).round().astype(np.intp))


def _lean(view: BoardView) -> FloatArray:
    """(2,) how far points over the board's middle are seen aside of their feet, mm per mm of height."""
    return np.asarray(view.apparent_mm(np.zeros((1, 2)), np.ones(1))[0])


def _axis_of(view: BoardView, lean: FloatArray) -> FloatArray:
    """(2,) the axis of the camera that sees solids lean by so much, in focal lengths from the view's."""
    lean_by_axis = -view.stand_mm_by_camera(np.zeros((1, 2)), np.ones(1))[0, :, 1:]
    return np.asarray(np.linalg.solve(lean_by_axis, lean - _lean(view)))


def _clearest_axis(bgr: NDArray[np.uint8], view: BoardView, solids: Solids, start: FloatArray) -> FloatArray:
    """(2,) the axis near a start for which the outlines of pegs and discs are clearest."""

    def unclear(axis: FloatArray, *_more: object) -> float:
        """Log odds against the outlines as this camera sees them; SciPy's types allow for more arguments."""
        return -_clear_pegs(bgr, view, axis) - _clear_discs(bgr, view, solids, axis)

    # SciPy's own first steps are shares of the coordinates, of which one is often 0.
    simplex = start + FIRST_STEP * np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    best = minimize(
        unclear, start.tolist(), method="Nelder-Mead", options={"initial_simplex": simplex, "xatol": SETTLED}
    )
    return np.asarray(best.x, np.float64)


def _as_both_lean(bgr: NDArray[np.uint8], view: BoardView, solids: Solids, long: Elongation) -> FloatArray | None:
    """(2,) the axis, in focal lengths, of a camera as which pegs lean clearly, if discs look long that way or lean as
    well. long : how long they look.
    """
    as_pegs = _as_pegs_lean(bgr, view)
    if as_pegs is None:
        return None
    peg_lean = _lean(_seen_from(view, as_pegs))
    if long.is_likely and long.is_along(peg_lean):
        return _axis_of(view, long.lean * np.sign(long.lean @ peg_lean))
    return _as_discs_lean(bgr, view, solids, long, as_pegs) if len(solids.xy_mm) >= FEWEST else None


def _as_pegs_lean(bgr: NDArray[np.uint8], view: BoardView) -> FloatArray | None:
    """(2,) the axis as which pegs lean, if one is clearly the best."""
    pegs = np.array([_clear_pegs(bgr, view, axis) for axis in np.tan(np.deg2rad(PEGS_SLANT_DEG)) * DIRECTIONS])
    clearly = pegs - np.max([np.roll(pegs, turned) for turned in range(3, len(DIRECTIONS) - 2)], axis=0)
    if clearly.max() < PEGS_CLEARLY:
        return None
    return np.asarray(np.tan(np.deg2rad(PEGS_SLANT_DEG)) * DIRECTIONS[clearly.argmax()])


def _as_discs_lean(
    bgr: NDArray[np.uint8], view: BoardView, solids: Solids, long: Elongation, as_pegs: FloatArray
) -> FloatArray | None:
    """(2,) the axis near the pegs' direction as which discs lean most clearly, if they lean at all."""

    def merit_of_discs(axes: FloatArray) -> FloatArray:
        """(SLANTS, K) of discs as seen by cameras with (SLANTS, K, 2) axes."""
        return np.array([[_clear_discs(bgr, view, solids, axis) for axis in at_slant] for at_slant in axes])

    # The pegs' direction and those beside it.
    near_pegs = DIRECTIONS[DIRECTIONS @ as_pegs > 0.5 * np.linalg.norm(as_pegs)]
    axes = np.tan(np.deg2rad(SLANTS_DEG))[:, None, None] * near_pegs
    discs = merit_of_discs(axes)
    leans = discs > _clear_discs(bgr, view, solids, np.zeros(2)) + CLEARER
    if not leans.any():
        return None
    clearly = discs - merit_of_discs(-axes).max(axis=1, keepdims=True)
    excluded = np.array([[long.excludes(_lean(_seen_from(view, axis))) for axis in at_slant] for at_slant in axes])
    if clearly[leans].max() < CLEARLY or excluded.all():
        return None
    return np.asarray(axes.reshape(-1, 2)[np.where(excluded, -np.inf, clearly).argmax()])


def _seen_from(view: BoardView, axis: FloatArray) -> BoardView:
    return view.with_camera(np.append(0.0, axis), view.camera.covariance)


def _clear_pegs(bgr: NDArray[np.uint8], view: BoardView, axis: FloatArray) -> float:
    """Log odds of the pegs' outlines as a camera sees them whose axis lies (2,) focal lengths from the view's."""
    there = _seen_from(view, axis)
    return float(best_merit(bgr, there, pegs_as_solids(there), PEGS_SIGMA_MM).sum())


def _clear_pegs_at_shares(bgr: NDArray[np.uint8], view: BoardView) -> float:
    """Log odds of the pegs' outlines as they lean by the view, and of those that lean by a share of it."""
    axes = [_axis_of(view, share * _lean(view)) for share in PEGS_SHARES]
    return sum(_clear_pegs(bgr, view, axis) for axis in axes)


def _clear_discs(bgr: NDArray[np.uint8], view: BoardView, solids: Solids, axis: FloatArray) -> float:
    """Log odds of the discs' outlines, likewise: half-way up they stay where the view sees them."""
    there, seen_mm = _seen_from(view, axis), view.apparent_mm(solids.xy_mm, solids.middle_mm)
    leaning = replace(solids, xy_mm=there.stand_mm(seen_mm, solids.middle_mm))
    return float(best_merit(bgr, there, leaning).sum())
