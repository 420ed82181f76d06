"""Colours of discs and of what lies around them."""

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.colour.colour_space import lab
from vision.placing.outline import NORMALS, Solids, sample

FloatArray = NDArray[np.float64]

# Inside the rounding of the edge and its highlights, and outside the shadow's darkest part.
FACE = (0.0, 0.25, 0.45, 0.62, 0.75)
# Outside most inlays and prints, and still inside the rounding, which begins at 0.9 of a radius.
RIM = (0.75, 0.82)
AROUND_MM = (3.5, 5.0, 6.5)
# Lines are wider in a photo by what its blur and their own edges add: so many of its sigmas, and so many millimetres.
# Blur that would make one three times as wide leaves little of its colour.
LINE_BLURS, LINE_EDGE_MM = 2.0, 0.5


def face_colours(bgr: NDArray[np.uint8], view: BoardView, solids: Solids) -> tuple[FloatArray, FloatArray]:
    """(M, 3) median L*a*b* of each disc's top face and (M,) the spread of the face around it."""
    colours = _on_faces(bgr, view, solids, FACE)
    middle = np.median(colours, axis=1)
    spread = np.median(np.linalg.norm(colours - middle[:, None, :], axis=2), axis=1)
    return middle, spread


def rim_colours(bgr: NDArray[np.uint8], view: BoardView, solids: Solids) -> FloatArray:
    """(M, 3) median L*a*b* of each top face beside its edge, where inlays and printed middles end."""
    return np.asarray(np.median(_on_faces(bgr, view, solids, RIM), axis=1), np.float64)


def face_unevenness(bgr: NDArray[np.uint8], view: BoardView, solids: Solids) -> FloatArray:
    """(M,) root mean square of how far each face is from its median L*a*b*: of every line and letter on it as well."""
    colours = _on_faces(bgr, view, solids, FACE)
    away = colours - np.median(colours, axis=1)[:, None, :]
    return np.asarray(np.sqrt((away**2).sum(axis=2).mean(axis=1)))


def ring_colours(bgr: NDArray[np.uint8], view: BoardView, solids: Solids, shares: tuple[float, ...]) -> FloatArray:
    """(M, R, P, 3) L*a*b* on R circles on each disc's top face, at these shares of its radius."""
    rings = np.array(shares)[:, None, None] * NORMALS[::3]
    points = solids.xy_mm[:, None, None] + solids.radius_mm[:, None, None, None] * rings
    return lab(sample(bgr, view.px(points, solids.top_mm[:, None, None])))


def _on_faces(bgr: NDArray[np.uint8], view: BoardView, solids: Solids, shares: tuple[float, ...]) -> FloatArray:
    """(M, P, 3) L*a*b* of all circles together."""
    colours = ring_colours(bgr, view, solids, shares)
    return colours.reshape(len(colours), colours.shape[1] * colours.shape[2], 3)


def surround_colours(bgr: NDArray[np.uint8], view: BoardView, outline: FloatArray) -> FloatArray:
    """(M, 3) median L*a*b* of the band around each outline (M, ANGLES, 2), without the lines that cross it: in the
    corner between two they cover half of it.
    """
    band_mm = np.concatenate([outline + across * NORMALS for across in AROUND_MM], axis=1)
    colours = lab(sample(bgr, view.px(band_mm)))
    on_line = _on_line(band_mm, view)
    on_line[on_line.all(axis=1)] = False
    colours[on_line] = np.nan
    return np.asarray(np.nanmedian(colours, axis=1))


def _on_line(xy_mm: FloatArray, view: BoardView) -> NDArray[np.bool_]:
    """(...,) whether the photo shows one of the board's lines at (..., 2)."""
    from_middle_mm = np.hypot(xy_mm[..., 0], xy_mm[..., 1])
    blurred_mm = LINE_BLURS * view.blur_px * view.middle_mm_per_px
    half_mm = [line.width_mm / 2 + min(blurred_mm, line.width_mm) + LINE_EDGE_MM for line in view.lines]
    _, ten, outer = view.lines
    from_diagonal_mm = np.abs(np.abs(xy_mm[..., 0]) - np.abs(xy_mm[..., 1])) / np.sqrt(2)
    on_line = (from_diagonal_mm < half_mm[2]) & (from_middle_mm > ten.radius_mm) & (from_middle_mm < outer.radius_mm)
    for line, half in zip(view.lines, half_mm, strict=True):
        on_line |= np.abs(from_middle_mm - line.radius_mm) < half
    return np.asarray(on_line, np.bool_)
