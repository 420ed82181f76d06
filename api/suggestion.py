"""How many 20s a photo implies: a disc that is neither on the board nor in the ditch lies in the bowl."""

from collections import Counter
from collections.abc import Sequence

from calibration.view import BoardView
from vision.reading import Disc

# From lower, the edge of the surface hides discs in the ditch behind it, and the rail those before it.
MAX_SLANT_DEG = 45.0
# Circle on which the axes of discs in the ditch lie: between the surface's edge and the rail, a disc's width apart.
BEYOND_SURFACE_MM = 33.0


def suggest_twenties(view: BoardView, discs: Sequence[Disc], team: str, shot: int) -> int | None:
    """All 20s of a team, those in the hole included, or None where the photo cannot tell.

    shot : discs that each team shot. Where no disc of anybody's lies in the ditch, they may have been taken out of it;
    where either team shows more, some are the other's, or more were shot than these rules have.
    """
    whole = view.share_in_view(view.surface_radius_mm + BEYOND_SURFACE_MM) >= 1.0
    cleared = all(disc.place != "ditch" for disc in discs)
    too_many = max(Counter(disc.team for disc in discs).values(), default=0) > shot
    if not whole or view.camera.slant_deg > MAX_SLANT_DEG or cleared or too_many:
        return None
    return shot - sum(disc.team == team and disc.place != "hole" for disc in discs)
