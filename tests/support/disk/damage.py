"""Damages the files of a journal as a bad card does, and says what a start makes of them."""

import random
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.app.demo import BOTS
from companion.engine.errors import DragonbagError
from companion.table import game_file
from companion.table.disk.notices import DAMAGED
from companion.table.disk.watch import JournalWatch
from companion.table.line import Kind
from companion.table.table import Table

NAME = "journal.sqlite"
LOG = "-wal"
GAMES = ("the_game", "grave_robbers", "clank")
STEPS = 60  # of each game


@dataclass(frozen=True)
class Outcome:
    """What came of a damage: "sound", "told" or "refused"; "silent" and "crashed" must not be."""

    what: str
    why: str = ""


def evening(folder: Path) -> tuple[dict[str, str], dict[str, list[bytes]]]:
    """Leave a journal as a power cut does, most of it in the log; return its states and hashes."""
    at_table = folder / "table"
    path = at_table / NAME
    dice = random.Random(5)
    with Table.open(path) as table:
        for name in GAMES:
            play(table, name, dice)
            if name != GAMES[-1]:  # so the main file has something, too
                table.journal.checkpoint()
        states, hashes = states_of(table), hashes_of(table)
        for file in at_table.iterdir():
            shutil.copy(file, folder / file.name)
    (folder / (NAME + "-shm")).unlink()  # SQLite makes it anew from the log
    shutil.rmtree(at_table)
    return states, hashes


def play(table: Table, name: str, dice: random.Random) -> None:
    """Let a bot play the beginning of a game."""
    bot = BOTS[name]
    table.open_game("cli", name)
    table.submit(bot.set_up(bot.players[-1], dice), "cli")
    for _ in range(STEPS):
        state = table.snapshot.state
        if table.snapshot.game.awaits_hand(state):
            table.draw("cli")
        elif (command := bot.step(state, dice)) is not None:
            table.submit(command, "cli")


def states_of(table: Table) -> dict[str, str]:
    """Return the notation of every game that the table can read."""
    found = {}
    for entry in table.journal.games():
        game = game_file.game_of(table.journal, entry.id)
        found[entry.id] = game.notation(game_file.story(table.journal, entry.id)[1])
    return found


Damage = Callable[[bytearray, random.Random], None]


def flip(text: bytearray, dice: random.Random) -> None:
    """Turn one bit over."""
    text[dice.randrange(len(text))] ^= 1 << dice.randrange(8)


def blot(text: bytearray, dice: random.Random) -> None:
    """Fill a few hundred bytes with anything."""
    start, length = dice.randrange(len(text)), dice.randrange(1, 600)
    text[start : start + length] = dice.randbytes(len(text[start : start + length]))


def wipe(text: bytearray, dice: random.Random) -> None:
    """Lose a block of 4096 bytes: it reads as zeros."""
    start = dice.randrange(len(text)) // 4096 * 4096
    text[start : start + 4096] = bytes(len(text[start : start + 4096]))


def cut(text: bytearray, dice: random.Random) -> None:
    """Lose the end."""
    del text[dice.randrange(len(text)) :]


def lose(text: bytearray, dice: random.Random) -> None:
    """Lose everything."""
    text.clear()


def old_block(text: bytearray, dice: random.Random) -> None:
    """Read a block from another place, as a card that has mixed up its table."""
    start, other = (dice.randrange(len(text)) // 4096 * 4096 for _ in range(2))
    block = bytes(text[other : other + 4096])
    text[start : start + len(block)] = block[: len(text) - start]


DAMAGES: tuple[Damage, ...] = (flip, flip, flip, blot, wipe, cut, lose, old_block)


def damaged(good: Path, folder: Path, dice: random.Random) -> Path:
    """Return a copy of a journal with one random damage in its main file, its log, or both."""
    for file in good.iterdir():
        shutil.copy(file, folder)
    path = folder / NAME
    for end in dice.choice((("",), (LOG,), ("", LOG))):
        file = path.with_name(NAME + end)
        text = bytearray(file.read_bytes())
        dice.choice(DAMAGES)(text, dice)
        file.write_bytes(text)
    return path


def start(path: Path, states: Mapping[str, str], hashes: Mapping[str, list[bytes]]) -> Outcome:
    """Start a table on a damaged journal and compare it with what was."""
    try:
        with Table.open(path) as table:
            JournalWatch(table).look_through()
            is_told = DAMAGED in table.snapshot.notices
            is_same = is_as_before(table, states)
            is_part = is_part_of(table, hashes)
            table.open_game("cli", "clank")  # and it can be written to
    except DragonbagError as error:
        return Outcome("refused", str(error))
    except Exception as error:  # noqa: BLE001  # whatever it is, the table did not start
        return Outcome("crashed", repr(error))
    if is_told:
        return Outcome("told" if is_part else "silent", "other lines than there were")
    return Outcome("sound" if is_same else "silent", "another state")


def is_as_before(table: Table, states: Mapping[str, str]) -> bool:
    """Is everything as it was before the damage?"""
    snapshot = table.snapshot
    shown = snapshot.game.notation(snapshot.state)
    return states_of(table) == states and shown == states.get(snapshot.game_id)


def is_part_of(table: Table, hashes: Mapping[str, list[bytes]]) -> bool:
    """Does every game hold lines that there were, in order from the first, and nothing else?"""
    now = hashes_of(table)
    return all(kept == hashes[game][: len(kept)] for game, kept in now.items())


def hashes_of(table: Table) -> dict[str, list[bytes]]:
    """Return what the chain of each game has of play."""
    return {
        entry.id: [line.hash for line in table.journal.written(entry.id) if line.kind != Kind.EPOCH]
        for entry in table.journal.games()
    }


def tries(folder: Path, seeds: Iterable[int]) -> Iterator[tuple[int, Outcome]]:
    """Yield what came of one random damage for each seed."""
    good = folder / "good"
    good.mkdir()
    states, hashes = evening(good)
    for seed in seeds:
        spoiled = folder / str(seed)
        spoiled.mkdir()
        yield seed, start(damaged(good, spoiled, random.Random(seed)), states, hashes)
        shutil.rmtree(spoiled)
