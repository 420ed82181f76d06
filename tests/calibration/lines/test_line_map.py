"""How far a line runs off its circle, from offsets of known shape."""

import numpy as np
import pytest

from calibration.lines.line_map import LEAST_RAYS, LineMap
from calibration.lines.line_samples import AZIMUTH_RAD

SCATTER_MM = 0.2
# Six amplitudes of 240 offsets err by 0.2 * sqrt(2 / 240) = 0.018 mm each: their root of the mean square by as much.
TOLERANCE_MM = 4 * 0.018


def line_map(offset_mm, seen=slice(None)):
    return LineMap(radius_mm=200.0, azimuth_rad=AZIMUTH_RAD[seen], offset_mm=offset_mm[seen], scatter_mm=SCATTER_MM)


@pytest.mark.parametrize("seed", range(5))
def test_bent_mm_is_what_runs_smoothly_off_the_circle(seed):
    """Not noise, not what a line that is off its middle shows, nor a disc's edge beside it."""
    rng = np.random.default_rng(seed)
    noise_mm = rng.normal(0.0, SCATTER_MM, len(AZIMUTH_RAD))
    off_middle_mm = 0.7 * np.cos(AZIMUTH_RAD - rng.uniform(0, 2 * np.pi)) + 0.3
    oval_mm = np.cos(2 * (AZIMUTH_RAD - rng.uniform(0, np.pi)))
    seen_mm = noise_mm + off_middle_mm
    edge_mm = np.where(AZIMUTH_RAD < 0.3, 1.8, seen_mm)
    assert line_map(seen_mm).bent_mm == pytest.approx(0.0, abs=TOLERANCE_MM)
    assert line_map(seen_mm + oval_mm).bent_mm == pytest.approx(1 / np.sqrt(2), abs=TOLERANCE_MM)
    assert line_map(edge_mm).bent_mm < 0.5 * line_map(seen_mm + oval_mm).bent_mm


def test_too_little_of_a_line_tells_no_bend():
    assert line_map(np.cos(2 * AZIMUTH_RAD), slice(LEAST_RAYS - 1)).bent_mm == 0.0
