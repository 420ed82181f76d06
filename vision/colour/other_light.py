"""Colours in another light, and pairs of colours that light alone may tell apart."""

import numpy as np
from numpy.typing import NDArray

from vision.colour.colour_space import lab_of, light_of

FloatArray = NDArray[np.float64]

# Light of a board, as a share of white, below which it says nothing of the light on it.
DARKEST = 0.002
# A camera's meter brings the mean of what it sees to a medium grey, this share of white. By no more than this does
# anybody expose less, or is a board darker than what lies around it.
METERED_LIGHT, MOST_UNDEREXPOSED = 0.18, 4.0
# A varnished face mirrors 4 to 5 % of what it faces (Fresnel's equations, refractive index 1.5, up to 45 degrees). The
# weakest channel over the strongest is as high in light of 4,000 K beside daylight; of what one dark brown team of a
# real photo has over the other it is 0.24. Of the two teams found in 236 photos one pair is so near: it was one team.
MOST_SHEEN, LEAST_WHITE = 0.05, 0.4
# Share of white. Of the teams of 45 photos one pair differs by less than 6 %, by 0.7: black discs in a red ditch and on
# the wood, in a small picture of a stream.
STRAY_LIGHT = 0.02


def in_light(lab: FloatArray, gain: FloatArray | float) -> FloatArray:
    """(M, 3) L*a*b* -> the colours in so many times as much light, one gain for all or (M,)."""
    return lab_of(light_of(lab) * np.reshape(gain, (-1, 1))) if len(lab) else lab


def in_even_light(lab: FloatArray, around_lab: FloatArray) -> FloatArray:
    """(M, 3) the colours if all of the board around were as light as most of it."""
    # All channels alike: a coloured board sends out too little of the others to tell the light's own colour.
    light = np.maximum(_light(around_lab), DARKEST)
    return in_light(lab, np.median(light) / light)


def lacking_light(lab: FloatArray, around_lab: FloatArray) -> float:
    """How many times as much light a photo wants whose discs, (M, 3), and board, (M, 3) around each, are too dark.

    With too little light all colours come near to black, and so to one another.
    """
    light = float(np.concatenate([_light(lab), _light(around_lab)]).mean()) if len(lab) else METERED_LIGHT
    return float(np.clip(METERED_LIGHT / max(light, DARKEST), 1.0, MOST_UNDEREXPOSED))


def differ_by_sheen(lab: FloatArray, other_lab: FloatArray) -> bool:
    """Whether two (3,) L*a*b* colours may be one, of faces of which one mirrors a white wall, a window or a lamp."""
    more = np.diff(light_of(np.array([lab, other_lab])), axis=0)[0]
    more *= np.sign(more.sum())
    return bool(LEAST_WHITE * more.max() < more.min() and more.max() < MOST_SHEEN)


def differ_by_stray_light(lab: FloatArray, other_lab: FloatArray) -> bool:
    """Whether two (3,) L*a*b* colours differ by no more than light that strays within a lens, and colours that JPEG
    draws coarsely, add to one of them: both are nearly black then.
    """
    return bool(np.abs(light_of(lab[None]) - light_of(other_lab[None])).max() < STRAY_LIGHT)


def _light(lab: FloatArray) -> FloatArray:
    """(M, 3) L*a*b* -> (M,) light of all channels together, as a share of white."""
    return np.asarray(light_of(lab).mean(axis=1), np.float64)
