"""The parts of the light along a disc's outline."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from scipy.stats import norm
from synthetic import rendered, true_solids

from vision.placing.outline import NORMALS, outline_mm
from vision.shading.edge_light import (
    CORNER_MM,
    FACE,
    FINE_MM,
    FOOT_LOSS,
    LAMP,
    MIRROR,
    PARTS,
    RING,
    edge_light,
    rings_beside,
)
from vision.shading.lamp import RoomLight

OFFSETS_MM = np.arange(-8.0, 8.0, 0.05)
BLUR_MM = 0.4
AXES = np.eye(2)
LIT = np.ones((1, len(NORMALS)))


def light_of(plain: float, towards_lamp=(0.0, 0.0)) -> RoomLight:
    """Beside five discs; a board that sends out nothing lights no side."""
    return RoomLight(plain=np.full(5, plain), aside=np.array(towards_lamp), differs=np.zeros(5))


@pytest.fixture(scope="module")
def seen():
    _, scene, view = rendered(25.0, -80.0)
    return true_solids(scene, view), view


def test_a_blurred_edge_is_half_covered_at_its_end(seen):
    solids, view = seen
    parts = edge_light(solids, view, OFFSETS_MM, BLUR_MM, light_of(0.0), AXES)
    assert parts.of_disc.shape[-1] == RING == PARTS - 1
    for disc, normal in ((0, 0), (2, 20), (4, 50)):
        board = np.interp(parts.end_mm[disc, normal], OFFSETS_MM, parts.board[disc, normal])
        # The fine step may put the end off by half of itself, on a slope of 1 / (sigma sqrt(2 pi)).
        assert board == pytest.approx(0.5, abs=FINE_MM / 2 / (BLUR_MM * np.sqrt(2 * np.pi)))


def test_a_round_edge_is_blurred_as_a_drawn_disc_is(seen):
    """OpenCV blurs a drawn disc of the same size: at its edge it is covered by less than half."""
    solids, view = seen
    blur_mm, per_mm, radius_mm = 1.5, 10, float(solids.radius_mm.mean())
    around = np.hypot(*(np.indices((500, 500)) - 250))
    drawn = np.clip(radius_mm * per_mm + 0.5 - around, 0.0, 1.0)
    blurred = cv2.GaussianBlur(drawn, (0, 0), blur_mm * per_mm)
    truth = 1.0 - float(blurred[np.abs(around - radius_mm * per_mm) < 0.5].mean())
    assert truth > 0.51
    parts = edge_light(solids, view, OFFSETS_MM, blur_mm, light_of(0.0), AXES)
    board = [np.interp(end, OFFSETS_MM, cover) for end, cover in ends_and_board(parts)]
    # Each normal's end may lie anywhere within the fine step: the mean over all of them is as much better.
    slope = 1.0 / (blur_mm * np.sqrt(2 * np.pi))
    assert np.mean(board) == pytest.approx(truth, abs=3 * FINE_MM / np.sqrt(12 * len(board)) * slope)


def ends_and_board(parts):
    """Of every normal of every disc: where the disc ends, and the board's cover along it."""
    return zip(parts.end_mm.ravel(), parts.board.reshape(-1, len(OFFSETS_MM)), strict=True)


def test_every_place_is_face_side_or_board_and_only_the_foot_is_darker(seen):
    """Where no foot is seen, far from the camera, the disc's light and the board's cover add up to one everywhere."""
    solids, view = seen
    parts = edge_light(solids, view, OFFSETS_MM, BLUR_MM, light_of(0.0), AXES)
    total = parts.of_disc[..., FACE] + parts.board
    away = (view.apparent_mm(solids.xy_mm, np.full(len(solids.xy_mm), 10.0)) - solids.xy_mm) @ NORMALS.T
    np.testing.assert_allclose(total[away > 0], 1.0, atol=1e-5)
    assert (total <= 1.0 + 1e-5).all()
    nearest = total[np.arange(len(total)), away.argmin(axis=1)]
    assert (nearest.min(axis=1) < 0.999).all()


def test_on_a_white_board_sides_lose_light_towards_the_foot_and_faces_do_not(seen):
    solids, view = seen
    dark, white = (edge_light(solids, view, OFFSETS_MM, BLUR_MM, light_of(one), AXES) for one in (0.0, 1.0))
    away = (view.apparent_mm(solids.xy_mm, np.full(len(solids.xy_mm), 10.0)) - solids.xy_mm) @ NORMALS.T
    near = away.argmin(axis=1)
    for disc in range(len(near)):
        share = white.of_disc[disc, near[disc], :, FACE] / np.maximum(dark.of_disc[disc, near[disc], :, FACE], 1e-6)
        on_face = dark.face_mm[disc, near[disc]] - 3 * BLUR_MM > OFFSETS_MM
        on_side = (dark.face_mm[disc, near[disc]] < OFFSETS_MM) & (dark.end_mm[disc, near[disc]] > OFFSETS_MM)
        np.testing.assert_allclose(share[on_face], 1.0, atol=1e-5)
        assert (np.diff(share[on_side]) < 0).all()
        assert (share[on_side] > 1.0 - FOOT_LOSS).all()


def test_a_lamp_is_mirrored_only_on_its_own_side(seen):
    solids, view = seen
    towards_lamp = np.array([0.6, 0.8])
    parts = edge_light(solids, view, OFFSETS_MM, BLUR_MM, light_of(0.0, towards_lamp), AXES)
    gloss = np.abs(parts.of_disc[..., LAMP]).max(axis=2)
    away = NORMALS @ towards_lamp <= 0
    assert (gloss[:, away] == 0).all()
    assert (gloss[:, ~away] > 0).all()


def test_the_board_is_mirrored_in_sides_that_show_and_nowhere_else(seen):
    solids, view = seen
    parts = edge_light(solids, view, OFFSETS_MM, BLUR_MM, light_of(0.0), AXES)
    away = (view.apparent_mm(solids.xy_mm, np.full(len(solids.xy_mm), 10.0)) - solids.xy_mm) @ NORMALS.T
    every = np.arange(len(away))
    mirrored = parts.of_disc[..., MIRROR]
    assert (mirrored[every, away.argmin(axis=1)].max(axis=1) > 0).all()
    on_face = parts.face_mm[..., None] - 3 * BLUR_MM > OFFSETS_MM
    assert mirrored[on_face].max() < 1e-2
    # Where the rounding turns away from the camera it mirrors the board only in its last, steepest part.
    assert (mirrored[every, away.argmax(axis=1)].sum(axis=1) < mirrored[every, away.argmin(axis=1)].sum(axis=1)).all()


def beside_the_ring(seen):
    """One disc short of the outer ring, the view, and where the normal that crosses the ring meets its middle."""
    solids, view = seen
    ring_mm = view.line_maps[2].radius_mm
    disc = replace(solids.taken(np.array([0])), xy_mm=np.array([[ring_mm - 22.0, 0.0]]))
    return disc, view, ring_mm - outline_mm(disc, view)[0, 0, 0]


def test_a_ring_covers_its_width_and_half_as_much_in_half_the_light(seen):
    disc, view, _ = beside_the_ring(seen)
    rings = rings_beside(disc, view, np.full((1, len(NORMALS)), -4.0), LIT, OFFSETS_MM, BLUR_MM)
    covered_mm = rings.seen[0, 0].sum() * (OFFSETS_MM[1] - OFFSETS_MM[0])
    assert covered_mm == pytest.approx(view.lines[2].width_mm, abs=FINE_MM)
    shaded = rings_beside(disc, view, np.full((1, len(NORMALS)), -4.0), 0.5 * LIT, OFFSETS_MM, BLUR_MM)
    np.testing.assert_allclose(shaded.seen, 0.5 * rings.seen)


def test_a_ring_that_passes_aslant_is_as_soft_as_a_gaussian_makes_it(seen):
    """A straight line blurred in the plane has the same profile across it whichever way it runs."""
    disc, view, _ = beside_the_ring(seen)
    line, ring_mm = view.lines[2], view.line_maps[2].radius_mm
    disc = replace(disc, xy_mm=np.array([[ring_mm - 17.0, 0.0]]))
    rings = rings_beside(disc, view, np.full((1, len(NORMALS)), -4.0), LIT, OFFSETS_MM, BLUR_MM)
    for normal in (0, 5, 7):  # 0, 30 and 42 degrees
        place_mm = outline_mm(disc, view)[0, normal] + OFFSETS_MM[:, None] * NORMALS[normal]
        off_mm = np.hypot(*place_mm.T) - ring_mm
        exact = np.diff(norm.cdf((np.array([[-0.5], [0.5]]) * line.width_mm - off_mm) / BLUR_MM), axis=0)[0]
        beyond = OFFSETS_MM > 0.0  # the foot, 4 mm inside, takes less than a hundredth there
        # As soft, but not of the same shape: an even step is up to 0.058 off a Gaussian one.
        np.testing.assert_allclose(rings.seen[0, normal, beyond], exact[beyond], atol=0.058)


def test_at_the_foot_of_a_disc_a_ring_gets_half_of_its_light(seen):
    disc, view, middle_mm = beside_the_ring(seen)
    width_mm = view.lines[2].width_mm
    clear_mm = np.array([6.0, FINE_MM])
    far, near = (
        rings_beside(disc, view, np.full((1, len(NORMALS)), end_mm), LIT, OFFSETS_MM, BLUR_MM).seen[0, 0].sum()
        for end_mm in middle_mm - width_mm / 2 - clear_mm
    )
    # Half is missing at the foot, an e-th of that a corner farther out: its mean over the line.
    missing = 0.5 * CORNER_MM / width_mm * (np.exp(-clear_mm / CORNER_MM) - np.exp(-(clear_mm + width_mm) / CORNER_MM))
    # The fine step may put either edge of the line off by half of itself.
    assert near / far == pytest.approx((1 - missing[1]) / (1 - missing[0]), abs=FINE_MM / 2 / width_mm)


def test_what_a_moving_disc_hides_of_a_ring_is_what_its_end_covers(seen):
    disc, view, middle_mm = beside_the_ring(seen)
    move_mm = 4 * FINE_MM

    def at_end(end_mm):
        return rings_beside(disc, view, np.full((1, len(NORMALS)), end_mm), LIT, OFFSETS_MM, BLUR_MM)

    hidden = at_end(middle_mm).hidden_per_mm[0, 0] * move_mm
    less = at_end(middle_mm - move_mm / 2).seen[0, 0] - at_end(middle_mm + move_mm / 2).seen[0, 0]
    # The fine step may make the strip that is hidden wider or narrower by one.
    assert hidden.sum() == pytest.approx(less.sum(), rel=FINE_MM / move_mm)
    assert abs(OFFSETS_MM[hidden.argmax()] - middle_mm) <= FINE_MM
    assert abs(OFFSETS_MM[less.argmax()] - middle_mm) <= 2 * FINE_MM
