"""From what is seen of a team's colour in the twenty hole to what lies there, and whether that is in doubt."""

from dataclasses import dataclass
from typing import Literal

from vision.hole.outlines import Outlines
from vision.hole.solids import (
    LIKELY_LEANS,
    LIKELY_LEVEL,
    MAY_LEAN,
    MAY_LEAN_OVER_BOTTOM,
    MAY_LEAN_OVER_LEVEL,
    MAY_LEAN_OVER_OUTLINE,
    MAYBE_LEVEL_FROM_ABOVE,
    SURELY_BOTTOM,
    SolidOdds,
)

Content = Literal["empty", "hole", "lip"]

# A disc's outline is seen that is drawn along this much of its round.
SEEN = 0.55
# The rim's own outline outweighs a fit inside it that is seen this much less.
RIM_WINS = 0.25
# It is clear that is drawn along this much.
CLEAR = 0.8
# A rim seen this well has most likely nothing leaning over it: of 45 lone discs that did two left more of it in view.
# What is seen less than the second is no disc.
CLEAR_RIM, LEAST_SUPPORT = 0.75, 0.45
# Wood grain and shadows in an empty hole draw less of a disc's outline than this.
LEAST_SEEN = 0.3
# Radius at which the face's colour first ends, on the near side: discs were measured at 14.2 to 16.0, painted bottoms
# of the same colours at 16.5 to 17.2.
FACE_ENDS_MM = 16.3
FACE_ENDS_MARGIN_MM = 0.4
# What ends so much farther in may be a disc that lies low, though its outline hardly shows. Half and twice as much read
# the same on 36 pictures.
SUNKEN_MM = 1.0
# Log of how much better a level disc than a bottom explains what is read as a bottom, and may not be one.
LIKELY_BOTTOM = -0.1
# Likewise what is read as a disc by its clear outline at a slant: a painted bottom reached 0.11.
CLEARLY_ABOVE_BOTTOM = 0.2
# A dark hole of a team's very colour all over may hold a disc of it unless it is this surely a bottom: black discs that
# fill it, seen from above, have logs of -0.5 and more. Of 15 empty holes as dark, on real photos, boards drawn by lot
# and renderings, two are so. Of nearly that colour it may if that ends where a disc's would and a disc explains it as
# well as a bottom does: a navy disc in a navy hole did, and none of 143 other holes.
SURELY_DARK_BOTTOM = -0.6


@dataclass(frozen=True, kw_only=True)
class HoleSigns:
    """What is seen of a team's colour in the hole.

    own_colour : whether it is the team's in any light; very_colour : whether it is the team's as it is, all over; lit :
    whether it is lighter than an empty hole; lighter : than the team's discs. ends_mm : radius at which it ends.
    slit_shows : whether one between disc and rim would be seen. soft : whether the photo is out of focus or moved.
    """

    outlines: Outlines
    own_colour: bool
    very_colour: bool
    lit: bool
    lighter: bool
    ends_mm: float
    slit_shows: bool
    soft: bool

    @property
    def tells_from_dark(self) -> bool:
        """Whether a disc may be there, however little of its edge shows, and not the dark of an empty hole: there
        something must be seen of a disc, and nothing of the rim.
        """
        return self.lit or (self.outlines.flat > LEAST_SEEN and self.outlines.rim < CLEAR_RIM)


def told_by_signs(signs: HoleSigns, odds: SolidOdds) -> tuple[Content, bool]:
    """What is likeliest in the hole, and whether that is in doubt."""
    content, doubtful = _by_outline(signs)
    content, doubtful = _by_depth(signs, odds, content, doubtful)
    if signs.own_colour or content != "empty":
        doubtful = doubtful or _may_lean_all_the_same(signs, odds, content)
    if content == "empty" and not signs.lit:
        ends_like_a_disc = signs.own_colour and signs.ends_mm < FACE_ENDS_MM and odds.depth > 0.0
        doubtful = doubtful or ends_like_a_disc or (signs.very_colour and odds.depth > SURELY_DARK_BOTTOM)
    return content, doubtful


def _by_outline(signs: HoleSigns) -> tuple[Content, bool]:
    """What the outline and the end of the colour say of the hole, and whether that is in doubt."""
    support = max(signs.outlines.flat, signs.outlines.lean)
    if signs.own_colour and support >= SEEN and support > signs.outlines.rim - RIM_WINS:
        if signs.outlines.lean > signs.outlines.flat:
            return "lip", signs.outlines.rim > signs.outlines.lean
        unclear = abs(signs.ends_mm - FACE_ENDS_MM) < FACE_ENDS_MARGIN_MM or signs.outlines.rim > support
        return "hole" if signs.ends_mm < FACE_ENDS_MM else "empty", unclear
    if signs.ends_mm >= FACE_ENDS_MM:
        return "empty", False
    # Either the colour or the outline speaks less clearly: it lies in its own shadow, or low in the hole.
    shaded = signs.outlines.flat >= SEEN and signs.outlines.flat > signs.outlines.rim
    sunken = signs.own_colour and signs.outlines.flat > LEAST_SUPPORT and signs.ends_mm < FACE_ENDS_MM - SUNKEN_MM
    if signs.lit and (shaded or sunken):
        return "empty" if signs.lighter else "hole", True
    return "empty", signs.own_colour and signs.tells_from_dark


def _by_depth(signs: HoleSigns, odds: SolidOdds, content: Content, doubtful: bool) -> tuple[Content, bool]:
    """What the outline says of the hole and whether that is in doubt, put right by how deep the colour lies."""
    clear = signs.outlines.flat >= CLEAR
    # What lies far out over the hole shades it from one side, and its outline tells it.
    surely_bottom = odds.depth < SURELY_BOTTOM if content == "lip" else odds.surely_bottom
    if surely_bottom:
        return "empty", False
    leans = content == "lip" and odds.lean > MAY_LEAN_OVER_LEVEL
    if odds.likely_level and not leans and (signs.own_colour or (clear and content == "hole")):
        return "hole", not odds.surely_level
    if odds.likely_level and content == "empty":
        # Of a colour between the team's and none.
        return content, doubtful or odds.surely_level or signs.tells_from_dark
    if odds.slanted:
        if content == "hole":
            return content, not (signs.own_colour and clear and odds.least_depth > CLEARLY_ABOVE_BOTTOM)
        contradicts = odds.depth > LIKELY_BOTTOM if content == "empty" else odds.depth < 0.0
        return content, doubtful or (signs.own_colour and contradicts)
    if content == "empty":
        untold = signs.tells_from_dark and not signs.slit_shows and odds.depth > LIKELY_BOTTOM
        # A soft photo mixes a face's colour with that of the shadow around it.
        coloured = signs.own_colour or (signs.soft and signs.lit)
        return content, doubtful or (coloured and (untold or odds.depth > MAYBE_LEVEL_FROM_ABOVE))
    # From above the edge of a shadow on the bottom passes for an outline.
    unclear = max(signs.outlines.flat, signs.outlines.lean) < CLEAR or odds.least_depth < LIKELY_LEVEL
    return content, doubtful or (content == "hole" and unclear)


def _may_lean_all_the_same(signs: HoleSigns, odds: SolidOdds, content: Content) -> bool:
    """Whether a disc may lean on the lip, read as something else by a little, or by its outline alone."""
    if content == "empty":
        # In the dark colours hardly differ.
        told_by_colour = odds.very_colour or (odds.of_a_team and signs.lit)
        told_by_shape = odds.of_a_team and odds.depth > SURELY_BOTTOM and odds.lean > MAY_LEAN
        return told_by_shape or (told_by_colour and odds.lean > MAY_LEAN_OVER_BOTTOM)
    if content == "hole":
        return odds.of_a_team and odds.lean > (
            MAY_LEAN_OVER_OUTLINE if signs.outlines.flat >= SEEN else MAY_LEAN_OVER_LEVEL
        )
    return odds.lean < LIKELY_LEANS
