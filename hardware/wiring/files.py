"""Every file of wiring/ that is made from the pins, and the guide's tables."""

import hashlib
import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from hardware.wiring.build import Build
from hardware.wiring.drawings.drill import drill_template
from hardware.wiring.drawings.labels import label_sheet
from hardware.wiring.drawings.tray_mat import tray_mat
from hardware.wiring.harness import harness
from hardware.wiring.parts import parts_csv
from hardware.wiring.pictures import PICTURES
from hardware.wiring.scad import box_scad
from hardware.wiring.tables import parts_table, pins_table, power_table

GUIDE = "README.md"
TABLES: Mapping[str, Callable[[Build], str]] = {
    "pins": pins_table,
    "parts": parts_table,
    "power": power_table,
}


def _tables(build: Build) -> str:
    headed = (f"# {name.capitalize()}\n\n{make(build)}" for name, make in TABLES.items())
    return "\n".join(headed)


FILES: Mapping[str, Callable[[Build], str]] = {
    **PICTURES,
    "panel.yml": harness,
    "parts.csv": parts_csv,
    "drill.svg": drill_template,
    "labels.svg": label_sheet,
    "tray-mat.svg": tray_mat,
    "box.scad": box_scad,
}


def fill(guide: str, build: Build) -> str:
    """Return the guide with its made blocks filled; ValueError if a block is missing."""
    for name, make in TABLES.items():
        block = rf"(<!-- made:{name} -->\n).*?(<!-- /made -->)"
        guide, count = re.subn(block, partial(_between, make(build)), guide, flags=re.DOTALL)
        if count != 1:
            raise ValueError(f"the guide has {count} blocks made:{name}")
    return guide


def _between(text: str, found: re.Match[str]) -> str:
    return found[1] + text + found[2]


def write(folder: Path, build: Build) -> list[Path]:
    """Write all files into a folder, made if missing; return those that have changed.

    A guide that is there gets its tables filled; elsewhere they become a file tables.md.
    """
    texts = {folder / name: make(build) for name, make in FILES.items()}
    guide = folder / GUIDE
    if guide.exists():
        texts[guide] = fill(guide.read_text(), build)
    else:
        texts[folder / "tables.md"] = _tables(build)
    changed = [path for path, text in texts.items() if not _is_written(path, text)]
    for path in changed:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(texts[path])
    return changed


def is_drawn(folder: Path) -> bool:
    """Return whether the folder's panel.svg is WireViz's drawing of its panel.yml.

    `make wiring` ends the drawing with the SHA-256 of what it was drawn from.
    """
    drawing = folder / "panel.svg"
    digest = hashlib.sha256((folder / "panel.yml").read_bytes()).hexdigest()
    return drawing.exists() and drawing.read_text().endswith(f"<!-- of panel.yml {digest} -->\n")


def _is_written(path: Path, text: str) -> bool:
    return path.exists() and path.read_text() == text
