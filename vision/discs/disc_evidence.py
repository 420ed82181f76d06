"""How much shows of a candidate: votes for an outline, evidence along it, and how clearly the placed disc is drawn."""

import numpy as np
from numpy.typing import NDArray

from vision.discs.candidates import Candidates
from vision.discs.whose_disc import STRIKING, contrast_to_board
from vision.placing.disc_position import Placed

# Evidence of an outline. Measured on boards of every kind:
# wood grain, numerals and shadows alone reach 0.20, discs of the wood's own colour start at 0.14, others at 0.25.
SEED_SCORE = 0.42
SEED_EVIDENCE = 0.25
# Seen low or small, an outline that strikes the eye gets fewer votes. Of 163 things on the board between 0.30 and a
# seed's score, on real photos, turned ones among them, and on boards drawn by lot 14 were no discs, most of them in
# streams at over 70 degrees. A disc between two pegs, which hide a part of it, got 0.296 on one processor and 0.30 or
# more on another. In a team's colour they count however badly their outline was fitted: five of five were discs.
STRIKING_SCORE = 0.28
FAINT_EVIDENCE = 0.20
WEAK_EVIDENCE = 0.12
# A patch of a team's colour that nothing voted for, with less than the last, is paint as well as a disc: of 4,940 discs
# on boards drawn by lot seven were such patches.
# Up to here a disc that does not strike the eye is counted, but asked about, unless it is drawn as well. On 416 boards
# drawn by lot whatever did not strike the eye, had more than the second evidence and was drawn, was a disc.
SURE_EVIDENCE, SURE_IF_DRAWN = 0.24, 0.16
# Clarity of the outline drawn by the disc where it was placed. Wood grain alone reaches 0.44, mostly less than 0.36;
# discs that hardly differ from the wood start at 0.40; striking ones are drawn less where others hide them.
LEAST_DRAWN = 0.36
FAINT_DRAWN = 0.45
SURE_DRAWN = 0.50
# A face is of one colour; a candidate half on a disc and half on its shadow is not.
FACE_SPREAD = 9.0
# Unevenness of faces that are of one colour only.
EVEN_FACE = 4.0


def strikes_the_eye(candidates: Candidates) -> NDArray[np.bool_]:
    """(M,) what has votes enough for a disc that differs so much from the board."""
    return np.asarray((candidates.score >= STRIKING_SCORE) & (contrast_to_board(candidates) > STRIKING), np.bool_)


def credible(candidates: Candidates, placed: Placed) -> NDArray[np.bool_]:
    """(M,) what is drawn better than grain alone, or strikes the eye however little of its edge is free."""
    return np.asarray((placed.drawn >= LEAST_DRAWN) | (contrast_to_board(candidates) > STRIKING), np.bool_)


def hardly_shows(candidates: Candidates, placed: Placed) -> NDArray[np.bool_]:
    """(M,) of what shows so little of an outline, where it was placed, that grain or a numeral might have made it, or
    paint of a team's colour.
    """
    evidence, drawn = candidates.evidence, placed.drawn
    striking = (contrast_to_board(candidates) >= STRIKING) & ((evidence >= FAINT_EVIDENCE) | (drawn >= LEAST_DRAWN))
    by_colour_alone = (candidates.score <= 0) & (evidence < WEAK_EVIDENCE)
    sure = ((evidence >= SURE_EVIDENCE) | (drawn >= SURE_DRAWN) | striking) & ~by_colour_alone
    return np.asarray(~sure & ((evidence < SURE_IF_DRAWN) | (drawn < FAINT_DRAWN)), np.bool_)
