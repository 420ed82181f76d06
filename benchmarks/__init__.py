"""Accuracy and speed, measured by anyone: see the README."""
