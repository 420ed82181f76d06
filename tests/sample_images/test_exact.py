"""The renderer against an independent computation: OpenCV's projection of points on the solids and circles themselves.

Light is compared area by area before blur, noise and bytes: white on black, the light that a sector of an outline has
too much, over the sector's length, is how far the outline there is displaced.
"""

import cv2
import numpy as np
import pytest

from sample_images.render.photo import render_linear
from sample_images.render.scene import Board, Camera, Disc, DiscShape, Finish, Inlay, Line, PaintedArea, Scene, aim

EXACT_PX = 0.02
BLACK, WHITE = Finish(colour=(0, 0, 0)), Finish(colour=(255, 255, 255))
SHAPE = DiscShape(radius_mm=15.875, base_radius_mm=14.4, thickness_mm=9.5)
PARTS = ("surface", "ink", "ditch", "rail", "hole_floor", "peg")
COLUMNS = 64  # per pixel, for the integral of the outline over it
VIEWS = [(0.0, -90.0), (20.0, 35.0), (45.0, -80.0), (60.0, 140.0)]


def camera_at(tilt_deg, heading_deg, radial):
    rotation, translation_mm = aim(tilt_deg=tilt_deg, distance_mm=700.0, heading_deg=heading_deg, roll_deg=7.0)
    return Camera(
        width_px=331, height_px=290, focal_px=700.0, rotation=rotation, translation_mm=translation_mm,
        principal_px=(160.3, 149.6), radial=radial,
    )  # fmt: skip


def black_board(**changes):
    return Board(**(dict.fromkeys(PARTS, BLACK) | changes))


def scene_of(camera, board, discs=()):
    return Scene(name="s", kind="phone", camera=camera, board=board, shape=SHAPE, discs=discs, table=BLACK)


def opencv_px(camera, points_mm):
    """(N, 2) by OpenCV; the renderer's own projection is not used."""
    k1, k2, k3 = camera.radial
    rotation = cv2.Rodrigues(camera.rotation)[0]
    distortion = np.array([k1, k2, 0.0, 0.0, k3])
    return cv2.projectPoints(points_mm, rotation, camera.translation_mm, camera.matrix, distortion)[0][:, 0]


def disc_outline_px(camera, xy_mm):
    """Convex outline (M, 2) of the rounded solid: the hull of points all over its upper and lower torus."""
    turn, tilt = np.meshgrid(np.linspace(0, 2 * np.pi, 1440), np.linspace(-np.pi / 2, np.pi / 2, 121))
    reach = SHAPE.base_radius_mm + SHAPE.rounding_mm * np.cos(tilt)
    height = np.where(
        tilt < 0, SHAPE.rounding_mm * (1 + np.sin(tilt)), SHAPE.thickness_mm - SHAPE.rounding_mm * (1 - np.sin(tilt))
    )
    points_mm = np.stack([xy_mm[0] + reach * np.cos(turn), xy_mm[1] + reach * np.sin(turn), height], axis=-1)
    return cv2.convexHull(opencv_px(camera, points_mm.reshape(-1, 3)).astype(np.float32))[:, 0].astype(float)


def circle_px(camera, radius_mm, centre_mm=(0.0, 0.0, 0.0)):
    turn = np.linspace(0, 2 * np.pi, 4000)
    around_mm = radius_mm * np.column_stack([np.cos(turn), np.sin(turn), np.zeros_like(turn)])
    return opencv_px(camera, around_mm + centre_mm)


def coverage(outline_px, shape):
    """(H, W) share of each pixel's square inside a convex outline."""
    x = (np.arange(shape[1] * COLUMNS) + 0.5) / COLUMNS - 0.5
    left, right = outline_px[:, 0].argmin(), outline_px[:, 0].argmax()
    turned = np.roll(outline_px, -left, axis=0)
    split = (right - left) % len(turned)
    chains = [turned[: split + 1], np.vstack([turned[split:], turned[:1]])[::-1]]
    one, other = (np.interp(x, *chain.T, left=np.nan, right=np.nan) for chain in chains)
    row = np.arange(shape[0])[:, None]
    inside = np.minimum(np.maximum(one, other), row + 0.5) - np.maximum(np.minimum(one, other), row - 0.5)
    return np.nan_to_num(np.maximum(inside, 0)).reshape(shape[0], shape[1], COLUMNS).mean(axis=2)


def displacement_px(light, expected, outline_px, sectors, band_px=4.0):
    """Per sector of the outline: surplus of light over the sector's length. Pixels belong to the nearest point."""
    steps = np.linalg.norm(np.diff(outline_px, axis=0, append=outline_px[:1]), axis=1)
    along = np.cumsum(steps) / steps.sum()
    y, x = np.nonzero(np.abs(light - expected) > 1e-7)
    distance = np.hypot(outline_px[None, ::4, 0] - x[:, None], outline_px[None, ::4, 1] - y[:, None])
    assert (distance.min(axis=1) < band_px).all()
    sector = np.minimum((along[::4][distance.argmin(axis=1)] * sectors).astype(int), sectors - 1)
    surplus = np.bincount(sector, (light - expected)[y, x], minlength=sectors)
    return surplus / (steps.sum() / sectors)


@pytest.mark.parametrize("radial", [(0.0, 0.0, 0.0), (-0.12, 0.05, 0.0)], ids=["pinhole", "distorted"])
@pytest.mark.parametrize(("tilt_deg", "heading_deg"), VIEWS)
def test_disc_outline_is_the_solids_own(tilt_deg, heading_deg, radial):
    camera, xy_mm = camera_at(tilt_deg, heading_deg, radial), (63.7, 41.3)
    disc = Disc(x_mm=xy_mm[0], y_mm=xy_mm[1], team="white", finish=WHITE)
    light = render_linear(scene_of(camera, black_board(), (disc,)), seed=1)[..., 1].astype(float)
    outline = disc_outline_px(camera, xy_mm)
    error = displacement_px(light, coverage(outline, light.shape), outline, sectors=24)
    assert np.abs(error).max() < EXACT_PX


@pytest.mark.parametrize("radial", [(0.0, 0.0, 0.0), (-0.12, 0.05, 0.0)], ids=["pinhole", "distorted"])
@pytest.mark.parametrize(("tilt_deg", "heading_deg"), VIEWS)
def test_line_edges_are_circles_on_the_board(tilt_deg, heading_deg, radial):
    camera = camera_at(tilt_deg, heading_deg, radial)
    lines = tuple(Line(name=str(r), radius_mm=r, width_mm=12.0) for r in (40.0, 70.0, 100.0))
    board = black_board(ink=WHITE, lines=lines, peg_height_mm=0.01, peg_radius_mm=0.01, quadrant_width_mm=0.0)
    light = render_linear(scene_of(camera, board), seed=1)[..., 1].astype(float)
    middle_px = circle_px(camera, 55.0)
    light = light * coverage(middle_px, light.shape)  # the innermost line alone
    for radius_mm, sign in ((46.0, 1.0), (34.0, -1.0)):
        outline = circle_px(camera, radius_mm)
        full, parting = coverage(outline, light.shape), coverage(circle_px(camera, 40.0), light.shape) > 0.5
        side = ~parting if sign > 0 else parting
        expected = full if sign > 0 else 1 - full
        error = displacement_px(light * side, expected * side, outline, sectors=24)
        assert np.abs(error).max() < EXACT_PX


def test_paint_ends_at_its_radius():
    camera, white = camera_at(45.0, -80.0, (0.0, 0.0, 0.0)), WHITE.colour
    pegs_away = {"peg_height_mm": 0.01, "peg_radius_mm": 0.01, "hole_radius_mm": 0.01}
    board = black_board(areas=(PaintedArea(inner_mm=0.0, outer_mm=70.0, colour=white),), **pegs_away)
    light = render_linear(scene_of(camera, board), seed=1)[..., 1].astype(float)
    outline = circle_px(camera, 70.0)
    error = displacement_px(light, coverage(outline, light.shape), outline, sectors=24)
    assert np.abs(error).max() < EXACT_PX


def test_an_inlay_lies_on_the_face():
    camera = camera_at(45.0, -80.0, (0.0, 0.0, 0.0))
    inlay = Inlay(inner=0.0, outer=0.8, colour=WHITE.colour)
    disc = Disc(x_mm=63.7, y_mm=41.3, team="black", finish=BLACK, inlay=inlay)
    light = render_linear(scene_of(camera, black_board(), (disc,)), seed=1)[..., 1].astype(float)
    outline = circle_px(camera, 0.8 * SHAPE.radius_mm, (disc.x_mm, disc.y_mm, SHAPE.thickness_mm))
    # A pixel that the edge touches at a corner alone is not sampled again: up to an eighth of its light, over 10 px.
    error = displacement_px(light, coverage(outline, light.shape), outline, sectors=8)
    assert np.abs(error).max() < EXACT_PX
