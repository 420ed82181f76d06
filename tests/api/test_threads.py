"""Scoring leaves a processor to others, whoever calls it."""

import numpy as np

from api import score_photo as scoring
from api.one_thread import LINEAR_ALGEBRA
from api.photo import Photo
from calibration.view import BoardNotFound


def threads() -> set[int]:
    return {library["num_threads"] for library in LINEAR_ALGEBRA.info()}


def test_linear_algebra_runs_in_one_thread_while_a_photo_is_scored_and_as_before_afterwards(monkeypatch):
    seen = []

    def looked_for(photo, measured):
        seen.append(threads())
        raise BoardNotFound("nothing")

    monkeypatch.setattr(scoring, "board_in", looked_for)
    with LINEAR_ALGEBRA.limit(limits=2):
        scoring.score_photo(Photo(name="wall.jpg", bgr=np.zeros((60, 80, 3), np.uint8)))
        assert threads() == {2}
    assert seen == [{1}]
