"""decide(): what each command comes to, or why not, by the Japanese rulebook (JA).

Set-up JA 38-42, the turn 46-52, playing a card 64-95, the end 54-60, On Fire 117-125, experts 131.
"""

from typing import assert_never

from companion.engine.errors import Rejected
from companion.games.the_game import commands as co
from companion.games.the_game.evolve import Events
from companion.games.the_game.rules import corrections, flags, seats, set_up, turn
from companion.games.the_game.rules.set_up import awaits_shuffle
from companion.games.the_game.state import TheGame


def decide(state: TheGame, command: co.Command) -> Events:
    """Return what the command comes to, one event or more, or raise Rejected."""
    _may_come_now(state, command)
    match command:
        case co.PlayCard():
            return turn.play_card(command, state)
        case co.EndTurn():
            return turn.end_turn(command, state)
        case co.GiveUp():
            return turn.give_up(command, state)
        case co.RaiseFlag():
            return flags.raise_flag(command, state)
        case co.LowerFlag():
            return flags.lower_flag(command, state)
        case co.StartGame():
            return set_up.start_game(command, state)
        case co.ChooseFirst():
            return set_up.choose_first(command, state)
        case co.Shuffle():
            return set_up.shuffle(command, state)
        case co.CorrectNames():
            return set_up.correct_names(command, state)
        case (
            co.CorrectCard()
            | co.CorrectPile()
            | co.CorrectCount()
            | co.CorrectTurn()
            | co.CorrectLevel()
        ):
            return corrections.correct(command, state)
        case co.CorrectRulings():
            return corrections.correct_rulings(command, state)
        case co.CorrectEnd():
            return corrections.correct_end(command, state)
        case co.AddPlayers():
            return seats.add_players(command, state)
        case co.Withdraw():
            return seats.withdraw(command, state)
    assert_never(command)


def _may_come_now(state: TheGame, command: co.Command) -> None:
    if isinstance(command, co.StartGame):
        if state.names:
            raise Rejected("game_is_on")
    elif not state.names:
        raise Rejected("no_game")
    elif state.was_drawn_from:
        # RULING: nobody chooses anew with the next cards in sight; the book has no undo. A new name
        # waits too: after any new step nothing can be redone.
        raise Rejected("drawn_cards_were_seen")
    elif isinstance(command, co.CorrectNames):
        return  # a name can be put right at any time, also after the end
    elif state.ending and not isinstance(command, co.CardCorrection | co.CorrectEnd):
        raise Rejected("game_is_over")
    elif awaits_shuffle(state) and not isinstance(command, co.Shuffle | co.CorrectRulings):
        raise Rejected("shuffle_first")
