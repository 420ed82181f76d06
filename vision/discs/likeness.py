"""Places shaded like the discs that were found: what tells a disc of the board's own colour.

Such a disc has no outline to speak of, but light makes no difference between colours: its side is as dark beside its
face, and the board in its shadow as dark beside the board around, as with every other disc of the same photo. So the
shading of the sure discs is sought at all other places, with a matched filter.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.placing.between_samples import before_and_share
from vision.placing.disc_position import displacements
from vision.placing.neighbours import OVERLAP, apart, clear_of_pegs, pegs_as_solids, shows_another
from vision.placing.outline import NORMALS, Solids, linear_light, outline_mm, over_channels, profiles

FloatArray = NDArray[np.float64]
Indices = NDArray[np.intp]
Shading = NDArray[np.float32]

# Measured on boards of every kind: bare places reach 0.5, discs of the board's colour have from 0.3 to 0.97.
ALIKE, SURELY_ALIKE = 0.57, 0.7
# Where a disc is by its shading alone is as good as this along each axis: measured on scenes of known truth.
ALIKE_SIGMA_MM = 1.5
# What is compared: the side, out to the middle of the face, and as much of the shadow.
REACH_MM, STEP_MM = 14.0, 1.0
OFFSETS_MM: FloatArray = np.arange(-REACH_MM, REACH_MM + STEP_MM / 2, STEP_MM)
INNER, OUTER = OFFSETS_MM < -10.0, OFFSETS_MM > 8.0
# Axes of (M, ANGLES, T): all of a disc's outline, or each of its normals.
ALL_ROUND, ON_EACH_NORMAL = (1, 2), (2,)
# Where little outline shows a place may miss its disc by this; a second look reaches twice as far.
MISSED_BY_MM, GRID_MM = 5.0, 1.0
MOVES_MM = displacements(MISSED_BY_MM, GRID_MM)
# Light as a share of white in which noise drowns, and what shading does to the logarithm of light: lines, gloss and
# prints do more.
DARKEST = 0.004
DARKER, LIGHTER = -0.7, 0.35
# Half hidden, or with less than this share of the strength of the others' shading, nothing can be said.
LEAST_SEEN, LEAST_STRENGTH = 0.4, 0.4


@dataclass(frozen=True, eq=False, kw_only=True)
class Alike:
    """correlation : (M,) of each place's shading with that of sure discs, -1 to 1.

    index : (K,) places that are discs by it, xy_mm : (K, 2) where those stand.
    """

    correlation: FloatArray
    index: Indices
    xy_mm: FloatArray


def find_alike(
    bgr: NDArray[np.uint8], view: BoardView, solids: Solids, found: Indices, striking: Indices, sure: Indices
) -> Alike:
    """Discs by nothing but their shading, beside those that strike the eye.

    solids : M places, as wide as the discs are. found : (N,) those that are discs. striking, sure : which of these need
    no second look, and which others can be compared with.
    """
    xy_mm, correlation = solids.xy_mm.copy(), np.full(len(solids.xy_mm), -1.0)
    among = _beside(solids, striking)
    template = shared_shading(bgr, view, solids.taken(sure))
    if template is None or not len(among):
        return Alike(correlation=correlation, index=np.zeros(0, np.intp), xy_mm=np.zeros((0, 2)))
    others = _on_board(solids.taken(sure), view).joined(pegs_as_solids(view))
    templates = moved(template, MOVES_MM)
    correlation[among], xy_mm[among] = _most_alike(bgr, view, solids.taken(among), others, templates)
    nearer = replace(solids, xy_mm=xy_mm)
    free = on_surface(nearer.taken(among), view) & clear_of_pegs(xy_mm[among], view, float(solids.radius_mm[0]))
    among = among[(correlation[among] > ALIKE) & free]
    if len(among):
        # A second look, from where the first one led, reaches twice as far.
        _, xy_mm[among] = _most_alike(bgr, view, nearer.taken(among), others, templates)
    # The first of those that overlap: what strikes the eye, then what was found before.
    order = correlation.copy()
    for better in (found, striking):
        order[better] += 2.0
    xy_mm[striking] = solids.xy_mm[striking]
    kept = apart(np.append(striking, among), replace(solids, xy_mm=xy_mm), order)
    index = np.setdiff1d(kept, striking)
    return Alike(correlation=correlation, index=index, xy_mm=xy_mm[index])


def shared_shading(bgr: NDArray[np.uint8], view: BoardView, sure: Solids) -> FloatArray | None:
    """(ANGLES, T) shading along the outline that the sure discs on the board share; None where there are none."""
    examples = _on_board(sure, view)
    if not len(examples.xy_mm):
        return None
    shading, own = log_shading(bgr, view, examples, examples.joined(pegs_as_solids(view)))
    return most_common(over_face_and_board(shading, ALL_ROUND), own)


def _on_board(solids: Solids, view: BoardView) -> Solids:
    """Those of them that lie on the board, clear of its hole."""
    return solids.taken(np.flatnonzero(on_surface(solids, view)))


def on_surface(solids: Solids, view: BoardView) -> NDArray[np.bool_]:
    """(M,) whether discs would lie on the board, clear of its hole, which is shaded like a disc itself."""
    distance_mm = np.hypot(*solids.xy_mm.T)
    clear = distance_mm > view.hole_radius_mm + solids.radius_mm
    return np.asarray(clear & (distance_mm < view.lines[2].radius_mm))


def _beside(solids: Solids, striking: Indices) -> Indices:
    """(K,) the places that are not one of the striking discs, missed by no more than a fit may miss."""
    away_mm = np.linalg.norm(solids.xy_mm[:, None] - solids.xy_mm[striking], axis=2).min(axis=1, initial=np.inf)
    return np.flatnonzero(away_mm > 2 * OVERLAP * solids.radius_mm - MISSED_BY_MM)


def log_shading(
    bgr: NDArray[np.uint8], view: BoardView, solids: Solids, others: Solids
) -> tuple[Shading, NDArray[np.bool_]]:
    """(M, ANGLES, T) logarithm of the light along the outlines, and whether it is not that of one of the others."""
    outline = outline_mm(solids, view)
    light = over_channels(linear_light(profiles(bgr, view, outline, OFFSETS_MM))) / 3
    own = ~shows_another(solids, view, others, OFFSETS_MM, np.zeros(outline.shape[:2]))
    return np.log(light + np.float32(DARKEST)), own


def over_face_and_board(shading: Shading, around: tuple[int, ...]) -> Shading:
    """(M, ANGLES, T) how much darker than its face, inside, and than the board around, outside, each disc is.

    around : the axes over which the board is one.
    """
    face = np.median(shading[:, :, INNER], axis=ALL_ROUND, keepdims=True)
    return shading - np.where(OFFSETS_MM < 0.0, face, np.median(shading[:, :, OUTER], axis=around, keepdims=True))


def most_common(relative: Shading, own: NDArray[np.bool_]) -> FloatArray:
    """(ANGLES, T) the shading of most of (M, ...) discs: median of what is their own."""
    shared = np.nanmedian(np.where(own | ~own.any(axis=0), relative, np.nan), axis=0)
    # What neighbours hide of all of them is supposed to be as bright as face or board.
    return np.asarray(np.where(own.any(axis=0), shared, 0.0), np.float64)


def moved(template: FloatArray, moves_mm: FloatArray) -> Shading:
    """(G, ANGLES, T) the template as it lies along the same normals once its disc is moved by (G, 2)."""
    offset_mm = OFFSETS_MM - (moves_mm @ NORMALS.T)[..., None]
    return shading_at(template, np.arange(len(NORMALS))[:, None], offset_mm)


def shading_at(template: FloatArray, normal: Indices, offset_mm: FloatArray) -> Shading:
    """(...,) the (ANGLES, T) template at offsets (...,) along its normals, linear between its steps."""
    before, share = before_and_share((offset_mm + REACH_MM) / STEP_MM, len(OFFSETS_MM))
    return (template[normal, before] * (1.0 - share) + template[normal, before + 1] * share).astype(np.float32)


def _most_alike(
    bgr: NDArray[np.uint8], view: BoardView, solids: Solids, others: Solids, templates: Shading
) -> tuple[FloatArray, FloatArray]:
    """(M,) highest correlation of each place with the moved templates, and (M, 2) where the place then is: where it was
    if nothing can be said.
    """
    shading, own = log_shading(bgr, view, solids, others)
    middle = np.median(shading, axis=(1, 2), keepdims=True)
    correlation, strength = _correlate(np.clip(shading - middle, DARKER, LIGHTER), own, templates)
    correlation[(own.mean(axis=(1, 2)) < LEAST_SEEN)] = -1.0
    correlation[strength < LEAST_STRENGTH] = -1.0
    highest = correlation.max(axis=1)
    move_mm = np.where(highest[:, None] > -1.0, MOVES_MM[correlation.argmax(axis=1)], 0.0)
    return highest, solids.xy_mm + move_mm


def _correlate(shading: Shading, own: NDArray[np.bool_], templates: Shading) -> tuple[FloatArray, FloatArray]:
    """(M, G) correlations of (M, ...) places with (G, ...) templates over what is each place's own, and how many times
    the template explains the place best.
    """
    weight = own.reshape(len(own), -1).astype(np.float32)
    light, template = shading.reshape(len(own), -1) * weight, templates.reshape(len(templates), -1).T
    count = np.maximum(weight.sum(axis=1, keepdims=True), 1.0)
    sum_light, sum_template = light.sum(axis=1, keepdims=True), weight @ template
    covariance = light @ template - sum_light * sum_template / count
    of_light = np.maximum((light * light).sum(axis=1, keepdims=True) - sum_light**2 / count, 1e-6)
    of_template = np.maximum(weight @ template**2 - sum_template**2 / count, 1e-6)
    correlation = covariance / np.sqrt(of_light * of_template)
    return correlation.astype(np.float64), (covariance / of_template).astype(np.float64)
