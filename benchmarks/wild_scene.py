"""Boards that nobody made: each seed gives one with colours, lines, light and discs of its own, as real ones may be."""

import math
from dataclasses import replace

import cv2
import numpy as np

from sample_images.arrange import arrange
from sample_images.render.scene import Board, Camera, Colour, Disc, Finish, Lamp, Lighting, Line, Numerals, Scene, aim

# Lines must be told from the wood, and discs of two teams from each other, at least this well (CIE76).
LEAST_APART = 25.0
WOODS: tuple[Colour, ...] = ((222, 190, 144), (200, 150, 100), (150, 100, 62), (110, 72, 48), (232, 214, 180))


def wild_scene(seed: int) -> Scene:
    """A scene with everything drawn by lot."""
    rng = np.random.default_rng([seed, 2027])
    scene = arrange(f"wild_{seed:03d}", "phone", seed)
    board = _board(rng)
    finishes = _teams(rng, board)
    names = sorted({disc.team for disc in scene.discs})
    discs = [replace(disc, finish=_turned(finishes[names.index(disc.team)], rng)) for disc in scene.discs]
    discs += _ditch_discs(rng, board, names, finishes)
    shape = replace(scene.shape, dish_mm=float(rng.choice([0.0, 0.0, 0.8])))
    return replace(
        scene, camera=_camera(rng), board=board, discs=tuple(discs), lighting=_lighting(rng), shape=shape,
        table=Finish(colour=any_colour(rng), grain=float(rng.uniform(0, 0.4)), mottle=float(rng.uniform(0, 0.5))),
    )  # fmt: skip


def any_colour(rng: np.random.Generator) -> Colour:
    """Red, green and blue, each by lot."""
    red, green, blue = rng.uniform(15, 240, 3)
    return float(red), float(green), float(blue)


def _apart(one: Colour, other: Colour) -> float:
    lab = cv2.cvtColor(np.array([[one, other]], np.float32) / 255, cv2.COLOR_RGB2Lab)[0]
    return float(np.linalg.norm(lab[0] - lab[1]))


def apart_from(rng: np.random.Generator, *others: Colour) -> Colour:
    """A colour that is told from others."""
    while True:
        colour = any_colour(rng)
        if all(_apart(colour, other) > LEAST_APART for other in others):
            return colour


def _board(rng: np.random.Generator) -> Board:
    wooden = rng.random() < 0.7
    surface = Finish(
        colour=WOODS[int(rng.integers(len(WOODS)))] if wooden else any_colour(rng),
        grain=float(rng.uniform(0.1, 0.5)) if wooden else 0.0,
        mottle=float(rng.uniform(0, 0.15)),
        gloss=float(rng.uniform(0, 0.7)),
    )
    outer = 304.8
    width = float(rng.uniform(1.0, 2.6))
    radii = (outer * float(rng.uniform(0.327, 0.343)), outer * float(rng.uniform(0.655, 0.72)), outer)
    numerals = Numerals(height_mm=float(rng.uniform(10, 24)), stroke_mm=2.0, maker="ACME")
    return Board(
        lines=tuple(
            Line(name=name, radius_mm=radius, width_mm=width)
            for name, radius in zip(("15", "10", "outer"), radii, strict=True)
        ),
        quadrant_width_mm=width,
        surface=surface,
        ink=Finish(colour=apart_from(rng, surface.colour)),
        ditch=surface if rng.random() < 0.3 else Finish(colour=any_colour(rng)),
        rail=Finish(colour=any_colour(rng), grain=0.2, gloss=0.4),
        hole_floor=Finish(colour=any_colour(rng)),
        peg=Finish(colour=any_colour(rng), gloss=float(rng.random())),
        frame="octagon" if rng.random() < 0.5 else "round",
        frame_azimuth_deg=float(rng.choice([0.0, 22.5])),
        numerals=numerals if rng.random() < 0.4 else None,
    )


def _teams(rng: np.random.Generator, board: Board) -> tuple[Finish, Finish]:
    """Two colours told from each other; one may be the board's own wood."""
    first = board.surface.colour if rng.random() < 0.25 else any_colour(rng)
    second = apart_from(rng, first)
    grain = board.surface.grain if rng.random() < 0.5 else 0.0
    return (
        Finish(colour=first, grain=grain, gloss=float(rng.uniform(0, 0.6))),
        Finish(colour=second, gloss=float(rng.uniform(0, 0.6))),
    )


def _turned(finish: Finish, rng: np.random.Generator) -> Finish:
    return replace(finish, grain_azimuth_deg=float(rng.uniform(0, 180)))


def _ditch_discs(
    rng: np.random.Generator, board: Board, names: list[str], finishes: tuple[Finish, Finish]
) -> list[Disc]:
    discs: list[Disc] = []
    middle = board.surface_radius_mm + board.ditch_width_mm / 2
    for azimuth in np.arange(0, 2 * math.pi, 0.35):
        if rng.random() < 0.3:
            team = int(rng.integers(2))
            discs.append(
                Disc(
                    x_mm=middle * math.cos(azimuth), y_mm=middle * math.sin(azimuth), team=names[team % len(names)],
                    finish=finishes[team % len(names)], place="ditch", base_z_mm=-board.ditch_depth_mm,
                )
            )  # fmt: skip
    return discs


def _camera(rng: np.random.Generator) -> Camera:
    width, height = ((1600, 1200), (1200, 1600), (1280, 960), (1920, 1080), (960, 1280))[int(rng.integers(5))]
    focal_px = float(rng.uniform(0.7, 1.0)) * max(width, height)
    filled = float(rng.uniform(0.6, 0.98))
    rotation, translation_mm = aim(
        tilt_deg=float(rng.uniform(0, 55)),
        distance_mm=2 * 440 * focal_px / (filled * min(width, height)),
        heading_deg=float(rng.uniform(-180, 180)),
        roll_deg=float(rng.normal(0, 8)),
    )
    scene = arrange("sensor", "phone", 1)
    sensor = replace(
        scene.camera.sensor,
        psf_sigma_px=float(rng.uniform(0.5, 1.2)),
        exposure=float(2 ** rng.uniform(-0.7, 0.4)),
        white_balance=(float(rng.uniform(0.85, 1.15)), 1.0, float(rng.uniform(0.85, 1.15))),
        electrons_at_white=float(rng.uniform(800, 8000)),
        jpeg_quality=int(rng.integers(55, 95)),
    )
    return Camera(
        width_px=width, height_px=height, focal_px=focal_px, rotation=rotation, translation_mm=translation_mm,
        radial=(float(rng.normal(0, 0.02)), 0.0, 0.0), sensor=sensor,
    )  # fmt: skip


def _lighting(rng: np.random.Generator) -> Lighting:
    ambient = float(rng.uniform(0.35, 0.8))
    lamps = []
    for _ in range(int(rng.integers(0, 3))):
        far = rng.random() < 0.4
        azimuth, height = rng.uniform(0, 2 * math.pi), float(rng.uniform(0.6, 1.6))
        distance = 90_000.0 if far else 1500.0
        lamps.append(
            Lamp(
                position_mm=(distance * math.cos(azimuth), distance * math.sin(azimuth), distance * height),
                radius_mm=distance * float(rng.uniform(0.006, 0.12)),
                colour=tuple(float(c) for c in rng.uniform(0.25, 0.5) * np.array([1.0, 0.95, 0.88])),
                edges=((math.cos(azimuth), math.sin(azimuth), float(rng.uniform(-150, 300))),) if far else (),
            )
        )  # fmt: skip
    return Lighting(ambient=(ambient,) * 3, contact_shadows=True, lamps=tuple(lamps))
