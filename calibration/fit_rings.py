"""All rings fitted at once: homography, ring radii and radial distortion, robustly, to a fraction of a pixel."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from calibration.lens import Lens, apply_homography
from calibration.line_samples import LineCentres, line_centres, sample_across
from calibration.rings import RingPattern

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, eq=False, kw_only=True)
class RingFit:
    """px_from_mm (3, 3): board mm -> undistorted px. radii_mm: of the 15, 10 and outer line; lens: the distortion.

    rms_px: residual of the samples that fit. share: how much of each ring was seen where the fit puts it.
    """

    px_from_mm: FloatArray
    lens: Lens
    radii_mm: tuple[float, float, float]
    rms_px: float
    share: tuple[float, float, float]


def fit_rings(bgr: NDArray[np.uint8], pattern: RingPattern, start: RingFit, slack_mm: float, *, bend: bool) -> RingFit:
    """One round of sampling and fitting, from a start within `slack_mm` of the truth.

    bend : whether the radial distortion is fitted too.
    """
    centres = []
    for radius_mm in start.radii_mm:
        profiles = sample_across(bgr, pattern.channel, start.px_from_mm, start.lens, radius_mm, slack_mm)
        centres.append(line_centres(profiles, pattern.dark))
    samples_px, ring, weight = _collect(centres, start)
    x0 = np.zeros(11)

    mm_from_px0 = np.linalg.inv(start.px_from_mm)
    mm_from_px0 /= mm_from_px0[2, 2]
    middle = apply_homography(start.px_from_mm, np.zeros((1, 2)))[0]
    size_px = np.linalg.norm(apply_homography(start.px_from_mm, np.array([[start.radii_mm[2], 0.0]]))[0] - middle)
    norm = np.array([[1 / size_px, 0, -middle[0] / size_px], [0, 1 / size_px, -middle[1] / size_px], [0, 0, 1]])

    def model(x: FloatArray) -> tuple[FloatArray, Lens, FloatArray]:
        change = np.array([[x[0], x[1], x[2]], [x[3], x[4], x[5]], [x[6], x[7], 0.0]])
        lens = replace(start.lens, k1=start.lens.k1 + (x[10] if bend else 0.0))
        scale = start.radii_mm[2]
        board = np.diag([scale, scale, 1.0])
        base = np.linalg.inv(board) @ mm_from_px0 @ np.linalg.inv(norm)
        base /= base[2, 2]
        mm_from_px = board @ (np.eye(3) + change) @ base @ norm
        radii = np.array(start.radii_mm) * (1 + np.array([x[8], x[9], 0.0]))
        return mm_from_px, lens, radii

    def residual(x: FloatArray) -> FloatArray:
        mm_from_px, lens, radii = model(x)
        xy_mm = apply_homography(mm_from_px, lens.undistort(samples_px))
        # A weak pull to the start: the turn about the centre is free here, and the bend is near zero for most cameras.
        pull = np.append(x[:10] * 1e-3, x[10] * 50.0)
        return np.concatenate([(np.hypot(xy_mm[:, 0], xy_mm[:, 1]) - radii[ring]) * weight, pull])

    fit = least_squares(residual, x0, loss="cauchy", f_scale=0.5, max_nfev=25, x_scale=1.0)
    mm_from_px, lens, radii = model(fit.x)
    error = residual(fit.x)[: len(ring)]
    good = np.abs(error) < 2.0
    share = tuple(float(np.sum(good & (ring == i))) / 240 for i in range(3))
    px_from_mm = np.linalg.inv(mm_from_px)
    return RingFit(
        px_from_mm=px_from_mm / px_from_mm[2, 2],
        lens=lens,
        radii_mm=(float(radii[0]), float(radii[1]), float(radii[2])),
        rms_px=float(np.sqrt(np.mean(error[good] ** 2))) if good.any() else float("inf"),
        share=(share[0], share[1], share[2]),
    )


def _collect(centres: list[LineCentres], start: RingFit) -> tuple[FloatArray, NDArray[np.intp], FloatArray]:
    """Samples of all rings as positions in the photo, their ring's index and 1 / (mm per px)."""
    points, rings, weights = [], [], []
    for i, (found, radius_mm) in enumerate(zip(centres, start.radii_mm, strict=True)):
        keep = found.contrast > 0.3 * np.median(found.contrast) if len(found.contrast) else np.zeros(0, bool)
        r = radius_mm + found.offset_mm[keep]
        a = found.azimuth_rad[keep]
        points.append(apply_homography(start.px_from_mm, np.column_stack([r * np.cos(a), r * np.sin(a)])))
        rings.append(np.full(keep.sum(), i))
        weights.append(1.0 / found.mm_per_px[keep])
    return start.lens.distort(np.concatenate(points)), np.concatenate(rings), np.concatenate(weights)
