"""What is compared, what is expected, and what light that the sensor cuts off says."""

from dataclasses import replace

import numpy as np
from synthetic import rendered, true_solids

from vision.disc_position import Placed
from vision.edge_light import ALONG_AXES, FACE, MATT, MIRROR, rings_beside
from vision.lamp import RoomLight, room_light
from vision.neighbours import shows_another
from vision.rounded_edge import rounded_edge
from vision.shading_equations import LEAST_NOISE, linearise
from vision.shading_start import STEP_MM, TEAM_DISCS, as_its_team, start_fit

BLUR_PX = 0.75
WHITE, THRICE_WHITE = 1.0, 3.0


def started(places_mm):
    """A fit of discs of the first one's shape at these places, sure to 0.1 mm, as it starts."""
    bgr, scene, view = rendered(25.0, -80.0)
    solids = true_solids(scene, view).taken(np.zeros(len(places_mm), np.intp))
    solids = replace(solids, xy_mm=np.array(places_mm, float))
    covariance_mm2 = np.repeat(0.1**2 * np.eye(2)[None], len(places_mm), axis=0)
    placed = Placed(solids=solids, covariance_mm2=covariance_mm2, merit=np.zeros(len(places_mm)))
    room = room_light(bgr, view, solids, solids)
    return start_fit(bgr, view, placed, solids, room, 0.05, BLUR_PX), solids, view


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
    rings = rings_beside(solids, view, start.parts.end_mm, start.offsets_mm, start.blur_mm)
    sent_out = np.repeat(THRICE_WHITE * start.parts.of_disc[..., FACE, None], 3, axis=-1)
    prior = replace(start.prior, amounts=amounts)

    def explained(light):
        return linearise(
            light, start.parts, rings, None, start.seen, amounts, prior, np.full(2, LEAST_NOISE**2), STEP_MM
        )

    exact, cut_off = explained(sent_out), explained(np.minimum(sent_out, np.float32(WHITE)))
    np.testing.assert_allclose(exact.noise2, LEAST_NOISE**2)
    np.testing.assert_allclose(cut_off.noise2, LEAST_NOISE**2)
    # No move of a thousandth of a mm is asked for.
    most = 1e-3 * np.diagonal(cut_off.moves, axis1=1, axis2=2).max()
    np.testing.assert_allclose(cut_off.pull, 0.0, atol=most)


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
    told = start_fit(bgr, view, placed, solids, room, 0.05, BLUR_PX).prior.told
    towards_camera, across = (told[:, list(parts)] for parts in ALONG_AXES)
    np.testing.assert_allclose(across[:3], 1.0)
    assert (towards_camera[:3] < 0.5).all()
    assert (across[3] < 0.5).all()
    assert (across[4] == 0.0).all()
