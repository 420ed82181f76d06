"""Fixtures of several tests."""

import pytest
from synthetic import rendered


@pytest.fixture(scope="session")
def slanted():
    """Photo, scene and BoardView of a board with five discs, seen at 25 degrees."""
    return rendered(25.0, -80.0)
