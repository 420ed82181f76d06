"""The board's rings, pose and lens against the renderer's exact truth."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from synthetic import rendered, scene_at

from benchmarks.wild_scene import wild_scene
from calibration.board import PEGS, Line, MeasuredSet
from calibration.board_from_lines import board_from_lines
from calibration.camera.intrinsics import RINGS_SIGMA
from calibration.camera.lens import apply_homography
from calibration.lines.find_lines import find_lines
from calibration.lines.line_widths import ALIKE_SIGMA_MM
from calibration.lines.search import Search
from calibration.locate_board import COARSE, locate_board
from calibration.recognise import ROUND_MM, SAMPLE_PX, is_crokinole, is_flat
from calibration.shrink import shrink
from calibration.view import BoardNotFound
from sample_images.render.camera import project
from sample_images.render.photo import render
from vision.doubts import view_doubts

VIEWS = [(0.0, -90.0), (20.0, 35.0), (40.0, -70.0)]
# A sample of a line is good to about 0.3 px (one standard deviation) and 150 or more of them share eleven unknowns:
# 0.3 * sqrt(11 / 150) = 0.08 px for a point on a ring; four times that, the chance of failing a point is 1 in 10,000.
RING_TOLERANCE_PX = 0.32


def ring_points_mm(radius_mm):
    azimuth = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    return np.column_stack([radius_mm * np.cos(azimuth), radius_mm * np.sin(azimuth), 0 * azimuth])


@pytest.mark.parametrize(("tilt_deg", "heading_deg"), VIEWS)
def test_rings_lie_where_they_were_drawn(tilt_deg, heading_deg):
    _, scene, view = rendered(tilt_deg, heading_deg)
    for line, true in zip(view.lines, scene.board.lines, strict=True):
        found_mm = view.mm(project(scene.camera, ring_points_mm(true.radius_mm)))
        off_px = (np.hypot(*found_mm.T) - line.radius_mm) / view.mm_per_px(found_mm)
        assert np.abs(off_px).max() < RING_TOLERANCE_PX


@pytest.mark.parametrize(("tilt_deg", "heading_deg"), VIEWS)
def test_quadrant_lines_lie_at_45_degrees(tilt_deg, heading_deg):
    _, scene, view = rendered(tilt_deg, heading_deg)
    on_line_mm = 250.0 * np.array([[np.cos(np.pi / 4), np.sin(np.pi / 4), 0.0]])
    x_mm, y_mm = view.mm(project(scene.camera, on_line_mm))[0]
    off_deg = (np.degrees(np.arctan2(y_mm, x_mm)) - 45.0 + 45.0) % 90.0 - 45.0
    # One step of the azimuths is 0.25 degrees, and the peak is found within it.
    assert abs(off_deg) < 0.25
    up_px = view.px(np.array([0.0, 100.0])) - view.px(np.zeros(2))
    assert -up_px[1] >= abs(up_px[0]) * 0.99


@pytest.mark.parametrize(("tilt_deg", "heading_deg"), VIEWS[1:])
def test_tilted_view_gives_the_camera(tilt_deg, heading_deg):
    _, scene, view = rendered(tilt_deg, heading_deg)
    assert view.camera.source == "homography"
    # The homography's stated standard deviation of the focal length, three times.
    focal_error = view.camera.matrix[0, 0] / scene.camera.focal_px - 1
    assert abs(focal_error) < 3 * view.camera.focal_sigma
    assert view.camera.tilt_deg == pytest.approx(tilt_deg, abs=np.degrees(3 * view.camera.focal_sigma))


def test_line_width_is_measured(slanted):
    _, scene, view = slanted
    for line, true in zip(view.lines, scene.board.lines, strict=True):
        # A third of a pixel on either side of the line.
        assert line.width_mm == pytest.approx(true.width_mm, abs=0.66 * view.middle_mm_per_px)


@pytest.mark.slow
def test_a_line_that_is_no_clear_box_is_about_as_wide_as_the_others():
    # Of this board's lines, all 1.85 mm wide, one is hardly told from the grain around it.
    scene = wild_scene(5)
    widths_mm = [line.width_mm for line in locate_board(render(scene, seed=5)).lines]
    # Lines of one board are alike to 0.25 mm: three times that for the difference of two.
    assert max(widths_mm) - min(widths_mm) < 3 * np.sqrt(2) * ALIKE_SIGMA_MM


@pytest.mark.parametrize(
    ("inner_mm", "quadrant_contrast", "is_one"),
    [(101.6, 0.0, True), (0.317 * 304.8, 0.0, False), (0.317 * 304.8, 8.0, True)],
    ids=["usual lines and pegs", "a model of a board: pegs alone", "a home board with both marks"],
)
def test_lines_that_are_not_where_boards_have_them_need_both_marks(slanted, inner_mm, quadrant_contrast, is_one):
    view = slanted[2]
    lines = (replace(view.lines[0], radius_mm=inner_mm), *view.lines[1:])
    assert is_crokinole(replace(view, lines=lines, quadrant_contrast=quadrant_contrast)) == is_one


@pytest.mark.parametrize(
    ("pegs", "quadrant_contrast", "roughness", "inner_mm", "is_one"),
    [
        (6, 1.0, 0.7, 101.6, True),
        (5, 1.0, 0.7, 101.6, False),
        (6, 1.0, 0.9, 101.6, False),
        (6, 1.0, 0.7, 0.317 * 304.8, False),
        (6, 1.0, 0.7, 0.37 * 304.8, False),
        (3, 4.2, 0.7, 101.6, True),
    ],
    ids=["two pegs hidden", "three", "rougher lines", "a model of a board", "unusual radii", "among discs"],
)
def test_very_round_lines_make_up_for_hidden_marks(slanted, pegs, quadrant_contrast, roughness, inner_mm, is_one):
    """A board with a hand over two pegs was refused: the hand's edges drowned the quadrant lines."""
    view = slanted[2]
    rough_px = roughness * float(np.hypot(SAMPLE_PX, ROUND_MM / view.middle_mm_per_px))
    lines = (replace(view.lines[0], radius_mm=inner_mm), *view.lines[1:])
    seen = replace(view, lines=lines, fit_rms_px=rough_px, pegs=pegs, quadrant_contrast=quadrant_contrast)
    assert is_crokinole(seen) == is_one


@pytest.mark.parametrize(
    ("pegs", "quadrant_contrast", "inner_mm", "is_one"),
    [
        (8, 4.2, 101.6, True),
        (7, 4.2, 101.6, False),
        (7, 3.3, 101.6, False),
        (8, 0.0, 101.6, True),
        (8, 0.0, 0.358 * 304.8, False),
        (8, 4.2, 0.317 * 304.8, False),
        (6, 5.1, 101.6, True),
        (5, 5.1, 101.6, False),
        (6, 5.1, 0.317 * 304.8, False),
    ],
    ids=[
        "both faintly", "a peg less", "no quadrant lines", "all pegs", "of unusual radii", "a model of a board",
        "two pegs hidden", "three",
        "a model and two pegs less",
    ],
)  # fmt: skip
def test_both_marks_make_up_for_rough_lines(slanted, pegs, quadrant_contrast, inner_mm, is_one):
    view = slanted[2]
    # A fifth beyond the limit for one mark alone.
    rough_px = 1.2 * float(np.hypot(SAMPLE_PX, ROUND_MM / view.middle_mm_per_px))
    lines = (replace(view.lines[0], radius_mm=inner_mm), *view.lines[1:])
    seen = replace(view, lines=lines, fit_rms_px=rough_px, pegs=pegs, quadrant_contrast=quadrant_contrast)
    assert is_crokinole(seen) == is_one


def test_eight_pegs_are_counted(slanted):
    _, _, view = slanted
    assert view.pegs == 8


def test_pegs_are_counted_in_the_photo_where_the_picture_of_the_lines_does_not_show_them(slanted):
    """Brown pegs on a grey board whose orange lines were found by their hue: three of eight were counted."""
    bgr, _, _ = slanted
    lines = next(find_lines(Search(bgr)))
    without_pegs = replace(lines, picture=np.full_like(bgr, 128))
    assert board_from_lines(without_pegs, bgr, None, None).pegs == PEGS


@pytest.mark.slow
def test_noise_is_no_board():
    noise = np.random.default_rng(0).integers(0, 255, (300, 400, 3), dtype=np.uint8)
    with pytest.raises(BoardNotFound, match="photograph"):
        locate_board(noise)


@pytest.mark.parametrize("value", [0, 128, 255])
def test_plain_picture_is_no_board(value):
    with pytest.raises(BoardNotFound):
        locate_board(np.full((200, 300, 3), value, np.uint8))


def test_half_a_board_is_no_board():
    scene = scene_at(10.0, -90.0)
    bgr = render(scene, seed=1)
    with pytest.raises(BoardNotFound):
        locate_board(np.ascontiguousarray(bgr[: bgr.shape[0] // 2]))


def test_input_is_not_changed(slanted):
    bgr, _, _ = slanted
    before = bgr.copy()
    locate_board(bgr)
    assert np.array_equal(bgr, before)


@pytest.mark.parametrize(("wider_mm", "fits"), [(0.0, True), (0.5, True), (3.0, False)])
def test_a_set_of_much_wider_lines_is_noticed(slanted, wider_mm, fits):
    """A width typed for a diameter, or of the painted ring: every gap would be off by half of it."""
    bgr, scene, _ = slanted
    lines = (Line(name=n.name, radius_mm=n.radius_mm, width_mm=n.width_mm + wider_mm) for n in scene.board.lines)
    assert locate_board(bgr, measured=MeasuredSet(name="set", lines=tuple(lines))).set_fits is fits


@pytest.mark.parametrize(("stretch", "fits"), [(1.0, True), (1.03, False), (0.97, False)])
def test_a_set_of_another_board_is_noticed(slanted, stretch, fits):
    """Another make's 15 line lies 3 mm elsewhere; then the photo's own lines are judged, and it is asked."""
    bgr, scene, view = slanted
    r15, r10, outer = (Line(name=n.name, radius_mm=n.radius_mm, width_mm=n.width_mm) for n in scene.board.lines)
    given = MeasuredSet(name="set", lines=(replace(r15, radius_mm=stretch * r15.radius_mm), r10, outer))
    found = locate_board(bgr, measured=given)
    assert found.set_fits is fits
    assert ("another_set" in {doubt.code for doubt in view_doubts(found, lines_measured=True)}) is not fits
    for own, free in zip(found.line_maps, view.line_maps, strict=True):
        # Rings are found to a tenth of a pixel, and a pixel is 1.1 mm of board here.
        assert abs(own.radius_mm / outer.radius_mm - free.radius_mm / view.line_maps[2].radius_mm) < 0.11 / 300


def lines_are_found(seed):
    """Whether a board drawn by lot is found where its lines are, to 2 mm."""
    scene = wild_scene(seed)
    view = locate_board(render(scene, seed=seed))
    return all(
        np.abs(np.hypot(*view.mm(project(scene.camera, ring_points_mm(true.radius_mm))).T) - line.radius_mm).max() < 2.0
        for line, true in zip(view.lines, scene.board.lines, strict=True)
    )


@pytest.mark.slow
def test_a_board_on_a_grained_table_is_found_by_an_unbroken_circle():
    # The table's edges outvote the lines, but the edge of the surface is an ellipse without a gap.
    assert lines_are_found(633)


@pytest.mark.slow
def test_lines_whose_plane_only_the_hues_tell_are_found_in_the_photo():
    assert lines_are_found(700)


@pytest.mark.slow
def test_faint_lines_are_found_in_a_smaller_copy():
    assert lines_are_found(817)


def test_a_smaller_copy_shows_the_board_in_the_same_place(slanted):
    bgr, scene, view = slanted
    copied = locate_board(shrink(bgr, COARSE)).scaled(1 / COARSE)
    for line in scene.board.lines:
        on_line_mm = ring_points_mm(line.radius_mm)[:, :2]
        # The tolerance of a ring is in the pixels of the copy.
        assert np.linalg.norm(copied.px(on_line_mm) - view.px(on_line_mm), axis=1).max() < RING_TOLERANCE_PX / COARSE
    # The camera is that of the whole photo; where its axis is, the lines tell to so many focal lengths.
    axis_px = RINGS_SIGMA * view.camera.matrix[0, 0]
    np.testing.assert_allclose(copied.camera.matrix[:2, 2], view.camera.matrix[:2, 2], atol=axis_px)
    assert copied.camera.tilt_deg == pytest.approx(view.camera.tilt_deg, abs=1.0)


def test_lines_that_are_seen_nowhere_on_their_circles_are_no_boards(slanted):
    """A fit to the light beside dark lines, which had not settled, passed for one, and reading ended in an error."""
    view = slanted[2]
    unseen = replace(view.line_maps[1], azimuth_rad=np.zeros(0), offset_mm=np.zeros(0))
    assert is_crokinole(view)
    assert not is_crokinole(replace(view, line_maps=(view.line_maps[0], unseen, view.line_maps[2])))


@pytest.mark.parametrize(("from_above_deg", "is_one"), [(80.0, True), (89.9, False)])
def test_what_is_seen_edge_on_is_no_board(from_above_deg, is_one):
    """Edges along a straight line, turned back from edge-on, once were a board of a million mm a pixel."""
    _, _, view = rendered(20.0, 35.0)
    angle = np.radians(180.0 - from_above_deg)
    aslant = np.array([[1, 0, 0], [0, np.cos(angle), -np.sin(angle)], [0, np.sin(angle), np.cos(angle)]])
    camera = replace(view.camera, rotation=aslant, translation_mm=np.array([0.0, 0.0, 1000.0]))
    assert camera.slant_deg == pytest.approx(from_above_deg)
    assert is_crokinole(replace(view, camera=camera)) == is_one


def on_bent_paper(bgr, scene, bow_mm):
    """The photo of a scene as if its board were printed on paper that bows up by so much at the edge of the surface."""
    height, width = bgr.shape[:2]
    camera = scene.camera
    mm_from_px = np.linalg.inv(camera.matrix @ np.column_stack([camera.rotation[:, :2], camera.translation_mm]))
    grid_px = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).astype(np.float64)
    xy_mm = apply_homography(mm_from_px, grid_px).reshape(-1, 2)
    bow = bow_mm * (xy_mm[:, :1] / scene.board.surface_radius_mm) ** 2
    moved_px = (project(camera, np.hstack([xy_mm, bow])) - grid_px.reshape(-1, 2)).reshape(grid_px.shape)
    from_px = (grid_px - moved_px).astype(np.float32)
    return cv2.remap(bgr, from_px[..., 0], from_px[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)


@pytest.mark.slow
def test_a_print_on_bent_paper_is_no_board():
    """A board on a table is flat to a millimetre or two; a sheet of paper that one holds is not."""
    bgr, scene, _ = rendered(40.0, -70.0)
    assert is_flat(locate_board(on_bent_paper(bgr, scene, 1.0)))
    with pytest.raises(BoardNotFound):
        locate_board(on_bent_paper(bgr, scene, 15.0))


@pytest.mark.slow
def test_a_wide_lens_bends_no_board():
    """Of an action camera's lens, without its second coefficient, the rings tell the first to a few hundredths."""
    scene = scene_at(30.0, 35.0)
    camera = scene.camera
    wide = replace(
        camera,
        focal_px=0.7 * camera.focal_px,
        translation_mm=0.7 * camera.translation_mm,
        radial=(-0.25, 0.0, 0.0),
    )
    view = locate_board(render(replace(scene, camera=wide), seed=5))
    unit = wide.focal_px / view.lens.focal_px
    assert is_flat(view)
    assert view.lens.k1 * unit**2 == pytest.approx(-0.25, abs=0.05)
