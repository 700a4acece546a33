"""Light every lamp of a usual table through lgpio, and read each back."""

from gpiozero import LED

from hardware.panel.board import default_kind, read_board
from hardware.panel.factories import open_factory
from hardware.panel.pins import Pins

assert read_board().is_pi
assert default_kind() == "pins", default_kind()
factory = open_factory("pins")
assert type(factory).__name__ == "LGPIOFactory", factory
for name, bcm in Pins().lamps.items():
    with LED(bcm, pin_factory=factory) as lamp:
        lamp.on()
        lit = lamp.pin.state
        lamp.off()
        assert (lit, lamp.pin.state) == (1, 0), name
print(len(Pins().lamps), "lamps")
