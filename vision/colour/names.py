"""What a person would call a colour."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colour.colour_space import levels, weigh

FloatArray = NDArray[np.float64]

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


def rgb_of(lab: FloatArray) -> tuple[int, int, int]:
    """One (3,) L*a*b* colour -> sRGB of 0 to 255."""
    b, g, r = (round(float(level)) for level in np.clip(levels(lab[None])[0], 0, 255))
    return r, g, b
