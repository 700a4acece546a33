"""A player without a box: lawful commands for the demo, the bench and the tests.

A bot knows only the picture. It has no cards, so it throws dice for what a hand of cards would do,
about as often as the printed deck does: a quarter of the cards show the Dragon Attack symbol.
"""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from companion.games.clank import commands as co
from companion.games.clank.components import (
    ARTIFACTS,
    ARTIFACTS_REMOVED,
    DANGER_CARDS,
    ITEM_TOKENS,
    MARKET_PRICE,
    SECRET_TOKENS,
    TOKEN_COPIES,
    Arrival,
    Item,
    Secret,
    Token,
)
from companion.games.clank.loot import artifact_room
from companion.games.clank.scoring import score
from companion.games.clank.state import Clank, Player
from companion.games.clank.words import Status

T = TypeVar("T")

SYMBOL_CHANCE = 0.44  # two cards a refill, 26 of 100 with the symbol
ARRIVE_CHANCE = 0.08  # 8 of 100 cards
DEPTHS_CHANCE = 0.3
ROUND_OF_ARTIFACT = 5  # before it nobody is deep enough
ROUND_OF_EXIT = 9  # before it nobody is home again
STEPS_A_TURN = 4


class Dice(Protocol):
    """What a bot needs of random.Random."""

    def random(self) -> float:
        """Return a number from 0 up to 1."""

    def choice(self, seq: Sequence[T]) -> T:
        """Return one of them."""

    def randint(self, a: int, b: int) -> int:
        """Return a whole number from a to b."""


def next_command(state: Clank, dice: Dice) -> co.Command | None:
    """Return what a lawful player does next; None when the game is counted to the end.

    While an attack waits the caller draws, so this must not be asked.
    """
    if (answer := _answer(state, dice)) is not None:
        return answer
    if state.ending is not None:
        return _count(state, dice)
    turn = next(player for player in state.players if player.colour == state.turn)
    if turn.is_out or state.row_refilled:
        return co.EndTurn()
    if dice.random() < 1 / STEPS_A_TURN:
        return _end_of_turn(state, turn, dice)
    return _action(state, turn, dice)


def _answer(state: Clank, dice: Dice) -> co.Command | None:
    for player in state.players:
        if player.status is Status.KNOCKED_OUT:
            return co.TellDepths(player.colour, dice.random() < DEPTHS_CHANCE)
    if state.first_out_asked:
        return co.TellFirstOut(dice.choice(state.first_out_asked))
    return None


def _count(state: Clank, dice: Dice) -> co.Command | None:
    for player in state.players:
        missing = score(player).missing
        if "artifact" in missing:
            return co.NameArtifact(player.colour, dice.choice(_free_artifacts(state)))
        if "deck" in missing:
            return co.RecordDeckPoints(player.colour, dice.randint(0, 40))
    return None


def _end_of_turn(state: Clank, turn: Player, dice: Dice) -> co.Command:
    rounds = state.turn_number // len(state.players)
    if turn.artifacts and rounds >= ROUND_OF_EXIT and dice.random() < 0.5:
        return co.LeaveDungeon(turn.colour)
    arrivals = (dice.choice(tuple(Arrival)),) if dice.random() < ARRIVE_CHANCE else ()
    danger = max(0, min(DANGER_CARDS, state.danger + dice.choice((0, 0, 0, 0, 1, -1))))
    return co.RefillRow(dice.random() < SYMBOL_CHANCE, arrivals, danger)


def _action(state: Clank, turn: Player, dice: Dice) -> co.Command:
    """Choose an action; one that the rules would refuse now becomes a little noise."""
    actions: tuple[Callable[[Clank, Player, Dice], co.Command | None], ...] = (
        _make_clank,
        _make_clank,
        _remove_clank,
        _gain_gold,
        _take_artifact,
        _take_artifact,
        _discover_secret,
        _take_idol,
        _buy,
        _heal,
        _use_potion,
        _tunnel,
        _all_make_clank,
    )
    return dice.choice(actions)(state, turn, dice) or _make_clank(state, turn, dice)


def _make_clank(state: Clank, turn: Player, dice: Dice) -> co.Command:
    return co.MakeClank(turn.colour, dice.randint(1, 2))


def _remove_clank(state: Clank, turn: Player, dice: Dice) -> co.Command:
    return co.RemoveClank(turn.colour, 2)  # Move Silently and the like


def _all_make_clank(state: Clank, turn: Player, dice: Dice) -> co.Command | None:
    return co.EveryoneMakesClank(1, turn.colour) if len(state.inside) > 1 else None


def _gain_gold(state: Clank, turn: Player, dice: Dice) -> co.Command:
    return co.GainGold(turn.colour, dice.randint(1, 5))


def _free_artifacts(state: Clank) -> tuple[int, ...]:
    gone = {value for player in state.players for value in player.artifacts}
    return tuple(value for value in ARTIFACTS if value not in gone | set(state.artifacts_out))


def _take_artifact(state: Clank, turn: Player, dice: Dice) -> co.Command | None:
    taken = sum(len(player.artifacts) for player in state.players)
    are_left = taken < len(ARTIFACTS) - ARTIFACTS_REMOVED[len(state.players)]
    may = len(turn.artifacts) < artifact_room(state, turn)
    if not (are_left and may and state.turn_number // len(state.players) >= ROUND_OF_ARTIFACT):
        return None
    return co.TakeArtifact(turn.colour, dice.choice(_free_artifacts(state)))


def _left(state: Clank, token: Token) -> int:
    return TOKEN_COPIES[token] - sum(player.tokens.count(token) for player in state.players)


def _discover_secret(state: Clank, turn: Player, dice: Dice) -> co.Command | None:
    secret = dice.choice(tuple(Secret))
    token = SECRET_TOKENS.get(secret)
    if token is not None and not _left(state, token):
        return None
    return co.DiscoverSecret(turn.colour, secret)


def _take_idol(state: Clank, turn: Player, dice: Dice) -> co.Command | None:
    return co.TakeMonkeyIdol(turn.colour) if _left(state, Token.MONKEY_IDOL) else None


def _buy(state: Clank, turn: Player, dice: Dice) -> co.Command | None:
    item = dice.choice(tuple(Item))
    on_sale = any(_left(state, token) for token in ITEM_TOKENS[item])
    return co.BuyItem(turn.colour, item) if on_sale and turn.gold >= MARKET_PRICE else None


def _heal(state: Clank, turn: Player, dice: Dice) -> co.Command | None:
    return co.Heal(turn.colour) if turn.meter else None


def _use_potion(state: Clank, turn: Player, dice: Dice) -> co.Command | None:
    potions = [token for token in turn.tokens if token.name.startswith("POTION")]
    return co.UsePotion(turn.colour, potions[0]) if potions else None


def _tunnel(state: Clank, turn: Player, dice: Dice) -> co.Command | None:
    damage = dice.randint(1, 2)
    may = turn.supply >= damage and turn.health > damage
    return co.TakeTunnelDamage(turn.colour, damage) if may else None
