"""Several readings of one position: which disc is which, what is refused, and how sure all together are."""

import functools
import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import chi2
from synthetic import rendered

from calibration.board import TOURNAMENT_DISC, MeasuredSet
from calibration.camera.camera import solve_camera
from vision.gaps import shared_sigma_mm
from vision.reading import BoardReading, Disc, Doubt, LineDistance, Team
from vision.several_photos.combine_round import combine_round
from vision.several_photos.one_place import from_one_place
from vision.several_photos.same_round import DifferentPosition, Match, SeenBoard, match_round

PLACES_MM = np.array([[60.0, -40.0], [-150.0, 70.0], [30.0, 250.0], [-40.0, -160.0], [220.0, 120.0], [150.0, -210.0]])
TEAMS = "ABABAB"
SET = MeasuredSet(name="s", disc=TOURNAMENT_DISC)
RARE = 1e-4


@functools.lru_cache
def view():
    return rendered(25.0, -80.0)[2]


def board_of(places_mm, teams=TEAMS, sigma_mm=0.1, gap_mm=0.4, gap_sigma_mm=0.2, doubts=(), outward_mm=0.0):
    """A board as one photo might show it."""
    discs = tuple(
        Disc(
            team=team,
            place="surface",
            x_mm=float(x),
            y_mm=float(y),
            px=tuple(view().px(np.array([x, y]))),
            radius_mm=15.875,
            sigma_mm=sigma_mm,
            gaps=tuple(LineDistance(line=name, gap_mm=gap_mm, sigma_mm=gap_sigma_mm) for name in ("15", "10", "outer")),
            by_thickness_mm=tuple(outward_mm * np.array([x, y]) / np.hypot(x, y)),
        )
        for (x, y), team in zip(places_mm, teams, strict=True)
    )
    names = {"A": "black", "B": "white"}
    seen = tuple(Team(id=one, name=names[one], rgb=(0, 0, 0)) for one in sorted(set(teams)))
    return SeenBoard(
        reading=BoardReading(teams=seen, discs=discs, doubts=doubts, shared_gap_sigma_mm=0.1, view=view()),
        whole=True,
    )


def seen_as(board, other_view):
    """The same board where another view has it."""
    return replace(board, reading=replace(board.reading, view=other_view))


def turned(places_mm, quarters, mirrored=False, further_deg=0.0):
    angle = quarters * np.pi / 2 + np.deg2rad(further_deg)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return (places_mm * (-1, 1) if mirrored else places_mm) @ turn.T


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("quarters", range(4))
def test_turned_boards_are_matched_disc_by_disc(quarters, mirrored):
    rng = np.random.default_rng(quarters)
    order = rng.permutation(len(PLACES_MM))
    places = turned(PLACES_MM + rng.normal(0, 0.3, PLACES_MM.shape), quarters, mirrored, further_deg=0.4)[order]
    match = match_round(board_of(PLACES_MM), board_of(places, [TEAMS[i] for i in order]))
    assert {(int(i), int(order[j])) for i, j in match.pairs} == {(i, i) for i in range(len(PLACES_MM))}
    assert np.linalg.norm(places @ match.turn.T - PLACES_MM[order], axis=1).max() < 4 * 0.3


def test_a_close_up_without_quadrant_lines_may_be_turned_by_any_angle():
    other = board_of(turned(PLACES_MM, 0, further_deg=31.0))
    free = seen_as(other, replace(view(), quadrant_contrast=0.0))
    assert len(match_round(board_of(PLACES_MM), free).pairs) == len(PLACES_MM)
    # With quadrant lines to go by, a turn of 31 degrees is another position.
    with pytest.raises(DifferentPosition):
        match_round(board_of(PLACES_MM), other)


def test_what_differs_is_named():
    first = board_of(PLACES_MM)
    with pytest.raises(DifferentPosition) as caught:
        match_round(first, board_of(turned(PLACES_MM[:-1], 1), TEAMS[:-1]))
    assert (caught.value.kind, caught.value.disc) == ("missing", 5)
    with pytest.raises(DifferentPosition) as caught:
        match_round(board_of(PLACES_MM[:-1], TEAMS[:-1]), board_of(turned(PLACES_MM, 1)))
    assert (caught.value.kind, caught.value.disc) == ("added", 5)
    moved = PLACES_MM.copy()
    moved[2] += (12.0, 5.0)
    with pytest.raises(DifferentPosition) as caught:
        match_round(first, board_of(moved))
    assert (caught.value.kind, caught.value.disc) == ("moved", 2)
    # The turn is fitted to all discs: one of six that is 13 mm off pulls it by a fraction of that.
    assert caught.value.moved_mm == pytest.approx(13.0, abs=1.0)
    with pytest.raises(DifferentPosition) as caught:
        match_round(first, board_of(np.random.default_rng(1).uniform(-200, 200, PLACES_MM.shape)))
    assert caught.value.kind == "unlike"


@pytest.mark.parametrize("quarters", range(2))
def test_a_bare_board_and_one_doubtful_disc_may_be_one_position(quarters):
    bare = board_of(np.zeros((0, 2)), "")
    one = turned(PLACES_MM[:1], quarters)
    asked = board_of(one, "A", doubts=(Doubt(code="faint", message="Is that a disc?", disc=0),))
    for first, other in ((bare, asked), (asked, bare)):
        assert len(match_round(first, other).pairs) == 0
    for first, other in ((bare, board_of(one, "A")), (board_of(one, "A"), bare)):
        with pytest.raises(DifferentPosition) as caught:
            match_round(first, other)
        assert caught.value.kind == "unlike"


def test_a_close_up_is_not_asked_for_what_it_does_not_show():
    # The left half of the picture alone.
    half = replace(view(), size_px=(view().size_px[0] // 2, view().size_px[1]))
    inside = [i for i, at in enumerate(PLACES_MM) if view().px(at)[0] < half.size_px[0] - 40]
    assert 0 < len(inside) < len(PLACES_MM)
    part = board_of(PLACES_MM[inside], [TEAMS[i] for i in inside])
    match = match_round(board_of(PLACES_MM), replace(seen_as(part, half), whole=False))
    assert [int(i) for i, _ in match.pairs] == inside
    # A whole view is: the discs in its right half are missing.
    with pytest.raises(DifferentPosition):
        match_round(board_of(PLACES_MM), part)


@pytest.mark.parametrize("quarters", range(4))
def test_a_close_up_of_bare_board_fits_where_no_disc_lies(quarters):
    # The left half of a picture, bare: of all turns of the other photo only those that leave it bare will do.
    half = replace(view(), size_px=(view().size_px[0] // 2, view().size_px[1]))
    empty = replace(seen_as(board_of(np.zeros((0, 2)), ""), half), whole=False)
    right = turned(np.array([[150.0, 60.0], [220.0, -80.0]]), quarters)
    assert len(match_round(board_of(right, "AB"), empty).pairs) == 0
    everywhere = turned(np.array([[0.0, 200.0], [0.0, -200.0], [200.0, 0.0], [-200.0, 0.0]]), quarters)
    with pytest.raises(DifferentPosition):
        match_round(board_of(everywhere, "ABAB"), empty)


def same(first, others):
    pairs = np.column_stack([np.arange(len(PLACES_MM))] * 2)
    return [(other, Match(turn=np.eye(2), pairs=pairs, added=np.zeros(0, np.intp))) for other in others]


@pytest.mark.parametrize("photos", [2, 3])
def test_errors_are_as_large_as_the_combined_sigma(photos):
    common_mm = shared_sigma_mm(SET, 0.0, view().half_width_sigma_mm)
    own = np.array([0.1, 0.2, 0.15])[:photos]
    rng = np.random.default_rng(photos)
    score, sigmas = [], []
    for _ in range(400):
        shared = rng.normal(0, common_mm)
        boards = [
            board_of(PLACES_MM, gap_mm=0.4 + shared + rng.normal(0, s), gap_sigma_mm=math.hypot(s, common_mm))
            for s in own
        ]
        gap = combine_round(boards[0], same(boards[0], boards[1:]), SET).discs[0].gaps[0]
        score.append((gap.gap_mm - 0.4) / gap.sigma_mm)
        sigmas.append(gap.sigma_mm)
    least = math.hypot((own**-2.0).sum() ** -0.5, common_mm)
    assert min(sigmas) == pytest.approx(least)
    # Photos that happen to differ stretch the sigma: it is 1.0 to 1.4 times what an all-knowing one would state.
    assert chi2.ppf(RARE, 400) / 1.4**2 < np.square(score).sum() < chi2.ppf(1 - RARE, 400)


def test_what_all_photos_share_does_not_average_out():
    unmeasured_mm = shared_sigma_mm(None, 0.0, view().half_width_sigma_mm)
    boards = [board_of(PLACES_MM, gap_sigma_mm=math.hypot(0.2, unmeasured_mm)) for _ in range(50)]
    gap = combine_round(boards[0], same(boards[0], boards[1:]), None).discs[0].gaps[0]
    assert unmeasured_mm < gap.sigma_mm < math.hypot(unmeasured_mm, 0.05)


@pytest.mark.parametrize(
    ("sides", "left_mm"), [((1, 1), 0.3), ((1, -1), 0.0), ((1, 1, -1, -1), 0.0), ((1, 1, 1, -1), 0.15)]
)
def test_the_discs_thickness_errs_alike_in_photos_from_one_side_and_cancels_in_those_from_two(sides, left_mm):
    common_mm = shared_sigma_mm(SET, 0.0, view().half_width_sigma_mm)
    one_mm = math.hypot(0.1, 0.3, common_mm)
    boards = [board_of(PLACES_MM, gap_sigma_mm=one_mm, outward_mm=0.3 * side) for side in sides]
    gap = combine_round(boards[0], same(boards[0], boards[1:]), SET).discs[0].gaps[0]
    assert gap.sigma_mm == pytest.approx(math.hypot(0.1 / math.sqrt(len(sides)), left_mm, common_mm))


def test_what_the_rounds_gaps_share_is_no_more_than_each_is_in_doubt():
    unmeasured_mm = shared_sigma_mm(None, 0.0, view().half_width_sigma_mm)
    photo = board_of(PLACES_MM, gap_sigma_mm=math.hypot(0.2, unmeasured_mm))
    photo = replace(photo, reading=replace(photo.reading, shared_gap_sigma_mm=1.2 * unmeasured_mm))
    together = combine_round(photo, same(photo, [photo] * 20), None)
    assert together.shared_gap_sigma_mm < min(gap.sigma_mm for disc in together.discs for gap in disc.gaps)
    assert combine_round(photo, [], None).shared_gap_sigma_mm == photo.reading.shared_gap_sigma_mm


def test_doubts_that_another_photo_resolves_are_dropped():
    faint = Doubt(code="faint", message="Is that a disc?", disc=1)
    low = Doubt(code="low_view", message="Seen low.")
    first = board_of(PLACES_MM, doubts=(faint, low))
    assert combine_round(first, same(first, [board_of(PLACES_MM)]), SET).doubts == ()
    kept = combine_round(first, same(first, [board_of(PLACES_MM, doubts=(faint, low))]), SET).doubts
    assert kept == (faint, low)
    # A close-up says nothing about the view as a whole.
    part = replace(board_of(PLACES_MM), whole=False)
    assert combine_round(first, same(first, [part]), SET).doubts == (low,)


def test_teams_are_matched_by_their_discs():
    first = board_of(PLACES_MM)
    swapped = board_of(PLACES_MM, "BABABA")
    assert combine_round(first, same(first, [swapped]), SET).doubts == ()
    one_other = board_of(PLACES_MM, "BABABB")
    doubts = combine_round(first, same(first, [one_other]), SET).doubts
    assert [(doubt.code, doubt.disc) for doubt in doubts] == [("photos_differ", 5)]
    # Two photos against one.
    assert combine_round(first, same(first, [swapped, one_other]), SET).doubts == ()


def test_a_disc_a_little_off_is_asked_about():
    off = PLACES_MM.copy()
    off[3] += (5.0, 0.0)
    first = board_of(PLACES_MM)
    doubts = combine_round(first, same(first, [board_of(off)]), SET).doubts
    assert [(doubt.code, doubt.disc) for doubt in doubts] == [("photos_differ", 3)]
    assert "5 mm" in doubts[0].message


def test_a_disc_that_may_be_none_makes_no_other_position():
    # Five sure discs, and on one photo something like a sixth, of which it asks whether it is one.
    faint = Doubt(code="faint", message="Is disc 6 a disc?", disc=5)
    sure, more = board_of(PLACES_MM[:-1], TEAMS[:-1]), board_of(turned(PLACES_MM, 1), doubts=(faint,))
    first, match = sure, match_round(sure, more)
    reading = combine_round(first, [(more, match)], SET)
    assert len(reading.discs) == 5
    assert [(doubt.code, doubt.disc) for doubt in reading.doubts] == [("photos_differ", None)]
    assert reading.doubts[0].xy_mm == pytest.approx(tuple(PLACES_MM[5]), abs=1e-6)
    # The first photo's own stays, and so does its question.
    reading = combine_round(more, [(sure, match_round(more, sure))], SET)
    assert len(reading.discs) == 6
    assert reading.doubts == (faint,)


QUARTER = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
TURNED_PICTURE = np.array([[0.0, -0.5, 900.0], [0.5, 0.0, -3.0], [0.0, 0.0, 1.0]])
MIRRORED_PICTURE = np.array([[-1.0, 0.0, 990.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])


def seen_by_camera_moved_mm(seen, aside_mm):
    """The view of a camera that was moved parallel to the board."""
    camera = seen.camera
    moved = camera.translation_mm - camera.rotation @ np.array([aside_mm, 0.0, 0.0])
    px_from_mm = camera.matrix @ np.column_stack([camera.rotation[:, :2], moved])
    return replace(seen, px_from_mm=px_from_mm, camera=replace(camera, translation_mm=moved))


def with_camera(changed):
    """The same view, its homography changed, with the camera that sees it so."""
    return replace(changed, camera=solve_camera(changed.px_from_mm, changed.size_px, None))


@pytest.mark.parametrize(
    "copy",
    [
        pytest.param(view, id="itself"),
        pytest.param(lambda: replace(view(), px_from_mm=TURNED_PICTURE @ view().px_from_mm), id="turned and small"),
        pytest.param(lambda: replace(view(), px_from_mm=MIRRORED_PICTURE @ view().px_from_mm), id="mirrored"),
    ],
)
def test_photos_from_one_place_are_known_as_such(copy):
    assert from_one_place(view(), copy(), np.eye(2))


def test_another_quarter_line_up_makes_no_other_place():
    """On two of 69 copies another quadrant line lies at 45 degrees than on the photo itself."""
    turned_view = with_camera(replace(view(), px_from_mm=view().px_from_mm @ QUARTER))
    assert from_one_place(with_camera(view()), turned_view, QUARTER[:2, :2])


@pytest.mark.parametrize("aside_mm", [40.0, 80.0])
@pytest.mark.parametrize("tilt_deg", [0.0, 25.0])
def test_a_hand_that_moved_makes_another_place(tilt_deg, aside_mm):
    """From above the board keeps its shape, and only the camera's place tells."""
    seen = rendered(tilt_deg, -80.0)[2]
    assert from_one_place(seen, seen_by_camera_moved_mm(seen, 0.0), np.eye(2))
    assert not from_one_place(seen, seen_by_camera_moved_mm(seen, aside_mm), np.eye(2))


def test_what_an_arm_hides_in_one_photo_another_may_show():
    hidden_mm = PLACES_MM[5]
    under_an_arm = Doubt(
        code="covered", message="Is a disc hidden?", xy_mm=tuple(hidden_mm + (80.0, -60.0)), reach_mm=150.0
    )
    arm, clear = board_of(PLACES_MM[:-1], TEAMS[:-1], doubts=(under_an_arm,)), board_of(PLACES_MM)
    reading = combine_round(arm, [(clear, match_round(arm, clear))], SET)
    assert len(reading.discs) == 6
    assert reading.doubts == ()
    reading = combine_round(clear, [(arm, match_round(clear, arm))], SET)
    assert len(reading.discs) == 6
    assert reading.doubts == ()
    # Not what lies far from it.
    elsewhere = board_of(PLACES_MM[1:], TEAMS[1:], doubts=(under_an_arm,))
    with pytest.raises(DifferentPosition):
        match_round(elsewhere, clear)


def test_what_two_photos_hide_in_different_ways_stays_a_question():
    under_an_arm = Doubt(code="covered", message="Is a disc hidden?", xy_mm=(90.0, 90.0))
    cut_off = Doubt(code="cut_off", message="Part of the board is outside the picture.")
    arm, cut = board_of(PLACES_MM, doubts=(under_an_arm,)), board_of(PLACES_MM, doubts=(cut_off,))
    assert combine_round(arm, [(cut, match_round(arm, cut))], SET).doubts == (under_an_arm,)
    assert combine_round(cut, [(arm, match_round(cut, arm))], SET).doubts == (cut_off,)
    # A photo that shows all of the board without a question answers both.
    clear = board_of(PLACES_MM)
    for asking in (arm, cut):
        assert combine_round(asking, [(clear, match_round(asking, clear))], SET).doubts == ()


def test_what_the_photos_that_show_a_disc_ask_about_it_stays_a_question():
    hidden = Doubt(code="unknown_object", message="Is that a disc?", xy_mm=(153.0, -214.0))
    first = board_of(PLACES_MM[:-1], TEAMS[:-1], doubts=(hidden,))
    # Another order, so that the disc is another one's number there.
    order = [5, 0, 1, 2, 3, 4]
    whose = Doubt(code="team", message="Whose is disc 1? Its colour is between the teams'.", disc=0)
    teams = [TEAMS[i] for i in order]
    asks, sure = board_of(PLACES_MM[order], teams, doubts=(whose,)), board_of(PLACES_MM[order], teams)
    matched = [(board, match_round(first, board)) for board in (asks, sure)]
    reading = combine_round(first, matched[:1], SET)
    assert [(doubt.code, doubt.disc) for doubt in reading.doubts] == [("team", 5)]
    assert "disc 6" in reading.doubts[0].message
    assert combine_round(first, matched, SET).doubts == ()


@pytest.mark.parametrize(
    "unseen",
    [
        Doubt(code="unknown_object", message="Is that a disc?", xy_mm=(153.0, -214.0)),
        Doubt(code="board_coloured", message="Are all of them marked?", team="B"),
    ],
)
def test_a_disc_that_another_photo_was_not_sure_to_see_counts(unseen):
    asks, clear = board_of(PLACES_MM[:-1], TEAMS[:-1], doubts=(unseen,)), board_of(turned(PLACES_MM, 2))
    # Twice, as three photos show it.
    reading = combine_round(asks, [(clear, match_round(asks, clear))] * 2, SET)
    assert reading.doubts == ()
    disc = reading.discs[5]
    assert (disc.team, disc.px) == ("B", pytest.approx(tuple(view().px(PLACES_MM[5]))))
    assert (disc.x_mm, disc.y_mm) == pytest.approx(tuple(PLACES_MM[5]), abs=1e-6)
    assert disc.sigma_mm == pytest.approx(0.1 / math.sqrt(2))
    # Nor is anything amiss where the first photo is the clear one.
    assert len(combine_round(clear, [(asks, match_round(clear, asks))], SET).discs) == 6
    other_team = replace(unseen, team="A", xy_mm=unseen.xy_mm and (0.0, 0.0))
    with pytest.raises(DifferentPosition):
        match_round(board_of(PLACES_MM[:-1], TEAMS[:-1], doubts=(other_team,)), clear)
