"""Scenes from the project's own renderer, and how far what is read in them lies from their truth."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from api.photo import Photo
from api.scored import ScoredPhoto
from api.set_file import decode_set
from benchmarks.cropped_scene import looking_past
from calibration.board import MeasuredSet
from sample_images.arrange import arrange
from sample_images.render.photo import render
from sample_images.render.scene import Camera, Disc, Scene, Sensor, aim
from sample_images.render.truth import measured_set, truth

FOCAL = 0.85  # of the picture's longer side
FIELD_MM = 960.0  # the rail and a little around it
ASIDE_ABOUT_RAD = 1.0  # neither along the tilt nor across it, where a cropped picture is easiest to tell


@dataclass(frozen=True, kw_only=True)
class Conditions:
    """How a scene is seen. blur_px : standard deviation; electrons : at white, fewer are noisier; hovering : discs held
    over the board that hide parts of others; aside_deg : how far the camera looks past the board, where the picture was
    cropped about it.
    """

    tilt_deg: float = 25.0
    heading_deg: float = -90.0
    width_px: int = 1200
    blur_px: float = 0.6
    electrons: float = 6000.0
    jpeg_quality: int | None = 92
    hovering: int = 0
    aside_deg: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Miss:
    """One disc, by its number in the truth: error and stated sigma of its position (both coordinates) and of the gap to
    the line that decides.
    """

    number: int
    east_mm: float
    north_mm: float
    sigma_mm: float
    gap_error_mm: float
    gap_sigma_mm: float


def scene_of(seed: int, seen: Conditions) -> Scene:
    """The board, light and discs of a seed, seen under some conditions."""
    scene = arrange("scene", "phone", seed)
    height_px = round(0.8 * seen.width_px)
    rotation, translation_mm = aim(
        tilt_deg=seen.tilt_deg,
        distance_mm=FIELD_MM * FOCAL * seen.width_px / height_px,
        heading_deg=seen.heading_deg,
    )
    sensor = Sensor(
        psf_sigma_px=seen.blur_px,
        electrons_at_white=seen.electrons,
        read_noise_electrons=8.0,
        jpeg_quality=seen.jpeg_quality,
    )
    camera = Camera(
        width_px=seen.width_px,
        height_px=height_px,
        focal_px=FOCAL * seen.width_px,
        rotation=rotation,
        translation_mm=translation_mm,
        sensor=sensor,
    )
    if seen.aside_deg:
        camera = looking_past(camera, seen.aside_deg, ASIDE_ABOUT_RAD)
    return replace(scene, camera=camera, discs=(*scene.discs, *_hovering(scene, seen.hovering, seed)))


def _hovering(scene: Scene, count: int, seed: int) -> Iterator[Disc]:
    """Discs held 30 mm above the board, each hiding about a third of one that lies."""
    rng = np.random.default_rng([seed, 7])
    lying = [disc for disc in scene.discs if disc.place == "surface"]
    for disc in lying[:count]:
        azimuth = rng.uniform(0, 2 * math.pi)
        x_mm, y_mm = disc.x_mm + 17 * math.cos(azimuth), disc.y_mm + 17 * math.sin(azimuth)
        yield replace(disc, x_mm=x_mm, y_mm=y_mm, base_z_mm=30.0, place="other")


def set_of(scene: Scene) -> MeasuredSet:
    """The scene's true sizes, as a club would give them."""
    import json

    return decode_set(json.dumps(measured_set(scene)), scene.name)


def photo_of(scene: Scene, *, seed: int) -> Photo:
    """The scene rendered. The focal length is known as from a phone's EXIF, if the picture is a whole one."""
    camera = scene.camera
    whole = camera.principal_px is None
    focal_35mm = 43.267 * camera.focal_px / math.hypot(camera.width_px, camera.height_px) if whole else None
    return Photo(name=scene.name, bgr=render(scene, seed=seed), focal_35mm=focal_35mm)


def misses(scene: Scene, scored: ScoredPhoto) -> list[Miss]:
    """Every disc that was found where one on the surface is seen, beside its truth. Positions are compared where the
    photo has them.
    """
    if scored.view is None:
        return []
    found = []
    discs = truth(scene)["discs"]
    for disc in scored.discs:
        # What is found where a disc held over another is seen is that one, not the one that it hides.
        number, true = min(enumerate(discs), key=lambda one: math.dist(disc.seen.px, one[1]["px"]))
        near = math.dist(disc.seen.px, true["px"]) < 0.5 * true["r_px"]
        if not (near and disc.call and true["place"] == "surface"):
            continue
        x_mm, y_mm = scored.view.mm(np.array(true["px"]))
        gap = next(gap for gap in disc.seen.gaps if gap.line == true["line"])
        found.append(
            Miss(
                number=number,
                east_mm=float(disc.seen.x_mm - x_mm),
                north_mm=float(disc.seen.y_mm - y_mm),
                sigma_mm=disc.seen.sigma_mm,
                gap_error_mm=gap.gap_mm - true["gap_mm"],
                gap_sigma_mm=gap.sigma_mm,
            )
        )
    return found
