"""The twenty hole and a little of the board around it, and how well a drawing in flat colours explains them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.board import HOLE_DEPTH_MM, TOURNAMENT_DISC
from calibration.view import BoardView
from vision.colour.colour_space import lab
from vision.placing.outline import sample

FloatArray = NDArray[np.float64]

# Sampled twice over the width of the slit beside a disc.
STEP_MM, REACH_MM = 0.75, 21.0
ACROSS_MM = np.arange(-REACH_MM, REACH_MM + STEP_MM / 2, STEP_MM)
MIDDLE = np.zeros(2)
# Sigma of a sharp photo's blur, px. How sharp it really is matters little: 0.6 to 1.1 tell the same holes apart. The
# second is beyond what faint lines make of a sharp photo.
SHARP_PX, SOFT_PX = 0.8, 1.5
# What stands beside the hole hides this much more than its outline: blur and contact shadow.
HIDDEN_MARGIN_MM = 1.5
# Rounding to grey levels leaves a standard deviation of 0.3.
ROUNDING = 0.5
# An area that shows on hardly more samples than this has next to no colour of its own.
FEW_SAMPLES = 0.1
# Light from one side makes one side of an area so much lighter than its middle, one sigma, and samples differ by so
# much without a reason, in L*a*b*: half as much and twice as much tell the same holes apart.
FROM_ASIDE, NOISE = 10.0, 1.0


@dataclass(frozen=True, eq=False, kw_only=True)
class HolePicture:
    """Seen from (..., 3) camera_mm, about the hole's axis: a circle of (...,) hole_radius_mm on the surface.

    xy_mm : (..., N, N, 2) where the rays of the samples meet the surface. colours : (N, N, 3) L*a*b*. counts : (N, N)
    whether a sample shows the hole or the board, and not a disc beside it. step_mm, blur_mm : of the samples. Several
    suppositions of where the hole is are one picture with (K,) axes: NumPy works out many as fast as a few.
    """

    xy_mm: FloatArray
    colours: FloatArray
    counts: NDArray[np.bool_]
    step_mm: float
    blur_mm: float
    camera_mm: FloatArray
    hole_radius_mm: FloatArray

    def cover(self, inside_mm: FloatArray) -> FloatArray:
        """(..., N, N) share of each sample that lies in an area. inside_mm : how far within its edge samples lie."""
        return np.asarray(np.clip(inside_mm / self.step_mm + 0.5, 0.0, 1.0), np.float64)

    @cached_property
    def inside(self) -> FloatArray:
        """(..., N, N) share of each sample whose rays pass through the hole's mouth."""
        return self.cover(each(self.hole_radius_mm) - distance_mm(self.xy_mm))

    @cached_property
    def bottom(self) -> FloatArray:
        """(..., N, N) share whose rays meet the hole's bottom."""
        return self.inside * self.cover(each(self.hole_radius_mm) - distance_mm(self.met_mm(-HOLE_DEPTH_MM)))

    @property
    def seen_share(self) -> float:
        """Share of the hole's mouth that no disc beside it hides."""
        return float((self.counts * self.inside).sum() / self.inside.sum())

    @property
    def is_blank(self) -> bool:
        """Whether it shows no more than rounding to grey levels leaves."""
        return bool(self.colours[self.counts].std(axis=0).max(initial=0.0) < ROUNDING)

    def met_mm(self, height_mm: float | FloatArray) -> FloatArray:
        """(..., N, N, 2) where the rays meet a plane at a (...,) height above the surface."""
        nearer = each(height_mm / self.camera_mm[..., 2])[..., None]
        return np.asarray(self.xy_mm + nearer * (self.camera_mm[..., None, None, :2] - self.xy_mm))

    def about(self, circles: FloatArray) -> "HolePicture":
        """The same samples with the hole elsewhere: (..., 3 or more) x and y of its axis, and its radius, in mm."""
        axis_mm = circles[..., :2]
        return replace(
            self,
            xy_mm=self.xy_mm - axis_mm[..., None, None, :],
            camera_mm=self.camera_mm - np.concatenate([axis_mm, np.zeros_like(axis_mm[..., :1])], axis=-1),
            hole_radius_mm=circles[..., 2],
        )

    def coarse(self) -> "HolePicture":
        """Every second sample each way."""
        return replace(
            self,
            xy_mm=self.xy_mm[::2, ::2],
            colours=self.colours[::2, ::2],
            counts=self.counts[::2, ::2],
            step_mm=2 * self.step_mm,
        )


def each(values: FloatArray) -> FloatArray:
    """(..., 1, 1): a value for all samples of each supposition."""
    return np.asarray(values)[..., None, None]


def distance_mm(xy_mm: FloatArray, from_mm: FloatArray = MIDDLE) -> FloatArray:
    """(..., N, N) of places from (..., 2) others; three times as fast as NumPy's norm or hypot."""
    x_mm, y_mm = xy_mm[..., 0] - each(from_mm[..., 0]), xy_mm[..., 1] - each(from_mm[..., 1])
    return np.asarray(np.sqrt(x_mm * x_mm + y_mm * y_mm))


def told_blur_px(view: BoardView) -> float:
    """The photo's blur, as far as its lines tell it: a sharp photo's unless it is surely soft."""
    return view.blur_px if view.blur_px > SOFT_PX else SHARP_PX


def picture_hole(bgr: NDArray[np.uint8], view: BoardView, discs_mm: FloatArray, disc_radius_mm: float) -> HolePicture:
    """Sample the hole. discs_mm : (M, 2) axes of the discs on the surface, disc_radius_mm : of all of them."""
    xy_mm = np.stack(np.meshgrid(ACROSS_MM, ACROSS_MM), axis=-1)
    counts = np.hypot(xy_mm[..., 0], xy_mm[..., 1]) < REACH_MM
    for axis_mm in discs_mm:
        for height_mm in np.linspace(0.0, TOURNAMENT_DISC.thickness_mm, 3):
            from_mm = np.linalg.norm(xy_mm - view.apparent_mm(axis_mm, float(height_mm)), axis=-1)
            counts &= from_mm > disc_radius_mm + HIDDEN_MARGIN_MM
    return HolePicture(
        xy_mm=xy_mm,
        colours=lab(sample(bgr, view.px(xy_mm.reshape(-1, 2)))).reshape(*xy_mm.shape[:2], 3),
        counts=counts,
        step_mm=STEP_MM,
        blur_mm=told_blur_px(view) * view.middle_mm_per_px,
        camera_mm=view.camera.centre_mm,
        hole_radius_mm=np.array(view.hole_radius_mm),
    )


def lit_aside(area: FloatArray, xy_mm: FloatArray, reach_mm: FloatArray) -> list[FloatArray]:
    """What light along either axis does to an area, -1 to 1. xy_mm : (..., N, N, 2) its places, within the reach."""
    return [area * xy_mm[..., axis] / each(reach_mm) for axis in (0, 1)]


@dataclass(frozen=True, eq=False, kw_only=True)
class Explanation:
    """residuals : (..., R) what blurred areas of one colour each leave of a picture. colours : (..., A, 3) of these."""

    residuals: FloatArray
    colours: FloatArray

    @property
    def misfit(self) -> FloatArray:
        """(...,) their sums of squares."""
        return np.asarray(np.square(self.residuals).sum(axis=-1) + 1e-9)


def explain(picture: HolePicture, areas: Sequence[FloatArray], shades: Sequence[FloatArray] = ()) -> Explanation:
    """How well (..., N, N) areas explain a picture.

    shades : (..., N, N) of `lit_aside`, what light from one side does to them.
    """
    drawn = np.stack([*areas, *shades], axis=-1).astype(np.float32)
    flat = drawn.reshape(-1, *drawn.shape[-3:])
    sigma = picture.blur_mm / picture.step_mm
    design = np.stack([cv2.GaussianBlur(one, (0, 0), sigma)[picture.counts] for one in flat]).astype(np.float64)
    seen = picture.colours[picture.counts]
    stiffness = np.array([FEW_SAMPLES] * len(areas) + [(NOISE / FROM_ASIDE) ** 2] * len(shades))
    turned = design.transpose(0, 2, 1)
    solution = np.asarray(np.linalg.solve(turned @ design + np.diag(stiffness), turned @ seen), np.float64)
    bent = (np.sqrt(stiffness)[:, None] * solution)[:, len(areas) :]
    left = seen - design @ solution
    several = drawn.shape[:-3]
    return Explanation(
        residuals=np.concatenate([left.reshape(len(flat), -1), bent.reshape(len(flat), -1)], axis=1).reshape(
            *several, -1
        ),
        colours=solution[:, : len(areas)].reshape(*several, len(areas), 3),
    )
