"""What the panel means in Clank!: a button's command, the lamps of a picture. No pins here."""

from collections.abc import Mapping, Sequence

from companion.games.clank import commands as co
from companion.games.clank import events as ev
from companion.games.clank.box import Colour
from companion.games.clank.state import Clank, Player
from companion.games.clank.values import Status
from hardware.panel import patterns
from hardware.panel.faces.base import Deed, Face, Meaning
from hardware.panel.patterns import Pattern
from hardware.panel.pins import BUZZER, COLOURS, RAGE_LAMPS

BEAT_S = 0.4  # between two players' damage, so that the draw order can be seen


CAME_OUT = (Status.ESCAPED, Status.RESCUED)


def _player(state: Clank, button: str) -> Player | None:
    return next((player for player in state.players if player.colour.value == button), None)


def _asked(state: Clank, button: str) -> bool:
    """Must this player answer where the pawn was, or who was first?"""
    player = _player(state, button)
    if player is None:
        return False
    return player.status is Status.KNOCKED_OUT or player.colour in state.first_out_asked


def press(state: Clank, button: str) -> Meaning:
    """A colour is Clank! +1, at once; with a question open it waits for tap or hold."""
    if button in COLOURS and not _asked(state, button):
        return co.MakeClank(Colour(button))
    return None


def tap(state: Clank, button: str) -> Meaning:
    """Attack: a symbol was revealed, or draw; Next: the turn ends; a colour: the mild answer."""
    if button == "attack":
        return Deed.DRAW if state.attack else co.RefillRow(symbol_revealed=True)
    if button == "next":
        return co.EndTurn()
    if button == "undo":
        return Deed.UNDO
    return _answer(state, button, in_depths=False)


def hold(state: Clank, button: str, counted: int) -> Meaning:
    """A colour: Clank! −1, so the press is taken back too; the others: their rarer meaning."""
    if button == "undo":
        return Deed.REDO
    if button == "attack" and state.turn is not None:
        return co.TakeArtifact(state.turn)
    if button == "next" and state.turn is not None:
        return co.LeaveDungeon(state.turn)
    if _asked(state, button):
        return _answer(state, button, in_depths=True)
    return co.RemoveClank(Colour(button), 1 + counted) if button in COLOURS else None


def _answer(state: Clank, button: str, *, in_depths: bool) -> Meaning:
    player = _player(state, button)
    if player is None or not _asked(state, button):
        return None
    if player.colour in state.first_out_asked:
        return co.TellFirstOut(player.colour)
    return co.TellDepths(player.colour, in_depths)


def chord(last: str, button: str) -> Meaning:
    """The last Clank! was this player's."""
    if last in COLOURS and button in COLOURS and last != button:
        return co.MoveClank(Colour(last), Colour(button))
    return None


def counted(events: Sequence[ev.Event]) -> int:
    """Return how much of a press counted: 0 when the supply was empty."""
    return sum(
        event.cubes + event.credit_used for event in events if isinstance(event, ev.ClankMade)
    )


def lamps(state: Clank) -> Mapping[str, Pattern]:
    """Whose turn it is, who must answer, rage as a bar, the countdown as a winking lamp.

    Before a game: the call to join. After it: who came out, and who must still answer.
    """
    if not state.players:
        return patterns.PAIR_ME
    shown = {colour: patterns.ASK for colour in COLOURS if _asked(state, colour)}
    if state.ending is not None:
        here = [player.colour.value for player in state.players if player.status in CAME_OUT]
        return dict.fromkeys(here, patterns.ON) | shown
    if state.turn is not None:
        shown.setdefault(state.turn.value, patterns.ON)
    lit = patterns.BREATHE if state.attack else patterns.ON
    shown |= dict.fromkeys(RAGE_LAMPS[: state.rage_space], lit)
    if state.countdown_space and not state.attack:
        is_lit = state.countdown_space <= state.rage_space
        wink = patterns.WINK_LIT if is_lit else patterns.WINK_DARK
        shown[RAGE_LAMPS[state.countdown_space - 1]] = wink
    return shown


def flashes(events: Sequence[ev.Event]) -> dict[str, Pattern]:
    """Winks for what is in the journal; damage, one player after the other in draw order.

    The buzzer beeps along: what follows another waits for it, on the buzzer and on the lamp.
    """
    shown: dict[str, Pattern] = {}
    beeps: tuple[tuple[float, float], ...] = ()
    for event in events:
        if isinstance(event, ev.ClankMade):
            shown[event.colour.value] = patterns.NOTED
        elif isinstance(event, ev.ClankRemoved | ev.CreditLeft):
            shown[event.colour.value] = patterns.TAKEN_BACK
        elif motif := _motif(event):
            wait_s = sum(seconds for seconds, _ in beeps)
            if isinstance(event, ev.DamageTaken | ev.TunnelDamageTaken):
                shown[event.colour.value] = motif.later(wait_s)
            beeps += (*motif.steps, (BEAT_S, 0.0))
    return shown | {BUZZER: Pattern(beeps)} if beeps else shown


def _motif(event: ev.Event) -> Pattern | None:
    if isinstance(event, ev.AttackBegan):
        return patterns.ATTACK
    if isinstance(event, ev.DamageTaken | ev.TunnelDamageTaken):
        return patterns.blinks(event.cubes)
    if isinstance(event, ev.KnockedOut):
        return patterns.KNOCKED_OUT
    if isinstance(event, ev.CountdownAdvanced):
        return patterns.blinks(event.space, 0.1, 0.2)
    return None


def greeting(state: Clank) -> Mapping[str, Pattern]:
    """The players of the game that goes on; all four lamps if there is none yet."""
    seated = tuple(player.colour.value for player in state.players)
    return patterns.greeting(seated or COLOURS)


CLANK_FACE = Face(press, tap, hold, chord, counted, lamps, flashes, greeting)
