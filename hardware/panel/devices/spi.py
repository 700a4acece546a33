"""Linux's own way to SPI: a file of the kernel's driver spidev, without a library.

The package spidev is the same calls in C. It has no wheel for any Pi, so that a compiler would be
needed for what three lines of the standard library do.
"""

import fcntl
import struct
from collections.abc import Callable
from pathlib import Path

from companion.engine.sentence import Sentence, followed
from hardware.panel.devices.strip import StripLights, speed_hz
from hardware.panel.electrics import Lamps
from hardware.panel.factories import PanelMissing
from hardware.panel.pins.strip import Strip

DEVICE = Path("/dev/spidev0.0")
WRITE_MODE, WRITE_SPEED = 0x40016B01, 0x40046B04  # linux/spi/spidev.h: SPI_IOC_WR_MODE, _MAX_SPEED
MODE_0 = b"\0"  # the clock rests low, and a bit is taken as it rises
NO_SPI = Sentence("The light strip cannot be used ({error}).")
TURN_ON = Sentence(
    "Turn SPI on: run sudo raspi-config nonint do_spi 0, then restart. Your user must be in the "
    "group spi."
)


def strip_opener(kind: str, strip: Strip | None, lamps: Lamps) -> Callable[[], StripLights] | None:
    """Return what opens a strip's lamps: on SPI for "pins", in memory for "mock"; None without."""
    if strip is None:
        return None

    def opens() -> StripLights:
        bus = SpiInMemory() if kind == "mock" else open_spi(speed_hz(strip.kind))
        return StripLights(strip, bus, lamps)

    return opens


def open_spi(speed_hz: int, device: Path = DEVICE) -> "SpiFile":
    """Return SPI0 as a bus for strips; PanelMissing says what to do."""
    try:
        return SpiFile(device, speed_hz)
    except OSError as error:
        told = followed(NO_SPI.about(error=str(error)), TURN_ON)
        raise PanelMissing(told) from error


class SpiFile:
    """An open spidev file."""

    def __init__(self, device: Path, speed_hz: int) -> None:
        """Open it and set its clock; OSError if it is none, or not ours."""
        self._file = device.open("wb", buffering=0)
        try:
            fcntl.ioctl(self._file, WRITE_MODE, MODE_0)
            fcntl.ioctl(self._file, WRITE_SPEED, struct.pack("=I", speed_hz))
        except OSError:
            self._file.close()
            raise

    def write(self, frame: bytes) -> None:
        """Send these bytes in one transfer; the driver takes up to 4096."""
        self._file.write(frame)

    def close(self) -> None:
        """Give it back."""
        self._file.close()


class SpiInMemory:
    """A bus that ends here: what was sent last can be read, as on mock pins."""

    def __init__(self) -> None:
        """Begin with nothing sent."""
        self.frame = b""

    def write(self, frame: bytes) -> None:
        """Keep these bytes."""
        self.frame = frame

    def close(self) -> None:
        """Do nothing: it is no device."""
