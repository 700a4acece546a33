"""Fights with enemies and players, and chests (GR 145-210): one function a rule."""

from companion.engine.errors import Rejected
from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.box import ACTION_POINT, SIDES, Colour, Kind
from companion.games.grave_robbers.evolve import Events, after
from companion.games.grave_robbers.rules.cards import added_by_open
from companion.games.grave_robbers.rules.guards import (
    can_roll,
    fighting,
    has_rewards,
    playing,
    standing,
    with_points,
)
from companion.games.grave_robbers.rules.items import die_of, has, must_have, shuffle_if_empty
from companion.games.grave_robbers.state import Contest, GraveRobbers, Laid, Player
from companion.games.grave_robbers.values import Against, Source

LOWEST = 1  # beats a SIDES, whatever the bonuses; GR 163, 189, 209


def acting_side_wins(first: Laid, second: Laid, *, ties_win: bool = False) -> bool:
    """Does the acting side win? Die value and bonus against the other's; a 1 beats a 6.

    Source: GR 163, 189, 209. The sign between the sums is lost in the text. "Otherwise the second
    player wins" (GR 189) says who wins a tie only if the sign is "higher": hence RULING, strictly
    higher unless the table agreed on `ties_win`; the same for enemies, players and chests.
    """
    if one_beats_six(first, second):
        return first.die == LOWEST
    ahead = first.die + first.bonus - second.die - second.bonus
    return ahead > 0 or (ties_win and ahead == 0)


def one_beats_six(first: Laid, second: Laid) -> bool:
    """Are the two die values a 1 and a 6 (GR 163, 189, 209)?"""
    return {first.die, second.die} == {LOWEST, SIDES}


def fight_enemy(command: co.FightEnemy, state: GraveRobbers) -> Events:
    """Begin the fight on an enemy's card; it costs a point, or nothing at 0 (GR 113, 120, 147)."""
    player = standing(state)
    if not has_rewards(state, player, Kind.ENEMY):
        raise Rejected("no_enemy_here", player=player.colour)
    _must_have_any(state, player)
    spent = min(ACTION_POINT, state.action_points)
    points: Events = (ev.ActionPointsSpent(spent),) if spent else ()
    return (_printed(state, player, Against.ENEMY), *points)


def open_chest(command: co.OpenChest, state: GraveRobbers) -> Events:
    """Try to open the chest on whose card the pawn stands (GR 195)."""
    player = with_points(state)
    if not has_rewards(state, player, Kind.CHEST):
        raise Rejected("no_chest_here", player=player.colour)
    _must_have_any(state, player)
    return (_printed(state, player, Against.CHEST), ev.ActionPointsSpent(ACTION_POINT))


def _printed(state: GraveRobbers, player: Player, against: Against) -> ev.FightBegan:
    card = state.card(player.cell)
    return ev.FightBegan(player.colour, against, None, card.strength if card else 0)


def _must_have_any(state: GraveRobbers, player: Player) -> None:
    if not can_roll(state, player):
        raise Rejected("nothing_to_roll", player=player.colour)


def fight_player(command: co.FightPlayer, state: GraveRobbers) -> Events:
    """Attack a standing player on the same card (GR 169); at the entrance from turn 1 on.

    An injured player cannot be attacked, with the treasure or without. RULING: no fight if there
    are not enough item cards for both sides; the manual does not cover this.
    """
    player, target = with_points(state), playing(state, command.target)
    if target == player:
        raise Rejected("not_against_yourself")
    if target.cell != player.cell:
        raise Rejected("not_on_the_same_card", player=target.colour)
    if not target.is_standing:
        raise Rejected("target_is_injured", player=target.colour)
    for side, other in ((player, target), (target, player)):
        if not side.items and _left_for(state, (other,)) < 1:
            raise Rejected("nothing_to_roll", player=side.colour)
    began = ev.FightBegan(player.colour, Against.PLAYER, target.colour)
    return (began, ev.ActionPointsSpent(ACTION_POINT))


def _left_for(state: GraveRobbers, without: tuple[Player, ...]) -> int:
    """Count what the pile can give when those without any item have taken theirs."""
    return state.item_pile + state.discards - sum(not player.items for player in without)


def lay_item(command: co.LayItem, state: GraveRobbers) -> Events:
    """Use an item as the die: the pile's top card, one of the hand or an open one.

    Source: GR 155-157 and 201-203 (discarded at once), 173-186 (the attacker lays first; hidden
    until both are in).
    """
    contest = fighting(state)
    player = playing(state, command.colour)
    _may_lay_now(contest, player)
    die = command.die or die_of(state, command.card)
    _must_choose_the_same(command, die, state)
    must_have(state, player, command.source, command.card)
    if not die and contest.against is not Against.PLAYER:
        raise Rejected("die_is_missing")
    events = _off_the_pile(state, contest, player) if command.source is Source.PILE else ()
    is_hidden = contest.against is Against.PLAYER and command.source is not Source.OPEN
    from_open = _from_open(command, contest, player, state)
    bonus = command.bonus + from_open
    laid = (command.colour, command.source, die, command.card, bonus, is_hidden, from_open)
    return (*events, ev.ItemLaid(*laid))


def _from_open(command: co.LayItem, contest: Contest, player: Player, state: GraveRobbers) -> int:
    """Return what the open cards add that stay when this one is used (GR 53-55, 157)."""
    die = command.card if command.source is Source.OPEN else ""
    return sum(more for _, more in added_by_open(state, player, contest.against, die))


def _may_lay_now(contest: Contest, player: Player) -> None:
    """Refuse who is not in the fight, has laid, or comes before the attacker (GR 173-182)."""
    if player.colour not in (contest.colour, contest.target):
        raise Rejected("not_in_this_fight", player=player.colour)
    if contest.laid(player.colour) is not None:
        raise Rejected("has_laid_already", player=player.colour)
    if player.colour != contest.waits_for:
        raise Rejected("attacker_lays_first", player=contest.colour, target=player.colour)


def _must_choose_the_same(command: co.LayItem, die: int, state: GraveRobbers) -> None:
    """Refuse another card than the one that both had seen before an undo (GR 173-188).

    RULING: the cards lie on the table, so who takes that back chooses the same card again. A value
    that was typed wrongly is replaced, with a reason, when both are in.
    """
    known = chosen_before(state, command.colour)
    if known is None:
        return
    is_same = (
        command.source is known.source
        and _may_be_same(command.card, known.card)
        and _may_be_same(die, known.die)
    )
    if not is_same:
        raise Rejected("choice_is_known", player=command.colour, source=known.source)


def _may_be_same(said: object, known: object) -> bool:
    return said == known or not said or not known


def chosen_before(state: GraveRobbers, colour: Colour) -> Laid | None:
    """Return the card that a player must choose again: both saw it, and then it was undone."""
    contest = state.contest
    if contest is None or contest.target is None or contest.laid(colour) is not None:
        return None
    sides = {contest.colour, contest.target}
    for each in state.chosen:
        is_now = each.turn_number == state.turn_number and {each.colour, each.rival} == sides
        if is_now and each.colour == colour:
            laid = each.laid
            return laid if has(state.player(colour), laid.source, laid.card) else None
    return None


def _off_the_pile(state: GraveRobbers, contest: Contest, player: Player) -> Events:
    """Return a shuffle if the pile is empty; the last card is kept for a side without items."""
    sides = (colour for colour in (contest.colour, contest.target) if colour != player.colour)
    waiting = tuple(
        state.player(colour)
        for colour in sides
        if colour is not None and contest.laid(colour) is None
    )
    shuffled = shuffle_if_empty(state)
    if player.items and not _left_for(state, waiting):
        raise Rejected("last_card_is_needed", player=player.colour)
    return shuffled


def show_die(command: co.ShowDie, state: GraveRobbers) -> Events:
    """Say a die value: the enemy's or chest's, off the pile, or that of a card turned up.

    Source: GR 160, 206 (the pile's top card, discarded), 188 (turned up together).
    """
    contest = fighting(state)
    die = command.die or die_of(state, command.card)
    if not die:
        raise Rejected("die_is_missing")
    if contest.first is None:
        raise Rejected("lay_first", player=contest.colour)
    if contest.against is not Against.PLAYER:
        if contest.second is not None:
            raise Rejected("die_is_known")
        return (*shuffle_if_empty(state), ev.PileDieShown(die))
    return _turned_up(command, contest, die)


def _turned_up(command: co.ShowDie, contest: Contest, die: int) -> Events:
    if contest.second is None and contest.target is not None:
        raise Rejected("lay_first", player=contest.target)
    sides = (contest.colour, contest.target)
    laid = contest.laid(command.colour) if command.colour in sides and command.colour else None
    if command.colour is None or laid is None:
        raise Rejected("say_whose_die")
    if laid.die:
        raise Rejected("die_is_known")
    return (ev.DieShown(command.colour, die, command.card),)


def set_bonus(command: co.SetBonus, state: GraveRobbers) -> Events:
    """Set what items add to a side, until the fight is settled (GR 163, 189, 209)."""
    contest = fighting(state)
    player = playing(state, command.colour)
    if command.colour not in (contest.colour, contest.target):
        raise Rejected("not_in_this_fight", player=command.colour)
    laid = contest.laid(player.colour)
    if laid is None or contest.is_secret:  # a bonus would give a hidden card away
        waits = contest.colour if contest.first is None else contest.target
        raise Rejected("lay_first", player=waits)
    if laid.bonus == command.bonus:
        raise Rejected("nothing_changes")
    return (ev.BonusSet(command.colour, command.bonus),)


def settle_fight(command: co.SettleFight, state: GraveRobbers) -> Events:
    """Compare both sides and let winner and loser have what they get (GR 162-165, 187-191, 208)."""
    contest = fighting(state)
    first, second = contest.first, contest.second
    if not contest.is_shown or first is None or second is None:
        raise Rejected("dice_are_missing")
    has_won = acting_side_wins(first, second, ties_win=state.rulings.ties_win)
    settled = ev.FightSettled(
        contest.colour,
        contest.against,
        contest.target,
        has_won,
        (first.die, second.die),
        (first.bonus, second.bonus),
        one_beats_six(first, second),
    )
    return (settled, *_outcome(after(state, (settled,)), contest, has_won=has_won))


def _outcome(state: GraveRobbers, contest: Contest, *, has_won: bool) -> Events:
    if contest.against is Against.PLAYER and contest.target is not None:
        sides = (contest.colour, contest.target)
        winner, loser = sides if has_won else sides[::-1]
        return (*_spoils(state, winner, loser), ev.Injured(loser))
    if has_won:
        return _rewards(state, contest.colour)
    # A lost fight injures, the items stay (GR 165); a chest that stays shut costs the point only.
    return (ev.Injured(contest.colour),) if contest.against is Against.ENEMY else ()


def _rewards(state: GraveRobbers, colour: Colour) -> Events:
    """Take all items of the card into the hand (GR 164, 210)."""
    cell = state.player(colour).cell
    card = state.card(cell)
    return (ev.RewardsWon(colour, cell, card.rewards),) if card and card.rewards else ()


def _spoils(state: GraveRobbers, winner: Colour, loser: Colour) -> Events:
    """Take the treasure from a loser who has it, else a card of the hand if there is one (GR 190).

    A winner who has the treasure already takes a card as usual.
    """
    if state.treasure == loser:
        return (ev.TreasureTaken(winner, loser),)
    return (ev.ItemTaken(winner, loser),) if state.player(loser).hand else ()
