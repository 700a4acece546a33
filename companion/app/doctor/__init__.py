"""The doctor: checks the computer and the panel, and says what to do."""

import platform

from companion import __version__
from companion.app.doctor.board import check_board
from companion.app.doctor.camera import check_camera
from companion.app.doctor.host import check_host
from companion.app.doctor.https import check_https
from companion.app.doctor.machine import Finding, Machine, Verdict, fine
from companion.app.settings import Settings
from companion.engine.sentence import N_
from hardware.panel.pins import Pins

__all__ = ["Finding", "Machine", "Verdict", "examine"]


def examine(settings: Settings, pins: Pins, machine: Machine | None = None) -> tuple[Finding, ...]:
    """Return all findings that need no pin; it takes a few seconds."""
    machine = machine or Machine()
    python = platform.python_version()
    text = N_("Dragonbag {version}, Python {python}")
    return (
        fine(N_("version"), text, version=__version__, python=python),
        *check_board(machine, pins),
        *check_host(machine, settings),
        *check_https(settings),
        *check_camera(settings),
    )
