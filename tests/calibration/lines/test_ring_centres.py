"""Rings between areas of two colours: profiles made in linear light, blurred, and stored as a camera stores them."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.special import ndtr

from calibration.lines.line_samples import STEPS, RingProfiles
from calibration.lines.ring_centres import own_mixture, ring_centres

RAYS, HALF_MM, MM_PER_PX, BLUR_MM = 120, 5.0, 1.0, 0.9
WIDTH_MM, TRUE_MM = 1.6, 0.37
DARKER = np.array([0.0, -1.0, 0.0])
WOOD, PURPLE, RED = (60.0, 110.0, 150.0), (140.0, 60.0, 120.0), (30.0, 40.0, 210.0)
PALE = (120.0, 120.0, 120.0)
# Darker than wood in light and in shade.
INK, SHADED = (20.0, 25.0, 30.0), tuple(0.88 * np.array(WOOD))
# Between the other two but for noise.
BETWEEN = (106.0, 89.0, 136.0)


def profiles(inner, line, outer, noise=0.0):
    """A line of one colour between two others, blue first, with grey levels of noise."""
    offset_mm = np.tile(np.linspace(-HALF_MM, HALF_MM, STEPS), (RAYS, 1))
    edges = [ndtr((offset_mm - TRUE_MM - side * WIDTH_MM / 2) / BLUR_MM)[..., None] for side in (-1, 1)]
    a, ink, b = ((np.array(colour) / 255) ** 2.2 for colour in (inner, line, outer))
    light = a + edges[0] * (ink - a) + edges[1] * (b - ink)
    grain = np.random.default_rng(2).normal(0.0, noise, light.shape) if noise else 0.0
    return RingProfiles(
        colours=np.round(255 * light ** (1 / 2.2) + grain),
        offset_mm=offset_mm,
        azimuth_rad=np.linspace(0, 2 * np.pi, RAYS, endpoint=False),
        mm_per_px=np.full(RAYS, MM_PER_PX),
    )


@pytest.mark.parametrize("outer", [WOOD, PURPLE])
def test_a_line_is_found_whatever_lies_beyond_it(outer):
    """Rounding is 0.3 levels of 60 or more; a slope of 30 levels a mm makes 0.01 mm of it, noise of one level 0.03."""
    found = ring_centres(profiles(WOOD, RED, outer, noise=1.0), DARKER)
    assert np.median(found.offset_mm) == pytest.approx(TRUE_MM, abs=0.03)
    assert found.common_sigma_mm == 0.0


def test_where_no_line_shows_the_end_of_the_paint_stands_for_it():
    found = ring_centres(profiles(WOOD, BETWEEN, PURPLE, noise=1.0), DARKER)
    # Half-way from one colour to the other is somewhere under the line.
    assert np.abs(found.offset_mm - TRUE_MM).max() < WIDTH_MM / 2
    assert found.common_sigma_mm > WIDTH_MM / 2


def test_a_line_whose_far_edge_lies_beyond_what_was_sampled_stays_where_it_is_brightest():
    every = profiles(WOOD, INK, SHADED)
    colours, offset_mm = every.colours.copy(), every.offset_mm[0]
    # On one ray it runs along the end of what was sampled.
    colours[7, offset_mm < 4.0] = WOOD
    colours[7, offset_mm >= 4.0] = INK
    found = ring_centres(replace(every, colours=colours), DARKER)
    assert found.offset_mm[7] > 3.5


def test_a_line_darker_than_light_and_shade_is_a_line():
    """A lamp's light may end at a line; its sides then differ as the same wood does in more and in less light."""
    found = ring_centres(profiles(WOOD, INK, SHADED, noise=1.0), DARKER)
    # A line hardly wider than its blur does not reach its own colour, so that its edges are met a little too soon, on
    # the side with the larger step by a tenth of a pixel more.
    assert np.median(found.offset_mm) == pytest.approx(TRUE_MM, abs=0.1 * MM_PER_PX)
    assert found.common_sigma_mm == 0.0


def test_a_line_is_measured_in_its_own_colour_where_the_usual_one_hardly_shows_it():
    """JPEG spreads the hue of a grey line over the wood beside it, which in one channel looks like two lines."""
    every = profiles(WOOD, (60.0, 88.0, 118.0), WOOD, noise=1.0)
    colours = every.colours.copy()
    for side, levels in ((-1, 5.0), (1, 6.0)):
        colours[..., 0] += levels * np.exp(-(((every.offset_mm - TRUE_MM) / BLUR_MM - 2 * side) ** 2) / 2)
    seen, usual = replace(every, colours=colours), np.array([1.0, 0.0, 0.0])
    found = ring_centres(seen, own_mixture(seen, usual))
    # Noise of one level on a slope of 20 a mm is 0.05 mm on each ray.
    assert np.median(found.offset_mm) == pytest.approx(TRUE_MM, abs=0.05)
    assert abs(np.median(ring_centres(seen, usual).offset_mm) - TRUE_MM) > 1.0


@pytest.mark.parametrize("outer", [PALE, PURPLE])
def test_a_line_that_shows_in_the_usual_colour_or_between_paints_is_measured_as_usual(outer):
    every = profiles(PALE, (60.0, 60.0, 60.0), outer, noise=1.0)
    # Grain and this line darken all channels alike, so that together they show it no better than one of them.
    grain = np.random.default_rng(4).normal(0.0, 5.0, (*every.colours.shape[:2], 1))
    assert own_mixture(replace(every, colours=every.colours + grain), DARKER) is DARKER


def test_nothing_is_seen_outside_the_picture():
    every = profiles(WOOD, RED, WOOD)
    none = RingProfiles(
        colours=every.colours[:0], offset_mm=every.offset_mm[:0], azimuth_rad=np.zeros(0), mm_per_px=np.zeros(0)
    )
    assert len(ring_centres(none, DARKER).offset_mm) == 0
