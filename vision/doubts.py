"""What a player is asked: every doubt as a question in plain words."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from calibration.board import LINE_NAMES
from calibration.lines.rings import inner_lines_are_far_in
from calibration.view import BoardView
from vision.colour.colour_space import NEAR_COLOUR, TEAM_SPREAD, weigh, widest_difference
from vision.colour.names import name_colour, name_teams
from vision.colour.other_light import differ_by_stray_light, in_light
from vision.discs.candidates import Candidates
from vision.discs.choose import Choice
from vision.discs.poor_view import hides_board_coloured, seen_low, seen_small
from vision.discs.visibility import Visibility, may_be_missed
from vision.discs.whose_disc import Teams, evenly_lit
from vision.hidden.covered import ONE_THING_MM
from vision.hole.read_hole import HoleReading
from vision.reading import TEAM_IDS, Disc, Doubt

FloatArray = NDArray[np.float64]

# At a slant a circle on a face is not concentric with the disc's outline and draws discs to the side: on four of 34
# boards with such discs that were seen so, some were missed or misplaced by 3 to 11 mm without another question.
SLANT_DEG = 30.0
# Against a team without discs on the board only shots into the 15 circle are valid, so that many of one team's discs
# rarely lie there alone.
LONE_DISCS = 3
# Two teams of like colours lie in one that cannot be told apart where its discs differ by more, in weighted L*a*b* and
# even light: of 22 boards drawn by lot with one team found, they did on six of the ten with two and on two of the rest.
MOST_UNLIKE = NEAR_COLOUR
# By no rulebook does a side own more discs, and sides own equally many.
MOST_DISCS = 12
# Of a line that shows along less than half of its circle something else may be measured: of 1,308 lines on boards drawn
# by lot the only such one was 16 mm off, of those that show along more than half one in 60 more than 1.5 mm.
LEAST_OF_LINE = 0.5
# The narrowest discs that are sold, 1 3/32 inches across, on the largest board for them (24 inches, of which 8 mm lie
# beyond the outer line) have a radius of 14.3 mm, that line's taken as 304.8 mm; less two sigma of a radius.
NARROWEST_DISC_MM = 13.8
# Less is as good as sure, as for line calls.
MAYBE_STRETCHED = 0.02


def hole_doubts(hole: HoleReading, team_lab: FloatArray, disc: int | None) -> list[Doubt]:
    """Whether there is a disc in the hole. disc: its index, if one was counted."""
    if not hole.doubtful:
        return []
    name = f"{name_teams(team_lab)[hole.team]} disc" if hole.team >= 0 else "disc"
    where = "leaning on the edge of the hole" if hole.content == "lip" else "in the hole"
    hole_mm = (0.0, 0.0) if disc is None else None
    return [Doubt(code="hole", message=f"Is that a {name} {where}?", disc=disc, xy_mm=hole_mm)]


def whose_doubt(disc: int) -> Doubt:
    """Whose the disc of this index is."""
    return Doubt(code="team", message=f"Whose is disc {disc + 1}? Its colour is between the teams'.", disc=disc)


def choice_doubts(
    view: BoardView, candidates: Candidates, xy_mm: FloatArray, choice: Choice, *, outlines_sure: bool
) -> list[Doubt]:
    """Whose a disc is, and whether things on the board are discs.

    xy_mm : (M, 2) where the candidates stand; what lies beyond the outer line scores nothing and raises no question.
    outlines_sure : whether any outline is sure; seen low, all discs are asked about anyway.
    """
    scores = np.hypot(*xy_mm.T) < view.lines[2].radius_mm
    counted = scores[choice.index]
    whose = [whose_doubt(int(i)) for i in np.flatnonzero(choice.unsure & counted)]
    whose += [
        Doubt(
            code="unlike",
            message=f"Is disc {i + 1} a disc? Its colour, size or shadow is unlike the others'.",
            disc=int(i),
        )
        for i in np.flatnonzero(choice.unlike & ~choice.unsure & counted)
    ]
    unknown = [
        Doubt(
            code="unknown_object",
            message=f"Is the {name_colour(candidates.face_lab[i])} round thing {_whereabouts(view, xy_mm[i])} a disc?",
            xy_mm=(float(xy_mm[i, 0]), float(xy_mm[i, 1])),
        )
        for i in choice.doubtful
        if scores[i]
    ]
    faint = [
        Doubt(code="faint", message=f"Is disc {i + 1} a disc? Its outline hardly shows.", disc=int(i))
        for i in np.flatnonzero(choice.faint & counted)
    ]
    if counted.any() and not outlines_sure and not seen_low(view):
        faint.append(Doubt(code="faint", message="No disc's outline shows clearly: check them all."))
    return [*whose, *unknown, *faint]


def team_doubts(
    view: BoardView,
    candidates: Candidates,
    teams: Teams,
    choice: Choice,
    discs: Sequence[Disc],
    visibility: Visibility,
    two_coloured: NDArray[np.intp],
) -> list[Doubt]:
    """Whether discs of a team, or all of them, may have gone unseen or out of place, and how many teams play.

    two_coloured : (K,) group numbers of the teams whose discs are.
    """
    names = name_teams(teams.lab)
    hidden = sorted(may_be_missed(view, candidates, teams, choice, visibility))
    doubts = [
        Doubt(
            code="board_coloured",
            message=f"The {names[team]} discs have almost the board's colour: are all of them marked?",
            team=TEAM_IDS[team],
        )
        for team in hidden
    ]
    doubts += [
        Doubt(
            code="two_coloured",
            message=f"The {names[team]} discs have two colours: are all of them marked, in their places?",
        )
        for team in two_coloured
        if view.camera.slant_deg > SLANT_DEG
    ]
    evenly_lit_lab = evenly_lit(candidates, teams)[choice.index]
    teams_seen = [int(team) for team in np.unique(choice.team)]
    unlike = [
        TEAM_IDS[team] for team in teams_seen if widest_difference(evenly_lit_lab[choice.team == team]) > MOST_UNLIKE
    ]
    doubts += _other_team_unseen(view, names, discs, unlike)
    return doubts + _too_many_discs(names, discs) + _how_many_teams(names, teams)


def _other_team_unseen(
    view: BoardView, names: Sequence[str], discs: Sequence[Disc], unlike: Sequence[str]
) -> list[Doubt]:
    """Whether a team has no disc because all of its discs have the board's colour, or are taken for the other's.

    unlike : the teams whose discs differ by more than those of one mostly do.
    """
    found = sorted({disc.team for disc in discs})
    if not found and hides_board_coloured(view):
        return [Doubt(code="no_disc", message="No disc was found: is the board empty?")]
    lone_discs = sum(disc.place == "surface" for disc in discs)
    many = lone_discs >= LONE_DISCS or len(discs) > MOST_DISCS
    if len(found) == 1 and (many or found[0] in unlike or hides_board_coloured(view)):
        colour = names[TEAM_IDS.index(found[0])]
        return [Doubt(code="one_team", message=f"Only {colour} discs were found: does the other team have none?")]
    return []


def _too_many_discs(names: Sequence[str], discs: Sequence[Disc]) -> list[Doubt]:
    """Whether all discs of a team are its own, and discs at all, where it alone has more than a side owns on the board:
    what passes for a disc in the ditch scores nothing.
    """
    on_board = [disc.team for disc in discs if disc.place != "ditch"]
    counts = [on_board.count(TEAM_IDS[team]) for team in range(len(names))]
    return [
        Doubt(
            code="too_many",
            message=f"{count} {names[team]} discs are marked, but a side owns {MOST_DISCS}: is each of them its own?",
        )
        for team, count in enumerate(counts)
        if count > MOST_DISCS and sum(other > MOST_DISCS for other in counts) == 1
    ]


def _how_many_teams(names: Sequence[str], teams: Teams) -> list[Doubt]:
    """Whether two teams of like colours are two, and three three."""
    doubts, exposed = [], weigh(in_light(teams.lab, teams.lacking_light))
    for i, j in combinations(range(len(names)), 2):
        alike = np.linalg.norm(exposed[i] - exposed[j]) < TEAM_SPREAD
        if alike or differ_by_stray_light(teams.lab[i], teams.lab[j]):
            message = f"Are the {names[i]} and the {names[j]} discs two teams?"
            doubts.append(Doubt(code="like_teams", message=message))
    if len(names) > 2:
        # Seldom do three play: more often one team lies partly in a reflection, or what is printed passes for discs.
        message = f"Are the {', the '.join(names[:-1])} and the {names[-1]} discs {len(names)} teams?"
        doubts.append(Doubt(code="third_team", message=message))
    return doubts


def radius_doubts(view: BoardView, radius_mm: float) -> list[Doubt]:
    """Whether all discs are as narrow as that: of rims of the board's colour the circle of the faces shows better."""
    if radius_mm > NARROWEST_DISC_MM * view.beside_tournament:
        return []
    message = "The discs seem narrower than any that are sold: is it only their faces? Check every value near a line."
    return [Doubt(code="narrow_discs", message=message)]


def overlooked_doubts(view: BoardView, places_mm: FloatArray) -> list[Doubt]:
    """Patches of a team's colour, (K, 2) mm, that no disc explains."""
    return [_doubt_at(view, at, "overlooked", "Is there a disc {} that was not counted?") for at in places_mm]


def stacked_doubts(view: BoardView, places_mm: FloatArray) -> list[Doubt]:
    """Outlines of discs that overlap those of counted ones, (K, 2) mm."""
    return [_doubt_at(view, at, "stacked", "Does a disc {} lie on another? Only one is counted.") for at in places_mm]


def covered_doubts(view: BoardView, places_mm: FloatArray) -> list[Doubt]:
    """Things that lie over the board, (K, 2) mm: where they hide a line, or between lines."""
    asked = [_doubt_at(view, at, "covered", "Is a disc hidden {} under what lies over the board?") for at in places_mm]
    return [replace(doubt, reach_mm=ONE_THING_MM) for doubt in asked]


def _doubt_at(view: BoardView, xy_mm: FloatArray, code: str, question: str) -> Doubt:
    """A doubt about a place, (2,) mm, for which the question has a pair of braces."""
    message = question.format(_whereabouts(view, xy_mm))
    return Doubt(code=code, message=message, xy_mm=(float(xy_mm[0]), float(xy_mm[1])))


def view_doubts(view: BoardView, *, lines_measured: bool) -> list[Doubt]:
    """What this view of the board cannot show. lines_measured : whether the lines' radii come from a measured set."""
    doubts = []
    if min(view.ring_share) == 0.0:
        message = "The board's lines do not show where the board was put: check every value near a line."
        doubts.append(Doubt(code="board_by_hand", message=message))
    elif not view.set_fits:
        message = "The lines are not as the measured set has them: is it this board's?"
        doubts.append(Doubt(code="another_set", message=message))
    elif min(view.ring_share) < LEAST_OF_LINE:
        name = LINE_NAMES[int(np.argmin(view.ring_share))]
        doubts.append(Doubt(code="faint_line", message=f"The {name} line hardly shows: check every value near it."))
    elif not lines_measured and inner_lines_are_far_in(view.radii_mm):
        # Where the outer line hardly shows, the edge of the surface may have been taken for it.
        message = "The lines lie farther in than on other boards: was the board's edge taken for the outer line?"
        doubts.append(Doubt(code="unusual_lines", message=message))
    for name in view.odd_lines:
        message = f"The {name} line is double or a broad band: which edge counts? Check every value near it."
        doubts.append(Doubt(code="odd_line", message=message))
    if view.another_as_large:
        message = "Another board is in the picture: if it is the one you mean, photograph it alone."
        doubts.append(Doubt(code="another_board", message=message))
    if MAYBE_STRETCHED < view.camera.stretched < 1 - MAYBE_STRETCHED:
        message = "The picture may have been stretched: check every value near a line."
        doubts.append(Doubt(code="stretched", message=message))
    if view.outer_share_in_view < 1.0:
        doubts.append(Doubt(code="cut_off", message="Part of the board is outside the picture: does a disc lie there?"))
    if seen_small(view):
        message = "The board is so small in the picture that discs may be missed: check them all."
        doubts.append(Doubt(code="small_board", message=message))
    if seen_low(view):
        doubts.append(Doubt(code="low_view", message="The camera is too low to be sure of every disc: check them all."))
    return doubts


def _whereabouts(view: BoardView, xy_mm: FloatArray) -> str:
    """A place on the board on a clock face with its 12 up in the photo, and how far from the middle."""
    up_mm = view.mm(view.px(np.zeros(2)) - (0.0, 1.0))
    turn = np.arctan2(*xy_mm) - np.arctan2(*up_mm)
    hour = round(np.degrees(turn) / 30) % 12 or 12
    return f"at {hour} o'clock, {np.hypot(*xy_mm) / 10:.0f} cm from the middle,"
