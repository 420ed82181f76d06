"""A PostgreSQL server of the tests' own, on a socket in a temporary folder."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

_numbers = count()


def binaries() -> Path | None:
    """Folder of initdb and postgres; None where PostgreSQL is not installed."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    if found := shutil.which("initdb"):
        folders.append(Path(found).parent)
    return next((folder for folder in folders if (folder / "initdb").exists()), None)


@contextmanager
def cluster() -> Iterator[str]:
    """The socket's folder. Ended, and its data removed, at the end."""
    programs = binaries()
    assert programs is not None
    # The server refuses to run as root.
    user = "postgres" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
    run_as = {"user": user} if os.getuid() == 0 else {}
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    shutil.chown(folder, user)
    try:
        subprocess.run(
            [programs / "initdb", "-D", folder / "data", "-A", "trust", "-U", "tests", "-E", "UTF8", "--no-sync"],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=folder,
            **run_as,
        )
        options = {
            "listen_addresses": "",
            "unix_socket_directories": folder,
            "fsync": "off",
            "max_connections": 200,
            "log_min_messages": "fatal",
        }
        flags = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        server = subprocess.Popen(
            [programs / "postgres", "-D", folder / "data", *flags], cwd=folder, stderr=subprocess.DEVNULL, **run_as
        )
        try:
            _wait(programs, folder)
            yield str(folder)
        finally:
            server.terminate()
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def new_database(socket_folder: str) -> str:
    """URL of a new, empty database."""
    import psycopg

    name = f"test_{next(_numbers)}"
    with psycopg.connect(host=socket_folder, user="tests", dbname="postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return f"postgresql://tests@/{name}?host={socket_folder}"


def _wait(programs: Path, folder: Path) -> None:
    for _ in range(200):
        ready = subprocess.run([programs / "pg_isready", "-q", "-h", folder, "-t", "1"], check=False)
        if ready.returncode == 0:
            return
    raise RuntimeError("PostgreSQL does not start")
