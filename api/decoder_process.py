"""Hands a picture to the decoder in its own process and takes the pixels back."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from api.errors import OversizedPhoto, UnreadablePhoto, UnsupportedPhoto
from api.exif import CameraNote
from api.pillow_picture import MAX_PIXELS
from api.sniff import Kind

MAX_WALL_S = 60.0
_HOME = Path(__file__).resolve().parents[1]
_ERRORS = {error.code: error for error in (UnreadablePhoto, UnsupportedPhoto, OversizedPhoto)}


def decode_apart(data: bytes, kind: Kind, name: str) -> tuple[NDArray[np.uint8], CameraNote]:
    """Decode to (H, W, 3) BGR uint8 in sRGB, upright and read-only, and what the header says.

    Raises UnreadablePhoto or one of its children, also when the decoder crashes or takes longer than MAX_WALL_S.
    """
    # From the program's own folder, so that nothing in the user's folder is imported in place of a library.
    command = [sys.executable, "-W", "ignore", "-m", "api.decoder_worker", kind]
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    try:
        done = subprocess.run(
            command, input=data, capture_output=True, timeout=MAX_WALL_S, cwd=_HOME, env=environment, check=False
        )
    except subprocess.TimeoutExpired as late:
        raise UnreadablePhoto(name, "Decoding takes too long. Save the photo as JPEG and send that.") from late
    if done.returncode != 0:
        raise UnreadablePhoto(name, f"The file breaks the {kind} decoder. Save the photo as JPEG and send that.")
    line, _, pixels = done.stdout.partition(b"\n")
    header = json.loads(line)
    if "code" in header:
        raise _ERRORS[header["code"]](name, header["reason"])
    height, width = int(header["height"]), int(header["width"])
    if not 0 < height * width <= MAX_PIXELS or len(pixels) != 3 * height * width:
        raise UnreadablePhoto(name, f"The file breaks the {kind} decoder. Save the photo as JPEG and send that.")
    note = CameraNote(orientation=1, focal_35mm=header["focal_35mm"], camera_model=header["camera_model"])
    return np.frombuffer(pixels, np.uint8).reshape(height, width, 3), note
