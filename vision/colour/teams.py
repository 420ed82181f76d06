"""Whose disc it is: discs grouped by colour, and what a person would call the colour."""

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import pdist

from vision.colour.colours import lab_of, levels, light_of

FloatArray = NDArray[np.float64]

# Lightness counts half: one team lies partly in the sun and partly in shadow, but keeps its hue. Its chroma shrinks
# with the light, so that is compared as it would be at a medium lightness; the floor keeps noise of black discs small.
LIGHTNESS_WEIGHT = 0.5
MEDIUM_LIGHTNESS = 40.0
LIGHTNESS_FLOOR = 20.0
# Colours of one team differ by less, in weighted L*a*b* units: sun and shade on one set of discs reach about 20.
TEAM_SPREAD = 17.0
# Within the first a face has a team's very colour, within the second it is of that team.
SAME_COLOUR, NEAR_COLOUR = 5.0, 0.8 * TEAM_SPREAD
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
# Light of a board, as a share of white, below which it says nothing of the light on it.
DARKEST = 0.002
# A camera's meter brings the mean of what it sees to a medium grey, this share of white. By no more than this does
# anybody expose less, or is a board darker than what lies around it.
METERED_LIGHT, MOST_UNDEREXPOSED = 0.18, 4.0
# A varnished face mirrors 4 to 5 % of what it faces (Fresnel's equations, refractive index 1.5, up to 45 degrees). The
# weakest channel over the strongest is as high in light of 4,000 K beside daylight; of what one dark brown team of a
# real photo has over the other it is 0.24. Of the two teams found in 236 photos one pair is so near: it was one team.
MOST_SHEEN, LEAST_WHITE = 0.05, 0.4
# Share of white. Of the teams of 45 photos one pair differs by less than 6 %, by 0.7: black discs in a red ditch and on
# the wood, in a small picture of a stream.
STRAY_LIGHT = 0.02
# sRGB of the colours that discs are sold in, and their everyday names.
NAMED = (
    ("black", (28, 27, 28)), ("black", (52, 48, 46)), ("dark brown", (70, 45, 32)), ("brown", (112, 72, 44)),
    ("natural", (205, 165, 115)), ("natural", (225, 195, 150)), ("natural", (180, 135, 85)), ("white", (235, 232, 225)),
    ("white", (200, 198, 194)), ("grey", (128, 128, 128)), ("red", (185, 30, 35)), ("red", (225, 60, 55)),
    ("dark red", (110, 22, 30)), ("orange", (235, 125, 35)), ("yellow", (240, 205, 60)), ("green", (45, 140, 65)),
    ("dark green", (25, 75, 45)), ("light green", (130, 200, 90)), ("blue", (40, 85, 185)), ("dark blue", (28, 35, 75)),
    ("light blue", (110, 165, 225)), ("teal", (25, 120, 120)), ("turquoise", (70, 190, 185)),
    ("purple", (95, 50, 130)), ("pink", (235, 150, 165)),
)  # fmt: skip


def weigh(lab: FloatArray) -> FloatArray:
    """(..., 3) L*a*b* -> coordinates in which distance means another team."""
    weighed, lightness = np.empty_like(lab), lab[..., 0]
    weighed[..., 0] = LIGHTNESS_WEIGHT * lightness
    # One channel after the other: NumPy is slow along so short an axis.
    chroma = (MEDIUM_LIGHTNESS + LIGHTNESS_FLOOR) / (lightness + LIGHTNESS_FLOOR)
    for channel in (1, 2):
        weighed[..., channel] = lab[..., channel] * chroma
    return weighed


def widest_difference(lab: FloatArray) -> float:
    """Between those two of (K, 3) L*a*b* that are farthest apart, weighted; 0 where there are not two."""
    return float(pdist(weigh(lab)).max(initial=0.0))


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


def lacking_light(lab: FloatArray, around_lab: FloatArray) -> float:
    """How many times as much light a photo wants whose discs, (M, 3), and board, (M, 3) around each, are too dark.

    With too little light all colours come near to black, and so to one another.
    """
    light = float(np.concatenate([_light(lab), _light(around_lab)]).mean()) if len(lab) else METERED_LIGHT
    return float(np.clip(METERED_LIGHT / max(light, DARKEST), 1.0, MOST_UNDEREXPOSED))


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


def in_even_light(lab: FloatArray, around_lab: FloatArray) -> FloatArray:
    """(M, 3) the colours if all of the board around were as light as most of it."""
    # All channels alike: a coloured board sends out too little of the others to tell the light's own colour.
    light = np.maximum(_light(around_lab), DARKEST)
    return in_light(lab, np.median(light) / light)


def differ_by_sheen(lab: FloatArray, other_lab: FloatArray) -> bool:
    """Whether two (3,) L*a*b* colours may be one, of faces of which one mirrors a white wall, a window or a lamp."""
    more = np.diff(light_of(np.array([lab, other_lab])), axis=0)[0]
    more *= np.sign(more.sum())
    return bool(LEAST_WHITE * more.max() < more.min() and more.max() < MOST_SHEEN)


def differ_by_stray_light(lab: FloatArray, other_lab: FloatArray) -> bool:
    """Whether two (3,) L*a*b* colours differ by no more than light that strays within a lens, and colours that JPEG
    draws coarsely, add to one of them: both are nearly black then.
    """
    return bool(np.abs(light_of(lab[None]) - light_of(other_lab[None])).max() < STRAY_LIGHT)


def _light(lab: FloatArray) -> FloatArray:
    """(M, 3) L*a*b* -> (M,) light of all channels together, as a share of white."""
    return np.asarray(light_of(lab).mean(axis=1), np.float64)


def in_light(lab: FloatArray, gain: FloatArray | float) -> FloatArray:
    """(M, 3) L*a*b* -> the colours in so many times as much light, one gain for all or (M,)."""
    return lab_of(light_of(lab) * np.reshape(gain, (-1, 1))) if len(lab) else lab


def _two_heaps(colours: FloatArray, heap: NDArray[np.intp]) -> bool:
    """Whether (M, 3) colours lie in two heaps far apart for their width."""
    middles = np.array([np.median(colours[heap == h], axis=0) for h in (0, 1)])
    width = float(np.quantile(np.linalg.norm(colours - middles[heap], axis=1), MOST))
    apart = float(np.linalg.norm(middles[0] - middles[1]))
    return apart > max(HEAPS_APART, HEAP_WIDTHS * width)


def rgb_of(lab: FloatArray) -> tuple[int, int, int]:
    """One (3,) L*a*b* colour -> sRGB of 0 to 255."""
    b, g, r = (round(float(level)) for level in np.clip(levels(lab[None])[0], 0, 255))
    return r, g, b


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


def name_teams(team_lab: FloatArray) -> tuple[str, ...]:
    """What a person would call the teams, (T, 3) L*a*b*, so that no two are called alike."""
    names = [name_colour(lab) for lab in team_lab]
    for name in {name for name in names if names.count(name) > 1}:
        alike = sorted((i for i, other in enumerate(names) if other == name), key=lambda i: -team_lab[i][0])
        shade = name.removeprefix("light ").removeprefix("dark ")
        told = ["lighter", "darker"] if len(alike) == 2 else ["lightest", "middle", "darkest"]
        for i, degree in zip(alike, told, strict=True):
            names[i] = f"{degree} {shade}"
    return tuple(names)


def name_colour(lab: FloatArray) -> str:
    """What a person would call a (3,) L*a*b* colour: the nearest of the named ones."""
    named = np.array([rgb for _, rgb in NAMED], np.float32).reshape(1, -1, 3) / 255.0
    labs = cv2.cvtColor(named, cv2.COLOR_RGB2Lab)[0].astype(np.float64)
    return NAMED[int(np.linalg.norm(weigh(labs) - weigh(np.asarray(lab)), axis=1).argmin())][0]
