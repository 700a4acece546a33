"""Checks of the board: model, system, pins, buses, camera, power."""

import os
import re
from collections.abc import Iterator
from functools import partial

from companion.app.doctor.config_txt import taken_pins
from companion.app.doctor.machine import Finding, Machine, bad, fine, note
from companion.engine.sentence import N_, Word
from hardware.panel.board import Board, read_board
from hardware.panel.devices.spi import DEVICE, TURN_ON
from hardware.panel.electrics import Buses, free_pins
from hardware.panel.factories import ASKED, PanelMissing, choose, is_rpi_gpio_deaf
from hardware.panel.pins import Pins
from hardware.panel.pins.strip import StripKind

NO_DEVICE = N_("The strip hangs on SPI, and {file} cannot be used.")
SYSTEMS = ("bookworm", "trixie")  # Raspberry Pi OS that Dragonbag is made for
CONFIG = "boot/firmware/config.txt"
# Bits of vcgencmd get_throttled: now, and at least once since the start.
UNDER_VOLTAGE = 1 << 0 | 1 << 16
SLOWED = 1 << 1 | 1 << 2 | 1 << 17 | 1 << 18  # the processor is slower than it could be
TOO_HOT = 1 << 3 | 1 << 19  # the soft limit of temperature
HEAT = "sys/class/thermal/thermal_zone0/temp"  # in thousandths of a degree
HOT_C = 75.0  # at 80 to 85 degrees the Pi slows itself down


def check_board(machine: Machine, pins: Pins) -> Iterator[Finding]:
    """Yield the findings about the board; on a computer that is no Pi there is only one."""
    board = read_board(machine.root)
    if not board.is_pi:
        yield note(
            N_("board"),
            N_("This is not a Raspberry Pi."),
            N_("Use the drawn panel on the page /panel. Everything else works."),
        )
        return
    yield fine(N_("board"), "{model}", model=board.model)
    yield _system(machine)
    yield _factory(machine, board, pins)
    yield _access(machine)
    yield from _busy(machine, pins)
    yield from _buses(machine, board, pins)
    yield from _strip(machine, board, pins)
    yield _camera(machine)
    yield from _power(machine)
    yield from _heat(machine)


def _system(machine: Machine) -> Finding:
    told = dict(re.findall(r'^(\w+)="?([^"\n]*)', machine.read("etc/os-release"), re.MULTILINE))
    name = told.get("PRETTY_NAME", "?")
    if told.get("VERSION_CODENAME") in SYSTEMS:
        return fine(N_("system"), "{system}", system=name)
    return note(
        N_("system"),
        N_("Dragonbag does not support {system}."),
        N_("If something does not work, try Raspberry Pi OS Bookworm or Trixie."),
        system=name,
    )


def _factory(machine: Machine, board: Board, pins: Pins) -> Finding:
    unused = next(iter(free_pins(pins, Buses())))  # a served table may have the panel's
    try:
        choice = choose(
            board, machine.environ.get(ASKED), is_deaf=partial(is_rpi_gpio_deaf, unused)
        )
    except PanelMissing as error:
        return bad(N_("pins"), N_("Dragonbag cannot use the pins."), "{why}", why=error.told)
    return fine(N_("pins"), N_("driven by {library}: {why}"), library=choice.name, why=choice.why)


def _access(machine: Machine) -> Finding:
    chip = machine.root / "dev/gpiochip0"
    if os.access(chip, os.R_OK | os.W_OK):
        return fine(N_("access"), N_("You may use the pins."))
    if "gpio" in machine.groups:
        return bad(
            N_("access"),
            N_("The pins are missing: there is no /dev/gpiochip0."),
            N_("Update Raspberry Pi OS: run sudo apt full-upgrade, then restart."),
        )
    return bad(
        N_("access"),
        N_("You may not use the pins: you are not in the group gpio."),
        N_("Run sudo adduser $USER gpio. Then log out and in again."),
    )


def _busy(machine: Machine, pins: Pins) -> Iterator[Finding]:
    try:
        users = machine.line_users()
    except PanelMissing:  # no lgpio, or no rights: another finding says so
        return
    held = {key: users[bcm] for key, bcm in pins.entries().items() if bcm in users}
    if not held:
        yield fine(N_("busy"), N_("nobody else uses the panel's pins"))
        return
    yield note(
        N_("busy"),
        N_("Pins in use: {pins}. Used by: {users}."),
        N_(
            "If that is Dragonbag itself (make run, or the service), all is well. If "
            "it is another program, stop it."
        ),
        pins=tuple(held),
        users=tuple(sorted(set(held.values()))),
    )


def _buses(machine: Machine, board: Board, pins: Pins) -> Iterator[Finding]:
    ours = {bcm: name for name, bcm in (*pins.buttons.items(), *pins.lamps.items())}
    for taken in taken_pins(machine.read(CONFIG), board.model):
        shared = tuple(f"{ours[bcm]} (BCM {bcm})" for bcm in sorted(taken.pins & set(ours)))
        if shared:
            yield bad(
                N_("buses"),
                N_("{what} uses pins of the panel: {pins}."),
                N_(
                    "Take the line {line} out of {file} and restart. If you need it, give the "
                    "panel other pins in dragonbag.toml."
                ),
                what=Word(taken.what),
                pins=shared,
                line=taken.line,
                file=f"/{CONFIG}",
            )


def _strip(machine: Machine, board: Board, pins: Pins) -> Iterator[Finding]:
    if pins.strip is None:
        return
    device = machine.root / DEVICE.relative_to("/")
    if not os.access(device, os.R_OK | os.W_OK):
        yield bad(N_("strip"), NO_DEVICE, "{cure}", file=str(DEVICE), cure=TURN_ON)
    elif (
        pins.strip.kind is StripKind.WS2812
        and not board.has_rp1
        and not re.search(r"^core_freq=", machine.read(CONFIG), re.MULTILINE)
    ):
        yield note(
            N_("strip"),
            N_("The clock of SPI follows the processor's, and a WS2812 strip needs a steady one."),
            N_(
                "Write core_freq=250 into {file}, on a Pi 4 core_freq=500 and core_freq_min=500, "
                "and restart. A strip with APA102 does not need that."
            ),
            file=f"/{CONFIG}",
        )
    else:
        yield fine(N_("strip"), N_("You may use {file}."), file=str(DEVICE))


def _camera(machine: Machine) -> Finding:
    told = machine.run(("rpicam-hello", "--list-cameras")) or ""
    names = re.findall(r"^\d+ : (\S+)", told, re.MULTILINE)
    if names:
        return fine(N_("camera"), "{names}", names=tuple(names))
    return note(
        N_("camera"),
        N_("There is no camera."),
        N_(
            "You can play without one. If one is connected, turn the power off and check its cable."
        ),
    )


def _throttled(machine: Machine) -> int | None:
    """Return the bits of what slowed the Pi down; None if it does not tell."""
    told = machine.run(("vcgencmd", "get_throttled")) or ""
    found = re.search(r"throttled=0x([0-9a-fA-F]+)", told)
    return int(found[1], 16) if found else None


def _power(machine: Machine) -> Iterator[Finding]:
    bits = _throttled(machine)
    if bits is None:
        return
    if bits & UNDER_VOLTAGE:
        yield bad(
            N_("power"),
            N_("The Pi gets too little voltage. It may stop in the middle of a game."),
            N_("Use the power supply made for this Pi, and a short cable."),
        )
    else:
        yield fine(N_("power"), N_("The power supply is strong enough."))


def _heat(machine: Machine) -> Iterator[Finding]:
    told = machine.read(HEAT).strip()
    degrees = round(int(told) / 1000, 1) if told.isdecimal() else None
    bits = _throttled(machine) or 0
    if bits & TOO_HOT or (degrees is not None and degrees >= HOT_C):
        yield note(
            N_("heat"),
            N_("The Pi is or was too hot ({degrees} °C now). It slows down, and lamps come late."),
            N_("Give the box holes for air, or the Pi a heat sink or a fan."),
            degrees="?" if degrees is None else degrees,
        )
    elif bits & SLOWED and not bits & UNDER_VOLTAGE:
        yield note(
            N_("heat"),
            N_("The Pi slowed itself down since it was started."),
            N_("Check its power supply, and give the box holes for air."),
        )
    elif degrees is not None:
        yield fine(N_("heat"), N_("{degrees} °C"), degrees=degrees)
