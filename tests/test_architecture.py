"""The arrows between the packages point one way, and only `api` touches the outside."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MAY_IMPORT: dict[str, set[str]] = {
    "calibration": set(),
    "vision": {"calibration"},
    "game": set(),
    "api": {"calibration", "vision", "game"},
}
# Within a room: which folders may use which others; files at its top see all of them.
MAY_USE: dict[str, set[str]] = {
    "calibration.camera": set(),
    "calibration.lines": {"calibration.camera"},
    "calibration.learned": {"calibration.camera", "calibration.lines"},
    "vision.placing": set(),
    "vision.shading": {"vision.placing"},
    "vision.colour": {"vision.placing"},
    "vision.hidden": {"vision.placing", "vision.colour"},
    "vision.hole": {"vision.placing", "vision.colour", "vision.hidden"},
    "vision.discs": {"vision.placing", "vision.colour", "vision.hidden", "vision.hole"},
    "vision.standpoint": {"vision.placing", "vision.colour"},
    "vision.several_photos": {"vision.shading"},
    "vision.drawing": {"vision.placing"},
}
MODULES = sorted(path for package in MAY_IMPORT for path in (ROOT / package).rglob("*.py"))
OUTSIDE_CALLS = {"imread", "imwrite", "VideoCapture", "open", "read_bytes", "read_text", "write_bytes", "write_text"}


def imported_packages(tree: ast.Module) -> set[str]:
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names.add(node.module.split(".")[0])
    return names


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def import_graph() -> dict[str, set[str]]:
    """Of each module the modules that it imports when it is itself imported."""
    graph: dict[str, set[str]] = {name_of(path): set() for path in MODULES if path.name != "__init__.py"}
    for path in MODULES:
        imported = {node.module for node in ast.parse(path.read_text()).body if isinstance(node, ast.ImportFrom)}
        if path.name != "__init__.py":
            graph[name_of(path)] = imported & graph.keys()
    return graph


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_point_one_way(path):
    own = path.relative_to(ROOT).parts[0]
    others = imported_packages(ast.parse(path.read_text())) & (MAY_IMPORT.keys() - {own})
    assert others <= MAY_IMPORT[own]


@pytest.mark.parametrize("folder", MAY_USE)
def test_folders_of_a_room_point_one_way(folder):
    trees = [ast.parse(path.read_text()) for path in (ROOT / folder.replace(".", "/")).glob("*.py")]
    modules = {node.module or "" for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    room = [other for other in MAY_USE if other.startswith(folder.partition(".")[0])]
    used = {module.rpartition(".")[0] for module in modules} & set(room)
    assert used - {folder} <= MAY_USE[folder]


@pytest.mark.parametrize("folder", MAY_USE)
def test_what_a_folder_uses_at_the_top_of_its_room_does_not_use_it(folder):
    graph, room = import_graph(), folder.partition(".")[0]
    reached = {name for name in graph if name.startswith(folder + ".")}
    while more := set().union(*(graph[name] for name in reached)) - reached:
        reached |= more
    at_top = {name for name in reached if name.count(".") == 1 and name.startswith(room + ".")}
    assert not [name for name in at_top if any(used.startswith(folder + ".") for used in graph[name])]


def test_every_folder_that_sees_has_its_arrows():
    folders = {path.parent for room in ("calibration", "vision") for path in (ROOT / room).glob("*/*.py")}
    assert {f"{folder.parent.name}.{folder.name}" for folder in folders} == MAY_USE.keys()


@pytest.mark.parametrize("path", [p for p in MODULES if "api" not in p.relative_to(ROOT).parts], ids=str)
def test_only_api_opens_files(path):
    called = {
        node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
    }
    assert not called & OUTSIDE_CALLS


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_modules_stay_small(path):
    assert len(path.read_text().splitlines()) <= 300


def test_game_uses_the_standard_library_alone():
    imported = set().union(*(imported_packages(ast.parse(p.read_text())) for p in (ROOT / "game").rglob("*.py")))
    assert imported <= sys.stdlib_module_names | {"game"}


def test_no_import_cycles():
    """Each module imports alone in a fresh interpreter, so no order of imports is relied upon."""
    graph = import_graph()
    while leaves := {name for name, targets in graph.items() if not targets & graph.keys()}:
        graph = {name: targets for name, targets in graph.items() if name not in leaves}
    assert not graph, f"modules that import each other: {sorted(graph)}"


def test_help_loads_no_image_library():
    code = "import sys, api.cli; sys.exit(bool({'cv2', 'numpy', 'fastapi'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
