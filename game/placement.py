"""Where a shot may start.

Sources: NCA 7e and Cogitate 4 (touching the outer line; touching the quadrant line from outside is enough); Mayday,
How to Shoot (touching or behind; at most half over the quadrant line); Cogitate 9 (at most half inside).
"""

from game.options import Placement
from game.points import Line, half_micrometres
from game.reason import Reason


def placement_fault(
    rule: Placement, outer: Line, quadrant_width_mm: float, base_radius_mm: float, centre_mm: tuple[float, float]
) -> Reason | None:
    """Why a shot may not start here; None when it may.

    centre_mm : the disc's distance from the board's centre, and the signed distance of its centre from the middle of
    the nearer quadrant line, positive inside the shooter's own quadrant. "Half" is taken as the disc's centre on the
    middle of the line.
    """
    d, u = (half_micrometres(length) for length in centre_mm)
    radius = half_micrometres(base_radius_mm)
    if d + radius < outer.inner_edge:
        return Reason("shooting line", "the disc lies inside the shooting line and does not touch it")
    if d - radius > outer.outer_edge and rule != "touch_or_behind_half_quadrant":
        return Reason("shooting line", "the disc lies behind the shooting line and does not touch it")
    if rule == "half_in" and d < half_micrometres(outer.radius_mm):
        return Reason("shooting line", "more than half of the disc lies inside the shooting line")
    if rule == "touch_or_behind_half_quadrant":
        return Reason("quadrant line", "more than half of the disc lies over the quadrant line") if u < 0 else None
    # round(), not half_micrometres(): half of the width, in half micrometres, is the width in micrometres.
    if -u > radius + round(quadrant_width_mm * 1000):
        return Reason("quadrant line", "the disc lies outside the quadrant and does not touch its line")
    return None
