"""One database, SQLite or PostgreSQL, opened so that what is confirmed is on the disk."""

from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url

BUSY_S = 5.0
WRITES = "store_writes"


def sqlite_url(path: Path) -> str:
    """The URL of a SQLite file."""
    return URL.create("sqlite", database=str(path)).render_as_string()


def open_engine(url: str, busy_s: float = BUSY_S) -> Engine:
    """Open a database. busy_s : how long a write waits for a lock. Raises sqlalchemy.exc.ArgumentError."""
    parsed = make_url(url)
    if parsed.drivername in ("postgres", "postgresql"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() == "sqlite":
        return _open_sqlite(parsed, busy_s)
    limits = f"-c lock_timeout={int(busy_s * 1000)} -c statement_timeout=30000 -c timezone=UTC"
    return create_engine(
        parsed, pool_size=10, max_overflow=20, pool_timeout=busy_s, pool_pre_ping=True, connect_args={"options": limits}
    )


def _open_sqlite(url: URL, busy_s: float) -> Engine:
    engine = create_engine(
        url, connect_args={"timeout": busy_s}, pool_size=10, max_overflow=20, pool_timeout=busy_s + 5.0
    )

    def connected(connection: Any, _record: object) -> None:
        # Python's driver must not begin transactions by itself: it would begin them as readers, and a reader that
        # turns writer fails at once, without waiting, where another has written meanwhile.
        connection.isolation_level = None
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")  # a confirmed round survives a power cut too
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("PRAGMA secure_delete=ON")  # what a player asks to be deleted leaves the file

    def begun(connection: Connection) -> None:
        writes = connection.get_execution_options().get(WRITES, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    event.listen(engine, "connect", connected)
    event.listen(engine, "begin", begun)
    return engine
