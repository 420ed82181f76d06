"""Photos altered in several ways at once keep their truth, and what they no longer show is asked about."""

import pytest
from synthetic import shared_photos

from api.photo import read_photo
from api.score_photo import score_photo
from benchmarks.judge import judge
from benchmarks.mixed_photos import mix
from benchmarks.turned_cameras import FOLDER


@pytest.mark.slow
@pytest.mark.parametrize(
    "truth", [t for t in shared_photos("real") if t["kind"] in ("photo", "overhead")], ids=lambda t: t["image"]
)
def test_a_photo_altered_in_several_ways_is_right_or_asked_about(tmp_path, truth):
    path, moved = mix(FOLDER / truth["image"], truth, 0, tmp_path)
    assert moved["image"] == path.name != truth["image"]
    assert not judge(moved, score_photo(read_photo(path))).silent_wrong
