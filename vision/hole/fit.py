"""Where the twenty hole is and what is in it are found at once: each solid explains the picture where it fits best.

A hole is drilled about the lines' middle, but not just there, and wider than a regular one. What a bottom or a level
disc leaves unexplained beside the wrong rim, another solid would explain.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.hole.picture import Explanation, HolePicture

FloatArray = NDArray[np.float64]

# Of 13 wooden boards photographed from above, holes were up to 2.9 mm off the middle of the lines, and 17.0 to 19.0 mm
# in radius; one was 22, with discs of 17.8. A disc has room in its hole, but never more than so many times its radius.
DECENTRED_MM, NARROWER_MM, MOST_ROOM = 3.0, 0.5, 1.22
# Starts are this far apart.
START_MM = 2.0
# Over this far the edges of areas move evenly: about a sample.
SLOPE_MM = 0.5
# The best start alone leads astray now and then; those of the second on hardly ever.
TRIED = 3
# Levenberg's damping, of the picture's own scale, at first. Where another round gains less than so much of the misfit
# the place is found; from the coarse picture's place the fine one's is near.
DAMPING, LEAST_GAIN, MOST_TRIES = 0.01, 0.01, 3
COARSE_ROUNDS, FINE_ROUNDS = 6, 2


@dataclass(frozen=True, eq=False, kw_only=True)
class Fit:
    """at : (3 + P,) the hole's axis x, y and radius, and what else tells where a solid lies, in mm."""

    at: FloatArray
    explanation: Explanation

    @property
    def misfit(self) -> float:
        """How badly the solid there explains the picture."""
        return float(self.explanation.misfit)


@dataclass(frozen=True, kw_only=True)
class HoleLimits:
    """What radii a hole may have, mm."""

    least_mm: float
    most_mm: float

    def starts(self) -> list[FloatArray]:
        """Circles (x, y, radius) one of which is near any possible one."""
        radius_mm = (self.least_mm + self.most_mm) / 2
        across_mm = (-START_MM, 0.0, START_MM)
        return [np.array([x_mm, y_mm, radius_mm]) for x_mm in across_mm for y_mm in across_mm]

    def nearest(self, at: FloatArray) -> FloatArray:
        """Fit.at with the possible hole that is nearest to the one there."""
        axis_mm = within(at[:2], DECENTRED_MM)
        return np.array([*axis_mm, float(np.clip(at[2], self.least_mm, self.most_mm)), *at[3:]])


def hole_limits(picture: HolePicture, disc_radius_mm: float) -> HoleLimits:
    """Of a regular hole, or a measured one, for discs of this radius."""
    return HoleLimits(
        least_mm=float(picture.hole_radius_mm) - NARROWER_MM,
        most_mm=max(float(picture.hole_radius_mm), MOST_ROOM * disc_radius_mm),
    )


def within(offset_mm: FloatArray, most_mm: float) -> FloatArray:
    """(2,) an offset, shortened where it is longer than the most."""
    return np.asarray(offset_mm * min(1.0, most_mm / max(math.hypot(*offset_mm), 1e-9)))


def fit_place(
    picture: HolePicture,
    explain_at: Callable[[HolePicture, FloatArray], Explanation],
    starts: Sequence[FloatArray],
    steps: FloatArray,
    nearest: Callable[[FloatArray], FloatArray],
) -> Fit:
    """The possible place with the least misfit, near the best starts.

    explain_at : for (..., 3 + P) places. steps : (3 + P,) how much each number changes where it moves the solid's edge
    by a millimetre. nearest : of any place the nearest possible one.
    """
    coarse = picture.coarse()

    def explain_coarsely(at: FloatArray) -> Explanation:
        return explain_at(coarse, at)

    tried = [starts[i] for i in np.argsort(explain_coarsely(np.array(starts)).misfit, kind="stable")[:TRIED]]
    fits = [_descend(explain_coarsely, start, SLOPE_MM * steps, nearest, COARSE_ROUNDS) for start in tried]
    best = min(fits, key=lambda fit: fit.misfit)
    return _descend(lambda at: explain_at(picture, at), best.at, SLOPE_MM * steps, nearest, FINE_ROUNDS)


def _descend(
    explain_at: Callable[[FloatArray], Explanation],
    start: FloatArray,
    steps: FloatArray,
    nearest: Callable[[FloatArray], FloatArray],
    rounds: int,
) -> Fit:
    """From a start to the least misfit near it, by Levenberg's and Marquardt's damped least squares.

    SciPy's asks for one place at a time, which takes three times as long, and knows limits for each number alone.
    """
    at = nearest(start)
    best, damping = Fit(at=at, explanation=explain_at(at)), DAMPING
    for _ in range(rounds):
        residuals = best.explanation.residuals
        slopes = (explain_at(best.at + np.diag(steps)).residuals - residuals).T
        normal, towards = slopes.T @ slopes, slopes.T @ residuals
        before = best.misfit
        for _ in range(MOST_TRIES):
            move = np.linalg.solve(normal + damping * np.diag(normal.diagonal() + 1e-9), towards)
            at = nearest(best.at - steps * move)
            fit = Fit(at=at, explanation=explain_at(at))
            if fit.misfit < before:
                best, damping = fit, damping / 3
                break
            damping *= 10
        if best.misfit > (1.0 - LEAST_GAIN) * before:
            break
    return best
