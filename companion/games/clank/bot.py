"""A bot that plays Clank! for the demo, the bench and the tests; its commands are lawful.

A bot knows only the state. It has no cards: dice decide what a hand of cards would do, about as
often as the printed deck does. The number of the round says how deep its pawn may be.
"""

from collections.abc import Callable

from companion.games.clank import commands as co
from companion.games.clank.box import (
    ARTIFACTS,
    ARTIFACTS_REMOVED,
    DANGER_CARDS,
    ITEM_TOKENS,
    MARKET_PRICE,
    POTION_HEALS,
    START_RAGE_SPACE,
    TOKEN_COPIES,
    Arrival,
    Item,
    Piece,
    Secret,
    Token,
)
from companion.games.clank.cards import POINT_CARDS
from companion.games.clank.rules.count import copies_left
from companion.games.clank.rules.guards import pieces_left
from companion.games.clank.rules.loot import UNNAMED, artifact_room, free_artifacts
from companion.games.clank.rules.scoring import score
from companion.games.clank.state import Clank, Player
from companion.games.clank.values import CardCopies, Status
from companion.games.shared import Bot, Dice, bot_seats

# Two cards a refill, from a deck of 100: 26 with the symbol, 8 with Arrive, 5 with Danger (Board).
SYMBOL_CHANCE = 0.45
ARRIVE_CHANCE = 0.15
DANGER_CHANCE = 0.1
# These are chosen by us: games of ten to twenty rounds, in most of which somebody escapes.
END_CHANCE = 0.15  # after each action
ROUND_OF_ARTIFACT = 4  # the least valuable one is reached; each better one lies a round deeper
ROUNDS_HOME = 4  # from the best Artifact carried to the exit
EXIT_CHANCE = 0.6
DEPTHS_CHANCE = 0.25
UNNAMED_CHANCE = 0.1  # an Artifact taken by the panel's button gets its number later
RARE_CHANCE = 0.02  # a single card of the deck


def set_up(players: int, dice: Dice) -> co.StartGame:
    """Set up a game for so many bots; chance says who goes first."""
    seats = bot_seats(players)
    return co.StartGame(seats, dice.choice(seats).colour)


def next_command(state: Clank, dice: Dice) -> co.Command | None:
    """Return what a lawful player does next; None when the game is counted to the end.

    While an attack waits the caller draws, so this must not be asked.
    """
    if (answer := _answer(state, dice)) is not None:
        return answer
    if state.ending is not None:
        return _count(state, dice)
    turn = next(player for player in state.players if player.colour == state.turn)
    is_on_countdown = turn.colour == state.countdown_colour and state.countdown_space > 1
    if state.row_refilled or is_on_countdown:
        return co.EndTurn()
    if turn.is_out:  # left, or knocked out by a card: the turn still refills the row
        return _refill_row(state, dice)
    return _action(state, turn, dice)


def _answer(state: Clank, dice: Dice) -> co.Command | None:
    """Answer an open question: who was first, where a pawn was, which Artifact it is."""
    if state.first_out_asked:
        return co.TellFirstOut(dice.choice(state.first_out_asked))
    for player in state.players:
        if player.status is Status.KNOCKED_OUT:
            return co.TellDepths(player.colour, dice.random() < DEPTHS_CHANCE)
        if UNNAMED in player.artifacts:
            return co.NameArtifact(player.colour, dice.choice(free_artifacts(state)))
    return None


def _count(state: Clank, dice: Dice) -> co.Command | None:
    for player in state.players:
        if "deck" in score(player).missing:
            return _count_deck(state, player, dice)
    return None


def _count_deck(state: Clank, player: Player, dice: Dice) -> co.Command:
    if dice.random() < 0.5:
        return co.RecordDeckPoints(player.colour, dice.randint(0, 30))
    left = {card: copies_left(state, player.colour, card) for card in POINT_CARDS}
    there = [card for card, copies in left.items() if copies]
    held = sorted({dice.choice(there) for _ in range(dice.randint(1, 8))})
    deck = tuple(CardCopies(card, dice.randint(1, min(left[card], 2))) for card in held)
    return co.RecordDeck(player.colour, deck)


def _action(state: Clank, turn: Player, dice: Dice) -> co.Command:
    """Choose an action; one that the rules would refuse now ends the turn instead."""
    if dice.random() < END_CHANCE:
        return _end_of_turn(state, turn, dice)
    actions = _RARE_ACTIONS if dice.random() < RARE_CHANCE else _ACTIONS
    return dice.choice(actions)(state, turn, dice) or _end_of_turn(state, turn, dice)


def _end_of_turn(state: Clank, turn: Player, dice: Dice) -> co.Command:
    if _is_home(state, turn) and dice.random() < EXIT_CHANCE:
        return co.LeaveDungeon(turn.colour)
    return _refill_row(state, dice)


def _refill_row(state: Clank, dice: Dice) -> co.Command:
    arrivals = _arrivals(state, dice) if dice.random() < ARRIVE_CHANCE else ()
    more = dice.random() < DANGER_CHANCE and state.danger < DANGER_CARDS
    return co.RefillRow(dice.random() < SYMBOL_CHANCE, arrivals, state.danger + 1 if more else None)


def _arrivals(state: Clank, dice: Dice) -> tuple[Arrival, ...]:
    """Return a card with Arrive that the Dungeon Deck still has, if there is one."""
    there = [card for card in Arrival if pieces_left(state, Piece(card.value)) > 0]
    return (dice.choice(there),) if there else ()


def _round(state: Clank) -> int:
    return state.turn_number // len(state.players)


def _is_home(state: Clank, turn: Player) -> bool:
    if not turn.artifacts:
        return False
    return _round(state) >= _round_of(max(turn.artifacts)) + ROUNDS_HOME


def _round_of(artifact: int) -> int:
    return ROUND_OF_ARTIFACT + ARTIFACTS.index(artifact)


def _make_clank(state: Clank, turn: Player, dice: Dice) -> co.Command:
    return co.MakeClank(turn.colour, dice.choice((1, 1, 1, 2, 3)))


def _remove_clank(state: Clank, turn: Player, dice: Dice) -> co.Command:
    return co.RemoveClank(turn.colour, 2)  # Move Silently, Sneak, Elven Cloak


def _all_make_clank(state: Clank, turn: Player, dice: Dice) -> co.Command | None:
    return co.EveryoneMakesClank(1, turn.colour) if len(state.inside) > 1 else None


def _gain_gold(state: Clank, turn: Player, dice: Dice) -> co.Command:
    return co.GainGold(turn.colour, dice.randint(1, 5))


def _take_artifact(state: Clank, turn: Player, dice: Dice) -> co.Command | None:
    taken = sum(len(player.artifacts) for player in state.players)
    are_left = taken < len(ARTIFACTS) - ARTIFACTS_REMOVED[len(state.players)]
    reached = [value for value in free_artifacts(state) if _round(state) >= _round_of(value)]
    if not (are_left and reached and len(turn.artifacts) < artifact_room(state, turn)):
        return None
    is_unnamed = dice.random() < UNNAMED_CHANCE
    return co.TakeArtifact(turn.colour, UNNAMED if is_unnamed else dice.choice(reached))


def _left(state: Clank, token: Token) -> int:
    return TOKEN_COPIES[token] - sum(player.tokens.count(token) for player in state.players)


def _discover_secret(state: Clank, turn: Player, dice: Dice) -> co.Command | None:
    secret = dice.choice(tuple(Secret))
    is_there = pieces_left(state, Piece(secret.value)) > 0
    return co.DiscoverSecret(turn.colour, secret) if is_there else None


def _take_idol(state: Clank, turn: Player, dice: Dice) -> co.Command | None:
    is_reached = _round(state) >= ROUND_OF_ARTIFACT and _left(state, Token.MONKEY_IDOL)
    return co.TakeMonkeyIdol(turn.colour) if is_reached else None


def _buy(state: Clank, turn: Player, dice: Dice) -> co.Command | None:
    item = dice.choice(tuple(Item))
    on_sale = any(_left(state, token) for token in ITEM_TOKENS[item])
    return co.BuyItem(turn.colour, item) if on_sale and turn.gold >= MARKET_PRICE else None


def _heal(state: Clank, turn: Player, dice: Dice) -> co.Command | None:
    return co.Heal(turn.colour) if turn.meter else None


def _use_potion(state: Clank, turn: Player, dice: Dice) -> co.Command | None:
    potions = [token for token in turn.tokens if token in POTION_HEALS]
    return co.UsePotion(turn.colour, dice.choice(potions)) if potions else None


def _tunnel(state: Clank, turn: Player, dice: Dice) -> co.Command | None:
    damage = dice.randint(1, 2)
    may = turn.supply >= damage and turn.health > damage
    return co.TakeTunnelDamage(turn.colour, damage) if may else None


def _remove_danger(state: Clank, turn: Player, dice: Dice) -> co.Command | None:
    return co.SetDanger(state.danger - 1) if state.danger else None  # a player defeats a Kobold


def _provoke_dragon(state: Clank, turn: Player, dice: Dice) -> co.Command:
    return co.ProvokeDragon()  # Mister Whiskers


def _replace_row_card(state: Clank, turn: Player, dice: Dice) -> co.Command | None:
    if not state.rulings.treasure_hunter_arrive:
        return None
    arrivals = _arrivals(state, dice)
    return co.ReplaceRowCard(arrivals) if arrivals else None  # Treasure Hunter


def _spend_gold(state: Clank, turn: Player, dice: Dice) -> co.Command | None:
    can_pay = turn.gold >= MARKET_PRICE
    return co.SpendGold(turn.colour, MARKET_PRICE) if can_pay else None  # Underworld Dealing


_Action = Callable[[Clank, Player, Dice], co.Command | None]
_ACTIONS: tuple[_Action, ...] = (
    *(_make_clank,) * 7,
    *(_gain_gold,) * 4,
    *(_take_artifact,) * 4,
    *(_discover_secret,) * 3,
    *(_buy,) * 2,
    *(_heal,) * 2,
    _remove_clank,
    _all_make_clank,
    _take_idol,
    _use_potion,
    _tunnel,
    _remove_danger,
)
_RARE_ACTIONS: tuple[_Action, ...] = (_provoke_dragon, _replace_row_card, _spend_gold)

PLAYERS = range(min(START_RAGE_SPACE), max(START_RAGE_SPACE) + 1)
BOT = Bot.of(Clank, PLAYERS, set_up, next_command)
