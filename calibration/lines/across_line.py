"""What lies across a line: its typical light, the line followed as it runs."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binned_statistic

from calibration.camera.lens import Lens
from calibration.light import LUMA, light_of_levels
from calibration.lines.line_map import LineMap
from calibration.lines.line_samples import HALF_WINDOW_MM, sample_across

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, eq=False, kw_only=True)
class RingProfile:
    """Typical light across one ring. offset_mm, light : (N,) from its middle. mm_per_px: scale across the line."""

    offset_mm: FloatArray
    light: FloatArray
    mm_per_px: float


def typical_profile(
    bgr: NDArray[np.uint8], px_from_mm: FloatArray, lens: Lens, line_map: LineMap, half_span_mm: float, bin_mm: float
) -> RingProfile | None:
    """The rays on which a line was seen, each shifted so that it runs through 0; None where there are none.

    bgr : (H, W, 3). half_span_mm : how far to either side. bin_mm : light is that of all rays in bins so wide.
    """
    slack_mm = max(0.0, half_span_mm - HALF_WINDOW_MM)
    profiles = sample_across(bgr, px_from_mm, lens, line_map.radius_mm, slack_mm)
    seen, index, of_map = np.intersect1d(profiles.azimuth_rad, line_map.azimuth_rad, return_indices=True)
    if not len(seen):
        return None
    # In luma, which JPEG keeps sharp, and as light: in stored levels a dark line looks narrower, and a bright one
    # wider, than it is.
    light = light_of_levels(profiles.colours[index] @ LUMA)
    light -= np.median(light, axis=1, keepdims=True)
    offset_mm = profiles.offset_mm[index] - line_map.offset_mm[of_map][:, None]
    edges = np.arange(-half_span_mm, half_span_mm + bin_mm / 2, bin_mm)
    # The median: discs and numerals lie beside a line here and there.
    middle = binned_statistic(offset_mm.ravel(), light.ravel(), "median", edges).statistic
    filled = np.isfinite(middle)
    return RingProfile(
        offset_mm=0.5 * (edges[1:] + edges[:-1])[filled],
        light=np.asarray(middle[filled], np.float64),
        mm_per_px=float(np.median(profiles.mm_per_px[index])),
    )
