"""What the HTTP interface says about itself at /api/v1/openapi.json, beyond what its handlers' types tell."""

from typing import Any

_BINARY = {"schema": {"type": "string", "format": "binary"}}
SCORE_EXAMPLE: dict[str, Any] = {
    "schema": "crokinole.score/1",
    "image": {"name": "round.jpg", "width": 4032, "height": 3024},
    "status": "needs_review",
    "reasons": [
        {
            "code": "too_close",
            "message": "Disc 1 (black) is too close to the 15 line to call: 10 or 15?",
            "disc": 1,
            "x_mm": None,
            "y_mm": None,
        }
    ],
    "ruleset": "nca",
    "board": {
        "preset": "tournament",
        "lines": [
            {"name": "15", "radius_mm": 101.6, "width_mm": 1.6},
            {"name": "10", "radius_mm": 203.2, "width_mm": 1.6},
            {"name": "outer", "radius_mm": 304.8, "width_mm": 1.6},
        ],
        "hole_radius_mm": 17.5,
        "homography": [[4.1, 0.0, 2016.0], [0.0, -4.1, 1512.0], [0.0, 0.0, 1.0]],
        "tilt_deg": 0.0,
        "fit_rms_px": 0.12,
    },
    "camera": {
        "matrix": [[3100.0, 0.0, 2015.5], [0.0, 3100.0, 1511.5], [0.0, 0.0, 1.0]],
        "distortion": [0.0, 0.0, 0.0, 0.0, 0.0],
        "distortion_centre_px": [2015.5, 1511.5],
        "rotation": [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]],
        "translation_mm": [0.1, 0.1, 756.1],
        "source": "exif",
    },
    "teams": [
        {
            "id": "A",
            "name": "black",
            "rgb": [30, 28, 27],
            "discs_seen": 1,
            "board_points": 10,
            "twenties": 2,
            "twenties_suggested": None,
            "total": 50,
        }
    ],
    "discs": [
        {
            "id": 1,
            "team": "A",
            "place": "surface",
            "px": [2065.6, 1872.8],
            "x_mm": 12.1,
            "y_mm": -88.0,
            "sigma_mm": 0.08,
            "value": 10,
            "line": "15",
            "gap_mm": -0.1,
            "gap_sigma_mm": 0.11,
            "p_touch": 0.8183,
            "call": "too_close",
            "other_value": 15,
        }
    ],
    "result": {"winner": "A", "round_points": {"A": 2}, "difference": 50, "chances": {"A": 1.0}},
}
_UNREAD = {
    "schema": "crokinole.score/1",
    "image": {"name": "round.jpg", "width": None, "height": None},
    "status": "unreadable",
    "reasons": [
        {
            "code": "unreadable",
            "message": "The JPEG is cut short. Send it again, and wait until it has been sent whole.",
            "disc": None,
            "x_mm": None,
            "y_mm": None,
        }
    ],
    "ruleset": "nca",
    "board": None,
    "camera": None,
    "teams": [],
    "discs": [],
    "result": None,
}

REQUEST_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["photo"],
                    "properties": {
                        "photo": {"type": "string", "format": "binary"},
                        "set": {"type": "string", "description": "a measured set, crokinole.set/1, as file or text"},
                    },
                }
            },
            **dict.fromkeys(("image/jpeg", "image/png", "image/webp", "image/heic"), _BINARY),
        },
    }
}


def answer(description: str, example: object) -> dict[str, Any]:
    """One kind of answer, with an example."""
    return {"description": description, "content": {"application/json": {"example": example}}}


REFUSALS: dict[int | str, dict[str, Any]] = {
    413: answer("More bytes or pixels than are taken", _UNREAD),
    415: answer("Not a picture, or of a kind that is not read", _UNREAD),
    422: answer("A photo that cannot be read; or `detail` and `advice` for a wrong set, ruleset or count", _UNREAD),
}
SCORE_ANSWERS = {200: answer("The score, also with status needs_review or no_board", SCORE_EXAMPLE), **REFUSALS}
OVERLAY_ANSWERS: dict[int | str, dict[str, Any]] = {
    200: {"description": "The photo with what was read drawn on it", "content": {"image/jpeg": _BINARY}},
    **REFUSALS,
}
CARD_ANSWERS: dict[int | str, dict[str, Any]] = {
    200: {"description": "The call card of the disc, 1080 x 1920", "content": {"image/jpeg": _BINARY}},
    **REFUSALS,
}
