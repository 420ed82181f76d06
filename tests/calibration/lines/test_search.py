"""Where in a photo a ring pattern is sought."""

import numpy as np
import pytest
from synthetic import noisy_copies

from benchmarks.wild_scene import wild_scene
from calibration.board import LINE_RADII_MM
from calibration.camera.lens import apply_homography
from calibration.lines.search import SURE_SCORE, Search
from sample_images.render.camera import project
from sample_images.render.photo import render


@pytest.mark.slow
def test_a_small_board_that_a_table_outvotes_is_found_in_windows():
    scene = wild_scene(31)
    middle_px, on_line_px = project(scene.camera, np.array([(0.0, 0.0, 0.0), (LINE_RADII_MM[2], 0.0, 0.0)]))
    # Whether the board or the table wins hangs on a photo's noise; windows find the board anyway.
    searches = [Search(bgr) for bgr in noisy_copies(render(scene, seed=31), 3)]
    assert min(next(search.by_votes()).pattern.score for search in searches) < SURE_SCORE
    for search in searches:
        found = next(search.in_windows())
        # Edges are good to a pixel of the smaller copy that is searched, a hundredth of the outer line's radius.
        off_px = np.linalg.norm(apply_homography(found.px_from_plane, np.zeros(2)) - middle_px)
        assert off_px < 0.01 * np.linalg.norm(on_line_px - middle_px)
