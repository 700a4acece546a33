"""`python -m tests.bench.compare OLD NEW [NAME ...]`: what did a change make slower?

Both commits are checked out beside each other and measured in turn, RUNS times each, on the machine
as it is. A figure is told as slower or faster if no run of one commit overlaps one of the other.
"""

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

RUNS = 4
USUAL = ("phones", "lamp", "start", "append", "replay")
FIGURE = re.compile(r"\d+(?:\.\d+)?")
Figures = dict[str, tuple[float, ...]]  # what was measured -> one figure each run


def figures(rows: Iterable[dict[str, str]]) -> dict[str, float]:
    """Return the figures of a table: each number that was measured, by its row and its place."""
    return {
        f"{row['what']} [{place}]" if place else row["what"]: float(figure)
        for row in rows
        for place, figure in enumerate(FIGURE.findall(row["measured"]))
    }


def told(old: tuple[float, ...], new: tuple[float, ...]) -> str:
    """Return "slower", "faster", or "" where the runs of both overlap."""
    if min(new) > max(old):
        return "slower"
    return "faster" if max(new) < min(old) else ""


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """Give a folder with this commit's files."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["git", "worktree", "add", "--detach", "-q", folder, commit], check=True)
        try:
            yield Path(folder)
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", folder], check=True)


def measure(folder: Path, names: list[str]) -> dict[str, float]:
    """Return what one run in this folder measures; the interpreter and its libraries are ours."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        command = [sys.executable, "-m", "tests.bench", "--json", file.name, *names]
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        return figures(json.loads(Path(file.name).read_text())["rows"])


def main(arguments: list[str]) -> int:
    """Compare and print; 1 if something is slower, 2 if it is not said what to compare."""
    if len(arguments) < 2:
        print(__doc__)
        return 2
    (old, new), names = arguments[:2], arguments[2:] or list(USUAL)
    with checked_out(old) as before, checked_out(new) as after:
        runs = [(measure(before, names), measure(after, names)) for _ in range(RUNS)]
    slower = 0
    for what in sorted(set.intersection(*(set(run) for pair in runs for run in pair))):
        pairs = [(first[what], second[what]) for first, second in runs]
        was, now = zip(*pairs, strict=True)
        word = told(was, now)
        slower += word == "slower"
        print(f"{what}: {min(was):g}-{max(was):g} -> {min(now):g}-{max(now):g} {word}".rstrip())
    return int(slower > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
