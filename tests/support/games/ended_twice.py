"""Games that ended by a slip, went on by a correction, and came to another end."""

from pathlib import Path

from companion.games.clank import commands as clank
from companion.games.clank.box import Colour
from companion.games.clank.values import Status
from companion.games.grave_robbers import commands as grave_robbers
from companion.games.grave_robbers.state import GraveRobbers
from companion.games.grave_robbers.values import ENTRANCE
from companion.games.the_game import commands as the_game
from companion.games.the_game.box import Pile, Who
from companion.table.table import Table
from tests.support.contract.games import play_at, table_for

WHY = "a slip"
SEEDS = {"clank": 3, "grave_robbers": 0}  # of games that bots play at a table of people


def elsewhere(state: GraveRobbers) -> grave_robbers.CorrectPawn:
    """Return the step that takes the winner's pawn from the entrance again."""
    assert state.winner is not None
    cards = [card.cell for card in state.dungeon if card.is_face_up and card.cell != ENTRANCE]
    return grave_robbers.CorrectPawn(state.winner, cards[0], WHY)


def stuck(table: Table) -> None:
    """Play The Game until nothing fits."""
    table.submit(the_game.StartGame(("Ann", "Bo"), Who.FIRST), "cli")
    for pile, card in zip(Pile, (98, 97, 3, 4), strict=True):
        table.submit(the_game.PlayCard(pile, card), "cli")
    table.submit(the_game.EndTurn(), "cli")
    table.submit(the_game.GiveUp(), "cli")


def go_on(table: Table) -> None:
    """Take the end back by a correction, and come to another end, in Clank! with an attack."""
    state = table.snapshot.state
    match table.snapshot.game.name:
        case "clank":
            table.submit(clank.CorrectStatus(Colour.GREEN, Status.INSIDE, WHY), "cli")
            table.submit(clank.ProvokeDragon(), "cli")
            table.draw("cli")
            table.submit(clank.CorrectStatus(Colour.GREEN, Status.LOST, WHY), "cli")
        case "the_game":
            table.submit(the_game.CorrectEnd(WHY), "cli")
            table.submit(the_game.GiveUp(), "cli")
        case "grave_robbers":
            table.submit(elsewhere(state), "cli")
            table.submit(grave_robbers.CorrectPawn(state.winner, ENTRANCE, WHY), "cli")


def went_on(folder: Path, name: str) -> Table:
    """Return a table whose game ended, went on, and ended again."""
    seed = SEEDS.get(name, 0)
    table = table_for(folder, name, seed)
    if name in SEEDS:
        play_at(table, name, seed)
    else:
        stuck(table)
    assert table.snapshot.game.is_over(table.snapshot.state)
    go_on(table)
    assert table.snapshot.game.is_over(table.snapshot.state)
    return table
