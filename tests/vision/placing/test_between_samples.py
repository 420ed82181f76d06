"""What lies between samples at equal steps, against lines and parabolas of known course."""

import numpy as np
import pytest

from vision.placing.between_samples import before_and_share, steps_to_top


def test_a_straight_line_is_read_off_exactly():
    samples = 3.0 * np.arange(5)
    place = np.array([0.0, 0.25, 2.5, 3.75])
    before, share = before_and_share(place, len(samples))
    assert samples[before] * (1 - share) + samples[before + 1] * share == pytest.approx(3.0 * place)


def test_beyond_the_ends_the_last_two_samples_count():
    before, share = before_and_share(np.array([-2.0, 9.0]), 5)
    assert before.tolist() == [0, 3]
    assert share == pytest.approx([0.0, 1.0], abs=0.002)


@pytest.mark.parametrize("top", [-0.4, 0.0, 0.3])
def test_the_top_of_a_parabola_is_found(top):
    before, middle, after = -((np.array([-1.0, 0.0, 1.0]) - top) ** 2)
    assert float(steps_to_top(before, middle, after)) == pytest.approx(top)


def test_what_has_no_top_stays_where_it_is():
    assert steps_to_top(np.array([1.0, 3.0]), np.array([1.0, 1.0]), np.array([1.0, 2.0])).tolist() == [0.0, 0.0]
