"""A camera's focal length and distortion from several photos of one board: its rings are the chart."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from calibration.camera.camera import pose
from calibration.camera.lens import Lens
from calibration.camera.pinhole import long_side_px, pinhole_matrix
from calibration.learned.known_camera import KnownCamera
from calibration.through_lens import line_points
from calibration.view import BoardView

FloatArray = NDArray[np.float64]

# Shared unknowns: focal length (its logarithm), k1, k2, the inner two rings' radii (shares). Then six for each pose.
SHARED, OF_POSE = 5, 6
# A unit of a pose's shift sideways, so that all six parameters are of one size: boards are several times as far away.
SHIFT_MM = 100.0
# Weak pulls keep what no photo tells at its start, px per radian and per unit of k1 and k2: the turn about the board's
# axis; and distortions are small.
PULL_TURN, PULL_BEND = 1e-3, 0.2
# Samples of one line share its wobble and grain: as one independent witness count this many.
SAMPLES_PER_WITNESS = 4.0
# Beside chance, lines that are no perfect circles.
FLOOR_SIGMA = 0.004
# Samples that are off by more than this count for less, fit by fit: down to about a sample's own error.
F_SCALES_PX = (10.0, 1.0, 0.3)
# What is left of a sample that fits, px, and the share that must fit of each photo: one of another camera, or of
# another board, would be passed over as an outlier. Of 75 photos by one camera each 0.99 or more fitted, but of one on
# which a line was misread 0.7; of 45 mixtures of two cameras' photos three passed, their cameras 2 to 7 % apart.
GOOD_PX, LEAST_FITTING = 1.5, 0.9
# A focal length less sure than this says less than EXIF does.
WORST_SIGMA = 0.03


@dataclass(frozen=True, eq=False, kw_only=True)
class RingPhoto:
    """One photo's line centres. samples_px : (N, 2). ring : (N,) 0 to 2. mm_per_px : (N,) across the line."""

    view: BoardView
    samples_px: FloatArray
    ring: NDArray[np.intp]
    mm_per_px: FloatArray


@dataclass(frozen=True, eq=False, kw_only=True)
class Calibration:
    """camera : what was found. rms_px : residual. tilts_deg : of the photos."""

    camera: KnownCamera
    rms_px: float
    tilts_deg: tuple[float, ...]


class AnotherCamera(Exception):
    """No one camera has taken all the photos. photo : the place in their order of the one that fits worst."""

    def __init__(self, photo: int) -> None:
        super().__init__(photo)
        self.photo = photo


class Unobservable(Exception):
    """The photos do not determine the focal length: they were taken from too nearly the same side, or from above."""


def ring_photo(view: BoardView) -> RingPhoto:
    """The three lines of a photo in which the board was found."""
    samples_px, ring, mm_per_px = line_points(view)
    return RingPhoto(view=view, samples_px=samples_px, ring=ring, mm_per_px=mm_per_px)


def calibrate_camera(photos: Sequence[RingPhoto], name: str) -> Calibration:
    """Solve all photos of one camera together. Raises Unobservable and AnotherCamera.

    All photos have one shape; their sizes may differ. The focal length shows in how perspective narrows tilted rings,
    so that the photos have to be taken from several sides at 30 to 55 degrees.
    """
    focals = [float(photo.view.camera.matrix[0, 0]) / long_side_px(photo.view.size_px) for photo in photos]
    ratios = [[line.radius_mm / photo.view.line_maps[2].radius_mm for line in photo.view.line_maps] for photo in photos]
    problem = _Problem(
        photos=tuple(photos), start_focal=float(np.median(focals)), start_ratios=np.median(np.array(ratios), axis=0)
    )
    x = np.zeros(SHARED + OF_POSE * len(photos))
    # One photo's own distortion may have been far off: first all samples pull, then those that agree.
    for f_scale in F_SCALES_PX:
        fit = least_squares(problem.residual, x, loss="cauchy", f_scale=f_scale, x_scale="jac", max_nfev=100)
        x = fit.x
    error_px = problem.errors_px(fit.x)
    good = np.abs(error_px) < GOOD_PX
    rms_px = float(np.sqrt(np.mean(error_px[good] ** 2)))
    jacobian = np.asarray(fit.jac, np.float64)
    covariance = np.linalg.pinv(jacobian.T @ jacobian) * rms_px**2 * SAMPLES_PER_WITNESS
    sigma = float(np.hypot(np.sqrt(covariance[0, 0]), FLOOR_SIGMA))
    if not sigma < WORST_SIGMA:
        raise Unobservable
    fitting = [float(of_photo.mean()) for of_photo in np.split(good, problem.ends[:-1])]
    if min(fitting) < LEAST_FITTING:
        raise AnotherCamera(int(np.argmin(fitting)))
    focal = problem.focal(fit.x)
    camera = KnownCamera(name=name, focal=focal, focal_sigma=sigma, k1=float(fit.x[1]), k2=float(fit.x[2]))
    return Calibration(camera=camera, rms_px=rms_px, tilts_deg=tuple(problem.tilts_deg(fit.x)))


@dataclass(frozen=True, eq=False, kw_only=True)
class _Problem:
    photos: tuple[RingPhoto, ...]
    start_focal: float
    start_ratios: FloatArray

    @property
    def ends(self) -> NDArray[np.intp]:
        """(N,) where each photo's samples end among those of all."""
        return np.cumsum([len(photo.samples_px) for photo in self.photos])

    def focal(self, x: FloatArray) -> float:
        return self.start_focal * float(np.exp(x[0]))

    def residual(self, x: FloatArray) -> FloatArray:
        """Distances from the rings, px, and the weak pulls."""
        turns = x[SHARED:].reshape(-1, OF_POSE)[:, :3]
        return np.concatenate([self.errors_px(x), PULL_BEND * x[1:3], PULL_TURN * turns.ravel()])

    def errors_px(self, x: FloatArray) -> FloatArray:
        errors = []
        for i, photo in enumerate(self.photos):
            rotation, translation = self._pose(x, i)
            lens = self._lens(x, photo)
            ideal_px = lens.undistort(photo.samples_px)
            ray = np.column_stack([(ideal_px - (lens.x_px, lens.y_px)) / lens.focal_px, np.ones(len(ideal_px))])
            # In the board's frame: from the camera's place along the ray to the plane z = 0.
            place, along = -rotation.T @ translation, ray @ rotation
            at_mm = place[:2] - along[:, :2] * (place[2] / along[:, 2])[:, None]
            ratios = self.start_ratios * (1 + np.array([x[3], x[4], 0.0]))
            radii_mm = photo.view.line_maps[2].radius_mm * ratios
            errors.append((np.hypot(at_mm[:, 0], at_mm[:, 1]) - radii_mm[photo.ring]) / photo.mm_per_px)
        return np.concatenate(errors)

    def tilts_deg(self, x: FloatArray) -> list[float]:
        cosines = [-self._pose(x, i)[0][2, 2] for i in range(len(self.photos))]
        return [float(np.degrees(np.arccos(np.clip(cosine, -1, 1)))) for cosine in cosines]

    def _lens(self, x: FloatArray, photo: RingPhoto) -> Lens:
        size_px = photo.view.size_px
        camera = KnownCamera(name="", focal=self.focal(x), focal_sigma=0.0, k1=float(x[1]), k2=float(x[2]))
        return camera.lens(size_px)

    def _pose(self, x: FloatArray, i: int) -> tuple[FloatArray, FloatArray]:
        """Rotation and translation, board -> camera, of a photo: its start changed by a small turn and shift."""
        view = self.photos[i].view
        change = x[SHARED + OF_POSE * i : SHARED + OF_POSE * (i + 1)]
        matrix = pinhole_matrix(self.start_focal * long_side_px(view.size_px), view.size_px)
        rotation, translation = pose(view.px_from_mm, matrix)
        turn, _ = cv2.Rodrigues(change[:3])
        return turn @ rotation, translation * (1 + change[5]) + np.append(change[3:5], 0.0) * SHIFT_MM
