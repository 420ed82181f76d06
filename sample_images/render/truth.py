"""What is true of a scene: where each disc is, what it is worth, and by how many millimetres.

The values follow from the scene's numbers alone; nothing here is measured in a picture.
"""

import math
from typing import Any

import numpy as np

from sample_images.render.camera import project
from sample_images.render.scene import Array, Board, Camera, Disc, DiscShape, Scene

WORTHS = (15, 10, 5)  # of the lines' inner regions, from the centre outward


def gaps_mm(board: Board, shape: DiscShape, disc: Disc) -> dict[str, float]:
    """Signed gap to every line: its inner edge less the farthest reach of the disc's base."""
    return {
        line.name: line.radius_mm
        - line.width_mm / 2
        - math.hypot(disc.x_mm - line.offset_mm[0], disc.y_mm - line.offset_mm[1])
        - shape.base_radius_mm
        for line in board.lines
    }


def value(board: Board, shape: DiscShape, disc: Disc) -> int:
    """Points of a disc where it lies, without any rule about what it must have touched."""
    if disc.place in ("hole", "lip"):
        return {"hole": 20, "lip": 15}[disc.place]
    if disc.place != "surface":
        return 0
    gaps = gaps_mm(board, shape, disc)
    return next((worth for line, worth in zip(board.lines, WORTHS, strict=True) if gaps[line.name] > 0), 0)


def quarter_turn_deg(camera: Camera) -> float:
    """Of the four equal board frames, how far to turn to the one whose +y points most nearly up in the image."""
    turns_deg = (0.0, 90.0, 180.0, 270.0)
    tips = np.array([[-math.sin(math.radians(a)), math.cos(math.radians(a)), 0.0] for a in turns_deg])
    centre_px, *tips_px = project(camera, np.vstack([np.zeros(3), tips]))
    rises = [(centre_px[1] - tip[1]) / math.dist(centre_px, tip) for tip in tips_px]
    return turns_deg[int(np.argmax(rises))]


def truth(scene: Scene) -> dict[str, Any]:
    """Ground truth as one JSON object: the discs, the camera, the board; px in the image, mm on the board."""
    camera, turn_deg = scene.camera, quarter_turn_deg(scene.camera)
    turn = _turn(turn_deg)
    return {
        "image": f"{scene.name}.jpg",
        "kind": scene.kind,
        "scoreable": True,
        "grade": scene.grade,
        "size": [camera.width_px, camera.height_px],
        "tilt_deg": math.degrees(math.acos(min(1.0, -float(camera.rotation[2, 2])))),
        "K": camera.matrix.tolist(),
        "distortion": [camera.radial[0], camera.radial[1], 0.0, 0.0, camera.radial[2]],
        "R": (camera.rotation @ turn).tolist(),
        "t_mm": camera.translation_mm.tolist(),
        "board": _board(scene.board, turn_deg),
        "disc": _shape(scene.shape),
        "discs": [_disc(scene, disc, turn) for disc in scene.discs],
        "totals": totals(scene),
    }


def totals(scene: Scene) -> dict[str, int]:
    """Points of each team, as they lie."""
    teams = sorted({disc.team for disc in scene.discs})
    return {
        team: sum(value(scene.board, scene.shape, disc) for disc in scene.discs if disc.team == team) for team in teams
    }


def measured_set(scene: Scene) -> dict[str, Any]:
    """The set's true sizes as a `crokinole.set/1` object."""
    board = scene.board
    return {
        "schema": "crokinole.set/1",
        "name": scene.name,
        "lines": _lines(board),
        "surface_radius_mm": board.surface_radius_mm,
        "hole_radius_mm": board.hole_radius_mm,
        "peg_radius_mm": board.peg_radius_mm,
        "peg_height_mm": board.peg_height_mm,
        "disc": _shape(scene.shape),
    }


def _turn(turn_deg: float) -> Array:
    """Old board coordinates of a point from its new ones, (3, 3)."""
    cos, sin = round(math.cos(math.radians(turn_deg))), round(math.sin(math.radians(turn_deg)))
    return np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])


def _lines(board: Board) -> list[dict[str, Any]]:
    return [{"name": line.name, "radius_mm": line.radius_mm, "width_mm": line.width_mm} for line in board.lines]


def _shape(shape: DiscShape) -> dict[str, float]:
    return {
        "radius_mm": shape.radius_mm,
        "base_radius_mm": shape.base_radius_mm,
        "thickness_mm": shape.thickness_mm,
    }


def _board(board: Board, turn_deg: float) -> dict[str, Any]:
    return {
        "lines": _lines(board),
        "quadrant_width_mm": board.quadrant_width_mm,
        "surface_radius_mm": board.surface_radius_mm,
        "hole_radius_mm": board.hole_radius_mm,
        "hole_depth_mm": board.hole_depth_mm,
        "peg_radius_mm": board.peg_radius_mm,
        "peg_height_mm": board.peg_height_mm,
        "peg_azimuth_deg": (board.peg_azimuth_deg - turn_deg) % 45.0,
        "frame": board.frame,
        "ditch_depth_mm": board.ditch_depth_mm,
    }


def _disc(scene: Scene, disc: Disc, turn: Array) -> dict[str, Any]:
    base_mm = np.array([disc.x_mm, disc.y_mm, disc.base_z_mm])
    px = project(scene.camera, base_mm[None])[0]
    x_mm, y_mm, _ = turn.T @ base_mm
    entry: dict[str, Any] = {
        "px": px.tolist(),
        "r_px": scene.shape.radius_mm * _px_per_mm(scene.camera, base_mm),
        "team": disc.team,
        "place": disc.place,
        "values": [value(scene.board, scene.shape, disc)],
        "x_mm": float(x_mm),
        "y_mm": float(y_mm),
        "base_z_mm": disc.base_z_mm,
    }
    if disc.place == "surface":
        gaps = gaps_mm(scene.board, scene.shape, disc)
        line = min(gaps, key=lambda name: abs(gaps[name]))
        entry |= {"line": line, "gap_mm": gaps[line], "gaps_mm": gaps}
    return entry


def _px_per_mm(camera: Camera, at_mm: Array) -> float:
    """Scale along a level line square to the view, where perspective shortens nothing."""
    right_mm = np.cross(at_mm - camera.position_mm, [0.0, 0.0, 1.0])
    length = float(np.linalg.norm(right_mm))
    right_mm = right_mm / length if length > 1e-9 else np.array([1.0, 0.0, 0.0])
    ends_px = project(camera, np.stack([at_mm - 0.5 * right_mm, at_mm + 0.5 * right_mm]))
    return float(math.dist(*ends_px))
