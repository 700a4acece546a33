"""What next? What the rules expect at this moment, in one sentence or two."""

from companion.engine.sentence import Sentence
from companion.games.clank.box import COUNTDOWN_EXTRA, LAST_COUNTDOWN_SPACE
from companion.games.clank.rules.dragon import cubes_to_draw
from companion.games.clank.rules.scoring import result
from companion.games.clank.state import Clank
from companion.games.clank.values import Status

SET_UP = Sentence("Set up a new game: who sits where, and who goes first.")
COUNT = Sentence("Enter what is missing on the score sheet. Then you see the winner.")
WON = Sentence("{who} is the Greatest Thief in the Realm!")
NOBODY_WINS = Sentence("Nobody wins. The dragon keeps everything.")
DRAW = Sentence(
    "All Clank! is in the bag now. Draw {n} cube: {rage} for Rage, {danger} for Danger.",
    "All Clank! is in the bag now. Draw {n} cubes: {rage} for Rage, {danger} for Danger.",
)
DRAW_COUNTDOWN = Sentence(
    "Draw {n} cube: {rage} for Rage, {danger} for Danger, {countdown} for the countdown.",
    "Draw {n} cubes: {rage} for Rage, {danger} for Danger, {countdown} for the countdown.",
)
DEPTHS = Sentence("{who} is knocked out. Say whether the pawn was in the Depths.")
FIRST_OUT = Sentence("Say whose last cube was drawn first. That player starts the countdown.")
COUNTDOWN_COMES = Sentence(
    "{who} plays. On {first}'s turn, the pawn moves to space {space} and the "
    "dragon draws {rage} + {danger} + {extra} cubes."
)
COUNTDOWN_ENDS = Sentence("{who} plays. On {first}'s turn, everyone in the dungeon is knocked out.")
SPRING = Sentence(
    "Magic Spring: before the turn ends, {who} trashes a card from the discard pile or the play "
    "area."
)
OFF_TURN = Sentence(
    "{who} did that on another player's turn. Say under Cards if your table allows it."
)
REFILLED_DANGER = Sentence(
    "The row is refilled, with {n} Danger card. If that is right, end {who}'s turn.",
    "The row is refilled, with {n} Danger cards. If that is right, end {who}'s turn.",
)
COUNTED_DOWN = Sentence("The countdown has moved. End {who}'s turn.")
REFILLED = Sentence("The row is refilled. End {who}'s turn.")
PLAY = Sentence(
    "{who} plays. Then refill the row. A Dragon Attack symbol would draw {n} cube now.",
    "{who} plays. Then refill the row. A Dragon Attack symbol would draw {n} cubes now.",
)


def what_next(state: Clank) -> Sentence:
    """Return what the rules expect now (EN 252, 354-356, 376-379, 399-402)."""
    if not state.players or state.turn is None:
        return SET_UP
    if state.ending is not None:
        return _ended(state)
    if state.attack is not None:
        return _draw(state)
    return _question(state) or _turn(state)


def _ended(state: Clank) -> Sentence:
    """Return who has won, or what that waits for."""
    ranked = result(state)
    if not ranked.is_final:
        return COUNT
    return NOBODY_WINS if ranked.winner is None else WON.about(who=ranked.winner)


def _draw(state: Clank) -> Sentence:
    assert state.attack is not None
    because = state.attack.because
    sentence = DRAW_COUNTDOWN if because.countdown else DRAW
    facts = {"rage": because.rage, "danger": because.danger, "countdown": because.countdown}
    return sentence.about(n=state.attack.cubes_to_draw, **facts)


def _question(state: Clank) -> Sentence | None:
    """Return what the table must answer before play goes on."""
    if state.first_out_asked:
        return FIRST_OUT
    down = [player for player in state.players if player.status is Status.KNOCKED_OUT]
    if down:
        return DEPTHS.about(who=down[0].colour)
    return OFF_TURN.about(who=state.off_turn_asked) if state.off_turn_asked else None


def _turn(state: Clank) -> Sentence:
    who, first = state.turn, state.countdown_colour
    if who == first and state.countdown_space > 1:
        return COUNTED_DOWN.about(who=who)
    if state.springs:
        return SPRING.about(who=who)
    if state.row_refilled and state.danger:
        return REFILLED_DANGER.about(who=who, n=state.danger)
    if state.row_refilled:
        return REFILLED.about(who=who)
    if first is None or who == first:
        return PLAY.about(who=who, n=cubes_to_draw(state))
    space = state.countdown_space + 1
    if space >= LAST_COUNTDOWN_SPACE:
        return COUNTDOWN_ENDS.about(who=who, first=first)
    parts = {"rage": state.rage, "danger": state.danger, "extra": COUNTDOWN_EXTRA[space]}
    return COUNTDOWN_COMES.about(who=who, first=first, space=space, **parts)
