"""How the panel is built: the tables [pins], [lamps] and [buses] of the settings, checked."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.app.settings import Settings, converted
from companion.app.settings.places import placed
from companion.engine.errors import BadSettings
from companion.engine.sentence import in_lines
from hardware.panel.electrics import Buses, Lamps, faults
from hardware.panel.pins import Pins, WrongPins


@dataclass(frozen=True, slots=True)
class PanelBuild:
    """The pins, LEDs and buses of a panel that works and cannot hurt the board."""

    pins: Pins
    lamps: Lamps
    buses: Buses


@dataclass(frozen=True, slots=True)
class _ChangedPins:
    """The table [pins]: only what differs from the usual pins."""

    buttons: Mapping[str, int] = field(default_factory=dict)
    lamps: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Tables:
    """The three tables of the file that are about the panel."""

    pins: _ChangedPins = field(default_factory=_ChangedPins)
    lamps: Lamps = field(default_factory=Lamps)
    buses: Buses = field(default_factory=Buses)


def panel_build(settings: Settings) -> PanelBuild:
    """Return how the panel is built.

    BadSettings names file, line and key of everything that would hurt the board or not work.
    """
    given = {"pins": settings.pins, "lamps": settings.lamps, "buses": settings.buses}
    file = settings.file
    tables = converted(given, _Tables, file)
    try:
        pins = Pins().changed(tables.pins.buttons, tables.pins.lamps, tables.lamps.without)
    except WrongPins as error:
        where = (f"pins.{key}" for key in (error.key, error.other))
        raise BadSettings(placed(error.why, file, *where)) from error
    build = PanelBuild(pins, tables.lamps, tables.buses)
    if wrong := faults(build.pins, build.lamps, build.buses):
        raise BadSettings(
            in_lines(placed(fault.why, file, fault.key, *fault.causes) for fault in wrong)
        )
    return build
