"""A process that submits commands without end and says each version that it was promised.

`python -m tests.support.disk.submitter JOURNAL`: tests and the bench kill it at a random moment.
"""

import itertools
import sys
from pathlib import Path

from companion.games.clank.box import Colour
from companion.games.clank.commands import GainGold, MakeClank, RemoveClank, StartGame
from companion.games.clank.values import Seat
from companion.table.table import Table


def main(path: Path) -> None:
    """Submit, undo and submit; print the version only after submit() has returned."""
    with Table.open(path) as table:
        if not table.snapshot.game_id:
            table.open_game("cli", "clank")
        if not table.snapshot.state.players:
            table.submit(StartGame((Seat(Colour.RED), Seat(Colour.GREEN)), Colour.RED), "cli")
        commands = (MakeClank(Colour.RED), GainGold(Colour.GREEN), RemoveClank(Colour.RED))
        for number in itertools.count():
            if number % 5 == 4:
                done = table.undo("cli")
            else:
                done = table.submit(commands[number % 3], "cli")
            print(done.version, done.game.notation(done.state), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
