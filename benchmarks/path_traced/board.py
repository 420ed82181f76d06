"""The board and the table under it, as meshes."""

import math
from itertools import pairwise

import numpy as np

from benchmarks.path_traced.finish import material_of
from benchmarks.path_traced.mesh import add_mesh, add_ring
from sample_images.render.scene import Board, Finish, Scene

# Printed lines lie on the surface, not in it.
INK_MM = 0.01
# The table reaches beyond every picture; the board's bottom is so thick.
TABLE_MM, TABLE_BELOW_MM = 6000.0, 12.0


def build_board(board: Board) -> None:
    """Its surface, paint, lines, hole, ditch and rail."""
    surface, ink = material_of(board.surface), material_of(board.ink)
    hole_mm, edge_mm = board.hole_radius_mm, board.surface_radius_mm
    add_ring((hole_mm, 0.0), (edge_mm, 0.0), surface)
    for area in board.areas:
        paint = material_of(Finish(colour=area.colour))
        add_ring((max(area.inner_mm, hole_mm), INK_MM / 2), (area.outer_mm, INK_MM / 2), paint)
    for line in board.lines:
        inside_mm, outside_mm = line.radius_mm - line.width_mm / 2, line.radius_mm + line.width_mm / 2
        add_ring((inside_mm, INK_MM), (outside_mm, INK_MM), ink, middle_mm=line.offset_mm)
    inner, outer = board.lines[-2].radius_mm, board.lines[-1].radius_mm
    half_mm = board.quadrant_width_mm / 2
    for azimuth in np.deg2rad(45.0 + 90.0 * np.arange(4)):
        along, across = np.array([[math.cos(azimuth), math.sin(azimuth)], [-math.sin(azimuth), math.cos(azimuth)]])
        ends = ((inner, -half_mm), (outer, -half_mm), (outer, half_mm), (inner, half_mm))
        add_mesh([(*(r * along + w * across), INK_MM) for r, w in ends], [(0, 1, 2, 3)], ink)
    add_ring((hole_mm, 0.0), (hole_mm, -board.hole_depth_mm), surface, smooth=True)
    add_ring((0.0, -board.hole_depth_mm), (hole_mm, -board.hole_depth_mm), material_of(board.hole_floor))
    ditch_mm, rail_mm = edge_mm + board.ditch_width_mm, edge_mm + board.ditch_width_mm + board.rail_width_mm
    ditch, rail = material_of(board.ditch), material_of(board.rail)
    add_ring((edge_mm, 0.0), (edge_mm, -board.ditch_depth_mm), surface, smooth=True)
    add_ring((0.0, -board.ditch_depth_mm), (ditch_mm, -board.ditch_depth_mm), ditch, frame=board)
    path = (
        (ditch_mm, -board.ditch_depth_mm), (ditch_mm, board.rail_height_mm), (rail_mm, board.rail_height_mm),
        (rail_mm, -board.ditch_depth_mm - TABLE_BELOW_MM),
    )  # fmt: skip
    for start, end in pairwise(path):
        add_ring(start, end, rail, frame=board)


def build_table(scene: Scene) -> None:
    """A plane under the board."""
    height_mm = -scene.board.ditch_depth_mm - TABLE_BELOW_MM
    corners = [(x * TABLE_MM, y * TABLE_MM, height_mm) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    add_mesh(corners, [(0, 1, 2, 3)], material_of(scene.table))
