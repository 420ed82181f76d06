"""What is laid over a real photo's discs hides them, and nobody is told that nothing is."""

import pytest
from synthetic import shared_photos

from api.photo import read_photo
from api.score_photo import score_photo
from benchmarks.hands_over import reach_over
from benchmarks.judge import judge
from benchmarks.things_left import leave_thing
from benchmarks.turned_cameras import FOLDER


@pytest.mark.slow
@pytest.mark.parametrize(("lay", "number"), [(reach_over, 0), (leave_thing, 1)], ids=["an arm", "a card"])
@pytest.mark.parametrize(
    "truth", [t for t in shared_photos("real") if t["kind"] in ("photo", "overhead")], ids=lambda t: t["image"]
)
def test_what_is_hidden_is_asked_about(tmp_path, truth, lay, number):
    path, same = lay(FOLDER / truth["image"], truth, number, tmp_path)
    assert not judge(same, score_photo(read_photo(path))).silent_wrong
