"""The panel that is to be built: its pins and lamps, as in the settings."""

from dataclasses import dataclass, field

from hardware.panel.electrics import Lamps
from hardware.panel.pins import Pins


@dataclass(frozen=True, slots=True)
class Build:
    """One panel to build."""

    pins: Pins = field(default_factory=Pins)
    lamps: Lamps = field(default_factory=Lamps)
