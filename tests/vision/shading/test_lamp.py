"""What shadows say of the light that the sides of discs get."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import DISCS, scene_at, true_solids

from calibration.locate_board import locate_board
from sample_images.render.photo import render
from sample_images.render.scene import Lamp, Lighting
from vision.placing.neighbours import pegs_as_solids
from vision.placing.outline import NORMALS
from vision.shading.lamp import BESIDE_MM, LEAST_DISCS, NORMALS_USED, STEP_MM, room_light

FAR_MM = 5000.0
# Light is taken as the square of what is stored, which is nearer to the power of 2.2.
TONE = 0.1
TILT_DEG, HEADING_DEG = 25.0, -80.0


def lit(room, lamp, azimuth_deg, elevation_deg, edges=()):
    """Even light of a room and a far lamp's, each as a share of what a white board sends back."""
    azimuth, elevation = np.radians([azimuth_deg, elevation_deg])
    direction = np.array([np.cos(azimuth) * np.cos(elevation), np.sin(azimuth) * np.cos(elevation), np.sin(elevation)])
    lamps = (Lamp(position_mm=tuple(FAR_MM * direction), radius_mm=150.0, colour=(lamp,) * 3, edges=edges),)
    return Lighting(ambient=(room,) * 3, lamps=lamps if lamp else ())


def seen_in(lighting, discs=DISCS, tilt_deg=TILT_DEG):
    scene = replace(scene_at(tilt_deg, HEADING_DEG, discs), lighting=lighting)
    bgr = render(scene, seed=5)
    view = locate_board(bgr)
    solids = true_solids(scene, view)
    return room_light(bgr, view, solids, solids.joined(pegs_as_solids(view)))


@pytest.mark.parametrize(
    ("tilt_deg", "azimuth_deg", "elevation_deg", "lamp"),
    [
        (25.0, 30.0, 60.0, 0.6),
        pytest.param(10.0, 300.0, 40.0, 0.5, marks=pytest.mark.slow),
        pytest.param(40.0, 80.0, 50.0, 0.6, marks=pytest.mark.slow),
    ],
)
def test_sides_get_from_a_lamp_what_the_board_lacks_in_their_shadows(tilt_deg, azimuth_deg, elevation_deg, lamp):
    room = 0.4
    light = seen_in(lit(room, lamp, azimuth_deg, elevation_deg), tilt_deg=tilt_deg)
    elevation = np.radians(elevation_deg)
    # A side that faces the lamp gets its light times the cotangent of the elevation, one that faces away none of it.
    expected = 0.5 * lamp / (lamp + room) / np.tan(elevation)
    length_mm = 9.5 / np.tan(elevation)
    assert np.hypot(*light.aside) == pytest.approx(expected, rel=TONE + STEP_MM / length_mm)
    towards = np.degrees(np.arctan2(light.towards_lamp[1], light.towards_lamp[0]))
    # Where a shadow ends is known to a step, on either of its flanks.
    aside_deg = np.degrees(STEP_MM / length_mm)
    assert abs((towards - azimuth_deg + 180.0) % 360.0 - 180.0) < aside_deg
    # Pegs and the hole lie in the shadows of some.
    assert np.median(light.differs) < 0.5 * expected


def test_even_light_shows_no_lamp():
    light = seen_in(lit(0.8, 0.0, 0.0, 45.0))
    assert (light.towards_lamp == 0.0).all()
    np.testing.assert_allclose(light.aside, 0.0, atol=0.02)


def test_a_disc_that_lies_in_a_shadow_differs_from_the_others():
    """The lamp's beam ends between the fifth disc, at x = 220 mm, and the others."""
    light = seen_in(lit(0.4, 0.6, 90.0, 45.0, edges=((1.0, 0.0, 150.0),)))
    lamp_share = 0.5 * 0.6
    assert light.differs[4] == pytest.approx(lamp_share, rel=0.5)
    assert (light.differs[:4] < 0.5 * lamp_share).all()


def test_too_few_discs_and_boards_whiter_than_the_sensor_sees_tell_nothing():
    few = seen_in(lit(0.4, 0.6, 90.0, 45.0), DISCS[: LEAST_DISCS - 1])
    white = seen_in(lit(0.6, 0.9, 90.0, 45.0))
    for light in (few, white):
        assert (light.aside == 0.0).all()
        assert np.isinf(light.differs).all()


def test_samples_go_round_evenly_and_begin_beyond_the_blur():
    assert len(NORMALS) % NORMALS_USED == 0
    assert BESIDE_MM[0] >= 2.0
