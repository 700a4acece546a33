"""The steps in which the panel is built on the breadboard, with a drawing for each."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby
from textwrap import wrap
from typing import assert_never

from hardware.panel.pins import COLOURS, RAGE_LAMPS
from hardware.wiring import header
from hardware.wiring.breadboard import PLAIN_BUTTONS, Kind, Part, layout
from hardware.wiring.build import Build
from hardware.wiring.drawings.board import (
    Look,
    draw_board,
    draw_part,
    draw_row_numbers,
    draw_tags,
    draw_wire,
)
from hardware.wiring.drawings.parts import draw_transistors
from hardware.wiring.drawings.svg import Drawing
from hardware.wiring.resistors import value
from hardware.wiring.routes import FIRST_PIN, routes

WIDTH_MM, HEIGHT_MM = 198.0, 290.0
LIST_AT = (6.0, 205.0)
LINE_MM = 3.65
INSET_AT = (6.0, 244.0)
LIST_COLUMNS = 34
NO_BREAK = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class Step:
    """A step at the breadboard: its drawing's file, its headline, and the parts it adds."""

    number: int
    file: str
    title: str
    things: tuple[str, ...]


OTHER_COLOURS = tuple(f"{colour} {kind}" for colour in COLOURS[1:] for kind in ("button", "lamp"))
STEPS = (
    Step(6, "red-button", "The first button: Red", ("upper ground", "red button")),
    Step(7, "red-lamp", "Its lamp", ("red lamp",)),
    Step(8, "colours", "Green, Blue, Yellow", OTHER_COLOURS),
    Step(
        9,
        "turn",
        "Attack, Next, Undo",
        tuple(f"{name} {kind}" for name in PLAIN_BUTTONS for kind in ("button", "lamp")),
    ),
    Step(10, "rage", "The Rage Track", ("lower ground", *(f"{name} lamp" for name in RAGE_LAMPS))),
    Step(11, "buzzer", "The buzzer", ("buzzer",)),
)


def whole(build: Build) -> str:
    """Return the drawing of the finished breadboard."""
    parts = layout(build.pins, build.lamps)
    drawing = _sheet("The whole panel on a breadboard")
    _draw(drawing, parts, frozenset(part.thing for part in parts), parts)
    ohms = dict.fromkeys(part.ohm for part in parts if part.kind is Kind.RESISTOR)
    _write(drawing, (*WHOLE_LEGEND, *(value(ohm).replace(":", "  ") for ohm in ohms)))
    return drawing.to_text()


WHOLE_LEGEND = (
    "R G B Y   the players' buttons",
    "RL GL BL YL   the players' lamps",
    "A   Attack button",
    "N   Next button",
    "U   Undo button",
    "1-7   the Rage Track's lamps",
    "Z   buzzer",
    "3V3   3.3 V, for the buzzer",
    "GND   ground, to the − rail",
    "+   the long leg's side",
)


def picture(step: Step) -> Callable[[Build], str]:
    """Return the function that draws a step: its parts in colour, those before it grey."""

    def draw(build: Build) -> str:
        parts = layout(build.pins, build.lamps)
        earlier = [thing for other in STEPS if other.number < step.number for thing in other.things]
        shown = [part for part in parts if part.thing in (*earlier, *step.things)]
        drawing = _sheet(f"Step {step.number}: {step.title}")
        _draw(drawing, tuple(shown), frozenset(step.things), parts)
        _write(drawing, list_of(part for part in shown if part.thing in step.things))
        if "buzzer" in step.things:
            draw_transistors(drawing, INSET_AT)
        return drawing.to_text()

    return draw


def _sheet(title: str) -> Drawing:
    drawing = Drawing(WIDTH_MM, HEIGHT_MM, title)
    drawing.rect((0, 0), WIDTH_MM, HEIGHT_MM, fill="#fff")
    drawing.text((6, 10), title, 5.5, font_weight="bold")
    return drawing


def _draw(
    drawing: Drawing, shown: tuple[Part, ...], now: frozenset[str], every: tuple[Part, ...]
) -> None:
    """Draw what is built so far. All wires are routed at once, so none moves in a later step."""
    ways = routes(every)
    looks = {part: Look(part.thing, part.thing in now) for part in shown}
    wires = sorted((part for part in shown if part in ways), key=lambda part: looks[part].is_now)
    draw_board(drawing)
    pins = frozenset(part.pin for part in shown if part.pin and looks[part].is_now)
    header.draw_base(drawing, FIRST_PIN)
    for part in wires:
        draw_wire(drawing, part, ways[part], looks[part])
    tagged = frozenset(part.pin for part in shown if part.pin)
    header.draw_pins(drawing, FIRST_PIN, pins, tagged)
    draw_row_numbers(drawing)
    for part in shown:
        if part.kind is not Kind.WIRE:
            draw_part(drawing, part, looks[part])
    for part in wires:
        if part.pin is not None:
            draw_tags(drawing, part, ways[part], looks[part])


def _write(drawing: Drawing, lines: Iterable[str]) -> None:
    for place, line in enumerate(lines):
        where = (LIST_AT[0], LIST_AT[1] + LINE_MM * place)
        weight = "bold" if line.endswith(":") else "normal"
        drawing.text(where, line, 2.7, font_weight=weight)


def list_of(parts: Iterable[Part]) -> list[str]:
    """Return which part goes into which holes, in lines that fit beside the wires."""
    lines: list[str] = []
    for thing, of_thing in groupby(parts, key=lambda part: part.thing):
        group = tuple(of_thing)
        phrases = [phrase(part).replace(" ", NO_BREAK) for part in group]
        lights = (f", {part.light} LED" for part in group if part.light)
        lines += [f"{Look(thing).letter}  {thing.replace('_', ' ')}{''.join(lights)}:"]
        lines += wrap(", ".join(phrases), LIST_COLUMNS)
    return lines


def phrase(part: Part) -> str:
    """Return in a few words where a part goes."""
    places = [str(place) for _, place in part.legs]
    match part.kind:
        case Kind.WIRE:
            return f"{places[0]} → {places[1]}"
        case Kind.RESISTOR:
            return f"{part.ohm:g} Ω {places[0]}–{places[1]}"
        case Kind.LAMP:
            return f"long leg {places[0]}, short leg {places[1]}"
        case Kind.BUZZER:
            return f"+ leg {places[0]}, − leg {places[1]}"
        case Kind.TRANSISTOR:
            return f"transistor C {places[0]} B {places[1]} E {places[2]}"
        case Kind.BUTTON:
            return f"legs {' '.join(places)}"
        case _:
            assert_never(part.kind)
