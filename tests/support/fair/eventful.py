"""The honest game that the attacks are tried on: something of everything happens in it."""

from companion.engine.codec import parse
from companion.table.table import Table
from tests.support.fair.forged import File, draws
from tests.support.games.fair_evenings import Evening
from tests.support.games.honest_games import draw_by_hand, to_the_next_attack


def eventful(table: Table) -> Evening:
    """Play three attacks, an undo, a draw by hand, an end that is taken back, and the end.

    Seeds are random. A game in which an attack would change nothing by chance is played again.
    """
    while True:
        evening = _played(table)
        if _is_telling(parse(evening.file())):
            return evening


def _played(table: Table) -> Evening:
    evening = Evening(table, seed=3, most_draws=5)
    for _ in range(3):
        to_the_next_attack(evening)
        evening.draw()
    table.undo("cli")
    table.redo("cli")
    to_the_next_attack(evening)
    draw_by_hand(evening)
    evening.play_to_the_end()
    evening.take_the_end_back()
    evening.seal_all()
    evening.most_draws = 1000
    evening.play_to_the_end()
    return evening


def _is_telling(file: File) -> bool:
    """Did enough coloured cubes come, under both seeds, that other draws would differ?"""
    place = next(at for at, line in enumerate(file["lines"]) if line["kind"] == "epoch")
    early, late = file["lines"][:place], file["lines"][place:]
    return all(len(_coloured({**file, "lines": lines})) > 1 for lines in (early, late))


def _coloured(file: File) -> list[list[str]]:
    orders = (line["command"]["order"] for line in draws(file))
    return [order for order in orders if order != order[::-1] and set(order) != {"black"}]
