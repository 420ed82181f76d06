"""Get rules wrong on purpose and see whether the tests notice: `python -m benchmarks.mutations`.

Each mistake of `tests/game/mutations.py` is made in a copy of `game`, out of the way of anything that lies beside the
repository, and the tests named with it are run on the copy. Exit status 1 when a mistake goes unnoticed.
"""

import os
import runpy
import shutil
import sys
import tempfile
from pathlib import Path

import hypothesis  # noqa: F401 - loaded once here, so that not each of the forked runs has to
import jsonschema  # noqa: F401
import pytest

ROOT = Path(__file__).resolve().parents[1]
MUTATIONS = runpy.run_path(str(ROOT / "tests" / "game" / "mutations.py"))["MUTATIONS"]
# pytest's own exit statuses.
PASSED, FAILED = 0, 1


def copy_game(root: Path) -> None:
    shutil.copy(ROOT / "pyproject.toml", root)
    for folder in ("game", "tests/game"):
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for path in ("keeping.py", "shots.py"):
        shutil.copy(ROOT / "tests" / path, root / "tests")


def run_tests(root: Path, names: list[str]) -> int:
    """Exit status of pytest on these test files of the copy, in a process of its own."""
    child = os.fork()
    if child == 0:
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            os.dup2(nowhere.fileno(), 2)
        os.chdir(root)
        files = [f"tests/game/{name}.py" for name in names]
        os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # these tests use none, and loading them takes longest
        # The project's own options ask for a plugin that is not loaded then.
        options = ["-o", "addopts=--import-mode=importlib", "-m", "not slow", "-p", "no:cacheprovider"]
        os._exit(pytest.main(["-x", "-q", *options, *files]))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def run_mutated(root: Path, number: int) -> int:
    mutation = MUTATIONS[number]
    path = root / "game" / mutation.file
    right, before = path.read_text(), path.stat()
    assert right.count(mutation.right_text) == 1, mutation
    path.write_text(right.replace(mutation.right_text, mutation.wrong_text))
    # Compiled files are told apart by whole seconds.
    os.utime(path, (before.st_atime, before.st_mtime - 10 * (1 + number)))
    try:
        return run_tests(root, [mutation.noticed_by])
    finally:
        path.write_text(right)
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "tests").mkdir()
        copy_game(root)
        if run_tests(root, sorted({mutation.noticed_by for mutation in MUTATIONS})) != PASSED:
            print("the tests fail as it is: nothing can be said of mistakes")
            return 1
        sys.dont_write_bytecode = True
        unnoticed = [one.wrong for number, one in enumerate(MUTATIONS) if run_mutated(root, number) != FAILED]
    for wrong in unnoticed:
        print(f"unnoticed: {wrong}")
    print(f"{len(MUTATIONS) - len(unnoticed)} of {len(MUTATIONS)} mistakes noticed")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    raise SystemExit(main())
