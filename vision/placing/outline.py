"""The outline of a disc as the camera sees it, and the photo's grey levels along the outline's normals."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.directions import all_round
from calibration.short_runs import along_runs
from calibration.view import BoardView

FloatArray = NDArray[np.float64]

ANGLES = 60
STEPS = 41
HALF_WINDOW_MM = 5.0
# (ANGLES, 2) outward normals and (STEPS,) offsets along them, mm on the surface.
NORMALS: FloatArray = all_round(ANGLES)
OFFSETS_MM: FloatArray = np.linspace(-HALF_WINDOW_MM, HALF_WINDOW_MM, STEPS)
STEP_MM = float(OFFSETS_MM[1] - OFFSETS_MM[0])
# Light, as a share of white, above which the sensor cuts it off, so that nobody knows how much it was.
BLOWN = 0.9
# cv2.remap takes maps of up to 32767 rows.
MOST_ROWS = 32000


@dataclass(frozen=True, eq=False, kw_only=True)
class Solids:
    """M discs: xy_mm (M, 2) foot of the axis, radius_mm, rounding_mm, thickness_mm, height_mm (of the base) : (M,)."""

    xy_mm: FloatArray
    radius_mm: FloatArray
    rounding_mm: FloatArray
    thickness_mm: FloatArray
    height_mm: FloatArray

    @classmethod
    def alike(
        cls,
        xy_mm: FloatArray,
        *,
        radius_mm: float | FloatArray,
        rounding_mm: float,
        thickness_mm: float,
        height_mm: float = 0.0,
    ) -> "Solids":
        """Of one shape at (M, 2) places; of one radius, or of (M,)."""
        sizes = (np.full(len(xy_mm), size) for size in (radius_mm, rounding_mm, thickness_mm, height_mm))
        radius, rounding, thickness, height = sizes
        return cls(xy_mm=xy_mm, radius_mm=radius, rounding_mm=rounding, thickness_mm=thickness, height_mm=height)

    @property
    def top_mm(self) -> FloatArray:
        """(M,) height of the top face."""
        return self.height_mm + self.thickness_mm

    @property
    def middle_mm(self) -> FloatArray:
        """(M,) height half way between base and top face, about which its outline is seen."""
        return self.height_mm + self.thickness_mm / 2

    def taken(self, index: NDArray[np.intp]) -> "Solids":
        """Some of the discs, in a given order."""
        return Solids(
            xy_mm=self.xy_mm[index],
            radius_mm=self.radius_mm[index],
            rounding_mm=self.rounding_mm[index],
            thickness_mm=self.thickness_mm[index],
            height_mm=self.height_mm[index],
        )

    def joined(self, others: "Solids") -> "Solids":
        """These and others."""
        return Solids(
            xy_mm=np.vstack([self.xy_mm, others.xy_mm]),
            radius_mm=np.append(self.radius_mm, others.radius_mm),
            rounding_mm=np.append(self.rounding_mm, others.rounding_mm),
            thickness_mm=np.append(self.thickness_mm, others.thickness_mm),
            height_mm=np.append(self.height_mm, others.height_mm),
        )


def outline_mm(solids: Solids, view: BoardView) -> FloatArray:
    """(M, ANGLES, 2) where the outline lies on the surface as seen, for every outward normal."""
    return outline_and_side_mm(solids, view)[0]


def outline_and_side_mm(solids: Solids, view: BoardView) -> tuple[FloatArray, FloatArray]:
    """The outline, and (M, ANGLES) the width of the side that is seen inside it: 0 where the side is hidden.

    The outline is the hull of the lower and upper shoulder's circles; its point with a given outward normal is the
    farther of theirs.
    """
    lower, upper = _shoulders(solids, view)
    reach = np.einsum("mkj,kj->mk", upper - lower, NORMALS)
    return np.where((reach > 0)[..., None], upper, lower), np.maximum(0.0, -reach)


def rim_mm(solids: Solids, view: BoardView, outline: FloatArray) -> FloatArray:
    """(M, ANGLES) how far inward of the outline the rim of the face is drawn.

    Light changes all over the rounding between side and face; its middle stands for it.
    """
    half_mm = solids.rounding_mm / 2
    circle = solids.xy_mm[:, None, :] + (solids.radius_mm - half_mm)[:, None, None] * NORMALS
    rim = view.apparent_mm(circle, (solids.top_mm - half_mm)[:, None])
    return np.asarray(np.einsum("mkj,kj->mk", outline - rim, NORMALS))


def _shoulders(solids: Solids, view: BoardView) -> tuple[FloatArray, FloatArray]:
    rim = solids.xy_mm[:, None, :] + solids.radius_mm[:, None, None] * NORMALS
    low = solids.height_mm + solids.rounding_mm
    high = solids.top_mm - solids.rounding_mm
    return view.apparent_mm(rim, low[:, None]), view.apparent_mm(rim, high[:, None])


def profiles(
    bgr: NDArray[np.uint8], view: BoardView, outline: FloatArray, offsets_mm: FloatArray = OFFSETS_MM
) -> NDArray[np.float32]:
    """(M, ANGLES, T, 3) colours along the outline's normals at (T,) offsets, from inside to outside."""
    first_mm, last_mm = offsets_mm[0], offsets_mm[-1]
    middle_mm, half_mm = 0.5 * (last_mm + first_mm), 0.5 * (last_mm - first_mm)
    ends_px = view.px(np.stack([outline + at_mm * NORMALS for at_mm in (first_mm, middle_mm, last_mm)]))
    return _colours_at(bgr, *along_runs(ends_px, (offsets_mm - middle_mm) / half_mm))


def sample(bgr: NDArray[np.uint8], xy_px: FloatArray) -> NDArray[np.float32]:
    """(..., 3) colours at (..., 2) photo positions, bilinear; the border's colour outside the photo."""
    return _colours_at(bgr, xy_px[..., 0].astype(np.float32), xy_px[..., 1].astype(np.float32))


def _colours_at(bgr: NDArray[np.uint8], x_px: NDArray[np.float32], y_px: NDArray[np.float32]) -> NDArray[np.float32]:
    # Row by row, as OpenCV works fastest.
    rows_x, rows_y = (at.reshape(-1, at.shape[-1]) for at in (x_px, y_px))
    colours = np.empty((*rows_x.shape, 3), np.float32)
    for start in range(0, len(rows_x), MOST_ROWS):
        part = slice(start, start + MOST_ROWS)
        colours[part] = cv2.remap(
            bgr, rows_x[part], rows_y[part], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        ).reshape(-1, *colours.shape[1:])
    return colours.reshape(*x_px.shape, 3)


def over_channels(colours: NDArray[np.float32]) -> NDArray[np.float32]:
    """(..., 3) -> (...,) sum over the channels: as a product, ten times as fast as NumPy along so short an axis."""
    return np.asarray(colours @ np.ones(3, np.float32))


def linear_light(colours: NDArray[np.float32]) -> NDArray[np.float32]:
    """Light as a share of white, from stored grey levels: near their square, near enough for placing an edge."""
    return np.asarray(np.square(colours / np.float32(255.0)), np.float32)
