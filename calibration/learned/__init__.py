"""Cameras measured once, from photos of the board or of a chart, and used again."""
