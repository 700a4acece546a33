"""Who may import whom: a folder is a rule, and this is the whole table of them."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

FunctionDef = ast.FunctionDef | ast.AsyncFunctionDef
ROOT = Path(__file__).parent.parent
PACKAGES = ("companion", "hardware", "web_ui")
STDLIB = frozenset(sys.stdlib_module_names)

# What the rules may use of Python: nothing with a clock, dice, a file, a thread or a log.
PURE = frozenset(
    {
        "collections",
        "dataclasses",
        "enum",
        "fractions",
        "functools",
        "itertools",
        "math",
        "statistics",
        "typing",
    }
)
# Nor may they reach past their imports.
IMPURE_NAMES = frozenset(
    {"open", "print", "input", "exec", "eval", "compile", "__import__", "globals", "breakpoint"}
)

# Each third party has its home; everything else must do without it.
HOMES = {
    "flask": ("web_ui/",),
    "werkzeug": ("web_ui/",),
    "jinja2": ("web_ui/",),
    "markupsafe": ("web_ui/",),
    "itsdangerous": ("web_ui/access/",),
    "waitress": ("web_ui/live/",),
    "sqlalchemy": ("companion/venue/", "web_ui/venue/pages.py"),
    "alembic": ("companion/venue/",),
    "segno": ("web_ui/pages/", "companion/app/"),
    "msgspec": ("companion/engine/codec.py", "companion/engine/value.py"),
    "ifaddr": ("companion/app/addresses.py",),
    "prometheus_client": ("web_ui/beyond/metrics.py",),
    "paho": ("companion/beyond/mqtt/session.py", "companion/venue/line.py"),
    "babel": ("companion/language/extractor.py",),
    "cv2": ("hardware/tray/",),
    "numpy": ("hardware/tray/",),
    "picamera2": ("hardware/tray/cameras/pi.py",),
    "gpiozero": ("hardware/panel/factories.py", "hardware/panel/devices/"),
}

CORE = (
    *("companion.engine", "companion.games", "companion.draws", "companion.table"),
    "companion.worker",
)
SPOKEN = (*CORE, "companion.language")
# What a folder may import besides itself; the longest name that fits counts.
MAY_IMPORT: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(PACKAGES, ()),
    "companion.games": ("companion.engine",),
    "companion.table": ("companion.engine", "companion.games", "companion.draws"),
    "companion.worker": ("companion.engine",),
    "companion.language": ("companion.engine", "companion.table"),
    "companion.beyond": (*CORE, "companion.language"),
    "companion.venue": ("companion.engine", "companion.beyond.mqtt"),
    "companion.app": PACKAGES,
    "hardware.panel": SPOKEN,
    "hardware.tray": SPOKEN,
    "hardware.wiring": tuple(f"hardware.panel.{name}" for name in ("pins", "electrics", "plan")),
    "web_ui.access": SPOKEN,
    "web_ui.render": (*SPOKEN, "web_ui.access"),
    **{
        f"web_ui.{folder}": (*SPOKEN, "web_ui.access", "web_ui.render")
        for folder in ("live", "api", "pages", "games", "beyond", "upkeep")
    },
    # It knows no table and no game: only what their brokers tell.
    "web_ui.venue": (
        *(
            "companion.engine",
            "companion.venue",
            "companion.language",
            "web_ui.render",
            "web_ui.pages.files",
        ),
    ),
    "web_ui.views": ("web_ui.games", "web_ui.render"),
    "web_ui.app": (*SPOKEN, "web_ui"),
    "web_ui.compiling": ("web_ui.app", "web_ui.render"),
    "companion.app.settings": ("companion.engine",),
}
# Where each game has a room of its own. A room sees no other game's; who is no room and no
# registry sees none of them by name.
ROOMS = ("companion.games", "hardware.panel.faces", "web_ui.games")
REGISTRIES = ("companion.games", "hardware.panel.faces", "web_ui.views", "companion.app")


def modules() -> list[Path]:
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    return [path for path in paths if "training" not in path.parts]  # a workshop, not the program


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(text: str) -> Iterator[str]:
    """Yield every module that a source imports, `from a import b` as a.b where that is a module."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (_full_name(node, alias.name) for alias in node.names)


def _full_name(node: ast.ImportFrom, name: str) -> str:
    assert node.level == 0, "imports are absolute here"
    full = f"{node.module}.{name}"
    path = ROOT / full.replace(".", "/")
    return full if path.with_suffix(".py").exists() or path.is_dir() else str(node.module)


def within(name: str, folders: tuple[str, ...]) -> bool:
    return any(name == folder or name.startswith(folder + ".") for folder in folders)


def row_of(module: str) -> str:
    return max((row for row in MAY_IMPORT if within(module, (row,))), key=len)


def game_of(module: str) -> str:
    """Return the game whose room a module stands in, "" if in none."""
    for room in ROOMS:
        if within(module, (room,)) and (ROOT / "companion/games" / rest(module, room)).is_dir():
            return rest(module, room)
    return ""


def rest(module: str, room: str) -> str:
    return module.removeprefix(room).lstrip(".").partition(".")[0]


def may_see(module: str, other: str) -> bool:
    """May `module` import `other`, by the table and by the fence between games?"""
    if other == "companion":
        return True  # the package itself holds the version and nothing else
    own = own_folder(module)
    if not within(other, (own, *MAY_IMPORT[row_of(module)])):
        return False
    if within(other, ("companion.app",)) and not within(module, ("companion.app",)):
        return False
    game = game_of(other)
    is_registry = module in REGISTRIES or within(module, ("companion.app",))
    return not game or game == game_of(module) or is_registry


def own_folder(module: str) -> str:
    row = row_of(module)
    # The core's folders have no row of their own where they import nothing.
    return ".".join(module.split(".")[:2]) if row in PACKAGES else row


def wrong_imports(text: str, path: Path) -> list[str]:
    """Return what a source would import against the table if it stood at `path`."""
    module, place = name_of(path), str(path.relative_to(ROOT))
    wrong = []
    for name in imports(text):
        top = name.partition(".")[0]
        if top in PACKAGES:
            is_wrong = not may_see(module, name)
        elif top in STDLIB:
            is_wrong = within(module, ("companion.games",)) and top not in PURE
        else:
            is_wrong = not any(place.startswith(home) for home in HOMES.get(top, ()))
        wrong += [name] if is_wrong else []
    return wrong


def impure_names(text: str) -> list[str]:
    """Return what a rule would reach besides its imports: files, the screen, other code."""
    return [
        node.id
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Name) and node.id in IMPURE_NAMES
    ]


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_every_import_follows_the_table(path: Path) -> None:
    assert wrong_imports(path.read_text(), path) == []


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("companion/games/clank/rules/clank_cubes.py", "import random"),
        ("companion/games/clank/rules/decide.py", "import companion.table.journal"),
        ("companion/games/clank/state.py", "import time"),
        ("companion/games/clank/state.py", "import companion.games.the_game.box"),
        ("companion/engine/codec.py", "import companion.table.journal"),
        ("companion/table/table.py", "import web_ui.app"),
        ("companion/table/table.py", "import companion.app.cli.main"),
        ("companion/table/journal.py", "import msgspec"),
        ("companion/app/settings/__init__.py", "import hardware.panel.pins"),
        ("companion/table/table.py", "import companion.beyond.outbox"),
        ("companion/beyond/mqtt/bridge.py", "import paho"),
        ("companion/beyond/outbox.py", "import web_ui.access.guests"),
        ("companion/beyond/outbox.py", "import companion.venue.store"),
        ("companion/venue/store.py", "import companion.table.table"),
        ("companion/table/journal.py", "import sqlalchemy"),
        ("web_ui/venue/pages.py", "import web_ui.access.guests"),
        ("hardware/panel/pins/__init__.py", "import flask"),
        ("hardware/panel/panel.py", "import hardware.tray.tray"),
        ("hardware/panel/pins/__init__.py", "import hardware.wiring.header"),
        ("hardware/tray/tray.py", "import hardware.panel.pins"),
        ("hardware/tray/watch.py", "import hardware.wiring.header"),
        ("hardware/wiring/files.py", "import hardware.tray.photos"),
        ("hardware/panel/lamps.py", "import companion.games.clank.box"),
        ("hardware/panel/faces/clank.py", "import companion.games.grave_robbers.box"),
        ("hardware/wiring/parts.py", "import hardware.panel.panel"),
        ("web_ui/pages/host.py", "import hardware.panel.panel"),
        ("web_ui/pages/host.py", "import web_ui.api.api"),
        ("web_ui/pages/host.py", "import companion.games.clank.box"),
        ("web_ui/access/gate.py", "import web_ui.render.render"),
        ("web_ui/games/clank/view.py", "import web_ui.games.the_game.view"),
        ("web_ui/app.py", "import companion.app.serve"),
    ],
)
def test_a_forbidden_import_is_caught(file: str, line: str) -> None:
    assert wrong_imports("import typing\n" + line, ROOT / file) == [line.split()[1]]


def games() -> list[Path]:
    return [path for path in modules() if within(name_of(path), ("companion.games",))]


@pytest.mark.parametrize("path", games(), ids=name_of)
def test_rules_reach_no_file_no_screen_and_no_other_code(path: Path) -> None:
    assert impure_names(path.read_text()) == []


@pytest.mark.parametrize("line", ["open('x')", "print(1)", "exec('1')", "f = __import__"])
def test_an_impure_name_is_caught(line: str) -> None:
    assert impure_names(line) != []


def test_no_package_imports_in_a_circle() -> None:
    folders = {row: {row_of(name) for name in imported(row)} - {row} for row in MAY_IMPORT}
    while leaves := [row for row, others in folders.items() if not others & folders.keys()]:
        for leaf in leaves:
            del folders[leaf]
    assert folders == {}


def imported(row: str) -> set[str]:
    """Return what all modules of a row import of ours."""
    paths = [path for path in modules() if row_of(name_of(path)) == row]
    found = {name for path in paths for name in imports(path.read_text())}
    return {name for name in found if within(name, PACKAGES) and name not in PACKAGES}


def long_functions(text: str) -> dict[str, int]:
    """Return the functions of a source with more than 40 lines, and how many they have."""
    functions = (each for each in ast.walk(ast.parse(text)) if isinstance(each, FunctionDef))
    return {each.name: lines for each in functions if (lines := lines_of(each)) > 40}


def lines_of(function: FunctionDef) -> int:
    """Return how many lines a function has from `def` on, without its docstring."""
    has_docstring = ast.get_docstring(function) is not None
    return height(function) - (height(function.body[0]) if has_docstring else 0)


def height(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1  # decorators stand above


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_no_function_is_over_40_lines(path: Path) -> None:
    assert long_functions(path.read_text()) == {}


@pytest.mark.parametrize("lines", [38, 39])
def test_a_long_function_is_caught_and_its_docstring_does_not_count(lines: int) -> None:
    body = "".join(f"    x = {n}\n" for n in range(lines))
    text = f'@cache\ndef f(x: int) -> int:\n    """Say.\n\n    More.\n    """\n{body}    return x\n'
    assert long_functions(text) == ({} if lines == 38 else {"f": 41})


def test_no_file_is_over_400_lines() -> None:
    files = [*modules(), *(ROOT / "tests").rglob("*.py")]
    long = {name_of(path): path.read_text().count("\n") for path in files}
    assert {name: lines for name, lines in long.items() if lines > 400} == {}


def test_no_folder_has_more_than_sixteen_siblings() -> None:
    folders = {path.parent for path in [*modules(), *(ROOT / "tests").rglob("*.py")]}
    crowded = {
        str(folder.relative_to(ROOT)): len(siblings)
        for folder in folders
        if len(siblings := [each for each in folder.iterdir() if is_listed(each)]) > 16
    }
    assert crowded == {}


def is_listed(path: Path) -> bool:
    return (path.is_dir() and path.name != "__pycache__") or path.suffix == ".py"
