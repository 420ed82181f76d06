"""A picture in which nothing votes for a disc is read as an empty board, not as an error."""

import numpy as np

from calibration.board_from_handles import board_from_handles
from vision.read_board import read_board


def test_a_featureless_picture_has_no_discs():
    wall = np.full((600, 800, 3), 128, np.uint8)
    view = board_from_handles(wall, [(200, 100), (600, 100), (600, 500), (200, 500)])
    assert read_board(wall, view).discs == ()
