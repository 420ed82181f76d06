"""A team's colour on the board is that of its discs there, whatever the ditch does to the others."""

from types import SimpleNamespace

import numpy as np

from vision.discs.discs_among import _on_board_lab

BLACK, TINGED, ORANGE = (14.0, 0.0, 4.0), (26.0, 0.0, 9.0), (56.0, 18.0, 47.0)


def test_discs_in_the_ditch_do_not_count():
    face_lab = np.array([TINGED, ORANGE, BLACK, TINGED, TINGED, (99.0, 0.0, 0.0)])
    on_board = np.array([False, True, True, False, False])
    choice = SimpleNamespace(index=np.arange(5), team=np.array([1, 0, 1, 1, 1]))
    found = _on_board_lab(SimpleNamespace(face_lab=face_lab), choice, on_board)
    assert found.tolist() == [list(ORANGE), list(BLACK)]


def test_a_team_without_discs_on_the_board_has_no_colour_there():
    choice = SimpleNamespace(index=np.array([0]), team=np.array([0]))
    candidates = SimpleNamespace(face_lab=np.array([TINGED]))
    assert _on_board_lab(candidates, choice, np.array([False])).shape == (0, 3)
