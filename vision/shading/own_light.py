"""What each normal of an outline has for itself, fitted away from the light along it.

Gloss, the board beside, the dark corner and grain differ from normal to normal: what they can explain says nothing of
the disc. Eliminated normal by normal they leave small equations.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
Along = NDArray[np.float32]


@dataclass(frozen=True, eq=False, kw_only=True)
class OwnLight:
    """parts : (M, ANGLES, T, O) of each normal's own. inverse : (M, ANGLES, O, O) of what they and their prior say."""

    parts: Along
    inverse: Along

    def amounts_in(self, along: Along) -> Along:
        """(M, ANGLES, T, C) light -> (M, ANGLES, O, C) how much of the parts is in it, as far as the prior allows."""
        return np.asarray(self.inverse @ (self.parts.swapaxes(2, 3) @ along), np.float32)

    def cleared(self, along: Along) -> Along:
        """What is left of (M, ANGLES, T, C) light without them."""
        return np.asarray(along - self.parts @ self.amounts_in(along), np.float32)


def own_light(parts: Along, stiffness: FloatArray) -> OwnLight:
    """Of (M, ANGLES, T, O) parts, the prior's stiffness of their amounts (M, O)."""
    ridge = stiffness[:, None, :, None] * np.eye(stiffness.shape[-1])
    inverse = np.linalg.inv(parts.swapaxes(2, 3) @ parts + ridge.astype(np.float32))
    return OwnLight(parts=parts, inverse=inverse)
