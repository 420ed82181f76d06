"""What a fit of the light starts from: the places that are compared, and what is to be expected of them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.placing.disc_position import Placed
from vision.placing.neighbours import shows_another
from vision.placing.outline import ANGLES, BLOWN, NORMALS, Solids, linear_light, outline_mm, profiles
from vision.shading.camera_flow import ways_in_doubt
from vision.shading.edge_light import (
    ALONG_AXES,
    FACE,
    LAMP,
    MATT,
    MIRROR,
    PARTS,
    RING,
    SIDE_LOSS,
    UPWARD,
    EdgeLight,
    edge_light,
)
from vision.shading.equations import DISC_WITNESSES, STEP_MM, Prior
from vision.shading.lamp import DARKEST, RoomLight
from vision.shading.rounded_edge import rounded_edge

FloatArray = NDArray[np.float64]
Along = NDArray[np.float32]

# Sizes and shares below were measured where no other reason is given: on scenes of known truth errors change by no more
# than 0.02 mm when one of them is halved or doubled.
# What is compared: this much of the face and of the board; of a tall side, what lies within reach of the outline.
FACE_MM, BESIDE_MM, REACH_MM = 1.5, 2.5, 6.0
# How much of each part is to be expected, one sigma. As a share of the face's light: what its slope does to the
# rounding's. As shares of the light of the board around: the board's and a lamp's mirror image, rings; then what each
# normal has for itself, gloss, the board's own light, the dark corner, and how bright the disc is there.
SLOPE_SHARE = 0.38
# How much of what shadows say of the light from one side slopes show: measured at discs' true places, 0.6 to 0.8.
ASIDE_SHOWN = 0.8
# How well shadows tell what slopes do to the light along either axis; towards a camera that looks aslant less well, by
# the sine of its angle, for all that is amiss with sides passes for it there; nor where a disc's own shadow tells
# another thing.
ASIDE_SHARE, ASLANT_SHARE, DIFFERS_SHARE = 0.1, 0.5, 0.4
MIRROR_SHARE, LAMP_SHARE, RING_SHARE = 0.25, 0.5, 0.85
OWN_SHARES = (0.25, 8.5, 1.7, 0.85)
# All discs stand in one light, and those of a team are of one make: what a team's median does is expected of others,
# where it has so many.
TEAM_DISCS = 3
# Edges and light are read from the same pixels: the edges' inverse covariance counts by this factor, so that nothing is
# counted twice.
EDGES_SAY = 0.36
# A face that is cut off by the sensor may send out half as much again, to start from.
BLOWN_GAIN = 1.5


@dataclass(frozen=True, eq=False, kw_only=True)
class Start:
    """What a fit starts from. light : (M, ANGLES, T, 3). seen : (M, ANGLES, T, 1) what is compared. axes : (2, 2) unit
    vectors on the board, towards the camera and across.
    """

    offsets_mm: FloatArray
    light: Along
    seen: Along
    blur_mm: float
    room: RoomLight
    axes: FloatArray
    parts: EdgeLight
    prior: Prior


def start_fit(
    bgr: NDArray[np.uint8],
    view: BoardView,
    placed: Placed,
    others: Solids,
    room: RoomLight,
    shared_sigma: Sequence[float],
) -> Start:
    """Look at the light along the edges where they were found, and say what is to be expected of it.

    others : all that stands on the board, these discs among them. shared_sigma : how well what discs share is known,
    first their radius, mm; the camera's own doubt comes after it.
    """
    solids = placed.solids
    offsets_mm = _offsets_mm(solids, view)
    light = light_along(bgr, view, solids, offsets_mm, np.zeros((len(solids.xy_mm), ANGLES)))
    blur_mm = view.blur_px * float(view.mm_per_px(solids.xy_mm).mean())
    axes = _axes(view)
    parts = edge_light(solids, view, offsets_mm, blur_mm, room, axes)
    near = (offsets_mm > parts.face_mm[..., None] - FACE_MM) & (offsets_mm < parts.end_mm[..., None] + BESIDE_MM)
    near &= ~shows_another(solids, view, others, offsets_mm, parts.end_mm)
    seen = near[..., None].astype(np.float32)
    face = _face_light(light, offsets_mm < parts.face_mm[..., None], seen)
    return Start(
        offsets_mm=offsets_mm,
        light=light,
        seen=seen,
        blur_mm=blur_mm,
        room=room,
        axes=axes,
        parts=parts,
        prior=_prior(np.where(face > BLOWN, BLOWN_GAIN * face, face), room, axes, placed, view, shared_sigma),
    )


def light_along(
    bgr: NDArray[np.uint8],
    view: BoardView,
    solids: Solids,
    offsets_mm: FloatArray,
    bent_mm: FloatArray,
) -> Along:
    """(M, ANGLES, T, 3) light along the normals of the outlines, as a share of white.

    bent_mm : (M, ANGLES) how much farther out the lens shows the outlines.
    """
    outline = outline_mm(solids, view) + bent_mm[..., None] * NORMALS
    return linear_light(profiles(bgr, view, outline, offsets_mm))


def as_its_team(prior: Prior, amounts: FloatArray, team: NDArray[np.intp]) -> Prior:
    """Expect of each disc what slopes do to the light, over its face's own, on most discs of a team.

    A matt slope gets the same share of a face's light whatever the colour: the team of the brightest faces shows it
    with the least gloss, for all discs, as far as shadows do not tell it. The board's mirror image is as strong as on
    most discs of their own team.
    amounts : (M, PARTS, 3) as they are now. team : (M,) group number.
    """
    expected, over_face = prior.amounts.copy(), amounts / prior.amounts[:, FACE : FACE + 1]
    face = prior.amounts[:, FACE]
    teams = [own for own in (team == group for group in np.unique(team)) if own.sum() >= TEAM_DISCS]
    for own in teams:
        expected[own, MIRROR] = np.median(over_face[own, MIRROR], axis=0) * face[own]
    if teams:
        brightest = max(teams, key=lambda own: float(np.median(face[own].mean(axis=1))))
        of_brightest = np.median(over_face[brightest, MATT], axis=0) * face[:, None]
        told = prior.told[:, MATT, None]
        expected[:, MATT] = told * prior.amounts[:, MATT] + (1 - told) * of_brightest
    return replace(prior, amounts=expected)


def _offsets_mm(solids: Solids, view: BoardView) -> FloatArray:
    """(T,) offsets from the outline that reach all that is compared on any normal."""
    edge = rounded_edge(solids, view, np.array([0.0, STEP_MM]))
    first_mm = max(-REACH_MM, float(edge.face_mm.min()) - FACE_MM)
    return np.arange(first_mm, float(edge.end_mm.max()) + BESIDE_MM + STEP_MM, STEP_MM)


def _face_light(light: Along, on_face: NDArray[np.bool_], seen: Along) -> FloatArray:
    """(M, 3) mean light of what is compared of the faces."""
    weight = on_face[..., None] * seen
    samples = np.maximum(weight.sum(axis=(1, 2)), 1.0)
    return np.asarray(np.maximum((light * weight).sum(axis=(1, 2)) / samples, DARKEST), np.float64)


def _axes(view: BoardView) -> FloatArray:
    """(2, 2) unit vectors on the board, towards the camera and across."""
    ahead = view.camera.centre_mm[:2] / max(float(np.hypot(*view.camera.centre_mm[:2])), 1e-9)
    return np.array([ahead, [-ahead[1], ahead[0]]])


def _prior(
    face: FloatArray,
    room: RoomLight,
    axes: FloatArray,
    placed: Placed,
    view: BoardView,
    shared_sigma: Sequence[float],
) -> Prior:
    """What is expected of discs before their rounded edges are looked at."""
    plain = room.plain
    amounts, stiffness = np.zeros((len(face), PARTS, 3)), np.zeros((len(face), PARTS, 3))
    told = np.zeros((len(face), PARTS))
    amounts[:, FACE], amounts[:, UPWARD] = face, SIDE_LOSS * face
    # The face's own light is free.
    stiffness[:, MATT] = 1.0 / (SLOPE_SHARE * face[:, None]) ** 2
    camera_mm = view.camera.centre_mm
    aslant = float(np.hypot(*camera_mm[:2]) / np.linalg.norm(camera_mm))
    for parts, axis, unsure in zip(ALONG_AXES, axes, (ASLANT_SHARE * aslant, 0.0), strict=True):
        share = np.sqrt(ASIDE_SHARE**2 + unsure**2 + (DIFFERS_SHARE * room.differs) ** 2)[:, None]
        told[:, parts] = (ASIDE_SHARE / share) ** 2
        amounts[:, parts] = ASIDE_SHOWN * (room.aside @ axis) * face[:, None]
        stiffness[:, parts] = 1.0 / (np.minimum(share, SLOPE_SHARE)[..., None] * face[:, None]) ** 2
    stiffness[:, LAMP] = 1.0 / (LAMP_SHARE * plain[:, None]) ** 2
    stiffness[:, MIRROR] = 1.0 / (MIRROR_SHARE * plain[:, None]) ** 2
    stiffness[:, RING] = 1.0 / (RING_SHARE * plain[:, None]) ** 2
    return Prior(
        amounts=amounts,
        stiffness=stiffness,
        told=told,
        own_stiffness=1.0 / (np.array(OWN_SHARES) * plain[:, None]) ** 2,
        place=EDGES_SAY * np.linalg.inv(placed.covariance_mm2).astype(np.float64),
        shared=np.append(shared_sigma, ways_in_doubt(view.camera)[1]) ** -2.0,
        # Discs in the ditch lie lower than is supposed here.
        witness=DISC_WITNESSES * (np.hypot(*placed.solids.xy_mm.T) < view.surface_radius_mm),
    )
