"""The parts of which the light along a disc's outline is made up: what the disc sends out, and what lies beside it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.placing.outline import NORMALS, Solids, outline_mm
from vision.shading.lamp import RoomLight
from vision.shading.rounded_edge import RoundedEdge, rounded_edge

FloatArray = NDArray[np.float64]
Parts = NDArray[np.float32]

# Step at which edges are drawn before they are blurred, and how many sigmas of the blur reach beyond the samples.
FINE_MM = 0.125
BLUR_REACH = 3.0
# Little light gets into the corner between disc and board: out to about this.
CORNER_MM = 1.0
# Of a ring's light half is left at the foot of a disc, as at that of a wall; farther out it comes back as the board's.
CORNER_LEFT = 0.5
# An even step that is so many sigmas wide is as soft as one through a Gaussian.
AS_SOFT = np.float32(np.sqrt(12.0))
# Polished roundings mirror a lamp over about 60 degrees of their azimuth: this power of the cosine.
GLOSS_POWER = 4
# How much darker than the face a side is where light comes from all round: half of what it sees is the board, which
# sends back about as much as wood does.
SIDE_LOSS = 0.4
# Half of what a side sees is the board, which its disc shades the more the nearer to the foot: at the foot of a wall
# half of its light is left. On a white board that takes 0.17 of a side's light in even light, and 0.4 in light from
# above alone: by so much a side is darker at its foot, per share of white that the board sends out.
FOOT_LOSS = 0.3
# Parts of which a disc has one amount for all normals: how many, and where some of them stand. MATT are what slopes do
# that mirror nothing, among them UPWARD and those that go by the slope along either axis; the ring's is not of the disc
# itself, and comes last of all.
PARTS = 12
FACE, MATT, UPWARD, MIRROR, LAMP, RING = 0, slice(1, 9), 3, 9, 10, 11
ALONG_AXES = ((1, 5), (2, 6))
# Of what each normal has for itself: where the board stands.
BOARD = 1


@dataclass(frozen=True, eq=False, kw_only=True)
class EdgeLight:
    """Parts along the normals, (M, ANGLES, T, parts), and where the face and the disc end, (M, ANGLES) mm.

    of_disc: those of which a disc has one amount for all normals: its face, the eight further spherical harmonics of
    second order, which hold 98 % of what any light does to a matt surface (Basri & Jacobs, PAMI 2003), and the mirror
    images of the board and of a lamp. of_normal: those that each normal has for itself: gloss, board, dark corner, and
    how bright the disc is there (grain, a shadow that falls on it).
    """

    of_disc: Parts
    of_normal: Parts
    face_mm: FloatArray
    end_mm: FloatArray

    @property
    def board(self) -> Parts:
        """(M, ANGLES, T) how much of every place is the board's."""
        return self.of_normal[..., BOARD]


def edge_light(
    solids: Solids,
    view: BoardView,
    offsets_mm: FloatArray,
    blur_mm: float,
    room: RoomLight,
    axes: FloatArray,
) -> EdgeLight:
    """Parts of the light at (T,) offsets from the outline, blurred.

    axes : (2, 2) unit vectors on the board, the directions in which slopes are told apart.
    """
    fine_mm = _fine_mm(offsets_mm, blur_mm)
    offsets_mm = _unbent_mm(offsets_mm, solids, blur_mm)
    edge = rounded_edge(solids, view, fine_mm)
    blurred = _blurred(_profiles(edge, fine_mm, room.plain), fine_mm, offsets_mm, blur_mm)
    disc, lit, sine, cosine, sine_cosine, sine_sine, mirrored, corner = np.moveaxis(blurred, 2, 0)
    x, y = ((NORMALS @ axis).astype(np.float32)[None, :, None] for axis in axes)
    towards = (np.maximum(0.0, NORMALS @ room.towards_lamp) ** GLOSS_POWER).astype(np.float32)
    # On a polished rounding a lamp is seen at half of its angle: strongest half way down.
    gloss = 2 * sine_cosine
    of_disc = (
        lit,
        x * sine,
        y * sine,
        cosine - lit,
        x * y * sine_sine,
        x * sine_cosine,
        y * sine_cosine,
        (x * x - y * y) * sine_sine,
        -sine_sine,
        mirrored,
        towards[None, :, None] * gloss,
    )
    of_normal = (gloss, 1.0 - disc, corner, lit + SIDE_LOSS * (cosine - lit))
    return EdgeLight(
        of_disc=np.stack(of_disc, axis=-1),
        of_normal=np.stack(of_normal, axis=-1),
        face_mm=edge.face_mm,
        end_mm=edge.end_mm,
    )


@dataclass(frozen=True, eq=False, kw_only=True)
class RingLight:
    """Rings beside the discs, (M, ANGLES, T) each: how much of every place they cover, blurred, and how much of that a
    disc hides, or darkens at its foot, for every mm that it moves outward, since the rings stay where they are. In
    shadow they count for less.
    """

    seen: Parts
    hidden_per_mm: Parts


def rings_beside(
    solids: Solids, view: BoardView, end_mm: FloatArray, lit: FloatArray, offsets_mm: FloatArray, blur_mm: float
) -> RingLight:
    """The rings as they pass the discs. end_mm : (M, ANGLES) where the disc ends. lit : (M, ANGLES) share of its usual
    light that the board gets there: its rings get no more, and half of it at the disc's foot.
    """
    fine_mm = _fine_mm(offsets_mm, blur_mm)
    offsets_mm = _unbent_mm(offsets_mm, solids, blur_mm)
    outline = outline_mm(solids, view)[:, :, None, :]
    along = _on_ring(view, outline + fine_mm[:, None] * NORMALS[:, None, :], blur_mm)
    at_end = CORNER_LEFT * _on_ring(view, outline + end_mm[..., None, None] * NORMALS[:, None, :], blur_mm)
    beyond_mm = fine_mm - end_mm[..., None]
    ring = np.where(beyond_mm > 0, along, np.float32(0.0))
    dimmed = ((1.0 - CORNER_LEFT) * np.exp(-np.maximum(beyond_mm, 0.0) / CORNER_MM)).astype(np.float32)
    # The corner moves with the disc.
    fine = np.stack([ring * (1 - dimmed), ring * dimmed / np.float32(CORNER_MM)], axis=2)
    seen, darkened_per_mm = np.moveaxis(_blurred(fine, fine_mm, offsets_mm, blur_mm), 2, 0)
    spread = np.exp(-0.5 * ((offsets_mm - end_mm[..., None]) / blur_mm) ** 2) / (blur_mm * np.sqrt(2 * np.pi))
    share = lit.astype(np.float32)[..., None]
    covered_per_mm = at_end * spread.astype(np.float32)
    return RingLight(seen=share * seen, hidden_per_mm=share * (covered_per_mm + darkened_per_mm))


def _on_ring(view: BoardView, place_mm: FloatArray, blur_mm: float) -> Parts:
    """(M, ANGLES, F, 2) places along the normals -> (M, ANGLES, F) share of each that a ring covers.

    Blurred along the outline, for a ring that passes aslant is softer for that; along the normals the caller blurs.
    """
    place, normal = place_mm.astype(np.float32), NORMALS[:, None, :].astype(np.float32)
    radius_mm = np.sqrt(place[..., 0] * place[..., 0] + place[..., 1] * place[..., 1])
    facing = (place[..., 0] * normal[..., 0] + place[..., 1] * normal[..., 1]) / radius_mm
    aslant = np.sqrt(np.maximum(1.0 - facing * facing, 0.0))
    soft_mm = np.maximum(np.float32(FINE_MM), AS_SOFT * np.float32(blur_mm) * aslant)
    covered = np.zeros_like(radius_mm)
    for line, drawn in zip(view.lines, view.line_maps, strict=True):
        width_mm = np.float32(line.width_mm)
        inside_mm = width_mm / 2 - np.abs(radius_mm - np.float32(drawn.radius_mm))
        at_most = np.minimum(width_mm / soft_mm, np.float32(1.0))
        np.maximum(covered, np.minimum(inside_mm / soft_mm + np.float32(0.5), at_most), out=covered)
    return covered


def _profiles(edge: RoundedEdge, fine_mm: FloatArray, plain: FloatArray) -> Parts:
    """(M, ANGLES, 8, F) sharp profiles: disc, its light, sine, cosine and their products, dark corner beside.

    Below the side a surface sees the less of the room the farther it leans over the board: (1 + cosine) / 2 of it,
    where the side sees a half; and the board that it sees instead lies in its shade, darker by about as much again.
    """
    beyond_mm = np.maximum(0.0, fine_mm - edge.end_mm[..., None]).astype(np.float32)
    lit = edge.covered * np.minimum(1.0, 1.0 + edge.slope_cos) ** 2
    lit *= 1.0 - (FOOT_LOSS * plain.astype(np.float32))[:, None, None] * edge.depth
    sine, cosine = lit * edge.slope_sin, lit * edge.slope_cos
    corner = (1.0 - edge.covered) * np.exp(-beyond_mm / np.float32(CORNER_MM))
    return np.stack(
        [
            edge.covered,
            lit,
            sine,
            cosine,
            sine * edge.slope_cos,
            sine * edge.slope_sin,
            edge.covered * edge.mirrored,
            corner,
        ],
        axis=2,
    )


def _fine_mm(offsets_mm: FloatArray, blur_mm: float) -> FloatArray:
    """(F,) places from which light gets to the offsets through the blur."""
    reach_mm = BLUR_REACH * blur_mm
    return np.arange(offsets_mm[0] - reach_mm, offsets_mm[-1] + reach_mm + FINE_MM, FINE_MM)


def _unbent_mm(offsets_mm: FloatArray, solids: Solids, blur_mm: float) -> FloatArray:
    """(T,) where, across a straight edge, there is the light of the offsets across a bent one.

    A place beside a round thing gets less of it through the blur than beside a straight one, as if it lay farther out
    by the blur's variance over twice the radius.
    """
    return offsets_mm + blur_mm**2 / (2.0 * float(solids.radius_mm.mean()))


def _blurred(profiles: Parts, fine_mm: FloatArray, offsets_mm: FloatArray, blur_mm: float) -> Parts:
    """(..., F) profiles on the fine places -> (..., T) at the offsets, through a Gaussian."""
    weight = np.exp(-0.5 * ((offsets_mm[None, :] - fine_mm[:, None]) / blur_mm) ** 2)
    weight = (weight / weight.sum(axis=0)).astype(np.float32)
    return np.asarray(profiles @ weight, np.float32)
