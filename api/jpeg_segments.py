"""The pieces that a JPEG file is made of (ITU-T T.81, B.1.1)."""

import re
from collections.abc import Iterator

END_OF_IMAGE = b"\xff\xd9"
START_OF_SCAN = 0xDA
# A marker ends a scan's data, unless it is a stuffed zero, a restart or padding.
_MARKER_AFTER_SCAN = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")


def segments(data: bytes) -> Iterator[bytes]:
    """A piece for each marker with its data, then the end marker if the file comes to one.

    Whatever follows that marker (a second picture, a short video) belongs to no photo.
    """
    position = 2
    while position + 2 <= len(data):
        marker = data[position + 1]
        if data[position] != 0xFF or marker == 0xFF:
            # Between segments only fill bytes are allowed, yet decoders skip what stands there.
            position += 1
        elif marker in (0x00, 0x01) or 0xD0 <= marker <= 0xD8:
            position += 2
        elif data[position : position + 2] == END_OF_IMAGE:
            yield END_OF_IMAGE
            return
        else:
            end = position + 2 + int.from_bytes(data[position + 2 : position + 4], "big")
            if marker == START_OF_SCAN:
                found = _MARKER_AFTER_SCAN.search(data, end)
                end = found.start() if found else len(data)
            yield data[position:end]
            position = end
