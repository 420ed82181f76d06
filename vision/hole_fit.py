"""Where the twenty hole is and what is in it are found at once: each solid explains the picture where it fits best.

A hole is drilled about the lines' middle, but not just there, and wider than a regular one. What a bottom or a level
disc leaves unexplained beside the wrong rim, another solid would explain.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.hole_picture import HolePicture

FloatArray = NDArray[np.float64]

# Of 13 wooden boards photographed from above, holes were up to 2.9 mm off the middle of the lines, and 17.0 to 19.0 mm
# in radius; one was 22, with discs of 17.8. A disc has room in its hole, but never more than so many times its radius.
DECENTRED_MM, NARROWER_MM, MOST_ROOM = 3.0, 0.5, 1.22
# Starts are this far apart. Half a millimetre is less than a pixel of most photos.
START_MM, COARSE_STEP_MM, FINE_STEP_MM = 2.0, 1.0, 0.5
# The best start alone leads astray now and then: misfits are up to 0.4 greater, in their logs, than of twelve starts;
# those of four by 0.01 on average. More rounds than any needs.
TRIED, MOST_ROUNDS = 4, 15


@dataclass(frozen=True, eq=False, kw_only=True)
class Fit:
    """at : (3 + P,) the hole's axis x, y and radius, and what else tells where a solid lies, in mm. misfit : there."""

    at: FloatArray
    misfit: float


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
        least_mm=picture.hole_radius_mm - NARROWER_MM,
        most_mm=max(picture.hole_radius_mm, MOST_ROOM * disc_radius_mm),
    )


def within(offset_mm: FloatArray, most_mm: float) -> FloatArray:
    """(2,) an offset, shortened where it is longer than the most."""
    return np.asarray(offset_mm * min(1.0, most_mm / max(math.hypot(*offset_mm), 1e-9)))


def fit_place(
    picture: HolePicture,
    explain: Callable[[HolePicture, FloatArray], float],
    starts: Sequence[FloatArray],
    steps: FloatArray,
    nearest: Callable[[FloatArray], FloatArray],
) -> Fit:
    """The possible place with the least misfit, near the best starts.

    steps : (3 + P,) in shares of a millimetre's. nearest : of a place that a step leads to, the nearest possible one,
    so that a step against a limit goes along it.
    """
    coarse = picture.coarse()

    def explain_coarse(at: FloatArray) -> float:
        return explain(coarse, at)

    tried = sorted(starts, key=explain_coarse)[:TRIED]
    fits = [_descend(explain_coarse, start, COARSE_STEP_MM * steps, nearest) for start in tried]
    best = min(fits, key=lambda fit: fit.misfit)
    return _descend(lambda at: explain(picture, at), best.at, FINE_STEP_MM * steps, nearest)


def _descend(
    explain: Callable[[FloatArray], float],
    start: FloatArray,
    steps: FloatArray,
    nearest: Callable[[FloatArray], FloatArray],
) -> Fit:
    """From a start by the best single step, until none is better."""
    best = Fit(at=start, misfit=explain(start))
    moves = np.concatenate([np.diag(steps), -np.diag(steps)])
    for _ in range(MOST_ROUNDS):
        around = [Fit(at=at, misfit=explain(at)) for at in map(nearest, best.at + moves)]
        better = min(around, key=lambda fit: fit.misfit)
        if better.misfit >= best.misfit:
            break
        best = better
    return best
