"""Where the camera stood if a picture only looks as from straight above: it was straightened, as apps for documents do,
or cut from a picture by a level camera that stood beside the board. Then the rings are round, and only solids lean.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from calibration.view import BoardView
from vision.disc_position import merit_by_radius
from vision.outline import Solids

FloatArray = NDArray[np.float64]

# Seen from farther aslant than this a picture shows by its rings that it was cut, and nobody straightened it.
STRAIGHT_DEG = 5.0
# From where the camera may have stood instead: what leans less than for the first hardly shows, what leans as between
# the two or more shows with either.
SLANTS_DEG, AZIMUTHS = (12.0, 30.0), 8
# So many discs are asked: ten of one photo spoke for 30 degrees where it was 6.
ASKED = 16
# Log odds by which outlines must be clearer than as of discs that do not lean, and than as of such that lean in any
# direction over 45 degrees away. Shadows, and faces with rings, are clearer as of discs that lean any way, by up to 133
# and 42 on 40 rendered boards seen from straight above; shadows to one side by up to 38 and 93 on copies of a real
# photo. Of 15 photos that were taken from 8 to 48 degrees and straightened eight come to 46 and 95 and more.
CLEARER, CLEARLY = 42.0, 65.0
# The search for the best place takes first steps so long, and ends where it moves the axis by less than the second, in
# focal lengths. On eight straightened photos it was then off by 0.02 to 0.17.
FIRST_STEP, SETTLED, LEAN_SIGMA = 0.1, 0.02, 0.12


def from_where_it_was_taken(bgr: NDArray[np.uint8], view: BoardView, solids: Solids) -> BoardView:
    """The board by the camera for which the outlines of discs are clearest, if they lean.

    solids : the discs as found by the view, which is returned where they do not. Of a picture that shows by its rings
    that it was cropped their light has told the camera.
    """
    known = view.camera.source == "calibrated" or view.camera.is_of_cropped_picture
    if known or view.camera.slant_deg > STRAIGHT_DEG or not len(solids.xy_mm):
        return view
    asked = np.unique(np.linspace(0, len(solids.xy_mm) - 1, ASKED).round().astype(np.intp))
    solids = solids.taken(asked)
    seen_mm = view.shadow_mm(solids.xy_mm, solids.height_mm + solids.thickness_mm / 2)

    def seen_from(axis: FloatArray) -> BoardView:
        return view.with_camera(np.append(0.0, axis), view.camera.covariance)

    def unclear(axis: FloatArray, *_more: object) -> float:
        """Log odds against the outlines as this camera sees them; SciPy's types allow for more arguments."""
        there = seen_from(axis)
        leaning = replace(solids, xy_mm=there.stand_mm(seen_mm, solids.height_mm + solids.thickness_mm / 2))
        return -float(merit_by_radius(bgr, there, leaning, np.zeros(1)).sum())

    azimuth = np.arange(AZIMUTHS) * 2 * np.pi / AZIMUTHS
    directions = np.column_stack([np.cos(azimuth), np.sin(azimuth)])
    axes = np.tan(np.deg2rad(SLANTS_DEG))[:, None, None] * directions
    gain = unclear(np.zeros(2)) - np.apply_along_axis(unclear, 2, axes)
    elsewhere = np.max([np.roll(gain, turned, axis=1) for turned in range(2, AZIMUTHS - 1)], axis=0)
    apart = np.where(gain > CLEARER, gain - elsewhere, 0.0)
    if apart.max() < CLEARLY:
        return view
    start = axes.reshape(-1, 2)[apart.argmax()]
    # SciPy's own first steps are shares of the coordinates, of which one is often 0.
    simplex = start + FIRST_STEP * np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    best = minimize(
        unclear, start.tolist(), method="Nelder-Mead", options={"initial_simplex": simplex, "xatol": SETTLED}
    )
    told = seen_from(np.asarray(best.x, np.float64))
    doubt = np.diag([told.camera.covariance[0, 0], LEAN_SIGMA**2, LEAN_SIGMA**2])
    return replace(told, camera=replace(told.camera, covariance=doubt))
