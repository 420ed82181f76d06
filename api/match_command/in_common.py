"""What all commands of `crokinole match` have in common: their file, and why something is done."""

from pathlib import Path
from typing import Annotated

import typer

File = Annotated[Path, typer.Argument(help="The match's file.", show_default=False)]
Reason = Annotated[str, typer.Option(help="Why; it is kept with the match.", show_default=False)]
