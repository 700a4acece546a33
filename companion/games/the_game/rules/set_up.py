"""Set-up: how many play, who begins, and the cards of a practice game (JA 38-42)."""

from companion.engine.errors import Rejected
from companion.engine.game import FairDraw
from companion.games.the_game import commands as co
from companion.games.the_game import events as ev
from companion.games.the_game.box import ALL_CARDS, CARDS, MOST_PLAYERS, Who
from companion.games.the_game.evolve import Events
from companion.games.the_game.state import TheGame


def start_game(command: co.StartGame, state: TheGame) -> Events:
    """Set up for one to five players (JA 40); who begins may be agreed later (JA 42)."""
    players = len(command.names)
    if not 1 <= players <= MOST_PLAYERS:
        raise Rejected("players_one_to_five", n=players)
    if command.first is not None and int(command.first) > players:
        raise Rejected("nobody_sits_there", player=command.first)
    first = Who.FIRST if players == 1 else command.first
    return (
        ev.GameStarted(
            command.names, first, command.level, command.on_fire, command.practice,
            command.rulings, command.level.hand_size(players),
            command.level.cards_a_turn(CARDS),
        ),
    )  # fmt: skip


def correct_names(command: co.CorrectNames, state: TheGame) -> Events:
    """Set what the players are called.

    RULING: the hand stays with the seat. If two people were mixed up, exchange their names.
    """
    if len(command.names) != len(state.names):
        raise Rejected("everyone_needs_a_name", n=len(state.names))
    if command.names == state.names:
        raise Rejected("nothing_changes")
    return (ev.NamesCorrected(command.names),)


def awaits_shuffle(state: TheGame) -> bool:
    """Does a practice game wait for its cards?"""
    return state.practice and not state.is_shuffled


def shuffled(state: TheGame, draw: FairDraw) -> co.Shuffle:
    """Return the command that reports Dragonbag's own shuffle; Rejected if none is due."""
    if not awaits_shuffle(state):
        raise Rejected("nothing_to_shuffle")
    names = draw(1, {f"{card:02}": 1 for card in ALL_CARDS}, CARDS)
    return co.Shuffle(tuple(int(name) for name in names), co.BY_DRAGONBAG)


def shuffle(command: co.Shuffle, state: TheGame) -> Events:
    """Shuffle all cards and deal the hands (JA 40)."""
    if not awaits_shuffle(state):
        raise Rejected("nothing_to_shuffle")
    if command.drawn_by != co.BY_DRAGONBAG:
        raise Rejected("only_dragonbag_shuffles")
    if tuple(sorted(command.order)) != ALL_CARDS:
        raise Rejected("not_all_cards")
    return (ev.CardsShuffled(command.order),)


def choose_first(command: co.ChooseFirst, state: TheGame) -> Events:
    """Agree on who begins, before the first card lies (JA 42)."""
    if state.played:
        raise Rejected("game_is_on")
    if command.first not in state.players:
        raise Rejected("nobody_sits_there", player=command.first)
    return (ev.FirstChosen(command.first),)
