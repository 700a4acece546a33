"""Set-up (GR 72-99): who sits where, the first dungeon card and the hands."""

from companion.engine.errors import Rejected
from companion.engine.game import FairDraw
from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.box import FIRST_HAND, LEAST_PLAYERS, MOST_PLAYERS
from companion.games.grave_robbers.evolve import Events, after
from companion.games.grave_robbers.rules.cards import must_be_a_list
from companion.games.grave_robbers.rules.items import to_hand
from companion.games.grave_robbers.state import GraveRobbers
from companion.games.grave_robbers.values import ENTRANCE
from companion.games.shared import check_seats, must_join


def start_game(command: co.StartGame, state: GraveRobbers) -> Events:
    """Set up for three or four: a card beside the entrance, all pawns on it, five items each.

    Source: GR 5, 92-95, 97, 99 (players, dungeon, hands, who is first).
    """
    _seats_make_sense(command)
    must_be_a_list(command.cards)
    started = ev.GameStarted(command.seats, command.first, command.rulings, command.cards)
    hands = tuple(ev.ItemsDrawn(seat.colour, FIRST_HAND) for seat in command.seats)
    return (started, ev.DungeonCardLaid(command.laid_at), *hands)


def add_players(command: co.AddPlayers, state: GraveRobbers) -> Events:
    """Seat players who were forgotten: their pawns on the entrance, five items each (GR 95, 97)."""
    must_join(command, state.players, MOST_PLAYERS)
    events: Events = (ev.PlayersAdded(command.seats, command.after, command.reason),)
    for seat in command.seats:
        events += to_hand(after(state, events), seat.colour, FIRST_HAND)
    return events


def _seats_make_sense(command: co.StartGame) -> None:
    players = len(command.seats)
    if not LEAST_PLAYERS <= players <= MOST_PLAYERS:
        raise Rejected("players_three_or_four", n=players)
    check_seats(command.seats, command.first)
    if command.laid_at not in ENTRANCE.around:
        raise Rejected("no_free_place_there")


def no_draws(state: GraveRobbers, draw: FairDraw) -> co.Command:
    """Refuse: the cards are the table's own, so Dragonbag draws nothing."""
    raise Rejected("nothing_to_draw_here")
