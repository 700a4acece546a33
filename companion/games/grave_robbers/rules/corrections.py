"""Effects of unknown cards, and corrections: each has a reason, and no card is lost.

In no manual.
"""

from companion.engine.errors import Rejected
from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.box import FIRST_DEEP_CARD, Colour, Kind
from companion.games.grave_robbers.evolve import Events, after
from companion.games.grave_robbers.rules.actions import arrive, must_be_deep
from companion.games.grave_robbers.rules.dungeon import cards_to_lay, treasure_is_known
from companion.games.grave_robbers.rules.guards import active, called_off, playing
from companion.games.grave_robbers.rules.rockfall import pass_turn
from companion.games.grave_robbers.state import DungeonCard, GraveRobbers
from companion.games.grave_robbers.values import ENTRANCE, Cell, Place, Why
from companion.games.shared import needs_reason

FEWEST_LEFT = 2  # RULING: GR 5 begins with three, two can end it
PILES = (Place.PILE, Place.DISCARDS)


def correct_pawn(command: co.CorrectPawn, state: GraveRobbers) -> Events:
    """Put a pawn on a face-up card; treasure room and entrance work as usual.

    A winner who was not at the entrance has not won: the game goes on.
    """
    needs_reason(command.reason)
    player = playing(state, command.colour)
    face_up(state, command.cell)
    if player.cell == command.cell:
        raise Rejected("nothing_changes")
    ended = _without(player.colour, state, command.reason)
    moved = arrive(after(state, ended), player.colour, command.cell, Why.PLACED, command.reason)
    is_winner = state.winner == player.colour
    went_on = _went_on(state, command.reason) if is_winner else ()
    return (*ended, *moved, *went_on)


def _went_on(state: GraveRobbers, reason: str) -> Events:
    return (ev.GameWentOn(reason),) if state.winner is not None else ()


def _without(colour: Colour, state: GraveRobbers, reason: str) -> Events:
    """Call off the fight that a pawn is taken out of (RULING: there is nobody left to fight)."""
    contest = state.contest
    is_in = contest is not None and colour in (contest.colour, contest.target)
    return called_off(state, reason) if is_in else ()


def face_up(state: GraveRobbers, cell: object) -> DungeonCard:
    """Return the card that lies face up at a place, or refuse: there is none."""
    for card in state.dungeon:
        if card.cell == cell and card.is_face_up:
            return card
    raise Rejected("no_face_up_card_there")


def correct_condition(command: co.CorrectCondition, state: GraveRobbers) -> Events:
    """Let a pawn stand or lie."""
    needs_reason(command.reason)
    player = playing(state, command.colour)
    if player.condition is command.condition:
        raise Rejected("nothing_changes")
    return (ev.ConditionCorrected(player.colour, command.condition, command.reason),)


def correct_action_points(command: co.CorrectActionPoints, state: GraveRobbers) -> Events:
    """Set the action points of this turn."""
    needs_reason(command.reason)
    active(state)
    if state.action_points == command.action_points:
        raise Rejected("nothing_changes")
    return (ev.ActionPointsCorrected(command.action_points, command.reason),)


def correct_turn(command: co.CorrectTurn, state: GraveRobbers) -> Events:
    """Give the turn to a player, from its beginning: with a rest first if injured (GR 124)."""
    needs_reason(command.reason)
    player = playing(state, command.colour)
    corrected = ev.TurnCorrected(player.colour, not player.is_standing, command.reason)
    return (*called_off(state, command.reason), corrected)


def withdraw(command: co.Withdraw, state: GraveRobbers) -> Events:
    """Let a person go home: the others play on, and their items are discarded.

    RULING: a fight of theirs has no winner, no card falls at the end of their turn, and whoever has
    the treasure gives it to somebody first.
    """
    needs_reason(command.reason)
    colour = playing(state, command.colour).colour
    if len(state.players) == FEWEST_LEFT:
        raise Rejected("too_few_would_play")
    if state.treasure == colour:
        raise Rejected("holds_the_treasure", player=colour)
    events = _without(colour, state, command.reason)
    if state.turn == colour:
        events += (*called_off(after(state, events), command.reason),)
        events += (pass_turn(after(state, events), colour),)
    return (*events, ev.PlayerWithdrew(colour, command.reason))


def correct_treasure(command: co.CorrectTreasure, state: GraveRobbers) -> Events:
    """Give the treasure that was found to a player; at the entrance that ends the game (GR 241).

    If nobody has found it, no card falls, and whoever comes to the room first takes it.
    """
    needs_reason(command.reason)
    if state.treasure is None:
        raise Rejected("treasure_not_found")
    if command.colour is None:
        return _put_back(state, command.reason)
    player = playing(state, command.colour)
    if state.treasure == player.colour:
        raise Rejected("nothing_changes")
    taken = ev.TreasureTaken(player.colour, state.treasure, command.reason)
    if player.cell != ENTRANCE:
        return (taken, *_went_on(state, command.reason))
    return (taken, *called_off(state, command.reason), ev.GameEnded(player.colour))


def _put_back(state: GraveRobbers, reason: str) -> Events:
    events: Events = (ev.TreasurePutBack(reason),)
    if state.must_fall:
        events += (pass_turn(state, active(state).colour),)
    return (*events, *_went_on(state, reason))


def correct_card(command: co.CorrectCard, state: GraveRobbers) -> Events:
    """Set what a card shows, also one that was flipped without a word.

    The treasure room as long as nobody has found it; the entrance never.
    RULING: cards that a higher placement number still wants are laid now; cards that a lower one
    did not want stay.
    """
    needs_reason(command.reason)
    card = lying(state, command.cell)
    number = None if command.number == card.number else command.number
    if command.kind is Kind.ENTRANCE:
        raise Rejected("only_one_entrance")
    if card.kind is not command.kind and Kind.TREASURE_ROOM in (card.kind, command.kind):
        _room_may_change(command, state)
    if (card.kind, card.strength, number) == (command.kind, command.strength, None):
        raise Rejected("nothing_changes")
    corrected = ev.CardCorrected(
        command.cell, command.kind, command.strength, command.reason, number,
        0 if number is None else _still_to_lay(state, command.cell, number),
    )  # fmt: skip
    is_other = card.kind is not command.kind and command.cell in _fought_at(state)
    ended = called_off(state, command.reason) if is_other else ()
    here = state.on(command.cell) if command.kind is Kind.TREASURE_ROOM else ()
    found = tuple(ev.TreasureTaken(pawn.colour) for pawn in here[:1])
    return (*ended, corrected, *found)


def lying(state: GraveRobbers, cell: Cell) -> DungeonCard:
    """Return the card that lies at a place, or refuse: there is none, or it is the entrance."""
    card = state.card(cell)
    if card is None:
        raise Rejected("no_card_lies_there")
    if card.kind is Kind.ENTRANCE:
        raise Rejected("entrance_stays")
    return card


def _still_to_lay(state: GraveRobbers, cell: Cell, number: int) -> int:
    if state.laying is not None and state.laying.cell != cell:
        raise Rejected("lay_cards_first", n=state.laying.cards)
    return cards_to_lay(state, cell, number)


def _room_may_change(command: co.CorrectCard, state: GraveRobbers) -> None:
    if state.is_falling:
        raise Rejected("treasure_was_found")
    if command.kind is Kind.TREASURE_ROOM:
        if treasure_is_known(state):
            raise Rejected("only_one_treasure_room")
        must_be_deep(state, command.cell)


def correct_order(command: co.CorrectOrder, state: GraveRobbers) -> Events:
    """Exchange the numbers out of the pile of two dungeon cards that were laid in a wrong order."""
    needs_reason(command.reason)
    cards = tuple(state.card(cell) for cell in (command.cell, command.other))
    one, other = cards
    if one is None or other is None or one == other or not one.drawn_as * other.drawn_as:
        raise Rejected("not_two_laid_cards")
    for card, number in ((one, other.drawn_as), (other, one.drawn_as)):
        if card.kind is Kind.TREASURE_ROOM and number < FIRST_DEEP_CARD:
            raise Rejected("too_early_for_treasure", n=number, first=FIRST_DEEP_CARD)
    return (ev.OrderCorrected(command.cell, command.other, command.reason),)


def correct_rulings(command: co.CorrectRulings, state: GraveRobbers) -> Events:
    """Change what the table agreed on; what was settled before stays as it is."""
    needs_reason(command.reason)
    if command.rulings == state.rulings:
        raise Rejected("nothing_changes")
    return (ev.RulingsCorrected(command.rulings, command.reason),)


def _fought_at(state: GraveRobbers) -> tuple[Cell, ...]:
    """Return where a fight with an enemy, or a chest, waits."""
    contest = state.contest
    is_printed = contest is not None and contest.target is None
    return (state.player(contest.colour).cell,) if contest and is_printed else ()


def correct_items(command: co.CorrectItems, state: GraveRobbers) -> Events:
    """Set how many items lie in a place; the difference comes from the pile or the discards."""
    needs_reason(command.reason)
    if command.balance not in PILES or command.balance is command.place:
        raise Rejected("balance_is_a_pile")
    change = command.items - _items_in(state, command)
    there = state.item_pile if command.balance is Place.PILE else state.discards
    if not change:
        raise Rejected("nothing_changes")
    if change > there:
        raise Rejected("not_that_many_there", place=command.balance, n=there)
    return (
        ev.ItemsCorrected(
            command.place, change, command.balance, command.reason, command.colour, command.cell
        ),
    )


def _items_in(state: GraveRobbers, command: co.CorrectItems) -> int:
    if command.place is Place.PILE:
        return state.item_pile
    if command.place is Place.DISCARDS:
        return state.discards
    if command.place is Place.REWARD:
        return face_up(state, command.cell).rewards
    if command.colour is None:
        raise Rejected("say_whose_hand")
    return playing(state, command.colour).hand
