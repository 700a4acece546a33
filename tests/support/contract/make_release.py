"""Makes what a release leaves behind for the upgrades after it: a journal and files of its games.

`python -m tests.support.contract.make_release` writes tests/data/releases/<version>/. Run it once,
when a release is cut, with the program as it is then; what it wrote is never changed afterwards.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from companion import __version__
from companion.engine.codec import Codec
from companion.games import GAMES
from companion.table import game_file
from companion.table.journal import Journal
from companion.table.table import Table
from tests.support.contract.games import play_at, seed_of, steps_of
from tests.support.contract.values import messages_of
from tests.support.games.link_phone import LinkPhone
from tests.support.places import RELEASES

SEED = 3  # of the bots and of the draws
PHONE = LinkPhone("red")  # takes part in the draws
SAMPLES = 3  # of each class of message
A_FEW = 10  # of the steps whose notation is kept


def main() -> None:
    """Write the fixtures of this version, or say that they are there."""
    folder = RELEASES / __version__
    if folder.exists():
        sys.exit(f"{folder} is there already: a release's files are not made anew")
    folder.mkdir(parents=True)
    journal = folder / "journal.sqlite"
    for name in GAMES:
        play(journal, name)
    begin_and_stop(journal)
    with game_file.read_journal(journal) as opened:
        ids = [entry.id for entry in reversed(opened.games())]
        lines = [line for game_id in ids for line in notations(opened, game_id)]
        (folder / "notations.txt").write_text("\n".join(lines) + "\n")
        for name in GAMES:
            exported = game_file.export_game(opened, f"{name}-{SEED}")
            (folder / f"{name}.json").write_bytes(exported)
    (folder / "messages.txt").write_text("\n".join(messages()) + "\n")
    for beside in ("-wal", "-shm", ".lock"):
        journal.with_name(journal.name + beside).unlink(missing_ok=True)


def table_for(path: Path, name: str, game_id: str) -> Table:
    """Return a table at a new game whose draws come out as in the bot's game."""
    with Journal(path) as journal:
        journal.open_game(game_id, name, seed_of(SEED), "cli")
    return Table.open(path)


def play(path: Path, name: str) -> None:
    """Play a bot's game to its end, with a sealed number and a few steps undone and done again."""
    half = len(steps_of(name, SEED)) // 2
    with table_for(path, name, f"{name}-{SEED}") as table:
        PHONE.seal(table)
        play_at(table, name, SEED, 0, half)
        for _ in range(3):
            table.undo("phone:red")
        for _ in range(3):
            table.redo("panel")
        play_at(table, name, SEED, half)


def begin_and_stop(path: Path) -> None:
    """Leave a game of Clank! at its first attack, whose draw was undone."""
    with table_for(path, "clank", "clank-unfinished") as table:
        PHONE.seal(table)
        for number in range(len(steps_of("clank", SEED))):
            if table.snapshot.game.awaits_hand(table.snapshot.state):
                break
            play_at(table, "clank", SEED, number, number + 1)
        PHONE.open(table)
        table.draw("cli")
        table.undo("cli")


def notations(journal: Journal, game_id: str) -> Iterator[str]:
    """Yield "game line notation" for some steps of a game, the last among them."""
    game = game_file.game_of(journal, game_id)
    steps = list(game_file.replay(journal, game_id))
    for number, (entry, state) in enumerate(steps):
        if number % A_FEW == 0 or number == len(steps) - 1:
            yield f"{game_id} {entry.seq} {game.notation(state)}"


def messages() -> Iterator[str]:
    """Yield "game message" for some values of every command and event."""
    for name, game in GAMES.items():
        for kinds in (game.commands, game.events):
            codec = Codec(kinds)
            for kind in kinds:
                for message in messages_of(kind, SAMPLES):
                    yield f"{name} {codec.dumps([message])}"


if __name__ == "__main__":
    main()
