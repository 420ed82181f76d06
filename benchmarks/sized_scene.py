"""Boards drawn by lot in the sizes that are sold and built, not the tournament's alone.

Discs: Crokinole Canada's tournament, traditional and mini sizes, crokinole.ca/blogs/news/crokinole-discs-faq. Surfaces
of 22 to 26 inches, holes that fit the discs, ditches of two inches and more, rails half an inch above the surface:
there and stephenhouser.com/crokinole.
"""

import math
from dataclasses import dataclass, replace

import numpy as np

from benchmarks.close_scene import is_free
from benchmarks.wild_scene import wild_scene
from calibration.board import LINE_RADII_MM
from sample_images.render.scene import Board, Disc, Scene

INCH_MM = 25.4


@dataclass(frozen=True, kw_only=True)
class Make:
    """Inches: a disc, the hole that it fits, and from what to what surfaces of boards for it measure across."""

    disc: tuple[float, float]
    hole: float
    surface: tuple[float, float]


MAKES = (
    Make(disc=(1.25, 0.375), hole=1.375, surface=(24.0, 26.5)),
    Make(disc=(1.125, 0.375), hole=1.25, surface=(22.0, 24.0)),
    Make(disc=(1.09375, 0.40625), hole=1.25, surface=(22.0, 24.0)),
)
# From the outer line to the edge of the surface; a peg's radius and height; how deep holes are, and how wide and deep
# ditches; how wide rails are, and how far they rise above the surface: mm.
MARGIN_MM, PEG_MM, PEG_HEIGHT_MM = (8.0, 26.0), (3.0, 6.5), (10.0, 20.0)
HOLE_DEPTH_MM, DITCH_MM, DITCH_DEPTH_MM = (6.0, 10.0), (51.0, 75.0), (8.0, 25.0)
RAIL_MM, RAIL_HEIGHT_MM = (10.0, 40.0), (8.0, 25.0)
ROUNDING_MM = (1.0, 2.0)


def sized_scene(seed: int) -> Scene:
    """A scene of `wild_scene`, its board and discs of other sizes."""
    rng = np.random.default_rng([seed, 77])
    make = MAKES[int(rng.integers(len(MAKES)))]
    # Results are told in the frame in which the outer line has the tournament's radius.
    surface_mm = INCH_MM / 2 * float(rng.uniform(*make.surface))
    scale = LINE_RADII_MM[2] / (surface_mm - float(rng.uniform(*MARGIN_MM)))
    scene = wild_scene(seed)

    def drawn_mm(between_mm: tuple[float, float]) -> float:
        return scale * float(rng.uniform(*between_mm))

    radius_mm = scale * INCH_MM / 2 * make.disc[0]
    shape = replace(
        scene.shape,
        radius_mm=radius_mm,
        base_radius_mm=radius_mm - drawn_mm(ROUNDING_MM),
        thickness_mm=scale * INCH_MM * make.disc[1],
    )
    board = replace(
        scene.board,
        lines=tuple(replace(line, width_mm=scale * line.width_mm) for line in scene.board.lines),
        surface_radius_mm=scale * surface_mm,
        hole_radius_mm=scale * INCH_MM / 2 * make.hole,
        hole_depth_mm=drawn_mm(HOLE_DEPTH_MM),
        peg_radius_mm=drawn_mm(PEG_MM),
        peg_height_mm=drawn_mm(PEG_HEIGHT_MM),
        ditch_width_mm=drawn_mm(DITCH_MM),
        ditch_depth_mm=drawn_mm(DITCH_DEPTH_MM),
        rail_width_mm=drawn_mm(RAIL_MM),
        rail_height_mm=drawn_mm(RAIL_HEIGHT_MM),
    )
    empty = replace(scene, name=f"sized_{seed:03d}", board=board, shape=shape, discs=())
    return replace(empty, discs=_discs(scene, empty))


def _discs(scene: Scene, empty: Scene) -> tuple[Disc, ...]:
    """The scene's discs on the other board, as far as there is room for them."""
    board, shape = empty.board, empty.shape
    discs: list[Disc] = []
    for disc in scene.discs:
        if disc.place == "hole":
            discs.append(replace(disc, base_z_mm=-board.hole_depth_mm))
        elif disc.place == "ditch":
            moved = _in_ditch(disc, board)
            if all(math.dist((moved.x_mm, moved.y_mm), (o.x_mm, o.y_mm)) >= 2 * shape.radius_mm for o in discs):
                discs.append(moved)
        elif is_free(disc, discs, empty):
            discs.append(disc)
    return tuple(discs)


def _in_ditch(disc: Disc, board: Board) -> Disc:
    """The disc in the middle of the board's ditch."""
    azimuth = math.atan2(disc.y_mm, disc.x_mm)
    middle_mm = board.surface_radius_mm + board.ditch_width_mm / 2
    return replace(
        disc, x_mm=middle_mm * math.cos(azimuth), y_mm=middle_mm * math.sin(azimuth), base_z_mm=-board.ditch_depth_mm
    )
