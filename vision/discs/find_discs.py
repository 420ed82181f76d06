"""Photo and BoardView -> the discs on the surface and in the ditch: sought by votes, by colour and by their shading."""

import numpy as np
from numpy.typing import NDArray

from calibration.board import DiscSpec
from calibration.shrink import shrink
from calibration.view import BoardView
from vision.discs.camouflage import find_camouflaged
from vision.discs.candidates import add_patches, add_places, find_candidates
from vision.discs.discs_among import FoundDiscs, TwoScales, discs_among
from vision.discs.likeness import shared_shading
from vision.discs.over_hole import is_in_hole
from vision.discs.visibility import may_be_missed, see_teams
from vision.hidden.glare import find_glare
from vision.placing.disc_position import Placed

# Votes are taken on the photo at no more than this; the fits use all of its pixels.
COARSE_SIDE_PX = 1600
# Glare is wide: means over five pixels of what they are taken on, 4 mm, show it.
GLARE_COARSE = 5
# Camouflaged discs of a team of which nothing else shows are no fewer: one alone was the shadow of a hand.
LEAST_OF_UNKNOWN = 2


def find_discs(bgr: NDArray[np.uint8], view: BoardView, disc: DiscSpec | None) -> FoundDiscs:
    """Find the discs first by their outlines and colours, then by the shading that they share.

    bgr : (H, W, 3). disc : the set's measured disc, if there is one.
    """
    scale = min(1.0, COARSE_SIDE_PX / max(bgr.shape[:2]))
    scales = TwoScales(bgr=bgr, view=view, coarse_bgr=shrink(bgr, scale), coarse_view=view.scaled(scale))
    candidates = find_candidates(bgr, scales.coarse_bgr, scales.coarse_view, view, disc)
    glare = find_glare(candidates.top_down.coarser(GLARE_COARSE), view)
    found = discs_among(candidates, glare, scales, disc)
    patched = add_patches(candidates, bgr, view, found.overlooked_mm, found.radius_mm, disc)
    # A disc that leans in the hole is seen beside it, and is the hole's business: no place on the board to look at.
    if not is_in_hole(patched, patched.fits.solids, view)[len(candidates.score) :].all():
        candidates = patched
        found = discs_among(candidates, glare, scales, disc)
    hidden = _hidden(found, scales)
    if hidden:
        candidates = add_places(candidates, bgr, view, hidden.solids)
        found = discs_among(candidates, glare, scales, disc, hidden)
    return found


def _hidden(found: FoundDiscs, scales: TwoScales) -> Placed | None:
    """Discs of the board's colour that only the shading shows that they share with the sure ones, if there are any."""
    solids, choice, view = found.placed.solids, found.choice, scales.view
    missed = may_be_missed(view, found.candidates, found.teams, choice, see_teams(view, found.placed, choice))
    alone = len(np.unique(choice.team)) == 1
    if not (missed or alone):
        return None
    sure = solids.taken(choice.index[~choice.faint])
    template = shared_shading(scales.coarse_bgr, scales.coarse_view, sure)
    if template is None:
        return None
    hidden = find_camouflaged(scales.bgr, view, template, sure, solids.xy_mm[choice.index])
    # The likeness of several makes up for not knowing their team.
    return hidden if len(hidden.merit) >= (1 if missed else LEAST_OF_UNKNOWN) else None
