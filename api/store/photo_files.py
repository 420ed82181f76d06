"""Photos on the disk, each under the SHA-256 of its content: the same photo sent twice is kept once."""

import os
import re
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

# A photo is scored, and an archive sent, in minutes.
ABANDONED_S = 3600.0
PHOTO_ID = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, kw_only=True)
class PhotoFiles:
    """folder : of the photos kept. incoming : of those being received."""

    folder: Path
    incoming: Path

    def prepare(self) -> None:
        """Make the folders, and clear what a crash left half received; another server may be receiving now."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.incoming.mkdir(parents=True, exist_ok=True)
        for path in self.incoming.iterdir():
            if time.time() - path.stat().st_mtime > ABANDONED_S:
                path.unlink(missing_ok=True)

    @contextmanager
    def scratch(self) -> Iterator[Path]:
        """A path for a new file, removed afterwards unless it was kept."""
        path = self.incoming / secrets.token_hex(16)
        try:
            yield path
        finally:
            path.unlink(missing_ok=True)

    def path(self, photo_id: str) -> Path:
        """Where a photo is kept. Raises ValueError for what is no photo's id."""
        if not PHOTO_ID.fullmatch(photo_id):
            raise ValueError(f"no photo is called {photo_id!r:.80}")
        return self.folder / photo_id[:2] / f"{photo_id}.jpg"

    def keep(self, received: Path, photo_id: str) -> None:
        """Move a file in, on the disk for good before this returns."""
        target = self.path(photo_id)
        target.parent.mkdir(exist_ok=True)
        with received.open("rb") as file:
            os.fsync(file.fileno())
        received.replace(target)
        _sync_folder(target.parent)

    def remove(self, photo_id: str) -> None:
        """Delete a photo's file and the smaller pictures made of it."""
        path = self.path(photo_id)
        path.unlink(missing_ok=True)
        for smaller in path.parent.glob(f"{photo_id}.*.jpg"):
            smaller.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """Some systems forget a new name in a power cut unless the folder itself is written out; Windows cannot."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
