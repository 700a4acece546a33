"""Who may import whom: the table of the README's map, as a test."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("companion", "hardware", "web_ui")
STDLIB = frozenset(sys.stdlib_module_names)

# What the rules may use of Python: nothing with a clock, dice, a file, a thread or a log.
PURE = frozenset(
    {"collections", "dataclasses", "enum", "fractions", "functools", "itertools", "math", "typing"}
)

# Each third party has its home files; everything else must do without it.
HOMES = {
    "flask": ("web_ui/",),
    "werkzeug": ("web_ui/",),
    "jinja2": ("web_ui/",),
    "markupsafe": ("web_ui/",),
    "itsdangerous": ("web_ui/access/guests.py",),
    "waitress": ("web_ui/live/server.py",),
    "segno": ("web_ui/pages/play.py", "companion/serving.py", "companion/cli_hotspot.py"),
    "msgspec": ("companion/engine/codec.py",),
    "ifaddr": ("companion/addresses.py",),
    "cv2": ("hardware/tray/",),
    "numpy": ("hardware/tray/",),
    "picamera2": ("hardware/tray/cameras/pi.py",),
    "gpiozero": ("hardware/panel/factories.py", "hardware/panel/devices.py"),
}

# Which of our modules a module may import, by the longest prefix of its name.
MAY_IMPORT = {
    "companion.engine.game": (),
    "companion.games": ("companion.engine.game", "companion.games"),
    "companion.games.clank": ("companion.engine.game", "companion.games.clank"),
    "companion.games.grave_robbers": ("companion.engine.game", "companion.games.grave_robbers"),
    "companion.games.the_game": ("companion.engine.game", "companion.games.the_game"),
    "companion.engine.codec": (),
    "companion.draws.fair_draw": (),
    "companion.table.journal": (),
    "companion.addresses": (),
    "companion.settings": (
        "companion.engine.codec",
        "hardware.panel.electrics",
        "hardware.panel.pins",
    ),
    "companion.draws.sealed_numbers": (),
    "companion.table.history": (
        "companion.engine.codec",
        "companion.engine.game",
        "companion.table.journal",
        "companion.draws.sealed_numbers",
    ),
    "companion.table.game_file": (
        "companion.engine.codec",
        "companion.draws.fair_draw",
        "companion.engine.game",
        "companion.games",
        "companion.table.history",
        "companion.table.journal",
    ),
    "companion.table.table": (
        "companion.table.game_file",
        "companion.engine.codec",
        "companion.draws.fair_draw",
        "companion.engine.game",
        "companion.games",
        "companion.table.history",
        "companion.table.journal",
        "companion.draws.sealed_numbers",
        "companion.table.reading",
    ),
    "companion.table.reading": ("companion.engine.game",),
    "companion.table.verify": (
        "companion.table.game_file",
        "companion.engine.codec",
        "companion.draws.fair_draw",
        "companion.engine.game",
        "companion.games",
        "companion.table.history",
        "companion.draws.sealed_numbers",
    ),
    "companion.language.speech": ("companion.engine.game", "companion.table.history"),
    "companion.demo": ("companion.games", "companion.table.table"),
    "companion.serving": ("companion", "hardware", "web_ui"),
    "companion.cli": ("companion",),
    "companion.cli_appliance": ("companion", "hardware.panel.board"),
    "companion.cli_doctor": ("companion", "hardware"),
    "companion.cli_fairness": ("companion",),
    "companion.cli_cubes": ("companion.sorry", "hardware.tray"),
    "companion.cli_maker": ("companion", "hardware"),
    "companion.cli_hotspot": ("companion",),
    "companion.doctor": ("companion", "hardware"),
    "companion.sorry": (),
    "companion.appliance": ("companion.appliance",),
    "companion.appliance.backup": (
        "companion.table.game_file",
        "companion.engine.codec",
        "companion.table.journal",
    ),
    "companion": (),
    "hardware.panel.pins": (),
    "hardware.panel.board": (),
    "hardware.panel.factories": ("hardware.panel.board", "hardware.panel.pins"),
    "hardware.panel.patterns": ("hardware.panel.buttons", "hardware.panel.pins"),
    "hardware.panel.buttons": (),
    "hardware.panel.electrics": ("hardware.panel.pins",),
    "hardware.wiring": ("hardware.panel.electrics", "hardware.panel.pins", "hardware.wiring"),
    "hardware.tray.reader.read": ("companion.engine.game", "hardware.tray.reader"),
    "hardware.tray.reader": ("companion.engine.game", "hardware.tray.reader"),
    "hardware.tray.steady": ("hardware.tray.reader",),
    "hardware.tray.cameras": ("companion.engine.game", "companion.table.reading", "hardware"),
    "hardware.panel.faces": (
        "companion.engine.game",
        "companion.games",
        "companion.table.table",
        "hardware",
    ),
    "hardware": ("companion", "hardware"),
    "web_ui": ("companion", "web_ui"),
}
COMMANDS = {
    f"companion.{name}"
    for name in (
        "cli",
        "cli_appliance",
        "cli_cubes",
        "cli_doctor",
        "cli_fairness",
        "cli_hotspot",
        "cli_maker",
    )
}
WIRING = COMMANDS | {"companion.serving"}  # nothing imports these but each other


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


def allowed(module: str) -> tuple[str, ...]:
    known = [name for name in MAY_IMPORT if module == name or module.startswith(name + ".")]
    return MAY_IMPORT[max(known, key=len)]


def within(name: str, prefixes: tuple[str, ...]) -> bool:
    return any(name == prefix or name.startswith(prefix + ".") for prefix in prefixes)


def wrong_imports(text: str, path: Path) -> list[str]:
    """Return what a source would import against the table if it stood at `path`."""
    module, place = name_of(path), str(path.relative_to(ROOT))
    wrong = []
    for name in imports(text):
        top = name.partition(".")[0]
        if top in PACKAGES:
            is_wiring = within(name, tuple(WIRING)) and module not in WIRING
            is_version = name == "companion"  # the package itself holds nothing else
            is_wrong = is_wiring or not (is_version or within(name, (*allowed(module), module)))
        elif top in STDLIB:
            is_wrong = module.startswith("companion.games.") and top not in PURE
        else:
            is_wrong = not any(place.startswith(home) for home in HOMES.get(top, ()))
        wrong += [name] if is_wrong else []
    return wrong


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_every_import_follows_the_table(path: Path) -> None:
    assert wrong_imports(path.read_text(), path) == []


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("companion/games/clank/rules/noise.py", "import random"),
        ("companion/games/clank/rules/decide.py", "from companion.table.journal import Journal"),
        ("companion/games/clank/state.py", "import time"),
        ("companion/table/table.py", "from web_ui import create_app"),
        ("companion/table/table.py", "from companion.cli import main"),
        ("companion/table/journal.py", "import msgspec"),
        ("hardware/panel/pins.py", "import flask"),
        ("web_ui/pages/play.py", "import hardware.panel.panel"),
    ],
)
def test_a_forbidden_import_is_caught(file: str, line: str) -> None:
    assert wrong_imports("import typing\n" + line, ROOT / file) == [
        line.split()[1] if line.startswith("import") else _imported(line)
    ]


def _imported(line: str) -> str:
    return next(imports(line))


def test_no_file_is_over_400_lines() -> None:
    files = [*modules(), *(ROOT / "tests").rglob("*.py")]
    long = {name_of(path): path.read_text().count("\n") for path in files}
    assert {name: lines for name, lines in long.items() if lines > 400} == {}
