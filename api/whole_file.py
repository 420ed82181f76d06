"""Files that are written whole or not at all."""

import os
import shutil
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Write a text through a file beside it, so that a full disk or a cut cable leaves the old one or the new one, and
    nobody reads half of it. Raises OSError.
    """
    path = path.resolve()
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with beside.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, beside)
        beside.replace(path)
    finally:
        with suppress(FileNotFoundError):
            beside.unlink()
