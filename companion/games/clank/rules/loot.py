"""What players take, buy, spend and count (EN 284-324, 506-607): one function per rule."""

from companion.engine.errors import Rejected
from companion.engine.sentence import Word
from companion.games.clank import commands as co
from companion.games.clank import events as ev
from companion.games.clank.box import (
    ARTIFACTS,
    ARTIFACTS_REMOVED,
    ITEM_TOKENS,
    MARKET_PRICE,
    POTION_HEALS,
    SECRET_GOLD,
    SECRET_TOKENS,
    TOKEN_COPIES,
    Colour,
    Item,
    Secret,
    Token,
)
from companion.games.clank.cards import POINT_CARDS
from companion.games.clank.evolve import Events
from companion.games.clank.rules.dragon import fate, rage_rises
from companion.games.clank.rules.guards import inside, playing
from companion.games.clank.state import Clank, Player
from companion.games.clank.values import Status
from companion.games.shared import needs_reason

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
    _free_artifact(state, command.value)
    return ev.ArtifactTaken(command.colour, command.value), *rage_rises(state)


def _free_artifact(state: Clank, value: int, holder: Colour | None = None) -> None:
    others = [player for player in state.players if player.colour != holder]
    held = [value for player in others for value in player.artifacts]
    if len(held) >= len(ARTIFACTS) - ARTIFACTS_REMOVED[len(state.players)]:
        raise Rejected("no_artifacts_left")
    if value == UNNAMED:
        return
    if value not in ARTIFACTS or value in state.artifacts_out:
        raise Rejected("artifact_not_in_game", value=value)
    if value in held:
        owner = next(player for player in others if value in player.artifacts)
        raise Rejected("artifact_taken", value=value, player=owner.colour)


def name_artifact(command: co.NameArtifact, state: Clank) -> Events:
    """Say the number of an Artifact that was taken without it (panel)."""
    player = playing(state, command.colour)
    if UNNAMED not in player.artifacts:
        raise Rejected("no_unnamed_artifact", player=command.colour)
    if command.value in player.artifacts:  # UNNAMED is one of them
        raise Rejected("artifact_not_in_game", value=command.value)
    _free_artifact(state, command.value, holder=command.colour)
    return (ev.ArtifactNamed(command.colour, command.value),)


def discover_secret(command: co.DiscoverSecret, state: Clank) -> Events:
    """Reveal a Secret: keep its token, count its Gold, or note it as used (EN 314, 506-607)."""
    inside(state, command.colour)
    events: Events = (ev.SecretDiscovered(command.colour, command.secret),)
    if command.secret in SECRET_GOLD:
        return *events, ev.GoldGained(command.colour, SECRET_GOLD[command.secret])
    if command.secret in SECRET_TOKENS:
        events += _take_token(state, command.colour, SECRET_TOKENS[command.secret])
    if command.secret is Secret.DRAGON_EGG:
        events += rage_rises(state)
    return events


def _held(state: Clank, token: Token) -> int:
    return sum(player.tokens.count(token) for player in state.players)


def _take_token(state: Clank, colour: Colour, token: Token) -> Events:
    if _held(state, token) >= TOKEN_COPIES[token]:
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
    used = ev.PotionUsed(command.colour, command.potion)
    heals = min(POTION_HEALS[command.potion], player.meter)
    return (used, ev.Healed(command.colour, heals)) if heals else (used,)


def buy_item(command: co.BuyItem, state: Clank) -> Events:
    """Buy at the Market for 7 Gold while the item lasts, the best Crown first (EN 288-290, 560)."""
    player = inside(state, command.colour)
    if player.gold < MARKET_PRICE:
        raise Rejected("not_enough_gold", player=command.colour, n=player.gold, price=MARKET_PRICE)
    return (ev.TokenTaken(command.colour, _on_sale(state, command.item), MARKET_PRICE),)


def _on_sale(state: Clank, item: Item) -> Token:
    for token in ITEM_TOKENS[item]:
        if _held(state, token) < TOKEN_COPIES[token]:
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


def _out_for_count(state: Clank, colour: Colour) -> Player:
    player = playing(state, colour)
    if not player.is_out:
        raise Rejected("counts_at_the_end", player=colour)
    return player


def record_deck(command: co.RecordDeck, state: Clank) -> Events:
    """Note the cards with points of a player who is out, as far as the box has them (EN 409)."""
    _out_for_count(state, command.colour)
    names = [entry.card for entry in command.cards]
    for entry in command.cards:
        if entry.card not in POINT_CARDS or names.count(entry.card) > 1:
            raise Rejected("card_unknown", card=Word(entry.card))
        left = copies_left(state, command.colour, entry.card)
        if entry.copies > left:
            raise Rejected("copies_left", card=Word(entry.card), n=left)
    return (ev.DeckRecorded(command.colour, command.cards),)


def copies_left(state: Clank, colour: Colour, card: str) -> int:
    """Return how many copies of a card with points the other players' decks leave."""
    others = (player for player in state.players if player.colour != colour)
    decks = (entry for player in others for entry in player.deck or ())
    return POINT_CARDS[card].copies - sum(entry.copies for entry in decks if entry.card == card)


def record_deck_points(command: co.RecordDeckPoints, state: Clank) -> Events:
    """Note a deck's points counted by hand (EN 409)."""
    _out_for_count(state, command.colour)
    if not 0 <= command.points <= co.MOST:
        raise Rejected("points_out_of_range", n=co.MOST)
    return (ev.DeckPointsRecorded(command.colour, command.points),)


def count_holdings(command: co.CountHoldings, state: Clank) -> Events:
    """Set what a player holds: at the final count freely, before it with a reason.

    The Mastery token follows from how the player got out, and is not counted here.
    """
    player = playing(state, command.colour)
    if not player.is_out:
        needs_reason(command.reason)
    if not 0 <= command.gold <= co.MOST:
        raise Rejected("gold_out_of_range", n=co.MOST)
    _countable_artifacts(state, command)
    tokens = _countable_tokens(state, command)
    return (
        ev.HoldingsCounted(
            command.colour,
            command.gold,
            command.artifacts,
            tokens,
            _counted_status(player, command),
            command.reason,
        ),
    )


def _counted_status(player: Player, command: co.CountHoldings) -> Status:
    # A first Artifact found, or the last one gone, changes who is rescued; other counts do not.
    if player.was_knocked_out and bool(command.artifacts) != bool(player.artifacts):
        return fate(bool(command.artifacts), player.in_depths)
    return player.status


def _countable_artifacts(state: Clank, command: co.CountHoldings) -> None:
    named = [value for value in command.artifacts if value != UNNAMED]
    others = sum(
        len(player.artifacts) for player in state.players if player.colour != command.colour
    )
    most = len(ARTIFACTS) - ARTIFACTS_REMOVED[len(state.players)]
    if len(command.artifacts) + others > most:
        raise Rejected("no_artifacts_left")
    for value in named:
        if named.count(value) > 1:
            raise Rejected("artifact_not_in_game", value=value)
        _free_artifact(state, value, holder=command.colour)
    if state.player(command.colour).status is Status.ESCAPED and not command.artifacts:
        raise Rejected("needs_artifact", player=command.colour)


def _countable_tokens(state: Clank, command: co.CountHoldings) -> tuple[Token, ...]:
    player = state.player(command.colour)
    tokens = tuple(token for token in command.tokens if token is not Token.MASTERY)
    for token in set(tokens):
        left = TOKEN_COPIES[token] - _held(state, token) + player.tokens.count(token)
        if tokens.count(token) > left:
            raise Rejected("none_left", what=token, n=TOKEN_COPIES[token])
    mastery = tuple(token for token in player.tokens if token is Token.MASTERY)
    return tuple(sorted(tokens, key=list(Token).index)) + mastery
