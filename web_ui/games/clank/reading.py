"""What the larger forms of Clank! say, as the fields of their commands."""

from collections.abc import Mapping

from werkzeug.datastructures import MultiDict

from companion.engine.errors import Rejected
from companion.engine.sentence import N_
from companion.engine.typed import number_of, whole_number
from companion.games.clank.values import Rulings
from web_ui.render.reading import MOST_TIMES, fields, read_added, read_seats, seats_in
from web_ui.render.view import Reader

OFF_TURN = "off_turn"  # no switch: yes, no, or nothing said
CARD = "card:"  # and its printed name: an input of the form for a deck
SWITCHES = tuple(name for name in Rulings.__struct_fields__ if name != OFF_TURN)


def _rulings(form: MultiDict[str, str]) -> dict[str, object]:
    """Return the fields of Rulings; a switch that is not ticked is off."""
    said = form.get(f"rulings.{OFF_TURN}", "")
    on: dict[str, object] = {switch: f"rulings.{switch}" in form for switch in SWITCHES}
    return {**on, OFF_TURN: said == "true" if said else None}


def read_set_up(form: MultiDict[str, str]) -> dict[str, object]:
    """Return the fields of StartGame from the set-up form.

    The form has four places, clockwise from whoever goes first; the switches are ticked or not.
    """
    seats = seats_in(form)
    rest = fields(form)
    return {
        "seats": seats,
        "first": seats[0]["colour"] if seats else "",
        "danger": rest.get("danger", "0"),
        "artifacts_out": rest.get("artifacts_out", []),
        "arrivals": rest.get("arrivals", []),
        "rulings": _rulings(form),
    }


def read_rulings(form: MultiDict[str, str]) -> dict[str, object]:
    """Return the fields of CorrectRulings; Arrive on the first row is past, and stays as it is."""
    is_kept = form.get("kept.arrive_on_first_row") == "true"
    rulings = {**_rulings(form), "arrive_on_first_row": is_kept}
    return {"reason": form.get("reason", ""), "rulings": rulings}


def read_draw(form: MultiDict[str, str]) -> dict[str, object]:
    """Return the fields of ReportDraw; `order` names the cubes in the order they came out."""
    given = fields(form)
    order = form.get("order", "").split()
    return {**given, "order": order} if order else given


def read_deck(form: MultiDict[str, str]) -> dict[str, object]:
    """Return the fields of RecordDeck: the inputs are named after the cards.

    A form that shows no card and in which none is entered says nothing: Rejected, so that no deck
    is counted as empty by a slip.
    """
    counted = {
        name: number_of(name, copies, 0, MOST_TIMES)
        for name, copies in form.items()
        if name.startswith(CARD) and copies.strip()
    }
    cards = [
        {"card": name.removeprefix(CARD), "copies": copies}
        for name, copies in counted.items()
        if copies
    ]
    if not cards and form.get("was.cards") == "0":
        raise Rejected("nothing_changes")
    return {"colour": form.get("colour", ""), "cards": cards}


def read_holdings(form: MultiDict[str, str]) -> dict[str, object]:
    """Return the fields of CountHoldings: only what somebody has changed in the form.

    "was.gold" and so on say what the form showed. So a form that was shown before others changed
    something takes nothing back, and what a form does not show stays as it is.
    """
    found: dict[str, object] = {"colour": form.get("colour", ""), "reason": form.get("reason", "")}
    gold = form.get("gold", "").strip()
    number = whole_number(gold)
    if gold and (number is None or number != whole_number(form.get("was.gold", ""))):
        found["gold"] = gold
    for name in ("artifacts", "tokens"):
        if any(field.startswith(f"{name}[") for field in form):
            counted = fields(form).get(name, [])
            if sorted(counted) != sorted(form.get(f"was.{name}", "?").split()):
                found[name] = counted
    return found


READERS: Mapping[str, Reader] = {
    "StartGame": read_set_up,
    "RecordDeck": read_deck,
    "ReportDraw": read_draw,
    "CorrectSeats": read_seats,
    "AddPlayers": read_added,
    "CountHoldings": read_holdings,
    "CorrectRulings": read_rulings,
}
LABELS: Mapping[str, str] = {
    "gold": N_("Gold"),
    "points": N_("Sum of the deck"),
    "cubes": N_("Cubes"),
    "value": N_("real value"),
    "credit": N_("real value"),
    "gone": N_("real value"),
    "space": N_("Space"),
    "danger": N_("Danger cards in the row"),
    "artifacts": N_("Artifacts"),
    "artifacts_out": N_("Artifacts put back into the box"),
    "colour": N_("Player"),
    "name": N_("Name"),
    "reason": N_("Reason"),
}
