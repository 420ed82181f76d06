"""Bring a database to the shape that this version of the program needs, or back to an older one."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, text

from api.store.engine import WRITES

HERE = Path(__file__).parent / "migrations"
# Any number that is only ours: two servers that start at once must not both migrate.
_LOCK = 2026_11_20


def upgrade(engine: Engine, revision: str = "head") -> None:
    """Make or update the tables. Does nothing where they are up to date."""
    _run(engine, revision, up=True)


def downgrade(engine: Engine, revision: str) -> None:
    """Go back to an older shape; what that has no room for is lost."""
    _run(engine, revision, up=False)


def revisions() -> list[str]:
    """Every revision, the oldest first."""
    script = ScriptDirectory.from_config(_config(None))
    return [entry.revision for entry in script.walk_revisions()][::-1]


def _run(engine: Engine, revision: str, *, up: bool) -> None:
    with engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        (command.upgrade if up else command.downgrade)(_config(connection), revision)


def _config(connection: Connection | None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config
