"""Who may score and how much (EN 404-411, JA 417-426)."""

from collections.abc import Callable

from companion.engine.value import Value
from companion.games.clank import cards
from companion.games.clank.box import TOKEN_POINTS, Colour, Token
from companion.games.clank.cards import POINT_CARDS
from companion.games.clank.state import Clank, Player
from companion.games.clank.values import CardCopies, Status

PEDDLER_TREASURES = (Token.CHALICE, Token.DRAGON_EGG, Token.MONKEY_IDOL)


class Score(Value, frozen=True):
    """One player's points by kind; they count only if `may_score`."""

    colour: Colour
    may_score: bool
    artifacts: int
    tokens: int
    gold: int
    deck: int
    missing: tuple[str, ...]  # what the score still waits for: "depths", "artifact", "deck"

    @property
    def total(self) -> int:
        """Add everything up."""
        return self.artifacts + self.tokens + self.gold + self.deck


class Result(Value, frozen=True):
    """All scores, best first, those who may not score last; no winner if nobody may score."""

    scores: tuple[Score, ...]
    winner: Colour | None
    is_final: bool  # nothing is missing and the game is over


def may_score(player: Player) -> bool:
    """Does the player count points: escaped, or rescued (EN 378-379, 404; JA 417)?"""
    return player.status in (Status.ESCAPED, Status.RESCUED)


def token_points(player: Player) -> int:
    """Add up the tokens' points, Mastery included (EN 383, 407)."""
    return sum(TOKEN_POINTS.get(token, 0) for token in player.tokens)


def wizard_points(player: Player, copies: dict[str, int]) -> int:
    """Count 2 points for each Secret Tome in the deck (the card; EN 409)."""
    return cards.WIZARD_POINTS_PER_TOME * copies.get(cards.SECRET_TOME, 0)


def duke_points(player: Player, copies: dict[str, int]) -> int:
    """Count 1 point for each full 5 Gold (the card; EN 409)."""
    return player.gold // cards.DUKE_GOLD_PER_POINT


def peddler_points(player: Player, copies: dict[str, int]) -> int:
    """Count 4 points with two kinds of Chalice, Dragon Egg, Monkey Idol (the card; EN 409)."""
    kinds = sum(token in player.tokens for token in PEDDLER_TREASURES)
    return cards.PEDDLER_POINTS if kinds >= cards.PEDDLER_KINDS else 0


def dragons_eye_points(player: Player, copies: dict[str, int]) -> int:
    """Count 10 points with a Mastery token (the card; EN 409)."""
    return cards.DRAGONS_EYE_POINTS if Token.MASTERY in player.tokens else 0


CONDITIONAL: dict[str, Callable[[Player, dict[str, int]], int]] = {
    cards.WIZARD: wizard_points,
    cards.THE_DUKE: duke_points,
    cards.DWARVEN_PEDDLER: peddler_points,
    cards.DRAGONS_EYE: dragons_eye_points,
}


def deck_points(player: Player) -> int:
    """Return the points of a player's deck, counted by hand or card by card (EN 409)."""
    if player.deck_points is not None:
        return player.deck_points
    deck = player.deck or ()
    copies = {entry.card: entry.copies for entry in deck}
    return sum(_card_points(entry, player, copies) for entry in deck)


def _card_points(entry: CardCopies, player: Player, copies: dict[str, int]) -> int:
    extra = CONDITIONAL[entry.card](player, copies) if entry.card in CONDITIONAL else 0
    return entry.copies * (POINT_CARDS[entry.card].points + extra)


def score(player: Player) -> Score:
    """Count one player: Artifacts, other tokens, Gold, deck (EN 404-409)."""
    return Score(
        colour=player.colour,
        may_score=may_score(player),
        artifacts=sum(player.artifacts),
        tokens=token_points(player),
        gold=player.gold,
        deck=deck_points(player),
        missing=_missing(player),
    )


def _missing(player: Player) -> tuple[str, ...]:
    missing = []
    if player.status is Status.KNOCKED_OUT:
        missing.append("depths")
    if player.status in (Status.LOST, Status.WITHDRAWN):
        return tuple(missing)
    if 0 in player.artifacts:
        missing.append("artifact")
    if player.deck is None and player.deck_points is None:
        missing.append("deck")
    return tuple(missing)


def result(state: Clank) -> Result:
    """Rank the players; a tie goes to the most valuable Artifact among the tied (EN 411)."""
    best_artifact = {player.colour: max(player.artifacts, default=0) for player in state.players}
    scores = sorted(
        (score(player) for player in state.players),
        key=lambda entry: (entry.may_score, entry.total, best_artifact[entry.colour]),
        reverse=True,
    )
    is_final = state.ending is not None and not any(entry.missing for entry in scores)
    winner = scores[0].colour if is_final and scores and scores[0].may_score else None
    return Result(tuple(scores), winner, is_final)
