"""Grave Robbers on the phones: the map, fights with their odds, the card list, larger forms."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from companion.engine.codec import dump, parse, plain
from companion.engine.errors import BadMessage
from companion.engine.sentence import N_, Sentence
from companion.games.grave_robbers import GRAVE_ROBBERS, box
from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.advice import what_next
from companion.games.grave_robbers.box import Colour, Kind
from companion.games.grave_robbers.odds import DICE, Odds, Sums, odds, pool
from companion.games.grave_robbers.rules.dungeon import next_card_chance
from companion.games.grave_robbers.rules.guards import must_fight
from companion.games.grave_robbers.state import HIDDEN, Contest, GraveRobbers, Laid, Player
from companion.games.grave_robbers.values import (
    EFFECTS,
    Against,
    Condition,
    EffectKind,
    ItemCard,
    Place,
    Rulings,
    Source,
)
from companion.table.snapshot import Snapshot
from web_ui.games.grave_robbers.cards import CardsPage
from web_ui.games.grave_robbers.map import drawn, is_allowed, name_of, written
from web_ui.render.reading import as_last_time, fields, read_seats, seats_in
from web_ui.render.view import View

LETTERS = {"red": "R", "green": "G", "blue": "B", "yellow": "Y"}
SWITCHES = tuple(Rulings.__dataclass_fields__)
STRENGTHS = range(6)  # what the odds page reckons with
PLACES = range(1, box.MOST_PLAYERS + 1)  # of the set-up form


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a fight as a seat may see it.

    player: None is the enemy or the chest. may_lay: its card may be chosen on this page.
    """

    player: Player | None
    laid: Laid | None
    may_lay: bool
    odds: Odds | None

    @property
    def is_hidden(self) -> bool:
        """Has this side laid a card that this seat may not see?"""
        return self.laid is not None and self.laid.die == HIDDEN


def facts(snapshot: Snapshot, seat: str) -> dict[str, object]:
    """Return what the templates of Grave Robbers need for this seat, a colour or "watch"."""
    state: GraveRobbers = snapshot.state
    mine = next((player for player in state.players if player.colour == seat), None)
    return {
        "box": box,
        "colours": tuple(Colour),
        "places": PLACES,
        "pip": pip,
        "name_of": name_of,
        "written": written,
        "mine": mine,
        "dungeon": drawn(state),
        "what_next": what_next(state),
        "must_fight": must_fight(state),
        "targets": _targets(state),
        "may_open": bool(state.players) and is_allowed(state, co.OpenChest()),
        "may_end": bool(state.players) and is_allowed(state, co.EndTurn()),
        "may_find": _may_find(state),
        "here": _off_the_pile(state, _printed(state), are_discarded=True),
        "duel": _off_the_pile(state, 0, are_discarded=False),
        "sides": _sides(state, seat),
        "began": _began(state.contest),
        "result": _result(state),
        "dice": DICE,
        "pool": pool(state),
        "next_chance": next_card_chance(state),
        "odds_table": odds_table,
        "kinds": (Kind.ENEMY, Kind.CHEST, Kind.PASSAGE, Kind.TREASURE_ROOM),
        "sources": tuple(Source),
        "item_places": tuple(Place),
        "conditions": tuple(Condition),
        "effect_kinds": tuple(EffectKind),
        "effects": range(1, EFFECTS + 1),
        "as_json": as_json,
    }


def pip(colour: str) -> Markup:
    """Return a colour as a shape with its letter, for eyes that do not tell colours apart."""
    return Markup('<b class="pip {0}" aria-hidden="true">{1}</b>').format(
        str(colour), LETTERS[str(colour)]
    )


def as_json(cards: tuple[ItemCard, ...]) -> str:
    """Return a card list as a form carries it."""
    return dump([plain(card) for card in cards]).decode()


def odds_table(state: GraveRobbers) -> tuple[tuple[int, Odds], ...]:
    """Return the chances against a card off the pile for each printed number."""
    return tuple((strength, odds(state, Sums(other=strength))) for strength in STRENGTHS)


def _targets(state: GraveRobbers) -> tuple[Player, ...]:
    return tuple(
        player for player in state.players if is_allowed(state, co.FightPlayer(player.colour))
    )


def _printed(state: GraveRobbers) -> int:
    """Return the number of the enemy or chest under the pawn whose turn it is, 0 for none."""
    card = state.turn and state.card(state.player(state.turn).cell)
    return card.strength if card else 0


def _off_the_pile(state: GraveRobbers, printed: int, *, are_discarded: bool) -> Fraction | None:
    """Return the chance if both sides take a card off the pile, None if odds are not shown."""
    if not state.players or not state.rulings.show_odds:
        return None
    return odds(state, Sums(other=printed), are_discarded=are_discarded).from_pile


def _may_find(state: GraveRobbers) -> bool:
    """May a card that is flipped now be the treasure room?"""
    return any(
        is_allowed(state, co.Explore(card.cell, Kind.TREASURE_ROOM)) for card in state.dungeon
    )


def _began(contest: Contest | None) -> ev.FightBegan | None:
    if contest is None:
        return None
    return ev.FightBegan(contest.colour, contest.against, contest.target, contest.strength)


def _result(state: GraveRobbers) -> Sentence | None:
    """Return what settling the fight now would come to, None while a die value is missing."""
    if state.contest is None or not is_allowed(state, co.SettleFight()):
        return None
    settled = GRAVE_ROBBERS.decide(state, co.SettleFight())[0]
    return GRAVE_ROBBERS.tell(settled)


def _sides(state: GraveRobbers, seat: str) -> tuple[Side, ...]:
    contest = state.contest
    if contest is None:
        return ()
    is_duel = contest.against is Against.PLAYER
    first = _side(state, contest, contest.colour, not is_duel or seat == contest.colour)
    if contest.target is None:
        return (first, Side(None, contest.second, False, None))
    return (first, _side(state, contest, contest.target, seat == contest.target))


def _side(state: GraveRobbers, contest: Contest, colour: Colour, is_here: bool) -> Side:
    """Between players each side chooses on its own page only."""
    laid = contest.laid(colour)
    acts = colour == contest.colour
    other = contest.second if acts else contest.first
    is_seen = other is not None and other.die > 0  # an open card; what is hidden is below 0
    sums = Sums(0, contest.strength, acts, other.die if other and is_seen else 0)
    if other and is_seen and other.bonus:
        sums = replace(sums, other=other.bonus)
    are_discarded = contest.against is not Against.PLAYER
    shown = odds(state, sums, are_discarded=are_discarded) if state.rulings.show_odds else None
    return Side(state.player(colour), laid, laid is None and is_here, shown)


def read_cells(form: MultiDict[str, str]) -> dict[str, object]:
    """Return a form's fields, places among them as "column,row"."""
    found = fields(form)
    for name in ("cell", "onto"):
        if isinstance(said := found.get(name), str):
            column, _, row = said.partition(",")
            found[name] = {"column": column, "row": row}
    return found


def read_laid(form: MultiDict[str, str]) -> dict[str, object]:
    """Return the fields of LayItem; an open card is chosen as the source "open:its name"."""
    found = fields(form)
    source, is_open, name = str(found.get("source", "")).partition(":")
    return {**found, "source": source, **({"card": name} if is_open else {})}


def read_open_cards(form: MultiDict[str, str]) -> dict[str, object]:
    """Return the fields of EndTurn: open1..3 are names, `lies1`..3 say that one lies there.

    Without `arranged` nothing was said about the open cards.
    """
    if "arranged" not in form:
        return {}
    places = range(1, box.OPEN_CARDS + 1)
    names = [form.get(f"open{place}", "").strip() for place in places]
    lies = [bool(name) or f"lies{place}" in form for place, name in zip(places, names, strict=True)]
    return {"open_cards": [name for name, is_there in zip(names, lies, strict=True) if is_there]}


def read_card(form: MultiDict[str, str]) -> dict[str, object]:
    """Return the fields of WriteCard: name, die, copies, and effects by kind1..3 and text1..3."""
    effects = [
        {"kind": form.get(f"kind{line}", ""), "text": form[f"text{line}"].strip()}
        for line in range(1, EFFECTS + 1)
        if form.get(f"text{line}", "").strip()
    ]
    rest = fields(form)
    card: dict[str, object] = {
        name: rest[name] for name in ("name", "die", "copies") if name in rest
    }
    return {"card": {**card, "effects": effects}}


def outcome(state: GraveRobbers) -> Sentence:
    """Return who has won a game that is over."""
    return Sentence("{who} brings the treasure home!", "", {"who": state.winner})


def read_set_up(form: MultiDict[str, str]) -> dict[str, object]:
    """Return the fields of StartGame.

    The form has four places, clockwise from whoever goes first; `cards` is the kept card list as
    JSON.
    """
    seats = seats_in(form)
    cards = parse(form.get("cards") or "[]")
    if not isinstance(cards, list):
        raise BadMessage("a card list is a list")
    return {
        "seats": seats,
        "first": seats[0]["colour"] if seats else "",
        "cards": cards,
        "rulings": {switch: f"rulings.{switch}" in form for switch in SWITCHES},
    }


def seats(snapshot: Snapshot) -> tuple[Colour, ...]:
    """Return the colours that are played, clockwise."""
    state: GraveRobbers = snapshot.state
    return tuple(player.colour for player in state.players)


Part = Callable[[GraveRobbers], object]


def _on(part: Part, snapshot: Snapshot, seat: str) -> object:
    return snapshot.game_id, part(snapshot.state)


def _turn(state: GraveRobbers) -> object:
    names = tuple((player.colour, player.name) for player in state.players)
    waits = (state.must_rest, state.must_fall, state.laying, state.winner)
    return names, state.turn, state.action_points, waits, state.is_falling, state.treasure


def _dungeon(state: GraveRobbers) -> object:
    pawns = tuple((player.cell, player.condition) for player in state.players)
    return _turn(state), state.dungeon, state.dungeon_pile, pawns, state.contest is None


def _map(state: GraveRobbers) -> object:
    return _dungeon(state), state.item_pile, state.discards


def _people(state: GraveRobbers) -> object:
    return state.players, state.turn, state.treasure, state.winner


def _fight(state: GraveRobbers) -> object:
    piles = (state.item_pile, state.discards, state.discarded, state.seen, state.cards)
    return _dungeon(state), state.contest, state.players, piles


def _wide(state: GraveRobbers) -> object:
    return _map(state), _people(state)


def _kept(state: GraveRobbers) -> object:
    return state.players, state.cards, state.used, state.winner, state.turn


VIEW = View(
    title=N_("Grave Robbers"),
    bar=N_("Action points"),
    pages=frozenset({"odds", "correct", "why", "cards", "people"}),
    live_pages=frozenset({"odds", "correct"}),
    facts=facts,
    seats=seats,
    every_seat=tuple(colour.value for colour in Colour),
    depends={
        "top": partial(_on, _turn),
        "next": partial(_on, _fight),
        "map": partial(_on, _map),
        "explore": partial(_on, _dungeon),
        "now": partial(_on, _fight),
        "people": partial(_on, _people),
        "items": partial(_on, _kept),
        "odds": partial(_on, _fight),
        "stage": partial(_on, _fight),
        "wide": partial(_on, _wide),
        "said": partial(_on, _fight),
    },
    readers={
        "StartGame": read_set_up,
        "CorrectSeats": read_seats,
        "Explore": read_cells,
        "LayDungeonCard": read_cells,
        "Move": read_cells,
        "LetFall": read_cells,
        "CorrectPawn": read_cells,
        "CorrectCard": read_cells,
        "CorrectItems": read_cells,
        "LayItem": read_laid,
        "EndTurn": read_open_cards,
        "WriteCard": read_card,
    },
    result=outcome,
    again=lambda given, state: {
        **as_last_time(given, state.players),
        "cards": plain(state.cards),
    },
    set_up=co.StartGame.__name__,
    own_pages=(CardsPage,),
)
