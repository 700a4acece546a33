"""The command `dragonbag fairness`: do the real bag and Dragonbag draw fairly?"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.cli.parsers import Commands
from companion.app.settings import load, usual_settings
from companion.engine.errors import CommandError

if TYPE_CHECKING:
    from companion.games.clank.odds.luck import Drawn
    from companion.table.journal import Journal

LEAST_CUBES = 60  # of one way of drawing; with fewer nobody can tell a biased bag from chance
SURE = 3.5  # standard deviations: with five colours, chance alone exceeds this once in 400 reports
KINDS = {
    "hand": "drawn by hand",
    "camera": "drawn by hand, read by the camera",
    "dragonbag": "drawn by Dragonbag",
}


def add(commands: Commands) -> None:
    """Add the command to the parser's sub-commands."""
    parser = commands.add_parser("fairness", help="compare the draws of all games with a fair bag")
    parser.add_argument("--data-dir", type=Path, help="the journal's folder")
    parser.add_argument("--settings", type=Path, default=usual_settings())
    parser.set_defaults(run=fairness)


def fairness(parsed: argparse.Namespace) -> None:
    """Print for each way of drawing how its cubes compare with a fair bag."""
    from companion.table import game_file

    path = load(parsed.settings, {"data_dir": parsed.data_dir}).journal
    if not path.exists():
        raise CommandError(f"{path}: there is no journal yet; run `dragonbag serve` first")
    with game_file.read_journal(path) as journal:
        draws = [drawn for game in journal.games() for drawn in _draws(journal, game.id)]
    for kind, name in KINDS.items():
        chosen = [drawn for drawn in draws if drawn.drawn_by == kind]
        print("\n".join(report(name, chosen)))


def _draws(journal: "Journal", game_id: str) -> Sequence["Drawn"]:
    from companion.games.clank import CLANK
    from companion.games.clank.odds.luck import draws_of
    from companion.table import game_file

    return draws_of(game_file.counted_events(journal, game_id, CLANK), CLANK.empty)


def report(name: str, draws: Sequence["Drawn"]) -> list[str]:
    """Return the lines about one way of drawing; no verdict on few cubes."""
    from companion.games.clank.odds.luck import bias_of

    total = sum(drawn.cubes.total for drawn in draws)
    lines = [f"{name}: {total} cubes in {len(draws)} draws"]
    if total < LEAST_CUBES:
        return [*lines, f"  too few to say anything; at least {LEAST_CUBES} cubes are needed"]
    suspects = []
    for bias in bias_of(draws):
        told = f"{bias.cubes} came, {bias.expected:.1f} ± {2 * bias.sigma:.1f} expected"
        lines.append(f"  {bias.cube:7}{told}")
        if abs(bias.deviation) > SURE:
            suspects.append(f"{bias.cube} came too {'often' if bias.deviation > 0 else 'rarely'}")
    verdict = "; ".join(suspects) or "chance alone explains this"
    return [*lines, f"  {verdict} (± is two standard deviations)"]
