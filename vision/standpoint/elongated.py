"""How discs look longer one way than across: seen aslant their sides show, which have the hue of the faces. A shadow,
which has that of the board, does not make them longer.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.directions import directions
from vision.colour.topdown import TopDown
from vision.placing.neighbours import clear_of
from vision.placing.outline import Solids, linear_light

FloatArray = NDArray[np.float64]

# Rays from the middle of each disc, in radii; up to the first the face is seen, beyond the second the board, and in
# between what has more of the face's hue than of the board's is the disc's. No other disc reaches to where the board is
# seen.
RAYS, STEP, LAST = 16, 0.05, 2.4
FACE, BOARD = 0.6, 1.9
# Half as many pixels as votes are taken on: their means have less noise, and are still far smaller than a disc.
COARSER = 2
# Shares of red, green and blue add up to 1: those of discs and board must differ by so much to be told apart in what
# compression leaves of them. This share of white, level 14 as stored, is added: what is black has no hue.
LEAST_HUE, DARKEST = 0.08, 0.003
# Means over fewer discs have no scatter to speak of.
FEWEST = 4
# Nothing is measured better than to this share of a disc's width. From the first number of sigmas on discs are longer
# one way: on 64 boards seen from straight above they were by at most 1.7, on 44 of 47 seen from 25 degrees aslant and
# more by 2 and more. From the second on they are if pegs lean that way as well: of those 64 boards six had so much,
# and pegs that leaned clearly none of them. What is as many sigmas as the third from the measured is not so.
FINEST, CLEARLY, LIKELY, EXCLUDED = 0.01, 2.0, 1.2, 3.0
# Width through the middle of a circle drawn out along a length h: wider by h times the cosine to that direction, whose
# second harmonic is this.
HARMONIC = 4 / (3 * np.pi)


@dataclass(frozen=True, eq=False, kw_only=True)
class Elongation:
    """lean: (2,) how far tops of discs are seen aside of their feet, mm per mm of height, or the opposite of that, as
    how long the discs look tells it. sigma: of each coordinate.
    """

    lean: FloatArray
    sigma: float

    @property
    def is_clear(self) -> bool:
        """Whether discs look longer one way."""
        return bool(np.hypot(*self.lean) > CLEARLY * self.sigma)

    @property
    def is_likely(self) -> bool:
        """Whether they seem to, if something else says so as well."""
        return bool(np.hypot(*self.lean) > LIKELY * self.sigma)

    def is_along(self, lean: FloatArray) -> bool:
        """Whether they look longer along (2,) a lean rather than across it."""
        x, y = self.lean
        return abs(float(self.lean @ lean)) > abs(float(lean @ (-y, x)))

    def excludes(self, lean: FloatArray) -> bool:
        """Whether discs that lean like that, (2,), would look otherwise."""
        return bool(abs(_doubled(lean) - _doubled(self.lean)) > EXCLUDED * self.sigma)


def _doubled(lean: FloatArray) -> complex:
    """A number that is the same for a lean and its opposite."""
    return complex(*lean) ** 2 / max(float(np.hypot(*lean)), 1e-9)


def measure_elongation(top_down: TopDown, solids: Solids) -> Elongation:
    """How much longer discs look one way.

    top_down : the board as from straight above. solids : the discs as found there.
    """
    others_mm = [np.delete(solids.xy_mm, i, axis=0) for i in range(len(solids.xy_mm))]
    reach_mm = (BOARD + 1) * solids.radius_mm
    alone = [bool(clear_of(*one)) for one in zip(solids.xy_mm, others_mm, reach_mm, strict=True)]
    longer = _longer(top_down, solids.taken(np.flatnonzero(alone))) if any(alone) else np.zeros(0, np.complex128)
    if len(longer) < FEWEST:
        return Elongation(lean=np.zeros(2), sigma=np.inf)
    middle = complex(np.median(longer.real), np.median(longer.imag))
    # In the plane the median distance is 1.18 sigmas, and the variance of a median 1.57 times that of a mean.
    sigma = 1.06 * float(np.median(np.abs(longer - middle))) / np.sqrt(len(longer)) + FINEST
    by_length = float(np.median(2 * solids.radius_mm / solids.thickness_mm)) / HARMONIC
    azimuth = np.angle(middle) / 2
    lean = by_length * abs(middle) * directions(azimuth)
    return Elongation(lean=lean, sigma=by_length * sigma)


def _longer(top_down: TopDown, solids: Solids) -> NDArray[np.complex128]:
    """(K,) second harmonic of the widths of those discs whose hue differs from the board's, over their diameter."""
    azimuth, reach = np.arange(RAYS) * 2 * np.pi / RAYS, np.arange(0.0, LAST, STEP)
    rays = reach[:, None] * directions(azimuth)[:, None]
    places_mm = solids.xy_mm[:, None, None] + solids.radius_mm[:, None, None, None] * rays
    light = linear_light(top_down.coarser(COARSER).colours(places_mm)) + DARKEST
    hue = light / light.sum(axis=-1, keepdims=True)
    of_face = np.median(hue[:, :, reach < FACE], axis=(1, 2))[:, None, None]
    of_board = np.median(hue[:, :, reach > BOARD], axis=(1, 2))[:, None, None]
    differ = np.linalg.norm(of_face - of_board, axis=-1)
    faces = ((hue - of_board) * (of_face - of_board)).sum(axis=-1) > 0.5 * differ**2
    ends = reach[np.where(faces.all(axis=2), -1, np.argmin(faces, axis=2))]
    half = RAYS // 2
    widths = (ends[:, :half] + ends[:, half:]) / 2
    longer = 2 * (widths * np.exp(2j * azimuth[:half])).mean(axis=1)
    return np.asarray(longer[differ[:, 0, 0] > LEAST_HUE])
