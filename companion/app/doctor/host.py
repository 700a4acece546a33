"""Checks of the computer around the board: disk, journal, clock, network, port."""

import json
import os
import shutil
import socket
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

from companion.app import addresses
from companion.app.doctor.machine import Finding, Machine, Verdict, bad, fine, note
from companion.app.doctor.wifi import check_wifi
from companion.app.pi.overlay import is_forgotten, is_read_only
from companion.app.settings import Settings
from companion.engine.errors import DamagedJournal, JournalError, UnwritableJournal
from companion.engine.sentence import N_, Sentence
from companion.table.disk.failures import is_full
from companion.table.disk.opening import look_over

MB = 1_000_000
FULL_MB, SHORT_MB = 50, 500  # a journal of a whole evening is under 1 MB
WRITES, BLOCK = 20, b"\0" * 4096
SLOW_MS = 100.0  # a press waits for one write, and players notice a tenth of a second
FIRST_YEAR = 2026  # a Pi without a clock starts with the time of its last use, or with 1970
ANSWER_S = 2.0
OWNER = N_("Make the user that runs Dragonbag its owner, or choose another --data-dir.")


def check_host(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """Yield the findings about disk, journal, clock and network."""
    folder = _existing(settings.data_dir)
    yield _space(folder)
    yield from _lasting(machine, folder)
    yield _writing(folder)
    yield _journal(settings.journal)
    yield _clock(machine)
    yield _network()
    yield _name(machine)
    yield _port(settings)
    yield from check_wifi(machine)


def _existing(folder: Path) -> Path:
    return folder if folder.exists() or folder == folder.parent else _existing(folder.parent)


def _space(folder: Path) -> Finding:
    free = shutil.disk_usage(folder).free // MB
    facts: dict[str, object] = {"free": float(free), "folder": folder}
    if free < FULL_MB:
        text = N_("Only {free} MB are free in {folder}. Soon Dragonbag cannot save.")
        return bad(N_("disk"), text, N_("Delete something, or use a larger card."), **facts)
    if free < SHORT_MB:
        text = N_("{free} MB are free in {folder}.")
        return note(N_("disk"), text, N_("This is enough for now. More is better."), **facts)
    return fine(N_("disk"), N_("{free} MB free in {folder}"), **facts)


def _lasting(machine: Machine, folder: Path) -> Iterator[Finding]:
    """Say of a read-only system whether the journal outlives it."""
    if is_forgotten(machine.root, folder.absolute()):
        yield bad(
            N_("overlay"),
            N_(
                "The system is read-only, and {folder} is in memory: every game is lost when the "
                "Pi is switched off."
            ),
            N_(
                "Give the journal a disk of its own, and write overlayroot=tmpfs:recurse=0 into "
                "{file}. docs/raspberry-pi.md says how."
            ),
            folder=folder,
            file="/boot/firmware/cmdline.txt",
        )
    elif is_read_only(machine.root):
        yield fine(N_("overlay"), N_("the system is read-only; {folder} is kept"), folder=folder)


def _writing(folder: Path) -> Finding:
    try:
        took_ms = median(_write_ms(folder))
    except OSError as error:
        text = N_("Dragonbag cannot write to {folder}: {error}")
        cure = N_("Delete something, or use a larger card.") if is_full(error) else OWNER
        return bad(N_("writing"), text, cure, folder=folder, error=error.strerror)
    shown = round(took_ms, 1) or round(took_ms, 3)  # a folder in memory takes almost nothing
    if took_ms > SLOW_MS:
        text = N_("Writing takes {ms} ms. Every press waits that long.")
        return note(
            N_("writing"), text, N_("Use a faster card (A1 or A2 is printed on it)."), ms=shown
        )
    return fine(N_("writing"), N_("a press is saved after {ms} ms"), ms=shown)


def _write_ms(folder: Path) -> list[float]:
    took = []
    with tempfile.TemporaryFile(dir=folder) as file:
        for _ in range(WRITES):
            began_s = time.perf_counter()
            file.write(BLOCK)
            file.flush()
            os.fsync(file.fileno())
            took.append(1000 * (time.perf_counter() - began_s))
    return took


def _journal(path: Path) -> Finding:
    try:
        look_over(path)
    except DamagedJournal as damage:
        cure = N_(
            "Start the table again: it brings back all that can be read. If games are missing "
            "then, run dragonbag restore."
        )
        text = N_("{path} is damaged: {told}")
        return bad(N_("journal"), text, cure, path=path, told=damage.told)
    except UnwritableJournal as refused:
        return Finding(N_("journal"), Verdict.BAD, refused.told, Sentence(OWNER))
    except JournalError as error:
        cure = N_("Move the file away, or choose another --data-dir.")
        return Finding(N_("journal"), Verdict.BAD, error.told, Sentence(cure))
    if not path.exists() or not path.stat().st_size:
        return fine(N_("journal"), N_("none yet; the first game creates it"))
    return fine(N_("journal"), N_("{path} is not damaged"), path=path)


def _clock(machine: Machine) -> Finding:
    now = datetime.now(UTC)
    told = machine.run(("timedatectl", "show", "--property=NTPSynchronized")) or ""
    if now.year < FIRST_YEAR or "NTPSynchronized=no" in told:
        return note(
            N_("clock"),
            N_("The clock is not set from the network; it says {now}."),
            N_("Only the times in the log are wrong. With a network, the clock sets itself."),
            now=now,
        )
    return fine(N_("clock"), "{now}", now=now)


def _network() -> Finding:
    found = addresses.numeric()
    if found:
        return fine(N_("network"), "{addresses}", addresses=tuple(found))
    return bad(
        N_("network"),
        N_("There is no network, so no phone can join."),
        N_("Join the Wi-Fi: sudo nmtui, or plug in a cable."),
    )


def _name(machine: Machine) -> Finding:
    name = socket.gethostname().removesuffix(".local")
    if (machine.run(("systemctl", "is-active", "avahi-daemon")) or "").strip() == "active":
        return fine(
            N_("name"),
            N_("phones find the table as {name}.local; some need the IP address"),
            name=name,
        )
    return note(
        N_("name"),
        N_("The name {name}.local does not work here."),
        N_(
            "Phones can join with the QR code. To make the name work, run sudo apt "
            "install avahi-daemon."
        ),
        name=name,
    )


def _port(settings: Settings) -> Finding:
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host
    served = _served(host, settings.port)
    if served:
        return fine(
            N_("port"), N_("Dragonbag {version} runs on port {port}"), port=settings.port, **served
        )
    try:
        with socket.create_server((settings.host, settings.port)):
            return fine(N_("port"), N_("{port} is free"), port=settings.port)
    except OSError as error:
        text = N_("Dragonbag cannot use port {port}: {error}")
        cure = N_("Stop the other program, or choose another port: --port {other}.")
        other = settings.port + 1 if settings.port >= 1024 else 8000
        why = error.strerror
        return bad(N_("port"), text, cure, port=settings.port, other=other, error=why)


def _served(host: str, port: int) -> dict[str, str]:
    try:
        with urllib.request.urlopen(f"http://{host}:{port}/healthz", timeout=ANSWER_S) as answer:
            told = json.load(answer)
        return {"version": str(told["version"])}
    except (OSError, ValueError, KeyError, TypeError):
        return {}
