"""Whose disc it is: discs grouped by colour."""

import numpy as np
from numpy.typing import NDArray
from scipy.cluster.hierarchy import fcluster, linkage

from vision.colour.colour_space import TEAM_SPREAD, weigh
from vision.colour.other_light import in_even_light, in_light, lacking_light

FloatArray = NDArray[np.float64]


# Teams of like colours are two heaps of discs this far apart, and this many times as far as most discs of a heap lie
# from its middle: one of them may lie at the edge of the surface, where the board around says little of its light. One
# team in even light leaves heaps that are up to 7.9 apart where they are as narrow. Of 4,200 lots of 4 to 12 discs of
# one team 8 pass for two so, of 200 of two teams of like colours 23 for one.
HEAPS_APART, HEAP_WIDTHS, MOST = 8.5, 6.0, 0.75
# A single disc of another colour lies in glare.
LEAST_HEAP = 2
# In a team of so many discs one strays that lies so far towards another team's colour, and so many times as far as is
# usual, in even light too: on 300 boards drawn by lot and the photos no more than three did, all asked about anyway.
STRAYS_OF, STRAYED, STRAYED_TIMES = 4, 10.0, 5.0


def group_colours(lab: FloatArray) -> NDArray[np.intp]:
    """(M, 3) colours of sure discs, the surest first -> (M,) team numbers from 0, the largest team first.

    Two teams play, or three: a third colour counts as a team where as many discs show it as a third player would have
    left; fewer are discs of the nearer team in glare or in another light.
    """
    if len(lab) < 2:
        return np.zeros(len(lab), np.intp)
    labels = fcluster(linkage(weigh(lab), "average"), TEAM_SPREAD, criterion="distance")
    numbers, first, counts = np.unique(labels, return_index=True, return_counts=True)
    order = numbers[np.lexsort((first, -counts))]
    kept = [label for i, label in enumerate(order) if i < 2 or (i == 2 and counts.max() < 3 * (labels == label).sum())]
    middles = np.array([np.median(lab[labels == label], axis=0) for label in kept])
    distance = np.linalg.norm(weigh(lab)[:, None] - weigh(middles)[None], axis=2)
    return np.asarray(
        [kept.index(k) if k in kept else int(d.argmin()) for k, d in zip(labels, distance, strict=True)], np.intp
    )


def tell_apart(lab: FloatArray, around_lab: FloatArray) -> NDArray[np.intp]:
    """(M, 3) colours of discs that pass for one team, and of the board around each -> (M,) team numbers from 0.

    Sun and shade make two heaps of one team as well, but not in even light, which the board around tells: two teams are
    two colours or heaps in both, or two colours in even light if the photo is too dark to show it.
    """
    one, own = np.zeros(len(lab), np.intp), weigh(lab)
    if len(lab) < 2:
        return one
    even = in_even_light(lab, around_lab)
    # They passed for one team with what lies in the ditch, in any light between.
    group, in_both = group_colours(lab), group_colours(even)
    if group.max() == 1 and (np.array_equal(in_both, group) or np.array_equal(in_both, 1 - group)):
        return group
    if len(lab) < 2 * LEAST_HEAP:
        return one
    exposed = group_colours(in_light(even, lacking_light(even, around_lab)))
    if exposed.max() == 1 and _large_enough(exposed):
        return exposed
    heap = np.asarray(fcluster(linkage(own, "ward"), 2, criterion="maxclust"), np.intp) - 1
    both = (own, weigh(even))
    return heap if _large_enough(heap) and all(_two_heaps(colours, heap) for colours in both) else one


def _large_enough(heap: NDArray[np.intp]) -> bool:
    """Whether each of two heaps, numbered 0 and 1, has discs enough."""
    return int(np.bincount(heap, minlength=2).min()) >= LEAST_HEAP


def _two_heaps(colours: FloatArray, heap: NDArray[np.intp]) -> bool:
    """Whether (M, 3) colours lie in two heaps far apart for their width."""
    middles = np.array([np.median(colours[heap == h], axis=0) for h in (0, 1)])
    width = float(np.quantile(np.linalg.norm(colours - middles[heap], axis=1), MOST))
    apart = float(np.linalg.norm(middles[0] - middles[1]))
    return apart > max(HEAPS_APART, HEAP_WIDTHS * width)


def strays(lab: FloatArray, team: NDArray[np.intp], team_lab: FloatArray) -> NDArray[np.bool_]:
    """(M,) whether a face lies towards another team's colour as none of its own team does.

    lab : (M, 3) of the faces. team : (M,) theirs. team_lab : (T, 3).
    """
    from_own, teams = weigh(lab) - weigh(team_lab)[team], weigh(team_lab)
    to_others = teams[None] - teams[team][:, None]
    far = np.linalg.norm(to_others, axis=2)
    towards = np.einsum("mi,mti->mt", from_own, to_others) / np.where(far > 0, far, 1.0)
    away = np.linalg.norm(from_own, axis=1)
    stray = np.zeros(len(team), bool)
    for own in (team == number for number in range(len(teams))):
        if own.sum() >= STRAYS_OF:
            farthest = max(STRAYED, STRAYED_TIMES * float(np.median(away[own])))
            stray[own] = towards[own].max(axis=1) > farthest
    return stray
