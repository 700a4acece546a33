"""Nim on the phones: the heap, and a button for each number of matches."""

from werkzeug.datastructures import MultiDict

from companion.engine.sentence import N_
from companion.games.nim.box import MOST_TAKEN, PLAYERS
from companion.games.nim.commands import StartGame
from companion.games.nim.state import Nim
from companion.games.shared import Colour
from companion.table.snapshot import Snapshot
from web_ui.render.view import View

COLOURS = tuple(Colour)


def facts(snapshot: Snapshot, seat: str) -> dict[str, object]:
    """Return what the templates of Nim need."""
    state: Nim = snapshot.state
    most = min(MOST_TAKEN, state.heap)
    return {"numbers": tuple(range(1, most + 1)), "players": tuple(PLAYERS)}


def seats(snapshot: Snapshot) -> tuple[Colour, ...]:
    """Return the colours that are played, clockwise."""
    state: Nim = snapshot.state
    return tuple(player.colour for player in state.players)


def read_set_up(form: MultiDict[str, str]) -> dict[str, object]:
    """Return the fields of StartGame: so many players, the first colour begins."""
    players = form.get("players", "2", type=int)
    return {"seats": [{"colour": each} for each in COLOURS[:players]], "first": COLOURS[0]}


VIEW = View(
    title=N_("Nim"),
    bar=N_("Matches left"),
    pages=frozenset(),
    live_pages=frozenset(),
    facts=facts,
    seats=seats,
    every_seat=tuple(colour.value for colour in COLOURS),
    depends={"heap": lambda snapshot, seat: (snapshot.state, snapshot.game_id)},
    readers={"StartGame": read_set_up},
    set_up=StartGame.__name__,
)
