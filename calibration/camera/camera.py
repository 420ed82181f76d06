"""Where the camera stood: focal length, optical axis and pose from the board's homography."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, logit

from calibration.camera.intrinsics import Intrinsics, Likely, most_likely
from calibration.camera.pinhole import SQUARE, middle_px

FloatArray = NDArray[np.float64]
Source = Literal["exif", "homography", "default", "calibrated"]

# Most phones' main camera and most webcams lie within a quarter of this, over the picture's longer side.
DEFAULT_FOCAL = 0.85
DEFAULT_FOCAL_SIGMA = 0.25
# The film to which EXIF's focal lengths are related is 36 mm by 24. EXIF rounds them to a whole mm, 1.1 % of a phone's
# 26; focusing on a table, a lens lengthens by another 1 to 2 %.
FULL_FRAME_DIAGONAL_MM, EXIF_SIGMA = 43.267, 0.02
# A square picture was cut from a 4 : 3 one, whose diagonal is 5/3 of its short side.
SQUARE_DIAGONAL, EXIF_SQUARE_SIGMA = 5 / 3, 0.06
# One of 16 : 9 was cut from a sensor of 4 : 3 or 3 : 2, or shows the whole of one, whose diagonals are 1.25, 1.20 and
# 1.15 times its long side; what cameras write does not tell.
WIDE, WIDE_DIAGONAL, EXIF_WIDE_SIGMA = 1.6, 1.2, 0.04
# How far the lens's axis misses the picture's middle, as a share of the focal length (phones and webcams: 1 to 2 %).
AXIS_SIGMA = 0.015
# A part cut from a picture shows less of the camera's view, the whole of it to a third, and its middle lies anywhere:
# in half of a picture up to 0.3 focal lengths from the axis.
CROPPED_FOCAL, CROPPED_FOCAL_SIGMA = 1.2, 0.4
CROPPED_AXIS_SIGMA = 0.2
# A whole picture disagrees more with what is usual once in a thousand times (chi-square of the homography's two
# equations): then it was cropped, or stretched.
CROPPED_MISFIT = 13.8
# Of pictures that are no whole ones so few were stretched: a guess. Cropping is done by every owner, stretching by a
# wrong setting. Of 90 cropped pictures none was held for stretched by more than 0.016, home photos stretched by a tenth
# to a third all by 0.99 and more.
STRETCHED = 0.005
# Pictures are stretched from one format's shape, 4 : 3 to 16 : 9, to another's, and the pixels of old videos lie within
# this of square ones. Asked of whole pictures with square pixels it came out as far as 1.7.
ASPECT_SIGMA = 0.3


@dataclass(frozen=True, eq=False, kw_only=True)
class Camera:
    """matrix (3, 3), rotation (3, 3) and translation_mm (3,): board -> camera, OpenCV's convention.

    covariance : (3, 3) of the focal length's logarithm and of where the axis meets the picture, x and y, in focal
    lengths; of a whole picture the axis is taken as known. source: where the focal length first came from: discs may
    refine a "default" or "homography" one, and programs know these four names alone. stretched: how likely it is that
    the picture was made wider or narrower than it was taken.
    """

    matrix: FloatArray
    rotation: FloatArray
    translation_mm: FloatArray
    covariance: FloatArray
    source: Source
    stretched: float = 0.0

    @property
    def focal_sigma(self) -> float:
        """Standard deviation of the focal length, relative."""
        return float(np.sqrt(self.covariance[0, 0]))

    @property
    def is_of_cropped_picture(self) -> bool:
        """Whether the axis may lie anywhere, for no whole picture shows the board like this."""
        return bool(self.covariance[1, 1] > 0.0)

    @cached_property
    def centre_mm(self) -> FloatArray:
        """(3,) position of the camera in the board frame."""
        return np.asarray(-self.rotation.T @ self.translation_mm)

    @property
    def tilt_deg(self) -> float:
        """Angle between the optical axis and the board's normal."""
        return float(np.degrees(np.arccos(np.clip(-self.rotation[2, 2], -1.0, 1.0))))

    @property
    def slant_deg(self) -> float:
        """Angle between the board's normal and the line of sight to its middle: the tilt, if that is aimed at."""
        x_mm, y_mm, height_mm = self.centre_mm
        return float(np.degrees(np.arctan2(np.hypot(x_mm, y_mm), height_mm)))


def solve_camera(px_from_mm: FloatArray, size_px: tuple[int, int], focal_35mm: float | None) -> Camera:
    """Camera of a photo of a plane; a photo that no whole picture's camera explains is taken for a part of one, or for
    stretched where that explains it far better.

    px_from_mm : (3, 3) homography from the plane's right-handed frame to undistorted px. size_px : (width, height).
    focal_35mm : 35 mm-equivalent focal length from EXIF.
    """
    usual = _of_whole_picture(size_px, focal_35mm)
    likely = most_likely(px_from_mm, usual)
    if likely.misfit <= CROPPED_MISFIT:
        source: Source = "exif" if focal_35mm is not None else _heavier(likely, usual)
        return camera_of(px_from_mm, likely.matrix, focal_alone(likely.covariance[0, 0]), source)
    cropped, stretched = _of_cropped_picture(size_px), _of_stretched_picture(size_px)
    as_cropped, as_stretched = most_likely(px_from_mm, cropped), most_likely(px_from_mm, stretched)
    chance = float(expit((as_cropped.misfit - as_stretched.misfit) / 2 + logit(STRETCHED)))
    camera = camera_of(px_from_mm, as_cropped.matrix, as_cropped.covariance, _heavier(as_cropped, cropped))
    if chance > 0.5:
        focal = focal_alone(as_stretched.covariance[0, 0])
        camera = camera_of(px_from_mm, as_stretched.matrix, focal, _heavier(as_stretched, stretched))
    return replace(camera, stretched=chance)


def may_be_whole_picture(px_from_mm: FloatArray, size_px: tuple[int, int], focal_px: float, focal_sigma: float) -> bool:
    """Whether a whole picture of a camera of this focal length may show the plane so; a part of one has its axis
    elsewhere, and another camera another focal length.
    """
    usual = Intrinsics(focal_px=focal_px, axis_px=middle_px(size_px), focal_sigma=focal_sigma, axis_sigma=AXIS_SIGMA)
    return most_likely(px_from_mm, usual).misfit <= CROPPED_MISFIT


def camera_of(px_from_mm: FloatArray, matrix: FloatArray, covariance: FloatArray, source: Source) -> Camera:
    """The camera with these intrinsics (3, 3), posed so that it sees the plane z = 0 as the homography does."""
    rotation, translation_mm = pose(px_from_mm, matrix)
    return Camera(matrix=matrix, rotation=rotation, translation_mm=translation_mm, covariance=covariance, source=source)


def changed(camera: Camera, px_from_mm: FloatArray, change: FloatArray, covariance: FloatArray) -> Camera:
    """The camera with its focal length's logarithm and its axis changed, (3,), and the pose that goes with it.

    px_from_mm, covariance : as for solve_camera and Camera.
    """
    matrix = camera.matrix.copy()
    matrix[:2, 2] += change[1:] * np.diag(matrix)[:2]
    matrix[[0, 1], [0, 1]] *= np.exp(change[0])
    rotation, translation_mm = pose(px_from_mm, matrix)
    return replace(camera, matrix=matrix, rotation=rotation, translation_mm=translation_mm, covariance=covariance)


def focal_alone(variance: float) -> FloatArray:
    """(3, 3) covariance of a camera of which only the focal length is in doubt."""
    return np.diag([variance, 0.0, 0.0])


def pose(px_from_mm: FloatArray, matrix: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Rotation and translation that send the plane z = 0 to the picture as the homography does."""
    columns = np.linalg.inv(matrix) @ px_from_mm
    columns /= np.sqrt(np.linalg.norm(columns[:, 0]) * np.linalg.norm(columns[:, 1]))
    if columns[2, 2] < 0:
        columns = -columns
    frame = np.column_stack([columns[:, 0], columns[:, 1], np.cross(columns[:, 0], columns[:, 1])])
    u, _, vt = np.linalg.svd(frame)
    rotation = u @ np.diag([1, 1, np.linalg.det(u @ vt)]) @ vt
    return rotation, np.asarray(columns[:, 2])


def _heavier(likely: Likely, usual: Intrinsics) -> Source:
    """Which of the two says more of the focal length: the homography, or what is usual."""
    return "homography" if likely.covariance[0, 0] < usual.focal_sigma**2 / 2 else "default"


def _of_whole_picture(size_px: tuple[int, int], focal_35mm: float | None) -> Intrinsics:
    focal_px, focal_sigma = DEFAULT_FOCAL * max(size_px), DEFAULT_FOCAL_SIGMA
    if focal_35mm is not None:
        focal_px, focal_sigma = _focal_from_exif(focal_35mm, size_px)
    return Intrinsics(focal_px=focal_px, axis_px=middle_px(size_px), focal_sigma=focal_sigma, axis_sigma=AXIS_SIGMA)


def _of_cropped_picture(size_px: tuple[int, int]) -> Intrinsics:
    return Intrinsics(
        focal_px=CROPPED_FOCAL * max(size_px),
        axis_px=middle_px(size_px),
        focal_sigma=CROPPED_FOCAL_SIGMA,
        axis_sigma=CROPPED_AXIS_SIGMA,
    )


def _of_stretched_picture(size_px: tuple[int, int]) -> Intrinsics:
    return replace(_of_whole_picture(size_px, None), aspect_sigma=ASPECT_SIGMA)


def _focal_from_exif(focal_35mm: float, size_px: tuple[int, int]) -> tuple[float, float]:
    """In px, and its standard deviation relative to it: by the diagonal of the sensor's own format."""
    long, short = max(size_px), min(size_px)
    if long < SQUARE * short:
        diagonal_px, sigma = SQUARE_DIAGONAL * short, EXIF_SQUARE_SIGMA
    elif long > WIDE * short:
        diagonal_px, sigma = WIDE_DIAGONAL * long, EXIF_WIDE_SIGMA
    else:
        diagonal_px, sigma = float(np.hypot(long, short)), EXIF_SIGMA
    return focal_35mm / FULL_FRAME_DIAGONAL_MM * diagonal_px, sigma
