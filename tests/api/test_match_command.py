"""A match kept from the terminal: what is typed, what is told, and that the file is always whole."""

import errno
import json
import os
import subprocess
import sys

import jsonschema
import pytest
from synthetic import ROOT
from typer.testing import CliRunner

from api.cli import app
from api.errors import BadMatch
from api.match_command.match_file import add_event, read_match
from game.events import Noted

SCHEMA = ROOT.parent / "shared" / "design" / "cmn.schema.json"
PHOTO = ROOT / "sample_images" / "phone_03.jpg"


@pytest.fixture
def keep(tmp_path):
    """Run `crokinole match COMMAND FILE ...` with a file of this test."""

    def run(command, *arguments, status=0):
        done = CliRunner().invoke(app, ["match", command, str(tmp_path / "final.json"), *map(str, arguments)])
        assert done.exit_code == status, done.output
        return done.stdout if status == 0 else done.stderr

    return run


@pytest.fixture
def singles(keep):
    keep("new", "Ann", "Bo", "--colours", "Ann=blue,Bo=red")
    return keep


def test_a_whole_match_by_hand(singles, tmp_path):
    assert singles("add", "65,40", "--twenties", "1,0") == (
        "Round 1: Ann 65, Bo 40; points Ann 2, Bo 0.\n"
        "Score: Ann 2, Bo 0.\n"
        "Bo starts: the start moves on clockwise; Ann has the last shot.\n"
    )
    singles("add", "bo=30, ann=30")
    assert "taken back: 2, round scored Ann 30, Bo 30\nScore: Ann 2, Bo 0." in singles("undo")
    singles("add", "20,50")
    assert singles("edit", 2, "50,20", "--reason", "sides mixed up").splitlines()[:2] == [
        "Round 2: Ann 50, Bo 20; points Ann 2, Bo 0.",
        "Score: Ann 4, Bo 0.",
    ]
    singles("forfeit", "Bo", "--reason", "late")
    singles("void", "--reason", "he came")
    singles("add", "10,10")
    assert "Ann won game 1, 5 to 3: 4 rounds played." in singles("add", "5,10")
    sheet = singles("show")
    assert "    4     Bo    5  10    -     0-2    5-3" in sheet.splitlines()
    told = singles("show", "--log").splitlines()
    assert len(told) == 9
    assert told[4].endswith("round 2 corrected to Ann 50, Bo 20: sides mixed up")
    assert read_match(tmp_path / "final.json").state.standing.winners == (0,)


def test_what_is_exported(singles, tmp_path):
    for _ in range(4):
        singles("add", "65,40")
    record = json.loads(singles("export", "cmn"))
    assert record["source"] == {"app": "crokinole-scorer"}
    assert record["match"]["winner"] == 0
    if SCHEMA.exists():
        jsonschema.validate(record, json.loads(SCHEMA.read_text()))
    assert singles("export", "csv").count("\n") == 5
    assert singles("export", "txt") == singles("show")
    assert singles("export", "json").encode() == (tmp_path / "final.json").read_bytes()
    singles("export", "txt", "-o", tmp_path / "sheet.txt")
    assert (tmp_path / "sheet.txt").read_text() == singles("show")


def test_what_else_can_happen(keep):
    keep("new", "Ann", "Bo", "Cy", "Di", "--option", 'match={"games": 2}', "--option", 'end={"type":"rounds","n":1}')
    assert "Bo starts" in keep("add", "Bo=30,Ann=20", "--twenties", "Ann=1,Cy=0,Bo=1,Di=0")
    assert "Di starts, as chosen" in keep("start", "di")
    keep("note", "coached", "--side", "Bo")
    assert "Bo & Di won game 1, 0 to 2: 1 round played" in keep("show")
    assert keep("award-round", "2,0", "--reason", "wrong colour").splitlines() == [
        "Round 2 (awarded): points Ann & Cy 2, Bo & Di 0.",
        "Game 2, score: Ann & Cy 2, Bo & Di 0.",
        "Games won: Ann & Cy 1, Bo & Di 1; drawn 0.",
        "Ann & Cy won game 2, 2 to 0: 1 round played.",
        "The match is drawn: games 1 to 1.",
    ]


def test_a_shoot_out_time_and_awards(keep, tmp_path):
    keep("new", "Ann", "Bo", "Cy", "--ruleset", "cogitate", "--option", "equal_past=tiebreak", "--first", "Cy",
         "--option", 'end3={"type":"points","target":40}')  # fmt: skip
    assert "Ann and Bo are level" in keep("add", "40,40,5")
    assert "nobody else" in keep("shootout", "1,2,3", status=2)
    assert "Bo won game 1, 40 to 40 to 5: by the shoot-out." in keep("shootout", "Ann=1,Bo=2")
    keep("undo")
    assert "Cy won the match: the others left." in keep("award-match", "Cy", "--reason", "the others left")
    keep("undo")
    assert "the match is drawn: rain." in keep("award-match", "--reason", "rain").lower()
    for _ in range(2):
        keep("undo")
    keep("add", "10,20,5")
    assert "Bo won game 1, 10 to 20 to 5: time ran out" in keep("time")


def test_two_against_one(keep):
    told = keep("new", "Ann", "Bo", "Cy", "--alone", "Bo", "--first", "Bo")
    assert told.splitlines()[0] == "Score: Bo 0, Ann & Cy 0."
    assert "Ann & Cy (Ann, Cy)" in keep("show")


def test_a_round_from_a_photo(singles, tmp_path):
    truth = json.loads(PHOTO.with_suffix(".json").read_text())["totals"]
    told = singles("add", "--photo", PHOTO, "--twenties", "2,0")
    assert told.startswith(f"Round 1: Ann {truth['blue'] + 40}, Bo {truth['red']}; ")
    scored = read_match(tmp_path / "final.json").state.rounds[0].scored
    assert scored.twenties == (2, 0)
    assert scored.scored_by == "camera+person", "the photo cannot show the bowl"
    told = singles("edit", 1, "--photo", PHOTO, "--teams", "Ann=A,Bo=blue")
    assert told.startswith(f"Round 1: Ann {truth['red']}, Bo {truth['blue']}; ")
    refused = singles("add", "--photo", PHOTO, "--teams", "Ann=green", status=2)
    assert "The photo shows red (A) and blue (B): --teams has to give each of them to one side." in refused
    disc = next(disc["id"] for disc in read(PHOTO)["discs"] if disc["team"] == "A")
    without = singles("add", "--photo", PHOTO, "--answer", f"{disc}=none")
    assert not without.startswith(f"Round 2: Ann {truth['blue']}, Bo {truth['red']}; ")


def read(photo):
    from api.document import to_document
    from api.photo import read_photo
    from api.score_photo import score_photo

    return to_document(score_photo(read_photo(photo)))


def test_a_doubt_that_matters_is_asked_about_until_it_is_answered(keep, tmp_path):
    photo = ROOT / "sample_images" / "phone_01.jpg"
    doubtful = [disc for disc in read(photo)["discs"] if disc["other_value"] is not None]
    assert doubtful, "this picture holds discs on the line"
    by_photo = ["--photo", photo, "--teams", "Ann=A,Bo=B"]
    keep("new", "Ann", "Bo", "--ruleset", "mayday")
    told = keep("add", *by_photo)
    assert "A disc in doubt can change this. Look under it, then: crokinole match edit FILE 1" in told
    assert "To be looked at: round 1" in keep("show")
    answers = [option for disc in doubtful for option in ("--answer", f"{disc['id']}={disc['value']}")]
    assert "in doubt" not in keep("edit", 1, *by_photo, *answers)
    state = read_match(tmp_path / "final.json").state
    assert state.needs_review == ()
    assert state.rounds[0].scored.scored_by == "camera+person"
    by_difference = abs(state.rounds[0].scored.totals[0] - state.rounds[0].scored.totals[1])
    assert max(state.rounds[0].points) == by_difference


def test_whose_discs_are_whose_is_never_guessed(keep):
    keep("new", "Ann", "Bo")
    told = keep("add", "--photo", PHOTO, status=2)
    assert "Say whose discs are whose, --teams Ann=COLOUR,...: the photo shows red (A) and blue (B)." in told


def test_a_photo_without_a_board(singles, tmp_path):
    picture = tmp_path / "note.jpg"
    picture.write_bytes(b"no picture")
    assert "note.jpg" in singles("add", "--photo", picture, status=3)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["add"], "A round needs its totals or a photo, one of them."),
        (["add", "65,40", "--photo", "a.jpg"], "one of them"),
        (["add", "65,40", "--checked"], "belong to a photo"),
        (["add", "65"], "'65' is not one count of points for each of Ann, Bo."),
        (["add", "65,forty"], "'forty' is no count of points."),
        (["add", "65,40000"], "'40000' is no count of points."),
        # Python itself refuses so long a number.
        (["add", f"65,{'9' * 5000}"], "is no count of points."),
        (["add", "Ann=65"], "'Ann=65' has no points for Bo."),
        (["add", "Ann=65,ann=40"], "has Ann twice"),
        (["add", "Ann=65,Eve=40"], "Nobody here is called 'Eve': Ann, Bo play."),
        (["add", "Ann=65,40"], "not written as NAME=VALUE"),
        (["add", "65,42"], "Bo cannot have 42 points: a multiple of 5, at most 160."),
        (["add", "65,40", "--twenties", "4,0"], "Ann cannot have 65 points with 4 20s"),
        (["add", "--photo", PHOTO, "--answer", "3=12"], "'3=12' is no answer"),
        (["add", "--photo", PHOTO, "--set", "nowhere.json"], "nowhere.json"),
        (["edit", "1", "65,40"], "there is no round 1 to correct"),
        (["start", "Bo"], "the rules leave no choice, or give an official's reason."),
        (["start", "Eve"], "Nobody here is called 'Eve'"),
        (["undo"], "there is nothing to undo."),
        (["time"], "no round has been finished"),
        (["forfeit", "Bo", "--reason", " "], "a reason has to be given."),
        (["forfeit", "Bo"], "Missing option '--reason'"),
        (["export", "pdf"], "There is no form 'pdf': choose cmn, csv, txt, json."),
        (["export", "cmn"], "the match is not finished"),
        (["new", "Ann", "Bo"], "exists already: choose another name"),
    ],
)
def test_what_cannot_be_is_said_and_changes_nothing(singles, arguments, words, tmp_path):
    before = (tmp_path / "final.json").read_bytes()
    told = " ".join(singles(*arguments, status=2).replace("│", " ").split())
    assert words in told
    assert (tmp_path / "final.json").read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["Ann"], "two, three or four players"),
        (["Ann", "Ann"], "a name of their own"),
        (["Ann", "Bo", "--ruleset", "golf"], "no rule set is called 'golf'"),
        (["Ann", "Bo", "--option", "transit"], "'transit' is no option: write NAME=VALUE."),
        (["Ann", "Bo", "--option", "transit=bus"], "transit cannot be 'bus'"),
        (["Ann", "Bo", "--option", "speed=3"], "no option is called 'speed'"),
        (["Ann", "Bo", "--first", "Eve"], "Eve does not play"),
        (["Ann", "Bo", "--colours", "black"], "not written as NAME=VALUE"),
        (["Ann", "Bo", "--alone", "Ann"], "only one of three players"),
    ],
)
def test_a_match_that_cannot_be_agreed_leaves_no_file(keep, arguments, words, tmp_path):
    assert words in keep("new", *arguments, status=2)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("written", "words"),
    [
        (None, "cannot be opened"),
        (b"", "holds no match that can be read"),
        (b"\xff\xfe", "holds no match that can be read"),
        (b'{"schema": "crokinole.match/2"}', "this is no crokinole.match/1"),
        (b" " * 20_000_001, "too long for a match"),
    ],
)
def test_a_file_that_is_no_match(keep, tmp_path, written, words):
    if written is not None:
        (tmp_path / "final.json").write_bytes(written)
    assert words in keep("show", status=2)


def test_a_full_disk_leaves_the_old_match(singles, tmp_path, monkeypatch):
    singles("add", "65,40")
    before = (tmp_path / "final.json").read_bytes()

    def full(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    assert "cannot be written: No space left on device." in singles("add", "30,30", status=2)
    assert (tmp_path / "final.json").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["final.json"]


def test_an_export_that_cannot_be_written(singles, tmp_path):
    assert "cannot be written" in singles("export", "txt", "-o", tmp_path / "nowhere" / "sheet.txt", status=2)


def test_what_somebody_else_has_entered_meanwhile_is_not_lost(singles, tmp_path):
    path = tmp_path / "final.json"
    seen = read_match(path)
    singles("add", "65,40")
    with pytest.raises(BadMatch, match="changed meanwhile"):
        add_event(path, Noted(text="late"), seen=seen)
    assert len(read_match(path).events) == 1


def test_a_match_behind_a_link_stays_there_with_its_mode(singles, tmp_path):
    real = tmp_path / "real.json"
    (tmp_path / "final.json").rename(real)
    real.chmod(0o640)
    (tmp_path / "final.json").symlink_to(real)
    singles("add", "65,40")
    assert (tmp_path / "final.json").is_symlink()
    assert len(read_match(real).events) == 1
    assert real.stat().st_mode & 0o777 == 0o640


def test_the_command_as_people_call_it_loads_no_picture_library(tmp_path):
    code = (
        "import sys; from api.cli import app; "
        "app(['match', 'new', sys.argv[1], 'Ann', 'Bo'], standalone_mode=False); "
        "app(['match', 'add', sys.argv[1], '65,40'], standalone_mode=False); "
        "sys.exit(bool({'cv2', 'numpy', 'rich.console'} & set(sys.modules)))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, tmp_path / "a.json"], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    assert "Round 1: Ann 65, Bo 40" in run.stdout
