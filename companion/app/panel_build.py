"""How the panel is built: the tables [pins], [lamps], [strip] and [buses], checked."""

from collections.abc import Mapping
from dataclasses import replace

from companion.app.settings import Settings, converted
from companion.app.settings.places import placed
from companion.engine.codec import JsonObject
from companion.engine.errors import BadSettings
from companion.engine.sentence import Sentence, in_lines
from companion.engine.value import Value, field
from hardware.panel.electrics import Buses, Lamps, faults
from hardware.panel.pins import Pins, WrongPins
from hardware.panel.pins.strip import Strip

KINDS = ("buttons", "lamps")  # the tables in [pins]


class PanelBuild(Value, frozen=True):
    """The pins, LEDs and buses of a panel that works and cannot hurt the board."""

    pins: Pins
    lamps: Lamps
    buses: Buses


class ChangedPins(Value, frozen=True):
    """The table [pins]: only what differs from the usual pins."""

    buttons: Mapping[str, int] = field(default_factory=dict)
    lamps: Mapping[str, int] = field(default_factory=dict)


class _Tables(Value, frozen=True):
    """The four tables of the file that are about the panel."""

    pins: ChangedPins = field(default_factory=ChangedPins)
    lamps: Lamps = field(default_factory=Lamps)
    buses: Buses = field(default_factory=Buses)
    strip: Strip | None = None


def panel_build(settings: Settings) -> PanelBuild:
    """Return how the panel is built.

    BadSettings names file, line and key of everything that would hurt the board or not work.
    """
    file = settings.file
    tables = converted(_given(settings), _Tables, file)
    try:
        build = _built(tables)
    except WrongPins as error:
        keys = (key for key in (error.key, error.other) if not key.startswith("strip"))
        where = (f"pins.{key}" for key in keys)
        raise BadSettings(placed(error.why, file, *where)) from error
    if wrong := faults(build.pins, build.lamps, build.buses):
        raise BadSettings(
            in_lines(placed(fault.why, file, fault.key, *fault.causes) for fault in wrong)
        )
    return build


def moved(settings: Settings, pins: Mapping[str, Mapping[str, int]]) -> Settings:
    """Return the settings with some parts on other pins; `pins` is as the table [pins]."""
    tables = converted(_given(settings), _Tables, settings.file)
    written = {"buttons": tables.pins.buttons, "lamps": tables.pins.lamps}
    return replace(settings, pins={kind: {**written[kind], **pins.get(kind, {})} for kind in KINDS})


def why_not(settings: Settings) -> tuple[Sentence, ...]:
    """Return what is wrong with the panel of these settings, without its places in the file."""
    try:
        build = _built(converted(_given(settings), _Tables, settings.file))
    except WrongPins as error:
        return (error.why,)
    return tuple(fault.why for fault in faults(build.pins, build.lamps, build.buses))


def _built(tables: _Tables) -> PanelBuild:
    """Return the panel, not checked electrically; WrongPins if the pin table cannot be."""
    lamps, wished = tables.lamps, tables.pins
    pins = Pins().changed(wished.buttons, wished.lamps, lamps.without, lamps.lit, tables.strip)
    return PanelBuild(pins, lamps, tables.buses)


def _given(settings: Settings) -> JsonObject:
    tables: JsonObject = {
        "pins": settings.pins,
        "lamps": settings.lamps,
        "buses": settings.buses,
    }
    return tables if settings.strip is None else {**tables, "strip": settings.strip}
