"""Cameras: their matrix and their lens, and what is known of them beforehand."""
