"""Boards drawn by Blender's path tracer."""
