"""Where the program keeps what outlives one run."""

import os
import sys
from pathlib import Path


def default_data_folder() -> Path:
    """CROKINOLE_DATA, or the folder where the user's system keeps programs' data."""
    if chosen := os.environ.get("CROKINOLE_DATA"):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "Crokinole"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Crokinole"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "crokinole"
