"""What effects of items do inside a fight, at the time that their card says (GR 57).

No card is public, so the table says what happened; each comes with its reason.
"""

from companion.engine.errors import Rejected
from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.evolve import Events, after
from companion.games.grave_robbers.rules.actions import arrive
from companion.games.grave_robbers.rules.corrections import face_up
from companion.games.grave_robbers.rules.guards import fighting, playing
from companion.games.grave_robbers.rules.items import die_of, must_have, shuffle_if_empty
from companion.games.grave_robbers.state import Contest, GraveRobbers, Laid
from companion.games.grave_robbers.values import Against, Source, Why
from companion.games.shared import needs_reason


def replace_die(command: co.ReplaceDie, state: GraveRobbers) -> Events:
    """Give a side a new card as its die, or let another value of the same card count.

    Between players only when both cards are in: before that it would tell of a hidden card.
    """
    needs_reason(command.reason)
    contest = fighting(state)
    laid = _laid(command, contest)
    die = command.die or die_of(state, command.card)
    if not die:
        raise Rejected("die_is_missing")
    if command.source is None and die == laid.die:
        raise Rejected("nothing_changes")
    replaced = ev.DieReplaced(command.colour, die, command.reason, command.source, command.card)
    return (*_new_card(command, state), replaced)


def _laid(command: co.ReplaceDie, contest: Contest) -> Laid:
    """Return the die that is replaced, or refuse: there is none, or it is still hidden."""
    if command.colour is None and contest.against is Against.PLAYER:
        raise Rejected("say_whose_die")
    if command.colour not in (contest.colour, contest.target):
        raise Rejected("not_in_this_fight", player=command.colour)
    laid = contest.laid(command.colour)
    if laid is None or contest.is_secret:
        waits = contest.waits_for
        raise Rejected("lay_first", player=waits) if waits else Rejected("dice_are_missing")
    return laid


def _new_card(command: co.ReplaceDie, state: GraveRobbers) -> Events:
    """Return a shuffle if the new card is the pile's and that is empty; refuse if there is none."""
    if command.source is None:
        return ()
    if command.source is Source.PILE:
        return shuffle_if_empty(state)
    if command.colour is None:
        raise Rejected("other_side_rolls_from_pile")
    must_have(state, playing(state, command.colour), command.source, command.card)
    return ()


def call_off_fight(command: co.CallOffFight, state: GraveRobbers) -> Events:
    """End the fight without a winner: what was laid is discarded, and a pawn may flee.

    RULING: the action point stays spent, and an enemy does not force another fight in this turn.
    """
    needs_reason(command.reason)
    contest = fighting(state)
    player = playing(state, command.colour or contest.colour)
    if player.colour not in (contest.colour, contest.target):
        raise Rejected("not_in_this_fight", player=player.colour)
    ended: Events = (ev.FightCalledOff(command.reason),)
    if command.cell is None or command.cell == player.cell:
        return ended
    face_up(state, command.cell)
    gone = after(state, ended)
    return (*ended, *arrive(gone, player.colour, command.cell, Why.PLACED, command.reason))
