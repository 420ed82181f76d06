"""Where the drawn rings really are: their centres along rays from the board's centre, to a fraction of a pixel."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Lens, apply_homography
from calibration.directions import directions
from calibration.short_runs import along_runs

FloatArray = NDArray[np.float64]

RAYS = 240
AZIMUTH_RAD = (np.arange(RAYS, dtype=np.float64) + 0.5) * (2 * np.pi / RAYS)
# (RAYS, 2) unit vectors on the board.
RAY = directions(AZIMUTH_RAD)
STEPS = 61
# Lines of real boards are 1 to 4 mm wide; the window also holds their surroundings, at least a few pixels on either
# side.
HALF_WINDOW_MM = 5.0
HALF_WINDOW_PX = 4.0


@dataclass(frozen=True, eq=False, kw_only=True)
class RingProfiles:
    """Colours across one ring, a row per ray that stays inside the picture.

    colours : (N, STEPS, 3). offset_mm : (N, STEPS), radius minus the ring's. azimuth_rad, mm_per_px : (N,).
    """

    colours: FloatArray
    offset_mm: FloatArray
    azimuth_rad: FloatArray
    mm_per_px: FloatArray


@dataclass(frozen=True, eq=False, kw_only=True)
class LineCentres:
    """Where one ring's line was seen. offset_mm, contrast (in the units of what was compared), azimuth_rad, mm_per_px :
    (N,). common_sigma_mm: by which all offsets may be wrong together.
    """

    offset_mm: FloatArray
    contrast: FloatArray
    azimuth_rad: FloatArray
    mm_per_px: FloatArray
    common_sigma_mm: float = 0.0


def none_seen() -> LineCentres:
    """Of a ring that is outside the picture."""
    none = np.zeros(0)
    return LineCentres(offset_mm=none, contrast=none, azimuth_rad=none, mm_per_px=none)


def sample_across(
    bgr: NDArray[np.uint8], px_from_mm: FloatArray, lens: Lens, radius_mm: float, slack_mm: float
) -> RingProfiles:
    """Colours along rays across a ring; the window is `slack_mm` wider on either side."""
    one_mm = np.stack([(radius_mm - 0.5) * RAY, (radius_mm + 0.5) * RAY])
    inner_px, outer_px = lens.distort(apply_homography(px_from_mm, one_mm))
    mm_per_px = 1.0 / (np.linalg.norm(outer_px - inner_px, axis=1) + 1e-9)
    half_mm = np.maximum(HALF_WINDOW_MM, HALF_WINDOW_PX * mm_per_px) + slack_mm
    places = np.linspace(-1, 1, STEPS)
    offset_mm = half_mm[:, None] * places
    ends_mm = np.stack([(radius_mm + at * half_mm)[:, None] * RAY for at in (-1.0, 0.0, 1.0)])
    x, y = along_runs(lens.distort(apply_homography(px_from_mm, ends_mm)), places)
    height, width = bgr.shape[:2]
    seen = ((x >= 0) & (y >= 0) & (x <= width - 1) & (y <= height - 1)).all(axis=1)
    colours = np.zeros((0, STEPS, 3))
    if seen.any():  # nothing to sample is an error to OpenCV
        colours = cv2.remap(bgr, x[seen], y[seen], cv2.INTER_LINEAR).astype(np.float64)
    return RingProfiles(
        colours=colours,
        offset_mm=offset_mm[seen],
        azimuth_rad=AZIMUTH_RAD[seen],
        mm_per_px=mm_per_px[seen],
    )


def line_centres(profiles: RingProfiles, brightness: FloatArray) -> LineCentres:
    """The strongest line on each ray: the centroid of its part above half its height.

    brightness : (N, STEPS) of the profiles, the line's above the board's. Height is taken over the *higher* of the two
    sides' surroundings: an edge of a disc or of a shadow gives none.
    """
    values = np.asarray(cv2.GaussianBlur(brightness, (0, 0), sigmaX=1.0, sigmaY=0.01), np.float64)
    inner = np.minimum.accumulate(values, axis=1)
    outer = np.minimum.accumulate(values[:, ::-1], axis=1)[:, ::-1]
    height = values - np.maximum(inner, outer)
    peak = height.argmax(axis=1)[:, None]
    contrast = np.take_along_axis(height, peak, axis=1)
    half = np.take_along_axis(values, peak, axis=1) - 0.5 * contrast
    index = np.arange(STEPS)
    before = np.where((values < half) & (index <= peak), index, -1).max(axis=1, keepdims=True)
    after = np.where((values < half) & (index >= peak), index, STEPS).min(axis=1, keepdims=True)
    weight = np.where((index > before) & (index < after), values - half + 1e-9, 0.0)
    return LineCentres(
        offset_mm=(weight * profiles.offset_mm).sum(axis=1) / weight.sum(axis=1),
        contrast=contrast[:, 0],
        azimuth_rad=profiles.azimuth_rad,
        mm_per_px=profiles.mm_per_px,
    )
