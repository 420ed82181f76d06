"""Places of no discs at all."""

import numpy as np
from synthetic import rendered, true_solids

from vision.placing.disc_position import best_merit, place_discs


def test_no_discs_have_no_places_and_no_merit():
    bgr, scene, view = rendered(20.0, 35.0)
    none = true_solids(scene, view).taken(np.zeros(0, np.intp))
    assert len(place_discs(bgr, view, none).solids.xy_mm) == 0
    assert len(best_merit(bgr, view, none)) == 0
