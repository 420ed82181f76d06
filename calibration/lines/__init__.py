"""The board's rings: found by a Hough transform, and fitted to a fraction of a pixel."""
