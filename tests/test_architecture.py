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
    {"collections", "dataclasses", "enum", "functools", "itertools", "math", "typing"}
)

# Each third party has its home files; everything else must do without it.
HOMES = {
    "flask": ("web_ui/",),
    "werkzeug": ("web_ui/",),
    "jinja2": ("web_ui/",),
    "markupsafe": ("web_ui/",),
    "waitress": ("web_ui/server.py",),
    "segno": ("web_ui/pages.py", "companion/serving.py"),
    "msgspec": ("companion/codec.py",),
    "ifaddr": ("companion/addresses.py",),
    "gpiozero": ("hardware/",),
}

# Which of our modules a module may import, by the longest prefix of its name.
MAY_IMPORT = {
    "companion.game": (),
    "companion.games": ("companion.game", "companion.games"),
    "companion.games.clank": ("companion.game", "companion.games.clank"),
    "companion.codec": (),
    "companion.fair_draw": (),
    "companion.journal": (),
    "companion.addresses": (),
    "companion.settings": ("companion.codec",),
    "companion.history": ("companion.codec", "companion.game", "companion.journal"),
    "companion.archive": (
        "companion.codec",
        "companion.fair_draw",
        "companion.game",
        "companion.games",
        "companion.history",
        "companion.journal",
    ),
    "companion.table": (
        "companion.archive",
        "companion.codec",
        "companion.fair_draw",
        "companion.game",
        "companion.games",
        "companion.history",
        "companion.journal",
    ),
    "companion.speech": ("companion.game", "companion.history"),
    "companion.demo": ("companion.games.clank", "companion.table"),
    "companion.serving": ("companion", "hardware", "web_ui"),
    "companion.cli": ("companion",),
    "companion": (),
    "hardware.pins": (),
    "hardware.patterns": (),
    "hardware.buttons": (),
    "hardware.faces": ("companion.game", "companion.games", "companion.table", "hardware"),
    "hardware": ("companion", "hardware"),
    "web_ui": ("companion", "web_ui"),
}
WIRING = {"companion.cli", "companion.serving"}  # nothing imports these two but each other


def modules() -> list[Path]:
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[str]:
    """Yield every module that a file imports, `from a import b` as a.b where that is a module."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                is_module = (ROOT / full.replace(".", "/")).with_suffix(".py").exists()
                yield full if is_module else str(node.module)


def allowed(module: str) -> tuple[str, ...]:
    known = [name for name in MAY_IMPORT if module == name or module.startswith(name + ".")]
    return MAY_IMPORT[max(known, key=len)]


def within(name: str, prefixes: tuple[str, ...]) -> bool:
    return any(name == prefix or name.startswith(prefix + ".") for prefix in prefixes)


def wrong_imports(path: Path) -> list[str]:
    module = name_of(path)
    wrong = []
    for name in imports(path):
        top = name.partition(".")[0]
        if top in PACKAGES:
            own_way = within(name, (*allowed(module), module))
            wired = any(within(name, (door,)) for door in WIRING) and module not in WIRING
            if not own_way or wired:
                wrong.append(f"{module} imports {name}")
        elif top in STDLIB:
            if module.startswith("companion.games.") and top not in PURE:
                wrong.append(f"{module} imports {name}, which no rule may")
        elif not any(str(path.relative_to(ROOT)).startswith(home) for home in HOMES.get(top, ())):
            wrong.append(f"{module} imports {name} outside its home")
    return wrong


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_every_import_follows_the_table(path: Path) -> None:
    assert wrong_imports(path) == []


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("companion/games/clank/noise.py", "import random"),
        ("companion/games/clank/rules.py", "from companion.journal import Journal"),
        ("companion/table.py", "from web_ui import create_app"),
        ("hardware/faces.py", "import gpiozero.pins\nimport flask"),
        ("web_ui/pages.py", "import hardware.panel"),
        ("companion/table.py", "from companion.cli import main"),
        ("companion/journal.py", "import msgspec"),
    ],
)
def test_a_forbidden_import_is_caught(tmp_path: Path, file: str, line: str) -> None:
    sinner = tmp_path / Path(file).name
    sinner.write_text(line + "\n")
    module = name_of(ROOT / file)
    found = [
        name
        for name in imports(sinner)
        if not within(name, (*allowed(module), module)) or within(name, tuple(WIRING))
    ]
    assert found


def test_no_file_is_over_400_lines() -> None:
    long = {name_of(path): path.read_text().count("\n") for path in modules()}
    assert {name: lines for name, lines in long.items() if lines > 400} == {}
