"""How far a long command has come, on standard error."""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress


def progress_bar(title: str, photos: int) -> "Progress":
    """A progress bar with one task of so many photos, shown on a terminal for several of them.

    It must not capture standard output, as rich's bars do unless told: results would end in standard error with it.
    """
    from rich.console import Console
    from rich.progress import Progress

    progress = Progress(
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
        disable=photos < 2 or not sys.stderr.isatty(),
    )
    progress.add_task(title, total=photos)
    return progress
