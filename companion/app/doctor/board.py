"""Checks of the board: model, system, pins, buses, camera, power."""

import os
import re
from collections.abc import Iterator
from functools import partial

from companion.app.doctor.machine import Finding, Machine, bad, fine, note
from companion.engine.sentence import N_
from hardware.panel.board import Board, read_board
from hardware.panel.electrics import Buses, free_pins
from hardware.panel.factories import ASKED, PanelMissing, choose, is_rpi_gpio_deaf
from hardware.panel.pins import Pins

SYSTEMS = ("bookworm", "trixie")  # Raspberry Pi OS that Dragonbag is made for
CONFIG = "boot/firmware/config.txt"
BUSES = {  # line of config.txt -> the bus that it turns on, and its pins (BCM)
    r"dtparam=(?:spi|spi_arm)=on": ("SPI", frozenset({7, 8, 9, 10, 11})),
    r"dtparam=(?:i2c|i2c_arm|i2c1)=on": ("I2C", frozenset({2, 3})),
    r"enable_uart=1": ("UART", frozenset({14, 15})),
    r"dtoverlay=w1-gpio": ("1-wire", frozenset({4})),
}
UNDER_VOLTAGE_NOW, UNDER_VOLTAGE_ONCE = 1 << 0, 1 << 16  # bits of vcgencmd get_throttled


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
    yield from _buses(machine, pins)
    yield _camera(machine)
    yield from _power(machine)


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


def _buses(machine: Machine, pins: Pins) -> Iterator[Finding]:
    config = machine.read(CONFIG)
    ours = {bcm: name for name, bcm in (*pins.buttons.items(), *pins.lamps.items())}
    for line, (bus, taken) in BUSES.items():
        shared = tuple(f"{ours[bcm]} (BCM {bcm})" for bcm in sorted(taken & set(ours)))
        if shared and re.search(rf"^\s*{line}\b", config, re.MULTILINE):
            yield bad(
                N_("buses"),
                N_("{bus} is on and uses pins of the panel: {pins}."),
                N_("Run sudo raspi-config, choose Interface Options, {bus}, No. Then restart."),
                bus=bus,
                pins=shared,
            )


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


def _power(machine: Machine) -> Iterator[Finding]:
    found = re.search(
        r"throttled=0x([0-9a-fA-F]+)", machine.run(("vcgencmd", "get_throttled")) or ""
    )
    bits = int(found[1], 16) if found else 0
    if bits & (UNDER_VOLTAGE_NOW | UNDER_VOLTAGE_ONCE):
        yield bad(
            N_("power"),
            N_("The Pi gets too little voltage. It may stop in the middle of a game."),
            N_("Use the power supply made for this Pi, and a short cable."),
        )
    elif found:
        yield fine(N_("power"), N_("The power supply is strong enough."))
