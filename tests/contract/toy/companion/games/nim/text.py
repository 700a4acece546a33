"""What happened in Nim, and why not, as sentences."""

from collections.abc import Mapping
from typing import assert_never

from companion.engine.sentence import Sentence
from companion.games.nim import events as ev
from companion.games.shared import REFUSALS as SHARED

OWN = ("no_game", "game_is_on", "game_is_over", "colour_twice", "colour_not_playing")
REFUSALS: Mapping[str, Sentence] = {
    **{code: SHARED[code] for code in OWN},
    "nim_players": Sentence("Nim is for {least} to {most} players."),
    "heap_is_smaller": Sentence("Only {n} match is left.", "Only {n} matches are left."),
    "nim_draws_nothing": Sentence("Nothing is drawn in Nim."),
}


def tell(event: ev.Event) -> Sentence:
    """Return the log's sentence for one event."""
    match event:
        case ev.GameStarted():
            return Sentence("A game of Nim begins; {who} goes first.", "", {"who": event.first})
        case ev.MatchesTaken():
            facts = {"who": event.colour, "n": event.matches}
            return Sentence("{who} takes {n} match.", "{who} takes {n} matches.", facts)
        case ev.GameEnded():
            return Sentence("{who} took the last match and loses.", "", {"who": event.loser})
    assert_never(event)
