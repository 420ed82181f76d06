"""Call cards: the words, the values either way, where the marks stand, and both doors."""

import cv2
import httpx2
import numpy as np
import pytest
from running_service import running_service
from synthetic import ROOT
from typer.testing import CliRunner

from api.call_cards import DISPUTED_MM, card_stems, disputed_discs, draw_card, values_either_way
from api.cli import app
from api.errors import BadOverlayPath, NoSuchDisc
from api.photo import read_photo
from api.score_photo import score_photo
from api.service.settings import Limits, Settings
from vision.drawing.call_card import MARGIN_PX, CardGap, CardText, draw_call_card, in_words
from vision.drawing.close_up import BASE, LINE, Contact, Window, draw_close_up, find_contact

PHOTO = ROOT / "sample_images" / "phone_01.jpg"


@pytest.fixture(scope="module")
def scored():
    photo = read_photo(PHOTO)
    return photo, score_photo(photo)


@pytest.mark.parametrize(
    ("gap_mm", "sigma_mm", "too_close", "words"),
    [
        (0.4, 0.1, False, "Clean board shows: 0.4 ± 0.1 mm"),
        (-0.31, 0.12, False, "Over the line by 0.3 ± 0.1 mm"),
        (0.034, 0.5, True, "Just at the line: 0.0 ± 0.5 mm"),
        (0.034, 0.06, True, "Perhaps clean board: 0.03 ± 0.06 mm"),
        (-0.26, 0.23, True, "Perhaps over the line by 0.3 ± 0.2 mm"),
    ],
)
def test_the_gap_in_words(gap_mm, sigma_mm, too_close, words):
    assert in_words(gap_mm, sigma_mm, too_close=too_close) == words


def test_values_either_way_frame_the_value_that_counts(scored):
    for disc in scored[1].discs:
        if disc.call:
            clear, touching = values_either_way(disc)
            assert clear > touching
            assert disc.value == (clear if disc.call.gap_mm > 0 else touching)
            assert disc.call.other_value in (None, clear, touching)


def test_discs_near_a_line_are_disputed(scored):
    chosen = {disc.id for disc in disputed_discs(scored[1])}
    assert chosen
    for disc in scored[1].discs:
        if disc.call:
            near = abs(disc.call.gap_mm) <= DISPUTED_MM or disc.call.call == "too_close"
            assert (disc.id in chosen) == near


def test_marks_stand_where_the_numbers_say(scored):
    """On the axis of the window the base's outermost point lies the gap below the line's inner edge."""
    photo, result = scored
    disc = next(disc for disc in disputed_discs(result) if abs(disc.call.gap_mm) > 0.3)
    gap_mm = disc.call.gap_mm
    xy_mm = (disc.seen.x_mm, disc.seen.y_mm)
    contact = find_contact(result.view, xy_mm, disc.seen.radius_mm, disc.call.line, gap_mm, 0.001)
    azimuth = float(np.arctan2(xy_mm[1], xy_mm[0]))
    window = Window(azimuth_rad=azimuth, reach_mm=contact.inner_mm, wide_mm=12.0, size_px=(960, 480))
    column = draw_close_up(photo.bgr, result.view, contact, window)[:, 479].astype(int)
    rows = [np.flatnonzero(np.abs(column - colour).sum(axis=1) < 12).mean() for colour in (BASE,)]
    lines = np.flatnonzero(np.abs(column - LINE).sum(axis=1) < 12)
    inner_edge = lines[lines > lines.mean()].mean()
    assert (rows[0] - inner_edge) / window.px_per_mm == pytest.approx(gap_mm, abs=0.03)
    assert (240 - 0.5 - inner_edge) / window.px_per_mm == pytest.approx(0.0, abs=0.03)


def test_window_is_not_mirrored():
    """Outward is up; to its right is what lies clockwise, as seen from above."""
    window = Window(azimuth_rad=np.pi / 2, reach_mm=100.0, wide_mm=20.0, size_px=(201, 101))
    assert window.px(np.array([3.0, 102.0])) == pytest.approx([130.0, 30.0 - 0.1], abs=0.2)
    assert window.grid_mm()[50, 100] == pytest.approx([0.0, 100.0], abs=1e-9)
    np.testing.assert_allclose(window.px(window.grid_mm()[7, 11]), [11, 7], atol=1e-9)


def test_base_is_what_the_gap_leaves():
    contact = Contact(x_mm=60.0, y_mm=80.0, inner_mm=115.0, outer_mm=116.6, gap_mm=0.5, sigma_mm=0.1)
    assert contact.base_radius_mm == pytest.approx(14.5)


def test_card_leaves_the_photo_alone(scored):
    photo, result = scored
    before = photo.bgr.copy()
    card = draw_card(photo, result, disputed_discs(result)[0].id, None)
    assert card.shape == (1920, 1080, 3)
    assert np.array_equal(photo.bgr, before)


def test_the_longest_words_keep_the_margin(scored):
    photo, result = scored
    gap = CardGap(x_mm=190.0, y_mm=0.0, radius_mm=15.9, rgb=(0, 0, 0), line="10", gap_mm=-0.74, sigma_mm=0.62)
    text = CardText(title="", photo="", if_clear=10, if_touching=5, counts=5, p_touch=0.88, too_close=True, basis="")
    card = draw_call_card(photo.bgr, result.view, gap, text)
    heading = card[120:300, -MARGIN_PX:]
    assert (heading == heading[0, 0]).all()


def test_a_disc_that_is_not_there(scored):
    with pytest.raises(NoSuchDisc):
        draw_card(*scored, 99, None)


def test_photos_of_one_name_get_cards_of_their_own(tmp_path):
    photos = [tmp_path / name for name in ("a/x.jpg", "b/x.jpg", "c/x-2.jpg", "d/X.jpg")]
    assert [stem.name for stem in card_stems(photos, tmp_path / "cards")] == ["x", "x-2", "x-2-2", "X-3"]
    (tmp_path / "file").write_text("")
    with pytest.raises(BadOverlayPath):
        card_stems([tmp_path / "x.jpg"], tmp_path / "file")


def test_command_line_writes_a_card_for_every_disputed_disc(tmp_path, scored):
    done = CliRunner().invoke(app, ["score", str(PHOTO), "--cards", str(tmp_path / "cards")])
    assert done.exit_code == 0
    names = {f"phone_01-disc-{disc.id}.jpg" for disc in disputed_discs(scored[1])}
    assert {path.name for path in (tmp_path / "cards").iterdir()} == names


def test_http_answers_with_a_card(scored, tmp_path):
    number = disputed_discs(scored[1])[0].id
    settings = Settings(data=tmp_path, limits=Limits(workers=1))
    with running_service(settings) as (url, _), httpx2.Client(base_url=url, timeout=60) as client:
        answer = client.post(f"/score/card?disc={number}", content=PHOTO.read_bytes())
        assert cv2.imdecode(np.frombuffer(answer.content, np.uint8), 1).shape == (1920, 1080, 3)
        missing = client.post("/score/card?disc=99", content=PHOTO.read_bytes())
    assert missing.status_code == 422
    assert "99" in missing.json()["detail"]
