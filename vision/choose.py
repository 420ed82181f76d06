"""Which candidates are discs."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.candidates import Candidates
from vision.disc_position import Placed
from vision.neighbours import apart
from vision.over_hole import is_in_hole, rim_over_disc, seen_over_hole
from vision.poor_view import seen_low, seen_small
from vision.teams import SAME_COLOUR, weigh
from vision.whose_disc import (
    STRIKING,
    UNSEEN,
    VISIBLE,
    Teams,
    Whose,
    belongs_to_team,
    board_within_lines,
    contrast_to_board,
    team_distance,
    whose_faces,
)

FloatArray = NDArray[np.float64]

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
# votes are enough to be asked about, and where its light is more than so much of white any difference at all. On 610
# photos with lamps added, and otherwise altered, this shows 16 of the 66 discs under them that nothing was asked about,
# and 12 places without one; any difference under any light 20 and 30, of which 24 on one board of two woods.
IN_GLARE_SCORE, WASHES_OUT = 0.25, 0.1
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
# An empty rim is drawn at least 1.22 times as clearly as the disc that it passes for (1.85 in renderings; 1.08 in a
# stream of 2.6 mm a pixel), a rim that a disc stands at up to 1.05 times as clearly as that disc. Up to the second it
# is asked about. So is, from the third on, what is counted without a sure outline: a painted bottom passed for a disc
# with a rim as clear as it, and that of discs which stand there was 0.5 to 0.78 times as clear (six on 532 boards by
# lot and photos), or their outline was sure.
RIM_WINS, RIM_SURE, RIM_DOUBTED = 1.065, 1.5, 0.9


@dataclass(frozen=True, eq=False, kw_only=True)
class Choice:
    """index : (N,) of the chosen candidates. team : (N,) group number.

    striking : (N,) whether a face differs from the board at a glance. faint : (N,) whether so little shows that wood
    grain might have made it. unsure : (N,) whether the colour fits another team nearly as well. unlike : (N,) whether
    it fits neither. doubtful : (K,) candidates that may be discs.
    """

    index: NDArray[np.intp]
    team: NDArray[np.intp]
    striking: NDArray[np.bool_]
    faint: NDArray[np.bool_]
    unsure: NDArray[np.bool_]
    unlike: NDArray[np.bool_]
    doubtful: NDArray[np.intp]


def find_seeds(candidates: Candidates, view: BoardView) -> NDArray[np.intp]:
    """(S,) candidates that are discs by their outline alone, the surest first; where none are, or where outlines get
    fewer votes, also what strikes the eye and is of one colour, as painted ornaments are not.
    """
    strong = sure_outlines(candidates, view)
    if not strong.any() or seen_low(view) or seen_small(view):
        striking = _strikes_the_eye(candidates) & ~seen_over_hole(candidates.fits.solids, view)
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


def worth_placing(candidates: Candidates, teams: Teams) -> NDArray[np.intp]:
    """Candidates that may be counted or asked about: seeds, those of a team's colour, and those with many votes."""
    worth = belongs_to_team(team_distance(candidates.face_lab, teams.lab), contrast_to_board(candidates))
    worth |= candidates.score >= SEED_SCORE
    worth[teams.seeds] = True
    return np.flatnonzero(worth)


def choose_discs(
    candidates: Candidates,
    teams: Teams,
    placed: Placed,
    view: BoardView,
    rim_drawn: float,
    mirrored: NDArray[np.float32],
) -> Choice:
    """The seeds, and what has a team's colour and outline enough.

    placed: all candidates with the radius that the discs share, those worth it where their outline shows. rim_drawn :
    how clearly the hole's rim is drawn. mirrored : (M,) light of a lamp or a window over them, as a share of white.
    """
    whose = whose_faces(candidates, teams, view)
    outside = ~is_in_hole(candidates, placed.solids, view)
    over_disc = rim_over_disc(placed, view, rim_drawn)
    quality = candidates.evidence * placed.drawn**4 / (1 + (candidates.face_spread / FACE_SPREAD) ** 2)
    likely = _likely(candidates, placed, whose, view)
    likely[teams.seeds] = True
    likely &= outside
    index = apart(np.flatnonzero(likely & (over_disc < RIM_WINS)), placed.solids, quality)
    on_board = index[np.hypot(*placed.solids.xy_mm[index].T) < view.surface_radius_mm]
    puzzling = _puzzling(candidates, placed, whose, teams_shown=len(np.unique(whose.team[on_board])))
    puzzling |= _washed_out(candidates, mirrored)
    puzzling = np.where(over_disc < RIM_WINS, puzzling & outside, likely & (over_disc < RIM_SURE))
    puzzling[index] = False
    doubtful = [
        i for i in np.flatnonzero(puzzling) if i in apart(np.append(index, i), placed.solids, quality + (quality < 0))
    ]
    return Choice(
        index=index,
        team=whose.team[index],
        striking=contrast_to_board(candidates)[index] > STRIKING,
        faint=hardly_shows(candidates, placed)[index],
        unsure=whose.unsure[index],
        unlike=whose.unlike[index],
        doubtful=np.array(doubtful, np.intp),
    )


def _likely(candidates: Candidates, placed: Placed, whose: Whose, view: BoardView) -> NDArray[np.bool_]:
    """(M,) what has a team's colour and outline enough to be counted."""
    contrast, evidence, drawn = contrast_to_board(candidates), candidates.evidence, placed.drawn
    # A disc of the board's own colour still has an edge all round.
    visible = (contrast > UNSEEN) | (drawn >= SURE_DRAWN)
    seen = ((evidence >= FAINT_EVIDENCE) | (drawn >= FAINT_DRAWN)) & visible
    weakly_seen = (evidence >= WEAK_EVIDENCE) & (contrast > VISIBLE)
    patch = _even_patch(candidates, whose.distance, view) & (contrast > VISIBLE) & (drawn >= LEAST_DRAWN)
    enough = seen | weakly_seen | patch | _strikes_the_eye(candidates)
    return np.asarray(whose.belongs & _credible(candidates, placed) & enough, np.bool_)


def _puzzling(candidates: Candidates, placed: Placed, whose: Whose, *, teams_shown: int) -> NDArray[np.bool_]:
    """(M,) what may be a disc, if it is not counted: drawn in a team's colour, or clearer in neither's.

    teams_shown : how many teams have discs on the board.
    """
    contrast, evidence, voted = contrast_to_board(candidates), candidates.evidence, candidates.score >= SEED_SCORE
    enough = np.where(voted, DOUBT_EVIDENCE, SEED_EVIDENCE)
    at_a_glance = (candidates.score >= STRIKING_SCORE) & (evidence >= enough) & (contrast > VISIBLE)
    clear = voted & (evidence >= SEED_EVIDENCE) | at_a_glance | _strikes_the_eye(candidates)
    drawn = _credible(candidates, placed) & (evidence >= DOUBT_EVIDENCE)
    puzzling = (contrast > UNSEEN) & np.where(whose.belongs, drawn, clear)
    puzzling |= _leans_to_a_team(candidates, whose)
    if teams_shown < 2:
        puzzling |= _of_an_unseen_team(candidates, bare=teams_shown == 0) & ~whose.belongs
    return np.asarray(puzzling, np.bool_)


def _leans_to_a_team(candidates: Candidates, whose: Whose) -> NDArray[np.bool_]:
    """(M,) what has few votes, but strikes the eye in one colour that is nearer to a team's than to the board's."""
    contrast = contrast_to_board(candidates)
    nearer_to_team = whose.distance.min(axis=1, initial=np.inf) < contrast
    strikes = (candidates.score >= COLOURED_SCORE) & (contrast > STRIKING)
    return np.asarray(strikes & nearer_to_team & (candidates.face_spread < FACE_SPREAD), np.bool_)


def _credible(candidates: Candidates, placed: Placed) -> NDArray[np.bool_]:
    """(M,) what is drawn better than grain alone, or strikes the eye however little of its edge is free."""
    return np.asarray((placed.drawn >= LEAST_DRAWN) | (contrast_to_board(candidates) > STRIKING), np.bool_)


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


def may_be_the_rim(candidates: Candidates, placed: Placed, view: BoardView, rim_drawn: float) -> NDArray[np.bool_]:
    """(M,) of what is seen over the hole without a sure outline, whether it may be the rim that is drawn."""
    return (rim_over_disc(placed, view, rim_drawn) > RIM_DOUBTED) & (candidates.evidence < SEED_EVIDENCE)


def hardly_shows(candidates: Candidates, placed: Placed) -> NDArray[np.bool_]:
    """(M,) of what shows so little of an outline, where it was placed, that grain or a numeral might have made it."""
    evidence, drawn = candidates.evidence, placed.drawn
    striking = (contrast_to_board(candidates) >= STRIKING) & ((evidence >= FAINT_EVIDENCE) | (drawn >= LEAST_DRAWN))
    sure = (evidence >= SURE_EVIDENCE) | (drawn >= SURE_DRAWN) | striking
    return np.asarray(~sure & ((evidence < SURE_IF_DRAWN) | (drawn < FAINT_DRAWN)), np.bool_)


def _even_patch(candidates: Candidates, distance: FloatArray, view: BoardView) -> NDArray[np.bool_]:
    """(M,) whether a face is a patch of a team's very colour, and not the board's: a disc however blurred its edge.

    distance : (M, T) to the teams' colours. Beside another disc the board around says little, and the ditch is painted:
    all of the board within the lines is compared.
    """
    board = board_within_lines(candidates, view)
    if board is None:
        return np.zeros(len(distance), bool)
    from_board = np.linalg.norm(weigh(candidates.face_lab) - board, axis=1)
    of_one_colour = candidates.face_spread < EVEN_FACE
    of_a_team = distance.min(axis=1, initial=np.inf) < SAME_COLOUR
    return np.asarray(of_one_colour & of_a_team & (from_board > VISIBLE), np.bool_)


def _strikes_the_eye(candidates: Candidates) -> NDArray[np.bool_]:
    """(M,) what has votes enough for a disc that differs so much from the board."""
    return np.asarray((candidates.score >= STRIKING_SCORE) & (contrast_to_board(candidates) > STRIKING), np.bool_)
