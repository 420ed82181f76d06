"""The parts of which the light along a disc's outline is made up: what the disc sends out, and what lies beside it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.outline import NORMALS, Solids, outline_mm
from vision.rounded_edge import RoundedEdge, rounded_edge

FloatArray = NDArray[np.float64]
Parts = NDArray[np.float32]

# Step at which edges are drawn before they are blurred, and how many sigmas of the blur reach beyond the samples.
FINE_MM = 0.125
BLUR_REACH = 3.0
# Little light gets into the corner between disc and board: out to about this.
CREASE_MM = 1.0
# Polished roundings mirror a lamp over about 60 degrees of their azimuth: this power of the cosine.
GLOSS_POWER = 4
# How much darker than the face a side is where light comes from all round: half of what it sees is the board, which
# sends back about as much as wood does.
SIDE_LOSS = 0.4
# Parts of which a disc has one amount for all normals.
OF_DISC = 10


@dataclass(frozen=True, eq=False, kw_only=True)
class EdgeLight:
    """Parts along the normals, (M, ANGLES, T, parts), and where the face and the disc end, (M, ANGLES) mm.

    of_disc: those of which a disc has one amount for all normals: its face, the eight further spherical harmonics of
    second order, which hold 98 % of what any light does to a matt surface (Basri & Jacobs, PAMI 2003), and a lamp's
    mirror image. of_normal: those that each normal has for itself: gloss, board, dark corner, line, and how bright
    the disc is there (grain, a shadow that falls on it).
    """

    of_disc: Parts
    of_normal: Parts
    face_mm: FloatArray
    end_mm: FloatArray


def edge_light(
    solids: Solids, view: BoardView, offsets_mm: FloatArray, blur_mm: float, towards_lamp: FloatArray
) -> EdgeLight:
    """Parts of the light at (T,) offsets from the outline, blurred. towards_lamp : (2,) unit vector, or 0 without."""
    reach_mm = BLUR_REACH * blur_mm
    fine_mm = np.arange(offsets_mm[0] - reach_mm, offsets_mm[-1] + reach_mm + FINE_MM, FINE_MM)
    edge = rounded_edge(solids, view, fine_mm)
    blurred = np.moveaxis(_blurred(_profiles(solids, view, edge, fine_mm), fine_mm, offsets_mm, blur_mm), 2, 0)
    disc, sine, cosine, sine_cosine, sine_sine, corner, line = blurred
    x, y = (NORMALS[:, i].astype(np.float32)[None, :, None] for i in (0, 1))
    towards = (np.maximum(0.0, NORMALS @ towards_lamp) ** GLOSS_POWER).astype(np.float32)
    # On a polished rounding a lamp is seen at half of its angle: strongest half way down.
    gloss = 2 * sine_cosine
    of_disc = (
        disc,
        x * sine,
        y * sine,
        cosine - disc,
        x * y * sine_sine,
        x * sine_cosine,
        y * sine_cosine,
        (x * x - y * y) * sine_sine,
        -sine_sine,
        towards[None, :, None] * gloss,
    )
    of_normal = (gloss, 1.0 - disc, corner, line, disc + SIDE_LOSS * (cosine - disc))
    return EdgeLight(
        of_disc=np.stack(of_disc, axis=-1),
        of_normal=np.stack(of_normal, axis=-1),
        face_mm=edge.face_mm,
        end_mm=edge.end_mm,
    )


def _profiles(solids: Solids, view: BoardView, edge: RoundedEdge, fine_mm: FloatArray) -> Parts:
    """(M, ANGLES, 7, F) sharp profiles: disc, sine, cosine and their products on it, dark corner and lines beside."""
    beyond_mm = np.maximum(0.0, fine_mm - edge.end_mm[..., None]).astype(np.float32)
    beside = 1.0 - edge.covered
    sine, cosine = edge.covered * edge.slope_sin, edge.covered * edge.slope_cos
    corner = beside * np.exp(-beyond_mm / np.float32(CREASE_MM))
    line = beside * _lines(solids, view, fine_mm)
    return np.stack([edge.covered, sine, cosine, sine * edge.slope_cos, sine * edge.slope_sin, corner, line], axis=2)


def _lines(solids: Solids, view: BoardView, fine_mm: FloatArray) -> Parts:
    """(M, ANGLES, F) share of each place that one of the rings covers."""
    place = outline_mm(solids, view)[:, :, None, :] + fine_mm[:, None] * NORMALS[:, None, :]
    radius_mm = np.hypot(place[..., 0], place[..., 1])
    inside_mm = np.max([line.width_mm / 2 - np.abs(radius_mm - line.radius_mm) for line in view.lines], axis=0)
    return np.asarray(np.clip(inside_mm / FINE_MM + 0.5, 0.0, 1.0), np.float32)


def _blurred(profiles: Parts, fine_mm: FloatArray, offsets_mm: FloatArray, blur_mm: float) -> Parts:
    """Profiles on the fine places -> at the offsets, through a Gaussian."""
    weight = np.exp(-0.5 * ((offsets_mm[None, :] - fine_mm[:, None]) / blur_mm) ** 2)
    weight = (weight / weight.sum(axis=0)).astype(np.float32)
    return np.asarray(profiles @ weight, np.float32)
