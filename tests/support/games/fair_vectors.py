"""`python -m tests.support.games.fair_vectors`: write game files to try verifiers on.

Files that are there already stay as they are: take one away to have it written anew.
"""

import json
import tempfile
from pathlib import Path

from companion.table.fair.verify import verify
from companion.table.table import Table
from tests.support.games.honest_games import KINDS, honest_game
from tests.support.places import ROOT

FOLDER = ROOT / "tests/data/fair_draws"
DRAWS = 4  # so many make a small file
LONG = {"used_up"}  # a kind that cannot be small

HEAD = """# Honest games, to try a verifier on

Each file is a short game of Clank! as `/fair` exports it. A verifier that follows
[the method](../../../companion/draws/FAIR_DRAWS.md) has to accept them all, and come to these
numbers: draws of Dragonbag that it computed again, draws by hand, draws whose seed nobody knows,
and how many sets of five pictures there are. Written by
`python -m tests.support.games.fair_vectors`.

| File | What happens | Draws | By hand | Not checkable | Pictures |
|---|---|---|---|---|---|
"""


def main() -> None:
    """Write all files, and the table of what they hold."""
    FOLDER.mkdir(exist_ok=True)
    rows = []
    for kind, play in KINDS.items():
        if kind in LONG:
            continue
        path = FOLDER / f"{kind}.json"
        if not path.exists():
            path.write_text(_played(kind))
        found = verify(path.read_bytes())
        besides, told = found.besides, (play.__doc__ or "").rstrip(".")
        numbers = (found.draws, besides.by_hand, besides.uncheckable, len(besides.pictures))
        rows.append(f"| `{kind}.json` | {told} | {' | '.join(map(str, numbers))} |")
    (FOLDER / "README.md").write_text(HEAD + "\n".join(rows) + "\n")


def _played(kind: str) -> str:
    with tempfile.TemporaryDirectory() as folder, Table.open(Path(folder) / "j") as table:
        text = honest_game(table, kind, 3, DRAWS)
    return json.dumps(json.loads(text), ensure_ascii=False)


if __name__ == "__main__":
    main()
