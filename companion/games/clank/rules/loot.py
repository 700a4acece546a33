"""What players take, buy and spend (EN 284-324, 506-607): one function per rule."""

from companion.engine.errors import Rejected
from companion.games.clank import commands as co
from companion.games.clank import events as ev
from companion.games.clank.box import (
    ARTIFACTS,
    ARTIFACTS_REMOVED,
    ITEM_TOKENS,
    MARKET_PRICE,
    PIECES,
    POTION_HEALS,
    SECRET_GOLD,
    SECRET_TOKENS,
    TOKEN_COPIES,
    Colour,
    Item,
    Piece,
    Secret,
    Token,
)
from companion.games.clank.evolve import Events
from companion.games.clank.rules.dragon import rage_rises
from companion.games.clank.rules.guards import inside, off_turn, pieces_left, playing
from companion.games.clank.state import Clank, Player

UNNAMED = 0  # an Artifact taken at the panel; its number is asked for later


def artifact_room(state: Clank, player: Player) -> int:
    """Return how many Artifacts a player may carry: one, and one per Backpack (EN 312, 552)."""
    backpacks = player.tokens.count(Token.BACKPACK)
    return 1 + (backpacks if state.rulings.backpacks_add_up else min(backpacks, 1))


def take_artifact(command: co.TakeArtifact, state: Clank) -> Events:
    """Take an Artifact, which raises rage (EN 308-312)."""
    player = inside(state, command.colour)
    if len(player.artifacts) >= artifact_room(state, player):
        raise Rejected("no_room_for_artifact", player=command.colour, n=len(player.artifacts))
    must_be_free(state, command.value)
    return ev.ArtifactTaken(command.colour, command.value), *rage_rises(state)


def must_be_free(state: Clank, value: int, holder: Colour | None = None) -> None:
    """Refuse an Artifact that is not in this game or that another player holds (EN 108-113)."""
    others = [player for player in state.players if player.colour != holder]
    taken = [value for player in others for value in player.artifacts]
    if len(taken) >= len(ARTIFACTS) - ARTIFACTS_REMOVED[len(state.players)]:
        raise Rejected("no_artifacts_left")
    if value == UNNAMED:
        return
    if value not in ARTIFACTS or value in state.artifacts_out:
        raise Rejected("artifact_not_in_game", value=value)
    if value in taken:
        owner = next(player for player in others if value in player.artifacts)
        raise Rejected("artifact_taken", value=value, player=owner.colour)


def free_artifacts(state: Clank) -> tuple[int, ...]:
    """Return the Artifacts that may be in this game and that nobody holds (EN 108-113)."""
    gone = {value for player in state.players for value in player.artifacts}
    return tuple(value for value in ARTIFACTS if value not in gone | set(state.artifacts_out))


def name_artifact(command: co.NameArtifact, state: Clank) -> Events:
    """Say the number of an Artifact that was taken without it (panel)."""
    player = playing(state, command.colour)
    if UNNAMED not in player.artifacts:
        raise Rejected("no_unnamed_artifact", player=command.colour)
    if command.value in player.artifacts:  # UNNAMED is one of them
        raise Rejected("artifact_not_in_game", value=command.value)
    must_be_free(state, command.value, holder=command.colour)
    return (ev.ArtifactNamed(command.colour, command.value),)


def discover_secret(command: co.DiscoverSecret, state: Clank) -> Events:
    """Reveal a Secret: keep its token, count its Gold, or note it as used (EN 314, 506-607)."""
    inside(state, command.colour)
    piece = Piece(command.secret.value)
    if pieces_left(state, piece) < 1:
        raise Rejected("none_left", what=command.secret, n=PIECES[piece])
    events: Events = (ev.SecretDiscovered(command.colour, command.secret),)
    if command.secret in SECRET_GOLD:
        return *events, ev.GoldGained(command.colour, SECRET_GOLD[command.secret])
    if command.secret in SECRET_TOKENS:
        events += (ev.TokenTaken(command.colour, SECRET_TOKENS[command.secret]),)
    if command.secret is Secret.DRAGON_EGG:
        events += rage_rises(state)
    return events


def held_by_all(state: Clank, token: Token) -> int:
    """Count the tokens of a kind that lie in front of players."""
    return sum(player.tokens.count(token) for player in state.players)


def _take_token(state: Clank, colour: Colour, token: Token) -> Events:
    if held_by_all(state, token) >= TOKEN_COPIES[token]:
        raise Rejected("none_left", what=token, n=TOKEN_COPIES[token])
    return (ev.TokenTaken(colour, token),)


def take_monkey_idol(command: co.TakeMonkeyIdol, state: Clank) -> Events:
    """Take one of the three Monkey Idols (EN 134, 308)."""
    inside(state, command.colour)
    return _take_token(state, command.colour, Token.MONKEY_IDOL)


def use_potion(command: co.UsePotion, state: Clank) -> Events:
    """Use a kept potion and return it to the box (EN 512, 568, 575, 582)."""
    player = inside(state, command.colour)
    if command.potion not in POTION_HEALS or command.potion not in player.tokens:
        raise Rejected("holds_none", player=command.colour, what=command.potion)
    asked = off_turn(state, command.colour)
    used = ev.PotionUsed(command.colour, command.potion)
    heals = min(POTION_HEALS[command.potion], player.meter)
    healed: Events = (ev.Healed(command.colour, heals),) if heals else ()
    return (used, *healed, *asked)


def buy_item(command: co.BuyItem, state: Clank) -> Events:
    """Buy at the Market for 7 Gold while the item lasts, the best Crown first (EN 288-290, 560)."""
    player = inside(state, command.colour)
    if player.gold < MARKET_PRICE:
        raise Rejected("not_enough_gold", player=command.colour, n=player.gold, price=MARKET_PRICE)
    asked = off_turn(state, command.colour)
    return (ev.TokenTaken(command.colour, _on_sale(state, command.item), MARKET_PRICE), *asked)


def _on_sale(state: Clank, item: Item) -> Token:
    for token in ITEM_TOKENS[item]:
        if held_by_all(state, token) < TOKEN_COPIES[token]:
            return token
    raise Rejected("none_left", what=item, n=sum(TOKEN_COPIES[t] for t in ITEM_TOKENS[item]))


def gain_gold(command: co.GainGold, state: Clank) -> Events:
    """Take Gold from the Bank, which never runs out (EN 324)."""
    return (ev.GoldGained(inside(state, command.colour).colour, command.gold),)


def spend_gold(command: co.SpendGold, state: Clank) -> Events:
    """Pay Gold that the player has (EN 324)."""
    player = inside(state, command.colour)
    if player.gold < command.gold:
        raise Rejected("not_enough_gold", player=command.colour, n=player.gold, price=command.gold)
    return (ev.GoldSpent(command.colour, command.gold),)
