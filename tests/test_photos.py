"""Every picture with known truth, end to end: never a wrong total without a question."""

import math

import pytest
from synthetic import ROOT, shared_photos

from api.photo import read_photo
from api.score_photo import score_photo

REAL, RENDERED = shared_photos("real"), shared_photos("rendered")
SAMPLES = sorted((ROOT / "sample_images").glob("*_[0-9][0-9].jpg"))
needs_shared = pytest.mark.skipif(not REAL, reason="the shared photos are not beside the repository")
slow = pytest.mark.slow


def reachable_totals(discs):
    totals = {0}
    for disc in discs:
        totals = {total + value for total in totals for value in disc["values"]}
    return totals


def is_right(truth, scored):
    """Whether each found team's total is one that the truth allows, teams matched by the discs they share."""
    on_board = [disc for disc in truth["discs"] if disc["place"] in ("surface", "hole", "lip")]
    labels = {disc["team"] for disc in truth["discs"]}
    used = set()
    for entry in scored.teams:
        own = [disc.seen.px for disc in scored.discs if disc.seen.team == entry.team.id]
        votes = {
            label: sum(
                any(math.dist(px, disc["px"]) < 0.8 * disc["r_px"] for px in own)
                for disc in truth["discs"]
                if disc["team"] == label
            )
            for label in labels - used
        }
        label = max(votes, key=votes.get, default=None)
        if label is None or not votes[label]:
            if entry.total:
                return False
            continue
        used.add(label)
        if entry.total not in reachable_totals([disc for disc in on_board if disc["team"] == label]):
            return False
    rest = [disc for disc in on_board if disc["team"] not in used]
    return 0 in reachable_totals(rest)


@needs_shared
@slow
@pytest.mark.parametrize("truth", [t for t in REAL if t["scoreable"]], ids=lambda t: t["image"])
def test_real_photo_is_right_or_asks(truth):
    scored = score_photo(read_photo(truth["path"]))
    assert scored.status != "scored" or is_right(truth, scored)
    if truth["grade"] == "easy":
        assert is_right(truth, scored)


@needs_shared
@slow
@pytest.mark.parametrize("truth", [t for t in REAL if not t["scoreable"]], ids=lambda t: t["image"])
def test_picture_without_a_board_has_no_score(truth):
    scored = score_photo(read_photo(truth["path"]))
    empty = truth.get("empty_board_visible") and not any(entry.total for entry in scored.teams)
    assert scored.status == "no_board" or empty


@needs_shared
@slow
@pytest.mark.parametrize("truth", RENDERED, ids=lambda t: t["image"])
def test_rendered_photo_is_right_or_asks(truth):
    scored = score_photo(read_photo(truth["path"]))
    assert scored.status != "scored" or is_right(truth, scored)


@pytest.mark.parametrize("path", SAMPLES[:4], ids=lambda p: p.stem)
def test_sample_picture_is_right_or_asks(path):
    import json

    scored = score_photo(read_photo(path))
    assert scored.status != "scored" or is_right(json.loads(path.with_suffix(".json").read_text()), scored)
