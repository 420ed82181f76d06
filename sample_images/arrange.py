"""A random scene from a seed: board, light, camera, and discs that neither overlap each other nor stand in a peg."""

import math
from dataclasses import replace

import numpy as np

from sample_images.render.scene import (
    Board,
    Camera,
    Disc,
    DiscShape,
    Finish,
    Lamp,
    Lighting,
    Line,
    Numerals,
    Scene,
    Sensor,
    aim,
)

LIGHT_INK = Finish(colour=(235, 228, 210))
# Natural maple, dark walnut, blue paint with orange lines, white paint, birch with thin lines on strong grain.
BOARDS = (
    Board(
        surface=Finish(colour=(222, 190, 144), grain=0.25, gloss=0.5), numerals=Numerals(height_mm=16, stroke_mm=2.2)
    ),
    Board(surface=Finish(colour=(120, 78, 50), grain=0.35, gloss=0.6), ink=LIGHT_INK, frame="octagon"),
    Board(
        surface=Finish(colour=(44, 78, 150), mottle=0.1, gloss=0.2),
        ink=Finish(colour=(235, 120, 50)),
        ditch=Finish(colour=(170, 50, 45)),
        frame="octagon",
    ),
    Board(surface=Finish(colour=(232, 230, 222), gloss=0.3), rail=Finish(colour=(60, 60, 62))),
    Board(surface=Finish(colour=(226, 205, 165), grain=0.5, gloss=0.4), ditch=Finish(colour=(40, 40, 46))),
)
TEAMS = (
    (("black", Finish(colour=(30, 29, 28), gloss=0.4)), ("natural", Finish(colour=(214, 170, 115), grain=0.3))),
    (("red", Finish(colour=(190, 35, 38), gloss=0.5)), ("blue", Finish(colour=(40, 80, 180), gloss=0.5))),
    (("white", Finish(colour=(238, 236, 230), gloss=0.4)), ("green", Finish(colour=(40, 130, 65), gloss=0.4))),
)
LIGHTS = (
    Lighting(ambient=(0.75, 0.75, 0.75), contact_shadows=True),
    Lighting(
        ambient=(0.4, 0.4, 0.42),
        contact_shadows=True,
        lamps=(Lamp(position_mm=(-900.0, 1200.0, 1500.0), radius_mm=180.0, colour=(0.5, 0.48, 0.44)),),
    ),
    Lighting(
        ambient=(0.42, 0.44, 0.48),
        contact_shadows=True,
        lamps=(
            Lamp(
                position_mm=(90_000.0, -40_000.0, 120_000.0),
                radius_mm=560.0,
                colour=(0.62, 0.58, 0.5),
                edges=((0.8, 0.6, 120.0),),
            ),
        ),
    ),
)
TABLES = (Finish(colour=(150, 120, 90), grain=0.3), Finish(colour=(96, 110, 120), mottle=0.3))
PEG_CLEARANCE_MM = 6.0


def arrange(name: str, kind: str, seed: int) -> Scene:
    """The scene `name` of a kind, "phone" or "overhead", that a seed gives."""
    rng = np.random.default_rng(seed)
    board = BOARDS[seed % len(BOARDS)]
    widths = 1.0 if seed % len(BOARDS) == 4 else float(rng.uniform(1.4, 2.2))
    board = replace(
        board, lines=tuple(Line(name=one.name, radius_mm=one.radius_mm, width_mm=widths) for one in board.lines)
    )
    shape = DiscShape(base_radius_mm=float(rng.uniform(14.1, 14.8)), thickness_mm=float(rng.uniform(9.2, 9.9)))
    return Scene(
        name=name,
        kind=kind,
        camera=_camera(kind, rng),
        board=board,
        shape=shape,
        discs=_discs(board, shape, TEAMS[seed % len(TEAMS)], rng),
        lighting=LIGHTS[seed % len(LIGHTS)],
        table=TABLES[seed % len(TABLES)],
    )


def _camera(kind: str, rng: np.random.Generator) -> Camera:
    upright = kind == "phone" and rng.random() < 0.5
    width, height = (1920, 1080) if kind == "overhead" else ((1200, 1600) if upright else (1600, 1200))
    focal_px = 0.78 * max(width, height)
    tilt_deg = float(rng.uniform(0, 8) if kind == "overhead" else rng.uniform(3, 45))
    # So far that the rail (420 mm from the middle) fills nine tenths of the shorter side.
    distance_mm = 2 * 420 * focal_px / (0.9 * min(width, height))
    rotation, translation_mm = aim(
        tilt_deg=tilt_deg,
        distance_mm=distance_mm,
        heading_deg=float(rng.uniform(-180, 180)),
        roll_deg=float(rng.normal(0, 4)),
    )
    sensor = Sensor(
        psf_sigma_px=0.6, electrons_at_white=6000.0, read_noise_electrons=8.0, vignetting=0.1, jpeg_quality=90
    )
    return Camera(
        width_px=width,
        height_px=height,
        focal_px=focal_px,
        rotation=rotation,
        translation_mm=translation_mm,
        radial=(float(rng.normal(0, 0.015)), 0.0, 0.0),
        sensor=sensor,
    )


def _discs(
    board: Board, shape: DiscShape, teams: tuple[tuple[str, Finish], tuple[str, Finish]], rng: np.random.Generator
) -> tuple[Disc, ...]:
    discs: list[Disc] = []
    if rng.random() < 0.4:
        name, finish = teams[int(rng.integers(2))]
        discs.append(Disc(x_mm=0.6, y_mm=-0.5, team=name, finish=finish, place="hole", base_z_mm=-board.hole_depth_mm))
    for i in range(int(rng.integers(8, 20))):
        name, finish = teams[i % 2]
        place = _free_place(board, shape, discs, rng)
        if place is not None:
            turned = replace(finish, grain_azimuth_deg=float(rng.uniform(0, 180)))
            discs.append(Disc(x_mm=place[0], y_mm=place[1], team=name, finish=turned))
    return tuple(discs)


def _free_place(
    board: Board, shape: DiscShape, discs: list[Disc], rng: np.random.Generator
) -> tuple[float, float] | None:
    """A place on the surface; one in three lies within 3 mm of touching a line."""
    for _ in range(100):
        radius = 300.0 * math.sqrt(rng.random())
        if rng.random() < 0.33:
            line = board.lines[int(rng.integers(3))]
            radius = line.radius_mm - line.width_mm / 2 - shape.base_radius_mm + float(rng.uniform(-3, 3))
        azimuth = rng.uniform(0, 2 * math.pi)
        x, y = radius * math.cos(azimuth), radius * math.sin(azimuth)
        pegs = [math.radians(board.peg_azimuth_deg + 45.0 * k) for k in range(8)]
        off_pegs = min(math.dist((x, y), (101.6 * math.cos(a), 101.6 * math.sin(a))) for a in pegs)
        apart = all(math.dist((x, y), (d.x_mm, d.y_mm)) > 2 * shape.radius_mm + 0.2 for d in discs)
        on_board = board.hole_radius_mm + 2 < radius < board.surface_radius_mm - shape.radius_mm
        if on_board and apart and off_pegs > shape.radius_mm + PEG_CLEARANCE_MM:
            return x, y
    return None
