"""A disc beside its line, flattened onto the board and enlarged, with base, band and line drawn on it."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.directions import directions
from calibration.view import BoardView
from vision.drawing.strokes import SHIFT, fixed_point

FloatArray = NDArray[np.float64]

# Orange and blue stay apart for every kind of colour blindness (Okabe and Ito, 2008); the white casing and dark edge
# keep both visible on any wood. BGR.
BASE, LINE = (0, 159, 230), (178, 114, 0)
WHITE, INK = (255, 255, 255), (34, 30, 28)
BAND_1, BAND_2 = 0.42, 0.22


@dataclass(frozen=True, kw_only=True)
class Contact:
    """Where a disc's base and a line come nearest.

    x_mm, y_mm : the disc's axis. inner_mm, outer_mm : radii of the line's two edges beside it.
    gap_mm, sigma_mm : from the base to the inner edge.
    """

    x_mm: float
    y_mm: float
    inner_mm: float
    outer_mm: float
    gap_mm: float
    sigma_mm: float

    @property
    def distance_mm(self) -> float:
        """Of the axis from the board's middle."""
        return float(np.hypot(self.x_mm, self.y_mm))

    @property
    def base_radius_mm(self) -> float:
        """Radius of the base: what the gap leaves between axis and line."""
        return self.inner_mm - self.gap_mm - self.distance_mm


@dataclass(frozen=True, kw_only=True)
class Window:
    """Part of the board seen with outward up. reach_mm : distance of its middle from the board's; wide_mm across."""

    azimuth_rad: float
    reach_mm: float
    wide_mm: float
    size_px: tuple[int, int]

    @property
    def px_per_mm(self) -> float:
        """Scale of the window."""
        return self.size_px[0] / self.wide_mm

    def px(self, xy_mm: FloatArray) -> FloatArray:
        """(..., 2) board positions -> window px."""
        right, up = self._axes
        offset = xy_mm - self.reach_mm * up
        x = offset @ right * self.px_per_mm + (self.size_px[0] - 1) / 2
        y = -(offset @ up) * self.px_per_mm + (self.size_px[1] - 1) / 2
        return np.stack([x, y], axis=-1)

    def grid_mm(self) -> FloatArray:
        """(H, W, 2) board position of every px of the window."""
        right, up = self._axes
        x = (np.arange(self.size_px[0]) - (self.size_px[0] - 1) / 2) / self.px_per_mm
        y = ((self.size_px[1] - 1) / 2 - np.arange(self.size_px[1])) / self.px_per_mm
        return np.asarray(self.reach_mm * up + x[None, :, None] * right + y[:, None, None] * up)

    @property
    def _axes(self) -> tuple[FloatArray, FloatArray]:
        up = directions(self.azimuth_rad)
        return np.array([up[1], -up[0]]), up


def find_contact(
    view: BoardView, xy_mm: tuple[float, float], radius_mm: float, line: str, gap_mm: float, sigma_mm: float
) -> Contact:
    """The contact of a disc with one of the lines "15", "10", "outer", from its measured gap."""
    index = [one.name for one in view.lines].index(line)
    middle_mm, _ = view.line_maps[index].radius_beside(np.array(xy_mm), radius_mm)
    half_mm = view.lines[index].width_mm / 2
    return Contact(
        x_mm=xy_mm[0],
        y_mm=xy_mm[1],
        inner_mm=middle_mm - half_mm,
        outer_mm=middle_mm + half_mm,
        gap_mm=gap_mm,
        sigma_mm=sigma_mm,
    )


def draw_close_up(bgr: NDArray[np.uint8], view: BoardView, contact: Contact, window: Window) -> NDArray[np.uint8]:
    """The window's part of the photo (H, W, 3), resampled, with the marks on it."""
    grid_mm = window.grid_mm()
    xy_px = view.px(grid_mm).astype(np.float32)
    picture = np.asarray(cv2.remap(bgr, xy_px[..., 0], xy_px[..., 1], cv2.INTER_CUBIC), np.uint8)
    off_base_mm = np.abs(
        np.hypot(grid_mm[..., 0] - contact.x_mm, grid_mm[..., 1] - contact.y_mm) - contact.base_radius_mm
    )
    for sigmas, strength in ((2, BAND_2), (1, BAND_1)):
        _tint(picture, off_base_mm < sigmas * contact.sigma_mm, strength)
    width = max(3, window.size_px[0] // 250)
    turn = np.linspace(0, 2 * np.pi, 720)
    ring = directions(turn)
    axis_mm = np.array([contact.x_mm, contact.y_mm])
    _stroke(picture, window.px(axis_mm + contact.base_radius_mm * ring), BASE, width)
    half_angle = min(np.pi, window.wide_mm / contact.inner_mm)
    arc = window.azimuth_rad + np.linspace(-half_angle, half_angle, 400)
    run = directions(arc)
    for edge_mm in (contact.inner_mm, contact.outer_mm):
        _stroke(picture, window.px(edge_mm * run), LINE, width)
    return picture


def _tint(picture: NDArray[np.uint8], where: NDArray[np.bool_], strength: float) -> None:
    picture[where] = (picture[where] * (1 - strength) + np.array(BASE) * strength).astype(np.uint8)


def _stroke(picture: NDArray[np.uint8], points_px: FloatArray, colour: tuple[int, int, int], width: int) -> None:
    fixed = fixed_point(points_px)
    for stroke_colour, stroke in ((WHITE, width + 2), (colour, width)):
        cv2.polylines(picture, [fixed], False, stroke_colour, stroke, cv2.LINE_AA, SHIFT)
