"""Which circles of an unrolled picture are the 15, 10 and outer line."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lines.polar import PolarView

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
# Responses beyond this many times the noise count no more: a disc's edge must not outvote a thin line. Nor does what is
# more than so many grey levels count as more noise.
NOISE_LIMIT, NOISY_LEVELS = 3.0, 40
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


@dataclass(frozen=True, eq=False, kw_only=True)
class LineContrast:
    """How much darker, and how much lighter, each sample is than both of its neighbours along the ray.

    darker, lighter : (AZIMUTHS, columns, 3) grey levels, 0 where it is not. A step edge gives nothing.
    """

    darker: NDArray[np.uint8]
    lighter: NDArray[np.uint8]

    def of(self, *, dark: bool) -> NDArray[np.uint8]:
        """The contrast of dark lines, or of light ones."""
        return self.darker if dark else self.lighter

    def responses(self) -> NDArray[np.float32]:
        """(256, 3) of each grey level and channel: in units of that channel's noise, up to NOISE_LIMIT."""
        square = _mean_square(self.darker) + _mean_square(self.lighter)
        noise = np.sqrt(square) + 0.5
        return np.minimum(np.arange(256)[:, None] / noise, NOISE_LIMIT).astype(np.float32)


def _mean_square(contrast: NDArray[np.uint8]) -> FloatArray:
    """(3,) of each channel, in grey levels."""
    counted = cv2.threshold(contrast, NOISY_LEVELS, 0, cv2.THRESH_TRUNC)[1]
    of_columns = cv2.reduce(counted, 0, cv2.REDUCE_SUM2, dtype=cv2.CV_64F)[0]
    return np.asarray(of_columns.mean(axis=0) / len(contrast), np.float64)


def line_contrast(view: PolarView, half_width_columns: int) -> LineContrast:
    """The contrast with what lies so many columns farther in and farther out."""
    shift = half_width_columns
    padded = cv2.copyMakeBorder(view.samples, 0, 0, shift, shift, cv2.BORDER_REPLICATE)
    inner, outer = padded[:, : -2 * shift], padded[:, 2 * shift :]
    return LineContrast(
        darker=np.asarray(cv2.subtract(cv2.min(inner, outer), view.samples), np.uint8),
        lighter=np.asarray(cv2.subtract(view.samples, cv2.max(inner, outer)), np.uint8),
    )


def ring_profiles(
    contrast: NDArray[np.uint8], responses: NDArray[np.float32], seen: NDArray[np.bool_], slack_columns: int
) -> FloatArray:
    """(3, columns) of each channel: mean over the azimuths of the strongest response within `slack_columns`, above that
    of the median radius.

    contrast : (AZIMUTHS, columns, 3) of dark or of light lines. responses : (256, 3) to its levels.
    """
    within = cv2.copyTo(contrast, seen.astype(np.uint8))
    strongest = cv2.dilate(within, np.ones((1, 2 * slack_columns + 1), np.uint8))
    mean = cv2.reduce(cv2.LUT(strongest, responses[None]), 0, cv2.REDUCE_AVG)[0].T.astype(np.float64)
    return np.asarray(mean - np.median(mean, axis=1, keepdims=True))


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
    responses = contrast.responses()
    ratios = (USUAL_15, USUAL_10) if usual else (RATIO_15, RATIO_10)

    def clearest(*, dark: bool) -> RingPattern | None:
        """The best lines that are darker than what lies beside them, or lighter, in any channel."""
        profiles = ring_profiles(contrast.of(dark=dark), responses, view.seen, SLACK_COLUMNS)
        patterns = [_best_triple(profile, view.step, channel, dark, ratios) for channel, profile in enumerate(profiles)]
        return max((p for p in patterns if p), key=lambda p: p.score, default=None)

    dark, light = clearest(dark=True), clearest(dark=False)
    if dark is None or light is None:
        return dark or light
    clearer, other = (dark, light) if dark.score >= light.score else (light, dark)
    if other.score < HALO_AS_CLEAR * clearer.score or not _same_lines(dark, light, view.step):
        return clearer
    return max((clearer, other), key=lambda pattern: _grey_levels(contrast, pattern, view.step))


def _same_lines(a: RingPattern, b: RingPattern, step: float) -> bool:
    """Whether two patterns are the same lines, or what a camera's sharpening draws beside them."""
    return float(np.abs(np.subtract(a.radii, b.radii)).max()) <= (NEIGHBOUR_COLUMNS + SLACK_COLUMNS) * step


def _grey_levels(contrast: LineContrast, pattern: RingPattern, step: float) -> float:
    """How much a pattern's lines differ from what lies beside them, on average."""
    levels = contrast.of(dark=pattern.dark)[..., pattern.channel]
    columns = np.round(np.divide(pattern.radii, step)).astype(np.intp)
    lines = [levels[:, c - SLACK_COLUMNS : c + SLACK_COLUMNS + 1] for c in columns]
    return float(np.mean([line.max(axis=1).mean() for line in lines]))


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
