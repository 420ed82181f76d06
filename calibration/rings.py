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
# How far a line may stray from its circle where the plane is turned back only roughly.
SLACK_COLUMNS = 2
# Responses beyond this many times the noise count no more: a disc's edge must not outvote a thin line.
NOISE_LIMIT = 3.0
# Where little but the lines is drawn, the light that sharpening leaves beside dark ones reaches the limit as well, and
# both are about as clear (measured: 0.92 and more): of two in one place the one with more contrast is the line.
HALO_AS_CLEAR = 0.8


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
    def mixture(self) -> FloatArray:
        """(3,) of the stored colours, in which the lines are bright."""
        return np.asarray(np.eye(3)[self.channel] * (-1.0 if self.dark else 1.0), np.float64)

    @property
    def score(self) -> float:
        """Evidence that all three are there: the weakest counts twice."""
        return (sum(self.strength) + min(self.strength)) / 4.0


def line_contrast(view: PolarView, half_width_columns: int) -> NDArray[np.float32]:
    """How much darker each sample is than its two neighbours along the ray, (AZIMUTHS, columns, 3) grey levels.

    Negative where it is lighter than both. A step edge gives nothing.
    """
    shift = half_width_columns
    padded = cv2.copyMakeBorder(view.samples, 0, 0, shift, shift, cv2.BORDER_REPLICATE)
    inner, outer = padded[:, : -2 * shift], padded[:, 2 * shift :]
    contrast = np.maximum(np.minimum(inner, outer) - view.samples, 0.0)
    contrast -= np.maximum(view.samples - np.maximum(inner, outer), 0.0)
    return np.asarray(contrast, np.float32)


def line_response(contrast: NDArray[np.float32], seen: NDArray[np.bool_]) -> NDArray[np.float32]:
    """The contrast in units of its noise, limited to +-NOISE_LIMIT; 0 outside the picture."""
    noise = np.sqrt(np.mean(np.square(np.clip(contrast, -40, 40)), axis=(0, 1))) + 0.5
    response = np.clip(contrast / noise, -NOISE_LIMIT, NOISE_LIMIT)
    response[~seen] = 0.0
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


def inner_lines_are_far_in(radii: tuple[float, float, float]) -> bool:
    """Whether the 15 or the 10 line lies farther inside the outer one than on nearly all boards.

    radii : of the 15, 10 and outer line, in any unit.
    """
    return radii[0] < USUAL_15[0] * radii[2] or radii[1] < USUAL_10[0] * radii[2]


def find_pattern(view: PolarView, *, usual: bool = False) -> RingPattern | None:
    """The best 15, 10 and outer line of an unrolled picture; None where no radii of their ratios stand out.

    usual : whether only the ratios of nearly all boards will do.
    """
    contrast = line_contrast(view, NEIGHBOUR_COLUMNS)
    response = line_response(contrast, view.seen)
    dark, light = (
        _clearest(response, view.step, dark=dark, ratios=(USUAL_15, USUAL_10) if usual else (RATIO_15, RATIO_10))
        for dark in (True, False)
    )
    if dark is None or light is None:
        return dark or light
    clearer, other = (dark, light) if dark.score >= light.score else (light, dark)
    if other.score < HALO_AS_CLEAR * clearer.score or not _same_lines(dark, light, view.step):
        return clearer
    return max((clearer, other), key=lambda pattern: _grey_levels(contrast, pattern, view.step))


def _clearest(
    response: NDArray[np.float32], step: float, *, dark: bool, ratios: tuple[Ratio, Ratio]
) -> RingPattern | None:
    """The best lines that are darker than what lies beside them, or lighter, in any channel."""
    sign = np.float32(1.0 if dark else -1.0)
    profiles = [ring_profile(sign * response[..., channel], SLACK_COLUMNS) for channel in range(3)]
    patterns = [_best_triple(profile, step, channel, dark, ratios) for channel, profile in enumerate(profiles)]
    return max((p for p in patterns if p), key=lambda p: p.score, default=None)


def _same_lines(a: RingPattern, b: RingPattern, step: float) -> bool:
    """Whether two patterns are the same lines, or what a camera's sharpening draws beside them."""
    return float(np.abs(np.subtract(a.radii, b.radii)).max()) <= (NEIGHBOUR_COLUMNS + SLACK_COLUMNS) * step


def _grey_levels(contrast: NDArray[np.float32], pattern: RingPattern, step: float) -> float:
    """How much a pattern's lines differ from what lies beside them, on average."""
    sign = np.float32(1.0 if pattern.dark else -1.0)
    columns = np.round(np.divide(pattern.radii, step)).astype(np.intp)
    lines = [contrast[:, c - SLACK_COLUMNS : c + SLACK_COLUMNS + 1, pattern.channel] for c in columns]
    return float(np.mean([np.maximum(sign * line, 0.0).max(axis=1).mean() for line in lines]))


def _highest_beside(profile: FloatArray) -> NDArray[np.intp]:
    """Columns no lower than the next on either side, from a sixth of the radius outward."""
    first, last = profile.size // 6, profile.size - 2
    middle = profile[first:last]
    highest = (middle >= profile[first - 1 : last - 1]) & (middle >= profile[first + 1 : last + 1])
    return first + np.flatnonzero(highest)


def _highest_within(profile: FloatArray, outer: NDArray[np.intp], ratio: Ratio) -> NDArray[np.intp]:
    """(K,) the column of the highest value between two shares of each of the (K,) columns."""
    low, high = ((share * outer).astype(np.intp) for share in ratio)
    column = low[:, None] + np.arange((high - low).max() + 2)
    value = np.where(column < high[:, None] + 2, profile[column], -np.inf)
    return np.asarray(low + value.argmax(axis=1))


def _best_triple(
    profile: FloatArray, step: float, channel: int, dark: bool, ratios: tuple[Ratio, Ratio]
) -> RingPattern | None:
    outer = _highest_beside(profile)
    if not len(outer):
        return None
    columns = np.stack([*(_highest_within(profile, outer, ratio) for ratio in ratios), outer])
    strength = profile[columns]
    best = int((strength.sum(axis=0) + strength.min(axis=0)).argmax())
    r15, r10, r_outer = (float(column * step) for column in columns[:, best])
    of_15, of_10, of_outer = (float(value) for value in strength[:, best])
    return RingPattern(radii=(r15, r10, r_outer), channel=channel, dark=dark, strength=(of_15, of_10, of_outer))
