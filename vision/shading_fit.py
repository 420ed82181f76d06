"""Each placed disc moved to where a model of the light along its rounded edge fits the photo best.

An edge alone misplaces a disc: its lit rounding may look like the board, its shaded one like its shadow. Here the light
is modelled (analysis by synthesis): what a rounded solid sends out under any light, what lies beside it, and the blur.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.disc_position import Placed
from vision.edge_light import FACE, LAMP, MIRROR, PARTS, RING, SIDE_LOSS, UPWARD, EdgeLight, edge_light, rings_beside
from vision.focal_flow import focal_flow
from vision.lamp import DARKEST, board_light
from vision.neighbours import pegs_as_solids, shows_another
from vision.outline import Solids, linear_light, outline_mm, profiles
from vision.rounded_edge import rounded_edge
from vision.shading_equations import DISC_WITNESSES, Prior, linearise, solve

FloatArray = NDArray[np.float64]
Along = NDArray[np.float32]

# Sizes, shares and counts below were measured where no other reason is given: on scenes of known truth errors change by
# no more than 0.02 mm when one of them is halved or doubled.
# What is compared: this much of the face and of the board; of a tall side, what lies within reach of the outline.
FACE_MM, BESIDE_MM, REACH_MM = 1.5, 2.5, 6.0
STEP_MM = 0.3
# Blur in pixels, from a sharp photo's to a soft one's; the one that fits a few discs best serves for all.
BLURS_PX = (0.45, 0.75, 1.05)
BLUR_DISCS = 2
# Gauss-Newton steps (two more gain or lose 0.005 mm), each no longer than this: farther away the model's slope says
# nothing.
STEPS, BLUR_STEPS = 5, 2
LONGEST_STEP_MM = 0.3
# Discs of a team are of one make and stand in one light: from this step on what the team's median does is expected of
# each, where it has so many.
TEAM_STEP, TEAM_DISCS = 2, 3
# How much of each part is to be expected, one sigma. As a share of the face's light: what its slope does to the
# rounding's. As shares of the light of the board around: the board's and a lamp's mirror image, rings; then what each
# normal has for itself, gloss, the board's own light, the dark corner, and how bright the disc is there.
SLOPE_SHARE = 0.45
MIRROR_SHARE, LAMP_SHARE, RING_SHARE = 0.3, 0.6, 1.0
OWN_SHARES = (0.3, 10.0, 2.0, 1.0)
# Light as a share of white: noise before it is measured.
NOISE = 0.02
# A rounding of 1 to 2 mm must be wider than a pixel.
COARSEST_MM_PER_PX = 1.2
# Edges and light are read from the same pixels: this share of what the edges say is news.
EDGES_SAY = 0.25
# Where edges and light put a disc in two places it is less sure by this share of what lies between.
DISAGREEMENT = 0.25
# A radius from a set file is a caliper's, yet light draws discs a little narrower or wider than they are.
DRAWN_RADIUS_SIGMA_MM = 0.05
# What all discs of a photo err alike in their radius: measured on scenes of known truth.
RADIUS_ALIKE_MM = 0.12
# Discs tell a focal length to about half of this share: one that is known better is not asked of them.
FOCAL_KNOWN = 0.1
# Smaller changes of its logarithm move no edge by more than 0.03 mm: then the parts need not be drawn anew, nor more
# often than in every other step.
FOCAL_SETTLED, REDRAWN_STEPS = 0.02, 2
# A face whiter than this, as a share of white, is cut off by the sensor. It may send out half as much again, to start
# from; where blur spreads that light the edge remains unsure by this share of the blur.
BLOWN, BLOWN_GAIN, BLOWN_BLUR = 0.9, 1.5, 0.5
# Edges that leave more than this open, one sigma, may have led to a false outline, a shadow's or a neighbour's, from
# where light does not lead back: the place is refined, but no surer than they say. False outlines in seeded scenes left
# 0.4 to 1.5 mm open.
UNSURE_MM = 0.4


@dataclass(frozen=True, eq=False, kw_only=True)
class Shaded:
    """What light says of discs. placed: where they stand, as wide as was supposed.

    wider_mm, radius_sigma_mm: how much wider all of them seem to be, and how sure their radius then is. view: the
    board, its focal length as the discs tell it where it was not known.
    """

    placed: Placed
    wider_mm: float
    radius_sigma_mm: float
    view: BoardView


@dataclass(frozen=True, eq=False, kw_only=True)
class _Start:
    """What a fit starts from. light : (M, ANGLES, T, 3). seen : (M, ANGLES, T, 1) what is compared. blown : (M,)."""

    offsets_mm: FloatArray
    light: Along
    seen: Along
    blur_mm: float
    plain: FloatArray
    towards_lamp: FloatArray
    parts: EdgeLight
    prior: Prior
    blown: NDArray[np.bool_]


@dataclass(frozen=True, eq=False, kw_only=True)
class _Fitted:
    """shift_mm : (M, 2) of the middles of the solids as seen. covariance_mm2 : (M, 2, 2). misfit : (M,) mean square of
    the light not explained. shared : (2,) what to add to all radii, and logarithm of the focal length's change;
    shared_sigma : (2,).
    """

    shift_mm: FloatArray
    covariance_mm2: FloatArray
    misfit: FloatArray
    shared: FloatArray
    shared_sigma: FloatArray
    view: BoardView


def place_by_shading(
    bgr: NDArray[np.uint8], view: BoardView, placed: Placed, team: NDArray[np.intp], radius_sigma_mm: float
) -> Shaded:
    """Refine discs of known shape that are placed to within a few tenths of a mm; leave those seen too coarsely.

    team : (M,) group number. radius_sigma_mm: how well their common radius is known.
    """
    fine = np.flatnonzero(view.coarsest_mm_per_px(placed.solids.xy_mm) < COARSEST_MM_PER_PX)
    if not len(fine):
        return Shaded(placed=placed, wider_mm=0.0, radius_sigma_mm=radius_sigma_mm, view=view)
    discs, around = placed.taken(fine), placed.solids.joined(pegs_as_solids(view))
    few = np.arange(min(BLUR_DISCS, len(fine)))
    # A few discs tell the blur, but not the focal length.
    known = view.with_focal(1.0, FOCAL_KNOWN / 2)
    trials = [
        _fit(bgr, known, discs.taken(few), around, team[fine[few]], radius_sigma_mm, blur_px, BLUR_STEPS)
        for blur_px in BLURS_PX
    ]
    blur_px = BLURS_PX[int(np.argmin([np.log(trial.misfit).sum() for trial in trials]))]
    fitted = _fit(bgr, view, discs, around, team[fine], radius_sigma_mm, blur_px, STEPS)
    seen_mm, covariance_mm2 = _seen_middles_mm(placed.solids, view), placed.covariance_mm2.copy()
    seen_mm[fine] += fitted.shift_mm
    apart_mm = DISAGREEMENT * fitted.shift_mm
    sure = np.trace(discs.covariance_mm2, axis1=1, axis2=2) < 2 * UNSURE_MM**2
    covariance_mm2[fine[sure]] = (fitted.covariance_mm2 + apart_mm[:, :, None] * apart_mm[:, None, :])[sure]
    solids = _standing(placed.solids, fitted.view, seen_mm, 0.0)
    return Shaded(
        placed=replace(placed, solids=solids, covariance_mm2=covariance_mm2),
        wider_mm=float(fitted.shared[0]),
        radius_sigma_mm=float(np.hypot(fitted.shared_sigma[0], RADIUS_ALIKE_MM)),
        view=fitted.view,
    )


def _fit(
    bgr: NDArray[np.uint8],
    view: BoardView,
    placed: Placed,
    others: Solids,
    team: NDArray[np.intp],
    radius_sigma_mm: float,
    blur_px: float,
    steps: int,
) -> _Fitted:
    """Gauss-Newton over the discs' places, what they share and what they send out, from where their edges are."""
    start = _start(bgr, view, placed, others, radius_sigma_mm, blur_px)
    solids, found_view, focal_known = placed.solids, view, view.camera.focal_sigma < FOCAL_KNOWN
    light, parts, prior, flow = start.light, start.parts, start.prior, None
    seen_mm, shift_mm, shared = _seen_middles_mm(solids, view), np.zeros_like(solids.xy_mm), np.zeros(2)
    amounts, noise2, drawn_at = prior.amounts, np.full(len(light), NOISE**2), 0.0
    for step in range(steps):
        moved = _standing(solids, view, seen_mm + shift_mm, float(shared[0]))
        if step:
            light = _light(bgr, view, moved, start.offsets_mm)
        if not focal_known:
            if step % REDRAWN_STEPS == 0 and abs(shared[1] - drawn_at) > FOCAL_SETTLED:
                parts = edge_light(moved, view, start.offsets_mm, start.blur_mm, start.plain, start.towards_lamp)
                drawn_at = shared[1]
            flow = focal_flow(moved, view, start.offsets_mm, parts.face_mm, parts.end_mm)
        if step >= TEAM_STEP:
            prior = _as_its_team(prior, amounts, team)
        rings = rings_beside(moved, view, parts.end_mm, start.offsets_mm, start.blur_mm)
        equations = linearise(light, parts, rings, flow, start.seen, amounts, prior, noise2, STEP_MM)
        noise2 = equations.noise2
        more = solve(equations, prior, amounts, shift_mm, shared)
        length_mm = np.linalg.norm(more.place_mm, axis=1, keepdims=True)
        shift_mm = shift_mm + more.place_mm * np.minimum(1.0, LONGEST_STEP_MM / np.maximum(length_mm, 1e-9))
        amounts, shared = amounts + more.amounts, shared + more.shared
        shared_sigma = np.sqrt(np.diag(more.shared_covariance))
        if not focal_known:
            view = found_view.with_focal(float(np.exp(shared[1])), float(shared_sigma[1]))
    blown_mm = BLOWN_BLUR * start.blur_mm * start.blown
    return _Fitted(
        shift_mm=shift_mm,
        covariance_mm2=more.covariance_mm2 + blown_mm[:, None, None] ** 2 * np.eye(2),
        misfit=noise2,
        shared=shared,
        shared_sigma=shared_sigma,
        view=view,
    )


def _start(
    bgr: NDArray[np.uint8], view: BoardView, placed: Placed, others: Solids, radius_sigma_mm: float, blur_px: float
) -> _Start:
    """Look at the light along the edges where they were found, and say what is to be expected of it."""
    solids = placed.solids
    offsets_mm = _offsets_mm(solids, view)
    light = _light(bgr, view, solids, offsets_mm)
    plain, towards_lamp = board_light(light, offsets_mm)
    blur_mm = blur_px * float(view.mm_per_px(solids.xy_mm).mean())
    parts = edge_light(solids, view, offsets_mm, blur_mm, plain, towards_lamp)
    near = (offsets_mm > parts.face_mm[..., None] - FACE_MM) & (offsets_mm < parts.end_mm[..., None] + BESIDE_MM)
    near &= ~shows_another(solids, view, others, offsets_mm, parts.end_mm)
    seen = near[..., None].astype(np.float32)
    face = _face_light(light, offsets_mm < parts.face_mm[..., None], seen)
    blown = face > BLOWN
    return _Start(
        offsets_mm=offsets_mm,
        light=light,
        seen=seen,
        blur_mm=blur_mm,
        plain=plain,
        towards_lamp=towards_lamp,
        parts=parts,
        prior=_prior(np.where(blown, BLOWN_GAIN * face, face), plain, placed, view, radius_sigma_mm),
        blown=np.asarray(blown.any(axis=1), np.bool_),
    )


def _seen_middles_mm(solids: Solids, view: BoardView) -> FloatArray:
    """(M, 2) where on the surface the middles of the solids appear to lie, which no focal length changes."""
    return view.shadow_mm(solids.xy_mm, solids.height_mm + solids.thickness_mm / 2)


def _standing(solids: Solids, view: BoardView, seen_mm: FloatArray, wider_mm: float) -> Solids:
    """The solids wider by a length, and where they stand if their middles are seen at (M, 2)."""
    xy_mm = view.stand_mm(seen_mm, solids.height_mm + solids.thickness_mm / 2)
    return replace(solids, xy_mm=xy_mm, radius_mm=solids.radius_mm + wider_mm)


def _offsets_mm(solids: Solids, view: BoardView) -> FloatArray:
    """(T,) offsets from the outline that reach all that is compared on any normal."""
    edge = rounded_edge(solids, view, np.array([0.0, STEP_MM]))
    first_mm = max(-REACH_MM, float(edge.face_mm.min()) - FACE_MM)
    return np.arange(first_mm, float(edge.end_mm.max()) + BESIDE_MM + STEP_MM, STEP_MM)


def _light(bgr: NDArray[np.uint8], view: BoardView, solids: Solids, offsets_mm: FloatArray) -> Along:
    return linear_light(profiles(bgr, view, outline_mm(solids, view), offsets_mm))


def _face_light(light: Along, on_face: NDArray[np.bool_], seen: Along) -> FloatArray:
    """(M, 3) mean light of what is compared of the faces."""
    weight = on_face[..., None] * seen
    samples = np.maximum(weight.sum(axis=(1, 2)), 1.0)
    return np.asarray(np.maximum((light * weight).sum(axis=(1, 2)) / samples, DARKEST), np.float64)


def _prior(face: FloatArray, plain: FloatArray, placed: Placed, view: BoardView, radius_sigma_mm: float) -> Prior:
    """What is expected of discs before their rounded edges are looked at."""
    amounts, stiffness = np.zeros((len(face), PARTS, 3)), np.zeros((len(face), PARTS, 3))
    amounts[:, FACE], amounts[:, UPWARD] = face, SIDE_LOSS * face
    # The face's own light is free.
    stiffness[:, FACE + 1 : LAMP] = 1.0 / (SLOPE_SHARE * face[:, None]) ** 2
    stiffness[:, LAMP] = 1.0 / (LAMP_SHARE * plain[:, None]) ** 2
    stiffness[:, MIRROR] = 1.0 / (MIRROR_SHARE * plain[:, None]) ** 2
    stiffness[:, RING] = 1.0 / (RING_SHARE * plain[:, None]) ** 2
    return Prior(
        amounts=amounts,
        stiffness=stiffness,
        own_stiffness=1.0 / (np.array(OWN_SHARES) * plain[:, None]) ** 2,
        place=EDGES_SAY * np.linalg.inv(placed.covariance_mm2).astype(np.float64),
        shared=np.array([radius_sigma_mm, view.camera.focal_sigma]) ** -2.0,
        # Discs in the ditch lie lower than is supposed here.
        witness=DISC_WITNESSES * (np.hypot(*placed.solids.xy_mm.T) < view.surface_radius_mm),
    )


def _as_its_team(prior: Prior, amounts: FloatArray, team: NDArray[np.intp]) -> Prior:
    """Expect of each disc what slopes do to the light, over its face's own, on most discs of its team."""
    expected = prior.amounts.copy()
    slopes, face = slice(FACE + 1, LAMP), prior.amounts[:, FACE : FACE + 1]
    over_face = amounts[:, slopes] / face
    for group in np.unique(team):
        own = team == group
        if own.sum() >= TEAM_DISCS:
            expected[own, slopes] = np.median(over_face[own], axis=0) * face[own]
    return replace(prior, amounts=expected)
