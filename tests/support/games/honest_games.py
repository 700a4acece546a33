"""Honest games of every kind that a verifier has to accept, played by bots at a real table."""

from collections.abc import Callable
from functools import partial

from companion.draws import fair_draw
from companion.games.clank.box import HEALTH_SPACES, Colour, Cube
from companion.games.clank.commands import (
    AddPlayers,
    CorrectCubes,
    CorrectSeats,
    MakeClank,
    ProvokeDragon,
)
from companion.games.clank.values import Place, Seat
from companion.table.line import EpochCause
from companion.table.reader import NEXT_GROUP
from companion.table.table import Table
from tests.support.games.fair_evenings import Evening

Play = Callable[[Evening], None]


def to_the_next_attack(evening: Evening) -> bool:
    """Play until an attack waits; False if the game ends before."""
    while not waits(evening):
        if not evening.step():
            return False
    return True


def waits(evening: Evening) -> bool:
    snapshot = evening.table.snapshot
    return snapshot.game.awaits_hand(snapshot.state)


def all_phones(evening: Evening) -> None:
    """All phones open their links."""
    evening.play_to_the_end()


def sleeping(evening: Evening) -> None:
    """One phone sleeps, seals anew in the middle, and sleeps again."""
    for _ in range(3):
        to_the_next_attack(evening)
        evening.draw(asleep=1)
    evening.seal_all()
    to_the_next_attack(evening)
    evening.draw()
    evening.play_to_the_end(asleep=1)


def undone(evening: Evening) -> None:
    """Draws are undone, done again, and drawn again from the same bag."""
    while to_the_next_attack(evening):
        evening.draw()
        evening.table.undo("cli")
        if evening.dice.random() < 0.5:
            evening.table.redo("cli")
        else:
            evening.draw()
    evening.play_to_the_end()


def corrected(evening: Evening) -> None:
    """Cubes are corrected, with an attack undone, so that the same draw has another bag."""
    for _ in range(3):
        if not to_the_next_attack(evening):
            break
        evening.draw()
        evening.table.undo("cli")
        count = evening.table.snapshot.state.bag.black
        put(evening, Cube.BLACK, Place.BAG, count - 1)
        evening.draw()
    evening.play_to_the_end()


def by_hand(evening: Evening) -> None:
    """Every second attack is drawn by hand, after links were opened or before."""
    for number in range(100):
        if not to_the_next_attack(evening):
            break
        if number % 2:
            evening.draw()
            continue
        if number % 4:
            evening.open_links()
        draw_by_hand(evening)
    evening.play_to_the_end()


def draw_by_hand(evening: Evening) -> None:
    snapshot = evening.table.snapshot
    hand = partial(fair_draw.draw, evening.dice.randbytes(32))
    fair = snapshot.game.hand(snapshot.state, hand)
    evening.table.submit(type(fair)(fair.cubes), "panel")


def empty_bag(evening: Evening) -> None:
    """The dragon attacks, and there is nothing in the bag."""
    evening.step()
    for cube in Cube:
        for place in (Place.AREA, Place.BAG):
            put(evening, cube, place, 0)
    evening.table.submit(ProvokeDragon(), "cli")
    evening.play_to_the_end()


def put(evening: Evening, cube: Cube, place: Place, count: int) -> None:
    """Correct how many cubes lie in a place, unless so many lie there."""
    heap = {Place.AREA: "area", Place.BAG: "bag"}[place]
    there = getattr(evening.table.snapshot.state, heap).counts()
    if there.get(cube.value, 0) != count:
        balance = Place.SET_ASIDE if cube is Cube.BLACK else Place.SUPPLY
        evening.table.submit(CorrectCubes(cube, place, count, balance, "miscounted"), "cli")


def exchanged(evening: Evening) -> None:
    """Two players exchange their colours with cubes in the bag."""
    to_the_next_attack(evening)
    evening.draw()
    players = evening.table.snapshot.state.players
    was = tuple(player.colour for player in players)
    swapped = (was[1], was[0], *was[2:])
    evening.table.submit(CorrectSeats(tuple(map(Seat, swapped)), was), "cli")
    evening.play_to_the_end()


def joined(evening: Evening) -> None:
    """A player who was forgotten joins after the first attack, makes Clank! and is hurt."""
    to_the_next_attack(evening)
    evening.draw()
    players = evening.table.snapshot.state.players
    free = [colour for colour in Colour if colour not in {each.colour for each in players}]
    if free:
        seats = (Seat(free[0]),)
        evening.table.submit(AddPlayers(seats, players[0].colour, "in the kitchen"), "cli")
        evening.table.submit(MakeClank(free[0], 9), "cli")
        evening.seal_all()
    evening.play_to_the_end()


def ended_twice(evening: Evening) -> None:
    """The end is taken back, twice, and the game goes on with a new seed each time."""
    for asleep in (0, 1):
        evening.play_to_the_end(asleep)
        evening.take_the_end_back()
        evening.seal_all()
    evening.play_to_the_end()


def restored(evening: Evening) -> None:
    """A backup took the place of the journal."""
    to_the_next_attack(evening)
    table = evening.table
    table.journal.begin_epoch(table.snapshot.game_id, EpochCause.RESTORE, made_at="today")
    table.return_to("cli", table.snapshot.game_id)
    evening.play_to_the_end()


def imported(evening: Evening) -> None:
    """A game that went on was imported: the draws before have no seed."""
    for _ in range(2):
        to_the_next_attack(evening)
        evening.draw()
    evening.table.return_to("cli", evening.table.import_game(evening.file()))
    evening.seal_all()
    evening.play_to_the_end()


def knocked_out(evening: Evening) -> None:
    """A draw brings more cubes of a player than their meter has spaces left."""
    to_the_next_attack(evening)
    first, *others = (Cube(player.colour) for player in evening.table.snapshot.state.players)
    for cube in (Cube.BLACK, *others):
        put(evening, cube, Place.BAG, 0)
    put(evening, first, Place.BAG, 8)
    full = CorrectCubes(first, Place.METER, HEALTH_SPACES - 1, Place.SUPPLY, "miscounted")
    evening.table.submit(full, "cli")
    evening.draw()
    evening.play_to_the_end()


def went_home(evening: Evening) -> None:
    """One phone went home before the end: its pictures are made without it."""
    evening.play_to_the_end(asleep=1)
    evening.table.close_end()


def unfinished(evening: Evening) -> None:
    """The game goes on, so its seed is secret."""
    for _ in range(2):
        to_the_next_attack(evening)
        evening.draw()


def next_group(evening: Evening) -> None:
    """Names are typed and corrected, then another group comes: the file hides all names."""
    to_the_next_attack(evening)
    evening.draw()
    players = evening.table.snapshot.state.players
    for name in ("Ann", "Bo"):
        named = tuple(Seat(player.colour, f"{name} {player.colour}") for player in players)
        evening.table.submit(CorrectSeats(named), "cli")
    evening.play_to_the_end()
    evening.game_id = evening.table.snapshot.game_id
    evening.table.open_game(NEXT_GROUP, "clank")


def without_phones(evening: Evening) -> None:
    """No phone takes part."""
    evening.phones = ()
    evening.play_to_the_end()


def used_up(evening: Evening) -> None:
    """Attacks are corrected so often, each time to another bag, that all links are used up."""
    bags = [(red, black) for red in range(1, 9) for black in range(24, 15, -1)]
    to_the_next_attack(evening)
    colour = Cube(evening.phones[0].seat)
    for red, black in bags:
        evening.open_links()
        put(evening, colour, Place.BAG, red)
        put(evening, Cube.BLACK, Place.BAG, black)
    evening.play_to_the_end()


KINDS: dict[str, Play] = {
    play.__name__: play
    for play in (
        *(
            all_phones,
            sleeping,
            undone,
            corrected,
            by_hand,
            empty_bag,
            exchanged,
            joined,
            ended_twice,
        ),
        *(
            restored,
            imported,
            knocked_out,
            went_home,
            unfinished,
            without_phones,
            next_group,
            used_up,
        ),
    )
}


def honest_game(table: Table, kind: str, seed: int, most_draws: int = 1000) -> bytes:
    """Play a game of this kind, and no longer than so many draws, and return it as a file."""
    evening = Evening(table, seed, is_sealed=kind != "without_phones", most_draws=most_draws)
    KINDS[kind](evening)
    return evening.file()
