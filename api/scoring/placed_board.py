"""Scoring a photo in which a player has shown where the board is."""

import importlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from api.photo import Photo
from api.score_photo import score_photo
from api.scored import ScoredPhoto


def board_from_handles() -> Callable[..., Any] | None:
    """The function that makes a board of four handles; None where this version has none."""
    return getattr(importlib.import_module("calibration.locate_board"), "board_from_handles", None)


def score_placed(photo: Photo, handles_px: Sequence[Sequence[float]], ruleset: str) -> ScoredPhoto:
    """Score with the ends of the quadrant lines at the outer line given, (4, 2) px, clockwise from the top."""
    make = board_from_handles()
    assert make is not None
    return score_photo(photo, ruleset=ruleset, view=make(photo.bgr, np.asarray(handles_px, np.float64)))
