"""Where the board lies in one photo: the one place where px and mm meet.

Pixel centres lie at integers, x right, y down. The board frame has its origin at the hole's centre, z up towards the
camera, the quadrant lines at 45 degrees + k * 90, and +y as nearly up in the picture as that allows.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from calibration.board import LINE_RADII_MM, Line
from calibration.camera.camera import Camera, changed
from calibration.camera.lens import Lens, apply_homography, mm_per_px
from calibration.directions import all_round
from calibration.lines.line_map import LineMap
from calibration.shrink import copy_from_px

FloatArray = NDArray[np.float64]


# Change of a focal length or an axis over which slopes are taken: far above rounding, far below what is in doubt.
CAMERA_STEP = 0.02


class BoardNotFound(Exception):
    """No whole crokinole board is seen in the photo; the message says what to do."""


@dataclass(frozen=True, eq=False, kw_only=True)
class BoardView:
    """A board in a photo.

    px_from_mm : (3, 3) surface mm -> undistorted px. blur_px: sigma of the photo's blur, roughly. fit_rms_px: residual
    of the rings. ring_share: how much of each line was seen. quadrant_contrast, pegs: evidence for a crokinole board.
    line_maps: the 15, 10 and outer line as they really run, half_width_sigma_mm: by which half of their widths may be
    off, all alike. peg_radius_mm, peg_height_mm: as a set has them, or most boards. set_fits: whether the lines are as
    the measured set has them, if there is one. odd_lines: names of those that are not one thin line. another_as_large:
    whether the picture shows another board, not much smaller.
    """

    px_from_mm: FloatArray
    lens: Lens
    camera: Camera
    lines: tuple[Line, Line, Line]
    line_maps: tuple[LineMap, LineMap, LineMap]
    half_width_sigma_mm: float
    surface_radius_mm: float
    hole_radius_mm: float
    peg_radius_mm: float
    peg_height_mm: float
    blur_px: float
    fit_rms_px: float
    ring_share: tuple[float, float, float]
    quadrant_contrast: float
    pegs: int
    peg_azimuth_rad: float
    size_px: tuple[int, int]
    set_fits: bool
    odd_lines: tuple[str, ...] = ()
    another_as_large: bool = False

    def px(self, xy_mm: FloatArray, height_mm: float | FloatArray = 0.0) -> FloatArray:
        """(..., 2) board positions at a height above the surface -> (..., 2) photo px."""
        return self.lens.distort(apply_homography(self.px_from_mm, self.apparent_mm(xy_mm, height_mm)))

    def mm(self, xy_px: FloatArray) -> FloatArray:
        """(..., 2) photo px -> (..., 2) positions on the surface."""
        mm_from_px = np.asarray(np.linalg.inv(self.px_from_mm), np.float64)
        return apply_homography(mm_from_px, self.lens.undistort(xy_px))

    def apparent_mm(self, xy_mm: FloatArray, height_mm: float | FloatArray) -> FloatArray:
        """Where on the surface a point at a height appears to lie to the camera."""
        camera_mm = self.camera.centre_mm[2]
        return self._away_from_nadir(xy_mm, camera_mm / (camera_mm - height_mm))

    def stand_mm(self, seen_mm: FloatArray, height_mm: float | FloatArray) -> FloatArray:
        """Above which places points at a height stand that appear to lie at (..., 2): the reverse of apparent_mm."""
        camera_mm = self.camera.centre_mm[2]
        return self._away_from_nadir(seen_mm, (camera_mm - height_mm) / camera_mm)

    def _away_from_nadir(self, xy_mm: FloatArray, ratio: FloatArray) -> FloatArray:
        """(..., 2) places so many times as far from the foot of the camera; one coordinate after the other, as NumPy
        works fastest.
        """
        x_mm, y_mm, _ = self.camera.centre_mm
        return np.stack([x_mm + (xy_mm[..., 0] - x_mm) * ratio, y_mm + (xy_mm[..., 1] - y_mm) * ratio], axis=-1)

    def with_camera(self, change: FloatArray, covariance: FloatArray) -> "BoardView":
        """The same board in the same picture, its focal length and axis changed by (3,) and known as well as said.

        change, covariance : (3,) and (3, 3), in the camera's order.
        """
        return replace(self, camera=changed(self.camera, self.px_from_mm, change, covariance))

    @cached_property
    def _centre_mm_by_camera(self) -> FloatArray:
        """(3, 3) how the camera's place changes with its focal length's logarithm and its axis, a column each."""
        steps = CAMERA_STEP * np.eye(3)
        moved_mm = [self.with_camera(step, self.camera.covariance).camera.centre_mm for step in steps]
        return np.asarray((np.column_stack(moved_mm) - self.camera.centre_mm[:, None]) / CAMERA_STEP)

    def stand_mm_by_camera(self, xy_mm: FloatArray, height_mm: FloatArray) -> FloatArray:
        """(M, 2, 3) how far places (M, 2) move of which a point at a height, (M,), stays where it is seen, for every
        change of the camera's focal length (its logarithm) and axis.
        """
        *nadir_mm, camera_mm = self.camera.centre_mm
        by_nadir, by_height = self._centre_mm_by_camera[:2], self._centre_mm_by_camera[2]
        aslant = (xy_mm - np.array(nadir_mm)) / (camera_mm - height_mm)[:, None]
        return np.asarray((height_mm / camera_mm)[:, None, None] * (by_nadir + aslant[..., None] * by_height))

    def mm_per_px(self, xy_mm: FloatArray) -> FloatArray:
        """(...,) geometric mean of the scale around board positions."""
        return mm_per_px(self.px_from_mm, self.lens, xy_mm)

    @property
    def middle_mm_per_px(self) -> float:
        """The scale in the middle of the board."""
        return float(self.mm_per_px(np.zeros(2)))

    def coarsest_mm_per_px(self, xy_mm: FloatArray) -> FloatArray:
        """(...,) the scale around board positions in the direction in which the view shortens most."""
        px = np.stack([self.px(xy_mm + step) - self.px(xy_mm - step) for step in 0.5 * np.eye(2)], axis=-1)
        return np.asarray(1.0 / np.linalg.svd(px, compute_uv=False)[..., -1])

    @property
    def radii_mm(self) -> tuple[float, float, float]:
        """Of the 15, 10 and outer line."""
        r15, r10, outer = self.lines
        return r15.radius_mm, r10.radius_mm, outer.radius_mm

    @property
    def beside_tournament(self) -> float:
        """How many times as large as a tournament's the board is, as its outer line is told."""
        return self.radii_mm[2] / LINE_RADII_MM[2]

    @property
    def outer_share_in_view(self) -> float:
        """Share of the outer line that lies inside the picture."""
        return self.share_in_view(self.lines[2].radius_mm)

    def share_in_view(self, radius_mm: float) -> float:
        """Share of a circle about the board's centre that lies inside the picture."""
        return float(self.shows(self.px(radius_mm * all_round(180))).mean())

    def shows(self, xy_px: FloatArray) -> NDArray[np.bool_]:
        """(...,) whether (..., 2) places are in the picture."""
        return np.asarray(((xy_px >= 0) & (xy_px <= np.array(self.size_px) - 1)).all(axis=-1), np.bool_)

    def cropped(self, first_px: tuple[int, int], size_px: tuple[int, int]) -> "BoardView":
        """The same board in a part of the photo: its first column and row, and how wide and high it is."""
        x_px, y_px = first_px
        shift = np.array([[1.0, 0.0, -x_px], [0.0, 1.0, -y_px], [0.0, 0.0, 1.0]])
        return replace(
            self,
            px_from_mm=shift @ self.px_from_mm,
            lens=replace(self.lens, x_px=self.lens.x_px - x_px, y_px=self.lens.y_px - y_px),
            camera=replace(self.camera, matrix=shift @ self.camera.matrix),
            size_px=size_px,
        )

    def scaled(self, scale: float) -> "BoardView":
        """The same board in the photo resampled by a factor, pixel areas kept."""
        resample = copy_from_px(scale)
        x_px, y_px = (float(px) for px in apply_homography(resample, np.array([self.lens.x_px, self.lens.y_px])))
        lens = replace(self.lens, x_px=x_px, y_px=y_px, focal_px=self.lens.focal_px * scale)
        return replace(
            self,
            px_from_mm=resample @ self.px_from_mm,
            lens=lens,
            camera=replace(self.camera, matrix=resample @ self.camera.matrix),
            blur_px=self.blur_px * scale,
            fit_rms_px=self.fit_rms_px * scale,
            size_px=(round(self.size_px[0] * scale), round(self.size_px[1] * scale)),
        )
