"""Clank! on the phones: what the templates show besides the state, and the larger forms."""

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from companion.engine.sentence import N_, Sentence
from companion.games.clank import box
from companion.games.clank.advice import what_next
from companion.games.clank.box import ARTIFACTS, Arrival, Colour, Cube, Cubes, Item, Secret, Token
from companion.games.clank.cards import POINT_CARDS
from companion.games.clank.commands import StartGame
from companion.games.clank.events import (
    AttackBegan,
    CountdownAdvanced,
    CubesDrawn,
    DamageTaken,
    KnockedOut,
    TurnEnded,
)
from companion.games.clank.odds.attack import Chances, WhatIf, next_attack, whole_countdown
from companion.games.clank.rules.dragon import cubes_to_draw
from companion.games.clank.rules.loot import artifact_room
from companion.games.clank.rules.scoring import result, score
from companion.games.clank.seen_cubes import differences, weigh
from companion.games.clank.state import Clank, Player
from companion.games.clank.values import Number, Place, Rulings, Status
from companion.table.history import Entry, Kind
from companion.table.reading import Purpose
from companion.table.snapshot import Snapshot
from web_ui.games.clank.evening import Evenings
from web_ui.games.clank.luck import LuckPage
from web_ui.render.reading import as_last_time, fields, seats_in
from web_ui.render.view import View

LETTERS = {"red": "R", "green": "G", "blue": "B", "yellow": "Y", "black": "D"}
SWITCHES = tuple(Rulings.__dataclass_fields__)


def facts(snapshot: Snapshot, seat: str) -> dict[str, object]:
    """Return what the templates of Clank! need for this seat, a colour or "watch"."""
    state: Clank = snapshot.state
    mine = _mine(state, seat)
    return {
        "box": box,
        "colours": tuple(Colour),
        "cubes": tuple(Cube),
        "pip": pip,
        "artifact_numbers": artifact_numbers,
        "copies_in": copies_in,
        "count_of": count_of,
        "mine": mine,
        "free_artifacts": _free_artifacts(state),
        "room": artifact_room(state, mine) - len(mine.artifacts) if mine else 0,
        "arrivals": tuple(Arrival),
        "items": tuple(Item),
        "secrets": tuple(Secret),
        "tokens": tuple(token for token in Token if token is not Token.MASTERY),
        "places": tuple(Place),
        "numbers": tuple(Number),
        "statuses": tuple(status for status in Status if status is not Status.KNOCKED_OUT),
        "cards": POINT_CARDS,
        "last_draw": _last_draw(snapshot.story),
        "out_of_the_bag": _out_of_the_bag(snapshot),
        "struck": _struck(snapshot.story),
        "hits": _hits(snapshot.story),
        "worth_of": worth_of,
        "table_odds": table_odds,
        "letters": LETTERS,
        "weigh": weigh,
        "what_next": what_next(state),
        "differences": differences,
        "moment": _moment(snapshot),
        "is_hurt": mine is not None and _is_hurt(snapshot, mine.colour),
        "score": score,
        "result": result(state),
    }


@dataclass(frozen=True, slots=True)
class Odds:
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


# What is worth a sound, the loudest first.
MOMENTS: tuple[tuple[str, type], ...] = (
    ("knocked_out", KnockedOut),
    ("attack", AttackBegan),
    ("countdown", CountdownAdvanced),
    ("drawn", CubesDrawn),
)


def _moment(snapshot: Snapshot) -> str:
    """Return what has just happened, "" if nothing loud has; taking back is silent."""
    if snapshot.kind is not Kind.COMMAND:
        return ""
    heard = (
        name for name, kind in MOMENTS if any(isinstance(event, kind) for event in snapshot.events)
    )
    return next(heard, "")


def _is_hurt(snapshot: Snapshot, colour: Colour) -> bool:
    return snapshot.kind is Kind.COMMAND and any(
        isinstance(event, (DamageTaken, KnockedOut)) and event.colour is colour
        for event in snapshot.events
    )


def _mine(state: Clank, seat: str) -> Player | None:
    return next((player for player in state.players if player.colour == seat), None)


def _free_artifacts(state: Clank) -> tuple[int, ...]:
    gone = {value for player in state.players for value in player.artifacts}
    return tuple(value for value in ARTIFACTS if value not in gone | set(state.artifacts_out))


def _last_draw(story: tuple[Entry, ...]) -> Entry | None:
    """Return the newest draw that counts, until the turn in which it came is over."""
    for entry in reversed(story):
        if entry.kind is not Kind.COMMAND or entry.is_undone:
            continue
        if any(isinstance(event, CubesDrawn) for event in entry.events):
            return entry
        if any(isinstance(event, TurnEnded) for event in entry.events):
            return None
    return None


def _out_of_the_bag(snapshot: Snapshot) -> tuple[str, ...]:
    """Return the cubes for the table display: of the camera while an attack waits, else drawn."""
    state: Clank = snapshot.state
    if state.attack is not None:
        seen = snapshot.seen
        counts = seen.counts if seen is not None and seen.purpose is Purpose.DRAW else {}
        return _spread(counts)[: state.attack.cubes_to_draw]
    last = _last_draw(snapshot.story)
    drawn = [event for event in last.events if isinstance(event, CubesDrawn)] if last else []
    return tuple(
        cube.value if isinstance(cube, Cube) else cube
        for event in drawn
        for cube in (event.order or _spread(event.cubes.counts()))
    )


def _spread(counts: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(cube for cube, count in counts.items() for _ in range(count))


def _struck(story: tuple[Entry, ...]) -> tuple[object, ...]:
    """Return what the last draw did to players; the log tells the rest."""
    last = _last_draw(story)
    events = last.events if last else ()
    return tuple(event for event in events if isinstance(event, (DamageTaken, KnockedOut)))


def _hits(story: tuple[Entry, ...]) -> dict[Colour, int]:
    """Return whom the last draw hurt, and how much."""
    struck = _struck(story)
    return {event.colour: event.cubes for event in struck if isinstance(event, DamageTaken)}


def outcome(state: Clank) -> Sentence:
    """Return who has won a game that is over."""
    counted = result(state)
    if not counted.is_final:
        return Sentence("Over. The points are not all counted.")
    if counted.winner is None:
        return Sentence("Nobody wins. The dragon keeps everything.")
    facts = {"who": counted.winner, "n": counted.scores[0].total}
    return Sentence("{who} wins with {n} point", "{who} wins with {n} points", facts)


def read_set_up(form: MultiDict[str, str]) -> dict[str, object]:
    """Return the fields of StartGame from the set-up form.

    The form has four places, clockwise from whoever goes first; the switches are ticked or not.
    """
    seats = seats_in(form, tuple(Colour))
    rest = fields(form)
    return {
        "seats": seats,
        "first": seats[0]["colour"] if seats else "",
        "danger": rest.get("danger", "0"),
        "artifacts_out": rest.get("artifacts_out", []),
        "arrivals": rest.get("arrivals", []),
        "rulings": {switch: f"rulings.{switch}" in form for switch in SWITCHES},
    }


def read_seats(form: MultiDict[str, str]) -> dict[str, object]:
    """Return the fields of CorrectSeats: colour1 and name1, colour2 and name2, clockwise."""
    return {"seats": seats_in(form, tuple(Colour))}


def read_deck(form: MultiDict[str, str]) -> dict[str, object]:
    """Return the fields of RecordDeck: the inputs are named after the cards."""
    cards = [
        {"card": name.removeprefix("card:"), "copies": copies}
        for name, copies in form.items()
        if name.startswith("card:") and copies.strip() not in ("", "0")
    ]
    return {"colour": form.get("colour", ""), "cards": cards}


def seats(snapshot: Snapshot) -> tuple[Colour, ...]:
    """Return the colours that are played, clockwise."""
    state: Clank = snapshot.state
    return tuple(player.colour for player in state.players)


def _names(state: Clank) -> tuple[tuple[Colour, str], ...]:
    return tuple((player.colour, player.name) for player in state.players)


def _on_tracks(snapshot: Snapshot, seat: str) -> object:
    state: Clank = snapshot.state
    tracks = (state.rage_space, state.danger, state.countdown_space, state.countdown_colour)
    return tracks, state.turn, state.ending, _names(state)


def _on_players(snapshot: Snapshot, seat: str) -> object:
    state: Clank = snapshot.state
    return state.players, state.area, state.turn, state.ending


def _on_what_comes_now(snapshot: Snapshot, seat: str) -> object:
    state: Clank = snapshot.state
    last = _last_draw(snapshot.story)
    return (
        _on_tracks(snapshot, seat),
        tuple(player.status for player in state.players),
        state.first_out_asked,
        state.attack,
        state.attack and (state.bag, snapshot.seen),
        last and last.seq,
        state.row_refilled,
    )


def _on_stage(snapshot: Snapshot, seat: str) -> object:
    state: Clank = snapshot.state
    last = _last_draw(snapshot.story)
    always = (_names(state), state.rage_space, state.ending)
    if state.attack is not None:
        return always, state.attack, snapshot.seen
    if last is not None:
        return always, last.seq, what_next(state), _moment(snapshot)
    return always, _on_tracks(snapshot, seat), what_next(state)


def _on_wide(snapshot: Snapshot, seat: str) -> object:
    """The chart at the end is drawn from the whole journal."""
    is_over = snapshot.state.ending is not None
    whole = (snapshot.game_id, snapshot.version) if is_over else None
    return _on_players(snapshot, seat), _hits(snapshot.story), whole


def _on_said(snapshot: Snapshot, seat: str) -> object:
    last = _last_draw(snapshot.story)
    return _names(snapshot.state), last and last.seq


def _on_tray(snapshot: Snapshot, seat: str) -> object:
    state: Clank = snapshot.state
    return snapshot.seen, state.attack, state.bag, state.area, snapshot.game_id


def _on_moment(snapshot: Snapshot, seat: str) -> object:
    moment, mine = _moment(snapshot), _mine(snapshot.state, seat)
    return moment and (moment, snapshot.version, mine and _is_hurt(snapshot, mine.colour))


def _on_odds(snapshot: Snapshot, seat: str) -> object:
    state: Clank = snapshot.state
    tracks = (state.rage_space, state.danger, state.countdown_space, state.ending)
    return tracks, state.attack, state.bag, state.area, state.players, snapshot.game_id


def _on_me(snapshot: Snapshot, seat: str) -> object:
    state: Clank = snapshot.state
    mine = _mine(state, seat)
    return mine, mine and state.area.of(mine.colour)


def _on_what_i_hold(snapshot: Snapshot, seat: str) -> object:
    state: Clank = snapshot.state
    mine = _mine(state, seat)
    if mine is None:
        return None
    held = (mine.colour, mine.is_out, mine.artifacts, mine.tokens, mine.gold)
    others = tuple((player.colour, player.name) for player in state.inside)
    has_clank = state.area.of(mine.colour) > 0
    return held, others, has_clank, mine.name, _free_artifacts(state), state.ending, state.rulings


VIEW = View(
    title=N_("Clank! A Deck-Building Adventure"),
    bar=N_("Rage Track"),
    pages=frozenset({"score", "odds", "correct", "why", "board", "tray", "luck", "fair", "people"}),
    live_pages=frozenset({"score", "odds", "correct", "tray"}),
    facts=facts,
    seats=seats,
    every_seat=tuple(colour.value for colour in Colour),
    depends={
        "top": _on_tracks,
        "table": _on_players,
        "now": _on_what_comes_now,
        "mine": _on_me,
        "more": _on_what_i_hold,
        "odds": _on_odds,
        "moment": _on_moment,
        "next": lambda snapshot, seat: (what_next(snapshot.state), _names(snapshot.state)),
        "seen": _on_tray,
        "stage": _on_stage,
        "wide": _on_wide,
        "said": _on_said,
    },
    readers={"StartGame": read_set_up, "RecordDeck": read_deck, "CorrectSeats": read_seats},
    set_up=StartGame.__name__,
    own_pages=(LuckPage, Evenings),
    letters=LETTERS,
    result=outcome,
    again=lambda given, state: as_last_time(
        given, state.players, "danger", "arrivals", "artifacts_out"
    ),
)
