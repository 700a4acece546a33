"""What is built: pins and lamps, as the settings have them."""

from dataclasses import dataclass, field

from hardware.panel.electrics import Lamps
from hardware.panel.pins import Pins


@dataclass(frozen=True, slots=True)
class Build:
    """One panel to build."""

    pins: Pins = field(default_factory=Pins)
    lamps: Lamps = field(default_factory=Lamps)
