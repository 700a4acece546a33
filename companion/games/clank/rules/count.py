"""What players hold, counted on the table, and the points of their decks (EN 404-409)."""

from companion.engine.errors import Rejected
from companion.engine.sentence import Word
from companion.games.clank import commands as co
from companion.games.clank import events as ev
from companion.games.clank.box import (
    ARTIFACTS,
    ARTIFACTS_REMOVED,
    PIECES,
    TOKEN_COPIES,
    Colour,
    Token,
)
from companion.games.clank.cards import POINT_CARDS
from companion.games.clank.evolve import Events, after
from companion.games.clank.rules.dragon import fate
from companion.games.clank.rules.guards import pieces_left, playing
from companion.games.clank.rules.loot import UNNAMED, held_by_all, must_be_free
from companion.games.clank.state import Clank, Player
from companion.games.clank.values import Status
from companion.games.shared import needs_reason


def _out_for_count(state: Clank, colour: Colour) -> Player:
    player = playing(state, colour)
    if not player.is_out:
        raise Rejected("counts_at_the_end", player=colour)
    return player


def record_deck(command: co.RecordDeck, state: Clank) -> Events:
    """Note the cards with points of a player who is out, as far as the box has them (EN 409)."""
    known = _out_for_count(state, command.colour).deck
    names = [entry.card for entry in command.cards]
    for entry in command.cards:
        if entry.card not in POINT_CARDS or names.count(entry.card) > 1:
            raise Rejected("card_unknown", card=Word(entry.card))
        left = copies_left(state, command.colour, entry.card)
        if entry.copies > left:
            raise Rejected("copies_left", card=Word(entry.card), n=left)
    is_same = known is not None and set(known) == set(command.cards)
    return (ev.DeckRecorded(command.colour, known if known and is_same else command.cards),)


def copies_left(state: Clank, colour: Colour, card: str) -> int:
    """Return how many copies of a card the other players' decks leave (EN 22, 448)."""
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
    """Set what a player holds: at the count freely (EN 404-408), before it with a reason.

    The Mastery token follows from how the player got out, and is not counted here.
    """
    player = playing(state, command.colour)
    if not player.is_out:
        needs_reason(command.reason)
    if all(part is None for part in (command.gold, command.artifacts, command.tokens)):
        raise Rejected("nothing_changes")
    gold = _counted_gold(player, command.gold)
    artifacts = _counted_artifacts(state, player, command.artifacts)
    tokens = _counted_tokens(state, player, command.tokens)
    status = _counted_status(player, artifacts)
    counted = ev.HoldingsCounted(command.colour, gold, artifacts, tokens, status, command.reason)
    return (counted, *_not_gone(after(state, (counted,)), command.reason))


def _not_gone(state: Clank, reason: str) -> Events:
    """Return what a player holds after all, and so was not used."""
    events: Events = ()
    for piece in PIECES:
        gone, left = state.gone.count(piece), pieces_left(state, piece)
        if gone and left < 0:
            events += (ev.GoneCorrected(piece, max(0, gone + left), reason),)
    return events


def correct_gone(command: co.CorrectGone, state: Clank) -> Events:
    """Set how many of a Secret or a card with Arrive do not come again, at most what is there."""
    needs_reason(command.reason)
    now = state.gone.count(command.piece)
    most = max(0, now + pieces_left(state, command.piece))
    if not 0 <= command.gone <= most:
        raise Rejected("number_out_of_range", number=command.piece, least=0, most=most)
    if command.gone == now:
        raise Rejected("nothing_changes")
    return (ev.GoneCorrected(command.piece, command.gone, command.reason),)


def _counted_status(player: Player, artifacts: tuple[int, ...]) -> Status:
    # A first Artifact found, or the last one gone, changes who is rescued; other counts do not.
    if player.was_knocked_out and bool(artifacts) != bool(player.artifacts):
        return fate(bool(artifacts), player.in_depths)
    return player.status


def _counted_gold(player: Player, gold: int | None) -> int:
    if gold is None or gold == player.gold:
        return player.gold
    if not 0 <= gold <= co.MOST:
        raise Rejected("gold_out_of_range", n=co.MOST)
    return gold


def _counted_artifacts(
    state: Clank, player: Player, counted: tuple[int, ...] | None
) -> tuple[int, ...]:
    if counted is None or sorted(counted) == sorted(player.artifacts):
        return player.artifacts
    others = sum(len(other.artifacts) for other in state.players if other != player)
    most = len(ARTIFACTS) - ARTIFACTS_REMOVED[len(state.players)]
    if len(counted) + others > most:
        raise Rejected("no_artifacts_left")
    for value in counted:
        if value != UNNAMED and counted.count(value) > 1:
            raise Rejected("artifact_not_in_game", value=value)
        must_be_free(state, value, holder=player.colour)
    if player.status is Status.ESCAPED and not counted:
        raise Rejected("needs_artifact", player=player.colour)
    return counted


def _counted_tokens(
    state: Clank, player: Player, counted: tuple[Token, ...] | None
) -> tuple[Token, ...]:
    if counted is None:
        return player.tokens
    tokens = tuple(token for token in counted if token is not Token.MASTERY)
    mastery = tuple(token for token in player.tokens if token is Token.MASTERY)
    if sorted(tokens + mastery) == sorted(player.tokens):
        return player.tokens
    for token in set(tokens):
        left = TOKEN_COPIES[token] - held_by_all(state, token) + player.tokens.count(token)
        if tokens.count(token) > left:
            raise Rejected("none_left", what=token, n=TOKEN_COPIES[token])
    return tuple(sorted(tokens, key=list(Token).index)) + mastery
