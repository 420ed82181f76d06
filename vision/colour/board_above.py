"""The board from above, some mm a pixel: what is seen, the board's own colour around it, and where no disc is seen."""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.colour.colour_space import lab, weigh
from vision.colour.topdown import TopDown

FloatArray = NDArray[np.float64]

# Patches show on pixels that are so many times as coarse as those that were voted on, 2.4 mm wide.
COARSE = 3
# The board's own colour is the median over this width: three discs side by side do not change it.
AROUND_MM = 110.0
# It changes slowly: taken from every second pixel.
BOARD_COARSE = 2
# JPEG's noise in the hue of dark discs breaks their patches up: each place is looked at together with what lies this
# far around it, in pixels.
TOGETHER_PX = 5
# A patch counts when it covers nearly all of a circle: noise still takes some of it.
COVERED = 0.9
# A disc hides as much of the board as its circle, a little wider, at any of its heights.
DISC_HEIGHTS_MM, BESIDE_DISC_MM = (0.0, 5.0, 9.5), 3.0


@dataclass(frozen=True, eq=False, kw_only=True)
class BoardAbove:
    """smooth : (H, W, 3) all that is seen. board : (h, w, 3) the board around, coarser.

    colour, around : (H, W, 3) of both, weighted L*a*b*. free : (H, W) within the outer line, where no disc is seen.
    """

    coarse: TopDown
    smooth: NDArray[np.uint8]
    board: NDArray[np.uint8]
    colour: NDArray[np.float32]
    around: NDArray[np.float32]
    free: NDArray[np.bool_]

    @cached_property
    def off_middle_mm(self) -> FloatArray:
        """(H, W) how far each pixel is from the board's middle."""
        return off_middle(self.free.shape) / self.coarse.px_per_mm

    def covered_places(self, share: NDArray[np.float32], least_mm: float) -> FloatArray:
        """(K, 2) mm where nearly all is covered, of (H, W) shares, that far from the board's middle or farther."""
        covered = (share > COVERED) & (self.off_middle_mm >= least_mm)
        count, _, _, centres = cv2.connectedComponentsWithStats(covered.astype(np.uint8))
        return self.coarse.mm(np.asarray(centres[1:count], np.float64))


def board_above(top_down: TopDown, view: BoardView, times: int, discs_mm: FloatArray, radius_mm: float) -> BoardAbove:
    """The board so many times as coarse. discs_mm : (M, 2) axes of the discs that were found. radius_mm : of these."""
    coarse = top_down.coarser(times)
    small = coarse.bgr
    window = int(AROUND_MM * coarse.px_per_mm / BOARD_COARSE) | 1
    board = np.asarray(cv2.medianBlur(small[::BOARD_COARSE, ::BOARD_COARSE], min(window, 255)), np.uint8)
    smooth = np.asarray(cv2.medianBlur(small, TOGETHER_PX), np.uint8)
    colour, board_colour = (weigh(lab(picture.astype(np.float32))).astype(np.float32) for picture in (smooth, board))
    return BoardAbove(
        coarse=coarse,
        smooth=smooth,
        board=board,
        colour=colour,
        around=np.asarray(cv2.resize(board_colour, small.shape[1::-1]), np.float32),
        free=_free_board(coarse, view, discs_mm, radius_mm),
    )


def off_middle(shape: tuple[int, ...]) -> FloatArray:
    """(H, W) how far each pixel is from the middle one."""
    y, x = (np.arange(side) - (side - 1) / 2 for side in shape)
    return np.asarray(np.hypot(y[:, None], x), np.float64)


def share_within(patch: NDArray[np.bool_], radius_px: float) -> NDArray[np.float32]:
    """(H, W) how much of a circle around each place a (H, W) patch covers."""
    # The widest odd number of pixels within it.
    core = max(3, (int(2 * radius_px) - 1) | 1)
    return _share_of(patch, np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (core, core)), np.uint8))


def share_between(patch: NDArray[np.bool_], inner_px: float, outer_px: float) -> NDArray[np.float32]:
    """(H, W) how much of what lies between two circles around each place a (H, W) patch covers."""
    off_px = off_middle((2 * int(outer_px) + 1, 2 * int(outer_px) + 1))
    return _share_of(patch, np.asarray((off_px > inner_px) & (off_px <= outer_px), np.uint8))


def _share_of(patch: NDArray[np.bool_], kernel: NDArray[np.uint8]) -> NDArray[np.float32]:
    share = cv2.filter2D(patch.astype(np.float32), -1, kernel / kernel.sum(), borderType=cv2.BORDER_CONSTANT)
    return np.asarray(share, np.float32)


def _free_board(coarse: TopDown, view: BoardView, discs_mm: FloatArray, radius_mm: float) -> NDArray[np.bool_]:
    """True inside the outer line, where no found disc or its side is seen."""
    free = np.zeros(coarse.bgr.shape[:2], np.uint8)

    def draw(xy_mm: FloatArray, reach_mm: float, value: int) -> None:
        x, y = coarse.px(xy_mm)
        cv2.circle(free, (round(x), round(y)), round(reach_mm * coarse.px_per_mm), value, -1)

    draw(np.zeros(2), view.lines[2].radius_mm, 1)
    for xy_mm in discs_mm:
        for height_mm in DISC_HEIGHTS_MM:
            draw(view.apparent_mm(xy_mm, height_mm), radius_mm + BESIDE_DISC_MM, 0)
    return free.astype(bool)
