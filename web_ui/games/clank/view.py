"""Clank! on the phones: what the templates show besides the state, and the larger forms."""

from collections.abc import Mapping
from enum import StrEnum

from markupsafe import Markup

from companion.engine.sentence import N_, Sentence
from companion.engine.value import Value
from companion.games.clank import box
from companion.games.clank.advice import what_next
from companion.games.clank.box import Arrival, Colour, Cube, Cubes, Item, Piece, Secret, Token
from companion.games.clank.cards import POINT_CARDS
from companion.games.clank.commands import StartGame
from companion.games.clank.events import (
    CubesDrawn,
)
from companion.games.clank.odds.attack import Chances, WhatIf, next_attack, whole_countdown
from companion.games.clank.rules.dragon import cubes_to_draw
from companion.games.clank.rules.guards import pieces_left
from companion.games.clank.rules.loot import artifact_room, free_artifacts
from companion.games.clank.rules.scoring import result, score
from companion.games.clank.rules.turn import next_up
from companion.games.clank.seen_cubes import differences, weigh
from companion.games.clank.state import Clank, Player
from companion.games.clank.values import Number, Place, Rulings, Status
from companion.table.reading import Purpose
from companion.table.snapshot import Snapshot
from web_ui.games.clank.attack import blow, outlook
from web_ui.games.clank.depends import ALIKE, DEPENDS
from web_ui.games.clank.draw_part import asked, sealed
from web_ui.games.clank.evening import Evenings
from web_ui.games.clank.luck import LuckPage
from web_ui.games.clank.moment import (
    cubes_now,
    hits,
    is_hurt,
    last_draw,
    moment_of,
    player_of,
    struck,
)
from web_ui.games.clank.now import now_lines
from web_ui.games.clank.reading import LABELS, READERS
from web_ui.games.clank.results import luck, odds, standing
from web_ui.render.reading import as_last_time
from web_ui.render.view import Later, View, once

LETTERS = {"red": "R", "green": "G", "blue": "B", "yellow": "Y", "black": "D"}


def facts(snapshot: Snapshot, seat: str) -> dict[str, object]:
    """Return what the templates of Clank! need for this seat, a colour or "watch"."""
    state: Clank = snapshot.state
    mine = player_of(state, seat)
    return {
        **_of_the_table(snapshot),
        "mine": mine,
        "room": Later(_room, state, mine),
        "now_line": Later(now_lines(snapshot), mine.colour if mine else None),
        "is_hurt": Later(lambda: mine is not None and is_hurt(snapshot, mine.colour)),
    }


@once
def _of_the_table(snapshot: Snapshot) -> dict[str, object]:
    """Return what is the same for all seats."""
    state: Clank = snapshot.state
    return {
        **WORDS,
        "free_artifacts": Later(free_artifacts, state),
        "arrivals_left": Later(_arrivals_left, state),
        "secrets_there": Later(_secrets_there, state),
        "last_draw": Later(last_draw, snapshot.story),
        "blow": Later(lambda: blow(last_draw(snapshot.story))),
        "cubes_now": Later(cubes_now, state),
        "clank_of": {player.colour: state.area.of(player.colour) for player in state.players},
        "names": tuple(player.name for player in state.players),
        "next_up": Later(next_up, state),
        "out_of_the_bag": Later(_out_of_the_bag, snapshot),
        "struck": Later(struck, snapshot.story),
        "hits": Later(hits, snapshot.story),
        "what_next": Later(what_next, state),
        "moment": Later(moment_of, snapshot),
        "result": Later(result, state),
    }


def _room(state: Clank, mine: Player | None) -> int:
    """Return how many Artifacts a player may still take; 0 for who only watches."""
    return artifact_room(state, mine) - len(mine.artifacts) if mine else 0


def _arrivals_left(state: Clank) -> dict[StrEnum, int]:
    return {arrival: _left(state, arrival.value) for arrival in Arrival}


def _secrets_there(state: Clank) -> tuple[Secret, ...]:
    """Return the Secrets that may still turn up."""
    return tuple(secret for secret in Secret if _left(state, secret.value))


def _left(state: Clank, piece: str) -> int:
    """Return how often a Secret or a card with Arrive may still turn up."""
    return max(0, pieces_left(state, Piece(piece)))


class Odds(Value, frozen=True):
    """What the odds page shows of a table; chances are clockwise, of those still inside."""

    heap: Cubes
    drawn: int
    now: tuple[Chances, ...]
    louder: tuple[Chances, ...]  # each with one more Clank! of their own
    riskier: tuple[Chances, ...]  # with one more Danger card; () if there is none left
    countdown: tuple[Chances, ...]


def table_odds(state: Clank) -> Odds:
    """Return the odds of the next attack and what would change them."""
    now = next_attack(state)
    louder = tuple(
        next_attack(state, WhatIf(clank={chances.colour: 1}))[place]
        for place, chances in enumerate(now)
    )
    more = state.danger + 1
    riskier = next_attack(state, WhatIf(danger=more)) if more <= box.DANGER_CARDS else ()
    drawn = state.attack.cubes_to_draw if state.attack else cubes_to_draw(state)
    heap = state.bag + state.area
    return Odds(heap, drawn, now, louder, riskier, whole_countdown(state))


def pip(colour: str) -> Markup:
    """Return a colour as a shape with its letter, for eyes that do not tell colours apart."""
    return Markup('<b class="pip {0}" aria-hidden="true">{1}</b>').format(
        str(colour), LETTERS[str(colour)]
    )


def artifact_numbers(artifacts: tuple[int, ...]) -> tuple[str, ...]:
    """Return the numbers of Artifacts as text, "?" for one whose number was not said."""
    return tuple(str(value) if value else "?" for value in artifacts)


def worth_of(artifacts: tuple[int, ...]) -> str:
    """Return what Artifacts are worth together: "20", "20+?" with one without a number, or "–"."""
    known = sum(artifacts)
    if not all(artifacts):
        return f"{known}+?" if known else "?"
    return str(known) if artifacts else "–"


def copies_in(player: Player) -> dict[str, int]:
    """Return card -> copies of a deck that was entered card by card."""
    return {entry.card: entry.copies for entry in player.deck or ()}


def count_of(player: Player, token: Token) -> int:
    """Count one kind of token that a player holds."""
    return player.tokens.count(token)


def _out_of_the_bag(snapshot: Snapshot) -> tuple[str, ...]:
    """Return the cubes for the table display: of the camera while an attack waits, else drawn."""
    state: Clank = snapshot.state
    if state.attack is not None:
        seen = snapshot.seen
        counts = seen.counts if seen is not None and seen.purpose is Purpose.DRAW else {}
        return _spread(counts)[: state.attack.cubes_to_draw]
    last = last_draw(snapshot.story)
    drawn = [event for event in last.events if isinstance(event, CubesDrawn)] if last else []
    return tuple(
        cube.value if isinstance(cube, Cube) else cube
        for event in drawn
        for cube in (event.order or _spread(event.cubes.counts()))
    )


def _spread(counts: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(cube for cube, count in counts.items() for _ in range(count))


def outcome(state: Clank) -> Sentence:
    """Return who has won a game that is over."""
    counted = result(state)
    if not counted.is_final:
        return Sentence("Over. The points are not all counted.")
    if counted.winner is None:
        return Sentence("Nobody wins. The dragon keeps everything.")
    facts = {"who": counted.winner, "n": counted.scores[0].total}
    return Sentence("{who} wins with {n} point", "{who} wins with {n} points", facts)


def seats(snapshot: Snapshot) -> tuple[Colour, ...]:
    """Return the colours that are played, clockwise."""
    state: Clank = snapshot.state
    return tuple(player.colour for player in state.players)


# What is the same at every table.
WORDS: Mapping[str, object] = {
    "box": box,
    "colours": tuple(Colour),
    "cubes": tuple(Cube),
    "pip": pip,
    "artifact_numbers": artifact_numbers,
    "copies_in": copies_in,
    "count_of": count_of,
    "arrivals": tuple(Arrival),
    "as_it_is": str,
    "items": tuple(Item),
    "secrets": tuple(Secret),
    "tokens": tuple(token for token in Token if token is not Token.MASTERY),
    "places": tuple(Place),
    "numbers": (Number.RAGE_SPACE, Number.DANGER),  # the countdown has a form of its own
    "usual_rulings": Rulings(),
    "statuses": tuple(status for status in Status if status is not Status.KNOCKED_OUT),
    "cards": POINT_CARDS,
    "outlook": outlook,
    "worth_of": worth_of,
    "table_odds": table_odds,
    "letters": LETTERS,
    "weigh": weigh,
    "differences": differences,
    "score": score,
    "sealed": sealed,
    "asked": asked,
}


VIEW = View(
    title=N_("Clank! A Deck-Building Adventure"),
    bar=N_("Rage Track"),
    pages=frozenset({"score", "odds", "correct", "why", "board", "tray", "luck", "fair", "people"}),
    live_pages=frozenset({"score", "odds", "correct", "tray"}),
    facts=facts,
    seats=seats,
    every_seat=tuple(colour.value for colour in Colour),
    depends=DEPENDS,
    alike=ALIKE,
    readers=READERS,
    labels=LABELS,
    set_up=StartGame.__name__,
    own_pages=(LuckPage, Evenings),
    letters=LETTERS,
    result=outcome,
    standing=standing,
    what_next=what_next,
    odds=odds,
    luck=luck,
    again=lambda given, state: as_last_time(
        given, state.players, "danger", "arrivals", "artifacts_out"
    ),
)
