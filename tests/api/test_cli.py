"""The command line as people call it, with real files; as processes of their own where that could matter."""

import json
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from command_line import crokinole
from synthetic import ROOT

import api.score_photo
from api.errors import BadTwenties
from api.photo import read_photo
from vision.drawing.board_alone import SIDE_PX

PHOTO = ROOT / "sample_images" / "phone_03.jpg"


def process(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "api", *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_json_lines_keep_the_order_and_a_broken_photo_stops_nothing(tmp_path):
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(PHOTO.read_bytes()[:2000])
    done = process("score", broken, PHOTO, tmp_path / "missing.jpg", "--json")
    objects = [json.loads(line) for line in done.stdout.splitlines()]
    assert [entry["status"] for entry in objects] == ["unreadable", "scored", "unreadable"]
    assert objects[1]["image"] == {"name": str(PHOTO), "width": 1200, "height": 1600}
    assert done.returncode == 3
    assert "broken.jpg" in done.stderr


def test_a_photo_on_which_the_program_fails_stops_nothing(tmp_path, monkeypatch):
    """An error on a board without discs took the 31 photos after it in the same call with it."""
    plain = tmp_path / "plain.png"
    cv2.imwrite(str(plain), np.full((400, 500, 3), 130, np.uint8))
    score = api.score_photo.score_photo

    def fail_on_plain(photo, **options):
        if photo.name == str(plain):
            raise ZeroDivisionError("a fault of the program's own")
        return score(photo, **options)

    monkeypatch.setattr(api.score_photo, "score_photo", fail_on_plain)
    done = crokinole("score", plain, PHOTO, "--json")
    failed, scored = (json.loads(line) for line in done.stdout.splitlines())
    assert (failed["status"], scored["status"]) == ("unreadable", "scored")
    assert failed["image"]["name"] == str(plain)
    assert "ZeroDivisionError" in failed["reasons"][0]["message"]
    assert "fail_on_plain" in done.stderr, "whoever mends it needs to see where it failed"
    assert done.exit_code == 3
    nowhere = crokinole("score", PHOTO, "--overlay", plain / "seen.png")
    assert nowhere.exit_code == 2, "what the caller can put right is no fault of the program"


def test_a_picture_without_a_board_is_said_so(tmp_path):
    plain = tmp_path / "plain.png"
    cv2.imwrite(str(plain), np.full((400, 500, 3), 130, np.uint8))
    done = crokinole("score", plain)
    assert done.exit_code == 3
    assert "no board" in " ".join(done.stdout.split())


def test_table_shows_both_totals():
    done = process("score", PHOTO)
    truth = json.loads(PHOTO.with_suffix(".json").read_text())
    assert done.returncode == 0
    for total in truth["totals"].values():
        assert str(total) in done.stdout


def test_overlay_is_written(tmp_path):
    target = tmp_path / "seen.png"
    assert crokinole("score", PHOTO, "--overlay", target).exit_code == 0
    assert max(cv2.imread(str(target)).shape) == SIDE_PX


def test_overlays_of_many_go_into_a_folder(tmp_path):
    crokinole("score", PHOTO, PHOTO.with_name("phone_05.jpg"), "--overlay", tmp_path / "all")
    assert sorted(p.name for p in (tmp_path / "all").iterdir()) == ["phone_03.jpg", "phone_05.jpg"]


def test_twenties_are_counted():
    plain = json.loads(crokinole("score", PHOTO, "--json").stdout)
    more = json.loads(crokinole("score", PHOTO, "--json", "--twenties", "A=2").stdout)
    assert more["teams"][0]["total"] == plain["teams"][0]["total"] + 40
    assert more["teams"][1] == plain["teams"][1]


@pytest.mark.parametrize(
    ("twenties", "asked"),
    [
        pytest.param({"red": 1}, False, id="a colour that is there"),
        pytest.param({"purple": 0}, False, id="none of another"),
        pytest.param({"purple": 2}, True, id="some of another"),
        pytest.param({"A": 24}, True, id="more than a side owns"),
    ],
)
def test_counts_of_20s_that_cannot_be_right_are_asked_about(twenties, asked):
    scored = api.score_photo.score_photo(read_photo(PHOTO), twenties=twenties)
    assert ("twenties" in {reason.code for reason in scored.reasons}) == asked
    assert scored.status == ("needs_review" if asked else "scored")


def test_the_20s_of_one_team_by_both_of_its_names_are_refused():
    with pytest.raises(BadTwenties, match="given twice"):
        api.score_photo.score_photo(read_photo(PHOTO), twenties={"A": 1, "red": 2})


def test_a_damaged_photo_is_asked_about(tmp_path):
    jpeg = PHOTO.read_bytes()
    torn = tmp_path / "torn.jpg"
    # In the last rows of the picture, below the board.
    torn.write_bytes(jpeg[:-3000] + bytes(200) + jpeg[-2800:])
    scored = api.score_photo.score_photo(read_photo(torn))
    assert scored.status == "needs_review"
    assert {reason.code for reason in scored.reasons} == {"damaged_file"}


def test_a_photo_without_rights_and_a_picture_without_a_place_stop_nothing(tmp_path, monkeypatch):
    (tmp_path / "seen" / "phone_03.jpg").mkdir(parents=True)
    other = PHOTO.with_name("phone_05.jpg")
    done = crokinole("score", PHOTO, other, "--json", "--overlay", tmp_path / "seen")
    assert [json.loads(line)["image"]["name"] for line in done.stdout.splitlines()] == [str(PHOTO), str(other)]
    assert done.exit_code == 2
    assert (tmp_path / "seen" / "phone_05.jpg").is_file()
    # The superuser may read all: what is asked of the system is asked of Typer's own check here.
    monkeypatch.setattr("os.access", lambda *_, **__: False)
    assert crokinole("score", PHOTO).exit_code == 0


def test_measured_set_makes_gaps_surer(tmp_path):
    plain = json.loads(crokinole("score", PHOTO, "--json").stdout)
    given = json.loads(crokinole("score", PHOTO, "--json", "--set", PHOTO.parent / "sets" / "phone_03.json").stdout)
    assert given["board"]["preset"] == "phone_03"
    sigmas = [[disc["gap_sigma_mm"] for disc in entry["discs"] if disc["gap_sigma_mm"]] for entry in (plain, given)]
    assert np.median(sigmas[1]) < np.median(sigmas[0])


@pytest.mark.parametrize(
    "arguments",
    [
        ["--twenties", "two"],
        ["--twenties", "A=-1"],
        ["--ruleset", "golf"],
        ["--set", "nowhere.json"],
        ["--set", str(ROOT / "README.md")],
    ],
)
def test_wrong_usage_is_explained(arguments):
    done = crokinole("score", PHOTO, *arguments)
    assert done.exit_code == 2
    assert done.stderr.startswith("crokinole: ")


def test_no_photo_is_wrong_usage():
    assert crokinole("score").exit_code == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_full_disk_is_said_in_a_line(form):
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "api", "score", *form, str(PHOTO)]
        ran = subprocess.run(command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stderr.splitlines()[-1].startswith("crokinole: The results cannot be written (no space left on device)")
    assert "Traceback" not in ran.stderr
