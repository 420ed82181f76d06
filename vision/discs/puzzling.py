"""What may be a disc though it is not counted, and is asked about."""

import numpy as np
from numpy.typing import NDArray

from vision.discs.candidates import Candidates
from vision.discs.disc_evidence import (
    FACE_SPREAD,
    SEED_EVIDENCE,
    SEED_SCORE,
    STRIKING_SCORE,
    WEAK_EVIDENCE,
    credible,
    strikes_the_eye,
)
from vision.discs.whose_disc import STRIKING, UNSEEN, VISIBLE, Whose, contrast_to_board
from vision.hidden.glare import WASHES_OUT
from vision.placing.disc_position import Placed

# From here on what has a team's colour and is drawn, but is not counted, is asked about; so is what has many votes, or
# more evidence, and is seen at a glance: on 455 boards drawn by lot and photos four discs, and nothing else.
DOUBT_EVIDENCE = 0.15
# What strikes the eye, is of one colour, and that nearer to a team's than to the board's, is asked about from so few
# votes on: streaks of light and stripes take a disc half-way to the board's colour. On 532 boards by lot and photos as
# taken four things within the lines are, all of them discs that were passed over (one of these on three photos); on 613
# photos altered in several ways six discs, and 15 other places, eight of these in pictures of one stream.
COLOURED_SCORE = 0.20
# Votes and evidence from where on a thing is asked about, whatever its colour, on a board on which no disc was found,
# and on one that shows a single team. Of 40 boards by lot with discs of the board's own colour alone 19 showed none;
# this asks about some on 14 of these. Bare places reached 0.31 and 0.14, or 0.28 and 0.15, there and on real boards;
# beside discs of one team 0.39 and 0.20.
BARE_OUTLINE, LONE_OUTLINE = (0.30, 0.15), (SEED_SCORE, 0.20)
# A lamp mirrored over a disc and the board around it takes most of the difference between them away: there so many
# votes are enough to be asked about, and where its light washes out any difference at all. On 610 photos with lamps
# added, and otherwise altered, this shows 16 of the 66 discs under them that nothing was asked about, and 12 places
# without one; any difference under any light 20 and 30, of which 24 on one board of two woods.
IN_GLARE_SCORE = 0.25


def puzzling(
    candidates: Candidates, placed: Placed, whose: Whose, mirrored: NDArray[np.float32], *, teams_shown: int
) -> NDArray[np.bool_]:
    """(M,) what may be a disc, if it is not counted: drawn in a team's colour, or clearer in neither's.

    mirrored : (M,) light of a lamp or a window over them, as a share of white. teams_shown : how many teams have discs
    on the board.
    """
    contrast, evidence, voted = contrast_to_board(candidates), candidates.evidence, candidates.score >= SEED_SCORE
    enough = np.where(voted, DOUBT_EVIDENCE, SEED_EVIDENCE)
    at_a_glance = (candidates.score >= STRIKING_SCORE) & (evidence >= enough) & (contrast > VISIBLE)
    clear = voted & (evidence >= SEED_EVIDENCE) | at_a_glance | strikes_the_eye(candidates)
    drawn = credible(candidates, placed) & (evidence >= DOUBT_EVIDENCE)
    seen = (contrast > UNSEEN) & np.where(whose.belongs, drawn, clear)
    seen |= _leans_to_a_team(candidates, whose) | _washed_out(candidates, mirrored)
    if teams_shown < 2:
        seen |= _of_an_unseen_team(candidates, bare=teams_shown == 0) & ~whose.belongs
    return np.asarray(seen, np.bool_)


def _leans_to_a_team(candidates: Candidates, whose: Whose) -> NDArray[np.bool_]:
    """(M,) what has few votes, but strikes the eye in one colour that is nearer to a team's than to the board's."""
    contrast = contrast_to_board(candidates)
    nearer_to_team = whose.distance.min(axis=1, initial=np.inf) < contrast
    strikes = (candidates.score >= COLOURED_SCORE) & (contrast > STRIKING)
    return np.asarray(strikes & nearer_to_team & (candidates.face_spread < FACE_SPREAD), np.bool_)


def _of_an_unseen_team(candidates: Candidates, *, bare: bool) -> NDArray[np.bool_]:
    """(M,) what may be a disc of a team of which no other shows, so that nobody knows its colour: it may be the board's
    own, so that only an outline tells. bare : whether no disc at all lies on the board.
    """
    least_score, least_evidence = BARE_OUTLINE if bare else LONE_OUTLINE
    score, evidence = candidates.score, candidates.evidence
    outlined = (score >= least_score) & (evidence >= least_evidence)
    seen = (score >= STRIKING_SCORE) & (evidence >= WEAK_EVIDENCE) & (contrast_to_board(candidates) > VISIBLE)
    return np.asarray(outlined | seen, np.bool_)


def _washed_out(candidates: Candidates, mirrored: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(M,) what may be a disc under a mirrored lamp: it has some votes, and differs from the board as far as so much
    light, (M,), lets it.
    """
    outlined = (candidates.score >= IN_GLARE_SCORE) & (candidates.evidence >= WEAK_EVIDENCE)
    differs = contrast_to_board(candidates) > np.where(mirrored > WASHES_OUT, UNSEEN, VISIBLE)
    return np.asarray((mirrored > 0) & outlined & differs, np.bool_)
