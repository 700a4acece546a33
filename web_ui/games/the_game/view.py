"""The Game on the phones: the piles with what may lie there, the flags, records and their chart."""

import re
from functools import partial

from werkzeug.datastructures import MultiDict

from companion.engine.codec import JsonObject
from companion.engine.errors import Rejected
from companion.engine.sentence import N_, Sentence, Word
from companion.engine.typed import number_of
from companion.engine.value import Value
from companion.games.the_game import box
from companion.games.the_game.box import ALL_CARDS, CARDS, JUMP, MOST_PLAYERS, Pile, Who
from companion.games.the_game.commands import StartGame
from companion.games.the_game.events import CardPlayed, FlagLowered, FlagRaised, TurnEnded
from companion.games.the_game.records import Record, records_of, streak_of
from companion.games.the_game.rules.turn import playable
from companion.games.the_game.state import PLAYERS, TheGame
from companion.games.the_game.values import Flag, Level, Wish
from companion.table.snapshot import Snapshot
from web_ui.games.the_game.advice import AdvicePage
from web_ui.games.the_game.records import RecordsPage
from web_ui.games.the_game.results import plays, standing, what_next
from web_ui.render.reading import fields
from web_ui.render.view import View

CHART = (300, 100)  # units of the drawing across and up
ROOM = 4  # lines of the records that the table display shows
MARKS = {Wish.NOT_HERE: "✕", Wish.SMALL_STEPS: "≈"}
DIGITS = re.compile(r"\d{1,6}")  # of any script


class PileNow(Value, frozen=True):
    """One pile as a phone shows it."""

    pile: Pile
    top: int
    is_blue: bool
    must_be_covered: bool
    legal: tuple[int, ...]
    steps: int  # numbers between the top and the pile's end
    back: int  # the card exactly 10 back that is not laid yet, 0 if there is none
    flags: tuple[Flag, ...]


def piles_of(state: TheGame) -> tuple[PileNow, ...]:
    """Return the four piles from the top of the table down."""
    return tuple(_pile(state, pile) for pile in Pile)


def _pile(state: TheGame, pile: Pile) -> PileNow:
    top, legal = state.top(pile), playable(state, pile)
    back = top - JUMP if pile.is_up else top + JUMP
    end = box.HIGHEST if pile.is_up else box.LOWEST
    cards = state.cards(pile)
    return PileNow(
        pile=pile,
        top=top,
        is_blue=bool(cards) and state.is_blue(top),
        must_be_covered=any(card in cards for card in state.unmet),
        legal=legal,
        steps=abs(end - top),
        back=back if back in legal else 0,
        flags=tuple(flag for flag in state.flags if flag.pile is pile),
    )


def facts(snapshot: Snapshot, seat: str) -> dict[str, object]:
    """Return what the templates of The Game need for this seat, "1" to "5" or "watch"."""
    state: TheGame = snapshot.state
    mine = next((who for who in state.players if who == seat), None)
    return {
        "box": box,
        "piles": piles_of(state),
        "mine": mine,
        "is_my_turn": mine is not None and mine is state.turn,
        "my_cards": state.holds(mine) if mine else (),
        "my_flags": {flag.pile: flag.wish for flag in state.flags if flag.player == mine},
        "all_cards": ALL_CARDS,
        "drawn_next": _drawn_next(state),
        "step_of": step_of,
        "levels": tuple(Level),
        "wishes": tuple(Wish),
        "places": tuple(Who),
        "chart": chart_of(state),
        "chart_size": CHART,
        "records_of": records_of,
        "own_records": partial(_own_records, state),
        "streak_of": streak_of,
    }


def step_of(event: object) -> str:
    """Return a step in the few letters that fit below Undo, "" for one that needs its sentence."""
    match event:
        case CardPlayed():
            return f"{_way(event.pile)} {event.card}"
        case FlagRaised():
            return f"{MARKS[event.wish]} {_way(event.pile)}"
        case FlagLowered():
            return f"– {_way(event.pile)}"
        case TurnEnded():
            return Word("End turn")
        case _:
            return ""


def _way(pile: Pile) -> str:
    return "↑" if pile.is_up else "↓"


def _drawn_next(state: TheGame) -> int:
    if state.turn is None:
        return 0
    return min(state.draw_pile, state.hand_size - state.hand(state.turn))


def chart_of(state: TheGame) -> str:
    """Return the cards left after each turn as the points of an SVG line, "" before any."""
    left = (CARDS, *state.left_after_turns, *([state.left] if state.ending else ()))
    if len(left) < 2:
        return ""
    across, up = CHART
    return " ".join(
        f"{turn * across / (len(left) - 1):.1f},{up - count * up / CARDS:.1f}"
        for turn, count in enumerate(left)
    )


def _own_records(state: TheGame, games: tuple[TheGame, ...]) -> tuple[Record, ...]:
    """Return the records for this number of players, as many as a table display has room for."""
    found = records_of(games)
    return tuple(record for record in found if record.players == len(state.names))[:ROOM]


def again(given: JsonObject, state: TheGame) -> JsonObject:
    """Return the same set-up once more; if it was said who goes first, the next one does."""
    seats = [who.value for who in state.players]
    first = given.get("first")
    if first in seats:
        first = seats[(seats.index(first) + 1) % len(seats)]
    return {**given, "names": list(state.names), "first": first}


def outcome(state: TheGame) -> Sentence:
    """Return how a game that is over went, and how many cards were left."""
    facts = {"result": state.result, "n": state.left}
    return Sentence("{result}, {n} card left", "{result}, {n} cards left", facts)


def read_set_up(form: MultiDict[str, str]) -> dict[str, object]:
    """Return the fields of StartGame: `players` of name1..5 count, and every name that is typed."""
    players = number_of("players", form.get("players") or "2", 0, MOST_PLAYERS)
    named = [place for place in range(1, MOST_PLAYERS + 1) if form.get(f"name{place}", "").strip()]
    players = max(players, *named, 0)
    rest = fields(form)
    first = rest.get("first")
    return {
        "names": [form.get(f"name{place}", "").strip() for place in range(1, players + 1)],
        **({"first": first} if first else {}),
        "level": rest.get("level", Level.NORMAL),
        "on_fire": "on_fire" in form,
        "practice": "practice" in form,
        "rulings": _rulings(form),
    }


def read_rulings(form: MultiDict[str, str]) -> dict[str, object]:
    """Return the fields of CorrectRulings."""
    return {"reason": form.get("reason", ""), "rulings": _rulings(form)}


def _rulings(form: MultiDict[str, str]) -> dict[str, bool]:
    return {
        "no_blue_on_top": "rulings.each_in_time" not in form,
        "advice": "rulings.advice" in form,
    }


def read_names(form: MultiDict[str, str]) -> dict[str, object]:
    """Return the fields of CorrectNames: name1, name2 and so on, clockwise."""
    names = [form.get(f"name{place}") for place in range(1, MOST_PLAYERS + 1)]
    return {"names": [name.strip() for name in names if name is not None]}


def read_added(form: MultiDict[str, str]) -> dict[str, object]:
    """Return the fields of AddPlayers: one player's name, and behind whom they sit."""
    name = form.get("name", "").strip()
    return {"names": [name], "after": form.get("after", ""), "reason": form.get("reason", "")}


def read_pile(form: MultiDict[str, str]) -> dict[str, object]:
    """Return the fields of CorrectPile: `cards` are numbers in the order in which they lie.

    Rejected for a number that no card has, or one that is typed twice.
    """
    cards = [int(number) for number in DIGITS.findall(form.get("cards", ""))]
    for card in cards:
        if card not in ALL_CARDS:
            raise Rejected("no_such_card", card=card)
        if cards.count(card) > 1:
            raise Rejected("card_lies_already", card=card)
    return {**fields(form), "cards": cards}


def seats(snapshot: Snapshot) -> tuple[Who, ...]:
    """Return the players, clockwise."""
    state: TheGame = snapshot.state
    return state.players


def _on_turn(snapshot: Snapshot, seat: str) -> object:
    state: TheGame = snapshot.state
    return state.names, state.turn, state.missing, state.left, state.ending, state.unmet


def _on_next(snapshot: Snapshot, seat: str) -> object:
    state: TheGame = snapshot.state
    return _on_turn(snapshot, seat), state.flags, state.draw_pile, state.is_shuffled


def _on_piles(snapshot: Snapshot, seat: str) -> object:
    state: TheGame = snapshot.state
    names = (state.names, state.turn is None)
    return snapshot.game_id, state.piles, state.flags, state.unmet, state.ending, names


def _on_me(snapshot: Snapshot, seat: str) -> object:
    state: TheGame = snapshot.state
    return _on_turn(snapshot, seat), _on_hands(snapshot, seat), state.flags, state.is_shuffled


def _on_hands(snapshot: Snapshot, seat: str) -> object:
    state: TheGame = snapshot.state
    return snapshot.game_id, state.names, state.turn, state.piles, state.held, state.hands


def _on_dock(snapshot: Snapshot, seat: str) -> object:
    state: TheGame = snapshot.state
    takes = snapshot.undo_takes
    return _on_turn(snapshot, seat), state.hands, state.is_shuffled, takes and takes.seq


def _left(snapshot: Snapshot, seat: str) -> object:
    state: TheGame = snapshot.state
    return state.left


def _on_stage(snapshot: Snapshot, seat: str) -> object:
    state: TheGame = snapshot.state
    return _on_turn(snapshot, seat), state.hands, state.draw_pile


def _on_wide(snapshot: Snapshot, seat: str) -> object:
    return _on_piles(snapshot, seat), _on_records(snapshot, seat)


def _on_records(snapshot: Snapshot, seat: str) -> object:
    state: TheGame = snapshot.state
    return snapshot.game_id, state.ending, state.left_after_turns


LABELS = {
    "card": N_("Card"),
    "real": N_("It really is"),
    "cards": N_("real count"),
    "laid": N_("Cards laid in this turn"),
    "players": N_("Players"),
    "player": N_("Player"),
    "names": N_("Name"),
    "name": N_("Name"),
    "reason": N_("Reason"),
}
VIEW = View(
    title=N_("The Game"),
    bar=N_("Cards left"),
    pages=frozenset({"records", "advice", "people", "correct", "why", "board"}),
    live_pages=frozenset({"correct"}),
    fewest_players=1,
    facts=facts,
    seats=seats,
    every_seat=tuple(who.value for who in PLAYERS),
    depends={
        "top": _on_turn,
        "next": _on_next,
        "left": _left,
        "piles": _on_piles,
        "mine": _on_me,
        "deck": _on_hands,
        "ending": _on_turn,
        "dock": _on_dock,
        "stage": _on_stage,
        "wide": _on_wide,
        "said": _on_turn,
    },
    labels=LABELS,
    readers={
        "StartGame": read_set_up,
        "CorrectNames": read_names,
        "AddPlayers": read_added,
        "CorrectPile": read_pile,
        "CorrectRulings": read_rulings,
    },
    result=outcome,
    standing=standing,
    what_next=what_next,
    plays=plays,
    again=again,
    set_up=StartGame.__name__,
    own_pages=(RecordsPage, AdvicePage),
)
