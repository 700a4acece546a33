"""Every drawing of the build guide: its file below wiring/ and the function that draws it."""

from collections.abc import Callable, Mapping

from hardware.wiring.build import Build
from hardware.wiring.drawings import (
    basics,
    box,
    camera_arm,
    meter,
    parts,
    steps,
    strip,
    stripboard,
)

PICTURES: Mapping[str, Callable[[Build], str]] = {
    "pictures/header.svg": basics.header_picture,
    "pictures/circuit.svg": basics.circuit_picture,
    "pictures/breadboard-inside.svg": basics.strips_picture,
    "pictures/parts.svg": parts.parts_picture,
    **{f"pictures/step-{step.number}-{step.file}.svg": steps.picture(step) for step in steps.STEPS},
    "pictures/breadboard.svg": steps.whole,
    "pictures/meter.svg": meter.meter_picture,
    "pictures/stripboard.svg": stripboard.stripboard_picture,
    "pictures/box.svg": box.box_picture,
    "pictures/inside.svg": box.inside_picture,
    "pictures/camera-arm.svg": camera_arm.camera_arm_picture,
    "pictures/strip.svg": strip.strip_picture,
}
