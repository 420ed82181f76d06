"""Where the camera stood: focal length and pose from the board's homography."""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
Source = Literal["exif", "homography", "default", "calibrated"]

# Most phones' main camera and most webcams lie within a quarter of this, over the picture's longer side.
DEFAULT_FOCAL = 0.85
DEFAULT_FOCAL_SIGMA = 0.25
# What a homography says of the focal length goes wrong by how far the lens's axis misses the picture's middle, as a
# share of the focal length (phones and webcams: 1 to 2 %), over the tangent of the tilt; and by how far the rings are
# from round, over the square of its sine. Drawn by hand they miss by a mm or so of their 300. (Exact ones of the
# renderer led 0.24 astray at 3 degrees and 0.014 at 8, well inside.)
AXIS_SIGMA, RINGS_SIGMA = 0.015, 0.004


@dataclass(frozen=True, eq=False, kw_only=True)
class Camera:
    """matrix (3, 3), rotation (3, 3) and translation_mm (3,): board -> camera, OpenCV's convention.

    focal_sigma: standard deviation of the focal length, relative. source: where it came from; what the discs on the
    board add to a default or a homography's has no name of its own, for programs know these four.
    """

    matrix: FloatArray
    rotation: FloatArray
    translation_mm: FloatArray
    focal_sigma: float
    source: Source

    @property
    def centre_mm(self) -> FloatArray:
        """(3,) position of the camera in the board frame."""
        return np.asarray(-self.rotation.T @ self.translation_mm)

    @property
    def tilt_deg(self) -> float:
        """Angle between the optical axis and the board's normal."""
        return float(np.degrees(np.arccos(np.clip(-self.rotation[2, 2], -1.0, 1.0))))


def solve_camera(px_from_mm: FloatArray, size_px: tuple[int, int], focal_35mm: float | None) -> Camera:
    """Camera of a photo of a plane.

    px_from_mm : (3, 3) homography from the plane's right-handed frame to undistorted px. size_px : (width, height).
    focal_35mm : 35 mm-equivalent focal length from EXIF. Source: Zhang, 2000, for the constraints on the focal length.
    """
    width, height = size_px
    centred = np.array([[1, 0, -(width - 1) / 2], [0, 1, -(height - 1) / 2], [0, 0, 1.0]]) @ px_from_mm
    focal_px, sigma = DEFAULT_FOCAL * max(size_px), DEFAULT_FOCAL_SIGMA
    solved = _focal_from_homography(centred, focal_px)
    source: Source = "default"
    if focal_35mm is not None:
        focal_px, sigma = _focal_from_exif(focal_35mm, size_px)
        source = "exif"
    elif solved is not None:
        focal_px, sigma, source = _most_likely(solved, (focal_px, sigma))
    matrix = np.array([[focal_px, 0, (width - 1) / 2], [0, focal_px, (height - 1) / 2], [0, 0, 1.0]])
    rotation, translation_mm = pose(px_from_mm, matrix)
    return Camera(matrix=matrix, rotation=rotation, translation_mm=translation_mm, focal_sigma=sigma, source=source)


def with_focal(camera: Camera, px_from_mm: FloatArray, ratio: float, sigma: float) -> Camera:
    """The camera with its focal length times a ratio, and the pose that goes with it.

    px_from_mm : as for solve_camera. sigma : standard deviation of the focal length, relative.
    """
    matrix = camera.matrix.copy()
    matrix[[0, 1], [0, 1]] *= ratio
    rotation, translation_mm = pose(px_from_mm, matrix)
    return replace(camera, matrix=matrix, rotation=rotation, translation_mm=translation_mm, focal_sigma=sigma)


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


def _focal_from_exif(focal_35mm: float, size_px: tuple[int, int]) -> tuple[float, float]:
    """By the diagonal of the sensor's own format: a square picture was cut from a 4 : 3 one.

    EXIF rounds to a whole mm, 1.1 % of a phone's 26; focusing on a table, a lens lengthens by another 1 to 2 %.
    """
    long, short = max(size_px), min(size_px)
    if long < 1.2 * short:
        return focal_35mm / 43.267 * short * 5 / 3, 0.06
    return focal_35mm / 43.267 * float(np.hypot(long, short)), 0.02


def _focal_from_homography(centred: FloatArray, usual_px: float) -> tuple[float, float] | None:
    """Focal length and its relative sigma; None where the view is too nearly straight to tell.

    The images of two orthogonal axes of equal length give two equations that are linear in 1 / focal^2. Pixels are
    taken as square: an aspect fitted beside the focal length came out as far as 1.7 on pictures with square pixels.
    """
    h = centred / np.linalg.norm(centred[:, 0])
    left = np.array([h[0, 0] * h[0, 1] + h[1, 0] * h[1, 1], h[0, 0] ** 2 - h[0, 1] ** 2 + h[1, 0] ** 2 - h[1, 1] ** 2])
    right = -np.array([h[2, 0] * h[2, 1], h[2, 0] ** 2 - h[2, 1] ** 2])
    if not left @ right > 0:
        return None
    inverse_square = float(left @ right / (left @ left))
    focal = inverse_square**-0.5
    # Rings out of round pass for a long focal length and a tilt to match: the tilt by the usual one is not fooled.
    least = min(focal, usual_px)
    tilt_sine = float(
        min(1.0, np.hypot(h[2, 0], h[2, 1]) / np.linalg.norm([h[0, 0] / least, h[1, 0] / least, h[2, 0]]))
    )
    tangent = tilt_sine / max(float(np.sqrt(1.0 - tilt_sine**2)), 1e-9)
    return focal, float(np.hypot(AXIS_SIGMA / tangent, RINGS_SIGMA / tilt_sine**2))


def _most_likely(solved: tuple[float, float], usual: tuple[float, float]) -> tuple[float, float, Source]:
    """What the homography says of the focal length and what is usual, by their weights; the name of the heavier."""
    (solved_px, solved_sigma), (usual_px, usual_sigma) = solved, usual
    weight = usual_sigma**2 / (solved_sigma**2 + usual_sigma**2)
    focal_px = float(solved_px**weight * usual_px ** (1.0 - weight))
    return focal_px, float(np.sqrt(weight) * solved_sigma), "homography" if weight > 0.5 else "default"
