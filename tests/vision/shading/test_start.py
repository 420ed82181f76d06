"""What a fit of the light starts from, and what its equations make of grain, shadows and light that is cut off."""

from dataclasses import replace

import numpy as np
from synthetic import rendered, true_solids

from vision.placing.disc_position import Placed
from vision.placing.neighbours import shows_another
from vision.placing.outline import NORMALS
from vision.shading.edge_light import ALONG_AXES, BOARD, FACE, MATT, MIRROR, RING, rings_beside
from vision.shading.equations import linearise
from vision.shading.lamp import RoomLight, room_light
from vision.shading.noise import LEAST_NOISE, Noise
from vision.shading.rounded_edge import rounded_edge
from vision.shading.start import TEAM_DISCS, as_its_team, start_fit
from vision.shading.step import solve

WHITE, THRICE_WHITE = 1.0, 3.0
EVERYWHERE = np.ones((2, len(NORMALS)))


def started(places_mm):
    """A fit of discs of the first one's shape at these places, sure to 0.1 mm, as it starts."""
    bgr, scene, view = rendered(25.0, -80.0)
    solids = true_solids(scene, view).taken(np.zeros(len(places_mm), np.intp))
    solids = replace(solids, xy_mm=np.array(places_mm, float))
    covariance_mm2 = np.repeat(0.1**2 * np.eye(2)[None], len(places_mm), axis=0)
    placed = Placed(solids=solids, covariance_mm2=covariance_mm2, merit=np.zeros(len(places_mm)))
    room = room_light(bgr, view, solids, solids)
    return start_fit(bgr, view, placed, solids, room, 0.05), solids, view


def explained(start, light, rings, prior):
    """What two discs' light says if they send out what is expected, and nearly nothing is noise."""
    noise = Noise.alike(np.full(2, LEAST_NOISE**2))
    return linearise(light, start.parts, rings, (), start.seen, prior.amounts, prior, noise)


def test_what_a_neighbour_shows_is_not_compared():
    alone, *_ = started([(60.0, -40.0), (-150.0, 70.0)])
    start, solids, view = started([(60.0, -40.0), (92.5, -40.0)])
    end_mm = rounded_edge(solids, view, start.offsets_mm).end_mm
    hidden = shows_another(solids, view, solids, start.offsets_mm, end_mm)
    assert hidden.any()
    assert not start.seen[hidden].any()
    assert 0.5 * alone.seen[0].sum() < start.seen[0].sum() < alone.seen[0].sum()


def test_light_that_is_cut_off_does_not_pull_at_a_disc_that_is_brighter_still():
    start, solids, view = started([(60.0, -40.0), (-150.0, 70.0)])
    amounts = np.zeros_like(start.prior.amounts)
    amounts[:, FACE] = THRICE_WHITE
    rings = rings_beside(solids, view, start.parts.end_mm, EVERYWHERE, start.offsets_mm, start.blur_mm)
    sent_out = np.repeat(THRICE_WHITE * start.parts.of_disc[..., FACE, None], 3, axis=-1)
    prior = replace(start.prior, amounts=amounts)

    exact = explained(start, sent_out, rings, prior)
    cut_off = explained(start, np.minimum(sent_out, np.float32(WHITE)), rings, prior)
    np.testing.assert_allclose(exact.noise.all2, LEAST_NOISE**2)
    np.testing.assert_allclose(cut_off.noise.all2, LEAST_NOISE**2)
    # No move of a thousandth of a mm is asked for.
    most = 1e-3 * np.diagonal(cut_off.moves, axis1=1, axis2=2).max()
    np.testing.assert_allclose(cut_off.pull, 0.0, atol=most)


def test_grain_on_one_side_of_an_edge_misplaces_a_disc_less_once_it_is_known():
    start, solids, view = started([(60.0, -40.0), (-150.0, 70.0)])
    face, board, grain = 0.7, 0.3, 0.05
    amounts = np.zeros_like(start.prior.amounts)
    amounts[:, FACE] = face
    prior = replace(start.prior, amounts=amounts)
    rings = rings_beside(solids, view, start.parts.end_mm, EVERYWHERE, start.offsets_mm, start.blur_mm)
    exact = face * start.parts.of_disc[..., FACE] + board * start.parts.board
    generator = np.random.default_rng(20)

    def errors_mm(light, noise):
        equations = linearise(light, start.parts, rings, (), start.seen, prior.amounts, prior, noise)
        place_mm = solve(equations, prior, amounts, np.zeros((2, 2)), np.zeros(1)).place_mm
        return equations.noise, (place_mm**2).sum()

    unknown2 = known2 = 0.0
    for _ in range(20):
        on_board = generator.normal(0.0, grain, exact.shape) * start.parts.board
        light = np.repeat((exact + on_board)[..., None], 3, axis=-1).astype(np.float32)
        noise, of_unknown2 = errors_mm(light, Noise.alike(np.full(2, grain**2)))
        _, of_known2 = errors_mm(light, noise)
        # What each normal has for itself, its board and dark corner, takes a part of the grain for its own.
        assert (noise.board2 < grain**2).all()
        assert (noise.board2 > 0.25 * grain**2).all()
        assert (noise.disc2 < 0.1 * noise.board2).all()
        unknown2, known2 = unknown2 + of_unknown2, known2 + of_known2
    assert known2 < unknown2


def test_a_ring_in_a_shadow_is_as_dark_as_the_board_there():
    start, solids, view = started([(186.0, 0.0), (0.0, -186.0)])
    face, board, ring, shade = 0.6, 0.4, -0.3, 0.5
    in_shade = NORMALS @ np.array([0.6, 0.8]) > 0.5
    lit = np.tile(np.where(in_shade, shade, 1.0), (2, 1))
    amounts = np.zeros((2, start.prior.amounts.shape[1], 3))
    amounts[:, FACE], amounts[:, RING] = face, ring
    prior = replace(start.prior, amounts=amounts)

    def rings_where(lit):
        return rings_beside(solids, view, start.parts.end_mm, lit, start.offsets_mm, start.blur_mm)

    seen = face * start.parts.of_disc[..., FACE] + lit[..., None] * board * start.parts.of_normal[..., BOARD]
    light = np.repeat((seen + ring * rings_where(lit).seen)[..., None], 3, axis=-1).astype(np.float32)
    found_lit = EVERYWHERE
    for _ in range(3):
        found_lit = explained(start, light, rings_where(found_lit), prior).lit
    # Shadows end between normals: the neighbours of those that end them are half in the shade.
    far_in, far_out = (np.all([np.roll(side, by) for by in range(-3, 4)], axis=0) for side in (in_shade, ~in_shade))
    np.testing.assert_allclose(found_lit[:, far_in], shade, rtol=0.1)
    np.testing.assert_allclose(found_lit[:, far_out], 1.0, rtol=0.1)


def test_a_matt_slope_is_as_bright_beside_its_face_on_discs_of_any_colour():
    team = np.repeat([0, 1, 2], [TEAM_DISCS, TEAM_DISCS, TEAM_DISCS - 1])
    dark, bright, few = (team == number for number in range(3))
    face = np.where(bright, 0.6, np.where(dark, 0.05, 0.9))[:, None]
    start, *_ = started([(60.0, -40.0)] * len(team))
    amounts = np.zeros_like(start.prior.amounts)
    amounts[:, FACE] = face
    seen = amounts.copy()
    seen[:, MATT] = np.where(bright, 0.3, 0.7)[:, None, None] * face[:, None]
    seen[:, MIRROR] = np.where(bright, 0.1, 1.4)[:, None] * face
    untold = np.zeros_like(start.prior.told)
    expected = as_its_team(replace(start.prior, amounts=amounts, told=untold), seen, team).amounts
    np.testing.assert_allclose(expected[:, MATT], np.broadcast_to(0.3 * face[:, None], expected[:, MATT].shape))
    np.testing.assert_allclose(expected[bright, MIRROR], 0.1 * 0.6)
    np.testing.assert_allclose(expected[dark, MIRROR], 1.4 * 0.05)
    np.testing.assert_allclose(expected[few, MIRROR], 0.0)
    np.testing.assert_allclose(expected[:, FACE], amounts[:, FACE])


def test_what_shadows_tell_of_slopes_is_kept_whatever_the_discs_do():
    team = np.zeros(TEAM_DISCS, np.intp)
    start, *_ = started([(60.0, -40.0), (-150.0, 70.0), (30.0, 200.0)])
    told = np.zeros_like(start.prior.told)
    told[:, ALONG_AXES[0]] = 1.0
    prior = replace(start.prior, told=told)
    seen = prior.amounts + 0.3 * prior.amounts[:, FACE : FACE + 1]
    expected = as_its_team(prior, seen, team).amounts
    np.testing.assert_allclose(expected[:, ALONG_AXES[0]], prior.amounts[:, ALONG_AXES[0]])
    assert (expected[:, ALONG_AXES[1]] > prior.amounts[:, ALONG_AXES[1]]).all()


def test_shadows_tell_less_along_the_view_of_a_camera_aslant_and_of_discs_that_lie_in_other_light():
    bgr, scene, view = rendered(25.0, -80.0)
    solids = true_solids(scene, view)
    count = len(solids.xy_mm)
    placed = Placed(solids=solids, covariance_mm2=np.repeat(np.eye(2)[None], count, axis=0), merit=np.zeros(count))
    differs = np.array([0.0, 0.0, 0.0, 0.5, np.inf])
    room = RoomLight(plain=np.full(count, 0.5), aside=np.array([0.2, 0.1]), differs=differs)
    told = start_fit(bgr, view, placed, solids, room, 0.05).prior.told
    towards_camera, across = (told[:, list(parts)] for parts in ALONG_AXES)
    np.testing.assert_allclose(across[:3], 1.0)
    assert (towards_camera[:3] < 0.5).all()
    assert (across[3] < 0.5).all()
    assert (across[4] == 0.0).all()
