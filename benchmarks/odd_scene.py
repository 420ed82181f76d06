"""Boards drawn by lot that are painted, with discs of two colours, in coloured light or out of focus."""

from dataclasses import replace
from itertools import pairwise

import numpy as np

from benchmarks.wild_scene import any_colour, apart_from, wild_scene
from sample_images.render.scene import Board, Inlay, PaintedArea, Scene, Sensor

# How often: an area of a painted board is painted, and a team's discs have two colours.
PAINTED_BOARDS, PAINTED_AREAS, INLAID_TEAMS = 0.5, 0.4, 0.3
# White balance of a camera that is wrong about lamps, and about daylight.
TINTS = ((1.35, 1.0, 0.6), (0.75, 1.0, 1.35))


def odd_scene(seed: int) -> Scene:
    """A scene of `wild_scene`, made stranger."""
    rng = np.random.default_rng([seed, 1919])
    scene = wild_scene(seed)
    inlays = {team: _inlay(rng) for team in sorted({disc.team for disc in scene.discs})}
    discs = tuple(replace(disc, inlay=inlays[disc.team]) for disc in scene.discs)
    camera = replace(scene.camera, sensor=_sensor(rng, scene.camera.sensor))
    return replace(scene, name=f"odd_{seed:03d}", board=_painted(rng, scene.board), discs=discs, camera=camera)


def _painted(rng: np.random.Generator, board: Board) -> Board:
    """The board with some of its areas painted, in colours other than the lines'."""
    if rng.random() > PAINTED_BOARDS:
        return board
    edges_mm = (0.0, *(line.radius_mm for line in board.lines), board.surface_radius_mm)
    areas = [
        PaintedArea(inner_mm=inner, outer_mm=outer, colour=apart_from(rng, board.ink.colour))
        for inner, outer in pairwise(edges_mm)
        if rng.random() < PAINTED_AREAS
    ]
    return replace(board, areas=tuple(areas))


def _inlay(rng: np.random.Generator) -> Inlay | None:
    """A ring, a dot, or a face of another colour than the rim's."""
    if rng.random() > INLAID_TEAMS:
        return None
    inner = float(rng.choice([0.0, rng.uniform(0.4, 0.7)]))
    outer = inner + float(rng.uniform(0.08, 0.2)) if inner else float(rng.uniform(0.15, 0.86))
    return Inlay(inner=inner, outer=outer, colour=any_colour(rng))


def _sensor(rng: np.random.Generator, sensor: Sensor) -> Sensor:
    """A quarter each in a tint, dark in the corners, out of focus."""
    if rng.random() < 0.25:
        sensor = replace(sensor, white_balance=TINTS[int(rng.integers(2))])
    if rng.random() < 0.25:
        sensor = replace(sensor, vignetting=float(rng.uniform(0.1, 0.45)))
    if rng.random() < 0.25:
        sensor = replace(sensor, psf_sigma_px=float(rng.uniform(1.3, 2.2)))
    return sensor
