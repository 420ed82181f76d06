"""A team none of whose discs has a sure outline, told by what several of them share: one colour."""

import numpy as np
from numpy.typing import NDArray
from scipy.cluster.hierarchy import fcluster, linkage

from calibration.view import BoardView
from vision.colour.colour_space import SAME_COLOUR, weigh
from vision.discs.candidates import Candidates
from vision.discs.disc_evidence import EVEN_FACE, STRIKING_SCORE, WEAK_EVIDENCE
from vision.discs.over_hole import seen_over_hole
from vision.discs.whose_disc import VISIBLE, Teams, contrast_to_board, team_distance
from vision.placing.neighbours import apart, clear_of_discs

# Chance makes two things alike, not three: of 478 boards drawn by lot and photos no three round things of one colour,
# away from the sure discs, were anything but discs.
LEAST_ALIKE = 3
# Nearer to the only team's colour than twice what its very colour may differ a disc is more likely one of its own.
ANOTHER_COLOUR = 2 * SAME_COLOUR


def find_another_team(candidates: Candidates, teams: Teams, view: BoardView) -> NDArray[np.intp]:
    """(K,) candidates on the board that are no sure discs each, but of one colour that is not that of the only team."""
    solids = candidates.fits.solids
    drawn = (candidates.score >= STRIKING_SCORE) & (candidates.evidence >= WEAK_EVIDENCE)
    of_one_colour = (candidates.face_spread < EVEN_FACE) & (contrast_to_board(candidates) > VISIBLE)
    another = team_distance(candidates.face_lab, teams.lab).min(axis=1, initial=np.inf) > ANOTHER_COLOUR
    on_board = (np.hypot(*solids.xy_mm.T) < view.surface_radius_mm) & ~seen_over_hole(solids, view)
    # A disc's shadow has one colour as well.
    seeds = teams.seeds
    free = clear_of_discs(solids.xy_mm, solids.xy_mm[seeds], float(np.median(solids.radius_mm[seeds])))
    things = apart(np.flatnonzero(drawn & of_one_colour & another & on_board & free), solids, candidates.evidence)
    if len(things) < LEAST_ALIKE:
        return np.zeros(0, np.intp)
    heap = fcluster(linkage(weigh(candidates.face_lab[things]), "average"), SAME_COLOUR, criterion="distance")
    largest = np.asarray(things[heap == np.bincount(heap).argmax()], np.intp)
    return largest if len(largest) >= LEAST_ALIKE else largest[:0]
