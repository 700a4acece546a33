"""Which /dev/video number a camera has: the kernel gives numbers in the order of plugging in."""

from pathlib import Path

NODES = Path("/sys/class/video4linux")


def place(device: int, nodes: Path = NODES) -> tuple[Path, str] | None:
    """Return a device's port and its index among the devices of one camera, None if it is gone."""
    node = nodes / f"video{device}"
    try:
        return node.resolve(strict=True).parent, (node / "index").read_text().strip()
    except OSError:
        return None


def first_plugged_in(nodes: Path = NODES) -> int | None:
    """Return the first camera in a USB port, None if there is none.

    The first numbers may belong to a Pi's own camera and codecs, which are in no USB port.
    """
    return next((device for device in _devices(nodes) if _is_in_usb(place(device, nodes))), None)


def at_place(wanted: tuple[Path, str], nodes: Path = NODES) -> int | None:
    """Return the device that is plugged in there now, None if nothing is."""
    return next((device for device in _devices(nodes) if place(device, nodes) == wanted), None)


def _devices(nodes: Path) -> list[int]:
    return sorted(int(node.name.removeprefix("video")) for node in nodes.glob("video*"))


def _is_in_usb(found: tuple[Path, str] | None) -> bool:
    """Tell whether a device gives a USB camera's photos; a second one may give only metadata."""
    if found is None:
        return False
    port, index = found
    return index == "0" and any(part.startswith("usb") for part in port.parts)
