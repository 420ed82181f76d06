"""Decodes one picture in a process of its own: file on standard input, header line and BGR pixels on standard output.

Run as `python -m api.decoder_worker KIND`. HEIF, AVIF and TIFF come through large C libraries; a file made to break one
of them ends this process, not the program.
"""

import json
import sys
from typing import get_args

from api.errors import UnreadablePhoto
from api.exif import read_camera_note
from api.pillow_picture import open_picture, upright_bgr
from api.sniff import Kind

# A 100 megapixel picture takes 0.3 GB once decoded; libraries hold up to four copies on the way, and every thread
# reserves some address space that is never used.
MAX_ADDRESS_SPACE_BYTES = 6 * 1024**3
MAX_CPU_S = 60


def limit_resources() -> None:
    """Bound this process's memory and CPU time, where the system can."""
    if sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MAX_ADDRESS_SPACE_BYTES, MAX_ADDRESS_SPACE_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (MAX_CPU_S, MAX_CPU_S))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main(kind: Kind) -> None:
    """Write one line of JSON and the pixels.

    The line holds height, width, focal_35mm and camera_model, or, where no pixels follow, code and reason.
    """
    limit_resources()
    out = sys.stdout.buffer
    try:
        image = open_picture(sys.stdin.buffer.read(), kind, "")
        note = read_camera_note(image)
        bgr = upright_bgr(image, note.orientation, "")
    except UnreadablePhoto as error:
        out.write(json.dumps({"code": error.code, "reason": error.reason}).encode() + b"\n")
        return
    header = {
        "height": bgr.shape[0],
        "width": bgr.shape[1],
        "focal_35mm": note.focal_35mm,
        "camera_model": note.camera_model,
    }
    out.write(json.dumps(header).encode() + b"\n")
    out.write(bgr.data)


if __name__ == "__main__":
    main(next(kind for kind in get_args(Kind) if kind == sys.argv[1]))
