"""What a report tells of a computer: model, system, libraries, memory, heat, and the doctor."""

import platform
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

from companion import __version__
from companion.app.doctor import Finding, Machine
from companion.app.doctor.board import CONFIG, HEAT
from companion.app.saying import say
from companion.language.catalogues import ENGLISH
from hardware.panel.board import read_board

LIBRARIES = ("gpiozero", "lgpio", "rpi-lgpio", "RPi.GPIO", "pigpio", "picamera2", "numpy")
SERVER = ("flask", "waitress", "msgspec")
MODULES = {"cv2": "OpenCV", "picamera2": "picamera2", "lgpio": "lgpio"}  # apt tells no version
MB_KB = 1000


@dataclass(frozen=True, slots=True)
class Report:
    """All that is told; what could not be found out is empty, or says why."""

    version: str
    day: str
    model: str
    system: str
    kernel: str
    python: str
    libraries: Mapping[str, str]
    memory_mb: Mapping[str, int]
    degrees_c: str
    throttled: str
    config: Sequence[str]  # the lines of config.txt that take pins or set the board
    doctor: Sequence[Mapping[str, str]]
    panel: str  # "pins", "mock", "none", or why it could not be tested
    own_panel: Mapping[str, object] = field(default_factory=dict)  # what differs from the guide
    parts: Mapping[str, str] = field(default_factory=dict)  # "lamp red" -> good, bad, skipped
    press_to_lamp_ms: Sequence[float] = ()
    camera: str = "none"
    photos: Sequence[str] = ()


def computer(machine: Machine, findings: Sequence[Finding]) -> Report:
    """Return what a report tells of a computer, before its panel and camera are tried."""
    told = dict(re.findall(r'^(\w+)="?([^"\n]*)', machine.read("etc/os-release"), re.MULTILINE))
    heat = machine.read(HEAT).strip()
    return Report(
        version=__version__,
        day=f"{datetime.now(UTC):%Y-%m-%d}",
        model=read_board(machine.root).model or "no Raspberry Pi",
        system=told.get("PRETTY_NAME", "?"),
        kernel=f"{platform.release()} {platform.machine()}",
        python=platform.python_version(),
        libraries=_libraries(),
        memory_mb=_memory(machine),
        degrees_c=f"{int(heat) / 1000:.1f}" if heat.isdecimal() else "?",
        throttled=(machine.run(("vcgencmd", "get_throttled")) or "?").strip(),
        config=_config(machine.read(CONFIG)),
        doctor=tuple(map(plain_finding, findings)),
        panel="none",
    )


def plain_finding(finding: Finding) -> dict[str, str]:
    """Return a finding in English, for programs and developers."""
    return {
        "name": finding.name,
        "verdict": finding.verdict.value,
        "text": say(finding.text, ENGLISH),
        "cure": say(finding.cure, ENGLISH) if finding.cure else "",
    }


def _libraries() -> dict[str, str]:
    found = {name: "installed" for module, name in MODULES.items() if find_spec(module)}
    for name in (*LIBRARIES, *SERVER):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def _memory(machine: Machine) -> dict[str, int]:
    """Return the computer's memory, what is left of it, and what this command uses."""
    told = machine.read("proc/meminfo") + machine.read("proc/self/status")
    known = dict(re.findall(r"^(\w+):\s+(\d+) kB$", told, re.MULTILINE))
    names = {"MemTotal": "all", "MemAvailable": "free", "VmHWM": "this command"}
    return {said: int(known[name]) // MB_KB for name, said in names.items() if name in known}


def _config(text: str) -> tuple[str, ...]:
    pattern = r"^\s*((?:dtparam|dtoverlay|enable_uart|arm_freq|over_voltage|\[)[^#\n]*)"
    return tuple(line.strip() for line in re.findall(pattern, text, re.MULTILINE))
