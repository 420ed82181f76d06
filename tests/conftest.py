"""Fixtures of several tests, and one thread of OpenBLAS for each of the workers, which are as many as the cores."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read when NumPy is imported

import pytest
from synthetic import rendered


@pytest.fixture(scope="session")
def slanted():
    """Photo, scene and BoardView of a board with five discs, seen at 25 degrees."""
    return rendered(25.0, -80.0)
