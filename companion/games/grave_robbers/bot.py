"""A bot that plays Grave Robbers for the demo, the bench and the tests; it keeps to the rules.

A bot knows only the state. Nobody has published what the cards show, so dice decide it: a dungeon
that does not end before the treasure room, weak enemies, small rewards.
"""

from collections.abc import Callable

from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers.box import (
    LEAST_PLAYERS,
    MOST_PLAYERS,
    OPEN_CARDS,
    SIDES,
    SIDES_OF_A_CARD,
    Kind,
)
from companion.games.grave_robbers.rules.dungeon import (
    free_places,
    is_closed,
    may_enter,
    may_explore,
    may_fall,
    may_lay,
    nearest_face_up,
    neighbours,
    treasure_chance,
    treasure_is_known,
)
from companion.games.grave_robbers.rules.guards import can_roll, has_rewards, must_fight
from companion.games.grave_robbers.state import Contest, GraveRobbers, Player
from companion.games.grave_robbers.values import ENTRANCE, Against, Cell, EffectKind, Source
from companion.games.shared import Bot, Dice, bot_seats

# These are chosen by us: games of about ten rounds, in which everything happens now and then.
EFFECT_CHANCE = 0.08  # before each action
ARRANGE_CHANCE = 0.3  # at the end of a turn
ATTACK_CHANCE = 0.15  # on a player without the treasure
CHEST_CHANCE = 0.9
HIDDEN_CHANCE = 0.3  # a card laid without saying its value
BONUS_CHANCE = 0.2
ITEM_CHANCE = 0.2  # the icon on a dungeon card
NAMES = ("Rope", "Lamp", "Shield", "Herb")


def set_up(players: int, dice: Dice) -> co.StartGame:
    """Set up a game for so many bots; chance says who goes first."""
    seats = bot_seats(players)
    return co.StartGame(seats, dice.choice(seats).colour)


def next_command(state: GraveRobbers, dice: Dice) -> co.Command | None:
    """Return what a lawful player does next; None when the treasure is home."""
    if state.winner is not None:
        return None
    if state.laying is not None:
        return _lay_dungeon_card(state, dice)
    if state.contest is not None:
        return _roll(state, state.contest, dice)
    if state.must_fall:
        return _let_fall(state, dice)
    if state.must_rest:
        return co.Rest()
    if must_fight(state):
        return co.FightEnemy()
    if is_closed(state):
        return _lay_dungeon_card(state, dice)
    return _turn(state, dice)


def _lay_dungeon_card(state: GraveRobbers, dice: Dice) -> co.LayDungeonCard:
    """Lay outwards, so that the dungeon does not close too often."""
    places = may_lay(state)
    free = {place: len(free_places(state, place)) for place in places}
    return co.LayDungeonCard(
        dice.choice([place for place in places if free[place] == max(free.values())])
    )


def _turn(state: GraveRobbers, dice: Dice) -> co.Command:
    player = next(each for each in state.players if each.colour == state.turn)
    if dice.random() < EFFECT_CHANCE:
        command = dice.choice(_EFFECTS)(state, player, dice)
        if command is not None:
            return command
    if not player.is_standing or not state.action_points:
        return _end_turn(player, dice)
    return _action(state, player, dice) or _end_turn(player, dice)


def _action(state: GraveRobbers, player: Player, dice: Dice) -> co.Command | None:
    if has_rewards(state, player, Kind.CHEST) and dice.random() < CHEST_CHANCE:
        return co.OpenChest() if can_roll(state, player) else None
    if (target := _victim(state, player, dice)) is not None:
        return co.FightPlayer(target.colour)
    if state.treasure is None:
        beside = may_explore(state, player.cell)
        if beside and not _room_in_sight(state):
            return _explore(state, dice.choice(beside), dice)
    step = _step(state, player)
    return co.Move(step) if step is not None else None


def _victim(state: GraveRobbers, player: Player, dice: Dice) -> Player | None:
    """Return whom to attack: the holder of the treasure, or now and then somebody else."""
    here = [
        other
        for other in state.on(player.cell)
        if other != player and other.is_standing and other.items and player.items
    ]
    holders = [other for other in here if other.colour == state.treasure]
    if holders:
        return holders[0]
    return dice.choice(here) if here and dice.random() < ATTACK_CHANCE else None


def _room_in_sight(state: GraveRobbers) -> bool:
    return any(card.kind is Kind.TREASURE_ROOM for card in state.dungeon)


def _explore(state: GraveRobbers, cell: Cell, dice: Dice) -> co.Explore:
    nth = next(card.drawn_as for card in state.dungeon if card.cell == cell)
    if dice.random() < treasure_chance(state, nth):
        return co.Explore(cell, Kind.TREASURE_ROOM, number=1)
    kind = dice.choice((Kind.ENEMY, Kind.CHEST, Kind.PASSAGE))
    number = dice.randint(1, SIDES_OF_A_CARD)
    others = [card for card in state.dungeon if not card.is_face_up and card.cell != cell]
    if not others and not treasure_is_known(state):
        number = max(number, min(len(neighbours(state, cell)) + 1, SIDES_OF_A_CARD))
    has_item = dice.random() < ITEM_CHANCE
    if kind is Kind.PASSAGE:
        return co.Explore(cell, kind, 0, number, 0, has_item)
    return co.Explore(cell, kind, dice.randint(0, 2), number, dice.randint(1, 2), has_item)


def _step(state: GraveRobbers, player: Player) -> Cell | None:
    """Return the first step of a shortest walk to where the player wants to be."""
    goals = _goals(state, player)
    ways = {cell: cell for cell in may_enter(state, player.cell)}
    ring = list(ways)
    while ring:
        for cell in ring:
            if cell in goals:
                return ways[cell]
        beside = [(there, ways[cell]) for cell in ring for there in may_enter(state, cell)]
        new = {there: way for there, way in beside if there not in ways and there != player.cell}
        ways |= new
        ring = list(new)
    return None


def _goals(state: GraveRobbers, player: Player) -> set[Cell]:
    if state.treasure == player.colour:
        return {ENTRANCE}
    if state.treasure is not None:
        holder = state.player(state.treasure).cell
        return set() if holder == player.cell else {holder}
    rooms = {card.cell for card in state.dungeon if card.kind is Kind.TREASURE_ROOM}
    edges = {card.cell for card in state.dungeon if may_explore(state, card.cell)}
    return rooms or edges


def _end_turn(player: Player, dice: Dice) -> co.EndTurn:
    if dice.random() >= ARRANGE_CHANCE:
        return co.EndTurn()
    most = min(OPEN_CARDS, player.items)
    return co.EndTurn(tuple(dice.choice(NAMES) for _ in range(dice.randint(0, most))))


def _let_fall(state: GraveRobbers, dice: Dice) -> co.LetFall:
    cell = dice.choice(may_fall(state))
    nearest = nearest_face_up(state, cell)
    is_open = len(nearest) > 1 and state.on(cell)
    return co.LetFall(cell, dice.choice(nearest) if is_open else None)


def _roll(state: GraveRobbers, contest: Contest, dice: Dice) -> co.Command:
    if contest.first is None:
        return _lay(state, state.player(contest.colour), dice)
    if contest.against is Against.PLAYER and contest.target is not None:
        if contest.second is None:
            return _lay(state, state.player(contest.target), dice)
        for colour in (contest.colour, contest.target):
            if (laid := contest.laid(colour)) is not None and not laid.die:
                return co.ShowDie(dice.randint(1, SIDES), colour)
        return _settle(contest, dice)
    return co.ShowDie(dice.randint(1, SIDES)) if contest.second is None else co.SettleFight()


def _settle(contest: Contest, dice: Dice) -> co.Command:
    has_bonus = contest.first is not None and contest.first.bonus
    if not has_bonus and dice.random() < BONUS_CHANCE:
        return co.SetBonus(contest.colour, dice.randint(1, 2))
    return co.SettleFight()


def _lay(state: GraveRobbers, player: Player, dice: Dice) -> co.LayItem:
    """Choose a die; the last card of the pile is left to the other side, which may need it."""
    sources = [Source.HAND] * bool(player.hand) + [Source.OPEN] * bool(player.open_cards)
    if state.item_pile + state.discards > 1 or not sources:
        sources.append(Source.PILE)
    source = dice.choice(sources)
    card = dice.choice(player.open_cards) if source is Source.OPEN else ""
    is_player = state.contest is not None and state.contest.against is Against.PLAYER
    is_unsaid = is_player and dice.random() < HIDDEN_CHANCE
    return co.LayItem(player.colour, source, 0 if is_unsaid else dice.randint(1, SIDES), card)


def _use(state: GraveRobbers, player: Player, dice: Dice) -> co.Command | None:
    card = dice.choice(NAMES)
    kind = dice.choice((EffectKind.NORMAL, EffectKind.SPECIAL))
    is_used = not player.is_standing or (card, 1) in state.used
    if kind is EffectKind.NORMAL and is_used:
        return None
    spent = Source.HAND if player.hand and dice.random() < 0.5 else None
    return co.UseItem(player.colour, card, kind, 1, spent)


def _draw(state: GraveRobbers, player: Player, dice: Dice) -> co.Command | None:
    return co.DrawItems(player.colour) if state.item_pile + state.discards > 2 else None


def _discard(state: GraveRobbers, player: Player, dice: Dice) -> co.Command | None:
    if not player.hand:
        return None
    return co.DiscardItem(player.colour, Source.HAND, dice.randint(0, SIDES))


def _give(state: GraveRobbers, player: Player, dice: Dice) -> co.Command | None:
    other = dice.choice([each for each in state.players if each != player])
    return co.GiveItems(player.colour, other.colour) if player.hand > 1 else None


_Effect = Callable[[GraveRobbers, Player, Dice], co.Command | None]
_EFFECTS: tuple[_Effect, ...] = (_use, _use, _use, _draw, _discard, _give)

BOT = Bot.of(GraveRobbers, range(LEAST_PLAYERS, MOST_PLAYERS + 1), set_up, next_command)
