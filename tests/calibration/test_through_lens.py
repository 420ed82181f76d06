"""A board's lines through another lens, on a rendered photo with exact truth."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import rendered, scene_at

from calibration.locate_board import locate_board
from calibration.through_lens import bent_more, through_lens
from sample_images.render.photo import render

# In focal lengths, as of an action camera.
K1 = -0.2


@pytest.mark.slow
def test_rings_are_as_wide_as_they_were_drawn_through_the_true_lens():
    """From straight above its bend passes for other radii; 700 samples of 0.3 px each leave 0.02 mm in doubt."""
    scene = scene_at(0.0, 0.0)
    scene = replace(scene, camera=replace(scene.camera, radial=(K1, 0.0, 0.0)))
    view = locate_board(render(scene, seed=5))
    true_mm = [line.radius_mm for line in scene.board.lines]
    assert np.abs(np.subtract(view.radii_mm, true_mm)).max() > 0.5
    unit = scene.camera.focal_px / view.lens.focal_px
    there = through_lens(view, replace(view.lens, k1=K1 / unit**2))
    np.testing.assert_allclose(there.radii_mm, true_mm, atol=0.08)
    # The lines stay where they are seen, and lead back again.
    at_mm = view.radii_mm[1] * np.array([[1.0, 0.0], [0.0, 1.0]])
    np.testing.assert_allclose(np.hypot(*there.mm(view.px(at_mm)).T), there.radii_mm[1], atol=0.02)
    np.testing.assert_allclose(through_lens(there, view.lens).radii_mm, view.radii_mm, atol=0.01)


def test_measured_radii_stay_through_any_lens():
    _, _, view = rendered(25.0, -90.0)
    lens = replace(view.lens, k1=view.lens.k1 - 0.02)
    assert through_lens(view, lens).radii_mm != pytest.approx(view.radii_mm, rel=1e-5)
    assert through_lens(view, lens, radii_known=True).radii_mm == pytest.approx(view.radii_mm, rel=1e-9)


def test_a_given_lens_is_what_it_is():
    """With a k2 a lens shows more than its k1 alone would; limits for a k1 that is sought do not touch it."""
    _, _, view = rendered(0.0, -90.0)
    lens = replace(view.lens, k1=-2.5, k2=4.0)
    assert lens.k1 < lens.lowest_k1(view.px(np.array([[view.radii_mm[2], 0.0]])))
    # The lines run where their circles are put through that lens, to a few samples' error of 0.1 px, 0.1 mm here.
    for line in through_lens(view, lens).line_maps:
        assert abs(line.offset_mm.mean()) < 0.05


def test_no_bend_is_more_than_a_lens_can_have():
    """Beyond where a lens turns back all three lines would fall into one."""
    _, _, view = rendered(0.0, -90.0)
    for k1 in (-0.7, -1.0, -3.0):
        bent = bent_more(view, k1)
        # Lines that far off the middle of the picture are bent inward by up to a quarter of their radius.
        assert bent.radii_mm[0] < 0.4 * bent.radii_mm[2]
        np.testing.assert_allclose(bent.px(bent.mm(np.array([[300.0, 300.0]]))), [[300.0, 300.0]], atol=0.01)
