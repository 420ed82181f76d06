"""The command line within the test's own process, where its libraries are loaded; test_cli.py starts others too."""

from typer.testing import CliRunner, Result

from api.cli import app


def crokinole(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])
