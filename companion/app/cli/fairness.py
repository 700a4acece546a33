"""The command `dragonbag fairness`: do the real bag and Dragonbag draw fairly?"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.cli.parsers import Commands
from companion.app.settings import load, usual_settings
from companion.engine.errors import CommandError
from companion.engine.sentence import N_
from companion.language.terminal import _, formats, padded, speech

if TYPE_CHECKING:
    from companion.games.clank.odds.luck import Drawn
    from companion.table.journal import Journal

LEAST_CUBES = 60  # of one way of drawing; with fewer nobody can tell a biased bag from chance
SURE = 3.5  # standard deviations: with five colours, chance alone exceeds this once in 400 reports
COLUMN = 9  # for the colour of the cubes
OFTEN, RARELY = N_("{cube} came too often"), N_("{cube} came too rarely")
KINDS = {
    "hand": N_("drawn by hand"),
    "camera": N_("drawn by hand, read by the camera"),
    "dragonbag": N_("drawn by Dragonbag"),
}


def add(commands: Commands) -> None:
    """Add the command to the parser's sub-commands."""
    parser = commands.add_parser(
        "fairness", help=_("compare the draws of all games with a fair bag")
    )
    parser.add_argument("--data-dir", type=Path, help=_("the journal's folder"))
    parser.add_argument("--settings", type=Path, default=usual_settings())
    parser.set_defaults(run=fairness)


def fairness(parsed: argparse.Namespace) -> None:
    """Print for each way of drawing how its cubes compare with a fair bag."""
    from companion.table import game_file

    path = load(parsed.settings, {"data_dir": parsed.data_dir}).journal
    if not path.exists():
        raise CommandError(
            _("{path}: there is no journal yet; run `dragonbag serve` first", path=path)
        )
    with game_file.read_journal(path) as journal:
        draws = [drawn for game in journal.games() for drawn in _draws(journal, game.id)]
    for kind, name in KINDS.items():
        chosen = [drawn for drawn in draws if drawn.drawn_by == kind]
        print("\n".join(report(_(name), chosen)))


def _draws(journal: "Journal", game_id: str) -> Sequence["Drawn"]:
    from companion.games.clank import CLANK
    from companion.games.clank.odds.luck import draws_of
    from companion.table import game_file

    return draws_of(game_file.counted_events(journal, game_id, CLANK), CLANK.empty)


def report(name: str, draws: Sequence["Drawn"]) -> list[str]:
    """Return the lines about one way of drawing; no verdict on few cubes."""
    from companion.games.clank import CLANK
    from companion.games.clank.odds.luck import bias_of

    total, number = sum(drawn.cubes.total for drawn in draws), formats().number
    counts = {"name": name, "cubes": number(total), "draws": number(len(draws))}
    lines = [_("{name}: {cubes} cubes in {draws} draws", **counts)]
    if total < LEAST_CUBES:
        few = _("too few to say anything; at least {n} cubes are needed", n=LEAST_CUBES)
        return [*lines, f"  {few}"]
    suspects = []
    for bias in bias_of(draws):
        cube = speech(CLANK, CLANK.empty).printed(bias.cube)
        told = _(
            "{cubes} came, {expected} ± {spread} expected",
            cubes=number(bias.cubes),
            expected=number(bias.expected, 1),
            spread=number(2 * bias.sigma, 1),
        )
        lines.append(f"  {padded(cube, COLUMN)}{told}")
        if abs(bias.deviation) > SURE:
            suspects.append(_(OFTEN if bias.deviation > 0 else RARELY, cube=cube))
    verdict = formats().row.join(suspects) or _("chance alone explains this")
    return [*lines, "  " + _("{verdict} (± is two standard deviations)", verdict=verdict)]
