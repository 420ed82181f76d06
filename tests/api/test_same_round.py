"""`crokinole score --same-round`: one result out of several photos, or the reason why not."""

import functools
import json
import math
from dataclasses import replace

import cv2
import numpy as np
import pytest
from synthetic import DISCS, rendered, scene_at
from typer.testing import CliRunner

from api.cli import app
from api.errors import BadPhotos
from api.overlay_file import overlay_targets
from api.photo import Photo
from api.same_round import score_same_round
from api.score_photo import score_photo
from sample_images.render.photo import render
from sample_images.render.scene import aim
from sample_images.render.truth import gaps_mm


@functools.lru_cache
def photo_of(name):
    """Of one round: two whole views and a close-up; of the next: a disc moved by 20 mm, a disc taken away."""
    if name == "close":
        scene = scene_at(25.0, -60.0, DISCS)
        rotation, translation_mm = aim(tilt_deg=25.0, distance_mm=550.0, heading_deg=-60.0, target_mm=(70.0, 90.0))
        scene = replace(scene, camera=replace(scene.camera, rotation=rotation, translation_mm=translation_mm))
        return Photo(name="close.jpg", bgr=render(scene, seed=5))
    if name == "first":
        return Photo(name="first.jpg", bgr=rendered(25.0, -80.0)[0])
    discs = {
        "second": DISCS,
        "moved": (replace(DISCS[0], y_mm=-60.0), *DISCS[1:]),
        "taken": DISCS[1:],
    }[name]
    return Photo(name=f"{name}.jpg", bgr=render(scene_at(35.0, 40.0, discs), seed=5))


def errors_mm(scored):
    """Errors of the gaps to the line that decides, by disc; colours and distances tell which disc is which."""
    scene = scene_at(25.0, -80.0, DISCS)
    found = []
    for disc in scored.discs:
        reach_mm = math.hypot(disc.seen.x_mm, disc.seen.y_mm)
        true = min(DISCS, key=lambda one: abs(math.hypot(one.x_mm, one.y_mm) - reach_mm))
        found.append(disc.call.gap_mm - gaps_mm(scene.board, scene.shape, true)[disc.call.line])
    return np.array(found)


@pytest.mark.slow
def test_more_photos_make_it_surer():
    one = score_photo(photo_of("first"))
    two = score_same_round([photo_of("first"), photo_of("second")]).scored
    three = score_same_round([photo_of("first"), photo_of("second"), photo_of("close")]).scored
    sigmas = [np.mean([disc.call.sigma_mm for disc in scored.discs]) for scored in (one, two, three)]
    assert sigmas == sorted(sigmas, reverse=True)
    assert len(one.discs) == len(two.discs) == len(three.discs) == len(DISCS)
    for scored in (two, three):
        sigma = np.array([disc.call.sigma_mm for disc in scored.discs])
        assert (np.abs(errors_mm(scored)) < 3 * sigma).all()
    assert [entry.total for entry in two.teams] == [entry.total for entry in one.teams]


@pytest.mark.slow
def test_a_close_up_comes_first_and_the_whole_board_leads():
    together = score_same_round([photo_of("close"), photo_of("first")])
    assert together.photo.name == together.scored.name == "first.jpg"
    assert together.scored.photos == ("close.jpg", "first.jpg")


def test_a_copy_of_a_photo_makes_nothing_surer():
    one = photo_of("first")
    half = cv2.resize(one.bgr, None, fx=0.8, fy=0.8, interpolation=cv2.INTER_AREA)
    stored = cv2.imencode(".jpg", half, [cv2.IMWRITE_JPEG_QUALITY, 90])[1]
    copy = Photo(name="copy.jpg", bgr=np.asarray(cv2.imdecode(stored, cv2.IMREAD_COLOR), np.uint8))
    alone, together = score_photo(one), score_same_round([one, copy]).scored
    assert together.photos == ("first.jpg",)
    assert [disc.call for disc in together.discs] == [disc.call for disc in alone.discs]


@pytest.mark.slow
def test_a_damaged_photo_among_them_is_asked_about():
    torn = replace(photo_of("second"), damaged=True)
    scored = score_same_round([photo_of("first"), torn]).scored
    assert "damaged_file" in {reason.code for reason in scored.reasons}


@pytest.mark.parametrize(
    ("name", "words"), [("moved", "lies 20 mm away in moved.jpg"), ("taken", "is not to be seen in taken.jpg")]
)
def test_another_position_is_refused_with_the_reason(name, words):
    with pytest.raises(BadPhotos, match=words):
        score_same_round([photo_of("first"), photo_of(name)])
    with pytest.raises(BadPhotos, match=r"moved|not in"):
        score_same_round([photo_of(name), photo_of("first")])


def test_a_photo_that_shows_no_board_is_refused():
    grey = Photo(name="grey.jpg", bgr=np.full((300, 400, 3), 128, np.uint8))
    with pytest.raises(BadPhotos, match=r"grey\.jpg"):
        score_same_round([photo_of("first"), grey])
    assert score_same_round([grey]).scored.status == "no_board"


def test_the_picture_of_a_round_overwrites_none_of_its_photos(tmp_path):
    photos = [tmp_path / name for name in ("a.jpg", "b.jpg")]
    for path in photos:
        path.write_bytes(path.name.encode())
    done = CliRunner().invoke(app, ["score", "--same-round", *map(str, photos), "--overlay", str(photos[1])])
    assert done.exit_code == 2
    assert "would be overwritten" in done.stderr
    assert photos[1].read_bytes() == b"b.jpg"
    # A folder gets a picture by the name of the photo that it is drawn on.
    in_folder = overlay_targets(photos, tmp_path / "seen", of_one_round=True)
    assert in_folder == [tmp_path / "seen" / path.name for path in photos]


def test_the_command(tmp_path):
    paths = []
    for name in ("first", "second", "taken"):
        paths.append(str(tmp_path / f"{name}.jpg"))
        cv2.imwrite(paths[-1], photo_of(name).bgr)
    runner = CliRunner()
    overlay = tmp_path / "seen.jpg"
    done = runner.invoke(app, ["score", "--same-round", *paths[:2], "--json", "--overlay", str(overlay)])
    assert done.exit_code == 0
    document = json.loads(done.stdout)
    assert document["photos"] == paths[:2]
    assert document["image"]["name"] == paths[0]
    assert len(document["discs"]) == len(DISCS)
    assert overlay.exists()
    done = runner.invoke(app, ["score", "--same-round", *paths])
    assert done.exit_code == 3
    assert "different positions" in done.stderr
    nowhere = str(tmp_path / "nowhere.jpg")
    done = runner.invoke(app, ["score", "--same-round", "--json", paths[0], nowhere])
    assert done.exit_code == 3
    assert "no such file" in done.stderr
    document = json.loads(done.stdout)
    assert (document["status"], document["image"]["name"]) == ("unreadable", nowhere)
