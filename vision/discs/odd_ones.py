"""Discs unlike all the others: a coin, a lid, a stain pass for discs by their round outlines."""

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.colour.colour_space import lab_of, light_of, weigh
from vision.colour.other_light import in_even_light
from vision.discs.candidates import Candidates
from vision.discs.choose import Choice
from vision.discs.disc_evidence import LEAST_DRAWN
from vision.placing.disc_position import Placed

FloatArray = NDArray[np.float64]

# Farther than this from the colour of every other disc of its team, as it is seen and in even light (weighted L*a*b*),
# whatever white light its face mirrors. Of 1,647 discs in 179 photos and boards by lot 5 were, of 86 coins, lids,
# washers and stains 36.
ODD_COLOUR = 8.0
# Fitted wider or narrower by this than every other disc on the board, and hardly drawn as wide as all of them are: of
# the discs 4, of the others that no other question is asked about 14 of 59.
ODD_MM = 0.3
# With fewer others nobody knows how much discs differ here.
LEAST_OTHERS = 2


def find_odd_ones(candidates: Candidates, placed: Placed, choice: Choice, view: BoardView) -> NDArray[np.bool_]:
    """(N,) which of the chosen discs within the lines have not their team's colour, or not the others' size."""
    index = choice.index
    if not len(index):
        return np.zeros(0, np.bool_)
    within = np.hypot(*placed.solids.xy_mm[index].T) < view.lines[2].radius_mm
    # (N, N) for each disc which others it is compared with.
    other = within & within[:, None] & ~np.eye(len(index), dtype=bool)
    of_team = other & (choice.team[:, None] == choice.team)
    return np.asarray(
        within & (_has_odd_colour(candidates, index, of_team) | _has_odd_size(candidates, placed, index, other))
    )


def _has_odd_colour(candidates: Candidates, index: NDArray[np.intp], of_team: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(N,) whether a face has the colour of none of the others of its team, (N, N)."""
    seen, around = candidates.face_lab[index], candidates.surround_lab[index]
    apart = np.minimum(_distances(seen), _distances(in_even_light(seen, around)))
    nearest = np.where(of_team, apart, np.inf).min(axis=1)
    return np.asarray((of_team.sum(axis=1) >= LEAST_OTHERS) & (nearest > ODD_COLOUR))


def _distances(lab: FloatArray) -> FloatArray:
    """(N, N) how far each of (N, 3) faces is from the colour of every other one, or from that with as much white light
    on it as leaves none of its channels brighter than the face.
    """
    light = light_of(lab)
    white = np.maximum((light[:, None] - light).min(axis=2, keepdims=True), 0.0)
    others_lab = lab_of((light + white).reshape(-1, 3)).reshape(len(lab), len(lab), 3)
    return np.asarray(np.linalg.norm(weigh(lab)[:, None] - weigh(others_lab), axis=2))


def _has_odd_size(
    candidates: Candidates, placed: Placed, index: NDArray[np.intp], other: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """(N,) whether an outline is wider or narrower than those of all others, (N, N), and not drawn as wide as they."""
    radius_mm = candidates.fits.solids.radius_mm[index]
    narrowest_mm = np.where(other, radius_mm, np.inf).min(axis=1)
    widest_mm = np.where(other, radius_mm, -np.inf).max(axis=1)
    odd = np.maximum(narrowest_mm - radius_mm, radius_mm - widest_mm) > ODD_MM
    hardly_drawn = placed.drawn[index] < LEAST_DRAWN
    return np.asarray(odd & hardly_drawn & (other.sum(axis=1) >= LEAST_OTHERS))
