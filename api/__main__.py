"""`python -m api`: the command `crokinole` without installing it."""

from api.cli import main

main()
