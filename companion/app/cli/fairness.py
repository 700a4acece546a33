"""The command `dragonbag fairness`: do the real bag and Dragonbag draw fairly?"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.cli.failures import readable
from companion.app.cli.parsers import Commands, add_settings
from companion.app.settings import load
from companion.engine.sentence import N_
from companion.language.terminal import _, formats, padded, speech

if TYPE_CHECKING:
    from companion.games.clank.box import Cube
    from companion.games.clank.odds.bias import Bias
    from companion.games.clank.odds.luck import Drawn
    from companion.table.journal import Journal

FALSE_ALARM = 1 / 400  # reports of a fair bag and a fair Dragonbag that name a colour all the same
TWICE = 1.0  # a bias: a colour that comes twice as often as it should
COLUMN = 9  # for the colour of the cubes
OFTEN, RARELY = N_("{cube} came too often"), N_("{cube} came too rarely")
KINDS = {
    "hand": N_("drawn by hand"),
    "camera": N_("drawn by hand, read by the camera"),
    "dragonbag": N_("drawn by Dragonbag"),
}
COLOURS = 5
ALARM = FALSE_ALARM / (len(KINDS) * COLOURS)  # of one colour in one way of drawing


def add(commands: Commands) -> None:
    """Add the command to the parser's sub-commands."""
    parser = commands.add_parser(
        "fairness", help=_("compare the draws of all games with a fair bag")
    )
    parser.add_argument("--data-dir", type=Path, help=_("the journal's folder"))
    add_settings(parser)
    parser.set_defaults(run=fairness)


def fairness(parsed: argparse.Namespace) -> None:
    """Print for each way of drawing how its cubes compare with a fair bag."""
    from companion.table import game_file

    path = load(parsed.settings, {"data_dir": parsed.data_dir}).journal
    with game_file.read_journal(readable(path)) as journal:
        draws = [drawn for game in journal.games_once() for drawn in _draws(journal, game.id)]
    for kind, name in KINDS.items():
        chosen = [drawn for drawn in draws if drawn.drawn_by == kind]
        print("\n".join(report(_(name), chosen)))


def _draws(journal: "Journal", game_id: str) -> Sequence["Drawn"]:
    """Return the draws of a finished game of Clank!; () of any other."""
    from companion.engine.game import fold
    from companion.games.clank import CLANK
    from companion.games.clank.odds.bias import telling
    from companion.games.clank.odds.luck import draws_of
    from companion.table import game_file

    events = game_file.counted_events(journal, game_id, CLANK)
    is_over = CLANK.is_over(fold(CLANK, events))
    return telling(draws_of(events, CLANK.empty)) if is_over else ()


def report(name: str, draws: Sequence["Drawn"]) -> list[str]:
    """Return the lines about one way of drawing, and what bias would have been noticed."""
    from companion.games.clank.odds.bias import bias_of

    total, number = sum(drawn.cubes.total for drawn in draws), formats().number
    counts = {"name": name, "cubes": number(total), "draws": number(len(draws))}
    lines = [_("{name}: {cubes} cubes in {draws} draws", **counts)]
    if not draws:
        return lines
    biases = bias_of(draws)
    lines += [_compared(bias) for bias in biases]
    suspects = [_suspicion(bias) for bias in biases if bias.chance < ALARM]
    verdict = formats().row.join(suspects) or _unsuspected(biases)
    return [*lines, "  " + _("{verdict} (± is two standard deviations)", verdict=verdict)]


def _compared(bias: "Bias") -> str:
    number = formats().number
    told = _(
        "{cubes} came, {expected} ± {spread} expected",
        cubes=number(bias.cubes),
        expected=number(bias.expected, 1),
        spread=number(2 * bias.sigma, 1),
    )
    return f"  {padded(_printed(bias.cube), COLUMN)}{told}"


def _suspicion(bias: "Bias") -> str:
    return _(OFTEN if bias.cubes > bias.expected else RARELY, cube=_printed(bias.cube))


def _unsuspected(biases: Sequence["Bias"]) -> str:
    """Say what bias these draws would have shown; no reassurance if that is only a gross one."""
    smallest = max(bias.smallest_noticed(ALARM) for bias in biases if bias.expected)
    if smallest > TWICE:
        return _("too few to notice even a colour that comes twice as often as it should")
    return _(
        "chance alone explains this; a colour that comes {share} too often would show",
        share=formats().percent(smallest),
    )


def _printed(cube: "Cube") -> str:
    from companion.games.clank import CLANK

    return speech(CLANK, CLANK.empty).printed(cube)
