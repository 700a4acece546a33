"""What each live part of Clank!'s pages depends on: it is drawn again when that changes."""

from collections.abc import Callable, Mapping

from companion.games.clank.advice import what_next
from companion.games.clank.box import Colour
from companion.games.clank.rules.loot import free_artifacts
from companion.games.clank.rules.turn import next_up
from companion.games.clank.state import Clank
from companion.table.snapshot import Snapshot
from web_ui.games.clank.moment import (
    cubes_now,
    hits,
    is_hurt,
    last_draw,
    moment_of,
    player_of,
)
from web_ui.games.clank.now import now_lines
from web_ui.render.view import once

WATCH = "watch"


def _for_all(look: Callable[[Snapshot], object]) -> Callable[[Snapshot, str], object]:
    """Return what a part depends on that is the same for all seats: looked up once a snapshot."""
    known = once(look)
    return lambda snapshot, seat: known(snapshot)


def _names(state: Clank) -> tuple[tuple[Colour, str], ...]:
    return tuple((player.colour, player.name) for player in state.players)


@_for_all
def _on_tracks(snapshot: Snapshot) -> object:
    state: Clank = snapshot.state
    tracks = (state.rage_space, state.danger, state.countdown_space, state.countdown_colour)
    return tracks, state.turn, state.ending, _names(state), cubes_now(state)


@_for_all
def _on_players(snapshot: Snapshot) -> object:
    state: Clank = snapshot.state
    return state.players, state.area, state.turn, state.ending


def _on_others(snapshot: Snapshot, seat: str) -> object:
    state: Clank = snapshot.state
    mine = player_of(state, seat)
    others = state.clockwise_from(mine.colour)[1:] if mine else state.players
    rows = tuple((player, state.area.of(player.colour)) for player in others)
    return rows, _next_up(snapshot)


@_for_all
def _on_what_comes_now(snapshot: Snapshot) -> object:
    state: Clank = snapshot.state
    last = last_draw(snapshot.story)
    return (
        _on_tracks(snapshot, WATCH),
        tuple(player.status for player in state.players),
        state.first_out_asked,
        state.attack,
        state.attack and (state.bag, snapshot.seen),
        last and last.seq,
        state.row_refilled,
    )


@once
def _next_up(snapshot: Snapshot) -> object:
    return next_up(snapshot.state)


@once
def _what_next(snapshot: Snapshot) -> object:
    return what_next(snapshot.state)


def _on_next(snapshot: Snapshot, seat: str) -> object:
    state: Clank = snapshot.state
    mine = player_of(state, seat)
    return _what_next(snapshot), now_lines(snapshot)(mine.colour if mine else None), _names(state)


def _on_stage(snapshot: Snapshot, seat: str) -> object:
    state: Clank = snapshot.state
    last = last_draw(snapshot.story)
    always = (_names(state), state.rage_space, state.ending)
    if state.attack is not None:
        return always, state.attack, snapshot.seen
    if last is not None:
        return always, last.seq, what_next(state), moment_of(snapshot)
    return always, _on_tracks(snapshot, seat), what_next(state)


def _on_wide(snapshot: Snapshot, seat: str) -> object:
    """The chart at the end is drawn from the whole journal."""
    is_over = snapshot.state.ending is not None
    whole = (snapshot.game_id, snapshot.version) if is_over else None
    return _on_players(snapshot, seat), hits(snapshot.story), whole


def _on_said(snapshot: Snapshot, seat: str) -> object:
    last = last_draw(snapshot.story)
    return _names(snapshot.state), last and last.seq


@_for_all
def _on_attack(snapshot: Snapshot) -> object:
    state: Clank = snapshot.state
    takes, last = snapshot.undo_takes, last_draw(snapshot.story)
    may_count_again = takes is not None and last is not None and takes.seq == last.seq
    meters = tuple(player.meter for player in state.players)
    return _on_what_comes_now(snapshot, WATCH), meters, state.bag, may_count_again


def _on_tray(snapshot: Snapshot, seat: str) -> object:
    state: Clank = snapshot.state
    return snapshot.seen, state.attack, state.bag, state.area, snapshot.game_id


def _on_moment(snapshot: Snapshot, seat: str) -> object:
    moment, mine = moment_of(snapshot), player_of(snapshot.state, seat)
    return moment and (moment, snapshot.version, mine and is_hurt(snapshot, mine.colour))


def _on_odds(snapshot: Snapshot, seat: str) -> object:
    state: Clank = snapshot.state
    tracks = (state.rage_space, state.danger, state.countdown_space, state.ending)
    return tracks, state.attack, state.bag, state.area, state.players, snapshot.game_id


def _on_me(snapshot: Snapshot, seat: str) -> object:
    state: Clank = snapshot.state
    mine = player_of(state, seat)
    made = mine and mine.colour == state.turn and state.clank_made
    return mine, mine and state.area.of(mine.colour), made


@_for_all
def _on_dock(snapshot: Snapshot) -> object:
    state: Clank = snapshot.state
    takes = snapshot.undo_takes
    turn = (state.turn, state.turn_number, state.row_refilled, state.ending, state.attack)
    told = (state.danger, state.springs)
    return (
        turn,
        told,
        takes and takes.seq,
        state.countdown_colour,
        state.countdown_space,
        _names(state),
    )


def _dock_of(snapshot: Snapshot, seat: str) -> object:
    """Whose turn it is has a dock of their own; all who help have the same, and all who watch."""
    state: Clank = snapshot.state
    mine = player_of(state, seat)
    return mine is not None, mine is not None and mine.colour is state.turn


@once
def _on_every_row(snapshot: Snapshot) -> object:
    state: Clank = snapshot.state
    row = (state.danger, state.row_refilled, state.attack is None, state.ending, state.gone)
    inside = tuple((player.colour, player.name) for player in state.inside)
    return row, state.off_turn_asked, inside


def _on_cards(snapshot: Snapshot, seat: str) -> object:
    state: Clank = snapshot.state
    mine = player_of(state, seat)
    has_clank = mine and state.area.of(mine.colour) > 0
    paid = mine and (mine.is_out, min(mine.supply, 3), min(mine.health, 4))
    return _on_every_row(snapshot), paid, has_clank


def _on_what_i_hold(snapshot: Snapshot, seat: str) -> object:
    state: Clank = snapshot.state
    mine = player_of(state, seat)
    if mine is None:
        return None
    held = (mine.colour, mine.is_out, mine.artifacts, mine.tokens, mine.gold)
    return held, free_artifacts(state), state.ending, state.rulings, state.gone


DEPENDS: Mapping[str, Callable[[Snapshot, str], object]] = {
    "top": _on_tracks,
    "attack": _on_attack,
    "mine": _on_me,
    "others": _on_others,
    "dragon": _on_tracks,
    "loot": _on_what_i_hold,
    "dock": _on_dock,
    "row": _on_cards,
    "odds": _on_odds,
    "moment": _on_moment,
    "next": _on_next,
    "seen": _on_tray,
    "stage": _on_stage,
    "wide": _on_wide,
    "said": _on_said,
}

ALIKE: Mapping[str, Callable[[Snapshot, str], object]] = {"dock": _dock_of}
