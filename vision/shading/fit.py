"""Each placed disc moved to where a model of the light along its rounded edge fits the photo best.

An edge alone misplaces a disc: its lit rounding may look like the board, its shaded one like its shadow. Here the light
is modelled (analysis by synthesis): what a rounded solid sends out under any light, what lies beside it, and the blur.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.placing.disc_position import Placed, along_mm2
from vision.placing.neighbours import pegs_as_solids
from vision.placing.outline import Solids
from vision.shading.camera_flow import along_ways, camera_flows, ways_in_doubt
from vision.shading.edge_light import edge_light, rings_beside
from vision.shading.equations import linearise
from vision.shading.lamp import RoomLight, room_light
from vision.shading.lens_flow import LENS_SIGMA, UNASKED, Bend, lens_doubt_mm2, lens_flow, without_prior
from vision.shading.noise import Noise
from vision.shading.placing_doubts import lean_mm2, softness_mm2
from vision.shading.start import as_its_team, light_along, start_fit
from vision.shading.step import solve

FloatArray = NDArray[np.float64]
Along = NDArray[np.float32]

# Numbers below were measured where no other reason is given, as those of start.py.
# Gauss-Newton steps, each no longer than this: farther away the model's slope says nothing.
STEPS = 5
LONGEST_STEP_MM = 0.3
# From this step on what others do is expected of each disc. That follows the discs as they follow it, and each step
# goes a third to a half of the way: all but the last are made so many times as long, as good as two steps more.
TEAM_STEP, OVER_RELAXED = 1, 1.5
# Light as a share of white: noise before it is measured.
NOISE = 0.02
# A rounding, 1.5 mm on most discs, must be wider than a pixel. Of 422 discs seen so coarsely median errors were a
# fifth to three fifths smaller by light than by edges; of 85 seen at 1.5 to 1.8 mm some errors were far larger.
COARSEST_MM_PER_PX = 1.5
# Where edges and light put a disc in two places it is less sure by this share of what lies between.
DISAGREEMENT = 0.25
# A radius from a set file is a caliper's, yet light draws discs a little narrower or wider than they are.
DRAWN_RADIUS_SIGMA_MM = 0.05
# What all discs of a photo err alike in their radius, and the share of what lies between the radius by their edges and
# that by their light, as faces of two colours have it: measured on scenes of known truth.
RADIUS_ALIKE_MM, RADIUS_DISAGREEMENT = 0.12, 0.5
# Where a change of the camera moves no edge by more than this, its parts need not be drawn anew; nor more often than in
# every other step.
SETTLED_MM, REDRAWN_STEPS = 0.03, 2
# Edges that leave more than this open, one sigma, may have led to a false outline, a shadow's or a neighbour's, from
# where light does not lead back: the place is refined, but this share of what they say stays in doubt, and this one of
# what lies between. False outlines in seeded scenes left 0.4 to 1.5 mm open; of 442 gaps of boards drawn by lot whose
# edges did, 81, 96 and 99 % lie within one, two and three sigma so; 76, 94 and 98 % with shares of 0.3 and 0.25.
UNSURE_MM, UNSURE_SHARE, UNSURE_DISAGREEMENT = 0.4, 0.4, 0.5


@dataclass(frozen=True, eq=False, kw_only=True)
class Shaded:
    """What light says of discs. placed: where they stand, as wide as was supposed, and how sure that is with all that
    is in doubt about radius, camera and blur.

    wider_mm, radius_sigma_mm: how much wider all of them seem to be, and how sure their radius then is. view: the
    board, its camera as the discs tell it where it was not known. bend: what they say of the lens's k1.
    """

    placed: Placed
    wider_mm: float
    radius_sigma_mm: float
    view: BoardView
    bend: Bend


@dataclass(frozen=True, eq=False, kw_only=True)
class _Fitted:
    """shift_mm : (M, 2) of the middles of the solids as seen. covariance_mm2 : (M, 2, 2). wider_mm, radius_sigma_mm:
    what to add to all radii, and how sure they are then. view: with the camera that explains the light best.
    shift_by_radius : (M, 2) mm per mm of radius, shift_by_camera : (M, 2, 3) as the camera's covariance has it: how the
    shift that fits best changes with them. bend: as of Shaded.
    """

    shift_mm: FloatArray
    covariance_mm2: FloatArray
    wider_mm: float
    radius_sigma_mm: float
    view: BoardView
    shift_by_radius: FloatArray
    shift_by_camera: FloatArray
    bend: Bend


def place_by_shading(
    bgr: NDArray[np.uint8],
    view: BoardView,
    placed: Placed,
    team: NDArray[np.intp],
    radius_sigma_mm: float,
    *,
    lens_known: bool = False,
) -> Shaded:
    """Refine discs of known shape that are placed to within a few tenths of a mm; leave those seen too coarsely.

    team : (M,) group number. radius_sigma_mm: how well their common radius is known. lens_known : whether measured
    radii of the lines have told the lens.
    """
    by_light = view.coarsest_mm_per_px(placed.solids.xy_mm) < COARSEST_MM_PER_PX
    fine = np.flatnonzero(by_light)
    if not len(fine):
        doubt_mm2 = lean_mm2(placed.solids, view) + softness_mm2(bgr, view, placed.solids, by_light)
        by_edges = replace(placed, covariance_mm2=placed.covariance_mm2 + doubt_mm2)
        return Shaded(placed=by_edges, wider_mm=0.0, radius_sigma_mm=radius_sigma_mm, view=view, bend=UNASKED)
    discs, around = placed.taken(fine), placed.solids.joined(pegs_as_solids(view))
    room = room_light(bgr, view, discs.solids, around)
    by_lens = lens_flow(discs.solids, view, lens_known=lens_known)
    fitted = _fit(bgr, view, discs, around, room, team[fine], radius_sigma_mm, by_lens)
    seen_mm, covariance_mm2 = _seen_middles_mm(placed.solids, view), placed.covariance_mm2.copy()
    seen_mm[fine] += fitted.shift_mm
    unsure = np.trace(discs.covariance_mm2, axis1=1, axis2=2) > 2 * UNSURE_MM**2
    apart_mm = np.where(unsure, UNSURE_DISAGREEMENT, DISAGREEMENT)[:, None] * fitted.shift_mm
    covariance_mm2[fine] = fitted.covariance_mm2 + along_mm2(apart_mm)
    covariance_mm2[fine[unsure]] += UNSURE_SHARE**2 * discs.covariance_mm2[unsure]
    solids = _standing(placed.solids, fitted.view, seen_mm, 0.0)
    shift_by_camera, by_radius_mm = np.zeros((len(seen_mm), 2, 3)), np.zeros_like(seen_mm)
    shift_by_camera[fine], by_radius_mm[fine] = fitted.shift_by_camera, fitted.radius_sigma_mm * fitted.shift_by_radius
    covariance_mm2 += along_mm2(by_radius_mm)
    covariance_mm2 += lean_mm2(solids, fitted.view, shift_by_camera)
    covariance_mm2 += softness_mm2(bgr, fitted.view, solids, by_light)
    radius_doubt_mm = np.hypot(RADIUS_ALIKE_MM, RADIUS_DISAGREEMENT * fitted.wider_mm)
    return Shaded(
        placed=replace(placed, solids=solids, covariance_mm2=covariance_mm2),
        wider_mm=fitted.wider_mm,
        radius_sigma_mm=float(np.hypot(fitted.radius_sigma_mm, radius_doubt_mm)),
        view=fitted.view,
        bend=fitted.bend,
    )


def _fit(
    bgr: NDArray[np.uint8],
    view: BoardView,
    placed: Placed,
    others: Solids,
    room: RoomLight,
    team: NDArray[np.intp],
    radius_sigma_mm: float,
    by_lens: FloatArray,
) -> _Fitted:
    """Gauss-Newton over the discs' places, what they share and what they send out, from where their edges are.

    by_lens : (B, M, ANGLES) how a lens that is in doubt moves the outlines, as lens_flow has it.
    """
    solids, found_view, (ways, _) = placed.solids, view, ways_in_doubt(view.camera)
    start = start_fit(bgr, view, placed, others, room, [radius_sigma_mm, *([LENS_SIGMA] * len(by_lens))])
    light, parts, prior = start.light, start.parts, start.prior
    seen_mm, shift_mm = _seen_middles_mm(solids, view), np.zeros_like(solids.xy_mm)
    # The radius, the lens's k1, the camera.
    shared = np.zeros(1 + len(by_lens) + len(ways))
    of_lens, of_camera = slice(1, 1 + len(by_lens)), slice(1 + len(by_lens), None)
    lens_flows = np.repeat(by_lens[..., None], light.shape[2], axis=3).astype(np.float32)
    amounts, noise = prior.amounts, Noise.alike(np.full(len(light), NOISE**2))
    flows = camera_flows(solids, view, ways, start.offsets_mm, parts.face_mm, parts.end_mm)
    drawn_at = np.zeros(len(ways))
    lit = np.ones(light.shape[:2])
    for step in range(STEPS):
        moved = _standing(solids, view, seen_mm + shift_mm, float(shared[0]))
        if step:
            bent_mm = np.tensordot(shared[of_lens], by_lens, axes=1)
            light = light_along(bgr, view, moved, start.offsets_mm, bent_mm)
        if step % REDRAWN_STEPS == 0 and _flowed_mm(flows, shared[of_camera] - drawn_at) > SETTLED_MM:
            parts = edge_light(moved, view, start.offsets_mm, start.blur_mm, start.room, start.axes)
            flows = camera_flows(moved, view, ways, start.offsets_mm, parts.face_mm, parts.end_mm)
            drawn_at = shared[of_camera]
        if step >= TEAM_STEP:
            prior = as_its_team(start.prior, amounts, team)
        rings = rings_beside(moved, view, parts.end_mm, lit, start.offsets_mm, start.blur_mm)
        all_flows = (*lens_flows, *flows)
        equations = linearise(light, parts, rings, all_flows, start.seen, amounts, prior, noise)
        noise, lit = equations.noise, equations.lit
        more = solve(equations, prior, amounts, shift_mm, shared)
        length_mm = np.linalg.norm(more.place_mm, axis=1, keepdims=True)
        times = OVER_RELAXED if TEAM_STEP <= step < STEPS - 1 else 1.0
        shift_mm = shift_mm + times * more.place_mm * np.minimum(1.0, LONGEST_STEP_MM / np.maximum(length_mm, 1e-9))
        amounts, shared = amounts + times * more.amounts, shared + times * more.shared
        view = along_ways(found_view, ways, shared[of_camera], more.shared_covariance[of_camera, of_camera])
    lens_covariance = more.shared_covariance[of_lens, of_lens]
    return _Fitted(
        shift_mm=shift_mm,
        covariance_mm2=more.covariance_mm2 + lens_doubt_mm2(by_lens, lens_covariance),
        wider_mm=float(shared[0]),
        radius_sigma_mm=float(np.sqrt(more.shared_covariance[0, 0])),
        view=view,
        shift_by_radius=more.place_by_shared[..., 0],
        shift_by_camera=more.place_by_shared[..., of_camera] @ ways,
        bend=without_prior(shared[of_lens], lens_covariance),
    )


def _flowed_mm(flows: Along, change: FloatArray) -> float:
    """The farthest that anything moves when the camera changes by (K,) along the ways of K flows."""
    return float(np.abs(np.tensordot(change, flows, axes=1)).max(initial=0.0))


def _seen_middles_mm(solids: Solids, view: BoardView) -> FloatArray:
    """(M, 2) where on the surface the middles of the solids appear to lie, which no focal length changes."""
    return view.apparent_mm(solids.xy_mm, solids.middle_mm)


def _standing(solids: Solids, view: BoardView, seen_mm: FloatArray, wider_mm: float) -> Solids:
    """The solids wider by a length, and where they stand if their middles are seen at (M, 2)."""
    xy_mm = view.stand_mm(seen_mm, solids.middle_mm)
    return replace(solids, xy_mm=xy_mm, radius_mm=solids.radius_mm + wider_mm)
