"""Grave Robbers on the phones: the map, fights with their odds, the card list, larger forms."""

from werkzeug.datastructures import MultiDict

from companion.engine.codec import dump, parse, plain
from companion.engine.errors import BadMessage
from companion.engine.sentence import N_, Sentence
from companion.engine.typed import whole_number
from companion.games.grave_robbers import box
from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers.advice import what_next
from companion.games.grave_robbers.box import Colour, Kind
from companion.games.grave_robbers.odds import DICE, Odds, Sums, odds, pool
from companion.games.grave_robbers.rules.dungeon import next_card_chance
from companion.games.grave_robbers.rules.dungeon_corrections import free_cells
from companion.games.grave_robbers.rules.guards import must_fight
from companion.games.grave_robbers.state import GraveRobbers, Player
from companion.games.grave_robbers.values import (
    EFFECTS,
    Condition,
    EffectKind,
    ItemCard,
    Place,
    Rulings,
)
from companion.table.snapshot import Snapshot
from web_ui.games.grave_robbers.cards import CardsPage
from web_ui.games.grave_robbers.depends import DEPENDS
from web_ui.games.grave_robbers.fight import (
    asked_of,
    began,
    is_party,
    off_the_pile,
    result_of,
    sides_of,
)
from web_ui.games.grave_robbers.map import drawn, is_allowed, name_of, written
from web_ui.games.grave_robbers.now import now_line
from web_ui.games.grave_robbers.results import odds as odds_for_programs
from web_ui.games.grave_robbers.results import standing
from web_ui.render.reading import as_last_time, fields, read_added, read_seats, seats_in
from web_ui.render.view import View

NOBODY = "nobody"  # has found the treasure
SWITCHES = tuple(Rulings.__struct_fields__)
ADDED = ("attack", "opening")  # what an open effect adds to
EFFECT_PARTS = ("text", *ADDED)
STRENGTHS = range(6)  # what the odds page reckons with


def facts(snapshot: Snapshot, seat: str) -> dict[str, object]:
    """Return what the templates of Grave Robbers need for this seat, a colour or "watch"."""
    state: GraveRobbers = snapshot.state
    mine = next((player for player in state.players if player.colour == seat), None)
    return {
        "box": box,
        "colours": tuple(Colour),
        "name_of": name_of,
        "written": written,
        "mine": mine,
        "dungeon": drawn(state),
        "what_next": what_next(state),
        "now_line": now_line(state, seat),
        "must_fight": must_fight(state),
        "acting": state.player(state.turn) if state.turn else None,
        "targets": _targets(state),
        "may_open": bool(state.players) and is_allowed(state, co.OpenChest()),
        "may_end": bool(state.players) and is_allowed(state, co.EndTurn()),
        "may_find": _may_find(state),
        "chance_here": off_the_pile(state, _printed(state), are_discarded=True),
        "duel": off_the_pile(state, 0, are_discarded=False),
        "sides": sides_of(state, seat),
        "asked": asked_of(state, seat),
        "is_party": is_party(state, seat),
        "began": began(state.contest),
        "result": result_of(state),
        "dice": DICE,
        "pool": pool(state),
        "next_chance": next_card_chance(state),
        "odds_table": odds_table,
        "kinds": (Kind.ENEMY, Kind.CHEST, Kind.PASSAGE, Kind.TREASURE_ROOM),
        "free_cells": free_cells(state) if state.dungeon else (),
        "nobody": NOBODY,
        "item_places": tuple(Place),
        "conditions": tuple(Condition),
        "effect_kinds": tuple(EffectKind),
        "effects": range(1, EFFECTS + 1),
        "as_json": as_json,
    }


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


def _may_find(state: GraveRobbers) -> bool:
    """May a card that is flipped now be the treasure room?"""
    return any(
        is_allowed(state, co.Explore(card.cell, Kind.TREASURE_ROOM)) for card in state.dungeon
    )


def read_cells(form: MultiDict[str, str]) -> dict[str, object]:
    """Return a form's fields, places among them as "column,row"."""
    found = fields(form)
    for name in ("cell", "onto", "other"):
        if isinstance(said := found.get(name), str):
            column, _, row = said.partition(",")
            found[name] = {"column": column, "row": row}
    return found


def read_treasure(form: MultiDict[str, str]) -> dict[str, object]:
    """Return the fields of CorrectTreasure; "nobody" has found it."""
    found = fields(form)
    return {**found, "colour": None} if found.get("colour") == NOBODY else found


def read_laid(form: MultiDict[str, str]) -> dict[str, object]:
    """Return the fields of LayItem, ReplaceDie; an open card is the source "open:its name"."""
    found = fields(form)
    source, is_open, name = str(found.get("source", "")).partition(":")
    return {
        **found,
        **({"source": source} if source else {}),
        **({"card": name} if is_open else {}),
    }


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
    """Return the fields of WriteCard: a card's name, die, copies and effects, and is_new.

    Line 1..3 is one that says something: kind1, text1, and what it adds as attack1 and opening1.
    """
    lines = (_effect(form, line) for line in range(1, EFFECTS + 1))
    effects = [effect for effect in lines if set(EFFECT_PARTS) & effect.keys()]
    rest = fields(form)
    card: dict[str, object] = {
        name: rest[name] for name in ("name", "die", "copies") if name in rest
    }
    is_new = {"is_new": rest["is_new"]} if "is_new" in rest else {}
    return {"card": {**card, "effects": effects}, **is_new}


def _effect(form: MultiDict[str, str], line: int) -> dict[str, str]:
    said = {part: form.get(f"{part}{line}", "").strip() for part in ("kind", *EFFECT_PARTS)}
    return {part: text for part, text in said.items() if text and not _adds_nothing(part, text)}


def _adds_nothing(part: str, text: str) -> bool:
    return part in ADDED and whole_number(text) == 0


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
        "rulings": _rulings(form),
    }


def read_rulings(form: MultiDict[str, str]) -> dict[str, object]:
    """Return the fields of CorrectRulings."""
    return {"reason": form.get("reason", ""), "rulings": _rulings(form)}


def _rulings(form: MultiDict[str, str]) -> dict[str, bool]:
    return {switch: f"rulings.{switch}" in form for switch in SWITCHES}


def seats(snapshot: Snapshot) -> tuple[Colour, ...]:
    """Return the colours that are played, clockwise."""
    state: GraveRobbers = snapshot.state
    return tuple(player.colour for player in state.players)


LABELS = {
    "die": N_("Die value"),
    "strength": N_("Attack or difficulty"),
    "number": N_("Placement number"),
    "rewards": N_("Reward items"),
    "items": N_("Items"),
    "action_points": N_("Action points"),
    "bonus": N_("Other items add"),
    "copies": N_("Copies in the box"),
    "attack": N_("Open: adds in fights"),
    "opening": N_("Open: adds at chests"),
    "text": N_("What it does"),
    "card": N_("Name of the card"),
    "card.name": N_("Name of the card"),
    "open_cards": N_("Name of the card"),
    "colour": N_("Player"),
    "cell": N_("Card"),
    "name": N_("Name"),
    "reason": N_("Reason"),
}
VIEW = View(
    title=N_("Grave Robbers"),
    bar=N_("Action points"),
    pages=frozenset({"odds", "correct", "why", "board", "cards", "people"}),
    fewest_players=3,
    live_pages=frozenset({"odds", "correct"}),
    facts=facts,
    seats=seats,
    every_seat=tuple(colour.value for colour in Colour),
    depends=DEPENDS,
    labels=LABELS,
    readers={
        "StartGame": read_set_up,
        "CorrectSeats": read_seats,
        "AddPlayers": read_added,
        "CorrectRulings": read_rulings,
        "Explore": read_cells,
        "LayDungeonCard": read_cells,
        "Move": read_cells,
        "LetFall": read_cells,
        "CorrectPawn": read_cells,
        "CorrectCard": read_cells,
        "CorrectOrder": read_cells,
        "CorrectFace": read_cells,
        "CorrectPlace": read_cells,
        "CorrectDungeon": read_cells,
        "CorrectTreasure": read_treasure,
        "CorrectItems": read_cells,
        "LayItem": read_laid,
        "ReplaceDie": read_laid,
        "CallOffFight": read_cells,
        "EndTurn": read_open_cards,
        "WriteCard": read_card,
    },
    result=outcome,
    standing=standing,
    what_next=what_next,
    odds=odds_for_programs,
    again=lambda given, state: {
        **as_last_time(given, state.players),
        "cards": plain(state.cards),
    },
    set_up=co.StartGame.__name__,
    own_pages=(CardsPage,),
)
