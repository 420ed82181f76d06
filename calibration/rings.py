"""Which circles of an unrolled picture are the 15, 10 and outer line."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.polar import PolarView

FloatArray = NDArray[np.float64]
Ratio = tuple[float, float]

# Radii of the 15 and 10 line over the outer line's. Tournament boards: 1/3 and 2/3; home boards were measured at
# 0.33 to 0.34 and 0.66 to 0.72; the margins allow for a plane that is turned back only roughly.
RATIO_15 = (0.305, 0.36)
RATIO_10 = (0.63, 0.74)
# The same where the plane is known well.
USUAL_15, USUAL_10 = (0.322, 0.352), (0.65, 0.73)
# A line is compared with what lies this far on either side: two to three line widths on a board that fills the view.
NEIGHBOUR_COLUMNS = 3
# Responses beyond this many times the noise count no more: a disc's edge must not outvote a thin line.
NOISE_LIMIT = 3.0


@dataclass(frozen=True, kw_only=True)
class RingPattern:
    """Three concentric lines.

    radii: of the 15, 10 and outer line, in the polar view's unit. channel: colour channel with the best contrast.
    dark: whether the lines are darker than the surface. strength: mean line response, in units of its noise.
    """

    radii: tuple[float, float, float]
    channel: int
    dark: bool
    strength: tuple[float, float, float]

    @property
    def score(self) -> float:
        """Evidence that all three are there: the weakest counts twice."""
        return (sum(self.strength) + min(self.strength)) / 4.0


def line_response(view: PolarView, half_width_columns: int) -> NDArray[np.float32]:
    """How much darker each sample is than its two neighbours along the ray, in units of the noise.

    Returns (AZIMUTHS, columns, 3), limited to +-NOISE_LIMIT; 0 outside the picture.
    """
    shift = half_width_columns
    padded = cv2.copyMakeBorder(view.samples, 0, 0, shift, shift, cv2.BORDER_REPLICATE)
    inner, outer = padded[:, : -2 * shift], padded[:, 2 * shift :]
    # Darker than *both* neighbours, or brighter than both: a step edge gives nothing.
    dark = np.maximum(np.minimum(inner, outer) - view.samples, 0.0)
    response = dark - np.maximum(view.samples - np.maximum(inner, outer), 0.0)
    noise = np.sqrt(np.mean(np.square(np.clip(response, -40, 40)), axis=(0, 1))) + 0.5
    response = np.clip(response / noise, -NOISE_LIMIT, NOISE_LIMIT)
    response[~view.seen] = 0.0
    return np.asarray(response, np.float32)


def ring_profile(response: NDArray[np.float32], slack_columns: int) -> FloatArray:
    """Mean over the azimuths of the strongest response within `slack_columns`, above that of the median radius.

    response : (AZIMUTHS, columns) of one channel and one sign. Returns (columns,).
    """
    size = 2 * slack_columns + 1
    strongest = cv2.dilate(np.maximum(response, np.float32(0.0)), np.ones((1, size), np.uint8))
    profile = strongest.mean(axis=0)
    return np.asarray(profile - np.median(profile), dtype=np.float64)


def has_usual_ratios(radii: tuple[float, float, float]) -> bool:
    """Whether the radii of the 15, 10 and outer line are in the ratios of nearly all boards."""
    r15, r10 = radii[0] / radii[2], radii[1] / radii[2]
    return USUAL_15[0] <= r15 <= USUAL_15[1] and USUAL_10[0] <= r10 <= USUAL_10[1]


def find_pattern(view: PolarView, *, usual: bool = False) -> RingPattern | None:
    """The best 15, 10 and outer line of an unrolled picture; None where no radii of their ratios stand out.

    usual : whether only the ratios of nearly all boards will do.
    """
    ratios = (USUAL_15, USUAL_10) if usual else (RATIO_15, RATIO_10)
    response = line_response(view, NEIGHBOUR_COLUMNS)
    patterns = [
        _best_triple(ring_profile(sign * response[..., channel], 2), view.step, channel, sign > 0, ratios)
        for channel in range(3)
        for sign in (1.0, -1.0)
    ]
    return max((p for p in patterns if p), key=lambda p: p.score, default=None)


def _best_triple(
    profile: FloatArray, step: float, channel: int, dark: bool, ratios: tuple[Ratio, Ratio]
) -> RingPattern | None:
    (least_15, most_15), (least_10, most_10) = ratios
    columns = profile.size
    best = None
    for outer in range(columns // 6, columns - 2):
        if profile[outer] < profile[outer - 1] or profile[outer] < profile[outer + 1]:
            continue
        low, high = int(least_15 * outer), int(most_15 * outer) + 2
        fifteen = low + int(profile[low:high].argmax())
        low, high = int(least_10 * outer), int(most_10 * outer) + 2
        ten = low + int(profile[low:high].argmax())
        pattern = RingPattern(
            radii=(fifteen * step, ten * step, outer * step),
            channel=channel,
            dark=dark,
            strength=(float(profile[fifteen]), float(profile[ten]), float(profile[outer])),
        )
        if best is None or pattern.score > best.score:
            best = pattern
    return best
