"""A scored photo as the JSON object `crokinole.score/1`."""

from typing import Any

from api.scored import Reason, RoundOutcome, ScoredDisc, ScoredPhoto, ScoredTeam
from calibration.view import BoardView

SCHEMA = "crokinole.score/1"
Json = dict[str, Any]


def to_document(scored: ScoredPhoto) -> Json:
    """The object that the command line prints, the API answers and a store keeps."""
    width, height = scored.size_px or (None, None)
    together = {"photos": list(scored.photos)} if scored.photos else {}
    return {
        "schema": SCHEMA,
        "image": {"name": scored.name, "width": width, "height": height},
        **together,
        "status": scored.status,
        "reasons": [reason_json(reason) for reason in scored.reasons],
        "ruleset": scored.ruleset,
        "board": _board(scored.view, scored.board) if scored.view else None,
        "camera": _camera(scored.view) if scored.view else None,
        "teams": [_team(entry) for entry in scored.teams],
        "discs": [_disc(disc) for disc in scored.discs],
        "result": result_json(scored.outcome),
    }


def result_json(outcome: RoundOutcome | None) -> Json | None:
    """The entry `result`."""
    if outcome is None:
        return None
    return {
        "winner": outcome.winner,
        "round_points": dict(outcome.round_points),
        "difference": outcome.difference,
        "chances": dict(outcome.chances),
    }


def reason_json(reason: Reason) -> Json:
    """One entry of `reasons`."""
    x_mm, y_mm = reason.xy_mm or (None, None)
    return {"code": reason.code, "message": reason.message, "disc": reason.disc, "x_mm": x_mm, "y_mm": y_mm}


def _team(entry: ScoredTeam) -> Json:
    return {
        "id": entry.team.id,
        "name": entry.team.name,
        "rgb": list(entry.team.rgb),
        "discs_seen": entry.seen,
        "board_points": entry.board_points,
        "twenties": entry.twenties,
        "twenties_suggested": entry.twenties_suggested,
        "total": entry.total,
    }


def _disc(disc: ScoredDisc) -> Json:
    seen, call = disc.seen, disc.call
    return {
        "id": disc.id,
        "team": seen.team,
        "place": seen.place,
        "px": [round(seen.px[0], 2), round(seen.px[1], 2)],
        "x_mm": round(seen.x_mm, 3),
        "y_mm": round(seen.y_mm, 3),
        "sigma_mm": round(seen.sigma_mm, 3),
        "value": disc.value,
        "line": call.line if call else None,
        "gap_mm": round(call.gap_mm, 3) if call else None,
        "gap_sigma_mm": round(call.sigma_mm, 3) if call else None,
        "p_touch": round(call.p_touch, 5) if call else None,
        "call": call.call if call else None,
        "other_value": call.other_value if call else None,
    }


def _board(view: BoardView, name: str) -> Json:
    return {
        "preset": name,
        "lines": [
            {"name": line.name, "radius_mm": round(line.radius_mm, 3), "width_mm": round(line.width_mm, 3)}
            for line in view.lines
        ],
        "hole_radius_mm": view.hole_radius_mm,
        "homography": view.px_from_mm.tolist(),
        "tilt_deg": round(view.camera.tilt_deg, 2),
        "fit_rms_px": round(view.fit_rms_px, 3),
    }


def _camera(view: BoardView) -> Json:
    camera = view.camera
    # A lens found on the photo measures in the picture's longer side; OpenCV in the focal length.
    unit = float(camera.matrix[0, 0]) / view.lens.focal_px
    k1 = view.lens.k1 * unit**2
    k2 = view.lens.k2 * unit**4
    return {
        "matrix": camera.matrix.tolist(),
        "distortion": [k1, k2, 0.0, 0.0, 0.0],
        # The lens was found about the picture's middle, which a cropped one's optical axis need not meet.
        "distortion_centre_px": [view.lens.x_px, view.lens.y_px],
        "rotation": camera.rotation.tolist(),
        "translation_mm": camera.translation_mm.tolist(),
        "source": camera.source,
    }
