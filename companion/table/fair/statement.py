"""What a check of a game can tell besides right and wrong: who took part, what was done again."""

from collections.abc import Iterator

from companion.draws.links import END, DrawKey, Links
from companion.engine.value import Value
from companion.table.fair.pictures import pictures_of
from companion.table.game_file import GameFile
from companion.table.line import Kind


class Statement(Value, frozen=True):
    """What people should know of a game's draws; draws count from 1, and 0 is the end."""

    by_hand: int = 0  # draws that nobody can check
    uncheckable: int = 0  # draws of Dragonbag whose seed was lost, in a recovery or an import
    again: tuple[int, ...] = ()  # draws that were drawn once more, from another bag or seed
    overruled: tuple[int, ...] = ()  # drawn by hand although phones had opened their links
    unopened: tuple[tuple[int, str], ...] = ()  # draws, and the seats whose link is missing
    epochs: tuple[tuple[int, str], ...] = ()  # lines, and what happened to the journal there
    pictures: tuple[tuple[int, tuple[int, ...]], ...] = ()  # draws, and the places of their five


def statement(file: GameFile, links: Links, *, by_hand: int, uncheckable: int) -> Statement:
    """Return what is to be told of a game that was checked; `links` are those after its end."""
    return Statement(
        by_hand=by_hand,
        uncheckable=uncheckable,
        again=_again(links),
        overruled=tuple(_overruled(links)),
        unopened=tuple(_unopened(links)),
        epochs=tuple(_epochs(file)),
        pictures=tuple(_pictures(file, links)),
    )


def _again(links: Links) -> tuple[int, ...]:
    numbers = [draw[0] for draw, _ in links.all_asks if draw != END]
    more = (number + 1 for place, number in enumerate(numbers) if number in numbers[:place])
    return tuple(dict.fromkeys(more))


def _overruled(links: Links) -> Iterator[int]:
    for (number, _), ask in links.all_asks:
        if ask.is_by_hand and ask.opened:
            yield number + 1


def _unopened(links: Links) -> Iterator[tuple[int, str]]:
    for draw, ask in links.all_asks:
        missing = ask.missing if ask.is_drawn else ()
        yield from ((_number(draw), each.seat) for each in (*missing, *ask.left_out))


def _epochs(file: GameFile) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(file.lines, 1):
        if line.kind is Kind.EPOCH and line.command:
            yield number, str(line.command.get("why", ""))


def _pictures(file: GameFile, links: Links) -> Iterator[tuple[int, tuple[int, ...]]]:
    for draw, ask in links.all_asks:
        if ask.has_pictures(draw):
            hash_of_ask = bytes.fromhex(file.lines[ask.line - 1].hash)
            yield _number(draw), pictures_of(hash_of_ask, ask.links)


def _number(draw: DrawKey) -> int:
    return 0 if draw == END else draw[0] + 1
