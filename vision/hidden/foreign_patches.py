"""Things on the board that have neither its colour nor a team's, wherever they lie: each may hide a disc."""

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import binary_closing, binary_fill_holes

from calibration.view import BoardView
from vision.colour.board_above import BoardAbove, share_within
from vision.hidden.covered import LEAST_MM
from vision.placing.outline import linear_light, over_channels

FloatArray = NDArray[np.float64]
Picture = NDArray[np.float32]

# Farther from the board's colour than the first, and than so many times as far as most of the board (weighted L*a*b*).
# Of 31 real photos none, of 90 boards by lot two had so wide a patch where no thing was: bold numerals of one board,
# which a soft photo runs together.
FOREIGN, TIMES_USUAL = 12.0, 3.0
# A board may be painted in rings: its colour is also that at the same distance from the middle, in steps of so much.
RING_MM = 4.0
# Its colours are taken from every second row and column.
SPARSE = 2
# A rim may be broken by lines, for so many pixels on either side.
BROKEN_PX = 2
# A shadow takes about as much from each of the three channels, which differ by less than this factor, and leaves at
# least so much of the light. Darker than that nothing shows in it.
SHADOW_ALIKE, DEEPEST_SHADOW = 1.4, 0.15
# Light as a share of white in which noise drowns.
DARKEST = 0.004


def find_foreign_patches(above: BoardAbove, view: BoardView, radius_mm: float) -> FloatArray:
    """(K, 2) board positions of patches inside the outer line, off the hole, that are as wide as what hides a disc and
    have not the board's colour.

    radius_mm : of the discs.
    """
    if not above.free.any():
        return np.zeros((0, 2))
    off_around, off_rings = (np.sqrt(over_channels((above.colour - b) ** 2)) for b in (above.around, _rings(above)))
    off_board = np.minimum(off_around, off_rings)
    least = max(FOREIGN, TIMES_USUAL * float(np.median(off_board[above.free])))
    board = cv2.resize(above.board, above.smooth.shape[1::-1])
    shadow = may_be_shadow(above.smooth.astype(np.float32), board.astype(np.float32))
    foreign = above.free & (off_board > least) & ~shadow
    # In the middle of what is wider than the board around is taken from, that is what is around: then its rim is
    # foreign, and its colour not that of its rings.
    discs = ~above.free & (above.off_middle_mm < view.lines[2].radius_mm)
    inside = binary_fill_holes(binary_closing(foreign | discs, iterations=BROKEN_PX))
    foreign |= above.free & inside & (off_rings > least)
    share = share_within(foreign, LEAST_MM / 2 * above.coarse.px_per_mm)
    return above.covered_places(share, view.hole_radius_mm + radius_mm)


def _rings(above: BoardAbove) -> Picture:
    """(H, W, 3) the board's colour by what most of it has at the same distance from the middle."""
    ring = (above.off_middle_mm / RING_MM).astype(np.int16)
    sparse = np.zeros_like(above.free)
    sparse[::SPARSE, ::SPARSE] = above.free[::SPARSE, ::SPARSE]
    # Sorted once: a mask of the whole picture for each ring takes four times as long.
    order = np.argsort(ring[sparse], kind="stable")
    colours = np.split(above.colour[sparse][order], np.cumsum(np.bincount(ring[sparse])))[:-1]
    usual = np.zeros((ring.max() + 1, 3), np.float32)
    for i, of_ring in enumerate(colours):
        if len(of_ring):
            usual[i] = np.median(of_ring, axis=0)
    return usual[ring]


def may_be_shadow(seen_bgr: Picture, board_bgr: Picture) -> NDArray[np.bool_]:
    """(...,) whether (..., 3) levels may be those of the board in a shadow, by its levels around."""
    seen, around = (linear_light(of_bgr) + np.float32(DARKEST) for of_bgr in (seen_bgr, board_bgr))
    left = np.moveaxis(seen / around, -1, 0)
    most, least = np.maximum.reduce(left), np.minimum.reduce(left)
    return np.asarray((most < 1.0) & (most < SHADOW_ALIKE * least) & (least > DEEPEST_SHADOW))
