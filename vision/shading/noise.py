"""The light along discs' outlines that no model explains, and how far the two sides of an edge are trusted for it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.placing.outline import over_channels

FloatArray = NDArray[np.float64]
Along = NDArray[np.float32]

# The side of an edge that has more grain or noise is trusted the less, by half of what the few places that tell it say.
SIDES_TOLD = 0.5
# Where less than this of the other side is blurred in, a place is the disc's or the board's alone.
BLURRED = 0.02
# Light as a share of white: rounding to grey levels alone leaves this.
LEAST_NOISE = 1e-3


@dataclass(frozen=True, eq=False, kw_only=True)
class Noise:
    """Mean squares of the light that is not explained. all2 : (M,) the median over the normals. disc2, board2 : (M,) on
    the disc, and on the board beside it.
    """

    all2: FloatArray
    disc2: FloatArray
    board2: FloatArray

    @classmethod
    def alike(cls, all2: FloatArray) -> "Noise":
        """As much on the discs as on the board."""
        return cls(all2=all2, disc2=all2, board2=all2)


def trust(noise: Noise, board: Along) -> Along:
    """(M, ANGLES, T, 1) how much the light of places counts of which the (M, ANGLES, T) board covers so much."""
    disc2, board2 = (side2[:, None, None] for side2 in (noise.disc2, noise.board2))
    place2 = disc2 + (board2 - disc2) * board
    return ((np.sqrt(disc2 * board2) / place2) ** (SIDES_TOLD / 2)).astype(np.float32)[..., None]


def noise_left(left2: FloatArray, rest: Along, board: Along, seen: NDArray[np.bool_]) -> Noise:
    """Of (M, ANGLES, T, 3) light not explained, (M,) left2 of it along all, at the (M, ANGLES, T) places seen."""
    rest2 = over_channels(rest * rest) / np.float32(3.0)

    def median2(side: NDArray[np.bool_]) -> FloatArray:
        told = (side & seen).astype(np.float32)
        count = told.sum(axis=2)
        mean2 = np.einsum("mkt,mkt->mk", rest2, told) / np.maximum(count, 1)
        return np.asarray(np.maximum(np.median(np.where(count > 0, mean2, left2[:, None]), axis=1), LEAST_NOISE**2))

    return Noise(all2=left2, disc2=median2(board < BLURRED), board2=median2(board > 1.0 - BLURRED))
