"""Each drawn line as it really runs: its distance from the fitted circle all round, and its width."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens
from calibration.line_samples import line_centres, sample_across

FloatArray = NDArray[np.float64]

# Blur of a photo at its own resolution: lens, demosaicing and resampling, about a Gaussian of this many pixels.
BLUR_PX = 0.75
# Exponent from stored grey levels to light, close to sRGB's curve.
DISPLAY_GAMMA = 2.2
MIN_WIDTH_MM = 0.8
# A fainter or farther line on a ray is a disc's, a peg's or a shadow's edge.
MIN_CONTRAST = 0.4
MAX_OFFSET_MM = 2.0


@dataclass(frozen=True, eq=False, kw_only=True)
class LineMap:
    """One line all round the board.

    radius_mm: of the fitted circle, in the frame in which positions on this photo are measured. azimuth_rad,
    offset_mm : (N,) where the line was seen, and its centre's radius minus the ring's there.
    width_mm: between the points of half height, blur removed. scatter_mm: spread of the offsets, local noise only.
    """

    radius_mm: float
    azimuth_rad: FloatArray
    offset_mm: FloatArray
    width_mm: float
    scatter_mm: float

    def offset_near(self, azimuth_rad: float, half_angle_rad: float, hidden_rad: float) -> tuple[float, float]:
        """Offset of the line beside a disc and its standard deviation.

        hidden_rad : half the angle that the disc itself hides. half_angle_rad : how far on either side still counts.
        """
        turn = np.abs((self.azimuth_rad - azimuth_rad + np.pi) % (2 * np.pi) - np.pi)
        near = self.offset_mm[(turn < half_angle_rad) & (turn > hidden_rad)]
        if len(near) < 4:
            return 0.0, 3.0 * self.scatter_mm
        spread = max(1.4826 * float(np.median(np.abs(near - np.median(near)))), self.scatter_mm)
        return float(np.median(near)), 1.25 * spread / float(np.sqrt(len(near)))


def map_line(
    bgr: NDArray[np.uint8], channel: int, dark: bool, px_from_mm: FloatArray, lens: Lens, radius_mm: float
) -> LineMap:
    """Sample one ring of the final fit all round."""
    profiles = sample_across(bgr, channel, px_from_mm, lens, radius_mm, 0.0)
    centres = line_centres(profiles, dark)
    clear = (centres.contrast > MIN_CONTRAST * np.median(centres.contrast)) & (
        np.abs(centres.offset_mm) < MAX_OFFSET_MM
    )
    if not clear.any():
        return LineMap(
            radius_mm=radius_mm, azimuth_rad=np.zeros(0), offset_mm=np.zeros(0), width_mm=1.6, scatter_mm=0.5
        )
    offset_mm = centres.offset_mm[clear]
    steps = np.diff(offset_mm)
    scatter_mm = 1.4826 * float(np.median(np.abs(steps))) / np.sqrt(2) if len(steps) else 0.5
    # In linear light: stored grey levels make a dark line narrower and a bright one wider than it is.
    values = (-1 if dark else 1) * (profiles.values[clear] / 255.0) ** DISPLAY_GAMMA
    width_mm = _width(values, profiles.offset_mm[clear] - offset_mm[:, None], float(np.median(centres.mm_per_px)))
    return LineMap(
        radius_mm=radius_mm,
        azimuth_rad=centres.azimuth_rad[clear],
        offset_mm=offset_mm,
        width_mm=width_mm,
        scatter_mm=max(scatter_mm, 0.02),
    )


def _width(values: FloatArray, from_centre_mm: FloatArray, mm_per_px: float) -> float:
    """Full width at half height of the mean profile.

    A line of width w blurred by a Gaussian s keeps its half-height width as long as w > 2 s; a narrower one shows the
    blur's own 2.355 s, which is taken off in quadrature.
    """
    bins = np.arange(-4.0, 4.05, 0.1)
    index = np.digitize(from_centre_mm.ravel(), bins)
    level = values - np.median(values, axis=1, keepdims=True)
    total = np.bincount(index, level.ravel(), len(bins) + 1)[1:-1]
    count = np.bincount(index, minlength=len(bins) + 1)[1:-1]
    middle = 0.5 * (bins[1:] + bins[:-1])
    profile = np.interp(middle, middle[count > 0], total[count > 0] / count[count > 0])
    base = np.median(profile[np.abs(middle) > 2.5])
    peak = float(profile[np.abs(middle) < 0.8].max())
    # Where the profile crosses half height, outward from the middle, interpolated between the bins.
    height = (profile - base) / (peak - base + 1e-12) - 0.5
    full = _crossing(middle[middle >= 0], height[middle >= 0]) + _crossing(
        -middle[middle < 0][::-1], height[middle < 0][::-1]
    )
    blur = 2.355 * BLUR_PX * mm_per_px
    return full if full > 1.5 * blur else float(np.sqrt(max(full**2 - blur**2, MIN_WIDTH_MM**2)))


def _crossing(distance_mm: FloatArray, height: FloatArray) -> float:
    """First distance at which a falling profile passes zero."""
    below = np.flatnonzero(height < 0)
    if not len(below):
        return float(distance_mm[-1])
    i = max(int(below[0]), 1)
    drop = height[i - 1] - height[i]
    return float(
        distance_mm[i - 1] + (distance_mm[i] - distance_mm[i - 1]) * np.clip(height[i - 1] / (drop + 1e-12), 0, 1)
    )
