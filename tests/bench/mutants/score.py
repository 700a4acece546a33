"""What came of the mutants: killed, survived, or equivalent for a reason in equivalent.toml."""

import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

from cosmic_ray.work_db import WorkDB
from cosmic_ray.work_item import TestOutcome

REASONS = Path(__file__).parent / "equivalent.toml"
NOT_LOADED = "import: "  # how the output begins if a mutant cannot even be imported
SURVIVED = "survived"


def show(games: list[str], folder: Path) -> int:
    """Print survivors that have no reason, then the score; return 1 if there are any."""
    found = {game: _count(game, folder / f"{game}.sqlite") for game in games}
    for game, counted in found.items():
        print(f"{game}: {counted.total()} mutants,", _told(counted))
    return int(any(counted[SURVIVED] for counted in found.values()))


def _told(counted: Counter[str]) -> str:
    return ", ".join(f"{number} {what}" for what, number in counted.most_common())


def _count(game: str, path: Path) -> Counter[str]:
    counted: Counter[str] = Counter()
    for item, result in _tried(path):
        kind = came(game, item, result)
        counted[kind] += 1
        if kind == SURVIVED:
            print(f"{name_of(game, item, result)}  (line {item.mutations[0].start_pos[0]})")
    return counted


def _tried(path: Path) -> list[tuple[Any, Any]]:
    """Return every mutant with what came of it, None if it was not tried."""
    if not path.exists():
        return []
    db = WorkDB(path, WorkDB.Mode.open)
    results = dict(db.results)
    pairs = [(item, results.get(item.job_id)) for item in db.work_items]
    db.close()
    return pairs


def came(game: str, item: Any, result: Any) -> str:
    """Return what came of a mutant, in words."""
    if result is None:
        return "not tried"
    if result.test_outcome is not TestOutcome.SURVIVED:
        is_loaded = not result.output.startswith(NOT_LOADED)
        return "killed by a test" if is_loaded else "killed by the import"
    is_explained = is_equivalent(name_of(game, item, result), item.mutations[0].operator_name)
    return "equivalent" if is_explained else SURVIVED


def is_equivalent(name: str, operator: str) -> bool:
    """Is there a reason why no test can tell this mutant from the rules?"""
    return any(
        operator in group.get("operators", ()) or name in group.get("mutants", ())
        for group in reasons()
    )


@cache
def reasons() -> list[dict[str, Any]]:
    """Return the groups of equivalent.toml, each with its reason."""
    groups: list[dict[str, Any]] = tomllib.loads(REASONS.read_text())["group"]
    return groups


def name_of(game: str, item: Any, result: Any) -> str:
    """Return what a mutant is called: where it is, and the line that it makes."""
    lines = (line[1:].strip() for line in result.diff.split("\n") if _is_new(line))
    return f"{game}/{item.mutations[0].module_path.stem}: {' '.join(lines)}"


def _is_new(line: str) -> bool:
    return line.startswith("+") and not line.startswith("+++")
