"""Candidates that are discs by their outline alone: what the rest is judged by."""

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.discs.candidates import Candidates
from vision.discs.disc_evidence import FACE_SPREAD, SEED_EVIDENCE, SEED_SCORE, strikes_the_eye
from vision.discs.over_hole import is_in_hole, seen_over_hole
from vision.discs.poor_view import seen_low, seen_small
from vision.discs.whose_disc import STRIKING, UNSEEN, contrast_to_board
from vision.placing.neighbours import apart


def find_seeds(candidates: Candidates, view: BoardView) -> NDArray[np.intp]:
    """(S,) candidates that are discs by their outline alone, the surest first; where none are, or where outlines get
    fewer votes, also what strikes the eye and is of one colour, as painted ornaments are not.
    """
    strong = sure_outlines(candidates, view)
    if not strong.any() or seen_low(view) or seen_small(view):
        striking = strikes_the_eye(candidates) & ~seen_over_hole(candidates.fits.solids, view)
        strong |= striking & (candidates.face_spread < FACE_SPREAD)
    quality = candidates.evidence / (1 + (candidates.face_spread / FACE_SPREAD) ** 2)
    return apart(np.flatnonzero(strong), candidates.fits.solids, quality)


def sure_outlines(candidates: Candidates, view: BoardView) -> NDArray[np.bool_]:
    """(M,) which candidates are discs by their outline alone.

    Seen low, cups and hands draw outlines over the board as well: there only what differs from it at a glance is sure.
    Of 247 sure outlines that differ less, on 155 photos and scenes, one was seen so, and that was a cup's mouth.
    """
    contrast = contrast_to_board(candidates)
    drawn = (candidates.evidence >= SEED_EVIDENCE) & (contrast > UNSEEN)
    enough = contrast > STRIKING if seen_low(view) else drawn | (contrast > STRIKING)
    strong = (candidates.score >= SEED_SCORE) & enough
    return np.asarray(strong & ~is_in_hole(candidates, candidates.fits.solids, view), np.bool_)
