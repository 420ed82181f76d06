"""All rings fitted at once: homography, ring radii and radial distortion, robustly, to a fraction of a pixel."""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Lens, apply_homography
from calibration.directions import all_round, directions
from calibration.lines.line_samples import RAYS, LineCentres, sample_across
from calibration.lines.ring_centres import ring_centres
from calibration.robust_fit import NO_OUTLIER, fit_robustly, scatter

FloatArray = NDArray[np.float64]

PARAMETERS = 11
# A weak pull to the start: the turn about the centre is free here.
PULL = 1e-3
# A stronger one to a straight lens, or circles off the picture's centre are explained by bends that no camera has. Of
# the 720 samples neighbours err together over some 12 degrees, and are worth far fewer: the pull is several times a
# sample's error over the usual k1. Its loss is Cauchy's, by which it gives way where much speaks for a wide
# lens; half of all lenses are within its width. That is a guess between photos' 0.01 and the 0.1 of overhead cameras:
# with 0.07 a clean photo from straight above came out as of k1 -0.48 where the lens is straight. Wide lenses have a
# negative one; the highest is as of no lens that photos are taken with.
USUAL_BEND, MOST_BEND = 0.03, 0.15
BEND_PULL_PX = 5.0
# Samples that fit lie within the first. Before the first fit nothing is known of it: they scatter by half of that.
FIT_PX, MOST_SCATTER_PX = 2.0, 1.0
# What is so much fainter on a ray than most of a line is another thing's. Half as much finds the same boards to 1 mm on
# 59 pictures, twice as much moves the outer line by 1 and 2 mm on two of them.
LEAST_CONTRAST = 0.3
# A board's own radii leave the residual as it was to 0.01 px and the shares to 2 %; another's mostly double the first
# or lose a line.
SAME_RMS, SAME_RMS_PX, SAME_SHARE = 1.2, 0.03, 0.8
# Samples so far off are as likely another edge's. Fits begin within a few mm of 300, a hundredth, and settle in a few
# steps.
OUTLIER_PX, LONGEST, STEPS = 0.5, 0.1, 25
HOMOGRAPHY, RADII, BEND = slice(0, 8), slice(8, 10), slice(10, 11)


@dataclass(frozen=True, eq=False, kw_only=True)
class RingFit:
    """px_from_mm (3, 3): board mm -> undistorted px. radii_mm: of the 15, 10 and outer line; lens: the distortion.

    rms_px: residual of the samples that fit, scatter_px: one sigma of most of them. share: how much of each ring was
    seen where the fit puts it.
    """

    px_from_mm: FloatArray
    lens: Lens
    radii_mm: tuple[float, float, float]
    rms_px: float
    share: tuple[float, float, float]
    scatter_px: float = math.inf


def fit_measured_rings(
    bgr: NDArray[np.uint8], mixtures: FloatArray, start: RingFit, radii_mm: tuple[float, float, float]
) -> RingFit:
    """The fit once more, with radii that were measured on the board.

    Rings seen from straight above cannot tell distortion from a change of their radii: here the measured radii do.
    """
    measured = replace(scaled(start, radii_mm[2]), radii_mm=radii_mm)
    return fit_rings(bgr, mixtures, measured, 0.0, fitted=(HOMOGRAPHY, BEND))


def scaled(fit: RingFit, outer_mm: float) -> RingFit:
    """The same fit in a frame in which the outer line has a given radius."""
    scale = outer_mm / fit.radii_mm[2]
    r15, r10, outer = (radius_mm * scale for radius_mm in fit.radii_mm)
    px_from_mm = fit.px_from_mm @ np.diag([1 / scale, 1 / scale, 1.0])
    return replace(fit, px_from_mm=px_from_mm, radii_mm=(r15, r10, outer))


def fits_as_well(measured: RingFit, free: RingFit) -> bool:
    """Whether measured radii explain the lines as well as free ones do: those of another board do not."""
    as_near = measured.rms_px <= SAME_RMS * free.rms_px + SAME_RMS_PX
    as_much = all(m >= SAME_SHARE * f for m, f in zip(measured.share, free.share, strict=True))
    return as_near and as_much


def farthest_mm(fit: RingFit, other: RingFit) -> float:
    """How far any of the lines of one fit lies from the same of another, on the other's board."""
    lines_mm = np.multiply.outer(fit.radii_mm, all_round(24))
    seen_px = fit.lens.distort(apply_homography(fit.px_from_mm, lines_mm))
    mm_from_px = np.asarray(np.linalg.inv(other.px_from_mm), np.float64)
    xy_mm = apply_homography(mm_from_px, other.lens.undistort(seen_px))
    off_mm = np.hypot(xy_mm[..., 0], xy_mm[..., 1]) - np.array(other.radii_mm)[:, None]
    return float(np.abs(off_mm).max())


# A fit to noise may shrink to a point, with others at infinity: then no sample fits.
@np.errstate(divide="ignore", invalid="ignore")
def fit_rings(
    bgr: NDArray[np.uint8], mixtures: FloatArray, start: RingFit, slack_mm: float, *, fitted: tuple[slice, ...]
) -> RingFit:
    """One round of sampling and fitting, from a start within `slack_mm` of the truth.

    mixtures : (3, 3) of the stored colours, a row for each ring. fitted : which of the parameters are, the others
    staying at the start.
    """
    centres = []
    for radius_mm, mixture in zip(start.radii_mm, mixtures, strict=True):
        profiles = sample_across(bgr, start.px_from_mm, start.lens, radius_mm, slack_mm)
        centres.append(ring_centres(profiles, mixture))
    problem = ring_problem(_collect(centres, start), start, fitted)
    x = solve(problem)
    error = problem.error_px(x)
    good = np.abs(error) < FIT_PX
    share = tuple(float(np.sum(good & (problem.ring == i))) / RAYS for i in range(3))
    px_from_mm = np.linalg.inv(problem.mm_from_px(x))
    radii_mm = problem.radii_mm(x)
    return RingFit(
        px_from_mm=px_from_mm / px_from_mm[2, 2],
        lens=problem.lens(x),
        radii_mm=(float(radii_mm[0]), float(radii_mm[1]), float(radii_mm[2])),
        rms_px=float(np.sqrt(np.mean(error[good] ** 2))) if good.any() else float("inf"),
        share=(share[0], share[1], share[2]),
        scatter_px=scatter(error[good]) if good.any() else math.inf,
    )


@dataclass(frozen=True, eq=False, kw_only=True)
class RingProblem:
    """Least squares over 11 parameters: 8 changes of the homography, 2 of the inner radii (shares), the bend k1.

    samples_px : (N, 2) in the photo. ring : (N,) index. weight : (N,) px per mm. plane_from_px : (3, 3) takes
    undistorted px to the board's plane in units of the outer radius, as the start has it. fitted : (11,) 1 or 0.
    pull : (11,) px per unit by which each parameter is off `rest`, (11,).
    """

    samples_px: FloatArray
    ring: NDArray[np.intp]
    weight: FloatArray
    plane_from_px: FloatArray
    start: RingFit
    fitted: FloatArray
    pull: FloatArray
    rest: FloatArray

    def lens(self, x: FloatArray) -> Lens:
        """The lens with these parameters."""
        return replace(self.start.lens, k1=self.start.lens.k1 + float(x[10]))

    def radii_mm(self, x: FloatArray) -> FloatArray:
        """(3,) radii of the lines."""
        return np.asarray(np.array(self.start.radii_mm) * (1 + np.array([x[8], x[9], 0.0])))

    def mm_from_px(self, x: FloatArray) -> FloatArray:
        """(3, 3) undistorted px -> board mm."""
        unit_mm = self.start.radii_mm[2]
        return np.asarray(np.diag([unit_mm, unit_mm, 1.0]) @ _change(x) @ self.plane_from_px)

    def error_px(self, x: FloatArray) -> FloatArray:
        """(N,) distances of the samples from their rings, outward."""
        return self.linearised(x)[0][: len(self.ring)]

    def linearised(self, x: FloatArray) -> tuple[FloatArray, FloatArray]:
        """(N + 11,) distances from the rings in px, and the pull to rest, and their (N + 11, 11) derivatives."""
        lens, change, unit_mm = self.lens(x), _change(x), self.start.radii_mm[2]
        ideal_px = lens.undistort(self.samples_px)
        # One coordinate after the other, as NumPy works fastest.
        plane = self.plane_from_px @ np.stack([*ideal_px.T, np.ones(len(ideal_px))])
        moved = change @ plane
        ray = moved[:2] / moved[2]
        radius = np.sqrt(ray[0] * ray[0] + ray[1] * ray[1])
        error_px = (unit_mm * radius - self.radii_mm(x)[self.ring]) * self.weight
        # A change of the homogeneous coordinates moves the point by outward . (d01 - ray d2) / moved_2.
        by_row = np.stack([*(ray / radius), -radius]) * (unit_mm * self.weight / moved[2])
        by_homography = (by_row[:, None] * plane).reshape(9, -1)[:8]
        r15_mm, r10_mm, _ = self.start.radii_mm
        by_radius = [-r15_mm * self.weight * (self.ring == 0), -r10_mm * self.weight * (self.ring == 1)]
        by_bend = (by_row * (change @ self.plane_from_px[:, :2] @ lens.undistort_by_k1(ideal_px).T)).sum(axis=0)
        of_samples = np.vstack([by_homography, *by_radius, by_bend]) * self.fitted[:, None]
        residual = np.concatenate([error_px, (x - self.rest) * self.pull])
        return residual, np.hstack([of_samples, np.diag(self.pull)]).T


def solve(problem: RingProblem) -> FloatArray:
    """(11,) the parameters that explain the samples best."""
    # Some samples are another edge's, and some lenses are wide; the weak pull counts in full.
    outlier_px = np.append(np.full(len(problem.ring), OUTLIER_PX), np.full(PARAMETERS, NO_OUTLIER))
    outlier_px[-1] = USUAL_BEND * problem.pull[-1]
    least, most = np.full(PARAMETERS, -np.inf), np.full(PARAMETERS, np.inf)
    # A lens that is given is what it is, be its k1 as it may.
    if problem.fitted[BEND].any():
        lens = problem.start.lens
        least[BEND], most[BEND] = lens.lowest_k1(problem.samples_px) - lens.k1, MOST_BEND - lens.k1
    return fit_robustly(problem.linearised, np.zeros(PARAMETERS), outlier_px, LONGEST, STEPS, limits=(least, most))


def _change(x: FloatArray) -> FloatArray:
    return np.asarray(np.eye(3) + np.append(x[:8], 0.0).reshape(3, 3), np.float64)


def ring_problem(
    samples: tuple[FloatArray, NDArray[np.intp], FloatArray], start: RingFit, fitted: tuple[slice, ...]
) -> RingProblem:
    """The problem of samples (N, 2) px with their rings (N,) and weights (N,), from a start."""
    mask = np.zeros(PARAMETERS)
    for part in fitted:
        mask[part] = 1.0
    pull, rest = np.full(PARAMETERS, PULL), np.zeros(PARAMETERS)
    if BEND in fitted:
        pull[BEND] = max(PULL, BEND_PULL_PX * min(start.scatter_px, MOST_SCATTER_PX) / USUAL_BEND)
        rest[BEND] = -start.lens.k1
    samples_px, ring, weight = samples
    unit_mm = start.radii_mm[2]
    plane_from_px = np.diag([1 / unit_mm, 1 / unit_mm, 1.0]) @ np.linalg.inv(start.px_from_mm)
    # The plane's third coordinate is 1 at the board's middle, so that all parameters are of one size.
    middle_px = apply_homography(start.px_from_mm, np.zeros(2))
    return RingProblem(
        samples_px=samples_px,
        ring=ring,
        weight=weight,
        plane_from_px=plane_from_px / (plane_from_px[2] @ np.append(middle_px, 1.0)),
        start=start,
        fitted=mask,
        pull=pull,
        rest=rest,
    )


def _collect(centres: list[LineCentres], start: RingFit) -> tuple[FloatArray, NDArray[np.intp], FloatArray]:
    """Samples of all rings as positions in the photo, their ring's index and 1 / (mm per px)."""
    points, rings, weights = [], [], []
    for i, (found, radius_mm) in enumerate(zip(centres, start.radii_mm, strict=True)):
        keep = found.contrast > LEAST_CONTRAST * np.median(found.contrast) if len(found.contrast) else np.zeros(0, bool)
        reach_mm = radius_mm + found.offset_mm[keep]
        xy_mm = reach_mm[:, None] * directions(found.azimuth_rad[keep])
        points.append(apply_homography(start.px_from_mm, xy_mm))
        rings.append(np.full(keep.sum(), i))
        weights.append(1.0 / found.mm_per_px[keep])
    return start.lens.distort(np.concatenate(points)), np.concatenate(rings), np.concatenate(weights)
