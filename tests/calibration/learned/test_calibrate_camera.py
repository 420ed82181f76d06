"""A camera learnt from rings and from a chart, against cameras whose numbers are known."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from synthetic import rendered, scene_at

from calibration.board import LINE_RADII_MM
from calibration.camera.camera import solve_camera
from calibration.camera.lens import Lens
from calibration.camera.pinhole import long_side_px
from calibration.learned.calibrate_camera import AnotherCamera, RingPhoto, Unobservable, calibrate_camera
from calibration.learned.charuco import ChartNotFound, calibrate_by_chart, draw_chart, find_chart
from calibration.learned.known_camera import KnownCamera
from calibration.learned.known_view import with_known_camera
from calibration.locate_board import locate_board
from sample_images.render.camera import project
from sample_images.render.photo import render
from sample_images.render.scene import Camera, aim

SIZE_PX = (1200, 900)
NOISE_PX = 0.1
# Tilt and azimuth of five photos from all around.
VIEWS = ((40.0, -90.0), (45.0, 0.0), (35.0, 90.0), (50.0, 180.0), (20.0, -45.0))


def camera_at(tilt_deg, heading_deg, focal, radial):
    rotation, translation_mm = aim(tilt_deg=tilt_deg, distance_mm=1100.0 * focal / 0.85, heading_deg=heading_deg)
    return Camera(
        width_px=SIZE_PX[0], height_px=SIZE_PX[1], focal_px=focal * SIZE_PX[0], rotation=rotation,
        translation_mm=translation_mm, radial=(*radial, 0.0),
    )  # fmt: skip


def ring_photo_at(camera, rng):
    """What a photo's fit would hand over: noisy samples of the lines, and a start that knows no distortion."""
    turn = np.arange(240) * 2 * np.pi / 240
    circle = np.column_stack([np.cos(turn), np.sin(turn), np.zeros(turn.size)])
    samples_px = np.concatenate([project(camera, radius_mm * circle) for radius_mm in LINE_RADII_MM])
    # Square to the board's tilt every mm has fewer px than along it; here one scale for all serves as a weight.
    pose = np.column_stack([camera.rotation[:, 0], camera.rotation[:, 1], camera.translation_mm])
    px_from_mm = camera.matrix @ pose
    px_from_mm /= px_from_mm[2, 2]
    view = replace(rendered(25.0, -80.0)[2], px_from_mm=px_from_mm, size_px=SIZE_PX)
    maps = [replace(line, radius_mm=radius) for line, radius in zip(view.line_maps, LINE_RADII_MM, strict=True)]
    view = replace(view, camera=solve_camera(px_from_mm, SIZE_PX, None), line_maps=tuple(maps))
    inside = ((samples_px >= 0) & (samples_px < SIZE_PX)).all(axis=1)
    return RingPhoto(
        view=view,
        samples_px=(samples_px + rng.normal(0, NOISE_PX, samples_px.shape))[inside],
        ring=np.repeat(np.arange(3), 240)[inside],
        mm_per_px=np.full(int(inside.sum()), 1100.0 / (0.85 * SIZE_PX[0])),
    )


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2, 3))])
@pytest.mark.parametrize(
    "radial",
    [
        pytest.param((0.0, 0.0), marks=pytest.mark.slow),
        (-0.12, 0.03),
        pytest.param((0.08, 0.0), marks=pytest.mark.slow),
    ],
)
def test_the_rings_of_five_photos_tell_the_camera(seed, radial):
    rng = np.random.default_rng(seed)
    focal = rng.uniform(0.7, 1.1)
    found = calibrate_camera([ring_photo_at(camera_at(*view, focal, radial), rng) for view in VIEWS], "c").camera
    # The floor of the stated sigma is for boards less round than these: chance alone leaves a fraction of it.
    assert abs(found.focal - focal) < 2 * found.focal_sigma
    # Where the rings lie, up to 0.28 of the longer side from the middle, the two cameras see alike: a longer focal
    # length and a stronger bend may make up for one another, so that both together are held to the noise of a sample.
    reach_px = np.linspace(0.0, 0.28, 20) * SIZE_PX[0]
    true_lens = KnownCamera(name="t", focal=focal, focal_sigma=0.0, k1=radial[0], k2=radial[1]).lens(SIZE_PX)
    angles = true_lens.undistort(np.column_stack([reach_px + true_lens.x_px, np.full(20, true_lens.y_px)]))
    angles = (angles[:, 0] - true_lens.x_px) / true_lens.focal_px
    lens = found.lens(SIZE_PX)
    again = lens.distort(np.column_stack([angles * lens.focal_px + lens.x_px, np.full(20, lens.y_px)]))[:, 0]
    error_px = again - lens.x_px - reach_px
    scale = float((error_px @ reach_px) / (reach_px @ reach_px))
    assert np.abs(error_px - scale * reach_px).max() < NOISE_PX


@pytest.mark.slow
def test_photos_from_straight_above_do_not_tell_it():
    rng = np.random.default_rng(0)
    photos = [ring_photo_at(camera_at(tilt, 30.0 * tilt, 0.85, (0.0, 0.0)), rng) for tilt in (0.5, 1.0, 1.5)]
    with pytest.raises(Unobservable):
        calibrate_camera(photos, "c")


@pytest.mark.parametrize("zoomed", [0.8, pytest.param(1.25, marks=pytest.mark.slow)])
def test_a_photo_of_another_camera_is_named(zoomed):
    rng = np.random.default_rng(3)
    focals = [0.85, 0.85, 0.85 * zoomed, 0.85, 0.85]
    photos = [ring_photo_at(camera_at(*at, focal, (0.0, 0.0)), rng) for at, focal in zip(VIEWS, focals, strict=True)]
    with pytest.raises(AnotherCamera) as caught:
        calibrate_camera(photos, "c")
    assert caught.value.photo == 2


@pytest.mark.parametrize("aside_px", [0, 200])
def test_a_part_of_a_picture_is_not_taken_for_a_whole_one(aside_px):
    """Cut off at one side and at the top, with the shape of the whole kept, it still names its camera."""
    scene = scene_at(35.0, -100.0, width=1400)
    bgr = render(scene, seed=5)
    height, width = bgr.shape[:2]
    cut = np.ascontiguousarray(bgr[round(aside_px * height / width) :, aside_px:])
    focal = scene.camera.focal_px / long_side_px((width, height))
    known = KnownCamera(name="c", focal=focal, focal_sigma=0.004, k1=0.0, k2=0.0)
    source = with_known_camera(locate_board(cut), known).camera.source
    assert (source == "calibrated") is (aside_px == 0)


def test_a_square_picture_is_a_part_of_one():
    known = KnownCamera(name="c", focal=0.8, focal_sigma=0.004, k1=0.0, k2=0.0)
    assert known.focal_px((4000, 3000)) == known.focal_px((3000, 4000)) == 0.8 * 4000
    assert known.focal_px((3000, 3000)) == pytest.approx(0.8 * 4000)
    assert known.focal_px((3840, 2160)) == 0.8 * 3840


def test_a_lens_and_its_inverse():
    lens = Lens(x_px=600.0, y_px=450.0, focal_px=1000.0, k1=-0.2, k2=0.06)
    px = np.stack(np.meshgrid(np.linspace(0, 1200, 13), np.linspace(0, 900, 10)), axis=-1)
    assert np.abs(lens.distort(lens.undistort(px)) - px).max() < 1e-6
    ray = np.array([[0.3, 0.2, 1.0]])
    matrix = np.array([[1000.0, 0, 600.0], [0, 1000.0, 450.0], [0, 0, 1.0]])
    by_opencv = cv2.projectPoints(ray, np.zeros(3), np.zeros(3), matrix, np.array([-0.2, 0.06, 0, 0, 0]))[0].ravel()
    assert lens.distort(np.array([[900.0, 650.0]]))[0] == pytest.approx(by_opencv, abs=1e-9)


def test_a_known_lens_is_not_taken_for_other_radii():
    scene = scene_at(8.0, -100.0)
    bent = (-0.12, 0.03, 0.0)
    scene = replace(scene, camera=replace(scene.camera, radial=bent))
    view = locate_board(render(scene, seed=5))
    focal = scene.camera.focal_px / long_side_px(view.size_px)
    known = KnownCamera(name="c", focal=focal, focal_sigma=0.004, k1=bent[0], k2=bent[1])
    better = with_known_camera(view, known)
    off_mm = [
        max(abs(line.radius_mm - true) for line, true in zip(one.lines, LINE_RADII_MM, strict=True))
        for one in (view, better)
    ]
    # Half a pixel here is 0.5 mm; hundreds of samples leave a tenth of that.
    assert off_mm[1] < 0.1 < off_mm[0]
    assert better.camera.source == "calibrated"
    assert better.camera.tilt_deg == pytest.approx(8.0, abs=0.3)
    # Positions on the board come out where they are: radii are free of azimuth, which the quadrant lines give.
    grid = 60.0 * np.array([[1.0, 1.0], [-2.0, 3.0], [4.0, -1.0], [-3.0, -3.0]])
    px = project(scene.camera, np.column_stack([grid, np.zeros(4)]))
    assert np.abs(np.hypot(*better.mm(px).T) - np.hypot(*grid.T)).max() < 0.1


def chart_photo(tilt_deg, heading_deg, focal):
    """The chart lying on a table, drawn by its homography."""
    camera = camera_at(tilt_deg, heading_deg, focal, (0.0, 0.0))
    chart = cv2.cvtColor(draw_chart(), cv2.COLOR_GRAY2BGR)
    height, width = chart.shape[:2]
    mm_from_chart = np.array([[0.3, 0, -0.15 * width], [0, -0.3, 0.15 * height], [0, 0, 1.0]])
    pose = np.column_stack([camera.rotation[:, 0], camera.rotation[:, 1], camera.translation_mm])
    # Drawn at twice the size and averaged: a warp without it leaves edges jagged.
    large = np.diag([2.0, 2.0, 1.0]) @ camera.matrix @ pose @ mm_from_chart
    picture = cv2.warpPerspective(chart, large, (2 * SIZE_PX[0], 2 * SIZE_PX[1]), borderValue=(140, 150, 160))
    return cv2.resize(picture, SIZE_PX, interpolation=cv2.INTER_AREA)


def test_a_printed_chart_tells_the_camera():
    photos = [chart_photo(*view, 0.9) for view in VIEWS]
    found = calibrate_by_chart([find_chart(photo) for photo in photos], [SIZE_PX] * len(photos), "c")
    # Averaging two by two shifts everything by a quarter of a pixel, which moves no focal length.
    assert abs(found.camera.focal - 0.9) < 2 * found.camera.focal_sigma
    assert found.rms_px < 0.3
    assert sorted(found.tilts_deg) == pytest.approx(sorted(tilt for tilt, _ in VIEWS), abs=0.7)
    with pytest.raises(ChartNotFound):
        find_chart(np.full((300, 400, 3), 128, np.uint8))
